import type { Area } from "../../model/scale/compute.ts";

/** Cells from this size on, px, are drawn one by one; smaller ones are dots of a picture. */
export const drawnCell = 9;

/** Fewest rows that can be looked at. */
export const fewest = 4;

/** `by` > 1 shows fewer cells, about the cell that stays where it is. */
export function zoomed(area: Area, n: number, by: number, row: number, column: number): Area {
  const rows = clamp(Math.round(area.rows / by), Math.min(fewest, n), n);
  const share = (at: number, first: number): number => (at + 0.5 - first) / area.rows;
  return placed(
    Math.round(row + 0.5 - share(row, area.firstQuery) * rows),
    Math.round(column + 0.5 - share(column, area.firstKey) * rows),
    rows,
    n,
  );
}

/** The same cells further down and to the right. */
export const moved = (area: Area, n: number, down: number, right: number): Area =>
  placed(area.firstQuery + down, area.firstKey + right, area.rows, n);

/** Moved as little as needed for the cell to be in it. */
export function including(area: Area, n: number, row: number, column: number): Area {
  const shift = (at: number, first: number): number =>
    at < first ? at - first : Math.max(0, at - (first + area.rows - 1));
  const down = shift(row, area.firstQuery);
  const right = shift(column, area.firstKey);
  return down === 0 && right === 0 ? area : moved(area, n, down, right);
}

function placed(firstQuery: number, firstKey: number, rows: number, n: number): Area {
  return {
    firstQuery: clamp(firstQuery, 0, n - rows),
    firstKey: clamp(firstKey, 0, n - rows),
    rows,
    columns: rows,
  };
}

export const sameArea = (a: Area, b: Area): boolean =>
  a.firstQuery === b.firstQuery && a.firstKey === b.firstKey && a.rows === b.rows;

/** The cell at a place of a map of so many px, or null beside it. */
export function cellAt(
  area: Area,
  size: number,
  x: number,
  y: number,
): { readonly row: number; readonly column: number } | null {
  if (x < 0 || y < 0 || x >= size || y >= size) return null;
  return {
    row: area.firstQuery + Math.floor((y / size) * area.rows),
    column: area.firstKey + Math.floor((x / size) * area.columns),
  };
}

/** The dot of a picture on which a cell lies. */
export const dotOf = (index: number, dots: number, cells: number): number =>
  Math.floor((index * dots) / cells);

/** First and last cell on a dot. */
export const cellsOf = (dot: number, dots: number, cells: number): readonly [number, number] => [
  Math.ceil((dot * cells) / dots),
  Math.ceil(((dot + 1) * cells) / dots) - 1,
];

/** px across of a name: Chinese characters are as wide as they are high. */
export const widthOf = (name: string, size: number): number =>
  Array.from(name).reduce((sum, c) => sum + (c > "\u2e7f" ? size : size * 0.54), 0);

const clamp = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));

/** Bytes in the unit that makes them readable: three digits. */
export function bytesIn(bytes: number): { readonly value: string; readonly unit: number } {
  let unit = 0;
  let value = bytes;
  while (value >= 999.5 && unit < 3) {
    value /= 1000;
    unit += 1;
  }
  return { value: threeDigits(value), unit };
}

/** Three digits, never an exponent. */
export const threeDigits = (value: number): string =>
  value >= 99.95
    ? String(Math.round(value))
    : value >= 9.995
      ? value.toFixed(1)
      : value >= 0.9995
        ? value.toFixed(2)
        : value.toFixed(3);
