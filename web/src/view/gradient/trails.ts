import { html, nothing, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Estimator, Run } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import type { Results } from "../../model/lab.ts";
import { shortened } from "../../model/names.ts";
import type { Shown } from "../../model/store.ts";
import { frozenFrom, isSampled, looksHard } from "../../model/training.ts";
import { icon } from "../icons.ts";
import { type Axes, valueAxes } from "../plot/axes.ts";
import { finite } from "../plot/extent.ts";
import {
  exit,
  type Frame,
  fitFrame,
  fromX,
  fromY,
  isFinitePoint,
  spaceFor,
  tipOf,
  toX,
  toY,
  unitsOf,
} from "../plot/frame.ts";
import { convexHull, type Point } from "../plot/hull.ts";
import {
  allSides,
  around,
  type Label,
  placeLabels,
  type Request,
  textWidth,
} from "../plot/labels.ts";
import { axisNumber, ticks } from "../plot/ticks.ts";
import { richText } from "../rich-text.ts";
import { sharedStyles } from "../store-element.ts";
import { round } from "./curves.ts";
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

interface Named {
  readonly key: string;
  readonly lines: readonly Line[];
  readonly x: number;
  readonly y: number;
  readonly clear: number;
  readonly sides: Request["sides"];
}

interface Ground {
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

/** The plane of the values, and in it the way of every query. */
export class Trails extends LabElement {
  static override styles = [sharedStyles, unsafeCSS(labCss), unsafeCSS(css)];

  #ground: { readonly of: readonly unknown[]; readonly ground: Ground } | null = null;
  #trails: { readonly of: readonly unknown[]; readonly trails: readonly Trail[] } | null = null;
  #kept: ReadonlyMap<string, number> = new Map();

  #groundOf(shown: Shown, results: Results): Ground {
    const runs = steady.map((estimator) => results.runs.get(estimator));
    const of = [shown.derivation, shown.names, results.setup, this.width, ...runs];
    const known = this.#ground;
    if (known?.of.every((part, i) => part === of[i])) return known.ground;
    const { setup } = results;
    const axes = valueAxes(shown.derivation, setup.X);
    const [across, up] = axes;
    const at = (vector: readonly number[]): Point => [
      vector[across] ?? 0,
      up === null ? 0 : (vector[up] ?? 0),
    ];
    const items = setup.X.map(at);
    const line = up === null;
    const space = spaceFor(this.width, 380);
    const content = { items, query: at(setup.start), queryIsPlace: false, output: null, line };
    const last = runs.flatMap((outcomes): readonly Point[] => {
      const run = outcomes?.[0];
      return run === undefined || run === "overflow"
        ? []
        : [at([...run.q.data.slice(-run.q.cols)])];
    });
    // The start must be in view, and half of the trails to their end; the scale is that of the arrow
    // in the derivation where it can be.
    const [x, y] = longer(at(setup.start), at(shown.state.query));
    const frameFor = (zoom: number): Frame => {
      const query: Point = [finite(x * zoom), finite(y * zoom)];
      const { scale, foot } = fitFrame({ ...content, query }, space);
      const tip = tipOf({ scale, foot }, at(setup.start));
      const frame = fitFrame({ ...content, items: [...items, tip], query: null }, space);
      return { ...frame, scale, foot };
    };
    const sees = (frame: Frame): boolean =>
      2 * last.filter((point) => within(frame, tipOf(frame, point))).length >= last.length;
    const frame = zooms.map(frameFor).find(sees) ?? frameFor(1);
    const tip = tipOf(frame, at(setup.start));
    const ground = {
      shown,
      frame,
      axes,
      spots: items.map(([x, y]): Point => [round(toX(frame, x)), round(toY(frame, y))]),
      start: [round(toX(frame, tip[0])), round(toY(frame, tip[1]))] as const,
    };
    this.#kept = new Map();
    this.#ground = { of, ground };
    return ground;
  }

