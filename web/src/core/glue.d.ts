/** What Emscripten writes from cpp/bindings.cpp. Messages are described there. */
declare module "*/softmax-bridge.mjs" {
  /** What goes in and what comes out of a call waits in two fields. */
  export interface Glue {
    inputs: readonly ArrayBufferView[];
    output: unknown;
    /** From a message as input to a message or a Failure. */
    _answerMessage(call: number): void;
    /** To the name of a call, "" past the last. */
    _nameCall(call: number): void;
    /** From the options, Q, K, V and a mask to an Attention or a Failure. */
    _attendInputs(): void;
    /** From the options, Q, K, L and the picks to an Attention, of pictures and sums, or a Failure. */
    _attendWindowInputs(): void;
    readonly HEAPU8: Uint8Array;
    _fits(rows: number, columns: number): number;
    /** To what Module.name says. */
    _nameEntry(list: number, index: number): void;
  }

  /** Where there is no answer: batch, row and column are −1 if unknown. */
  export interface Failure {
    readonly code: import("./errors.ts").ErrorCode;
    readonly argument: string;
    readonly batch: number;
    readonly row: number;
    readonly column: number;
  }

  export default function createModule(options: {
    wasmBinary: ArrayBuffer;
    locateFile: (name: string) => string;
    onAbort: (reason: unknown) => void;
    printErr: (text: string) => void;
  }): Promise<Glue>;
}
