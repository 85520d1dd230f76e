import type { Core, SoftmaxBridgeError } from "../../web/src/core/core.ts";

/** Throws where a promise is broken. */
export function fuzzApi(
  core: Core,
  error: typeof SoftmaxBridgeError,
  seed: number,
): { readonly answered: boolean };
