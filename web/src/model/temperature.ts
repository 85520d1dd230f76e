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
