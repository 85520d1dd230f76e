/** docs/embedding.md as the tests run it. */
import { readFileSync } from "node:fs";

export const embedding = readFileSync(new URL("../docs/embedding.md", import.meta.url), "utf8");

/** The code under a heading, in order. */
export function snippets(heading: string): readonly string[] {
  const [, section = ""] = embedding.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  return Array.from(own.matchAll(/^(`{3,4})\w*\n([\s\S]*?)^\1$/gm), ([, , code]) => code ?? "");
}
