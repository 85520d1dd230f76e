import type { AttentionOptions, Core } from "./contract.ts";
import { type ErrorCode, SoftmaxBridgeError } from "./errors.ts";
import type { Wasm } from "./load.ts";

/** The keys and values of a call, which a worker keeps for all blocks of it. */
export interface Keys {
  readonly id: number;
  readonly K: Float32Array;
  readonly V: Float32Array;
}

/** A call of the core, or a block of queries; they attend to the keys of their matrices. */
export type Job =
  | { readonly name: keyof Core; readonly inputs: readonly unknown[] }
  | {
      readonly keys: number;
      readonly matrix: number;
      readonly Q: Float32Array;
      readonly options: AttentionOptions & {
        readonly batch: number;
        readonly nKeys: number;
        readonly dValue: number;
      };
    };

export type ToWorker =
  /** The lock is held as long as the worker lives. */
  | { readonly wasm: Wasm; readonly lock: string }
  | { readonly keep: Keys }
  | { readonly drop: number }
  | { readonly job: Job };

/** One answer to each job, in their order. */
export type FromWorker =
  | { readonly ready: true }
  | { readonly broken: string }
  | { readonly result: unknown; readonly memory: number }
  | { readonly error: Told; readonly memory: number };

/** An error as it crosses: no class does. */
export interface Told {
  readonly code: ErrorCode | null;
  readonly argument?: string | undefined;
  readonly batch?: number | undefined;
  readonly row?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
}

export function told(error: unknown): Told {
  if (!(error instanceof SoftmaxBridgeError)) return { code: null, message: String(error) };
  const { code, argument, batch, row, column, message } = error;
  return { code, argument, batch, row, column, message };
}

export function errorOf({ code, message, ...place }: Told): Error {
  return code === null ? new Error(message) : new SoftmaxBridgeError(code, place, message);
}

export function work(core: Core, job: Job, keys: Keys | undefined): unknown {
  if ("name" in job) {
    const call = core[job.name] as (...inputs: readonly unknown[]) => unknown;
    return call(...job.inputs);
  }
  const { matrix, Q, options } = job;
  const { batch, nKeys, d, dValue } = options;
  if (keys === undefined) throw new Error("a block without its keys");
  const part = (values: Float32Array, columns: number): Float32Array =>
    values.subarray(matrix * nKeys * columns, (matrix + batch) * nKeys * columns);
  return core.attend(Q, part(keys.K, d), part(keys.V, dValue), options);
}
