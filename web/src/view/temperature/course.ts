import { nothing, type SVGTemplateResult, svg } from "lit";
import type { Shown } from "../../model/store.ts";
import type { Curves, Instant } from "../../model/sweep.ts";
import type { Text } from "../../model/text/index.ts";
import type { TemperatureText } from "../../model/text/temperature.ts";
import type { Axes } from "../plot/axes.ts";
import { type LabelRequest, labelRequest } from "../scene/label.ts";
import { arrowHead, segment } from "../scene/layout.ts";
import type { Overlay, Place } from "../scene/model.ts";
import { type Point, polyline, px } from "./layout.ts";

/** Temperatures that are marked on the path. */
const stations = [0.25, 1, 2, 4];

/** Where the arrow of the slope stands: px beside the path. */
const beside = 15;
/** It is never longer than this, px: its direction is what counts. */
const longest = 120;
/** What is shorter has no direction that could be seen, px. */
const shortest = 5;

const ringSize = 12;

/** The path of the output over the plane of two features, from τ → 0 to τ → ∞. */
export function course(
  { state, derivation: d }: Shown,
  { slope }: Instant,
  curves: Curves,
  [across, up]: Axes,
  text: Text,
  words: TemperatureText,
): Overlay {
  const point = (values: ArrayLike<number>): Point => [
    values[across] ?? 0,
    up === null ? 0 : (values[up] ?? 0),
  ];
  const { outputs, temperatures } = curves;
  const rows = temperatures.map((_, row) =>
    point(outputs.data.subarray(row * outputs.cols, (row + 1) * outputs.cols)),
  );
  const now = point(d.softOutput);
  const mean = rows.at(-1) ?? now;
  const next = temperatures.findIndex((temperature) => temperature > state.temperature);
  const walked = [...rows.slice(0, next < 0 ? rows.length : next), now];
  const ahead = [now, ...rows.slice(next < 0 ? rows.length : next)];
  const marked = stations.map((temperature) => ({
    temperature,
    point: rows[temperatures.indexOf(temperature)] ?? now,
    passed: temperature <= state.temperature,
  }));
  const arrow = (place: Place): Arrow | null => {
    const [x, y] = point(slope);
    const [ox, oy] = place([0, 0]);
    const [tx, ty] = place([x, y]);
    // As long as one e-fold of temperature would carry the output: τ · do/dτ.
    const scale = Number.isFinite(state.temperature) ? state.temperature : 0;
    const [dx, dy] = [(tx - ox) * scale, (ty - oy) * scale];
    const full = Math.hypot(dx, dy);
    if (!(full >= shortest)) return null;
    const length = Math.min(full, longest);
    const along: Point = [dx / full, dy / full];
    // Beside the path, to its right; above the line of one feature.
    const right = along[1] < 0 ? -1 : 1;
    const off: Point =
      up === null ? [0, -26] : [along[1] * beside * right, -along[0] * beside * right];
    const from = place(now);
    const start: Point = [from[0] + off[0] + 4 * along[0], from[1] + off[1] + 4 * along[1]];
    const end: Point = [start[0] + along[0] * length, start[1] + along[1] * length];
    return { start, end, angle: Math.atan2(along[1], along[0]), middle: mid(start, end) };
  };
  return {
    spot: (key, place) => {
      if (key === "mean") return place(mean);
      if (key === "slope") return arrow(place)?.middle;
      const station = marked.find(({ temperature }) => key === `station ${temperature}`);
      return station && place(station.point);
    },
    labels: (place) => labels(place),
    segments: (place) => {
      const found = arrow(place);
      const path = thinned(rows.map(place)).map((spot, i, all) =>
        segment(all[i - 1] ?? spot, spot, 9),
      );
      return found === null ? path : [...path, segment(found.start, found.end, 4)];
    },
    draw: (place) => draw(place),
  };

  function labels(place: Place): readonly LabelRequest[] {
    const hard = d.ties.length > 1 ? point(d.tieMean) : point(d.hardOutput);
    const far = (a: Point, b: Point): number => {
      const [[ax, ay], [bx, by]] = [place(a), place(b)];
      return Math.hypot(ax - bx, ay - by);
    };
    const requests: LabelRequest[] = [
      labelRequest(
        "soft",
        place(now),
        ringSize,
        [[{ text: text.softOutput, style: "soft" }]],
        ["left", "sw", "nw", "right", "below", "above", "se", "ne"],
      ),
      labelRequest(
        d.ties.length > 1 ? "tie" : "hard",
        place(hard),
        d.ties.length > 1 ? 8 : 26,
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
    if (far(hard, mean) > 4)
      requests.push(
        labelRequest(
          "mean",
          place(mean),
          9,
          [[{ text: words.path.meanOfAll, style: "query" }], [{ text: "τ → ∞", style: "name" }]],
          ["below", "se", "sw", "left", "right", "above", "nw", "ne"],
        ),
      );
    const found = arrow(place);
    if (found !== null) {
      const [x, y] = found.middle;
      requests.push(
        labelRequest(
          "slope",
          [x, y],
          4,
          [[{ text: "do/dτ", style: "query" }]],
          ["right", "se", "ne", "left", "below", "above", "sw", "nw"],
        ),
      );
    }
    let before: Point = hard;
    for (const { temperature, point: at } of marked) {
      if (far(at, before) < 12 || far(at, now) < 22 || far(at, mean) < 9) continue;
      before = at;
      const name = temperature < 1 ? `1/${1 / temperature}` : String(temperature);
      const line = temperature === 1 ? `τ = ${name}` : name;
      requests.push(
        labelRequest(
          `station ${temperature}`,
          place(at),
          5,
          [[{ text: line, style: "name" }]],
          ["left", "right", "sw", "se", "nw", "ne", "above", "below"],
        ),
      );
    }
    return requests;
  }

  function draw(place: Place): SVGTemplateResult {
    const found = arrow(place);
    return svg`
      <g class="course" aria-hidden="true">
        <path fill="none" stroke="var(--soft)" d=${polyline(ahead.map(place))} />
        <path fill="none" stroke="var(--soft)" stroke-width="3" stroke-linejoin="round"
          d=${polyline(walked.map(place))} />
        ${marked.map(({ point: at, passed }) => {
          const [x, y] = place(at);
          return svg`<circle fill=${passed ? "var(--soft)" : "var(--paper)"} stroke="var(--soft)" stroke-width="1.5" cx=${x} cy=${y} r="3.5" />`;
        })}
        <circle fill="var(--paper)" stroke="var(--soft)" stroke-width="2"
          cx=${place(mean)[0]} cy=${place(mean)[1]} r="6.5" />
        ${
          found === null
            ? nothing
            : svg`
              <path stroke="var(--ink)" stroke-width="1.75" d="M${px(found.start)}L${px(found.end)}" />
              <path fill="var(--ink)" d=${arrowHead(found.end, found.angle, 10, 4.6)} />`
        }
      </g>
    `;
  }
}

interface Arrow {
  readonly start: Point;
  readonly end: Point;
  readonly angle: number;
  readonly middle: Point;
}

const mid = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];

/** Points at least a few px apart: enough to keep labels off the line. */
function thinned(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const [x, y] of points) {
    const last = kept.at(-1);
    if (last === undefined || Math.hypot(x - last[0], y - last[1]) > 6) kept.push([x, y]);
  }
  return kept;
}
