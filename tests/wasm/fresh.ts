import { readFile } from "node:fs/promises";
import { vi } from "vitest";
import type { Core } from "../../web/src/core/core.ts";
import { loadCore, wasmUrl } from "./product.ts";

const wasmBinary = await readFile(wasmUrl);

/** A module of its own, with its memory, which the module keeps to itself. */
export async function freshCore(): Promise<{ core: Core; memory: WebAssembly.Memory }> {
  const instantiate = vi.spyOn(WebAssembly, "instantiate");
  const core = await loadCore({ wasmBinary });
  const result: unknown = await instantiate.mock.results[0]?.value;
  instantiate.mockRestore();
  const { instance } = result as WebAssembly.WebAssemblyInstantiatedSource;
  const memory = Object.values(instance.exports).find((it) => it instanceof WebAssembly.Memory);
  if (memory === undefined) throw new Error("the module exports no memory");
  return { core, memory };
}

/** More than there is memory for at first. */
export const large = { scores: new Float64Array(300_000).map((_, i) => i % 7) };