  #trailsOf(
    { frame, axes: [across, up] }: Ground,
    results: Results,
    chosen: readonly Estimator[],
  ): readonly Trail[] {
    const of = [frame, results.runs, chosen];
    const known = this.#trails;
    if (known?.of.every((part, i) => part === of[i])) return known.trails;
    const trails = chosen.flatMap((estimator): readonly Trail[] => {
      const run = results.runs.get(estimator)?.[0];
      if (run === undefined || run === "overflow") return [];
      const { rows, cols, data } = run.q;
      const points = Array.from({ length: rows }, (_, k): Point => {
        const [x, y] = tipOf(frame, [
          data[k * cols + across] ?? 0,
          up === null ? 0 : (data[k * cols + up] ?? 0),
        ]);
        return [round(toX(frame, x)), round(toY(frame, y))];
      });
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
    const ground = width > 0 ? this.#groundOf(shown, results) : null;
    const first = line.losses?.pick[0] ?? line.target;
    const scale = ground === null ? "" : scaleName(ground.frame.scale);
    return html`
      <h2>${text.heading}</h2>
      <p class="sentence">${richText(text.sentence(shown.names[first] ?? "", scale, estimators.some(isSampled)))}</p>
      ${ground === null ? nothing : this.#plane(ground, this.#trailsOf(ground, results, estimators), at, results)}
    `;
  }

  #plane(ground: Ground, trails: readonly Trail[], at: number, results: Results): TemplateResult {
    const { words } = this;
    const { frame, shown, axes } = ground;
    const { features } = shown;
    const [across, up] = axes;
    const clip = {
      left: frame.left - 40,
      right: frame.width - 4,
      top: 4,
      bottom: frame.bottom + 30,
    };
    const ends = trails.map((trail) => ({ ...trail, ...endOf(trail, axes, at, clip) }));
    const labels = this.#labels(ground, ends, at, clip);
    const coordinate = (run: Run, component: number | null): string =>
      component === null ? "0" : format(run.q.data[at * run.q.cols + component] ?? 0);
    return html`
      <svg
        class="ltr"
        width=${frame.width}
        height=${frame.height}
        viewBox="0 0 ${frame.width} ${frame.height}"
        role="img"
        aria-label=${words.trails.label}
      >
        <clipPath id="frame"><rect x=${clip.left} y=${clip.top} width=${clip.right - clip.left} height=${clip.bottom - clip.top} /></clipPath>
        ${guard([ground, this.store.language.value], () => this.#still(ground, results))}
        <g clip-path="url(#frame)">
          ${trails.map(
            ({ estimator, points }) => svg`
              <path class="trail ahead" d=${pathOf(points)} />
              <path class="trail ${isSampled(estimator) ? "sampled" : ""}" d=${pathOf(points.slice(0, at + 1))} />
              ${points.slice(1, Math.min(at, 5) + 1).map(([x, y]) => (isSampled(estimator) ? nothing : svg`<circle class="disc" cx=${x} cy=${y} r="1.8" />`))}`,
          )}
        </g>
        ${[...ends]
          .reverse()
          .map(({ estimator, end, out }) =>
            out
              ? svg`<path class="head" d="M0 0l-11 -4.5v9z" transform="translate(${end[0]} ${end[1]}) rotate(${out.angle})" />`
              : looksHard(estimator)
                ? svg`<rect class="square" x=${end[0] - 4.5} y=${end[1] - 4.5} width="9" height="9" />`
                : svg`<circle class="disc" cx=${end[0]} cy=${end[1]} r="5" />`,
          )}
        ${labels.map(({ label, lines, x, y }) => {
          // A list of names stands farther off: a line leads to it.
          if (lines.length < 3 || label.anchor === "middle") return nothing;
          const to = x + label.dx + (label.anchor === "start" ? -4 : 4);
          const middle = y + label.dy + (lines.length * 15) / 2;
          return svg`<path class="axis" d="M${x} ${y}L${round(to)} ${round(middle)}" />`;
        })}
        ${labels.map(
          ({ label, lines, x, y }) => svg`
            <text class="label" text-anchor=${label.anchor} x=${x + label.dx} y=${y + label.dy + 13}>
              ${lines.map(({ text, kind }, k) => svg`<tspan class=${kind} x=${x + label.dx} dy=${k === 0 ? 0 : 15}>${text}</tspan>`)}
            </text>`,
        )}
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
                        format(out.x),
                        format(out.y),
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

  /** Names at the ends of the trails, and of the items. */
  #labels(
    { spots, shown, frame, start }: Ground,
    ends: ReadonlyArray<Trail & { readonly end: Point; readonly out: Out | null }>,
    at: number,
    clip: Clip,
  ): ReadonlyArray<{
    readonly label: Label;
    readonly lines: readonly Line[];
    readonly x: number;
    readonly y: number;
  }> {
    const { words } = this;
    const { trails: text, train } = words;
    // Those at one place share a label.
    const groups: (typeof ends)[number][][] = [];
    for (const trail of ends) {
      const known = groups.find(
        ([first]) =>
          first !== undefined &&
          first.out === null &&
          trail.out === null &&
          Math.hypot(first.end[0] - trail.end[0], first.end[1] - trail.end[1]) < 9,
      );
      if (known) known.push(trail);
      else groups.push([trail]);
    }
    const linesOf = ({ estimator, run }: Trail, alone: boolean): readonly Line[] => {
      const frozen = isSampled(estimator) ? null : frozenFrom(run);
      const name = train.short[estimator];
      const kind = `${looksHard(estimator) ? "hard" : "soft"} ${isSampled(estimator) ? "light" : ""}`;
      if (frozen === 0 && estimator === "hard") return [{ text: text.stays, kind }];
      const stuck = alone && frozen !== null && at >= frozen;
      return [
        { text: name, kind },
        ...(stuck ? [{ text: text.stuck(String(frozen)), kind: "second" }] : []),
      ];
    };
    const named = groups.flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const [x, y] = first.end;
      return [
        {
          key: group.map(({ estimator }) => estimator).join(" "),
          lines: group.flatMap((trail) => linesOf(trail, group.length === 1)),
          x,
          y,
          clear: 6,
          sides: first.out ? (["se", "sw", "left", "right", "below"] as const) : allSides,
        },
      ];
    });
    const { target, items } = this.lab.results.value?.setup ?? { target: -1, items: [] };
    const objects =
      spots.length > 14
        ? []
        : spots.map(([x, y], i) => ({
            key: `item ${i}`,
            lines: [
              {
                text: shortened(shown.names[items[i] ?? i] ?? ""),
                kind: i === target ? "target" : "object",
              },
              ...(i === target ? [{ text: text.target, kind: "second" }] : []),
            ],
            x,
            y,
            clear: i === target ? 20 : 13,
            sides: allSides,
          }));
    const requestOf = ({ key, lines, x, y, clear, sides }: Named): Request => ({
      key,
      x,
      y,
      clear,
      width: Math.max(...lines.map((line) => textWidth(line.text, 13.5))),
      height: lines.length * 15 + 2,
      sides,
    });
    const segments = ends.flatMap(({ points }) => {
      const every = points.filter((_, k) => k % 4 === 0 && k <= at);
      return every.slice(1).map(([x2, y2], k) => {
        const [x1, y1] = every[k] ?? [x2, y2];
        return { x1, y1, x2, y2, cost: 2 };
      });
    });
    const obstacles = {
      rects: [...spots.map(([x, y]) => around(x, y, 12)), around(...start, 6)],
      segments: [
        ...segments,
        { x1: frame.left, y1: frame.top, x2: frame.left, y2: frame.bottom, cost: 3 },
      ],
      bounds: { left: frame.left + 2, right: clip.right, top: 0, bottom: frame.bottom },
    };
    // Where it gets tight the objects, which are drawn, go without their names.
    const wanted = [
      [...named, ...objects],
      [...named, ...objects.filter(({ key }) => key === `item ${target}`)],
      named,
    ];
    for (const all of wanted) {
      const placement = placeLabels(all.map(requestOf), obstacles, this.#kept);
      if (all !== named && named.some(({ key }) => !placement.placed.has(key))) continue;
      this.#kept = placement.places;
      return all.flatMap(({ key, lines, x, y }) => {
        const label = placement.placed.get(key);
        return label === undefined ? [] : [{ label, lines, x, y }];
      });
    }
    return [];
  }

  /** What does not move while the updates go by. */
  #still({ frame, axes, spots, start, shown }: Ground, { setup }: Results): unknown {
    const [across, up] = axes;
    const { features, names } = shown;
    const gap = unitsOf(frame, 52);
    const acrossTicks = ticks(fromX(frame, frame.left), fromX(frame, frame.right), gap);
    const upTicks =
      up === null ? [] : ticks(fromY(frame, frame.bottom), fromY(frame, frame.top), gap);
    const hull = convexHull(
      setup.X.map((row): Point => [row[across] ?? 0, up === null ? 0 : (row[up] ?? 0)]).filter(
        isFinitePoint,
      ),
    );
    const foot: Point = [round(toX(frame, frame.foot[0])), round(toY(frame, frame.foot[1]))];
    const [tx, ty] = spots[setup.target] ?? [0, 0];
    return svg`
      <path class="hull" d=${hull.length > 1 ? `M${hull.map(([x, y]) => `${round(toX(frame, x))} ${round(toY(frame, y))}`).join("L")}Z` : ""} />
      <path class="axis" d="M${frame.left} ${up === null ? frame.bottom : frame.top - 12}V${frame.bottom}H${frame.right + 8}" />
      ${acrossTicks.map(({ at, label }) => svg`<text class="tick" text-anchor="middle" x=${round(toX(frame, at))} y=${frame.bottom + 17}>${label}</text>`)}
      ${upTicks.map(({ at, label }) => svg`<text class="tick" text-anchor="end" x=${frame.left - 8} y=${round(toY(frame, at) + 4)}>${label}</text>`)}
      <text class="feature" text-anchor="end" x=${frame.right} y=${frame.bottom + 34}>${shortened(features[across] ?? "", 24)} →</text>
      ${up === null ? nothing : upward(shortened(features[up] ?? "", 24), frame.top)}
      <path class="query" d="M${foot[0]} ${foot[1]}L${start[0]} ${start[1]}" />
      <path class="frame" d="M${tx - 19} ${ty - 10}v-9h9M${tx + 10} ${ty - 19}h9v9M${tx + 19} ${ty + 10}v9h-9M${tx - 10} ${ty + 19}h-9v-9" />
      ${spots.map(([x, y], i) => {
        const name = names[setup.items[i] ?? i] ?? "";
        const drawing = icon(name);
        return drawing === null
          ? svg`<circle class="object" cx=${x} cy=${y} r="4"><title>${name}</title></circle>`
          : svg`<g transform="translate(${x - 12} ${y - 12}) scale(0.5)"><title>${name}</title>${drawing}</g>`;
      })}
    `;
  }
}

/** Those whose trails decide how much the plane must show: never sampled, and not at rest. */
const steady: readonly Estimator[] = ["soft-mse", "soft-ce", "straight-through", "expected-hard"];

/** How much longer than its arrow a query may become. */
const zooms: readonly number[] = [1, 2, 5, 10, 20, 50, 100];

const within = (frame: Frame, [x, y]: Point): boolean => {
  const [across, up] = [toX(frame, x), toY(frame, y)];
  return (
    across >= frame.left - 20 && across <= frame.right + 40 && up >= 4 && up <= frame.bottom + 10
  );
};

interface Out {
  /** Where the query is. */
  readonly x: number;
  readonly y: number;
  /** Where the arrowhead points, degrees. */
  readonly angle: number;
}

/** The name of the axis that goes up: turned, but Chinese stands upright. */
const upward = (name: string, top: number): unknown =>
  /^[\u3400-\u9fff]+$/.test(name)
    ? svg`<text class="feature" text-anchor="middle" x="10" y=${top}>${["↑", ...name].map((letter, k) => svg`<tspan x="10" dy=${k === 0 ? 0 : 18}>${letter}</tspan>`)}</text>`
    : svg`<text class="feature" text-anchor="end" transform="translate(12 ${top}) rotate(-90)">${name} →</text>`;

const longer = (a: Point, b: Point): Point => (Math.hypot(...a) >= Math.hypot(...b) ? a : b);

function pathOf(points: readonly Point[]): string {
  let path = "";
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  points.forEach(([x, y], k) => {
    const last = k === points.length - 1;
    if (!last && Math.abs(x - lastX) < 0.6 && Math.abs(y - lastY) < 0.6) return;
    path += `${path === "" ? "M" : "L"}${x} ${y}`;
    [lastX, lastY] = [x, y];
  });
  return path;
}

/** Where a trail is drawn to end: past the edge it becomes an arrowhead there. */
function endOf(
  { points, run }: Trail,
  [across, up]: Axes,
  at: number,
  clip: Clip,
): { readonly end: Point; readonly out: Out | null } {
  const inside = ([x, y]: Point): boolean =>
    x >= clip.left && x <= clip.right && y >= clip.top && y <= clip.bottom;
  const last = points[at] ?? [0, 0];
  if (inside(last)) return { end: last, out: null };
  let k = at;
  while (k > 0 && !inside(points[k - 1] ?? last)) k -= 1;
  const [from, to] = [points[Math.max(0, k - 1)] ?? last, points[k] ?? last];
  const edge = exit(from, to, clip) ?? from;
  const component = (of: number | null): number =>
    of === null ? 0 : (run.q.data[at * run.q.cols + of] ?? 0);
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return {
    end: [round(edge[0]), round(edge[1])],
    out: { x: component(across), y: component(up), angle: round(angle) },
  };
}

type Clip = Pick<Frame, "left" | "right" | "top" | "bottom">;

customElements.define("sb-trails", Trails);
