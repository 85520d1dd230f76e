/** What Emscripten writes from cpp/bindings.cpp. Messages are described there. */
declare module "*/softmax-bridge.mjs" {
  /** The answer to a message is a message. */
  type Call = (message: Float64Array) => Float64Array | Failure;

  export interface Module {
    readonly derive: Call;
    readonly sampleHard: Call;
    readonly naiveSoftmax: Call;
    readonly normalize: Call;
    readonly perturb: Call;
    readonly properties: Call;
    readonly smoothMax: Call;
    readonly sweep: Call;
    readonly train: Call;
    readonly lossGradients: Call;
    readonly outputDifferences: Call;
    readonly queryLosses: Call;
    readonly jacobianIdentities: Call;
    /** Whether a rows × columns argument is within the bounds of the core. */
    fits(rows: number, columns: number): boolean;
    /** What a number of an enum means; the name of the enum at index −1; "" past an end. */
    name(list: number, index: number): string;
  }

  /** Where there is no answer: row and column are −1 if unknown. */
  export interface Failure {
    readonly code: import("./errors.ts").ErrorCode;
    readonly argument: string;
    readonly row: number;
    readonly column: number;
  }

  export default function createModule(options: {
    wasmBinary: ArrayBuffer;
    onAbort: (reason: unknown) => void;
    printErr: (text: string) => void;
  }): Promise<Module>;
}
