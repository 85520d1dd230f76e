import { nothing, type SVGTemplateResult, svg } from "lit";
import { format } from "../../model/format.ts";
import type { KnobCurve } from "../../model/opening.ts";
import { sizeOf } from "../plot/extent.ts";
import { square } from "../plot/mark.ts";
import { polyline, round } from "../plot/path.ts";
import { linear, type Scale } from "../plot/scale.ts";
import { object, type Size } from "./columns.ts";

/** Where the parts of a knob stand, px of its drawing. */
export interface Knob {
  readonly width: number;
  readonly height: number;
  readonly x: Scale;
  readonly y: Scale;
  readonly zero: number;
  readonly track: number;
}

/** @param column the feature of all items: the plot is as high as they reach */
export function knobOf(
  width: number,
  limit: number,
  column: readonly number[],
  { narrow, low }: Size,
): Knob {
  const [top, bottom, track, height] = narrow
    ? [20, 62, 83, 98]
    : low
      ? [19, 65, 85, 108]
      : [22, 82, 106, 130];
  const most = sizeOf(column) || 1;
  const least = Math.min(0, ...column.filter(Number.isFinite));
  const y = linear(least, Math.max(0, ...column.filter(Number.isFinite)) || most, bottom, top, 0.2);
  return {
    ...{ width, height, track, y, zero: round(y(0)) },
    x: linear(-limit, limit, 1, width - 1, 0),
  };
}

/** Treads of the pick, the slope of the soft output, and the handle that turns the query. */
export function drawKnob(
  { width, x, y, zero, track }: Knob,
  { treads, soft }: KnobCurve,
  value: number,
  hard: number,
  limit: number,
  names: readonly string[],
  size: Size,
): SVGTemplateResult {
  const now = round(x(value));
  const level = (height: number): number => round(y(height));
  const risers = treads
    .slice(1)
    .map(
      ({ from, height }, k) =>
        `M${round(x(from))} ${level(treads[k]?.height ?? 0)}V${level(height)}`,
    );
  return svg`
    <rect class="touch" x="-12" y="0" width=${width + 24} height="100%" />
    <line class="zero" x1="0" x2=${width} y1=${zero} y2=${zero} />
    <path class="soft" d=${polyline(soft.map(([at, height]) => [x(at), y(height)] as const))} />
    <path class="riser" d=${risers.join("")} />
    <path class="tread" d=${treads.map(({ from, to, height }) => `M${round(x(from))} ${level(height)}H${round(x(to))}`).join("")} />
    ${treads.map(({ pick, from, to, height }) => {
      const half = size.narrow ? 6.5 : 8;
      const [a, b] = [x(from), x(to)];
      // The last one of a plot may be narrow, and has room beside it.
      if (b - a < 2 * half && a > 1 && b < width - 1) return nothing;
      const middle = Math.min(width - half, Math.max(half, (a + b) / 2));
      // The handle stands clear of it.
      const near = Math.abs(middle - now) < half + 5 && value >= from && value <= to;
      const beside =
        near && middle + 2 * half + 6 < b
          ? now + half + 7
          : near && now - half - 7 > a
            ? now - half - 7
            : middle;
      return object(names[pick] ?? "", beside, level(height) - half - 4, half);
    })}
    <line class="stem" x1=${now} x2=${now} y1=${level(hard)} y2=${track} />
    ${square([now, level(hard)], size.narrow ? 4.5 : 4.5)}
    <path class="track" d="M0 ${track}H${width}M0.75 ${track - 5}v10M${width / 2} ${track - 5}v10M${width - 0.75} ${track - 5}v10" />
    ${
      size.narrow
        ? nothing
        : svg`
          <text class="tick" x="0" y=${track + 22}>${format(-limit)}</text>
          <text class="tick" x=${width / 2} y=${track + 22} text-anchor="middle">0</text>
          <text class="tick" x=${width} y=${track + 22} text-anchor="end">${format(limit)}</text>`
    }
    <circle class="grip" cx=${now} cy=${track} r="11" />
    <path class="arrows" d="M${now - 2.5} ${track - 3.5}l-3.5 3.5l3.5 3.5M${now + 2.5} ${track - 3.5}l3.5 3.5l-3.5 3.5" />
  `;
}
