import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Estimator, Run } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import type { Results } from "../../model/lab.ts";
import { shortened } from "../../model/names.ts";
import type { Shown } from "../../model/store.ts";
import { frozenFrom, isSampled, looksHard } from "../../model/training.ts";
import { icon } from "../icons.ts";
import { type Axes, valueAxes } from "../plot/axes.ts";
import { numbersAcross, numbersUp } from "../plot/axis.ts";
import { finite } from "../plot/extent.ts";
import {
  exit,
  type Frame,
  fitFrame,
  fromX,
  fromY,
  placeIn,
  spaceFor,
  tipOf,
  toX,
  toY,
  unitsOf,
} from "../plot/frame.ts";
import { convexHull } from "../plot/hull.ts";
import {
  allSides,
  type Label,
  type Obstacles,
  placeLabels,
  type Request,
  segment,
  squareAround,
  textWidth,
} from "../plot/labels.ts";
import { disc, marker, picture } from "../plot/mark.ts";
import {
  angleOf,
  arrowHead,
  corners,
  distanceBetween,
  isFinitePoint,
  type Point,
  polygon,
  polyline,
  px,
  type Rect,
  round,
  thinned,
} from "../plot/path.ts";
import { plotStyles } from "../plot/styles.ts";
import { axisNumber, ticks } from "../plot/ticks.ts";
import { richText } from "../rich-text.ts";
import { SceneDefault } from "../scene-default.ts";
import { sharedStyles } from "../store-element.ts";
import { LabElement } from "./lab-element.ts";
import labCss from "./shared-lab.css?inline";
import css from "./trails.css?inline";

/** How a drawing scale is written. */
const scaleName = (scale: number): string =>
  scale < 1 ? `1/${axisNumber(Math.round(1 / scale))}` : axisNumber(scale);

interface Line {
  readonly text: string;
  readonly kind: string;
}

/** Lines of text that want a place beside a point. */
interface Named extends Request {
  readonly lines: readonly Line[];
}

const named = (
  key: string,
  [x, y]: Point,
  clear: number,
  lines: readonly Line[],
  sides = allSides,
): Named => ({
  ...{ key, x, y, clear, lines, sides },
  width: Math.max(...lines.map(({ text }) => textWidth(text, 13.5))),
  height: lines.length * lineHeight + 2,
});

const lineHeight = 15;

/** A name in its place. */
interface Placed extends Named {
  readonly label: Label;
}

/** The plane of the values, and where its items and the start of the query stand in it, px. */
interface ValuePlane {
  readonly shown: Shown;
  readonly frame: Frame;
  readonly axes: Axes;
  readonly spots: readonly Point[];
  readonly start: Point;
}

interface Trail {
  readonly estimator: Estimator;
  readonly run: Run;
  readonly points: readonly Point[];
}

/** A trail as far as it has come. */
interface Ended extends Trail {
  readonly end: Point;
  readonly out: Out | null;
}

