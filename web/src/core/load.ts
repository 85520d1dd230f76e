import createModule, { type Glue } from "../../../build/wasm/softmax-bridge.mjs";
import { attend } from "./attend.ts";
import { attendWindow } from "./attend-window.ts";
import { beside } from "./beside.ts";
import { badType, isRevoked } from "./check.ts";
import type { Core, LoadOptions } from "./contract.ts";
import { derive } from "./derive.ts";
import { SoftmaxBridgeError } from "./errors.ts";
import { jacobianIdentities, lossGradients, outputDifferences, queryLosses } from "./gradients.ts";
import { type Module, moduleOf } from "./module.ts";
import { naiveSoftmax } from "./naive-softmax.ts";
import { builtin, inNode } from "./node.ts";
import { normalize } from "./normalize.ts";
import { perturb } from "./perturb.ts";
import { properties } from "./properties.ts";
import { sampleHard } from "./sample-hard.ts";
import { smoothMax } from "./smooth-max.ts";
import { sweep } from "./sweep.ts";
import { train } from "./train.ts";

let shared: Promise<Core> | undefined;

/**
 * Loads the wasm once; later calls without options give the same core.
 *
 * Node reads the wasm beside this module, a page or worker fetches it from there.
 * @throws {Error} (as a rejection) when the wasm cannot be read or the page's policy refuses it.
 */
export function loadCore(options?: LoadOptions): Promise<Core> {
  if (options?.wasmUrl !== undefined || options?.wasmBinary !== undefined) return load(options);
  shared ??= load({}).catch((error: unknown) => {
    shared = undefined; // a lost connection must not be remembered
    throw error;
  });
  return shared;
}

async function load({ wasmUrl, wasmBinary }: LoadOptions): Promise<Core> {
  const wasm = wasmBinary === undefined ? await readWasm(wasmUrl) : wasmOf(wasmBinary);
  return coreOf(await start(wasm));
}

/** Spelled like this it is found by bundlers, which copy it. */
const besideScripts = () => new URL("../../../build/wasm/softmax-bridge.wasm", import.meta.url);

/** Where the wasm stands unless told otherwise; null where the scripts cannot say where they stand. */
export const ownWasmUrl = (): URL | null => beside(besideScripts);

/** The bytes of the wasm, from beside this module unless told otherwise: a worker is handed them. */
export async function readWasm(wasmUrl?: string | URL): Promise<ArrayBuffer> {
  const url = wasmUrl ?? ownWasmUrl();
  if (url !== null) return read(url);
  throw new Error(
    "softmax-bridge does not know where its scripts stand, and so not where softmax-bridge.wasm is: " +
      "they were bundled as IIFE or CommonJS, which have no import.meta.url. Bundle them as ES modules, or " +
      "pass loadCore({ wasmUrl }) with its address (to an element: its attribute wasm-url) or " +
      "loadCore({ wasmBinary }) with its bytes.",
  );
}

/** What a core, and a worker, starts from. */
export type Wasm = ArrayBuffer | WebAssembly.Module;

/** One that was made in another frame is one, too. */
const isModule = (source: unknown): source is WebAssembly.Module =>
  Object.prototype.toString.call(source) === "[object WebAssembly.Module]";

export const wasmOf = (source: BufferSource | WebAssembly.Module): Wasm =>
  isModule(source) ? source : toArrayBuffer(source);

/** @internal Its types lead to the glue, which is no part of the package. */
export async function start(wasm: Wasm): Promise<Module> {
  try {
    return moduleOf(await instantiate(wasm));
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`softmax-bridge could not start. ${adviceOn(reason)} (${reason}).`, {
      cause: error,
    });
  }
}

/** Done here since the glue takes no compiled module, and wraps what goes wrong into advice on building it. */
const instantiate = (wasm: Wasm): Promise<Glue> =>
  new Promise((done, failed) => {
    createModule({
      instantiateWasm(imports, receive) {
        instanceOf(wasm, imports).then(receive).catch(failed);
        return {};
      },
      // Left to itself the glue looks for the file beside this module, which in a worker made of a blob is nowhere.
      locateFile: (name) => name,
      printErr: () => {},
    }).then(done, failed);
  });

