import type { Failure } from "../../../build/wasm/softmax-bridge.mjs";
import { SoftmaxBridgeError } from "./errors.ts";
import { MessageReader } from "./message.ts";

/** One call of the module: its answer as `read` reads it, or its refusal as an error. */
export function call<T>(
  answerOf: () => Float64Array | Failure,
  read: (message: MessageReader) => T,
): T {
  return withRoom(() => {
    const answer = answerOf();
    if (!(answer instanceof Float64Array)) throw errorOf(answer);
    return read(new MessageReader(answer));
  });
}

/** What engines throw when there is no room for an array becomes an error of ours. */
export function withRoom<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new SoftmaxBridgeError("OutOfMemory");
    throw error;
  }
}

export function errorOf(
  { code, argument, batch, row, column }: Failure,
  message?: string,
): SoftmaxBridgeError {
  const place = {
    argument: argument === "" ? undefined : argument,
    batch: batch < 0 ? undefined : batch,
    row: row < 0 ? undefined : row,
    column: column < 0 ? undefined : column,
  };
  return new SoftmaxBridgeError(code, place, message);
}
