/**
 * Drawings for a projector. One unit is a thousandth of the screen's height; no text is smaller than
 * `small`, which is above the thirtieth part that is read from the last row.
 */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { format, formatNarrow } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import { icon } from "../icons.ts";
import { river } from "../ledger/river.ts";
import { convexHull } from "../plot/hull.ts";
import { corners, type Point, polygon, polyline, round } from "../plot/path.ts";
import { linear } from "../plot/scale.ts";

const small = 36;

/** The text is sized in units, the drawing in parts of the screen. */
export const sheet = (
  width: number,
  height: number,
  label: string,
  content: unknown,
): TemplateResult => html`<svg
  role="img"
  aria-label=${label}
  viewBox="0 0 ${round(width)} ${round(height)}"
  width="${round(width / 10)}vh"
  height="${round(height / 10)}vh"
>${content}</svg>`;

export const words = (
  [x, y]: Point,
  said: string,
  {
    anchor = "middle",
    kind = "",
    size = small,
  }: { anchor?: string; kind?: string; size?: number } = {},
): SVGTemplateResult =>
  svg`<text x=${round(x)} y=${round(y)} text-anchor=${anchor} class=${kind} font-size=${size}>${said}</text>`;

/** An item as its drawing, or as its name where it has none. */
export function thing(name: string, [x, y]: Point, size: number): SVGTemplateResult {
  const drawing = icon(name);
  return drawing === null
    ? words([x, y + small / 3], shortened(name, 6))
    : svg`<g transform="translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${round(size / 48)})">${drawing}</g>`;
}

export interface Column {
  readonly name: string;
  readonly value: number;
  readonly kind: "hard" | "soft" | "plain";
}

/**
 * Columns on one zero, each with its number; of negative numbers they hang.
 * @param full what the highest may stand for; the largest number where none is said
 */
export function columns(
  all: readonly Column[],
  width: number,
  label: string,
  full = 0,
): TemplateResult {
  const values = all.map(({ value }) => (Number.isFinite(value) ? value : 0));
  const [least, most] = [Math.min(0, ...values), Math.max(full, ...values)];
  const pitch = Math.min(170, width / all.length);
  const bar = pitch * 0.62;
  const [top, bottom] = [150, least < 0 ? 460 : 500];
  const y = linear(least, most === least ? least + 1 : most, bottom, top);
  const zero = y(0);
  const used = pitch * all.length;
  return sheet(
    used,
    520,
    label,
    all.map(({ name, value, kind }, i) => {
      const x = (i + 0.5) * pitch;
      const end = y(values[i] ?? 0);
      return svg`
        ${thing(name, [x, 42], 78)}
        <rect class="bar ${kind}" x=${round(x - bar / 2)} width=${round(bar)}
          y=${round(Math.min(zero, end))} height=${round(Math.max(2, Math.abs(end - zero)))} />
        ${words([x, value < 0 ? end + 40 : end - 12], formatNarrow(value, 1), { kind: kind === "plain" ? "number" : `number ${kind}-ink` })}
      `;
    }),
  );
}

/** Weight 1 of the winner comes down and, where it flows, divides into arms as wide as the weights. */
export function stream(
  names: readonly string[],
  weights: readonly number[],
  winner: number,
  width: number,
  flows: boolean,
  label: string,
): TemplateResult {
  const pitch = Math.min(170, width / names.length);
  const bar = pitch * 0.76;
  const [top, height] = [170, 280];
  const arms = flows ? river(weights, winner, { pitch, bar, height }).arms : [];
  return sheet(
    pitch * names.length,
    520,
    label,
    svg`
      ${flows ? svg`<rect class="wash" x="0" y=${top + height - 14} width=${pitch * names.length} height="84" />` : nothing}
      <g transform="translate(0 ${top})">
        ${arms.map(({ path, width }) => svg`<path class="arm" d=${path} stroke-width=${round(Math.max(1.5, width))} />`)}
      </g>
      <rect class="bar hard" x=${round(winner * pitch)} y=${top - 16} width=${round(bar)} height="16" />
      ${flows ? nothing : svg`<rect class="band" x=${round(winner * pitch)} y=${top} width=${round(bar)} height=${height} />`}
      ${names.map((name, i) => {
        const x = i * pitch + bar / 2;
        return svg`
          ${thing(name, [x, 42], 78)}
          ${words([x, top - 30], i === winner ? "1" : "0", { kind: i === winner ? "number hard-ink" : "" })}
          ${
            flows
              ? svg`
                  <rect class="bar soft" x=${round(i * pitch)} y=${top + height - 14}
                    width=${round(bar * (weights[i] ?? 0))} height="14" />
                  ${words([x, top + height + 48], formatNarrow(weights[i] ?? 0, 1), { kind: "number" })}`
              : nothing
          }
        `;
      })}
    `,
  );
}

