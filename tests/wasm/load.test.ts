/** How the module finds its wasm, and what it says when it does not. */
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import type { Core } from "../../web/src/core/core.ts";
import { coreUrl, loadCore, SoftmaxBridgeError, wasmUrl } from "./product.ts";

const wasmBinary = await readFile(wasmUrl);
const input = {
  X: [
    [1, 0],
    [0, 1],
  ],
  q: [2, 1],
};
const works = (core: Core) => expect(core.derive(input).argmax).toBe(0);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("loaded once when nothing is said", async () => {
  const [first, second] = await Promise.all([loadCore(), loadCore()]);
  expect(second).toBe(first);
  expect(await loadCore({})).toBe(first);
  expect(await loadCore({ wasmBinary })).not.toBe(first);
  works(first);
});

test("bytes in any wrapping", async () => {
  const padded = new Uint8Array(wasmBinary.length + 7);
  padded.set(wasmBinary, 7);
  works(await loadCore({ wasmBinary }));
  works(await loadCore({ wasmBinary: padded.subarray(7) }));
  works(await loadCore({ wasmBinary: new DataView(padded.buffer, 7) }));
  works(await loadCore({ wasmBinary: padded.slice(7).buffer }));
});

test("an address in any form", async () => {
  const path = fileURLToPath(wasmUrl);
  works(await loadCore({ wasmUrl }));
  works(await loadCore({ wasmUrl: wasmUrl.href }));
  works(await loadCore({ wasmUrl: path }));
  works(await loadCore({ wasmUrl: relative(process.cwd(), path) }));
  works(await loadCore({ wasmUrl: `data:text/plain;base64,${wasmBinary.toString("base64")}` }));
});

test("a server's MIME type does not matter, its refusal does", async () => {
  const server = vi.fn<typeof fetch>();
  vi.stubGlobal("fetch", server);
  server.mockResolvedValueOnce(
    new Response(wasmBinary, { headers: { "content-type": "text/html" } }),
  );
  works(await loadCore({ wasmUrl: "https://example.org/core.wasm" }));
  server.mockResolvedValueOnce(new Response("no", { status: 404 }));
  const missing = loadCore({ wasmUrl: "https://example.org/core.wasm" });
  await expect(missing).rejects.toThrow(
    /could not read https:\/\/example\.org\/core\.wasm \(the server answered 404\)\. .*wasmUrl/,
  );
  server.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const offline = loadCore({ wasmUrl: new URL("https://example.org/core.wasm") });
  await expect(offline).rejects.toThrow(/\(Failed to fetch\)/);
});

test("bytes that are something else", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const page = loadCore({ wasmBinary: new TextEncoder().encode("<!doctype html>") });
  await expect(page).rejects.toThrow(/Serve the softmax-bridge\.wasm that came with this script/);
  await expect(loadCore({ wasmUrl: "/nowhere/x.wasm" })).rejects.toThrow(
    /\/nowhere\/x\.wasm .*ENOENT/,
  );
  expect(log).not.toHaveBeenCalled();
});

test("a content security policy that refuses WebAssembly is named", async () => {
  const refusal =
    "WebAssembly.instantiate(): Refused to compile or instantiate WebAssembly module because " +
    "'unsafe-eval' is not an allowed source of script in the following Content Security Policy directive";
  vi.spyOn(WebAssembly, "instantiate").mockRejectedValue(new WebAssembly.CompileError(refusal));
  await expect(loadCore({ wasmBinary })).rejects.toThrow(
    /add 'wasm-unsafe-eval' to its script-src/,
  );
});

test("a browser without WebAssembly is named", async () => {
  vi.stubGlobal("WebAssembly", undefined);
  await expect(loadCore({ wasmBinary })).rejects.toThrow(/WebAssembly is switched off/);
});

test("errors can be told apart", () => {
  const error = new SoftmaxBridgeError("Empty", { argument: "X" });
  expect(error).toBeInstanceOf(Error);
  expect(`${error}`).toMatch(/^SoftmaxBridgeError: X is empty/);
  expect({ ...error }).toMatchObject({ code: "Empty", argument: "X" });
  expect("row" in error).toBe(false);
});

/** What a program prints in a Node of its own, in which nothing of the tests is loaded. */
async function runInNode(
  source: string,
  folder = new URL("../../", import.meta.url),
): Promise<string> {
  const args = ["--input-type=module", "--eval", source];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  expect(stderr).toBe("");
  return stdout.trim();
}

test("the package's entry, in plain Node", async () => {
  const source = `
    import { loadCore, SoftmaxBridgeError } from "softmax-bridge/core";
    const core = await loadCore();
    const d = core.derive(${JSON.stringify(input)});
    let code = "";
    try { core.derive({ scores: [] }); } catch (error) { if (error instanceof SoftmaxBridgeError) code = error.code; }
    console.log(d.argmax, d.steps[6].id, code);`;
  expect(await runInNode(source)).toBe("0 S7 Empty");
});

test("without its wasm it says so, and may be asked again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "softmax-bridge-"));
  try {
    for (const name of await coreFiles()) {
      await copyFile(new URL(name, coreUrl), join(folder, name));
    }
    const source = `
      import { copyFile } from "node:fs/promises";
      const { loadCore } = await import(${JSON.stringify(pathToFileURL(join(folder, "core.js")).href)});
      const error = await loadCore().catch((reason) => reason);
      console.log(error.message);
      await copyFile(${JSON.stringify(fileURLToPath(wasmUrl))}, ${JSON.stringify(join(folder, "softmax-bridge.wasm"))});
      console.log((await loadCore()).derive({ scores: [1, 2] }).argmax);`;
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    const [message, argmax] = (await runInNode(source)).split("\n");
    expect(message).toMatch(
      /could not read file:.*softmax-bridge\.wasm \(ENOENT.*Put softmax-bridge\.wasm there/,
    );
    expect(argmax).toBe("1");
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** core.js and the chunks that it imports. */
async function coreFiles(): Promise<readonly string[]> {
  const names = ["core.js"];
  for (const name of names) {
    const source = await readFile(new URL(name, coreUrl), "utf8");
    for (const [, chunk] of source.matchAll(/["'`]\.\/(chunk-[\w-]+\.js)["'`]/g)) {
      if (chunk !== undefined && !names.includes(chunk)) names.push(chunk);
    }
  }
  return names;
}
