/**
 * Batched attention beside other libraries, in Node, in Chromium and natively. The others are
 * installed into this folder when they are first asked for.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { compile, configure } from "../cmake.mjs";
import { root } from "../paths.mjs";
import { attempt } from "../run.mjs";
import { serve } from "../serve.mjs";
import { openChromium } from "./chromium.mjs";
import { median, race, randomInput } from "./contenders.mjs";
import { here, install } from "./install.mjs";

const dimensions = [16, 64, 128];
const sizes = [128, 512, 2048, 8192];
const rounds = 5;
const longest = 2000; // ms: who needs more for a turn sits out

/** What must hold at n = 2048, d = 64: another's time over ours. @type {Record<string, number>} */
const budgets = { onnxruntime: 1.3, tfjs: 7, eigen: 0.9 };

/** On several cores, at n = 8192, d = 64 on an ordinary page of two: another's time over the pool's. */
const coreBudgets = { "one thread": 1.8, onnxruntime: 2.6 };

/** @typedef {{ name: string, n: number, d: number, ms: number | null, ratio: number | null }} Result */

export async function attention() {
  await install();
  await configure("bench", false);
  await compile("bench");
  /** @type {Record<string, readonly Result[]>} */
  const places = {};
  for (const [place, measure] of Object.entries({
    node: inNode,
    chromium: inChromium,
    native: natively,
  })) {
    const results = await measure();
    places[place] = results;
    print(place, results);
  }
  const cores = {
    "an ordinary page": await onCores(false),
    "an isolated page": await onCores(true),
  };
  for (const [page, found] of Object.entries(cores)) printCores(page, found);
  const native = await nativeRatios();
  const memory = await peakMemory();
  console.log(
    `n = 32768, d = 64 in Node: ${(memory.bytes / 1e6).toFixed(0)} MB at the peak, of which ` +
      `${(memory.before / 1e6).toFixed(0)} MB before; ${memory.gigaflops.toFixed(1)} GFLOP/s`,
  );
  const verdicts = [
    ...verdictsOf(places, await eigenOverWasm()),
    ...coreVerdicts(cores["an ordinary page"]),
    ...nativeVerdicts(native),
  ];
  for (const { text, ok } of verdicts) console.log(`${ok ? "ok  " : "LESS"} ${text}`);
  if (memory.bytes > 300e6 || !verdicts.every(({ ok }) => ok)) process.exitCode = 1;
  return { ...places, cores, native, memory, verdicts };
}

async function inNode() {
  // Not under its usual name: the packages, and their types, are here only once they were asked for.
  const load = createRequire(resolve(here, "package.json"));
  const tf = load("@tensorflow/tfjs-core");
  load("@tensorflow/tfjs-backend-wasm").setThreadsCount(1);
  await tf.setBackend("wasm");
  const ort = load("onnxruntime-web");
  ort.env.wasm.numThreads = 1;
  const { loadCore } = await import(resolve(root, "dist/core.js"));
  const libraries = { core: await loadCore(), tf, ort };
  const results = [];
  for (const d of dimensions)
    results.push(...(await race(libraries, { d, sizes, rounds, longest })));
  return results;
}

async function inChromium() {
  const server = await serve(root);
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}tools/bench/page.html`);
    await page.addScriptTag({ url: "node_modules/@tensorflow/tfjs-core/dist/tf-core.min.js" });
    await page.addScriptTag({
      url: "node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js",
    });
    const results = [];
    for (const d of dimensions) {
      results.push(...(await page.evaluate(raceInPage, { d, sizes, rounds, longest })));
    }
    return results;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** @param {Parameters<typeof race>[1]} options @returns {Promise<Result[]>} */
async function raceInPage(options) {
  /** @param {string} path */
  const load = (path) => import(new URL(path, location.href).href);
  const { tf } = /** @type {any} */ (globalThis);
  tf.wasm.setThreadsCount(1);
  tf.wasm.setWasmPaths("node_modules/@tensorflow/tfjs-backend-wasm/dist/");
  await tf.setBackend("wasm");
  const ort = await load("node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs");
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = new URL("node_modules/onnxruntime-web/dist/", location.href).href;
  const { loadCore } = await load("../../dist/core.js");
  const contenders = await load("contenders.mjs");
  return contenders.race({ core: await loadCore(), tf, ort }, options);
}

/**
 * @typedef {object} Cores
 * @property {number} workers
 * @property {number} memory bytes of each
 * @property {number} startMs of a pool with them
 * @property {number} copyMs of K and V to one of them
 * @property {Record<string, number>} ms
 * @property {Record<string, number>} model what so many cores would take
 */

/**
 * Attention on all cores in a page, which may share memory where it is isolated from others.
 * @param {boolean} isolated
 * @returns {Promise<Cores>}
 */
async function onCores(isolated) {
  /** @type {Record<string, string>} */
  const headers = isolated
    ? {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
      }
    : {};
  const server = await serve(root, { headers });
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}tools/bench/page.html`);
    return await page.evaluate(coresInPage, { n: 8192, d: 64, rounds });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** @param {{ n: number, d: number, rounds: number }} options @returns {Promise<Cores>} */
