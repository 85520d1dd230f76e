import type { Failure } from "../../../build/wasm/softmax-bridge.mjs";
import { SoftmaxBridgeError } from "./errors.ts";
import { MessageReader } from "./message.ts";

/** One call of the module: its answer as `read` reads it, or its refusal as an error. */
export function call<T>(
  answerOf: () => Float64Array | Failure,
  read: (message: MessageReader) => T,
): T {
  try {
    const answer = answerOf();
    if (!(answer instanceof Float64Array)) throw errorOf(answer);
    return read(new MessageReader(answer));
  } catch (error) {
    // What engines throw when there is no room for an array.
    if (error instanceof RangeError) throw new SoftmaxBridgeError("OutOfMemory");
    throw error;
  }
}

function errorOf({ code, argument, row, column }: Failure): SoftmaxBridgeError {
  return new SoftmaxBridgeError(code, {
    argument: argument === "" ? undefined : argument,
    row: row < 0 ? undefined : row,
    column: column < 0 ? undefined : column,
  });
}
