/** The core as the build made it, with its sources' types. */
import { readFile } from "node:fs/promises";
import { type Core, loadCore } from "../../web/src/core/core.ts";

const wasm = new URL("../../build/wasm/softmax-bridge.wasm", import.meta.url);

export const core: Core = await loadCore({ wasmBinary: await readFile(wasm) });
