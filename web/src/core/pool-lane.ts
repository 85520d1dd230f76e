import type { Core } from "./contract.ts";
import type { Wasm } from "./load.ts";
import { type Module, withRoom } from "./module.ts";
import {
  errorOf,
  type FromWorker,
  type Job,
  type Keys,
  type ToWorker,
  work,
} from "./pool-messages.ts";
import { startThread, type Thread } from "./worker-source.ts";

/** One that does jobs, one after the other: a worker, or this thread itself. */
export interface Lane {
  /** @param keys of the job, which are kept until they are dropped */
  ask(job: Job, keys: Keys | undefined): Promise<unknown>;
  drop(keys: Keys): void;
  /** Bytes of memory of its core, as of its last answer. */
  readonly memory: number;
  /** Fulfilled when a worker has ended without being asked to; what it was asked stays without an answer. */
  readonly died: Promise<Error>;
  end(): void;
}

/** ms for a worker to say that it is there: one that a policy refuses says nothing in some browsers. */
const patience = 10_000;

/** @throws (as a rejection) where there can be no worker */
export async function startLane(wasm: Wasm, workerUrl: string | URL | undefined): Promise<Lane> {
  const lane = new WorkerLane();
  try {
    await lane.start(wasm, workerUrl);
    return lane;
  } catch (error) {
    lane.end();
    throw error;
  }
}

class WorkerLane implements Lane {
  memory = 0;
  readonly died: Promise<Error>;

  #thread: Thread | null = null;
  readonly #kept = new Set<number>();
  /** Who waits for the next message. */
  #waiting: ((message: FromWorker) => void) | null = null;
  #tell: (reason: Error) => void = () => {};
  #stopWatching: () => void = () => {};

  constructor() {
    this.died = new Promise((tell) => {
      this.#tell = tell;
    });
  }

  async start(wasm: Wasm, workerUrl: string | URL | undefined): Promise<void> {
    const lock = `softmax-bridge ${Math.random()} ${Math.random()}`;
    const answer = this.#next();
    const timer = setTimeout(() => this.#end(new Error("The worker does not answer")), patience);
    try {
      this.#thread = await startThread(
        workerUrl,
        (message) => this.#hear(message as FromWorker),
        (reason) => this.#end(reason),
      );
      this.#post({ wasm, lock });
      const message = await Promise.race([answer, this.died]);
      if (message instanceof Error) throw message;
      if ("broken" in message) throw new Error(message.broken);
    } finally {
      clearTimeout(timer);
    }
    this.#watch(lock);
    this.#thread.busy(false);
  }

  /** A browser says nothing of a worker that it ends, but then its lock is free. */
  #watch(lock: string): void {
    const { locks } = (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {};
    if (locks === undefined || typeof Worker === "undefined") return;
    const waiting = new AbortController();
    this.#stopWatching = () => waiting.abort();
    const ended = (): void => this.#end(new Error("The worker has ended"));
    // A page without an origin may have no locks.
    locks.request(lock, { signal: waiting.signal }, ended).catch(() => {});
  }

  async ask(job: Job, keys: Keys | undefined): Promise<unknown> {
    const answer = this.#next();
    this.#thread?.busy(true);
    try {
      if (keys !== undefined && !this.#kept.has(keys.id)) {
        this.#kept.add(keys.id);
        this.#postKeys(keys);
      }
      this.#post({ job }, "keys" in job ? ownBuffers(job) : []);
    } catch (error) {
      // What cannot be sent: the worker has heard nothing.
      this.#waiting = null;
      this.#thread?.busy(false);
      throw error;
    }
    const message = await answer;
    this.#thread?.busy(false);
    if ("memory" in message) this.memory = message.memory;
    if ("error" in message) throw errorOf(message.error);
    return "result" in message ? message.result : undefined;
  }

  drop(keys: Keys): void {
    if (this.#kept.delete(keys.id)) this.#post({ drop: keys.id });
  }

  end(): void {
    this.#end(null);
  }

  #next(): Promise<FromWorker> {
    return new Promise((hear) => {
      this.#waiting = hear;
    });
  }

  #hear(message: FromWorker): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.(message);
  }

  /** @param reason null where the end was asked for */
  #end(reason: Error | null): void {
    this.#waiting = null;
    this.#thread?.end();
    this.#thread = null;
    this.#stopWatching();
    if (reason !== null) this.#tell(reason);
  }

  /** A copy that is moved is there sooner than one that is made on the way: it is made once and not twice. */
  #postKeys({ id, K, V }: Keys): void {
    if (isShared(K) && isShared(V)) this.#post({ keep: { id, K, V } });
    else {
      const copy = withRoom(() => ({ id, K: K.slice(), V: V.slice() }));
      this.#post({ keep: copy }, [copy.K.buffer, copy.V.buffer]);
    }
  }

  #post(message: ToWorker, transfer: readonly Transferable[] = []): void {
    this.#thread?.post(message, transfer);
  }
}

/** What is of this block alone is moved to the worker and not copied. */
const ownBuffers = ({ Q, options }: Extract<Job, { keys: number }>): readonly Transferable[] =>
  [Q, options.mask]
    .filter((array) => array !== undefined && !isShared(array))
    .map((array) => array?.buffer as ArrayBuffer);

export const isShared = ({ buffer }: ArrayBufferView): boolean =>
  typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;

/** ms of jobs in a row in this thread: short enough that a page paints in between. */
const slice = 8;

/** Where there can be no workers. */
export class OwnLane implements Lane {
  readonly died = new Promise<Error>(() => {});
  readonly #core: Core;
  readonly #module: Module;
  #since = 0;

  constructor(core: Core, module: Module) {
    this.#core = core;
    this.#module = module;
  }

  get memory(): number {
    return this.#module.memorySize();
  }

  async ask(job: Job, keys: Keys | undefined): Promise<unknown> {
    if (performance.now() - this.#since > slice) {
      await new Promise((next) => setTimeout(next));
      this.#since = performance.now();
    }
    return work(this.#core, job, keys);
  }

  drop(): void {}

  end(): void {}
}
