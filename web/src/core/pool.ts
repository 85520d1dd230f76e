import { checkAttend, checkSizes } from "./attend.ts";
import { badType, checkFunction, checkName, checkWhole, fieldsOf } from "./check.ts";
import type { Attention, Core, Pool, PoolAttentionOptions, PoolOptions } from "./contract.ts";
import { SoftmaxBridgeError } from "./errors.ts";
import { coreOf, guarded, messageOf, readWasm, start, wasmOf } from "./load.ts";
import type { AttendFields, Module } from "./module.ts";
import { builtin } from "./node.ts";
import { AttendTask } from "./pool-attend.ts";
import { blocksOf } from "./pool-blocks.ts";
import { type Lane, OwnLane, startLane } from "./pool-lane.ts";
import type { Job } from "./pool-messages.ts";
import { CallTask, type Settle, type Task } from "./pool-task.ts";

/** More would be no help to anybody. */
const mostWorkers = 256;

/** Multiplications and additions in a block: tenths of a second for a worker, some ms for a page. */
const operations = { workers: 2 ** 33, thisThread: 2 ** 27 };

/** ms after which a worker that has nothing to do goes. */
const idleTime = 30_000;

/**
 * Starts a pool of workers for attention on several cores. It needs no shared memory: it works on any page.
 *
 * Workers go when there has been nothing to do for a while, and come again when there is. Where there can be
 * none (a policy refuses them, or `workerUrl` leads nowhere), this thread does the work.
 * @throws {SoftmaxBridgeError} (as a rejection) when an option is none.
 * @throws {Error} (as a rejection) as loadCore.
 */
export async function loadPool(options: PoolOptions = {}): Promise<Pool> {
  const { workers, workerUrl, wasmUrl, wasmBinary } = fieldsOf(options, "options") as PoolOptions;
  const most = workers === undefined ? defaultWorkers() : checkWorkers(workers);
  const wasm = wasmBinary === undefined ? await readWasm(wasmUrl) : wasmOf(wasmBinary);
  const module = await start(wasm);
  const core = coreOf(module);
  const startNext = () => startLane(wasm, workerUrl);
  const started = await Promise.allSettled(Array.from({ length: most }, startNext));
  const lanes = started.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
  if (lanes.length > 0)
    return new Workers(module, core, { workers: most, threaded: true, start: startNext }, lanes);
  const own = new OwnLane(core, module);
  return new Workers(module, core, { workers: 1, threaded: false, start: async () => own }, [own]);
}

function checkWorkers(value: unknown): number {
  const workers = checkWhole(value, "workers");
  if (workers >= 1 && workers <= mostWorkers) return workers;
  const message = `workers must be from 1 to ${mostWorkers}, not ${workers}.`;
  throw new SoftmaxBridgeError("BadArgument", { argument: "workers" }, message);
}

