import type { Core, Derivation } from "../core/core.ts";

/** The winner's weight while its score passes the best of the others. */
interface Kink {
  /** Its score less the best of the others, from left to right; 0 is the tie. */
  readonly gap: readonly number[];
  /** With max inside (S7a), and with log-sum-exp (S7b). */
  readonly withMax: readonly number[];
  readonly withLse: readonly number[];
  /** Where the winner's score stands now; null outside the picture. */
  readonly now: number | null;
}

const points = 96;

/** Null where nothing can tie with the winner, or the temperature is a limit. */
export function kinkOf(core: Core, d: Derivation, temperature: number): Kink | null {
  const rival = d.scores.reduce(
    (best, score, i) => (i !== d.argmax && score > best ? score : best),
    Number.NEGATIVE_INFINITY,
  );
  if (!Number.isFinite(rival) || temperature === 0 || temperature === Number.POSITIVE_INFINITY) {
    return null;
  }
  const reach = Math.min(4 * temperature, Number.MAX_VALUE);
  const gap = Array.from({ length: points + 1 }, (_, k) => reach * ((2 * k) / points - 1));
  const derived = gap.map((g) => {
    const moved = Math.max(-Number.MAX_VALUE, Math.min(rival + g, Number.MAX_VALUE));
    return core.derive({
      scores: d.scores.map((s, i) => (i === d.argmax ? moved : s)),
      temperature,
      derivatives: false,
    });
  });
  return {
    gap,
    withMax: derived.map((at) => at.expShifted[d.argmax] ?? Number.NaN),
    withLse: derived.map((at) => at.weights[d.argmax] ?? Number.NaN),
    now: d.ties.length > 1 ? 0 : d.gap <= reach ? d.gap : null,
  };
}