export interface Plane {
  readonly names: readonly string[];
  readonly points: readonly Point[];
  readonly weights: readonly number[];
  readonly hard: Point;
  readonly soft: Point | null;
  readonly distance: string;
}

/** The objects in their plane: the frame of the hard answer, the disc of the soft one, and strings as wide as weights. */
export function plane(
  { names, points, weights, hard, soft, distance }: Plane,
  width: number,
  said: { readonly hard: string; readonly soft: string },
  label: string,
): TemplateResult {
  const height = 520;
  const all = [...points, hard, ...(soft === null ? [] : [soft])].filter((p) =>
    p.every(Number.isFinite),
  );
  const edge = (k: 0 | 1): readonly [number, number] => {
    const [from, to] = [Math.min(...all.map((p) => p[k])), Math.max(...all.map((p) => p[k]))];
    return from === to ? [from - 1, to + 1] : [from, to];
  };
  const across = linear(...edge(0), 60, width - 60);
  const up = linear(...edge(1), height - 55, 75);
  const at = ([x, y]: Point): Point => [across(x), up(y)];
  const [hx, hy] = at(hard);
  const disc = soft === null ? null : at(soft);
  const right = disc !== null && disc[0] > width / 2;
  return sheet(
    width,
    height,
    label,
    svg`
      ${disc === null ? nothing : svg`<path class="hull" d=${polygon(convexHull(points.map(at)))} />`}
      ${disc === null ? nothing : points.map((p, i) => svg`<path class="string" stroke-width=${round(Math.max(1, 26 * (weights[i] ?? 0)))} d=${polyline([disc, at(p)])} />`)}
      ${points.map((p, i) => thing(names[i] ?? "", at(p), 58))}
      <path class="frame" d=${corners([hx, hy], 44, 22)} />
      ${words([hx, hy > 100 ? hy - 56 : hy + 84], said.hard, { kind: "number hard-ink" })}
      ${
        disc === null
          ? nothing
          : svg`
              <path class="way" d=${polyline([[hx, hy], disc])} />
              <circle class="ring" cx=${disc[0]} cy=${disc[1]} r="24" />
              <circle class="disc" cx=${disc[0]} cy=${disc[1]} r="11" />
              ${words([disc[0] + (right ? -36 : 36), disc[1] + 12], said.soft, { kind: "number soft-ink", anchor: right ? "end" : "start" })}
              ${words([disc[0] + (right ? -36 : 36), disc[1] + 54], distance, { kind: "number", anchor: right ? "end" : "start" })}`
      }
    `,
  );
}

/** The deck of the bridge without words: stations, the cut, and where we are. */
export function bridge(
  count: number,
  cut: number,
  current: number,
  width: number,
  said: { readonly hard: string; readonly soft: string },
): TemplateResult {
  const [from, to] = [130, width - 110];
  const pitch = (to - from) / count;
  const x = (i: number): number => from + (i + 0.5) * pitch;
  const gap = x(cut) - pitch / 2;
  return html`<svg aria-hidden="true" viewBox="0 0 ${round(width)} 64" width="${round(width / 10)}vh" height="6.4vh">
    ${svg`
      <path class="deck hard-line" d="M${from} 32H${round(gap - 26)}" />
      <path class="deck soft-line" d="M${round(gap + 26)} 32H${to}" />
      ${words([gap, 46], "≈", { size: 50 })}
      ${Array.from({ length: count }, (_, i) =>
        i < cut
          ? svg`<rect class="station hard-line ${i <= current ? "filled" : ""}" x=${round(x(i) - 9)} y="23" width="18" height="18" />`
          : svg`<circle class="station soft-line ${i <= current ? "filled" : ""}" cx=${round(x(i))} cy="32" r="9" />`,
      )}
      <circle class="here" cx=${round(x(current))} cy="32" r="22" />
      ${words([0, 44], said.hard, { anchor: "start", kind: "end hard-ink" })}
      ${words([width, 44], said.soft, { anchor: "end", kind: "end soft-ink" })}
    `}
  </svg>`;
}

