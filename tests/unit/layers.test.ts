import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const source = resolve("web/src");

/** What a reader goes to. All other folders of `view` are shared. */
const views = [
  "article",
  "classroom",
  "derive",
  "gradient",
  "normalizers",
  "opening",
  "scale",
  "share",
  "temperature",
];

/** Every module of the page with the modules of the page that it imports, types included. */
const modules = new Map(
  readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .map((path) => [path, importsOf(path)]),
);

function importsOf(path: string): string[] {
  const text = readFileSync(join(source, path), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g)].map(([, to = ""]) =>
    relative(source, resolve(source, dirname(path), to)),
  );
}

const imports = [...modules].flatMap(([from, all]) => all.map((to) => ({ from, to })));
const arrows = (found: typeof imports): string[] => found.map(({ from, to }) => `${from} → ${to}`);

test("the scan sees the imports it is about", () => {
  expect(modules.get("view/derive/derive.ts")).toContain("view/store-element.ts");
  expect(modules.get("view/views.ts")).toContain("view/gradient/gradient.ts");
  expect(imports.filter(({ to }) => !modules.has(to))).toEqual([]);
});

test("views build on the model, the model on the core, and never the other way", () => {
  const layers = ["core", "model", "view"];
  const upwards = imports.filter(({ from, to }) => {
    const [lower, upper] = [from, to].map((path) => layers.indexOf(path.split("/")[0] ?? ""));
    return lower !== -1 && upper !== undefined && lower !== undefined && upper > lower;
  });
  expect(arrows(upwards)).toEqual([]);
});

test("no view reaches into another, and what they share reaches into none", () => {
  const viewOf = (path: string): string | null => {
    const [top, folder = "", file] = path.split("/");
    return top === "view" && file !== undefined && views.includes(folder) ? folder : null;
  };
  // Only the files beside the folders put the views together.
  const wrong = imports.filter(({ from, to }) => {
    const shared = from.split("/").length > 2;
    return from.startsWith("view/") && shared && viewOf(to) !== null && viewOf(to) !== viewOf(from);
  });
  expect(arrows(wrong)).toEqual([]);
});

test("no module needs itself through others", () => {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at !== -1) found.push([...trail.slice(at), path].join(" → "));
    if (at !== -1 || done.has(path)) return;
    for (const next of modules.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of modules.keys()) visit(path, []);
  expect(found).toEqual([]);
});
