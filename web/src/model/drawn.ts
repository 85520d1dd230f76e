/** Sheets for neighbours: the same objects, asked by queries that a seed draws. */
import type { Derivation } from "../core/core.ts";
import { deriveInput } from "./input.ts";
import { randomNumbers } from "./random-tokens.ts";
import type { Shown, Store } from "./store.ts";
import { summaryOf } from "./summary.ts";

/** How often one is drawn anew for want of a good one; then any that is new will do. */
const attempts = 64;

/**
 * As many as the state asks for, and no query twice if there are enough. Of a good one one object wins,
 * clearly but not with all of the weight: then there is something to work out.
 */
export function drawnSheets(shown: Shown, { core }: Pick<Store, "core">): readonly Shown[] {
  const { state } = shown;
  const { sets, seed } = state.options;
  const unit = powerBelow(Math.max(...state.query.map(Math.abs))) / 4;
  const sheets: Shown[] = [];
  const used = new Set<string>();
  let stream = 0;
  const draw = (): readonly number[] =>
    Array.from(randomNumbers(state.query.length, seed, stream++), (x) => unit * steps(x));
  while (sheets.length < sets) {
    let found: Shown | null = null;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const query = draw();
      const sheet = used.has(query.join())
        ? null
        : sheetOf({ ...shown, state: { ...state, query } }, core);
      found = sheet ?? found;
      if (sheet !== null && isGood(sheet.derivation)) break;
    }
    const sheet = found ?? shown;
    used.add(sheet.state.query.join());
    sheets.push(sheet);
  }
  return sheets;
}

/** Null for numbers without an answer. */
function sheetOf({ state, ...shown }: Shown, core: Store["core"]): Shown | null {
  try {
    const derivation = core.derive({ ...deriveInput(state), derivatives: false });
    const summary = summaryOf(derivation, shown.names, state.temperature);
    return { ...shown, state, derivation, summary };
  } catch {
    return null;
  }
}

function isGood({ ties, weights, argmax }: Derivation): boolean {
  const most = weights[argmax] ?? 0;
  return ties.length === 1 && most > 0.3 && most < 0.9;
}

/** A normal number as a whole one from −4 to 4, without −0. */
const steps = (x: number): number => Math.max(-4, Math.min(4, Math.round(2 * x))) + 0;

/** The largest power of two that is not above; 1 for 0. */
function powerBelow(size: number): number {
  if (!(size > 0)) return 1;
  let power = 1;
  while (power > size) power /= 2;
  while (2 * power <= size) power *= 2;
  return power;
}
