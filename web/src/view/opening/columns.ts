import { type SVGTemplateResult, svg } from "lit";
import { format } from "../../model/format.ts";
import { lettersOf, shortened } from "../../model/names.ts";
import type { Shown } from "../../model/store.ts";
import { icon } from "../icons.ts";
import { textWidth } from "../plot/labels.ts";
import { picture } from "../plot/mark.ts";
import { round } from "../plot/path.ts";

/** The sizes of the drawing, px. */
export interface Size {
  readonly narrow: boolean;
  /** The window is low: everything a little smaller. */
  readonly low: boolean;
  readonly width: number;
}

/** Where the columns stand, px of their drawing. */
export interface Columns {
  readonly height: number;
  readonly left: number;
  readonly pitch: number;
  readonly bar: number;
  readonly glyph: number;
  readonly base: number;
  /** px of a unit of score. */
  readonly unit: number;
}

/** Beside the columns stand the words that say what they are. */
const words = 158;

export function columnsOf(scores: ArrayLike<number>, { narrow, low, width }: Size): Columns {
  const n = scores.length;
  const left = narrow ? 0 : words;
  const pitch = Math.min(narrow ? width / n : 90, (width - left) / n);
  const bar = narrow ? Math.min(46, pitch * 0.79) : (pitch * 76) / 90;
  const glyph = narrow ? Math.min(15, bar / 2 - 2) : low ? 23 : Math.min(27, bar / 2 - 4);
  const head = 2 * glyph + 14 + (narrow ? 4 : 24);
  // The room that the scene's own query needs; larger scores make all columns smaller.
  const [most, usual] = narrow ? [118, 24] : low ? [138, 28] : [188, 38];
  const known = Array.from(scores).filter(Number.isFinite);
  const [highest, lowest] = [Math.max(0, ...known), Math.min(0, ...known)];
  // Where no column rises, number and word stand over the frame, and need their room there.
  const risen = highest * Math.min(usual, most / (highest - lowest));
  const room = most - (narrow && risen < 26 ? 24 : 0);
  const unit = Math.min(usual, room / (highest - lowest));
  const ground = head + most;
  // What sinks deeper than the names have room for lifts the ground.
  const base = ground - Math.max(0, -lowest * unit - (narrow ? 4 : 9));
  return {
    ...{ left, pitch, bar, glyph, unit },
    base: round(base),
    height: ground + (narrow ? 26 : 36),
  };
}

/** A column for each item, as high as its score, with the item on top. */
export function drawColumns(
  { derivation: d, names }: Shown,
  c: Columns,
  size: Size,
  pickWord: string,
): SVGTemplateResult {
  const { base, unit, bar, pitch, left, glyph } = c;
  const inset = size.narrow ? (pitch - bar) / 2 : 0;
  const at = (i: number): number => left + i * pitch + inset;
  const top = (i: number): number => {
    const score = d.scores[i] ?? 0;
    return Number.isFinite(score) ? base - score * unit : base;
  };
  const head = (i: number): number => Math.min(top(i), base);
  const pick = d.argmax;
  const end = at(d.scores.length - 1) + bar;
  const last = pick >= d.scores.length - 2;
  const frameTop = head(pick) - 2 * glyph - (size.narrow ? 12 : 14);
  // On a phone the word stands beside the frame, unless the next object or its number would be under it.
  const next = head(last ? pick - 1 : pick + 1);
  const crowded = next - head(pick) < (base - next < 26 ? 32 : 10);
  const wordAbove = !size.narrow || (crowded && frameTop > 24);
  const overFrame = frameTop - (wordAbove ? 26 : 6);
  return svg`
    <line class="ground" x1=${base < c.height - 70 ? Math.max(0, left - 10) : 0} x2=${size.width} y1=${base} y2=${base} />
    ${names.map((name, i) => {
      const x = at(i);
      const y = top(i);
      const score = d.scores[i] ?? 0;
      const removed = score === Number.NEGATIVE_INFINITY;
      const is = removed ? "removed" : i === pick ? "pick" : "";
      const sunk = y > base;
      const above = base - y < 26;
      const spot = head(i) - glyph - 4 - (size.narrow ? 0 : 2);
      const overObject = i === pick ? overFrame : spot - glyph - 7;
      return svg`
        <g class="column ${is}">
          <rect class="body" x=${round(x)} y=${round(head(i))} width=${round(bar)} height=${round(Math.abs(base - y))} />
          <rect class="cap" x=${round(x)} y=${round(sunk ? y - 4 : y)} width=${round(bar)} height="4" />
          ${object(name, x + bar / 2, spot, glyph)}
          <text class="score" x=${round(x + bar / 2)} y=${round(above ? overObject : y + (size.narrow ? 18 : 23))} text-anchor="middle">${
            removed ? "–" : format(score)
          }</text>
          <text class="name" x=${round(x + bar / 2)} y=${round(Math.max(y, base) + (size.narrow ? 17 : 22))} text-anchor="middle">${fitted(name, pitch)}</text>
        </g>`;
    })}
    <line class="level" x1=${Math.max(0, left - 10)} x2=${Math.min(size.width, end + 8)} y1=${round(top(pick))} y2=${round(top(pick))} />
    ${pickFrame(at(pick), [frameTop, head(pick)], c, size, { said: pickWord, above: wordAbove, last })}
  `;
}

/** One of the drawn objects, or the first letter of a name. */
export function object(name: string, x: number, y: number, half: number): SVGTemplateResult {
  const drawing = icon(name);
  if (drawing !== null) return picture(drawing, [x, y], half);
  return svg`
    <circle class="letter" cx=${round(x)} cy=${round(y)} r=${round(half * 0.7)} />
    <text class="initial" x=${round(x)} y=${round(y + half * 0.25)} text-anchor="middle" font-size=${round(half * 0.75)}>${lettersOf(name)[0] ?? ""}</text>`;
}

/** What has no room is called by its last word, or is cut. */
function fitted(name: string, room: number): string {
  if (textWidth(name, 13.5) <= room) return name;
  const last = name.split(" ").at(-1) ?? name;
  return textWidth(last, 13.5) <= room ? last : shortened(last, Math.floor(room / 8));
}

function pickFrame(
  x: number,
  [from, y]: readonly [top: number, bottom: number],
  { bar }: Columns,
  { narrow }: Size,
  word: { readonly said: string; readonly above: boolean; readonly last: boolean },
): SVGTemplateResult {
  const leg = narrow ? 13 : 22;
  const [l, r, t] = [x + 1.5, x + bar - 1.5, from].map(round) as [number, number, number];
  const label = word.above
    ? svg`<text class="word" x=${round(x + bar / 2)} y=${t - (narrow ? 6 : 9)} text-anchor="middle">${word.said}</text>`
    : svg`<text class="word" x=${round(word.last ? x - 6 : x + bar + 6)} y=${t + 17} text-anchor=${word.last ? "end" : "start"}>${word.said}</text>`;
  return svg`
    <path class="frame" d="M${l} ${t + leg}V${t}H${l + leg}M${r - leg} ${t}H${r}V${t + leg}M${l} ${round(y - leg)}V${round(y)}M${r} ${round(y - leg)}V${round(y)}" />
    ${label}`;
}
