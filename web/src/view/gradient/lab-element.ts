import type { Lab } from "../../model/lab.ts";
import { type GradientText, gradientTexts } from "../../model/text/gradient.ts";
import { StoreElement } from "../store-element.ts";

/** A part of the view `gradient`: it draws from the store and from the experiments on it. */
export abstract class LabElement extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    lab: { attribute: false },
    width: { state: true },
  };

  declare lab: Lab;
  /** Its own width, px; 0 until it is laid out. */
  declare width: number;

  readonly #sizes = new ResizeObserver(([entry]) => {
    this.width = Math.floor(entry?.contentRect.width ?? 0);
  });

  constructor() {
    super();
    this.width = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  protected get words(): GradientText {
    return gradientTexts[this.store.language.value];
  }
}
