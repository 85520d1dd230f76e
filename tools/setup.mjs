/**
 * Finds what the project needs and, where it may, installs what is missing. It runs before
 * `npm ci`, so it uses nothing but Node.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./paths.mjs";
import { run, stop } from "./run.mjs";
import {
  findChromium,
  findEigen,
  findEmscripten,
  findFirefox,
  findGoogleTestSources,
  findNumPy,
  firstFile,
  onPath,
} from "./toolchain.mjs";

/**
 * @typedef {object} Need
 * @property {string} name
 * @property {string} why
 * @property {() => string | undefined} find says where it is
 * @property {string} debian a package of Debian
 * @property {string} [fedora] packages of Fedora
 * @property {string} [mac] a formula of Homebrew
 */

/** @type {Need[]} */
const buildNeeds = [
  {
    name: "Emscripten",
    why: "compiles the C++ core to WebAssembly",
    find: findEmscripten,
    debian: "emscripten",
    fedora: "emscripten",
    mac: "emscripten",
  },
  {
    name: "Eigen",
    why: "the linear algebra of the core",
    find: findEigen,
    debian: "libeigen3-dev",
    fedora: "eigen3-devel",
    mac: "eigen",
  },
  {
    name: "CMake",
    why: "configures the C++ build",
    find: () => onPath("cmake"),
    debian: "cmake",
    fedora: "cmake",
    mac: "cmake",
  },
  {
    name: "Ninja",
    why: "runs the C++ build",
    find: () => onPath("ninja"),
    debian: "ninja-build",
    fedora: "ninja-build",
    mac: "ninja",
  },
];

const isDebian = existsSync("/etc/debian_version");

/** @type {Need[]} */
const checkNeeds = [
  {
    name: "a C++ compiler",
    why: "builds the core natively, with sanitizers too",
    find: () => onPath("c++"),
    debian: "g++",
    fedora: "gcc-c++ libasan libubsan",
    mac: "llvm",
  },
  {
    name: "GoogleTest",
    why: "runs the C++ tests natively",
    find: () =>
      firstFile(["/usr", "/usr/local", "/opt/homebrew"].map((p) => `${p}/include/gmock/gmock.h`)),
    debian: "libgmock-dev",
    fedora: "gmock-devel",
    mac: "googletest",
  },
  {
    name: "GoogleTest's sources",
    why: "are compiled to WebAssembly with the C++ tests",
    find: findGoogleTestSources,
    debian: "googletest",
  },
  {
    name: "clang-format",
    why: "checks the layout of the C++ sources",
    find: () => onPath("clang-format"),
    debian: "clang-format",
    fedora: "clang-tools-extra",
    mac: "clang-format",
  },
  {
    name: "clang-tidy",
    why: "checks the C++ sources for mistakes",
    find: () => onPath("clang-tidy"),
    debian: "clang-tidy",
    fedora: "clang-tools-extra",
    mac: "llvm",
  },
];

/** @type {Need[]} */
const browseNeeds = [
  {
    name: "Chromium",
    why: "opens the pages to test and to measure them",
    find: findChromium,
    debian: "chromium",
    fedora: "chromium",
    mac: "--cask chromium",
  },
];

/** @type {Need[]} */
const testNeeds = [
  {
    name: "Chromium's headless shell",
    why: "runs the browser tests in a fifth less of the time",
    find: () => onPath("chromium-headless-shell") ?? (isDebian ? undefined : findChromium()),
    debian: "chromium-headless-shell",
  },
  {
    name: "Firefox",
    why: "opens the pages that embed the figure, as a second browser",
    find: findFirefox,
    debian: "firefox-esr",
    fedora: "firefox",
    mac: "--cask firefox",
  },
  {
    name: "NumPy",
    why: "runs the Python that the page gives away",
    find: findNumPy,
    debian: "python3-numpy",
    fedora: "python3-numpy",
    mac: "numpy",
  },
  {
    name: "Chinese glyphs",
    why: "the browser tests look at the Chinese page",
    find: () =>
      firstFile([
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/google-noto-sans-cjk-vf-fonts/NotoSansCJK-VF.ttc",
        "/System/Library/Fonts/PingFang.ttc",
        "/System/Library/Fonts/STHeiti Light.ttc",
      ]),
    debian: "fonts-noto-cjk",
    fedora: "google-noto-sans-cjk-vf-fonts",
    mac: "--cask font-noto-sans-cjk",
  },
];

