import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

/** How strongly a cell is tinted, from 0 to 1: a strict content policy bars style attributes, but not the style object. */
class Shade extends Directive {
  #last = Number.NaN;

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error("shade() belongs on an element");
  }

  render(_strength: number): void {}

  override update(part: ElementPart, [strength]: [number]): void {
    if (strength === this.#last) return;
    this.#last = strength;
    (part.element as HTMLElement).style.setProperty("--strength", `${strength}%`);
  }
}

export const shade = directive(Shade);
