/**
 * `npm test`: every test there is, and a table of what came of it. `npm test -- unit browser` runs
 * only the stages named; `sites`, whose tools are large, only where it is named (`npm run test:sites`);
 * `--engines=chromium` the browser tests in that engine alone.
 * It says how long each took the last time on this machine.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { compile, configure } from "./cmake.mjs";
import { install } from "./install.mjs";
import { root } from "./paths.mjs";
import { attempt, secondsSince, stop } from "./run.mjs";
import { engines, setUp } from "./setup.mjs";
import { buildEnvironment, findChromium, findFirefox, findWebKit } from "./toolchain.mjs";

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<boolean>} work whether all went well
 * @property {boolean} [onDemand] whether it runs only where it is named
 * @property {() => Count} [count] of a stage that runs tests, from the runner's own report
 */

const reports = resolve(root, "build/reports");
const node = process.execPath;

const firstTimes = {
  check: 100,
  build: 90,
  native: 90,
  asan: 110,
  "wasm-node": 90,
  unit: 80,
  wasm: 55,
  types: 20,
  browser: 290,
  packages: 60,
  size: 10,
};

/** @type {Stage[]} */
const stages = [
  { name: "check", work: () => script("check") },
  { name: "build", work: () => script("build") },
  cppStage("native", "native"),
  cppStage("asan", "asan"),
  cppStage("wasm-node", "wasm"),
  vitestStage("unit"),
  vitestStage("wasm"),
  vitestStage("types"),
  vitestStage("browser"),
  vitestStage("packages", () => install("tests/packages", "build/packages")),
  { ...vitestStage("sites", () => install("tests/sites", "build/sites")), onDemand: true },
  { name: "size", work: () => script("size") },
];

const option = "--engines=";
const [asked] = process.argv.filter((word) => word.startsWith(option));
const browsers = asked?.slice(option.length).split(",") ?? engines;
if (!browsers.includes("chromium") || browsers.some((name) => !engines.includes(name)))
  stop(
    `${option} takes some of ${engines.join(",")}, with chromium, in which the whole suite runs.`,
  );

const wanted = process.argv.slice(2).filter((word) => word !== asked);
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length) {
  stop(`No stage ${unknown.join(", ")}: there are ${stages.map(({ name }) => name).join(", ")}.`);
}

const chosen = stages.filter(({ name, onDemand }) =>
  wanted.length ? wanted.includes(name) : !onDemand,
);
const times = resolve(root, "build/times.json");
/** Seconds; before there are any of this machine, those of two cores with everything to compile. @type {Record<string, number>} */
const usual = { ...firstTimes, ...JSON.parse(read(times) || "{}") };
const about = (/** @type {number} */ seconds) =>
  seconds < 90 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`;
const inAll = chosen.reduce((sum, { name }) => sum + (usual[name] ?? 0), 0);
console.log(`${chosen.map(({ name }) => name).join(", ")}: ${about(inAll)}`);

const begin = performance.now();
await setUp("test", browsers);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total = { passed: 0, failed: 0 };
const table = [`set-up     ok      ${secondsSince(begin)}`];
for (const stage of chosen) {
  console.log(`\n== ${stage.name} (${about(usual[stage.name] ?? 0)})`);
  const start = performance.now();
  const ok = await stage.work().catch((error) => {
    console.error(error.message);
    return false;
  });
  const { passed, failed } = stage.count?.() ?? { passed: 0, failed: 0 };
  const empty = stage.count !== undefined && passed + failed === 0;
  total.passed += passed;
  // What went wrong outside of any test counts as one.
  total.failed += failed || (ok && !empty ? 0 : 1);
  const passes = ok && !empty && failed === 0;
  const verdict = passes ? "ok" : "FAILED";
  if (passes) usual[stage.name] = (performance.now() - start) / 1000;
  const again = `npm test -- ${stage.name}`;
  if (!passes) console.log(`FAILED: ${stage.name}. To repeat it alone: ${again}`);
  const tests = stage.count ? `  ${passed} passed, ${failed} failed` : "";
  table.push(
    `${stage.name.padEnd(11)}${verdict.padEnd(8)}${secondsSince(start).padEnd(10)}${tests}${passes ? "" : `  ${again}`}`,
  );
}
writeFileSync(times, JSON.stringify(usual));
console.log(`\n${table.map((row) => row.trimEnd()).join("\n")}\nin all ${secondsSince(begin)}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;

