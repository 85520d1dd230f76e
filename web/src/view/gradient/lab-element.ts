import type { Lab } from "../../model/lab.ts";
import type { GradientText } from "../../model/text/index.ts";
import { SizedElement } from "../sized-element.ts";

/** Marks that something lies past the left or the right edge: the edge then fades. */
export function markMore(scroll: Element): void {
  scroll.classList.toggle("less", scroll.scrollLeft > 2);
  scroll.classList.toggle("more", scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 2);
}

export const showMore = ({ currentTarget }: Event): void => {
  if (currentTarget instanceof Element) markMore(currentTarget);
};

/** A part of the view `gradient`: it draws from the store and from the experiments on it. */
export abstract class LabElement extends SizedElement {
  static override properties = {
    ...SizedElement.properties,
    lab: { attribute: false },
  };

  declare lab: Lab;

  protected get words(): GradientText {
    return this.store.words("gradient");
  }
}
