/** What Emscripten writes from cpp/bindings.cpp. */
declare module "*/softmax-bridge.mjs" {
  export interface Module {
    /** One message in, one message out: `message.ts` describes them. */
    derive(message: Float64Array): Float64Array;
  }
  export default function createModule(options: {
    wasmBinary: ArrayBuffer;
    printErr: (text: string) => void;
  }): Promise<Module>;
}