/** A loss along a line of queries; both plots share the axis. */
export function lossPlot(
  losses: ArrayLike<number>,
  most: number,
  slope: number | null,
  kind: "hard" | "soft",
  width: number,
  said: {
    readonly title: string;
    readonly slope: string;
    readonly note: string;
    readonly from: string;
    readonly to: string;
  },
): TemplateResult {
  const height = 560;
  const x = linear(0, Math.max(1, losses.length - 1), 20, width - 20);
  const y = linear(0, most > 0 ? most : 1, 480, 110);
  const points = Array.from(losses, (loss, i): Point => [x(i), y(loss)]);
  const first = points[0] ?? [20, 480];
  return sheet(
    width,
    height,
    `${said.title}: ${said.slope}`,
    svg`
      ${[0, 0.5, 1].map((part) => svg`<path class="grid" d="M20 ${round(y(part * most))}H${width - 20}" />`)}
      ${words([20, 60], said.title, { anchor: "start", kind: `end ${kind}-ink`, size: 50 })}
      <path class="curve ${kind}-line" d=${polyline(points)} />
      ${
        kind === "hard"
          ? svg`<rect class="mark hard" x=${first[0] - 13} y=${first[1] - 13} width="26" height="26" />`
          : svg`<circle class="mark soft" cx=${first[0]} cy=${first[1]} r="14" />`
      }
      ${slope === null ? nothing : words([width - 20, 200], said.slope, { anchor: "end", kind: `number ${kind}-ink`, size: 44 })}
      ${words([width - 20, 250], said.note, { anchor: "end" })}
      ${words([20, 535], said.from, { anchor: "start" })}
      ${words([width - 20, 535], said.to, { anchor: "end" })}
    `,
  );
}

/** Numbers as a map, as large as they are: discs, and squares where they are hard or negative. */
export function heat(
  names: readonly string[],
  cells: ReadonlyArray<readonly number[]>,
  width: number,
  label: string,
  kind: "hard" | "soft" = "soft",
): TemplateResult {
  const n = names.length;
  const cell = Math.min(92, (width - 100) / n, 520 / n);
  const most = Math.max(...cells.flat().map(Math.abs).filter(Number.isFinite), Number.MIN_VALUE);
  return sheet(
    100 + n * cell,
    90 + n * cell,
    label,
    svg`
      ${names.map((name, i) => [
        thing(name, [100 + (i + 0.5) * cell, 40], Math.min(64, cell * 0.8)),
        thing(name, [44, 90 + (i + 0.5) * cell], Math.min(64, cell * 0.8)),
      ])}
      ${cells.map((row, i) =>
        row.map((value, j) => {
          const size = Math.sqrt(Math.abs(value) / most) * (cell - 8);
          const square = kind === "hard" || value < 0;
          const [x, y] = [100 + (j + 0.5) * cell - size / 2, 90 + (i + 0.5) * cell - size / 2];
          return svg`
            <rect class="cell" x=${round(100 + j * cell + 2)} y=${round(90 + i * cell + 2)} width=${round(cell - 4)} height=${round(cell - 4)} />
            <rect class="bar ${square ? "hard" : "soft"}" rx=${square ? 0 : round(size / 2)} x=${round(x)} y=${round(y)} width=${round(size)} height=${round(size)} />`;
        }),
      )}
    `,
  );
}

/** Shares of 1, a line each. */
export function races(
  all: ReadonlyArray<{
    readonly name: string;
    readonly value: number;
    readonly kind: "hard" | "soft";
  }>,
  width: number,
  label: string,
): TemplateResult {
  const [left, row] = [420, 76];
  const right = width - 150;
  return sheet(
    width,
    all.length * row,
    label,
    all.map(({ name, value, kind }, i) => {
      const y = i * row;
      return svg`
        ${words([0, y + 48], name, { anchor: "start" })}
        <path class="grid" d="M${left} ${y + 58}H${right}" />
        <rect class="bar ${kind}" x=${left} y=${y + 20} height="36" width=${round(Math.max(2, (right - left) * value))} />
        ${words([width, y + 50], format(value), { anchor: "end", kind: "number" })}`;
    }),
  );
}
