/** Whether the reader wants nothing to move by itself. */
export const wantsStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Calls with the share of `length` ms that has passed, once a frame and at last with 1.
 * @returns what ends it before
 */
export function animate(length: number, show: (share: number) => void): () => void {
  let start: number | null = null;
  let ended = false;
  let frame = requestAnimationFrame(function move(now) {
    start ??= now;
    const share = Math.min(1, (now - start) / length);
    show(share);
    if (share < 1 && !ended) frame = requestAnimationFrame(move);
  });
  return () => {
    ended = true;
    cancelAnimationFrame(frame);
  };
}