/** The plane of the values, and in it the way of every query. */
export class Trails extends LabElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(labCss), unsafeCSS(css)];

  readonly #axes = new SceneDefault<Axes>();
  #plane: { readonly of: readonly unknown[]; readonly plane: ValuePlane } | null = null;
  #trails: { readonly of: readonly unknown[]; readonly trails: readonly Trail[] } | null = null;
  /** Which place each name took. */
  #places: ReadonlyMap<string, number> = new Map();

  #planeOf(shown: Shown, results: Results): ValuePlane {
    const runs = steady.map((estimator) => results.runs.get(estimator));
    const of = [shown.derivation, shown.names, results.setup, this.width, ...runs];
    const known = this.#plane;
    if (known?.of.every((part, i) => part === of[i])) return known.plane;
    const { setup } = results;
    const axes = this.#axes.of(shown, () => valueAxes(shown.derivation, setup.X));
    const items = setup.X.map((row) => pointIn(axes, row));
    const start = pointIn(axes, setup.start);
    const ends = runs.flatMap((outcomes): readonly Point[] => {
      const run = outcomes?.[0];
      return run === undefined || run === "overflow"
        ? []
        : [pointIn(axes, run.q.data.slice(-run.q.cols))];
    });
    // The scale is that of the arrow in the derivation where it can be.
    const query = longer(start, pointIn(axes, shown.state.query));
    const frame = frameOf(items, start, query, ends, axes[1] === null, this.width);
    const plane = {
      shown,
      frame,
      axes,
      spots: items.map(placeIn(frame)),
      start: placeIn(frame)(tipOf(frame, start)),
    };
    this.#places = new Map();
    this.#plane = { of, plane };
    return plane;
  }

  #trailsOf(
    { frame, axes }: ValuePlane,
    results: Results,
    chosen: readonly Estimator[],
  ): readonly Trail[] {
    const of = [frame, results.runs, chosen];
    const known = this.#trails;
    if (known?.of.every((part, i) => part === of[i])) return known.trails;
    const at = placeIn(frame);
    const trails = chosen.flatMap((estimator): readonly Trail[] => {
      const run = results.runs.get(estimator)?.[0];
      if (run === undefined || run === "overflow") return [];
      const { rows, cols, data } = run.q;
      const points = Array.from({ length: rows }, (_, k) =>
        at(tipOf(frame, pointIn(axes, data.subarray(k * cols, (k + 1) * cols)))),
      );
      return [{ estimator, run, points }];
    });
    this.#trails = { of, trails };
    return trails;
  }

  protected override render(): TemplateResult | null {
    const { store, lab, words, width } = this;
    const shown = store.shown.value;
    const results = lab.results.value;
    const line = lab.line.value;
    if (shown === null || line === null) return null;
    const { trails: text } = words;
    if (results === null) return null;
    const { estimators, at } = shown.state.options;
    const plane = width > 0 ? this.#planeOf(shown, results) : null;
    const first = line.losses?.pick[0] ?? line.target;
    const scale = plane === null ? "" : scaleName(plane.frame.scale);
    return html`
      <h2>${text.heading}</h2>
      <p class="sentence">${richText(text.sentence(shown.names[first] ?? "", scale, estimators.some(isSampled)))}</p>
      ${plane === null ? nothing : this.#drawing(plane, this.#trailsOf(plane, results, estimators), at, results)}
    `;
  }

  #drawing(
    plane: ValuePlane,
    trails: readonly Trail[],
    at: number,
    results: Results,
  ): TemplateResult {
    const { words } = this;
    const { frame, shown, axes } = plane;
    const { features } = shown;
    const [across, up] = axes;
    const clip = {
      left: frame.left - 40,
      right: frame.width - 4,
      top: 4,
      bottom: frame.bottom + 30,
    };
    const ends = trails.map((trail) => ({ ...trail, ...endOf(trail, axes, at, clip) }));
    const labels = this.#labels(plane, ends, at, clip);
    const coordinate = (run: Run, component: number | null): string =>
      component === null ? "0" : format(run.q.data[at * run.q.cols + component] ?? 0);
    return html`
      <svg
        class="plot ltr"
        width=${frame.width}
        height=${frame.height}
        viewBox="0 0 ${frame.width} ${frame.height}"
        role="img"
        aria-label=${words.trails.label}
      >
        <clipPath id="frame"><rect x=${clip.left} y=${clip.top} width=${clip.right - clip.left} height=${clip.bottom - clip.top} /></clipPath>
        ${guard([plane, this.store.language.value], () => standing(plane, results))}
        <g clip-path="url(#frame)">
          ${trails.map((trail) => trailPath(trail, at))}
        </g>
        ${ends
          .toReversed()
          .map(({ estimator, end, out }) =>
            out
              ? svg`<path class="head" d=${arrowHead(end, out.angle, 11, 4.5)} />`
              : marker(looksHard(estimator), end),
          )}
        ${labels.map(leader)}
        ${labels.map(nameLines)}
      </svg>
      ${
        ends.some(({ out }) => out !== null)
          ? html`<p class="note">${ends
              .flatMap(({ estimator, out }) =>
                out === null
                  ? []
                  : [
                      words.trails.beyond(
                        words.train.short[estimator],
                        format(out.query[0]),
                        format(out.query[1]),
                      ),
                    ],
              )
              .join(" · ")}</p>`
          : nothing
      }
      <ul class="hidden">
        ${ends.map(
          ({ estimator, run }) =>
            html`<li>${words.trails.described(words.train.estimators[estimator], `${features[across] ?? ""} ${coordinate(run, across)}`, up === null ? "" : `${features[up] ?? ""} ${coordinate(run, up)}`)}</li>`,
        )}
      </ul>
    `;
  }

  /** Names at the ends of the trails, and of the items, in their places. */
  #labels(plane: ValuePlane, ends: readonly Ended[], at: number, clip: Rect): readonly Placed[] {
    const target = this.lab.results.value?.setup.target;
    const trails = this.#trailNames(ends, at);
    const items = this.#itemNames(plane);
    const obstacles = inTheWay(plane, ends, at, clip);
    // Where it gets tight the objects, which are drawn, go without their names.
    const wanted = [
      [...trails, ...items],
      [...trails, ...items.filter(({ key }) => key === `item ${target}`)],
      trails,
    ];
    for (const all of wanted) {
      const placement = placeLabels(all, obstacles, this.#places);
      if (all !== trails && trails.some(({ key }) => !placement.placed.has(key))) continue;
      this.#places = placement.places;
      return all.flatMap((name) => {
        const label = placement.placed.get(name.key);
        return label === undefined ? [] : [{ ...name, label }];
      });
    }
    return [];
  }

  /** Trails that end at one place share a label. */
  #trailNames(ends: readonly Ended[], at: number): readonly Named[] {
    const groups: Ended[][] = [];
    for (const trail of ends) {
      const meets = ([first]: readonly Ended[]): boolean =>
        first?.out === null && trail.out === null && distanceBetween(first.end, trail.end) < 9;
      const known = groups.find(meets);
      if (known) known.push(trail);
      else groups.push([trail]);
    }
    return groups.flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const key = group.map(({ estimator }) => estimator).join(" ");
      const lines = group.flatMap((trail) => this.#trailLines(trail, group.length === 1, at));
      return [
        named(
          key,
          first.end,
          6,
          lines,
          first.out ? ["se", "sw", "left", "right", "below"] : allSides,
        ),
      ];
    });
  }

  #trailLines({ estimator, run }: Trail, alone: boolean, at: number): readonly Line[] {
    const { trails, train } = this.words;
    const frozen = isSampled(estimator) ? null : frozenFrom(run);
    const kind = `${looksHard(estimator) ? "hard" : "soft"} ${isSampled(estimator) ? "light" : ""}`;
    if (frozen === 0 && estimator === "hard") return [{ text: trails.stays, kind }];
    const stuck = alone && frozen !== null && at >= frozen;
    return [
      { text: train.short[estimator], kind },
      ...(stuck ? [{ text: trails.stuck(String(frozen)), kind: "second" }] : []),
    ];
  }

  #itemNames({ spots, shown }: ValuePlane): readonly Named[] {
    const { target, items } = this.lab.results.value?.setup ?? { target: -1, items: [] };
    if (spots.length > mostNames) return [];
    return spots.map((spot, i) => {
      const text = shortened(shown.names[items[i] ?? i] ?? "");
      return i === target
        ? named(`item ${i}`, spot, 20, [
            { text, kind: "target" },
            { text: this.words.trails.target, kind: "second" },
          ])
        : named(`item ${i}`, spot, 13, [{ text, kind: "object" }]);
    });
  }
}

