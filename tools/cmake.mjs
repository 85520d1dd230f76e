/** The C++ builds. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";
import { buildEnvironment, compilerOf, definitions } from "./toolchain.mjs";

/**
 * Configures a preset where needed: from nothing for another compiler.
 * @param {string} preset
 * @param {boolean} tests whether its tests are wanted; once they are there they stay
 */
export async function configure(preset, tests = true) {
  const folder = resolve(root, "build", preset);
  const stamp = resolve(folder, "configured.json");
  const last = existsSync(stamp) ? JSON.parse(readFileSync(stamp, "utf8")) : {};
  const compiler = compilerOf(preset);
  const presets = readFileSync(resolve(root, "CMakePresets.json"), "utf8");
  if (last.compiler !== compiler) rmSync(folder, { recursive: true, force: true });
  else if (last.presets === presets && (last.tests || !tests)) return;
  await run("cmake", ["--preset", preset, ...definitions(preset, tests)], buildEnvironment());
  writeFileSync(stamp, JSON.stringify({ compiler, presets, tests }));
}

/** Builds what has changed. @param {string} preset @param {string[]} targets all of them if none is named */
export async function compile(preset, ...targets) {
  const args = targets.length ? ["--target", ...targets] : [];
  await run("cmake", ["--build", "--preset", preset, ...args], buildEnvironment());
}
