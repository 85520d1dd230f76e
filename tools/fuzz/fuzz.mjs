/**
 * `npm run fuzz`: the API, the page and the C++ core, a minute each. `npm run fuzz -- page --seconds=600` for
 * as long as asked, and `-- page --seed=7` for what a report names, again.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import "../build.mjs";
import { compile, configure } from "../cmake.mjs";
import { root } from "../paths.mjs";
import { stop } from "../run.mjs";
import { serveSite } from "../serve.mjs";
import { setUp } from "../setup.mjs";
import { findChromium } from "../toolchain.mjs";
import { fuzzApi } from "./api.mjs";
import { fuzzPage } from "./page.mjs";

const option = (/** @type {string} */ name) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1];
const seconds = Number(option("seconds") ?? 60);
const given = option("seed");
const first = Number(given ?? Date.now() % 2 ** 31);

/** Seed after seed, until the time is over; one alone if it was named. @param {(seed: number) => unknown} work */
async function seeds(work) {
  let seed = first;
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; seed++) {
    await work(seed);
    if (given !== undefined) break;
  }
  return `seeds from ${first} to ${seed}`;
}

/** @type {Record<string, () => Promise<string>>} */
const parts = {
  async api() {
    const product = await import(pathToFileURL(resolve(root, "dist/core.js")).href);
    const core = await product.loadCore();
    let answered = 0;
    const tried = await seeds((seed) => {
      answered += Number(fuzzApi(core, product.SoftmaxBridgeError, seed).answered);
    });
    return `${tried}, ${answered} answered`;
  },
  async page() {
    const { chromium } = await import("playwright-core");
    const site = await serveSite();
    const browser = await chromium.launch({
      executablePath: findChromium() ?? stop("No Chromium."),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    try {
      return await seeds(async (seed) => {
        const context = await browser.newContext({ hasTouch: seed % 2 === 0 });
        await fuzzPage(await context.newPage(), `${site.url}index.html`, seed, 60);
        await context.close();
      });
    } finally {
      await browser.close();
      await site.close();
    }
  },
  async cpp() {
    await configure("fuzz", false);
    await compile("fuzz");
    const folder = resolve(root, "build/fuzz");
    mkdirSync(resolve(folder, "corpus"), { recursive: true });
    const seed = given === undefined ? [] : [`-seed=${given}`];
    const options = [`-max_total_time=${seconds}`, "-max_len=512", "-print_final_stats=1", ...seed];
    const { status } = spawnSync("./softmax_bridge_fuzz", ["corpus", ...options], {
      cwd: folder,
      stdio: "inherit",
    });
    return status === 0 ? "nothing found" : stop(`Found something: its input is in ${folder}.`);
  },
};

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length)
  stop(`No part ${unknown.join(", ")}: there are ${Object.keys(parts).join(", ")}.`);
await setUp("browse");
for (const [name, work] of Object.entries(parts)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`${name}, from seed ${first} …`);
  console.log(`${name}: ${await work()}`);
}
