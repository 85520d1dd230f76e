/** What a user's compiler makes of the declarations in dist, without leniency. */
import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
// Inside the package, so that it can import itself by name.
const folder = new URL("build/package-types/", root);
const source = await readFile(new URL("core.ts", import.meta.url), "utf8");
const asPackage = source.replace("../../web/src/core/core.ts", "softmax-bridge/core");

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  await copyFile(new URL("contract.d.ts", import.meta.url), new URL("contract.d.ts", folder));
});

afterAll(() => rm(folder, { recursive: true }));

/** What the compiler says to a program. */
async function compile(program: string, options: Record<string, unknown>): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    lib: ["es2022", "dom"],
    target: "es2022",
    types: [],
    ...options,
  };
  await writeFile(new URL("core.ts", folder), program);
  await writeFile(
    new URL("tsconfig.json", folder),
    JSON.stringify({ compilerOptions, files: ["core.ts"] }),
  );
  const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", root));
  const args = [tsc, "--pretty", "false", "-p", fileURLToPath(folder)];
  const run = await promisify(execFile)(process.execPath, args).catch((error) => error);
  return run.stdout;
}

test.each([
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
])("the declarations keep the contract: $moduleResolution", async (options) => {
  expect(asPackage).not.toBe(source);
  expect(await compile(asPackage, options)).toBe("");
});

const nodenext = { module: "nodenext", moduleResolution: "nodenext" };
const withFlags = (flags: string) =>
  asPackage.replaceAll(
    "actual.Derivation>",
    `Omit<actual.Derivation, "flags"> & { readonly flags: readonly (${flags})[] }>`,
  );

test.each([
  ["a field", asPackage.replaceAll("actual.Step>", "actual.Step & { readonly more: number }>")],
  ["a name", asPackage.replaceAll("actual.Score>", 'actual.Score | "more">')],
  ["a name in a list", withFlags('actual.Flag | "more"')],
])("the contract may grow by %s", async (_, grown) => {
  expect(grown).not.toBe(asPackage);
  expect(await compile(grown, nodenext)).toBe("");
});

test.each([
  ["a field", asPackage.replaceAll("actual.Step>", 'Omit<actual.Step, "output">>')],
  ["a name", asPackage.replaceAll("actual.Score>", 'Exclude<actual.Score, "dot">>')],
  ["a name in a list", withFlags('Exclude<actual.Flag, "tie">')],
  ["a function", asPackage.replaceAll("actual.Core>", 'Omit<actual.Core, "sweep">>')],
  ["a kind of number", asPackage.replaceAll("actual.Run>", "{ [K in keyof actual.Run]: string }>")],
])("the contract may not lose %s", async (_, broken) => {
  expect(broken).not.toBe(asPackage);
  expect(await compile(broken, nodenext)).toMatch(/does not satisfy the constraint/);
});
