/** The calls that cpp/bindings.cpp declares, and how they are made so that nothing is left behind. */
import type { Glue } from "../../../build/wasm/softmax-bridge.mjs";
import type {
  Attention,
  AttentionWindow,
  Derivation,
  Estimator,
  HardSamples,
  JacobianIdentities,
  Loss,
  LossGradients,
  Matrix,
  NaiveFormulas,
  Normalization,
  NormalizerKind,
  OutputDifferences,
  Perturbation,
  PropertyCheck,
  QueryLosses,
  Run,
  Score,
  SmoothMaxima,
  Step,
  Sweep,
  Witness,
} from "./contract.ts";
import { type ErrorCode, SoftmaxBridgeError } from "./errors.ts";

/** Where there is no answer: batch, row and column are −1 if unknown, argument "". */
export interface Failure {
  readonly code: ErrorCode;
  readonly argument: string;
  readonly batch: number;
  readonly row: number;
  readonly column: number;
}

/** Every field must be there; what is absent is undefined. */
export interface AttentionFields {
  readonly X: Matrix | undefined;
  readonly K: Matrix | undefined;
  readonly q: Float64Array | undefined;
  readonly scores: Float64Array | undefined;
  readonly score: Score;
  readonly parameters: ParameterFields;
  readonly temperature: number;
  /** Bytes, 1 = attend. */
  readonly mask: Uint8Array | undefined;
  readonly derivatives: boolean;
}

interface ParameterFields {
  readonly W: Matrix | undefined;
  readonly Wq: Matrix | undefined;
  readonly U: Matrix | undefined;
  readonly v: Float64Array | undefined;
  readonly sigma: number;
}

export interface NormalizerFields {
  readonly kind: NormalizerKind;
  readonly temperature: number;
  readonly alpha: number;
  readonly derivatives: boolean;
}

/** As AttentionOptions says, with the arrays. */
export interface AttendFields {
  readonly Q: Float32Array;
  readonly K: Float32Array;
  readonly V: Float32Array;
  readonly mask: Uint8Array | undefined;
  readonly attended: Uint8Array | undefined;
  readonly batch: number;
  readonly n: number;
  readonly nKeys: number;
  readonly d: number;
  readonly dValue: number;
  readonly scale: number | undefined;
  readonly causal: boolean;
  readonly hard: boolean;
  readonly firstQuery: number;
}

/** The vectors of a derivation that its steps look at. */
export type StepVector = keyof Pick<
  Derivation,
  "scores" | "oneHot" | "shifted" | "expShifted" | "weights"
>;

/** A step as it crosses: its vectors by name, and without an argmax set that is that of the ties. */
type NamingStep = Omit<
  Step,
  "candidate" | "candidateArgmax" | "candidateFloatArgmax" | "weights"
> & {
  readonly candidate: StepVector;
  readonly candidateArgmax: Int32Array | null;
  readonly candidateFloatArgmax: Int32Array | null;
  readonly weights: StepVector | "none";
};

