/** What Emscripten writes from cpp/bindings.cpp. Messages are described there. */
declare module "*/softmax-bridge.mjs" {
  /** The answer to a message is a message. */
  type Call = (message: Float64Array) => Float64Array | Failure;

  export interface Module {
    readonly derive: Call;
    readonly sampleHard: Call;
    readonly naiveSoftmax: Call;
    /** Whether a rows × columns argument is within the bounds of the core. */
    fits(rows: number, columns: number): boolean;
    names(): Names;
  }

  /** Where there is no answer: row and column are −1 if unknown. */
  export interface Failure {
    readonly code: import("./errors.ts").ErrorCode;
    readonly argument: string;
    readonly row: number;
    readonly column: number;
  }

  /** What the numbers of an enum in a message mean. */
  export interface Names {
    readonly scores: readonly import("./contract.ts").Score[];
    readonly flags: readonly import("./contract.ts").Flag[];
    readonly steps: readonly import("./contract.ts").StepId[];
    readonly relations: readonly import("./contract.ts").Relation[];
  }

  export default function createModule(options: {
    wasmBinary: ArrayBuffer;
    onAbort: (reason: unknown) => void;
    printErr: (text: string) => void;
  }): Promise<Module>;
}
