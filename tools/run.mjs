/** Running commands and steps with visible progress. It runs before `npm ci`: nothing but Node. */
import { spawn } from "node:child_process";
import { root } from "./paths.mjs";

/** Ends the process with a message. @param {string} message @returns {never} */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs a command in the project's folder and waits for its end; a signal to us ends it first.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, capture?: boolean }} [options] what it prints is passed on, or
 *   captured and returned
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function attempt(command, args, { env = process.env, capture = false } = {}) {
  return new Promise((done) => {
    const stdio = capture ? "pipe" : "inherit";
    // In a process group of its own, so that a signal reaches what it started too: CMake passes none on.
    const detached = true;
    const child = spawn(command, args, {
      cwd: root,
      env,
      detached,
      stdio: ["ignore", stdio, stdio],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    /** @type {NodeJS.Signals[]} */
    const signals = ["SIGINT", "SIGTERM"];
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      process.exitCode = 1;
      child.once("close", () => process.exit());
      if (child.pid) process.kill(-child.pid, signal);
    };
    for (const signal of signals) process.on(signal, end);
    child.once("error", (error) => {
      output += error.message;
      done({ ok: false, output });
    });
    child.once("close", (code) => {
      for (const signal of signals) process.off(signal, end);
      done({ ok: code === 0, output });
    });
  });
}

/** Says all in its message. */
class CommandError extends Error {}

process.on("uncaughtException", (error) => {
  stop((error instanceof CommandError ? error.message : error.stack) ?? String(error));
});

/**
 * Runs a command that must not fail.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function run(command, args, env) {
  const { ok, output } = await attempt(command, args, env && { env });
  if (!ok) throw new CommandError(`Failed: ${[command, ...args].join(" ")}\n${output}`);
}

/** @param {number} start of `performance.now()` */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
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
  console.log(`${name}: ${secondsSince(start)}`);
}
