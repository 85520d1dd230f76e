/** The built module, as users get it; its types are those of its sources. */
import type * as Product from "../../web/src/core/core.ts";

export const coreUrl = new URL("../../dist/core.js", import.meta.url);
export const wasmUrl = new URL("../../dist/softmax-bridge.wasm", import.meta.url);

export const { loadCore, loadPool, SoftmaxBridgeError }: typeof Product = await import(
  coreUrl.href
);

/** What a call throws; fails the test if it does not, or throws something else. */
export function errorOf(call: () => unknown): Product.SoftmaxBridgeError {
  try {
    call();
  } catch (error) {
    if (error instanceof SoftmaxBridgeError) return error;
    throw error;
  }
  throw new Error("no error was thrown");
}
