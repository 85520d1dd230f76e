import type { Point } from "../plot/hull.ts";
import { allSides, type Request, type Side, textWidth } from "../plot/labels.ts";

export type LabelLine = ReadonlyArray<{ readonly text: string; readonly style: LabelStyle }>;
export type LabelStyle = "name" | "hard" | "soft" | "ahead" | "current" | "number" | "query" | "q";

export const lineHeight = 17;

/** Lines of text that want a place beside a point. */
export interface LabelRequest extends Request {
  readonly lines: readonly LabelLine[];
}

export const labelRequest = (
  key: string,
  [x, y]: Point,
  clear: number,
  lines: readonly LabelLine[],
  sides: readonly Side[] = allSides,
): LabelRequest => ({
  key,
  x,
  y,
  clear,
  sides,
  width: Math.max(...lines.map(lineWidth)),
  height: lines.length * lineHeight,
  lines,
});

const styleSize: Readonly<Record<LabelStyle, number>> = {
  name: 13,
  hard: 14.8,
  soft: 14.8,
  ahead: 13,
  current: 13.5,
  number: 14.5,
  query: 14.5,
  q: 17,
};

const lineWidth = (line: LabelLine): number =>
  line.reduce(
    (sum, { text, style }) => sum + textWidth(text, styleSize[style]),
    7 * (line.length - 1),
  );
