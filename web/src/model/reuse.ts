/** `before` where it holds the same as `now`: what depends on it alone need not be worked out anew. */
export function reuse<T>(
  before: readonly T[] | undefined,
  now: readonly T[],
  same: (a: T, b: T) => boolean = Object.is,
): readonly T[] {
  const unchanged =
    before !== undefined &&
    before.length === now.length &&
    now.every((entry, i) => same(entry, before[i] as T));
  return unchanged ? before : now;
}
