import { nothing, type SVGTemplateResult, svg } from "lit";
import type { Text } from "../../model/text/index.ts";
import { type Frame, isFinitePoint, tipOf, toX, toY } from "../plot/frame.ts";
import type { Point } from "../plot/hull.ts";
import { textWidth } from "../plot/labels.ts";
import { type LabelStyle, lineHeight } from "./label.ts";
import {
  arrowHead,
  drawnAt,
  frameSize,
  type Layout,
  type PlacedTick,
  placeIn,
  px,
  queryEnd,
  ringSize,
  round,
} from "./layout.ts";
import { hasLeft, type PlaneItem, type PlaneModel } from "./model.ts";

/** What moves between two steps; everything else stands where the layout says. */
export interface Shape {
  readonly frame: Frame;
  readonly current: Point;
  /** From 0, where the hard weights act, to 1, where the soft ones do. */
  readonly soft: number;
  /** Widths of the strings, px. */
  readonly strings: readonly number[];
  /** 1 unless it is on its way. */
  readonly arrived: number;
}

export interface Drawing {
  readonly model: PlaneModel;
  readonly shape: Shape;
  readonly layout: Layout;
  readonly lit: number | null;
  readonly text: Text;
}

const at = ({ frame }: Shape, [x, y]: Point): Point => [toX(frame, x), toY(frame, y)];
const dim = (lit: number | null, item: number): string =>
  lit === null || lit === item ? "" : "dim";

/** What lies under the items: hull and axes. */
export function backdrop({ model, shape, layout }: Drawing): SVGTemplateResult {
  const { frame } = shape;
  const { scenery } = layout;
  const hull = scenery.hull.map((point) => px(at(shape, point)));
  // While the view widens, numbers come in from beyond the axes.
  const across = scenery.across.filter(({ value }) => toX(frame, value) < frame.right + 1);
  const up = scenery.up.filter(({ value }) => toY(frame, value) > frame.top - 1);
  return svg`
    <g aria-hidden="true">
      <path
        class="hull"
        opacity=${round(shape.soft)}
        d=${hull.length > 1 ? `M${hull.join("L")}Z` : ""}
      />
      <path class="zero" d=${zeroLines(frame)} />
      <path class="axis" d=${axisLines(frame, across, up, model.axes[1] === null)} />
      ${across.map(
        ({ value, label }) =>
          svg`<text class="tick" text-anchor="middle" x=${round(toX(frame, value))} y=${frame.bottom + 17}>${label}</text>`,
      )}
      ${up.map(
        ({ value, label }) =>
          svg`<text class="tick" text-anchor="end" x=${frame.left - 8} y=${round(toY(frame, value) + 4)}>${label}</text>`,
      )}
    </g>
  `;
}

function zeroLines(frame: Frame): string {
  const [x, y] = [toX(frame, 0), toY(frame, 0)];
  const upright =
    x > frame.left + 1 && x < frame.right ? `M${px([x, frame.bottom])}V${frame.top}` : "";
  const level =
    y < frame.bottom - 1 && y > frame.top ? `M${px([frame.left, y])}H${frame.right}` : "";
  return upright + level;
}

function axisLines(
  frame: Frame,
  across: readonly PlacedTick[],
  up: readonly PlacedTick[],
  line: boolean,
): string {
  const marks = [
    ...across.map(({ value }) => `M${px([toX(frame, value), frame.bottom])}v4`),
    ...up.map(({ value }) => `M${px([frame.left - 4, toY(frame, value)])}h4`),
  ].join("");
  const upright = line ? "" : `M${frame.left} ${frame.top - 12}V${frame.bottom}`;
  return `${upright}M${frame.left} ${frame.bottom}H${frame.right + 8}${marks}`;
}

/** From the current output to every item, as wide as the item's weight. */
export function strings({ model, shape, lit }: Drawing): SVGTemplateResult | typeof nothing {
  const { items, outputs } = model;
  if (outputs === null) return nothing;
  const from = drawnAt(shape.frame, outputs.hard, shape.current).at;
  const line = model.axes[1] === null;
  const string = ({ index, point }: PlaneItem): string => {
    const width = shape.strings[index] ?? 0;
    if (width === 0 || !isFinitePoint(point)) return "";
    const to = at(shape, point);
    // On a line they would lie on one another.
    return ribbon(from, to, width, line ? Math.min(56, 0.4 * Math.abs(from[0] - to[0])) : 0);
  };
  const one = lit === null ? undefined : items[lit];
  // As outlines all are one path: one attribute to change, however many.
  return svg`
    <g aria-hidden="true" opacity=${round(shape.soft)}>
      <path class="string ${lit === null ? "" : "dim"}" d=${items.map(string).join("")} />
      <path class="string" d=${one === undefined ? "" : string(one)} />
    </g>
  `;
}

