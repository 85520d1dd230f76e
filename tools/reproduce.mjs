/**
 * `npm run reproduce`: builds the core in a fresh tree of Debian 13, with its Emscripten (3.1.69) and Node, and
 * compares what it computes with the digest of tests/wasm/fingerprint.txt, which Debian 12's (3.1.6) has
 * drawn. As root, on Debian, with mmdebstrap; the tree stays in build/trixie for the next time.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./paths.mjs";
import { attempt, run, step, stop } from "./run.mjs";
import { onPath } from "./toolchain.mjs";

const tree = resolve(root, "build/trixie");
if (process.getuid?.() !== 0)
  stop("This takes root: it makes a tree of Debian 13 and works within it.");
if (!onPath("mmdebstrap"))
  stop("Install it with this command, then try again:\n  apt-get install mmdebstrap");

if (!existsSync(resolve(tree, "usr/bin/emcc")))
  await step("Debian 13", () =>
    run("mmdebstrap", [
      "--variant=apt",
      "--include=emscripten,libeigen3-dev,nodejs,cmake,ninja-build",
      "trixie",
      tree,
    ]),
  );

// The sources go in, never the other way.
const work = resolve(tree, "work");
await run("rm", ["-rf", work]);
await run("mkdir", ["-p", work]);
const sources = ["cpp", "CMakeLists.txt", "CMakePresets.json"];
await run("cp", ["-r", ...sources.map((name) => resolve(root, name)), work]);

const build = [
  "cd /work",
  "export EMSCRIPTEN=/usr/share/emscripten Eigen3_DIR=/usr/share/eigen3/cmake",
  "cmake --preset wasm -DSOFTMAX_BRIDGE_TESTS=OFF >/dev/null",
  "cmake --build --preset wasm",
].join(" && ");
await step("C++ to WebAssembly, there", () => run("chroot", [tree, "sh", "-c", build]));

// The tests of this tree, in a copy that has the module of that one.
const copy = resolve(root, "build/reproduce");
await run("rm", ["-rf", copy]);
await run("mkdir", ["-p", resolve(copy, "build")]);
const scripts = ["package.json", "tests", "tools", "web"];
await run("cp", ["-r", ...scripts.map((name) => resolve(root, name)), copy]);
await run("cp", ["-r", resolve(work, "build/wasm"), resolve(copy, "build")]);
await run("ln", ["-s", resolve(root, "node_modules"), resolve(copy, "node_modules")]);
const vitest = resolve(root, "node_modules/vitest/vitest.mjs");
const config = resolve(copy, "tools/vitest.config.mjs");
const { ok } = await attempt(process.execPath, [
  ...[vitest, "run", "--root", copy, "--config", config],
  ...["--project", "unit", "tests/unit/digest.test.ts"],
]);
if (!ok) stop("Another compiler, other bits.");
console.log("Emscripten of Debian 13: the same bits.");
