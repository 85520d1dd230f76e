/** The C++ builds. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";
import { buildEnvironment, compilerVersion, definitions } from "./toolchain.mjs";

/** Configures a preset, from nothing where the compiler or the presets have changed. @param {string} preset */
export async function configure(preset) {
  const folder = resolve(root, "build", preset);
  const stamp = resolve(folder, "configured.json");
  const key = JSON.stringify([
    definitions(preset),
    compilerVersion(preset),
    readFileSync(resolve(root, "CMakePresets.json"), "utf8"),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  rmSync(folder, { recursive: true, force: true });
  await run("cmake", ["--preset", preset, ...definitions(preset)], buildEnvironment());
  writeFileSync(stamp, key);
}

/** Builds what has changed. @param {string} preset @param {string[]} targets all of them if none is named */
export async function compile(preset, ...targets) {
  const args = targets.length ? ["--target", ...targets] : [];
  await run("cmake", ["--build", "--preset", preset, ...args], buildEnvironment());
}
