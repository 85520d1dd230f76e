/** What is told in several places is told alike, and where a link leads there is something. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const read = (file: string): string => readFileSync(resolve(file), "utf8");
const documents = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const { files, engines, scripts, version, homepage, repository, bugs } = JSON.parse(
  read("package.json"),
) as {
  files: string[];
  engines: { node: string };
  scripts: Record<string, string>;
  version: string;
  homepage: string;
  repository: { url: string };
  bugs: string;
};
/** Without its code. */
const prose = (file: string): string => read(file).replaceAll(/```[\s\S]*?```/g, "");
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, value = ""]) => value);
const inAll = (names: readonly string[], pattern: RegExp): string[] =>
  names.flatMap((name) => found(read(name), pattern));
const workflows = readdirSync(".github/workflows").map((name) => `.github/workflows/${name}`);

test("there is one height of a frame", () => {
  const heights = inAll(
    documents,
    /(?:embed\.html[^>]*?\s(?:height=|100% )"?|width="100%", height=)(\d+)/gs,
  );
  expect(heights.length).toBeGreaterThan(9);
  expect(new Set(heights)).toEqual(new Set(["900"]));
});

test("there is one oldest Node, one oldest CMake, one oldest Eigen", () => {
  const nodes = inAll([...documents, ...workflows], /(?:Node |node: ")(20\.\d+)/g);
  expect(new Set([...nodes, engines.node.replace(">=", "")])).toEqual(new Set(["20.16"]));
  const cmakes = inAll(["README.md", "README.zh-CN.md"], /CMake (\d+\.\d+)/g);
  const required = inAll(
    ["CMakeLists.txt", "tests/cpp/consumer/CMakeLists.txt"],
    /VERSION (3\.\d+)\)/g,
  );
  expect(cmakes).toHaveLength(2);
  expect(new Set([...cmakes, ...required])).toEqual(new Set(["3.24"]));
  const { cmakeMinimumRequired } = JSON.parse(read("CMakePresets.json"));
  expect(cmakeMinimumRequired).toEqual({ major: 3, minor: 24, patch: 0 });
  const eigens = inAll(["README.md", "README.zh-CN.md"], /Eigen (3\.\d+)/g);
  expect(new Set([...eigens, ...found(read("CMakeLists.txt"), /VERSION_LESS (3\.4)/g)])).toEqual(
    new Set(["3.4"]),
  );
});

test("there is one version", () => {
  const [cmake] = found(read("CMakeLists.txt"), /^project\(softmax_bridge VERSION (\S+)/gm);
  const [cited] = found(read("CITATION.cff"), /^version: (\S+)/gm);
  const [changed] = found(read("CHANGELOG.md"), /^## (\S+)/gm);
  const locked = JSON.parse(read("package-lock.json")).version;
  expect({ cmake, cited, changed, locked }).toEqual({
    cmake: version,
    cited: version,
    changed: version,
    locked: version,
  });
});

describe("README in two languages", () => {
  const numbersIn = (name: string): string[] =>
    found(read(name).replaceAll(/\]\([^)]*\)|alt="[^"]*"/g, ""), /(\d[\d,.-]*\d|\d)/g)
      .map((number) => number.replace(/(?<=\d),(?=\d{3})/g, ""))
      .sort();

  test("tells the same numbers", () => {
    expect(numbersIn("README.md").length).toBeGreaterThan(60);
    expect(numbersIn("README.zh-CN.md")).toEqual(numbersIn("README.md"));
  });

  test("names the budgets that `npm run size` compares with", () => {
    const budgets = found(read("tools/size.mjs"), /budget: ([\d_]+)/g).map((budget) =>
      Number(budget.replaceAll("_", "")),
    );
    const rows = found(read("README.md"), /^\| .*\| [\d,]+ \| ([\d,]{5,}) \|$/gm).map((budget) =>
      Number(budget.replaceAll(",", "")),
    );
    expect(rows.sort()).toEqual(budgets.sort());
  });
});

test.each(documents)("the links of %s lead somewhere", (name) => {
  const links = found(prose(name), /(?:\]\(|\bsrc="|\bsrcset=")(?![a-z]+:)([^)"\s]+)/g);
  for (const link of links) {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? name : resolve(dirname(name), path);
    expect(existsSync(target), link).toBe(true);
    if (anchor === undefined) continue;
    const anchors = found(read(target), /^#+ (.*)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
    expect(anchors, link).toContain(anchor);
  }
});

test("what README links to is in the package", () => {
  const links = ["README.md", "README.zh-CN.md"].flatMap((name) =>
    found(prose(name), /(?:\]\(|\bsrc="|\bsrcset=")(?![a-z]+:)([^)"\s#]+)/g),
  );
  expect(links).toContain("docs/embedding.md");
  expect(links.filter((link) => !files.includes(link.split("/")[0] ?? ""))).toEqual([]);
});

test("a publisher's own names stand in package.json alone", () => {
  for (const address of [homepage, repository.url, bugs]) expect(address).toMatch(/\.example\//);
  const others = [...documents, ...workflows, "CITATION.cff", ".devcontainer/devcontainer.json"];
  expect(inAll(others, /([\w.-]+\.example)\//g)).toEqual([]);
});

test("workflows and documents call commands that there are", () => {
  const names = inAll([...workflows, ...documents], /npm run ([\w-]+)/g);
  expect(names).toContain("release");
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
});
