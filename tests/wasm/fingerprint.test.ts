/**
 * The same bits everywhere: here, in a worker, and wherever the golden hash was drawn, whatever
 * compiler built the module. Where bits are meant to change, the first failure names the new hash.
 */
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import ts from "typescript";
import { expect, test } from "vitest";
import { scenes } from "../../web/src/model/scenes.ts";
import {
  attentionCorpusSize,
  attentionFingerprint,
  callCorpusSize,
  callsFingerprint,
  corpusInput,
  corpusSize,
  fingerprint,
} from "./fingerprint.ts";
import { coreUrl, loadCore, loadPool } from "./product.ts";

const core = await loadCore();
const [golden, goldenAttention, goldenCalls] = (
  await readFile(new URL("fingerprint.txt", import.meta.url), "utf8")
).split("\n");

test("every derivation has the golden bits", () => {
  expect(fingerprint(core)).toBe(golden);
});

test("and so has batched attention", async () => {
  expect(await attentionFingerprint(core)).toBe(goldenAttention);
});

test("and so have all the other calls, and all scenes", () => {
  const asked = new Set<string>();
  const watching = new Proxy(core, {
    get: (it, name, receiver) => {
      asked.add(String(name));
      return Reflect.get(it, name, receiver);
    },
  });
  expect(callsFingerprint(watching, Object.values(scenes))).toBe(goldenCalls);
  const others = Object.keys(core).filter((name) => name !== "memorySize");
  expect([...asked].sort()).toEqual(others.sort());
  expect(corpusSize + attentionCorpusSize + callCorpusSize).toBe(10_000);
});

test.each([1, 2, 3, 7])("by %i workers too", async (workers) => {
  const pool = await loadPool({ workers });
  expect(pool).toMatchObject({ workers, threaded: true });
  expect(await attentionFingerprint(pool)).toBe(goldenAttention);
  pool.close();
});

test("a worker has the same bits", async () => {
  const source = await readFile(new URL("fingerprint.ts", import.meta.url), "utf8");
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const program = `
    import { parentPort, workerData } from "node:worker_threads";
    const { loadCore } = await import(workerData.core);
    const { fingerprint } = await import(workerData.fingerprint);
    parentPort.postMessage(fingerprint(await loadCore()));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    workerData: {
      core: coreUrl.href,
      fingerprint: `data:text/javascript,${encodeURIComponent(outputText)}`,
    },
  });
  const found = await new Promise((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
  await worker.terminate();
  expect(found).toBe(golden);
});

test("one unit in the last place of one number is another hash", () => {
  let calls = 0;
  const changed = fingerprint({
    derive(input) {
      const d = core.derive(input);
      return calls++ === 0 ? { ...d, sumExp: d.sumExp * (1 + 2 ** -52) } : d;
    },
  });
  expect(calls).toBe(corpusSize);
  expect(changed).toMatch(/^[0-9a-f]{16}$/);
  expect(changed).not.toBe(golden);
});

test("the corpus holds every kind of input", () => {
  const inputs = Array.from({ length: corpusSize }, (_, index) => corpusInput(index));
  const flags = new Set(inputs.flatMap((input) => core.derive(input).flags));
  expect([...flags].sort()).toEqual(["cold-limit", "hot-limit", "masked", "tie"]);
  const kinds = new Set(inputs.map((input) => ("q" in input ? input.score : "scores")));
  expect(kinds.size).toBe(7);
  expect(corpusSize).toBeGreaterThanOrEqual(2000);
});
