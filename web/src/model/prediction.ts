import { type ReadonlySignal, type Signal, signal } from "@preact/signals-core";
import type { StepId } from "../core/core.ts";

/** At which try an answer was right; 0: it was told. */
export type Try = 0 | 1 | 2;

/** Which questions a reader has answered, and how. A step that was seen is not asked about again. */
export class Prediction {
  /** The step that is asked about, not yet shown. */
  readonly asked: ReadonlySignal<StepId | null>;
  /** How the question was answered; null while it is open. */
  readonly outcome: Signal<Try | null> = signal(null);
  /** How each question was answered: none is asked twice. */
  readonly results: ReadonlySignal<ReadonlyMap<string, Try>>;

  readonly #asked: Signal<StepId | null> = signal(null);
  readonly #results: Signal<ReadonlyMap<string, Try>> = signal(new Map());
  #seen = new Set<StepId>();

  constructor() {
    this.asked = this.#asked;
    this.results = this.#results;
  }

  /** Whether `step` has to wait: if so, the first step on the way to it that is unseen is asked about. */
  asks(step: StepId, steps: readonly StepId[], now: StepId): boolean {
    const here = steps.indexOf(now);
    for (const past of steps.slice(0, here + 1)) this.#seen.add(past);
    const way = steps.slice(here + 1, steps.indexOf(step) + 1);
    const unseen = way.find((one) => !this.#seen.has(one)) ?? null;
    if (unseen !== this.#asked.peek()) this.outcome.value = null;
    this.#asked.value = unseen;
    return unseen !== null;
  }

  /** The step that may be shown now: the one that was asked about, if that was answered. */
  take(): StepId | null {
    const step = this.#asked.peek();
    const outcome = this.outcome.peek();
    if (step === null || outcome === null) return null;
    this.record(step, outcome);
    this.#seen.add(step);
    this.dismiss();
    return step;
  }

  record(question: string, outcome: Try): void {
    this.#results.value = new Map([...this.#results.peek(), [question, outcome]]);
  }

  /** Withdraws the question. */
  dismiss(): void {
    this.#asked.value = null;
    this.outcome.value = null;
  }
}
