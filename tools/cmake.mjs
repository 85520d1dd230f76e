/** The C++ builds. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";
import { buildEnvironment, compilerOf, definitions } from "./toolchain.mjs";

/** Configures a preset where needed: from nothing for another compiler. @param {string} preset */
export async function configure(preset) {
  const folder = resolve(root, "build", preset);
  const stamp = resolve(folder, "configured.json");
  const last = existsSync(stamp) ? JSON.parse(readFileSync(stamp, "utf8")) : {};
  const compiler = compilerOf(preset);
  const settings = [
    ...definitions(preset),
    readFileSync(resolve(root, "CMakePresets.json"), "utf8"),
  ];
  if (last.compiler !== compiler) rmSync(folder, { recursive: true, force: true });
  else if (isDeepStrictEqual(last.settings, settings)) return;
  await run("cmake", ["--preset", preset, ...definitions(preset)], buildEnvironment());
  writeFileSync(stamp, JSON.stringify({ compiler, settings }));
}

/** Builds what has changed. @param {string} preset @param {string[]} targets all of them if none is named */
export async function compile(preset, ...targets) {
  const args = targets.length ? ["--target", ...targets] : [];
  await run("cmake", ["--build", "--preset", preset, ...args], buildEnvironment());
}
