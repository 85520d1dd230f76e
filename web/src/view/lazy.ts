import type { TemplateResult } from "lit";

/** A part whose element is loaded when it is first drawn; until then it stands there empty. */
export function lazy(load: () => Promise<unknown>, part: TemplateResult): TemplateResult {
  void load();
  return part;
}