/** By the names and fields that cpp/bindings.cpp declares. */
interface Calls {
  derive(
    input: AttentionFields,
  ): (Omit<Derivation, "steps"> & { readonly steps: readonly NamingStep[] }) | Failure;
  sweep(input: AttentionFields, temperatures: Float64Array): Sweep | Failure;
  sampleHard(input: {
    readonly scores: Float64Array;
    readonly X: Matrix | undefined;
    readonly temperature: number;
    readonly draws: number;
    readonly seed: number;
  }): HardSamples | Failure;
  naiveSoftmax(scores: Float64Array, temperature: number): NaiveFormulas | Failure;
  normalize(normalizer: NormalizerFields, scores: Float64Array): Normalization | Failure;
  perturb(
    input: {
      readonly scores: Float64Array;
      readonly X: Matrix | undefined;
      readonly shift: number;
      readonly removed: Int32Array;
      readonly pair: Int32Array | undefined;
    },
    normalizer: NormalizerFields,
  ): Perturbation | Failure;
  properties(
    normalizer: NormalizerFields,
    scores: Float64Array,
  ):
    | readonly (Omit<PropertyCheck, "witness"> & {
        readonly witness: Omit<Witness, "detail"> | null;
      })[]
    | Failure;
  smoothMax(input: {
    readonly scores: Float64Array;
    readonly temperature: number;
    readonly r: number;
  }): SmoothMaxima | Failure;
  train(input: {
    readonly X: Matrix;
    readonly q: Float64Array;
    readonly target: number;
    readonly estimator: Estimator;
    readonly temperature: number;
    readonly eta: number;
    readonly steps: number;
    readonly seed: number;
    readonly lambda: number;
  }): Run | Failure;
  lossGradients(
    input: AttentionFields,
    options: { readonly target: number; readonly loss: Loss },
  ): LossGradients | Failure;
  outputDifferences(input: AttentionFields, step: number): OutputDifferences | Failure;
  queryLosses(
    input: AttentionFields,
    options: {
      readonly queries: Matrix;
      readonly target: number;
      readonly direction: Float64Array | undefined;
    },
  ): QueryLosses | Failure;
  jacobianIdentities(jacobian: Matrix): JacobianIdentities | Failure;
  attend(input: AttendFields): Attention | Failure;
  /** Empty arrays where the sizes are right. */
  checkAttend(input: AttendFields): Attention | Failure;
  attendWindow(input: {
    readonly Q: Float32Array;
    readonly K: Float32Array;
    readonly logSumExp: Float32Array;
    readonly picks: Float32Array;
    readonly rows: number;
    readonly columns: number;
    readonly d: number;
    readonly firstQuery: number;
    readonly firstKey: number;
    readonly height: number;
    readonly width: number;
    readonly scale: number | undefined;
    readonly causal: boolean;
  }): AttentionWindow | Failure;
}

/** What the wasm does. */
interface Exports extends Calls {
  /** Whether a rows × columns argument is within the bounds of the core. */
  fits(rows: number, columns: number): boolean;
  /** Bytes of memory that the core has. */
  memorySize(): number;
  /** Bytes of it that are in use. */
  memoryUsed(): number;
}

export interface Module extends Pick<Exports, "fits" | "memorySize"> {
  /** The result of a call, or an error with the words that `messageOf` has for it. */
  call<Name extends keyof Calls>(
    name: Name,
    inputs: Parameters<Calls[Name]>,
    messageOf?: (failure: Failure) => string | undefined,
  ): Exclude<ReturnType<Calls[Name]>, Failure>;
}

export function moduleOf(glue: Glue): Module {
  // A call keeps nothing. One that is torn off where memory runs out runs no destructors either:
  // the memory and the stack are then put back as they are between calls.
  const rest = glue.HEAPU8.slice(0, glue.memoryUsed());
  const stack = glue.stackSave();

  const answerOf = (call: () => object): object => {
    glue.held = [];
    try {
      return withRoom(call);
    } catch (error) {
      glue.HEAPU8.set(rest);
      glue.stackRestore(stack);
      throw error;
    } finally {
      glue.held = [];
    }
  };

  return {
    fits: glue.fits,
    memorySize: glue.memorySize,
    call: (name, inputs, messageOf) => {
      const call = glue[name] as (...inputs: unknown[]) => object;
      const answer = answerOf(() => call(...inputs));
      if (isFailure(answer)) throw errorOf(answer, messageOf?.(answer));
      return answer as never;
    },
  };
}

/** What engines throw when there is no room for an array, and the core for its own memory. */
export function withRoom<T>(allocate: () => T): T {
  try {
    return allocate();
  } catch (error) {
    if (error instanceof RangeError) throw new SoftmaxBridgeError("OutOfMemory");
    throw error;
  }
}

const isFailure = (answer: object): answer is Failure => Object.hasOwn(answer, "code");

function errorOf(
  { code, argument, batch, row, column }: Failure,
  message: string | undefined,
): SoftmaxBridgeError {
  const place = {
    argument: argument === "" ? undefined : argument,
    batch: batch < 0 ? undefined : batch,
    row: row < 0 ? undefined : row,
    column: column < 0 ? undefined : column,
  };
  return new SoftmaxBridgeError(code, place, message);
}
