/** The libraries that are measured beside ours are installed into this folder when they are first asked for. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "../paths.mjs";
import { run } from "../run.mjs";

export const here = import.meta.dirname ?? resolve(root, "tools/bench");

export async function install() {
  const installed = resolve(here, "node_modules/.package-lock.json");
  const lock = resolve(here, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log("> npm ci (tools/bench)");
  await run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", here]);
}
