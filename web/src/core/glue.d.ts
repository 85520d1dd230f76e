/** What Emscripten writes from cpp/bindings.cpp. */
declare module "*/softmax-bridge.mjs" {
  export type Glue = import("./module.ts").Exports & {
    /** What waits in JavaScript during a call. */
    held: unknown[];
    /** The lists of names of the enums. */
    readonly names: { readonly [list: string]: readonly string[] };
    readonly HEAPU8: Uint8Array;
    stackSave(): number;
    stackRestore(stack: number): void;
  };

  export default function createModule(options: {
    instantiateWasm?: (
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => void,
    ) => object;
    wasmBinary?: ArrayBuffer;
    locateFile: (name: string) => string;
    onAbort?: (reason: unknown) => void;
    printErr: (text: string) => void;
  }): Promise<Glue>;
}
