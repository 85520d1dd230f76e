/**
 * The subjects of the commits: what a list of them shows whole. Those before this rule stay as they are.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./paths.mjs";

const longest = 72;
/** The last commit that the rule does not hold for. */
const before = "bc03a2cb43db8d18a18597acbf0d481b9fa8b4af";

/** @param {string} log lines of a commit, a space and its subject; merges too */
export const tooLong = (log) =>
  log
    .split("\n")
    .map((line) => ({ commit: line.split(" ", 1)[0] ?? "", subject: line.replace(/^\S+ /, "") }))
    .filter(({ subject }) => [...subject].length > longest);

function check() {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync("git", ["-C", root, ...args], { encoding: "utf8" });
  const ancestor = git("merge-base", "--is-ancestor", before, "HEAD");
  if (ancestor.status !== 0) {
    console.log("no history from there on: a tarball, or a clone of the last commits");
    return;
  }
  const found = tooLong(git("log", "--format=%h %s", `${before}..HEAD`).stdout.trimEnd());
  for (const { commit, subject } of found)
    console.error(`${commit} has ${[...subject].length} characters, not ${longest}: ${subject}`);
  if (found.length) process.exitCode = 1;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) check();