function defaultWorkers(): number {
  const { hardwareConcurrency } =
    (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {};
  return Math.min(8, hardwareConcurrency ?? builtin("os")?.availableParallelism?.() ?? 1);
}

interface Setup {
  readonly workers: number;
  readonly threaded: boolean;
  start(): Promise<Lane>;
}

class Workers implements Pool {
  readonly workers: number;
  readonly threaded: boolean;

  readonly #module: Module;
  readonly #core: Core;
  readonly #start: () => Promise<Lane>;
  readonly #lanes = new Map<Lane, { task: Task | null; timer: unknown }>();
  #starting = 0;
  /** Whether the last worker that was to be started could not be. */
  #refused = false;
  /** In the order in which they came; those that are settled are gone. */
  #tasks: readonly Task[] = [];
  #calls = 0;
  #closed = false;

  constructor(module: Module, core: Core, setup: Setup, lanes: readonly Lane[]) {
    this.workers = setup.workers;
    this.threaded = setup.threaded;
    this.#module = module;
    this.#core = core;
    this.#start = setup.start;
    for (const lane of lanes) this.#add(lane);
  }

  async attend(
    Q: Float32Array,
    K: Float32Array,
    V: Float32Array,
    options: PoolAttentionOptions,
  ): Promise<Attention> {
    const { input, signal, report } = readInput(Q, K, V, options);
    checkSizes(this.#module, input);
    const id = this.#calls++;
    return this.#run(signal, (settle) => {
      const blocks = blocksOf(
        input,
        this.workers,
        this.threaded ? operations.workers : operations.thisThread,
      );
      return new AttendTask(id, input, blocks, report, settle);
    });
  }

  async call<Name extends keyof Core>(
    name: Name,
    inputs: Parameters<Core[Name]>,
    options: { signal?: AbortSignal } = {},
  ): Promise<ReturnType<Core[Name]>> {
    checkName(name, "name", Object.keys(this.#core));
    if (!Array.isArray(inputs)) throw badType({ argument: "inputs" }, "an array", inputs);
    const { signal } = fieldsOf(options, "options");
    return this.#run(
      checkSignal(signal),
      (settle) =>
        new CallTask({ name, inputs }, this.#core, settle as Settle<ReturnType<Core[Name]>>),
    );
  }

  memorySize(): number {
    return [...this.#lanes.keys()].reduce((sum, { memory }) => sum + memory, 0);
  }

  close(): void {
    this.#closed = true;
    for (const task of this.#tasks) task.reject(poolClosed());
    for (const lane of this.#lanes.keys()) this.#remove(lane);
  }

  #run<T>(signal: AbortSignal | undefined, make: (settle: Settle<T>) => Task): Promise<T> {
    if (signal?.aborted) throw signal.reason;
    if (this.#closed) throw poolClosed();
    this.#refused = false;
    return new Promise((resolve, reject) => {
      const abort = (): void => task.reject(signal?.reason);
      const leave = (): void => {
        signal?.removeEventListener("abort", abort);
        this.#tasks = this.#tasks.filter((other) => other !== task);
        this.#forget(task);
      };
      const task = make({
        resolve(value) {
          leave();
          resolve(value);
        },
        reject(error) {
          leave();
          reject(error);
        },
      });
      signal?.addEventListener("abort", abort);
      this.#tasks = [...this.#tasks, task];
      this.#pump();
    });
  }

  /** Of a task that is settled. */
  #forget(task: Task): void {
    for (const [lane, { task: busyWith }] of this.#lanes) {
      // What is still being worked on would keep others waiting.
      if (busyWith === task) this.#remove(lane);
      else if (task.keys !== undefined) lane.drop(task.keys);
    }
    this.#pump();
  }

  /** Gives out jobs to those that have none, and starts more of them as long as there are jobs left. */
  #pump(): void {
    for (const [lane, state] of this.#lanes) {
      if (state.task !== null) continue;
      const task = this.#tasks.find(({ left }) => left > 0);
      const job = task?.take();
      if (task === undefined || job === undefined) break;
      void this.#ask(lane, task, job);
    }
    const left = this.#tasks.reduce((sum, task) => sum + task.left, 0);
    while (
      this.#starting < left &&
      this.#lanes.size + this.#starting < this.workers &&
      !this.#refused &&
      !this.#closed
    )
      void this.#startOne();
  }

  async #startOne(): Promise<void> {
    this.#starting += 1;
    try {
      const lane = await this.#start();
      this.#starting -= 1;
      if (this.#closed) lane.end();
      else this.#add(lane);
    } catch (error) {
      this.#starting -= 1;
      this.#refused = true;
      // Those that are there go on; where there are none, nobody will.
      if (this.#lanes.size + this.#starting === 0)
        for (const task of this.#tasks) task.reject(workerLost(error));
    }
  }

  #add(lane: Lane): void {
    this.#lanes.set(lane, { task: null, timer: null });
    void lane.died.then((reason) => {
      const task = this.#lanes.get(lane)?.task;
      this.#remove(lane);
      task?.reject(workerLost(reason));
      this.#pump();
    });
    this.#rest(lane);
    this.#pump();
  }

  #remove(lane: Lane): void {
    clearTimeout(this.#lanes.get(lane)?.timer as number);
    this.#lanes.delete(lane);
    lane.end();
  }

  /** A lane without a job goes after a while. */
  #rest(lane: Lane): void {
    const state = this.#lanes.get(lane);
    if (state === undefined || lane instanceof OwnLane) return;
    clearTimeout(state.timer as number);
    const timer: unknown = setTimeout(() => {
      if (state.task === null) this.#remove(lane);
    }, idleTime);
    // Node does not wait for it.
    (timer as { unref?(): void }).unref?.();
    state.timer = timer;
  }

  async #ask(lane: Lane, task: Task, job: Job): Promise<void> {
    const state = this.#lanes.get(lane);
    if (state === undefined) return;
    state.task = task;
    try {
      const result = await lane.ask(job, task.keys);
      state.task = null;
      if (this.#tasks.includes(task)) task.done(job, result);
    } catch (error) {
      state.task = null;
      if (this.#tasks.includes(task)) task.failed(job, error);
    }
    this.#rest(lane);
    this.#pump();
  }
}

const poolClosed = (): Error => new Error("The pool is closed.");

const workerLost = (reason: unknown): Error =>
  new Error(
    `A worker of the pool has ended before its answer (${messageOf(reason)}). Ask again: another takes its place.`,
    { cause: reason },
  );

interface Asked {
  readonly input: AttendFields;
  readonly signal: AbortSignal | undefined;
  report(done: number): void;
}

/** Each option is read once. */
const readInput = guarded((Q: unknown, K: unknown, V: unknown, options: unknown): Asked => {
  const { signal, onProgress } = fieldsOf(options, "options");
  const report = onProgress === undefined ? () => {} : checkFunction(onProgress, "onProgress");
  return { signal: checkSignal(signal), report, input: checkAttend(Q, K, V, options) };
});

function checkSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const { aborted, addEventListener } = fieldsOf(value, "signal");
  if (typeof aborted === "boolean" && typeof addEventListener === "function")
    return value as AbortSignal;
  throw badType({ argument: "signal" }, "an AbortSignal", value);
}
