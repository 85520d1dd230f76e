import { nothing, type SVGTemplateResult, svg } from "lit";
import type { Shown } from "../../model/store.ts";
import type { Curves, Instant } from "../../model/sweep.ts";
import type { TemperatureText, Text } from "../../model/text/index.ts";
import type { Axes } from "../plot/axes.ts";
import { type LabelRequest, labelRequest } from "../plot/label-lines.ts";
import { segment } from "../plot/labels.ts";
import { disc } from "../plot/mark.ts";
import {
  arrowHead,
  distanceBetween,
  middleOf,
  type Point,
  polyline,
  px,
  thinned,
} from "../plot/path.ts";
import type { Overlay, Place } from "../scene/model.ts";
import { tickName } from "./chart-axis.ts";

/** Temperatures that are marked on the path. */
const stations = [0.25, 1, 2, 4];

/** Where the arrow of the slope stands: px beside the path. */
const beside = 15;
/** It is never longer than this, px: its direction is what counts. */
const longest = 120;
/** What is shorter has no direction that could be seen, px. */
const shortest = 5;

const ringSize = 12;

/** The way of the output in the units of the plane, as far as it has come and to its end. */
interface OutputWay {
  readonly all: readonly Point[];
  readonly walked: readonly Point[];
  readonly ahead: readonly Point[];
  readonly now: Point;
  readonly mean: Point;
  readonly stations: readonly Station[];
  /** do/dτ, and what it is drawn times. */
  readonly slope: Point;
  readonly scale: number;
  /** The plane is a line of one feature. */
  readonly line: boolean;
}

interface Station {
  readonly temperature: number;
  readonly point: Point;
  readonly passed: boolean;
}

/** The path of the output over the plane of two features, from τ → 0 to τ → ∞. */
export function pathOverlay(
  shown: Shown,
  instant: Instant,
  curves: Curves,
  axes: Axes,
  text: Text,
  words: TemperatureText,
): Overlay {
  const { derivation: d } = shown;
  const way = wayOf(shown, instant, curves, axes);
  const tied = d.ties.length > 1;
  const hard = pointIn(axes, tied ? d.tieMean : d.hardOutput);
  return {
    spot: (key, place) => {
      if (key === "mean") return place(way.mean);
      if (key === "slope") return slopeArrow(way, place)?.middle;
      const station = way.stations.find(({ temperature }) => key === `station ${temperature}`);
      return station && place(station.point);
    },
    labels: (place) => [
      ...endLabels(way, hard, tied, place, text, words),
      ...stationLabels(way, hard, place),
    ],
    segments: (place) => {
      const arrow = slopeArrow(way, place);
      const path = thinned(way.all.map(place), 6).map((spot, i, all) =>
        segment(all[i - 1] ?? spot, spot, 9),
      );
      return arrow === null ? path : [...path, segment(arrow.start, arrow.end, 4)];
    },
    draw: (place) => drawn(way, place),
  };
}

const pointIn = ([across, up]: Axes, values: ArrayLike<number>): Point => [
  values[across] ?? 0,
  up === null ? 0 : (values[up] ?? 0),
];

function wayOf(
  { state, derivation: d }: Shown,
  { slope }: Instant,
  { outputs, temperatures }: Curves,
  axes: Axes,
): OutputWay {
  const all = temperatures.map((_, row) =>
    pointIn(axes, outputs.data.subarray(row * outputs.cols, (row + 1) * outputs.cols)),
  );
  const now = pointIn(axes, d.softOutput);
  const hotter = temperatures.findIndex((temperature) => temperature > state.temperature);
  const next = hotter < 0 ? all.length : hotter;
  return {
    all,
    walked: [...all.slice(0, next), now],
    ahead: [now, ...all.slice(next)],
    now,
    mean: all.at(-1) ?? now,
    stations: stations.map((temperature) => ({
      temperature,
      point: all[temperatures.indexOf(temperature)] ?? now,
      passed: temperature <= state.temperature,
    })),
    slope: pointIn(axes, slope),
    // As long as one e-fold of temperature would carry the output: τ · do/dτ.
    scale: Number.isFinite(state.temperature) ? state.temperature : 0,
    line: axes[1] === null,
  };
}

interface Arrow {
  readonly start: Point;
  readonly end: Point;
  readonly angle: number;
  readonly middle: Point;
}

