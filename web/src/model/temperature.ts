/** What the axis of temperatures shows of (0, ∞); 0 and ∞ stand apart, as limits. */
export const axisFrom = 2 ** -4;
export const axisTo = 2 ** 6;

/**
 * Where the temperature slider stops: 0, eight dyadic values in each octave from 1/16 to 64, ∞.
 * The stops of an octave are evenly spaced, which is close to a log scale and keeps every τ exact.
 */
export const temperatureStops: readonly number[] = [
  0,
  ...Array.from({ length: 80 }, (_, k) => (1 + (k % 8) / 8) * 2 ** (Math.floor(k / 8) - 4)),
  64,
  Number.POSITIVE_INFINITY,
];

/** The stop at or next below τ; the first above 0 where τ lies between 0 and 1/16. */
export function nearestStop(temperature: number): number {
  if (temperature === 0) return 0;
  const above = temperatureStops.findIndex((stop) => stop > temperature);
  return above === -1 ? temperatureStops.length - 1 : Math.max(1, above - 1);
}

/** Where the sweep stops on its way by hand: 0, the octaves of the axis, ∞. */
const octaves: readonly number[] = [
  0,
  ...Array.from({ length: 11 }, (_, k) => axisFrom * 2 ** k),
  Number.POSITIVE_INFINITY,
];

/** The next octave, up or down; null at the end. */
export function nextOctave(temperature: number, by: 1 | -1): number | null {
  const next =
    by === 1
      ? octaves.find((octave) => octave > temperature)
      : octaves.findLast((octave) => octave < temperature);
  return next ?? null;
}

/** `by` stops up or down the slider from where τ is, whether or not that is a stop; 0 or ∞ at most. */
export function stopsAway(temperature: number, by: number): number {
  const all = temperatureStops;
  const here =
    by > 0
      ? all.findLastIndex((stop) => stop <= temperature)
      : all.findIndex((stop) => stop >= temperature);
  return all[Math.min(all.length - 1, Math.max(0, here + by))] ?? temperature;
}

/** Steps in an octave that a drag can reach: fine, and every τ still exact. */
const fineSteps = 32;

/** The nearest τ of the axis with an exact short form, for a place on it: 0 at its start, 1 at its end. */
export function temperatureAt(place: number): number {
  const octave =
    Math.log2(axisFrom) + Math.min(1, Math.max(0, place)) * Math.log2(axisTo / axisFrom);
  const whole = Math.floor(octave);
  return 2 ** whole * (1 + Math.round((2 ** (octave - whole) - 1) * fineSteps) / fineSteps);
}

/** Where τ is on the log axis, 0 at its start, 1 at its end. */
export const placeOf = (temperature: number): number =>
  Math.log2(temperature / axisFrom) / Math.log2(axisTo / axisFrom);
