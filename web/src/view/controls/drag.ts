import { noChange } from "lit";
import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

/** What a press on a handle starts. */
interface Dragging {
  /**
   * `across`: a slider, whose value is where it is pressed. A finger that goes up or down from it is
   * scrolling the page, so it is followed only once it goes sideways, or was lifted where it was put.
   * `about`: a thing that is taken along by how far the pointer goes.
   */
  readonly way: "across" | "about";
  /** What follows the pointer from here on; null where nothing is to be dragged. */
  readonly grab: (press: PointerEvent) => ((event: PointerEvent) => void) | null;
  readonly drop?: () => void;
}

/** px until it is seen where a finger is going. */
const slop = 3;

/**
 * One way to drag for mouse, pen and finger. Within a drawing `touch-action` does nothing: there a
 * finger keeps the page still only by preventing its moves.
 */
class Drag extends Directive {
  #on: Element | null = null;
  #dragging: Dragging | null = null;
  #press: PointerEvent | null = null;
  #follow: ((event: PointerEvent) => void) | null = null;
  /** Not yet known whether the finger drags or scrolls. */
  #waits = false;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("drag is for an element");
  }

  override render(_dragging: Dragging | null): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart, [dragging]: [Dragging | null]): typeof noChange {
    this.#dragging = dragging;
    if (this.#on !== element) {
      this.#on = element;
      for (const type of ["pointerdown", "pointermove", "pointerup", "lostpointercapture"])
        element.addEventListener(type, this);
      element.addEventListener("touchmove", this, { passive: false });
    }
    return noChange;
  }

  handleEvent(event: PointerEvent): void {
    if (event.type === "touchmove") {
      if (this.#follow !== null && !this.#waits && event.cancelable) event.preventDefault();
    } else if (event.type === "pointerdown") this.#grab(event);
    else if (event.pointerId !== this.#press?.pointerId) return;
    else if (event.type === "pointermove") this.#pull(event);
    else if (event.type === "pointerup") {
      if (this.#waits) this.#follow?.(event);
    } else this.#drop();
  }

  #grab(event: PointerEvent): void {
    // A second finger takes nothing from the first.
    if (event.button !== 0 || this.#follow !== null) return;
    const { way, grab } = this.#dragging ?? {};
    const follow = grab?.(event) ?? null;
    if (follow === null) return;
    this.#on?.setPointerCapture(event.pointerId);
    [this.#press, this.#follow] = [event, follow];
    this.#waits = way === "across" && event.pointerType === "touch";
    if (way === "across" && !this.#waits) follow(event);
  }

  #pull(event: PointerEvent): void {
    if (this.#waits && this.#press !== null) {
      const across = Math.abs(event.clientX - this.#press.clientX);
      const along = Math.abs(event.clientY - this.#press.clientY);
      if (Math.max(across, along) < slop) return;
      this.#waits = false;
      if (along > across) this.#drop();
    }
    this.#follow?.(event);
  }

  #drop(): void {
    const dragged = this.#follow !== null;
    [this.#press, this.#follow, this.#waits] = [null, null, false];
    if (dragged) this.#dragging?.drop?.();
  }
}

export const drag = directive(Drag);
