/** Packages that only some need are installed when they are first asked for. */
import { copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/**
 * `npm ci` of a folder's lock file, unless what it says is there already.
 * @param {string} folder below the root
 * @param {string} [into] where node_modules is to be, if not there
 */
export async function install(folder, into = folder) {
  const lock = resolve(root, folder, "package-lock.json");
  const installed = resolve(root, into, "node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const place = resolve(root, into);
  mkdirSync(place, { recursive: true });
  if (into !== folder)
    for (const file of ["package.json", "package-lock.json"])
      copyFileSync(resolve(root, folder, file), resolve(place, file));
  console.log(`> npm ci (${relative(root, place)})`);
  await run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", place]);
}
