import type { Pool, PoolOptions } from "./contract.ts";

export type * from "./contract.ts";
export { type ErrorCode, type ErrorPlace, SoftmaxBridgeError } from "./errors.ts";
export { loadCore } from "./load.ts";

/**
 * Starts a pool of workers for attention on several cores, on any page and in Node.
 * @throws {SoftmaxBridgeError} (as a rejection) when an option is none.
 * @throws {Error} (as a rejection) as loadCore.
 */
export const loadPool = async (options?: PoolOptions): Promise<Pool> =>
  // Apart: few who have the core want a pool.
  (await import("./pool.ts")).loadPool(options);
