import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { Matrix } from "../../core/core.ts";
import { formatExact, formatKnown } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import type { NormalizersText } from "../../model/text/index.ts";
import { icon } from "../icons.ts";
import { picture } from "../plot/mark.ts";
import { round } from "../plot/path.ts";
import { withEnd } from "./geometry.ts";
import { widthOf } from "./rows.ts";

/** Larger ones are not drawn. */
export const maxDrawn = 32;
/** Cells of larger ones have no room for a number. */
const maxPrinted = 8;
const width = 408;
/** Room for pictures and short names of rows and columns, and for long ones. */
const narrowHead = 22;
const wideHead = 76;

interface MatrixDrawing {
  readonly jacobian: Matrix;
  readonly text: NormalizersText;
  /** The items that are drawn, and all their names. */
  readonly items: readonly number[];
  readonly names: readonly string[];
  /** i and j of two entries (i, j) and (j, i) that are framed. */
  readonly circled: readonly [number, number] | null;
  readonly lit: number | null;
}

/** A square matrix as a heat map: blue above 0, grey below, with its numbers where there is room. */
export function matrix({
  jacobian,
  text,
  items,
  names,
  circled,
  lit,
}: MatrixDrawing): TemplateResult {
  const at = (i: number, j: number): number => jacobian.data[i * jacobian.cols + j] ?? 0;
  const entries = items.flatMap((i, row) =>
    items.map((j, column) => ({ i, j, row, column, entry: at(i, j) })),
  );
  const sizes = entries.map(({ entry }) => Math.abs(entry)).filter(Number.isFinite);
  const largest = Math.max(...sizes) || 1;
  const crowded = items.length > maxPrinted;
  const long = items.some((i) => {
    const name = names[i] ?? "";
    return name.length > 4 && icon(name) === null;
  });
  const aside = crowded || long;
  const head = aside ? wideHead : narrowHead;
  const across = (width - head) / items.length;
  const down = Math.min(34, Math.max(10, across));
  const printed = items.length <= maxPrinted;
  const isCircled = (i: number, j: number): boolean =>
    i !== j && [i, j].every((place) => circled?.includes(place));
  const spoken = printed
    ? items
        .map((i) => items.map((j) => formatKnown(at(i, j))).join(text.comma))
        .join(text.semicolon)
    : `${items.length} × ${items.length}`;
  return html`
    <svg class="matrix" viewBox="0 0 ${width} ${round(head + down * items.length)}" role="img" aria-label="${text.output.jacobian}${text.colon}${spoken}">
      ${
        aside
          ? items.map((i, place) =>
              beside(
                names[i] ?? "",
                head + (place + 0.5) * across,
                head + (place + 0.5) * down,
                Math.min(across, down),
              ),
            )
          : items.map((i, place) => [
              called(names[i] ?? "", head + (place + 0.5) * across, 9),
              called(names[i] ?? "", 9, head + (place + 0.5) * down),
            ])
      }
      ${entries.map(({ i, j, row, column, entry }) => {
        const [x, y] = [head + column * across, head + row * down];
        return svg`
          <g class=${lit === null || lit === i || lit === j ? "" : "dim"}>
            <rect class=${entry < 0 ? "negative" : "positive"} x=${round(x + 0.5)} y=${round(y + 0.5)} width=${round(across - 1)} height=${round(down - 1)} fill-opacity=${round(0.5 * Math.min(1, Math.abs(entry) / largest) || 0)} />
            ${
              printed
                ? svg`<text class=${items.length > 6 ? "dense" : ""} x=${round(x + across / 2)} y=${round(y + down / 2 + 4)} text-anchor="middle">${fitted(entry, across, items.length > 6 ? 10.5 : 12)}</text>`
                : nothing
            }
            <title>${names[i]}${text.comma}${names[j]}${text.colon}${Number.isNaN(entry) ? "–" : formatExact(entry)}</title>
          </g>`;
      })}
      ${entries
        .filter(({ i, j }) => isCircled(i, j))
        .map(
          ({ row, column }) =>
            svg`<rect class="circled" x=${round(head + column * across + 1)} y=${round(head + row * down + 1)} width=${round(across - 2)} height=${round(down - 2)} />`,
        )}
    </svg>
  `;
}

/** What is too small for a cell is told in full by its tooltip. */
function fitted(entry: number, room: number, size: number): string {
  const printed = formatKnown(entry);
  return printed.includes("×") && widthOf(printed, size) > room ? "≈0" : printed;
}

/** A name at the left of its row and, on its side, over its column. */
function beside(name: string, x: number, y: number, room: number): SVGTemplateResult {
  const size = Math.min(18, room);
  const drawing = icon(name);
  if (drawing !== null) {
    const edge = wideHead - 4 - size / 2;
    return svg`${picture(drawing, [x, edge], size / 2)}${picture(drawing, [edge, y], size / 2)}`;
  }
  const printed = withEnd(name, 11);
  return svg`
    <text class="beside" font-size=${round(Math.min(11, room))} x=${wideHead - 5} y=${round(y + 3.5)} text-anchor="end">${printed}</text>
    <text class="beside" font-size=${round(Math.min(11, room))} transform="translate(${round(x + 3.5)} ${wideHead - 5}) rotate(-90)">${printed}</text>`;
}

function called(name: string, x: number, y: number): SVGTemplateResult {
  const drawing = icon(name);
  return drawing === null
    ? svg`<text class="called" x=${round(x)} y=${round(y + 4)} text-anchor="middle">${shortened(name, 4)}</text>`
    : picture(drawing, [x, y], 8);
}
