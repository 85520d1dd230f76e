export type * from "./contract.ts";
export { type ErrorCode, type ErrorPlace, SoftmaxBridgeError } from "./errors.ts";
export { loadCore } from "./load.ts";
export { loadPool } from "./pool.ts";