/** Beyond this many, the items have their names in their tooltips. */
const mostNames = 14;

const pointIn = ([across, up]: Axes, vector: ArrayLike<number>): Point => [
  vector[across] ?? 0,
  up === null ? 0 : (vector[up] ?? 0),
];

/** The start must be in view, and half of the trails to their end. */
function frameOf(
  items: readonly Point[],
  start: Point,
  [x, y]: Point,
  ends: readonly Point[],
  line: boolean,
  width: number,
): Frame {
  const space = spaceFor(width, 380);
  const content = { queryIsPlace: false, output: null, line };
  const zoomed = (zoom: number): Frame => {
    const query: Point = [finite(x * zoom), finite(y * zoom)];
    const { scale, foot } = fitFrame({ ...content, items, query }, space);
    const tip = tipOf({ scale, foot }, start);
    const frame = fitFrame({ ...content, items: [...items, tip], query: null }, space);
    return { ...frame, scale, foot };
  };
  const sees = (frame: Frame): boolean =>
    2 * ends.filter((point) => within(frame, tipOf(frame, point))).length >= ends.length;
  return zooms.map(zoomed).find(sees) ?? zoomed(1);
}

/** What names had better not cover. */
function inTheWay(
  { frame, spots, start }: ValuePlane,
  ends: readonly Ended[],
  at: number,
  clip: Rect,
): Obstacles {
  const segments = ends.flatMap(({ points }) => {
    const every = points.filter((_, k) => k % 4 === 0 && k <= at);
    return every.slice(1).map((to, k) => segment(every[k] ?? to, to, 2));
  });
  return {
    rects: [...spots.map((spot) => squareAround(spot, 12)), squareAround(start, 6)],
    segments: [...segments, segment([frame.left, frame.top], [frame.left, frame.bottom], 3)],
    bounds: { left: frame.left + 2, right: clip.right, top: 0, bottom: frame.bottom },
  };
}

function trailPath({ estimator, points }: Trail, at: number): SVGTemplateResult {
  const sampled = isSampled(estimator);
  const path = (part: readonly Point[]): string => polyline(thinned(part, 0.5));
  return svg`
    <path class="trail ahead" d=${path(points)} />
    <path class="trail ${sampled ? "sampled" : ""}" d=${path(points.slice(0, at + 1))} />
    ${sampled ? nothing : points.slice(1, Math.min(at, 5) + 1).map((point) => disc(point, 1.8))}`;
}

