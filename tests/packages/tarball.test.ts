/** What is in the tarball, and that a package manager installs it where there is nothing else. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cleanUp, packed } from "./project.ts";

const folder = mkdtempSync(join(tmpdir(), "softmax-bridge-empty-"));

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await cleanUp();
});

test("it holds what its users need, under which terms, and nothing else", async () => {
  const inside = join(await packed(), "package");
  expect(readdirSync(inside).sort()).toEqual([
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "README.zh-CN.md",
    "SECURITY.md",
    "custom-elements.json",
    "dist",
    "docs",
    "package.json",
  ]);
  // Addresses that others link to.
  for (const name of [
    "index.html",
    "embed.html",
    "embed.js",
    "softmax-bridge.js",
    "softmax-bridge.wasm",
    "softmax-bridge-offline.html",
    "core.js",
    "card.png",
    "oembed/apple.json",
  ])
    expect(existsSync(join(inside, "dist", name)), name).toBe(true);
  const terms = readFileSync(join(inside, "dist/licences.txt"), "utf8");
  for (const name of [
    "MIT License",
    "Mozilla Public License Version 2.0",
    "https://gitlab.com/libeigen/eigen",
    "SIL OPEN FONT LICENSE",
    "BSD 3-Clause",
    "musl",
  ])
    expect(terms).toContain(name);
});

test("it is installed in an empty project, and works", async () => {
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const tarball = join(await packed(), "softmax-bridge-0.1.0.tgz");
  const options = { cwd: folder, encoding: "utf8" } as const;
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], options);
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(
    ["softmax-bridge"],
  );
  const program = `import("softmax-bridge/core").then(async ({ loadCore }) =>
    console.log((await loadCore()).derive({ scores: [1, 3, 2] }).argmax));`;
  expect(execFileSync(process.execPath, ["-e", program], options).trim()).toBe("1");
});
