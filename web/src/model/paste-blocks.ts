/** Wide tables that were printed in blocks of columns, one under the other: joined side by side. */
import { Refusal } from "./paste-table.ts";

interface Block {
  /** The numbers of its first and last column; null where the print does not count them. */
  readonly columns: readonly [first: number, last: number] | null;
  readonly lines: string[];
}

export function joinBlocks(lines: readonly string[]): readonly string[] {
  return joinCounted(lines) ?? joinOfR(lines) ?? joinOfPandas(lines) ?? lines;
}

const counted = /^\s*Columns?\s+(\d+)(?:\s+(?:through|thru|to|and|-|–)\s+(\d+))?\s*:?\s*$/i;

/** MATLAB, Octave and old PyTorch: `Columns 1 through 8`. */
function joinCounted(lines: readonly string[]): readonly string[] | null {
  const blocks: Block[] = [];
  for (const line of lines) {
    const [found, first = "", last = first] = counted.exec(line) ?? [];
    if (found !== undefined) blocks.push({ columns: [Number(first), Number(last)], lines: [] });
    else if (line.trim() !== "") {
      if (blocks.length === 0) return null;
      blocks.at(-1)?.lines.push(line);
    }
  }
  if (blocks.length === 0) return null;
  return joined(blocks);
}

/** R: `[,1] [,2]` above every block and `[1,]` before every row. */
function joinOfR(lines: readonly string[]): readonly string[] | null {
  const head = /^\s*\[,\d+\]/;
  if (!lines.some((line) => head.test(line))) return null;
  const blocks: Block[] = [];
  for (const line of lines) {
    if (head.test(line)) {
      if (!/^(?:\s*\[,\d+\])+\s*$/.test(line)) throw new Refusal({ kind: "column-blocks" });
      const numbers = [...line.matchAll(/\[,(\d+)\]/g)].map(([, n]) => Number(n));
      blocks.push({ columns: [numbers[0] ?? 0, numbers.at(-1) ?? 0], lines: [] });
    } else if (line.trim() !== "") {
      const [index = "", row] = /^\s*\[(\d+),\]/.exec(line) ?? [];
      const block = blocks.at(-1);
      // Names of rows stand in the place of [1,].
      if (block === undefined || (row !== undefined && Number(row) !== block.lines.length + 1)) {
        throw new Refusal({ kind: "column-blocks" });
      }
      block.lines.push(line.slice(index.length));
    }
  }
  const named = blocks.some(({ lines }) => lines.some((line) => /^\S/.test(line)));
  return joined(blocks, named);
}

/** pandas: a backslash at the end of a head that goes on. */
function joinOfPandas(lines: readonly string[]): readonly string[] | null {
  if (!lines.some((line) => /\\\s*$/.test(line))) return null;
  const blocks: Block[] = [{ columns: null, lines: [] }];
  for (const line of lines) {
    if (line.trim() === "") blocks.push({ columns: null, lines: [] });
    else blocks.at(-1)?.lines.push(line.replace(/\s*\\\s*$/, ""));
  }
  const filled = blocks.filter(({ lines }) => lines.length > 0);
  const [first] = filled;
  if (first === undefined || filled.length < 2) throw new Refusal({ kind: "column-blocks" });
  const [head = "", ...rows] = joined(
    filled.map(({ lines: [head = "", ...rows] }) => ({
      columns: null,
      lines: [`. ${head}`, ...rows],
    })),
    true,
  );
  return [head.replace(/^\. /, "  "), ...rows];
}

/** Blocks that count on from each other and have the same rows. `named`: each starts with their names. */
function joined(blocks: readonly Block[], named = false): readonly string[] {
  const fault = new Refusal({ kind: "column-blocks" });
  const cellsOf = (line: string): string[] => line.trim().split(/\s+/);
  const [first] = blocks;
  if (first === undefined) throw fault;
  const rows = first.lines.map((line) => cellsOf(line).slice(0, named ? 1 : 0));
  let next = first.columns?.[0] ?? 0;
  // Columns before the first were cut off.
  if (next > 1) throw fault;
  for (const { columns, lines } of blocks) {
    if (lines.length !== rows.length) throw fault;
    if (columns !== null && columns[0] !== next) throw fault;
    next = (columns?.[1] ?? 0) + 1;
    for (const [i, line] of lines.entries()) {
      const cells = cellsOf(line);
      if (named && cells.shift() !== rows[i]?.[0]) throw fault;
      if (columns !== null && cells.length !== columns[1] - columns[0] + 1) throw fault;
      rows[i]?.push(...cells);
    }
  }
  return rows.map((row) => row.join(" "));
}
