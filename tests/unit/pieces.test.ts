/** What is loaded later says so where it cannot be: it goes through view/pieces.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const view = fileURLToPath(new URL("../../web/src/view", import.meta.url));

const imports = readdirSync(view, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .flatMap((name) => {
    const code = readFileSync(join(view, name), "utf8");
    return Array.from(code.matchAll(/^.*\bimport\("([^"]+)"\).*$/gm), ([line, module = ""]) => ({
      line: line.trim(),
      module,
    }));
  });

test("every part of a view that is loaded later is a piece", () => {
  expect(imports.length).toBeGreaterThan(15);
  const others = imports.filter(({ line }) => !/\bload: \(\) => import\(/.test(line));
  expect(others.map(({ module }) => module)).toEqual([
    // A help for fingers, without which everything works.
    "./controls/range-touch.ts",
    // Where it cannot be had, that is said where the picture was asked for.
    "../picture/picture.ts",
  ]);
});
