import { nothing, type SVGTemplateResult, svg } from "lit";
import { format, formatExact } from "../../model/format.ts";
import type { Store } from "../../model/store.ts";
import { instantIn } from "../../model/sweep.ts";
import { axisFrom, axisTo } from "../../model/temperature.ts";
import { tickLabel } from "../plot/axis.ts";
import { textWidth } from "../plot/labels.ts";
import { disc, square } from "../plot/mark.ts";
import { band, type Point, polyline, round } from "../plot/path.ts";
import type { Scale } from "../plot/scale.ts";
import { svgNumeral } from "../plot/svg-numeral.ts";
import { toX } from "./axis.ts";
import type { Backdrop, ChartDrawing } from "./chart-drawing.ts";
import type { ChartLayout, Plot } from "./layout.ts";
import { curve, lseFloor } from "./plots.ts";

/** A line across, from one limit to the other. */
const across = ({ zeroBlock, infinityBlock }: ChartLayout, y: number): string =>
  `M${zeroBlock.from} ${round(y)}H${infinityBlock.to}`;

/** Where a curve begins, as τ → 0, and ends, as τ → ∞. */
const limits = (
  { zero, infinity }: ChartLayout,
  y: Scale,
  values: ArrayLike<number>,
): readonly SVGTemplateResult[] => [
  square([zero, y(first(values))], 4),
  disc([infinity, y(last(values))], 5, "ring"),
];

const last = (values: ArrayLike<number>): number => values[values.length - 1] ?? Number.NaN;
const first = (values: ArrayLike<number>): number => values[0] ?? Number.NaN;

export function plotTitles({ layout, words, shown }: ChartDrawing): readonly SVGTemplateResult[] {
  const { plots } = words;
  const ofWeights = svg`${word("H")}(${word("p")})`;
  const titles: ReadonlyArray<readonly [Plot, string, string | null]> = [
    ["entropy", plots.entropy, null],
    ["lse", plots.lse, plots.lseCaption],
    ["variation", plots.variation, plots.variationCaption(shown.summary)],
  ];
  return titles.map(([plot, title, caption]) => {
    const { from } = layout.plots[plot];
    // The number stands at the end of the line.
    const used = textWidth(title, 15.5) + textWidth(caption ?? "", 13.5) + 90;
    return layout.narrow
      ? svg`<text class="title" y=${from - 18}>${title}${used > layout.width ? nothing : svg`<tspan class="caption" dx="7">${caption ?? ofWeights}</tspan>`}</text>`
      : svg`<text class="title" y=${from + 9}>${title}</text><text class="caption" y=${from + 27}>${caption ?? ofWeights}</text>`;
  });
}

export function entropyPlot(
  { layout, shown }: ChartDrawing,
  { curves, scales, flow }: Backdrop,
): SVGTemplateResult {
  const y = scales.entropy;
  const { entropy } = curves;
  const [low, high] = [first(entropy), last(entropy)];
  const flat = flow.tied === flow.order.length;
  const name = (letter: string, at: number, value: number) => svg`
    <text class="caption" x=${layout.words} y=${round(at + 4)}>${word("log")} ${word(letter)} = ${format(value)}</text>`;
  return svg`
    <path class="axis" d=${across(layout, y(low))} />
    ${flat ? nothing : svg`<path class="bound" d=${across(layout, y(high))} />`}
    <path class="curve" d=${polyline(curve(entropy, y, curves, layout))} />
    ${limits(layout, y, entropy)}
    ${flat ? nothing : name("n", y(high), shown.summary.attended > 0 ? high : Number.NaN)}
    ${name("k", y(low), low)}
  `;
}

const word = (name: string): SVGTemplateResult => svg`<tspan class="maths">${name}</tspan>`;

export function lsePlot(
  { layout, words }: ChartDrawing,
  { curves, scales, flow }: Backdrop,
): SVGTemplateResult {
  const y = scales.lse;
  const bound = curve(curves.bound, y, curves, layout, lseFloor);
  const values = curve(curves.lseMinusMax, y, curves, layout, lseFloor);
  const { lse } = layout.plots;
  const floor = bound.map(([x]): Point => [x, lse.to]);
  const alone = flow.order.length === 1;
  return svg`
    <path class="band" d=${band(floor, bound)} />
    ${[100, 1].map((value) => svg`<path class="grid" d=${across(layout, y(value))} />`)}
    <path class="axis" d=${across(layout, lse.to)} />
    ${[100, 1, lseFloor].map((value) =>
      layout.narrow
        ? tickLabel(layout.infinityBlock.to, y(value) - 3, value, "end")
        : tickLabel(layout.left - 8, y(value) + 4, value, "end"),
    )}
    <path class="bound" d=${polyline(bound)} />
    <path class="curve" d=${polyline(values)} />
    <text class="small hard" x=${layout.start + 4} y=${lse.to - 6}>→ 0</text>
    ${
      alone
        ? nothing
        : svg`
          <text class="small soft" text-anchor="end" x=${layout.end - (layout.narrow ? 14 : 2)} y=${lse.to - 6}>${words.plots.bothGrow}</text>
          <text class="caption" x=${layout.words} y=${lse.from + 4}>${words.plots.bound} ${word("τ log n")}</text>`
    }
  `;
}