const instanceOf = async (
  wasm: Wasm,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Instance> =>
  isModule(wasm)
    ? WebAssembly.instantiate(wasm, imports)
    : (await WebAssembly.instantiate(wasm, imports)).instance;

/** @internal As start. */
export function coreOf(module: Module): Core {
  const core: Core = {
    derive: (input) => derive(module, input),
    sampleHard: (input) => sampleHard(module, input),
    naiveSoftmax: (scores, options = {}) => naiveSoftmax(module, scores, options),
    normalize: (scores, options) => normalize(module, scores, options),
    perturb: (scores, options) => perturb(module, scores, options),
    properties: (kind, options = {}) => properties(module, kind, options),
    smoothMax: (scores, options = {}) => smoothMax(module, scores, options),
    sweep: (input, temperatures) => sweep(module, input, temperatures),
    train: (input) => train(module, input),
    lossGradients: (input, options) => lossGradients(module, input, options),
    outputDifferences: (input, options = {}) => outputDifferences(module, input, options),
    queryLosses: (input) => queryLosses(module, input),
    jacobianIdentities: (jacobian) => jacobianIdentities(module, jacobian),
    attend: (Q, K, V, options) => attend(module, Q, K, V, options),
    attendWindow: (Q, K, logSumExp, picks, options) =>
      attendWindow(module, Q, K, logSumExp, picks, options),
    memorySize: module.memorySize,
  };
  for (const [name, call] of Object.entries(core)) Object.assign(core, { [name]: guarded(call) });
  return core;
}

/** A Proxy may be revoked by what it runs itself while it is read. */
export function guarded<A extends unknown[], R>(call: (...inputs: A) => R): (...inputs: A) => R {
  return (...inputs) => {
    try {
      return call(...inputs);
    } catch (error) {
      const revoked = inputs.find(isRevoked);
      if (revoked === undefined || error instanceof SoftmaxBridgeError) throw error;
      throw badType({}, "readable", revoked);
    }
  };
}

function adviceOn(reason: string): string {
  if (typeof WebAssembly === "undefined")
    return "WebAssembly is switched off: allow it for this page";
  if (/unsafe-eval|content security policy|\bcsp\b/i.test(reason)) {
    return "The page's Content-Security-Policy refuses WebAssembly: add 'wasm-unsafe-eval' to its script-src";
  }
  if (!WebAssembly.validate(simd)) {
    return "This browser is too old: its WebAssembly has no SIMD, which came in 2021 (Safari: 2023)";
  }
  return "Serve the softmax-bridge.wasm that came with this script: the bytes found cannot be run";
}

/** A module with one SIMD instruction: `() => { drop (i8x16.splat (i32.const 0)) }`. */
const simd = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26,
  11,
]);

/** As bytes and not as a stream: a stream would need the server to know the MIME type. */
async function read(url: string | URL): Promise<ArrayBuffer> {
  try {
    const file = fileUrl(url);
    if (file !== undefined) return toArrayBuffer(await readFile(file));
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return await response.arrayBuffer();
  } catch (error) {
    throw new Error(
      `softmax-bridge could not read ${url} (${messageOf(error)}). Put softmax-bridge.wasm there, or ` +
        "pass loadCore({ wasmUrl }) with its address or loadCore({ wasmBinary }) with its bytes.",
      { cause: error },
    );
  }
}

/** What Node has to read from a disk: its fetch knows no file: addresses and no paths. */
function fileUrl(url: string | URL): string | URL | undefined {
  if (!inNode()) return undefined;
  const text = String(url);
  if (text.startsWith("file:")) return new URL(text);
  return /^[a-z][a-z\d+.-]+:/i.test(text) ? undefined : text;
}

async function readFile(file: string | URL): Promise<Uint8Array> {
  const files = builtin("fs");
  if (files === undefined) throw new Error("reading files needs Node 20.16");
  return files.promises.readFile(file);
}

function toArrayBuffer(source: BufferSource | Uint8Array): ArrayBuffer {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return bytes.slice().buffer;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
