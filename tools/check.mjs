/**
 * `npm run check`: formatters, linters, types, workflows and the commits' subjects. It reports and mends
 * nothing; `npm run check -- --fix` mends what the formatters and linters can.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";
import { configure } from "./cmake.mjs";
import { root } from "./paths.mjs";
import { attempt, secondsSince } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { findEigen, findEmscripten, onPath } from "./toolchain.mjs";

await setUp("check");
await configure("native"); // writes the compile commands that clang-tidy reads

const cpp = ["cpp", "tests/cpp"].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(h|cpp)$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`),
);
const biome = [process.execPath, "node_modules/@biomejs/biome/bin/biome"];
const tsc = [process.execPath, "node_modules/typescript/bin/tsc", "--pretty", "false"];

const mends = process.argv.includes("--fix");
const biomeWay = mends ? ["check", "--write"] : ["ci"];
const clangWay = mends ? ["-i"] : ["--dry-run", "--Werror"];

/** @type {{ name: string, command: string[], passed?: string }[]} */
const checks = [
  { name: "biome", command: [...biome, ...biomeWay, "--error-on-warnings", "--colors=off"] },
  { name: "types", command: [...tsc, "-p", "."] },
  { name: "types of tools", command: [...tsc, "-p", "tools"] },
  { name: "clang-format", command: ["clang-format", ...clangWay, ...cpp] },
  { name: "workflows", command: [process.execPath, "tools/workflows.mjs"] },
  { name: "subjects of commits", command: [process.execPath, "tools/history.mjs"] },
  // Nothing else needs it, so the set-up does not bring it.
  ...(onPath("doxygen") ? [{ name: "doxygen", command: ["doxygen", "Doxyfile"] }] : []),
  ...compiledNatively().map((file) => tidy(file, "-p", "build/native", file)),
  tidy("cpp/bindings.cpp", "cpp/bindings.cpp", "--", ...(await bindingsFlags())),
];

mkdirSync(resolve(root, "build"), { recursive: true });
/** @type {string[]} */
const failed = [];
const queue = [...checks];
await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length) {
  console.log(`FAILED: ${failed.join(", ")}`);
  if (!mends) console.log("What can be mended is mended by: npm run check -- --fix");
}
process.exitCode = failed.length ? 1 : 0;

async function work() {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const { name, command, passed } = check;
    const key = passed && keyOf(command);
    if (
      passed &&
      existsSync(resolve(root, passed)) &&
      readFileSync(resolve(root, passed), "utf8") === key
    )
      continue;
    const start = performance.now();
    const [program = "", ...args] = command;
    const { ok, output } = await attempt(program, args, { capture: true });
    console.log(`${ok ? "ok    " : "FAILED"} ${name}: ${secondsSince(start)}`);
    if (!ok) {
      failed.push(name);
      console.log(output);
    } else if (passed && key) {
      mkdirSync(resolve(root, "build/tidy"), { recursive: true });
      writeFileSync(resolve(root, passed), key);
    }
  }
}

/** @param {string} file @param {string[]} args */
function tidy(file, ...args) {
  return {
    name: `clang-tidy ${file}`,
    command: ["clang-tidy", "--quiet", "--warnings-as-errors=*", ...args],
    passed: `build/tidy/${file.replaceAll("/", "-")}.passed`,
  };
}

/** The sources of the core and of its tests, several at a time, as the native build compiles them. */
function compiledNatively() {
  /** @type {{ file: string }[]} */
  const commands = JSON.parse(
    readFileSync(resolve(root, "build/native/compile_commands.json"), "utf8"),
  );
  return [...new Set(commands.map(({ file }) => relative(root, file)))].filter((file) =>
    /softmax_bridge(_tests)?\.dir\/Unity\//.test(file),
  );
}

/** As emcc would have clang compile the bindings. */
async function bindingsFlags() {
  const emcc = resolve(findEmscripten() ?? "", "emcc.py");
  const { output } = await attempt(emcc, ["--cflags"], { capture: true });
  const flags = output.split("\n").find((line) => line.includes("--sysroot=")) ?? "";
  const eigen = resolve(findEigen() ?? "", "../../../include/eigen3");
  const own = ["-std=c++20", "-fno-exceptions", "-Icpp/include", "-isystem", eigen];
  return [...flags.trim().split(/\s+/), ...own];
}

/** Stands for all that clang-tidy's verdict on a source depends on. @param {string[]} command */
function keyOf(command) {
  const hash = createHash("sha256").update(JSON.stringify([command, onPath("clang-tidy")]));
  for (const file of [".clang-tidy", "build/native/compile_commands.json", ...cpp])
    hash.update(readFileSync(resolve(root, file)));
  return hash.digest("hex");
}