export function variationPlot(
  { layout, words, shown }: ChartDrawing,
  { curves, scales, flow }: Backdrop,
): SVGTemplateResult {
  const y = scales.variation;
  const { upper, lower, totalVariationToTies } = curves;
  const above = curve(upper, y, curves, layout);
  const below = curve(lower, y, curves, layout);
  const { variation } = layout.plots;
  const n = flow.order.length;
  const flat = flow.tied === n;
  const { plots } = words;
  const lowEnd = y(last(lower));
  const lowLabel = Math.max(lowEnd, variation.from + 18);
  return svg`
    <path class="band" d=${band(below, above)} />
    <path class="axis" d=${across(layout, variation.to)} />
    ${layout.narrow ? nothing : tickLabel(layout.left - 8, variation.to + 4, "0", "end")}
    <path class="bound" d=${polyline(above)} />
    <path class="bound" d=${polyline(below)} />
    <path class="curve" d=${polyline(curve(totalVariationToTies, y, curves, layout))} />
    ${limits(layout, y, totalVariationToTies)}
    ${
      flat
        ? svg`<text class="caption" x=${layout.zeroBlock.to + 12} y=${variation.to - 8}>${plots.alone}</text>`
        : svg`
          <text class="caption" x=${layout.words} y=${variation.from + 4}>${plots.upper} → ${n - flow.tied}/${n}</text>
          <text class="caption" x=${layout.words} y=${round(lowLabel + 4)}>${plots.lower} → 1/${flow.tied + 1}</text>
          <text class="caption" x=${layout.words} y=${round(lowLabel + 21)}>(${plots.gap} ${word("Δ")} = ${svgNumeral(format(shown.derivation.gap))})</text>`
    }
  `;
}

/** The present temperature in the plots, and its numbers. */
export function plotsNow(
  { shown, layout, backdrop }: ChartDrawing,
  store: Store,
): SVGTemplateResult {
  const { derivation: d, state } = shown;
  const x = toX(layout, state.temperature);
  const { bound } = instantIn(store, shown);
  const [lower, upper] = d.totalVariationBounds;
  const value = (plot: Plot, number: number): SVGTemplateResult => {
    const { from } = layout.plots[plot];
    return layout.narrow
      ? svg`<text class="live" text-anchor="end" x=${layout.width} y=${from - 17}><title>${formatExact(number)}</title>${svgNumeral(format(number))}</text>`
      : svg`<text class="live" y=${from + 58}><title>${formatExact(number)}</title>${svgNumeral(format(number))}</text>`;
  };
  const numbers = svg`
    ${value("entropy", d.entropy)}${value("lse", d.lseMinusMax)}${value("variation", d.totalVariationToTies)}`;
  if (backdrop === null) return numbers;
  const { entropy, lse, variation } = backdrop.scales;
  const dot = (y: number): SVGTemplateResult => disc([x, y], 6, "mark");
  const ring = (y: number): SVGTemplateResult => disc([x, y], 3, "bound-dot");
  const beside = (number: number, y: number, side: 1 | -1): SVGTemplateResult => svg`
    <text class="beside halo" text-anchor=${side < 0 ? "end" : "start"} x=${round(x + 10 * side)} y=${round(y)}>${svgNumeral(format(number))}</text>`;
  const room = x > layout.start + 44 ? -1 : 1;
  const after = x < layout.end - 44 ? 1 : -1;
  const { plots } = layout;
  const finite = Number.isFinite(d.lseMinusMax) && d.lseMinusMax > 0;
  const inside = finite && d.lseMinusMax >= lseFloor;
  const onAxis = state.temperature >= axisFrom && state.temperature <= axisTo;
  const between = backdrop.flow.tied < backdrop.flow.order.length;
  return svg`
    ${numbers}
    <g aria-hidden="true">
      ${dot(entropy(d.entropy))}
      ${
        onAxis && bound > lseFloor && backdrop.flow.order.length > 1
          ? svg`${ring(lse(bound))}${beside(bound, lse(bound) - 5, room)}`
          : nothing
      }
      ${
        inside && onAxis
          ? dot(lse(d.lseMinusMax))
          : finite && state.temperature < axisTo
            ? svg`<path class="below" d="M${round(x)} ${plots.lse.to - 16}v10m-4 -4l4 4l4 -4" />`
            : nothing
      }
      ${
        onAxis && between
          ? svg`
            ${ring(variation(upper))}${beside(upper, variation(upper) - 5, room)}
            ${ring(variation(lower))}${beside(lower, Math.min(plots.variation.to + 13, variation(lower) + 15), after)}`
          : nothing
      }
      ${dot(variation(d.totalVariationToTies))}
    </g>
  `;
}