async function coresInPage(options) {
  const { n, d } = options;
  /** @param {string} path */
  const load = (path) => import(new URL(path, location.href).href);
  const { loadCore, loadPool } = await load("../../dist/core.js");
  const contenders = await load("contenders.mjs");
  const ort = await load("node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs");
  ort.env.wasm.wasmPaths = new URL("node_modules/onnxruntime-web/dist/", location.href).href;
  // As many as there are cores, where the page lets it have any but one.
  if (crossOriginIsolated) ort.env.wasm.numThreads = navigator.hardwareConcurrency;
  const core = await loadCore();
  const start = performance.now();
  const pool = await loadPool();
  const startMs = performance.now() - start;
  const { workers } = pool;
  const ms = await contenders.raceOnCores({ core, pool, ort }, options);
  const memory = pool.memorySize() / workers;
  pool.close();
  let copyMs = Number.POSITIVE_INFINITY;
  const { K, V } = contenders.randomInput(n, d);
  for (let turn = 0; turn < 5; turn++) {
    const before = performance.now();
    structuredClone([K, V]);
    copyMs = Math.min(copyMs, performance.now() - before);
  }
  // A model, fitted to what was measured and no measurement: K and V go out to one after the other, where
  // they are not shared; then all compute, and what a pool loses to blocks it loses everywhere alike.
  const one = ms["one thread"] ?? Number.NaN;
  const copies = crossOriginIsolated ? 0 : copyMs;
  const lost = (((ms["pool"] ?? Number.NaN) - copies * workers) * workers) / one;
  const model = Object.fromEntries(
    [2, 4, 8, 16, 64].map((count) => [count, copies * count + (one * lost) / count]),
  );
  return { workers, memory, startMs, copyMs, ms, model };
}

/** @param {string} page @param {Cores} cores */
function printCores(page, { workers, memory, startMs, copyMs, ms, model }) {
  const pool = ms["pool"] ?? Number.NaN;
  const times = Object.entries(ms).map(
    ([name, time]) => `${name} ${time.toFixed(0)} ms (${(time / pool).toFixed(2)}×)`,
  );
  console.log(
    `\n${page}, n = 8192, d = 64, ${workers} workers of ${(memory / 1e6).toFixed(0)} MB each: ${times.join(", ")}; ` +
      `start ${startMs.toFixed(0)} ms, K and V copied once ${copyMs.toFixed(1)} ms`,
  );
  const modelled = Object.entries(model).map(
    ([count, time]) =>
      `${count}: ${time.toFixed(0)} ms, ${((ms["one thread"] ?? 0) / time).toFixed(1)}×`,
  );
  console.log(`  a model, not a measurement, by cores: ${modelled.join("; ")}`);
}

/** @param {Cores} cores */
function coreVerdicts({ ms }) {
  return Object.entries(coreBudgets).map(([name, least]) => {
    const ratio = (ms[name] ?? Number.NaN) / (ms["pool"] ?? Number.NaN);
    const text = `${name}: ${ratio.toFixed(2)} × the pool's time at n = 8192, d = 64 (at least ${least})`;
    return { text, ok: ratio >= least };
  });
}

/**
 * Eigen's least time over ours, and what multiplying and adding alone would take, at n = 2048, d = 64.
 * @typedef {{ eigen: number, bound: number }} Ratios
 * @returns {Promise<Record<string, Ratios>>}
 */
async function nativeRatios() {
  /** @type {Record<string, Ratios>} */
  const ratios = {};
  for (const [target, program] of Object.entries({
    "SSE4.1": "softmax_bridge_bench",
    AVX2: "softmax_bridge_bench_avx2",
  })) {
    if (!existsSync(resolve(root, "build/bench", program))) continue;
    const times = await benchmark("/2048/64$", 2 * rounds, program);
    const least = (/** @type {string} */ name) => Math.min(...(times.get(`${name}/2048/64`) ?? []));
    const ours = least("softmaxBridge");
    ratios[target] = { eigen: least("eigen") / ours, bound: least("multiplyAdd") / ours };
    const gigaflops = (4 * 2048 * 2048 * 64) / 1e6;
    console.log(
      `natively at ${target}: ${(gigaflops / ours).toFixed(1)} GFLOP/s, Eigen ` +
        `${(gigaflops / least("eigen")).toFixed(1)}; multiply and add alone ` +
        `${(gigaflops / least("multiplyAdd")).toFixed(1)}`,
    );
  }
  return ratios;
}

/** @param {Record<string, Ratios>} native */
function nativeVerdicts(native) {
  return Object.entries(native).map(([target, { eigen }]) => {
    const text = `eigen natively at ${target}: ${eigen.toFixed(2)} × our time (at least 1)`;
    return { text, ok: eigen >= 1 };
  });
}

/**
 * The times of Google Benchmark's repetitions, interleaved at random, ms by name/n/d.
 * @param {string} filter
 * @param {number} repetitions
 * @param {string} [name] of the program
 */
