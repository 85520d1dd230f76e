import type { Core } from "./contract.ts";
import { type Job, type Keys, work } from "./pool-messages.ts";

/** Something that was asked for: jobs for the lanes until it is settled. */
export interface Task {
  /** The next job, if there is one. */
  take(): Job | undefined;
  /** Jobs that have not been taken. */
  readonly left: number;
  readonly keys: Keys | undefined;
  done(job: Job, result: unknown): void;
  failed(job: Job, error: unknown): void;
  /** Gives it all up. */
  reject(error: unknown): void;
}

export interface Settle<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** Any call of the core, which is one job. */
export class CallTask<T> implements Task {
  readonly keys = undefined;
  left = 1;
  readonly #job: Extract<Job, { name: unknown }>;
  readonly #core: Core;
  readonly #settle: Settle<T>;

  constructor(job: Extract<Job, { name: unknown }>, core: Core, settle: Settle<T>) {
    this.#job = job;
    this.#core = core;
    this.#settle = settle;
  }

  take(): Job | undefined {
    if (this.left === 0) return undefined;
    this.left = 0;
    return this.#job;
  }

  done(_job: Job, result: unknown): void {
    this.#settle.resolve(result as T);
  }

  failed(job: Job, error: unknown): void {
    if ((error as { name?: unknown } | null)?.name !== "DataCloneError") {
      this.reject(error);
      return;
    }
    // What no worker can be sent is refused here, in the words of the call, or read here.
    try {
      this.done(job, work(this.#core, job, undefined));
    } catch (error) {
      this.reject(error);
    }
  }

  reject(error: unknown): void {
    this.#settle.reject(error);
  }
}
