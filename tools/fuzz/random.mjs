/** What is drawn from a seed: the same again from the same seed. @param {number} seed */
export function generator(seed) {
  let state = Math.imul(seed, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (/** @type {number} */ limit) => next() % limit;
  /** @type {<T>(list: readonly T[]) => T} */
  const one = (list) => /** @type {any} */ (list[below(list.length)]);
  const unit = () => next() / 2 ** 32;
  return { below, one, unit };
}