/** @type {Need[]} */
const benchNeeds = [
  {
    name: "Google Benchmark",
    why: "times the native kernel",
    find: () =>
      firstFile(
        ["/usr", "/usr/local", "/opt/homebrew"].map((p) => `${p}/include/benchmark/benchmark.h`),
      ),
    debian: "libbenchmark-dev",
    fedora: "google-benchmark-devel",
    mac: "google-benchmark",
  },
];

const needs = {
  build: buildNeeds,
  check: [...buildNeeds, ...checkNeeds],
  browse: browseNeeds,
  bench: [...buildNeeds, ...checkNeeds.slice(0, 1), ...browseNeeds, ...benchNeeds],
  test: [...buildNeeds, ...checkNeeds, ...browseNeeds, ...testNeeds],
};

/**
 * Makes the machine ready for a purpose; ends the process where it can't.
 * @param {keyof typeof needs} purpose
 */
export async function setUp(purpose) {
  const missing = needs[purpose].filter((need) => !need.find());
  if (missing.length) {
    console.log("Missing on this machine:");
    for (const { name, why } of missing) console.log(`  ${name}: ${why}`);
    // Side by side: one of them unpacks while the other waits for its downloads.
    if (isDebian) await Promise.all([installFromDebian(missing), installNodeModules()]);
    else stop(elsewhere(missing));
    const still = missing.filter((need) => !need.find());
    if (still.length) stop(`Still not found: ${still.map(({ name }) => name).join(", ")}.`);
  } else await installNodeModules();
}

/** @param {Need[]} missing */
async function installFromDebian(missing) {
  const commands = [
    ...keepOwnNode(missing),
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "--no-install-recommends", ...missing.map((need) => need.debian)],
  ];
  const asRoot = process.getuid?.() === 0;
  const sudo = !asRoot && spawnSync("sudo", ["-n", "true"]).status === 0;
  if (!asRoot && !sudo) {
    const lines = commands.map((words) => `sudo DEBIAN_FRONTEND=noninteractive ${words.join(" ")}`);
    stop(`Install it with this command, then try again:\n  ${lines.join(" && \\\n  ")}`);
  }
  const prefix = [...(sudo ? ["sudo", "-n"] : []), "env", "DEBIAN_FRONTEND=noninteractive"];
  for (const words of commands) {
    const [command = "", ...args] = [...prefix, ...words];
    console.log(`> ${words.join(" ")}`);
    await run(command, args);
  }
}

/**
 * Debian's emscripten brings Debian's nodejs, which would overwrite a /usr/bin/node that no package
 * owns. dpkg puts its own beside it when told so.
 * @param {Need[]} missing
 */
function keepOwnNode(missing) {
  const node = "/usr/bin/node";
  if (!missing.some((need) => need.debian === "emscripten") || !existsSync(node)) return [];
  if (realpathSync(process.execPath) !== realpathSync(node)) return [];
  if (spawnSync("dpkg", ["-S", node]).status === 0) return [];
  const divert = ["--local", "--no-rename", "--divert", "/usr/bin/node.debian", "--add", node];
  return [["dpkg-divert", ...divert]];
}

/** What to do where we install nothing. @param {Need[]} missing */
function elsewhere(missing) {
  const onMac = process.platform === "darwin";
  const listed = (/** @type {(string | undefined)[]} */ names) =>
    [...new Set(names.filter(Boolean))].join(" ");
  const lines = [];
  if (onMac) lines.push(`  brew install ${listed(missing.map((need) => need.mac))}`);
  else if (existsSync("/etc/fedora-release"))
    lines.push(`  sudo dnf install ${listed(missing.map((need) => need.fedora))}`);
  else lines.push(`  the packages that Debian calls ${listed(missing.map((need) => need.debian))}`);
  if (missing.some((need) => need.find === findGoogleTestSources))
    lines.push("  and set GOOGLETEST_SOURCE to a clone of https://github.com/google/googletest");
  return `Install this, then try again:\n${lines.join("\n")}`;
}

/** `npm ci`, unless node_modules is at least as new as the lock file or belongs to another tree. */
async function installNodeModules() {
  const folder = lstatSync(resolve(root, "node_modules"), { throwIfNoEntry: false });
  if (folder?.isSymbolicLink()) return;
  const lock = statSync(resolve(root, "package-lock.json")).mtimeMs;
  const installed = resolve(root, "node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= lock) return;
  console.log("> npm ci");
  await run("npm", ["ci", "--no-audit", "--no-fund"]);
}
