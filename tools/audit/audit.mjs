/**
 * `npm run audit`: every bound that a header or a document states, and 10⁵ random cases of each quantity
 * against mpmath. The worst of this core, of SciPy and of the same formulas in plain JavaScript go to
 * docs/accuracy.md; a bound that is broken fails the run. `-- --cases=2000 --seed=7` for fewer, or others.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import "../build.mjs";
import { root } from "../paths.mjs";
import { stop } from "../run.mjs";
import { setUp } from "../setup.mjs";
import { findPython } from "../toolchain.mjs";
import { casesOf, groups } from "./cases.mjs";
import { write } from "./report.mjs";

const option = (/** @type {string} */ name, /** @type {number} */ otherwise) => {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  const value = given === undefined ? otherwise : Number(given.split("=")[1]);
  return Number.isSafeInteger(value) && value > 0
    ? value
    : stop(`--${name}= takes a number from 1.`);
};
const [cases, seed] = [option("cases", 100_000), option("seed", 1)];

await setUp("audit");

const measurers = Array.from({ length: availableParallelism() }, () => {
  const child = spawn(findPython("scipy") ?? "python3", [resolve(root, "tools/audit/measure.py")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const done = once(child, "close").then(([code]) => {
    if (code !== 0) stop("measure.py failed.");
    return /** @type {Record<string, import("./report.mjs").Found>} */ (JSON.parse(output));
  });
  return { stdin: child.stdin, done };
});

let count = 0;
for (const group of groups) {
  console.log(`${group} …`);
  for await (const line of casesOf(group, cases, seed)) {
    const { stdin } = measurers[count++ % measurers.length] ?? stop("no measurer");
    if (!stdin.write(`${line}\n`)) await once(stdin, "drain");
  }
}
for (const { stdin } of measurers) stdin.end();
const found = await Promise.all(measurers.map(({ done }) => done));
const broken = write(resolve(root, "docs/accuracy.md"), found, { cases, seed });
console.log(`docs/accuracy.md, of ${count} inputs`);
if (broken.length) stop(`Broken: ${broken.join(", ")}`);
