import { StoreElement } from "./store-element.ts";

/** An element that is drawn to its own width, and again when that is another. */
export abstract class SizedElement extends StoreElement {
  static override properties = { ...StoreElement.properties, width: { state: true } };

  /** CSS px, and no more than there are; until it is laid out 0, or what its constructor says. */
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
    // The observer tells only after a frame, which would show it at another width.
    this.width = Math.floor(this.clientWidth) || this.width;
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }
}
