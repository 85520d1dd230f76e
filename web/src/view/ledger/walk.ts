import type { ReactiveController, ReactiveControllerHost } from "lit";

/** How long the walk takes from each place to the next, ms: as --quick and --slow in tokens.css. */
const stride = 200;
const leap = 500;
/** A jump over many steps runs through them, but keeps nobody waiting. */
const longest = 900;

/** When each place of a chain is passed, where every stride takes its own time. */
export function timetable(places: number, leaps: readonly number[]): readonly number[] {
  const times = [0];
  for (let place = 1; place < places; place++)
    times.push((times[place - 1] ?? 0) + (leaps.includes(place) ? leap : stride));
  return times;
}

/** The place, between whole steps too, at a time. */
export function placeAt(times: readonly number[], time: number): number {
  const next = times.findIndex((t) => t >= time);
  if (next <= 0) return next === 0 ? 0 : times.length - 1;
  const before = times[next - 1] ?? 0;
  return next - 1 + (time - before) / ((times[next] ?? 0) - before);
}

/**
 * A place that walks along the chain to where the reader stands. What is drawn is a function of it
 * alone, so that a walk back is the exact reverse and a walk can turn round anywhere.
 */
export class Walk implements ReactiveController {
  #host: ReactiveControllerHost;
  #times: readonly number[] = [];
  #target: number | null = null;
  #place = 0;
  #frame = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Where the walk is now. */
  get place(): number {
    return this.#place;
  }

  /** Sends it to a place of a chain; at once if it is another chain or motion is not wanted. */
  to(target: number, times: readonly number[]): void {
    const same = this.#times.length === times.length;
    if (this.#target === target && same) return;
    cancelAnimationFrame(this.#frame);
    const jump = this.#target === null || !same || matchMedia(still).matches;
    this.#times = times;
    this.#target = target;
    if (jump || this.#place === target) this.#place = target;
    else this.#run(target);
  }

  #run(target: number): void {
    const times = this.#times;
    const from = timeAt(times, this.#place);
    const to = times[target] ?? 0;
    const duration = Math.min(longest, Math.abs(to - from));
    let started: number | null = null;
    const move = (now: number): void => {
      started ??= now;
      const t = Math.min(1, (now - started) / duration);
      this.#place = t === 1 ? target : placeAt(times, from + (to - from) * ease(t));
      this.#host.requestUpdate();
      if (t < 1) this.#frame = requestAnimationFrame(move);
    };
    this.#frame = requestAnimationFrame(move);
  }

  hostDisconnected(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#target !== null) this.#place = this.#target;
  }
}

const still = "(prefers-reduced-motion: reduce)";

/** Slow at both ends, and the same from either. */
const ease = (t: number): number => t * t * (3 - 2 * t);

function timeAt(times: readonly number[], place: number): number {
  const before = Math.floor(place);
  const start = times[before] ?? 0;
  return start + (place - before) * ((times[before + 1] ?? start) - start);
}