/** The outline of a line of some width, which may bow upwards at its middle. */
function ribbon(from: Point, to: Point, width: number, bow: number): string {
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - bow];
  const [ax, ay] = across(from, middle);
  const [bx, by] = across(middle, to);
  const mitre = 1 + ax * bx + ay * by;
  const side = (half: number): readonly string[] => [
    px([from[0] + half * ax, from[1] + half * ay]),
    px([middle[0] + (half * (ax + bx)) / mitre, middle[1] + (half * (ay + by)) / mitre]),
    px([to[0] + half * bx, to[1] + half * by]),
  ];
  const [start, over, end] = side(width / 2);
  const [first, under, last] = side(-width / 2);
  return bow === 0
    ? `M${start}L${end}L${last}L${first}Z`
    : `M${start}Q${over} ${end}L${last}Q${under} ${first}Z`;
}

/** The unit vector across the way from one point to another. */
function across([ax, ay]: Point, [bx, by]: Point): Point {
  const long = Math.hypot(bx - ax, by - ay);
  return long === 0 ? [0, 0] : [(ay - by) / long, (bx - ax) / long];
}

/** Frame, discs and ring: square is hard, disc is soft, ring is current, hollow is still to come. */
export function marks({ model, shape, layout }: Drawing): SVGTemplateResult | typeof nothing {
  const { outputs } = model;
  if (outputs === null || outputs.is === "none") return nothing;
  const hard = at(shape, outputs.hard);
  const soft = at(shape, outputs.soft);
  const { at: current, beyond } = drawnAt(shape.frame, outputs.hard, shape.current);
  const nearest = Math.min(
    ...model.items.map(({ point }) => {
      const [x, y] = at(shape, point);
      return Math.hypot(x - current[0], y - current[1]);
    }),
  );
  // Round an item it opens, so that the item stays in view.
  const free = Math.min(1, Math.max(0, (nearest - 8) / 14));
  const ring = free * ringSize + (1 - free) * (layout.scenery.glyph + 5);
  const others = outputs.tied.filter((item) => item !== outputs.pick);
  return svg`
    <g class="marks" aria-hidden="true">
      ${others.map((item) => {
        const point = model.items[item]?.point;
        return point === undefined
          ? nothing
          : svg`<path class="frame tied" d=${corners(at(shape, point), frameSize(layout.scenery.glyph))} />`;
      })}
      <path class="frame" d=${corners(hard, frameSize(layout.scenery.glyph))} />
      ${
        outputs.tieMean === null
          ? nothing
          : svg`<path class="tie" d=${square(at(shape, outputs.tieMean), 5)} />`
      }
      <g opacity=${round(Math.max(0, 2 * shape.arrived - 1))}>
        ${
          layout.travel === null || !hasLeft(outputs)
            ? nothing
            : svg`
              <path class="travel" d=${layout.travel.path} />
              <path class="travel-head" d=${layout.travel.head} />`
        }
      </g>
      <circle
        class="ring"
        cx=${round(current[0])}
        cy=${round(current[1])}
        r=${round(ring)}
        fill-opacity=${round(free)}
      />
      ${beyond ? svg`<path class="beyond" d="M15 0h7m-4 -4l4 4l-4 4" transform=${pointing(hard, current)} />` : nothing}
      <circle
        class="disc ${outputs.is === "hard" ? "ahead" : ""}"
        cx=${round(soft[0])}
        cy=${round(soft[1])}
        r="6"
        fill-opacity=${outputs.is === "neither" ? 0 : round(shape.soft)}
      />
    </g>
  `;
}

const pointing = ([fx, fy]: Point, [tx, ty]: Point): string =>
  `translate(${px([tx, ty])})rotate(${Math.round((Math.atan2(ty - fy, tx - fx) * 180) / Math.PI)})`;

function corners([x, y]: Point, half: number): string {
  const leg = Math.min(8, 0.4 * half);
  const [l, r, t, b] = [x - half, x + half, y - half, y + half].map(round);
  return (
    `M${l} ${round(y - half + leg)}V${t}h${leg}M${round(x + half - leg)} ${t}H${r}v${leg}` +
    `M${r} ${round(y + half - leg)}V${b}h${-leg}M${round(x - half + leg)} ${b}H${l}v${-leg}`
  );
}

const square = ([x, y]: Point, half: number): string =>
  `M${px([x - half, y - half])}h${2 * half}v${2 * half}h${-2 * half}Z`;

/** The body of an item, around (0, 0). */
export function glyph(
  { name, picture, masked }: PlaneItem,
  { keys }: PlaneModel,
  { scenery: { glyph: half, namesInside } }: Layout,
): SVGTemplateResult {
  if (picture !== null)
    return svg`<svg x=${-half} y=${-half} width=${2 * half} height=${2 * half} viewBox="0 0 48 48">${picture}</svg>`;
  if (keys) return svg`<path class="key" d="M0 ${-half}L${half} 0L0 ${half}L${-half} 0Z" />`;
  return svg`
    <circle class="letter ${masked ? "masked" : ""}" r=${half} />
    ${namesInside ? svg`<text class="initial" text-anchor="middle" y="4.5">${name}</text>` : nothing}
  `;
}

