/** Running commands and steps with visible progress. Nothing but Node, as it runs before `npm ci`. */
import { spawnSync } from "node:child_process";
import { root } from "./paths.mjs";

/** Ends the process with a message. @param {string} message @returns {never} */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs a command in the project's folder, its output passed on; ends the process if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) stop(`${error?.message ?? "Failed"}: ${[command, ...args].join(" ")}`);
}

/**
 * Names a step and says how long it took.
 * @param {string} name
 * @param {() => unknown} work
 */
export async function step(name, work) {
  const start = performance.now();
  console.log(`${name} …`);
  await work();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
