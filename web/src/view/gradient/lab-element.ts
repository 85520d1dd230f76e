import type { Lab } from "../../model/lab.ts";
import { type GradientText, gradientTexts } from "../../model/text/gradient.ts";
import { StoreElement } from "../store-element.ts";

/** Marks that something lies past the left or the right edge: the edge then fades. */
export function markMore(scroll: Element): void {
  scroll.classList.toggle("less", scroll.scrollLeft > 2);
  scroll.classList.toggle("more", scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 2);
}

export const showMore = ({ currentTarget }: Event): void => {
  if (currentTarget instanceof Element) markMore(currentTarget);
};

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
