import type { Lab } from "../../model/lab.ts";
import type { GradientText } from "../../model/text/index.ts";
import { SizedElement } from "../sized-element.ts";

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