/** Where the output goes as τ grows; null where that could not be seen. */
function slopeArrow({ slope, scale, line, now }: OutputWay, place: Place): Arrow | null {
  const [ox, oy] = place([0, 0]);
  const [tx, ty] = place(slope);
  const [dx, dy] = [(tx - ox) * scale, (ty - oy) * scale];
  const full = Math.hypot(dx, dy);
  if (!(full >= shortest)) return null;
  const length = Math.min(full, longest);
  const [ax, ay] = [dx / full, dy / full];
  // Beside the path, to its right; above the line of one feature.
  const right = ay < 0 ? -1 : 1;
  const [offX, offY] = line ? [0, -26] : [ay * beside * right, -ax * beside * right];
  const [x, y] = place(now);
  const start: Point = [x + offX + 4 * ax, y + offY + 4 * ay];
  const end: Point = [start[0] + ax * length, start[1] + ay * length];
  return { start, end, angle: Math.atan2(ay, ax), middle: middleOf(start, end) };
}

/** Names of the output, of both ends of its way and of its slope. */
function endLabels(
  way: OutputWay,
  hard: Point,
  tied: boolean,
  place: Place,
  text: Text,
  words: TemperatureText,
): readonly LabelRequest[] {
  const requests = [
    labelRequest(
      "soft",
      place(way.now),
      ringSize,
      [[{ text: text.softOutput, style: "soft" }]],
      ["left", "sw", "nw", "right", "below", "above", "se", "ne"],
    ),
    labelRequest(
      tied ? "tie" : "hard",
      place(hard),
      tied ? 8 : 26,
      [
        [
          { text: text.hardOutput, style: "hard" },
          { text: words.path.hardLimit, style: "name" },
        ],
      ],
      ["above", "right", "left", "ne", "nw", "below", "se", "sw"],
    ),
  ];
  // Where nothing moves there is one point, and it has its names.
  if (distanceBetween(place(hard), place(way.mean)) > 4)
    requests.push(
      labelRequest(
        "mean",
        place(way.mean),
        9,
        [[{ text: words.path.meanOfAll, style: "query" }], [{ text: "τ → ∞", style: "name" }]],
        ["below", "se", "sw", "left", "right", "above", "nw", "ne"],
      ),
    );
  const arrow = slopeArrow(way, place);
  if (arrow !== null)
    requests.push(
      labelRequest(
        "slope",
        arrow.middle,
        4,
        [[{ text: "do/dτ", style: "query" }]],
        ["right", "se", "ne", "left", "below", "above", "sw", "nw"],
      ),
    );
  return requests;
}

/** The temperatures of those stations that stand apart from one another and from the ends. */
function stationLabels(
  { stations, now, mean }: OutputWay,
  hard: Point,
  place: Place,
): readonly LabelRequest[] {
  const requests: LabelRequest[] = [];
  let last = place(hard);
  for (const { temperature, point } of stations) {
    const at = place(point);
    const near = (other: Point, px: number): boolean => distanceBetween(at, other) < px;
    if (near(last, 12) || near(place(now), 22) || near(place(mean), 9)) continue;
    last = at;
    const name = tickName(temperature);
    requests.push(
      labelRequest(
        `station ${temperature}`,
        at,
        5,
        [[{ text: temperature === 1 ? `τ = ${name}` : name, style: "name" }]],
        ["left", "right", "sw", "se", "nw", "ne", "above", "below"],
      ),
    );
  }
  return requests;
}

function drawn(way: OutputWay, place: Place): SVGTemplateResult {
  const arrow = slopeArrow(way, place);
  return svg`
    <g class="way" aria-hidden="true">
      <path d=${polyline(way.ahead.map(place))} />
      <path class="walked" d=${polyline(way.walked.map(place))} />
      ${way.stations.map(({ point, passed }) => disc(place(point), 3.5, passed ? "station" : "ring station"))}
      ${disc(place(way.mean), 6.5, "ring")}
      ${
        arrow === null
          ? nothing
          : svg`
            <path class="slope" d="M${px(arrow.start)}L${px(arrow.end)}" />
            <path class="slope-head" d=${arrowHead(arrow.end, arrow.angle, 10, 4.6)} />`
      }
    </g>
  `;
}