async function benchmark(filter, repetitions, name = "softmax_bridge_bench") {
  const file = resolve(root, "build/bench/attention.json");
  const flags = {
    filter,
    repetitions,
    enable_random_interleaving: true,
    min_time: 0.02,
    out: file,
    out_format: "json",
  };
  const args = Object.entries(flags).map(([name, value]) => `--benchmark_${name}=${value}`);
  const program = resolve(root, "build/bench", name);
  const { ok, output } = await attempt(program, args, { capture: true });
  if (!ok) throw new Error(output);
  /** @type {Map<string, number[]>} */
  const times = new Map();
  for (const { run_type, run_name, real_time } of JSON.parse(readFileSync(file, "utf8"))
    .benchmarks) {
    if (run_type !== "iteration") continue;
    const key = run_name.split("/").slice(0, 3).join("/");
    times.set(key, [...(times.get(key) ?? []), real_time]);
  }
  return times;
}

/** @returns {Promise<Result[]>} */
async function natively() {
  const times = await benchmark("softmaxBridge|eigen", rounds);
  return [...times].map(([key, all]) => {
    const [name = "", n, d] = key.split("/");
    const ms = median(all);
    const ours = median(times.get(`softmaxBridge/${n}/${d}`) ?? []);
    return { name, n: Number(n), d: Number(d), ms, ratio: ms / ours };
  });
}

/** Eigen's time natively over ours in Node at n = 2048, d = 64: the median of paired turns. */
async function eigenOverWasm() {
  const { loadCore } = await import(resolve(root, "dist/core.js"));
  const core = await loadCore();
  const { Q, K, V, n, d } = randomInput(2048, 64);
  core.attend(Q, K, V, { n, d });
  const ratios = [];
  for (let round = 0; round < 2 * rounds; round++) {
    const ours = [];
    for (let turn = 0; turn < rounds; turn++) {
      const start = performance.now();
      core.attend(Q, K, V, { n, d });
      ours.push(performance.now() - start);
    }
    const times = await benchmark(`eigen/${n}/${d}$`, rounds);
    ratios.push(median([...times.values()].flat()) / median(ours));
  }
  return median(ratios);
}

/** In a process of its own, whose memory is all that it has ever held. */
async function peakMemory() {
  const source = `
    const { loadCore } = await import(${JSON.stringify(resolve(root, "dist/core.js"))});
    const { randomInput } = await import(${JSON.stringify(resolve(here, "contenders.mjs"))});
    const core = await loadCore();
    const n = 32768, d = 64;
    const { Q, K, V } = randomInput(n, d);
    const peak = () => process.resourceUsage().maxRSS * 1024;
    const before = peak(), start = performance.now();
    core.attend(Q, K, V, { n, d });
    const gigaflops = (4 * n * n * d * 1e-6) / (performance.now() - start);
    console.log(JSON.stringify({ before, bytes: peak(), gigaflops }));`;
  const args = ["--input-type=module", "--eval", source];
  const { ok, output } = await attempt(process.execPath, args, { capture: true });
  if (!ok) throw new Error(output);
  return /** @type {{ before: number, bytes: number, gigaflops: number }} */ (JSON.parse(output));
}

/** @param {string} place @param {readonly Result[]} results */
function print(place, results) {
  console.log(`\n${place}: GFLOP/s (4n²d operations), time over ours, growth of the time as n^`);
  for (const d of dimensions) {
    console.log(
      `  d = ${d}`.padEnd(20) +
        sizes.map((n) => `n = ${n}`.padStart(16)).join("") +
        "  growth".padStart(10),
    );
    for (const name of new Set(results.map((result) => result.name))) {
      const row = results.filter((result) => result.name === name && result.d === d);
      const cells = row.map(({ n, ms, ratio }) =>
        ms === null ? "–" : `${((4 * n * n * d) / ms / 1e6).toFixed(1)}  ${ratio?.toFixed(2)}×`,
      );
      const timed = row.filter(({ ms }) => ms !== null);
      const [last, before] = [timed.at(-1), timed.at(-2)];
      const growth =
        last?.ms && before?.ms
          ? (Math.log(last.ms / before.ms) / Math.log(last.n / before.n)).toFixed(2)
          : "–";
      console.log(
        `  ${name}`.padEnd(20) +
          cells.map((cell) => cell.padStart(16)).join("") +
          growth.padStart(10),
      );
    }
  }
}

/** @param {Record<string, readonly Result[]>} places @param {number} eigen */
function verdictsOf(places, eigen) {
  const verdict = (/** @type {string} */ who, /** @type {number} */ ratio) => {
    const least = budgets[who.split(" ")[0] ?? ""] ?? Number.NaN;
    const text = `${who}: ${ratio.toFixed(2)} × our time at n = 2048, d = 64 (at least ${least})`;
    return { text, ok: ratio >= least };
  };
  const others = ["onnxruntime", "tfjs"].flatMap((name) =>
    ["node", "chromium"].map((place) => {
      const result = places[place]?.find((it) => it.name === name && it.n === 2048 && it.d === 64);
      return verdict(`${name} in ${place}`, result?.ratio ?? Number.NaN);
    }),
  );
  return [...others, verdict("eigen natively, ours in node", eigen)];
}