/** To a list of names, which stands farther off. */
function leader({ label, lines, x, y }: Placed): SVGTemplateResult | typeof nothing {
  if (lines.length < 3 || label.anchor === "middle") return nothing;
  const to: Point = [
    x + label.dx + (label.anchor === "start" ? -4 : 4),
    y + label.dy + (lines.length * lineHeight) / 2,
  ];
  return svg`<path class="axis" d=${polyline([[x, y], to])} />`;
}

const nameLines = ({ label, lines, x, y }: Placed): SVGTemplateResult => svg`
  <text class="label halo" text-anchor=${label.anchor} y=${round(y + label.dy + 13)}>
    ${lines.map(({ text, kind }, k) => svg`<tspan class=${kind} x=${round(x + label.dx)} dy=${k === 0 ? 0 : lineHeight}>${text}</tspan>`)}
  </text>`;

/** What does not move while the updates go by. */
function standing(
  { frame, axes: [across, up], spots, start, shown }: ValuePlane,
  { setup }: Results,
): SVGTemplateResult {
  const { features, names } = shown;
  const gap = unitsOf(frame, 52);
  const acrossTicks = ticks(fromX(frame, frame.left), fromX(frame, frame.right), gap);
  const upTicks =
    up === null ? [] : ticks(fromY(frame, frame.bottom), fromY(frame, frame.top), gap);
  const items = setup.X.map((row) => pointIn([across, up], row)).filter(isFinitePoint);
  const target = spots[setup.target] ?? [0, 0];
  return svg`
    <path class="hull" d=${polygon(convexHull(items).map(placeIn(frame)))} />
    <path class="axis" d="M${frame.left} ${up === null ? frame.bottom : frame.top - 12}V${frame.bottom}H${frame.right + 8}" />
    ${numbersAcross(acrossTicks, (value) => toX(frame, value), frame.bottom + 17)}
    ${numbersUp(upTicks, (value) => toY(frame, value), frame.left - 8)}
    <text class="feature" text-anchor="end" x=${frame.right} y=${frame.bottom + 34}>${shortened(features[across] ?? "", 24)} →</text>
    ${up === null ? nothing : upward(shortened(features[up] ?? "", 24), frame.top)}
    <path class="query" d="M${px(placeIn(frame)(frame.foot))}L${px(start)}" />
    <path class="frame" d=${corners(target, 19, 9)} />
    ${spots.map((spot, i) => {
      const name = names[setup.items[i] ?? i] ?? "";
      const drawing = icon(name);
      return svg`<g><title>${name}</title>${drawing === null ? disc(spot, 4, "object") : picture(drawing, spot, 12)}</g>`;
    })}
  `;
}

/** Those whose trails decide how much the plane must show: never sampled, and not at rest. */
const steady: readonly Estimator[] = ["soft-mse", "soft-ce", "straight-through", "expected-hard"];

/** How much longer than its arrow a query may become. */
const zooms: readonly number[] = [1, 2, 5, 10, 20, 50, 100];

const within = (frame: Frame, point: Point): boolean => {
  const [across, up] = placeIn(frame)(point);
  return (
    across >= frame.left - 20 && across <= frame.right + 40 && up >= 4 && up <= frame.bottom + 10
  );
};

interface Out {
  /** Where it is. */
  readonly query: Point;
  /** Where the arrowhead points. */
  readonly angle: number;
}

/** The name of the axis that goes up: turned, but Chinese stands upright. */
const upward = (name: string, top: number): SVGTemplateResult =>
  /^[\u3400-\u9fff]+$/.test(name)
    ? svg`<text class="feature" text-anchor="middle" x="10" y=${top}>${["↑", ...name].map((letter, k) => svg`<tspan x="10" dy=${k === 0 ? 0 : 18}>${letter}</tspan>`)}</text>`
    : svg`<text class="feature" text-anchor="end" transform="translate(12 ${top}) rotate(-90)">${name} →</text>`;

const longer = (a: Point, b: Point): Point => (Math.hypot(...a) >= Math.hypot(...b) ? a : b);

/** Where a trail is drawn to end: past the edge it becomes an arrowhead there. */
function endOf(
  { points, run }: Trail,
  axes: Axes,
  at: number,
  clip: Rect,
): { readonly end: Point; readonly out: Out | null } {
  const inside = ([x, y]: Point): boolean =>
    x >= clip.left && x <= clip.right && y >= clip.top && y <= clip.bottom;
  const last = points[at] ?? [0, 0];
  if (inside(last)) return { end: last, out: null };
  let k = at;
  while (k > 0 && !inside(points[k - 1] ?? last)) k -= 1;
  const [from, to] = [points[Math.max(0, k - 1)] ?? last, points[k] ?? last];
  const { cols, data } = run.q;
  const query = pointIn(axes, data.subarray(at * cols, (at + 1) * cols));
  return { end: exit(from, to, clip) ?? from, out: { query, angle: angleOf(from, to) } };
}

customElements.define("sb-trails", Trails);
