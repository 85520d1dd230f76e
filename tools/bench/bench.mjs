/**
 * `npm run bench`: everything, or `npm run bench -- repaint attention derive`: the parts named. It
 * prints tables and writes build/reports/bench.json.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import "../build.mjs";
import { root } from "../paths.mjs";
import { stop } from "../run.mjs";
import { setUp } from "../setup.mjs";

await setUp("bench");

/** @type {Record<string, () => Promise<() => Promise<unknown>>>} */
const parts = {
  repaint: async () => (await import("./repaint.mjs")).repaint,
  attention: async () => (await import("./attention.mjs")).attention,
  derive: async () => (await import("./derive.mjs")).derive,
  load: async () => (await import("./load.mjs")).load,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length)
  stop(`No part ${unknown.join(", ")}: there are ${Object.keys(parts).join(", ")}.`);

const report = resolve(root, "build/reports/bench.json");
/** @type {Record<string, unknown>} */
const results = {
  processor: cpus()[0]?.model,
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
};
for (const [name, load] of Object.entries(parts)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  results[name] = await (await load())();
}
mkdirSync(resolve(report, ".."), { recursive: true });
writeFileSync(report, `${JSON.stringify(results, null, 2)}\n`);