/** @param {string} name */
async function script(name) {
  return (await attempt(node, [`tools/${name}.mjs`])).ok;
}

/** The C++ suite as a preset builds it. @param {string} name @param {string} preset @returns {Stage} */
function cppStage(name, preset) {
  const jobs = availableParallelism();
  const files = Array.from({ length: jobs }, (_, i) => resolve(reports, `${name}-${i}.xml`));
  const [report = ""] = files;
  const ctest = ["--preset", preset, "-j", String(jobs)];
  const env = buildEnvironment();
  return {
    name,
    work: async () => {
      await configure(preset);
      await compile(preset);
      if (preset !== "wasm")
        return (await attempt("ctest", [...ctest, "--output-junit", report], { env })).ok;
      // Every start of Node compiles the whole program: one for each processor, not for each test.
      const { output } = await attempt("ctest", [...ctest, "--show-only=json-v1"], {
        env,
        capture: true,
      });
      /** @type {{ tests: { command: string[] }[] }} */
      const { tests } = JSON.parse(output);
      const commands = tests.map(({ command }) => command);
      const isFilter = (/** @type {string} */ word) => word.startsWith("--gtest_filter=");
      const [program = "", ...words] = commands[0]?.filter((word) => !isFilter(word)) ?? [];
      const runs = files.map((file, i) => {
        const share = commands
          .filter((_, k) => k % jobs === i)
          .flatMap((it) => it.filter(isFilter));
        const filter = `--gtest_filter=${share.map((it) => it.replace(/^.*?=/, "")).join(":")}`;
        return attempt(program, [
          ...words,
          filter,
          "--gtest_brief=1",
          `--gtest_output=xml:${file}`,
        ]);
      });
      return (await Promise.all(runs)).every(({ ok }) => ok);
    },
    count: () => {
      const total = { passed: 0, failed: 0 };
      for (const [suite] of files
        .map(read)
        .join("")
        .matchAll(/<testsuite\b[^>]*>/g)) {
        const number = (/** @type {string} */ attribute) =>
          Number(suite.match(new RegExp(`\\b${attribute}="(\\d+)"`))?.[1] ?? 0);
        const failed = number("failures") + number("disabled") + number("skipped");
        total.passed += number("tests") - failed;
        total.failed += failed;
      }
      return total;
    },
  };
}

/**
 * A project of tools/vitest.config.mjs.
 * @param {string} project
 * @param {() => Promise<void>} [prepare]
 * @returns {Stage}
 */
function vitestStage(project, prepare) {
  const report = resolve(reports, `${project}.json`);
  return {
    name: project,
    work: async () => {
      await prepare?.();
      const args = ["--config", "tools/vitest.config.mjs", "--project", project];
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const vitest = ["node_modules/vitest/vitest.mjs", "run", ...args, ...reporters];
      const env = {
        ...process.env,
        CHROMIUM: findChromium(),
        FIREFOX: findFirefox(),
        ...webKit(),
        ENGINES: browsers.join(),
      };
      return (await attempt(node, vitest, { env })).ok;
    },
    count: () => {
      const { numPassedTests = 0, numTotalTests = 0 } = JSON.parse(read(report) || "{}");
      return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
    },
  };
}

/** Where WebKit is, if it is here. */
function webKit() {
  const found = findWebKit();
  return found && { WEBKIT: found.browser, WEBKIT_DRIVER: found.driver };
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
