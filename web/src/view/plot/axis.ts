/** Axes with their numbers. */
import { type SVGTemplateResult, svg } from "lit";
import { type Rect, round } from "./path.ts";
import type { Scale } from "./scale.ts";
import type { Tick } from "./ticks.ts";

type Anchor = "start" | "middle" | "end";

/** A number of an axis; `kind` is a class of the style sheet. */
export const tickLabel = (
  x: number,
  y: number,
  label: unknown,
  anchor: Anchor = "middle",
  kind = "",
): SVGTemplateResult =>
  svg`<text class="tick ${kind}" text-anchor=${anchor} x=${round(x)} y=${round(y)}>${label}</text>`;

/** Numbers under an axis across. */
export const numbersAcross = (
  ticks: readonly Tick[],
  x: Scale,
  y: number,
  kind = "",
): readonly SVGTemplateResult[] =>
  ticks.map(({ at, label }) => tickLabel(x(at), y, label, "middle", kind));

/** Numbers that end at `x`, beside an axis up. */
export const numbersUp = (
  ticks: readonly Tick[],
  y: Scale,
  x: number,
  kind = "",
): readonly SVGTemplateResult[] =>
  ticks.map(({ at, label }) => tickLabel(x, y(at) + 4, label, "end", kind));

/** A line across for each number of the axis up, and the numbers beside them. */
export const levels = (
  ticks: readonly Tick[],
  y: Scale,
  { left, right }: Pick<Rect, "left" | "right">,
  gap = 8,
  kind = "",
): SVGTemplateResult => svg`
  ${ticks.map(({ at }) => svg`<path class="grid ${at === 0 ? "zero" : ""}" d="M${left} ${round(y(at))}H${right}" />`)}
  ${numbersUp(ticks, y, left - gap, kind)}`;
