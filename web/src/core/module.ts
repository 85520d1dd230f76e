import type { Failure, Glue } from "../../../build/wasm/softmax-bridge.mjs";
import type { Attention } from "./contract.ts";

/** The answer to a message is a message. */
type Call = (message: Float64Array) => Float64Array | Failure;

type CallName =
  | "derive"
  | "sampleHard"
  | "naiveSoftmax"
  | "normalize"
  | "perturb"
  | "properties"
  | "smoothMax"
  | "sweep"
  | "train"
  | "lossGradients"
  | "outputDifferences"
  | "queryLosses"
  | "jacobianIdentities";

/** The wasm as functions of their inputs. */
export interface Module extends Readonly<Record<CallName, Call>> {
  /** The options in the order of answerAttention in cpp/bindings.cpp. */
  attend(
    options: Float64Array,
    Q: Float32Array,
    K: Float32Array,
    V: Float32Array,
    mask: Uint8Array | undefined,
  ): Attention | Failure;
  /** The options in the order of answerWindow; the output are the pictures, logSumExp the sums. */
  attendWindow(
    options: Float64Array,
    Q: Float32Array,
    K: Float32Array,
    logSumExp: Float32Array,
    picks: Float32Array,
  ): Attention | Failure;
  /** Bytes. */
  memorySize(): number;
  /** Whether a rows × columns argument is within the bounds of the core. */
  fits(rows: number, columns: number): boolean;
  /** What a number of an enum means; the name of the enum at index −1; "" past an end. */
  name(list: number, index: number): string;
}

export function moduleOf(glue: Glue): Module {
  const outputOf = <T>(work: () => void, inputs: readonly ArrayBufferView[] = []): T => {
    glue.inputs = inputs;
    try {
      work();
      return glue.output as T;
    } finally {
      // Large arrays are not to be kept alive.
      glue.inputs = [];
      glue.output = undefined;
    }
  };
  const calls: Record<string, Call> = {};
  for (let call = 0; ; call++) {
    const name = outputOf<string>(() => glue._nameCall(call));
    if (name === "") break;
    calls[name] = (message) => outputOf(() => glue._answerMessage(call), [message]);
  }
  return {
    ...(calls as Pick<Module, CallName>),
    attend: (options, Q, K, V, mask) =>
      outputOf(() => glue._attendInputs(), [options, Q, K, V, ...(mask ? [mask] : [])]),
    attendWindow: (...inputs) => outputOf(() => glue._attendWindowInputs(), inputs),
    memorySize: () => glue.HEAPU8.byteLength,
    fits: (rows, columns) => glue._fits(rows, columns) !== 0,
    name: (list, index) => outputOf(() => glue._nameEntry(list, index)),
  };
}