/** The arrow of the query, without the part that is touched. */
export function queryArrow({ model, shape }: Drawing): SVGTemplateResult | typeof nothing {
  const { query } = model;
  if (query === null) return nothing;
  const foot = queryEnd(shape.frame, shape.frame.foot);
  const tip = queryEnd(shape.frame, tipOf(shape.frame, query.vector));
  const [dx, dy] = [tip[0] - foot[0], tip[1] - foot[1]];
  const long = Math.hypot(dx, dy);
  const share = long > 9 ? 1 - 9 / long : 0;
  const neck: Point = [foot[0] + dx * share, foot[1] + dy * share];
  return svg`
    <g class="query" aria-hidden="true">
      <path d="M${px(foot)}L${px(neck)}" />
      <path class="head" d=${long > 2 ? arrowHead(tip, Math.atan2(dy, dx), 12, 5.4) : ""} />
    </g>
  `;
}

/** Names and numbers beside what they name. */
export function names({ model, shape, layout, lit, text }: Drawing): SVGTemplateResult {
  const { outputs, query } = model;
  const spotOf = (key: string): Point => {
    const own = model.overlay?.spot(key, placeIn(shape.frame));
    if (own !== undefined) return own;
    if (key === "query" && query !== null)
      return queryEnd(shape.frame, tipOf(shape.frame, query.vector));
    if (key === "distance") return layout.travel?.middle ?? [0, 0];
    if (outputs !== null) {
      if (key === "soft") return at(shape, outputs.soft);
      if (key === "hard") return at(shape, outputs.hard);
      if (key === "tie") return at(shape, outputs.tieMean ?? outputs.hard);
      if (key === "current") return drawnAt(shape.frame, outputs.hard, shape.current).at;
    }
    const item = model.items[Number(key.slice(5))];
    return at(shape, item?.point ?? [0, 0]);
  };
  const itemOf = (key: string): number | null =>
    key.startsWith("item ")
      ? Number(key.slice(5))
      : key === "hard"
        ? (outputs?.pick ?? null)
        : null;
  return svg`
    <g aria-hidden="true">
      ${
        layout.hullLabel === null
          ? nothing
          : svg`<text
              class="hull-name"
              text-anchor="middle"
              x=${layout.hullLabel[0]}
              y=${layout.hullLabel[1] + 5}
              opacity=${round(shape.soft * shape.arrived)}
            >${text.convexHull}</text>`
      }
      ${[...layout.labels].map(([key, { anchor, dx, dy, far, lines }]) => {
        const [x, y] = spotOf(key);
        const item = itemOf(key);
        return svg`
          <g class="label ${item === null ? "" : dim(lit, item)}" opacity=${key === "distance" ? round(Math.max(0, 2 * shape.arrived - 1)) : 1}>
            ${far && key !== "distance" ? svg`<path class="leader" d=${leader([x, y], dx, dy, lines.length)} />` : nothing}
            ${lines.map(
              (line, i) =>
                svg`<text text-anchor=${anchor} x=${round(x + dx)} y=${round(y + dy + 13 + i * lineHeight)}>${line.map(
                  ({ text: words, style }, k) =>
                    svg`<tspan class=${style} dx=${k === 0 ? 0 : gapBefore(style)}>${words}</tspan>`,
                )}</text>`,
            )}
          </g>`;
      })}
      ${litName({ model, shape, layout, lit, text })}
    </g>
  `;
}

const gapBefore = (style: LabelStyle): number => (style === "q" ? 4 : 7);

/** From beside the point to the near edge of its name. */
function leader([x, y]: Point, dx: number, dy: number, lines: number): string {
  const middle = dy + (lines * lineHeight) / 2;
  const long = Math.hypot(dx, middle);
  const from = 0.35;
  return long === 0
    ? ""
    : `M${px([x + dx * from, y + middle * from])}L${px([x + 0.9 * dx, y + 0.9 * middle])}`;
}

/** The name of a lit item that had no room for it. */
function litName({ model, shape, layout, lit }: Drawing): SVGTemplateResult | typeof nothing {
  const item = lit === null ? undefined : model.items[lit];
  if (item === undefined || layout.scenery.namesInside || layout.labels.has(`item ${item.index}`))
    return nothing;
  if (item.index === model.outputs?.pick && layout.labels.has("hard")) return nothing;
  const [x, y] = at(shape, item.point);
  const half = textWidth(item.name, 13) / 2;
  const inside = Math.min(Math.max(x, half), shape.frame.width - half);
  return svg`<text class="label name lit" text-anchor="middle" x=${round(inside)} y=${round(y - layout.scenery.glyph - 6)}>${item.name}</text>`;
}
