import { html, nothing, svg, type TemplateResult } from "lit";
import type { Matrix } from "../../core/core.ts";
import { format, formatExact } from "../../model/format.ts";
import { round } from "./geometry.ts";

/** Larger ones are not drawn. */
export const maxDrawn = 32;
/** Cells of larger ones have no room for a number. */
const maxPrinted = 6;
const width = 408;

export interface MatrixDrawing {
  readonly jacobian: Matrix;
  readonly label: string;
  /** i and j of two entries (i, j) and (j, i) that are framed. */
  readonly circled: readonly [number, number] | null;
  readonly lit: number | null;
}

/** A square matrix as a heat map: blue above 0, grey below, with its numbers where there is room. */
export function matrix({ jacobian, label, circled, lit }: MatrixDrawing): TemplateResult {
  const { rows, cols, data } = jacobian;
  const sizes = data.map(Math.abs).filter(Number.isFinite);
  const largest = Math.max(...sizes) || 1;
  const across = width / cols;
  const down = Math.min(34, Math.max(10, across));
  const entries = Array.from(data, (entry, at) => ({
    entry,
    i: Math.floor(at / cols),
    j: at % cols,
  }));
  const isCircled = (i: number, j: number): boolean =>
    i !== j && [i, j].every((place) => circled?.includes(place));
  return html`
    <svg class="matrix" viewBox="0 0 ${width} ${round(down * rows)}" role="img" aria-label="${label}: ${spoken(jacobian)}">
      ${entries.map(
        ({ entry, i, j }) => svg`
          <g class=${lit === null || lit === i || lit === j ? "" : "dim"}>
            <rect class=${entry < 0 ? "negative" : "positive"} x=${round(j * across + 0.5)} y=${round(i * down + 0.5)} width=${round(across - 1)} height=${round(down - 1)} fill-opacity=${round(0.75 * Math.min(1, Math.abs(entry) / largest))} />
            ${
              rows > maxPrinted
                ? nothing
                : svg`<text x=${round((j + 0.5) * across)} y=${round((i + 0.5) * down + 4)} text-anchor="middle">${format(entry)}</text>`
            }
            <title>${formatExact(entry)}</title>
          </g>`,
      )}
      ${entries
        .filter(({ i, j }) => isCircled(i, j))
        .map(
          ({ i, j }) =>
            svg`<rect class="circled" x=${round(j * across + 1)} y=${round(i * down + 1)} width=${round(across - 2)} height=${round(down - 2)} />`,
        )}
    </svg>
  `;
}

function spoken({ rows, cols, data }: Matrix): string {
  if (rows > maxPrinted) return `${rows} × ${cols}`;
  return Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * cols, (i + 1) * cols), format).join(", "),
  ).join("; ");
}
