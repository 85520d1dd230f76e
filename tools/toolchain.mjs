/** Where the machine's tools are. It runs before `npm ci`, so it uses nothing but Node. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** @param {string} name a command */
export function onPath(name) {
  return firstFile((process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)));
}

/** @param {string[]} files */
export function firstFile(files) {
  return files.find((file) => existsSync(file));
}

/**
 * Emscripten's own folder, which holds its CMake toolchain file: of an activated emsdk, else of
 * the emcc on the PATH, else of Debian's package.
 */
export function findEmscripten() {
  const { EMSDK } = process.env;
  const emcc =
    (EMSDK && firstFile([join(EMSDK, "upstream/emscripten/emcc")])) ||
    onPath("emcc") ||
    firstFile(["/usr/share/emscripten/emcc"]);
  if (!emcc) return;
  const beside = dirname(realpathSync(emcc));
  if (existsSync(toolchainFile(beside))) return beside;
  // A wrapper script, as Homebrew installs it: only Emscripten knows its own folder.
  const { stdout } = spawnSync(join(dirname(emcc), "em-config"), ["EMSCRIPTEN_ROOT"], {
    encoding: "utf8",
  });
  const told = stdout?.trim();
  return told && existsSync(toolchainFile(told)) ? told : undefined;
}

/** @param {string} emscripten */
export function toolchainFile(emscripten) {
  return join(emscripten, "cmake/Modules/Platform/Emscripten.cmake");
}

/** The folder of Eigen3Config.cmake. It is outside Emscripten's sysroot, so CMake must be told. */
export function findEigen() {
  const { Eigen3_DIR, CMAKE_PREFIX_PATH = "" } = process.env;
  const prefixes = [
    ...CMAKE_PREFIX_PATH.split(delimiter).filter(Boolean),
    "/usr/local",
    "/usr",
    "/opt/homebrew",
  ];
  const folders = prefixes.flatMap((prefix) =>
    ["share/eigen3/cmake", "lib64/cmake/eigen3", "lib/cmake/eigen3"].map((f) => join(prefix, f)),
  );
  if (Eigen3_DIR) folders.unshift(Eigen3_DIR);
  return folders.find((folder) => existsSync(join(folder, "Eigen3Config.cmake")));
}

/** The same engine without windows takes a fifth less of the tests' time. */
export function findChromium() {
  return (
    process.env.CHROMIUM ??
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
      .map(onPath)
      .find(Boolean) ??
    firstFile([
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ])
  );
}

export function findFirefox() {
  return (
    process.env.FIREFOX ??
    ["firefox-esr", "firefox"].map(onPath).find(Boolean) ??
    firstFile(["/Applications/Firefox.app/Contents/MacOS/firefox"])
  );
}

/** NumPy, where Debian puts it or for the python3 of the PATH. */
export function findNumPy() {
  const packaged = firstFile(["/usr/lib/python3/dist-packages/numpy/__init__.py"]);
  const asked = () => spawnSync("python3", ["-c", "import numpy"]).status === 0;
  return packaged ?? (asked() ? "python3" : undefined);
}

/** The environment of every command that may run emcc. */
export function buildEnvironment() {
  const env = { ...process.env };
  // Debian's emcc looks for its JavaScript parser where only Debian's own Node does.
  if (findEmscripten() === "/usr/share/emscripten") {
    env.NODE_PATH = [env.NODE_PATH, "/usr/share/nodejs"].filter(Boolean).join(delimiter);
  }
  return env;
}

/** GoogleTest's sources, which are compiled to WebAssembly with the tests. */
export function findGoogleTestSources() {
  const { GOOGLETEST_SOURCE } = process.env;
  const folders = [...(GOOGLETEST_SOURCE ? [GOOGLETEST_SOURCE] : []), "/usr/src/googletest"];
  return folders.find((folder) => existsSync(join(folder, "CMakeLists.txt")));
}

/**
 * What a CMake preset must be told on this machine.
 * @param {string} preset
 * @param {boolean} tests a build to serve needs none, and no GoogleTest
 */
export function definitions(preset, tests) {
  if (preset !== "wasm") return [];
  return [
    `-DCMAKE_TOOLCHAIN_FILE=${toolchainFile(findEmscripten() ?? "")}`,
    `-DEigen3_DIR=${findEigen()}`,
    `-DSOFTMAX_BRIDGE_TESTS=${tests ? "ON" : "OFF"}`,
    ...(tests ? [`-DSOFTMAX_BRIDGE_GOOGLETEST_SOURCE=${findGoogleTestSources()}`] : []),
  ];
}

/** Another compiler, or another place of what it builds with, gives another text. @param {string} preset */
export function compilerOf(preset) {
  if (preset !== "wasm") return realpathSync(onPath("c++") ?? "");
  const emscripten = findEmscripten() ?? "";
  const version = readFileSync(join(emscripten, "emscripten-version.txt"), "utf8").trim();
  return `${emscripten} ${version} ${findEigen()}`;
}
