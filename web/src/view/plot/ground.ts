import { type SVGTemplateResult, svg } from "lit";

/**
 * An unseen rectangle under what moves. The browser puts its layers together anew when the extent of
 * something that it paints has changed: over a ground that is larger, extents do not change.
 */
export const ground = (x: number, y: number, width: number, height: number): SVGTemplateResult =>
  svg`<rect class="ground" x=${x} y=${y} width=${width} height=${height} fill="transparent" pointer-events="none" />`;
