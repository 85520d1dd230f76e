import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { root } from "./paths.mjs";

/** Files that take longest: first, so that none of them runs alone at the end. */
const longest = [
  ..."content-security-policy hosts access normalizers temperature classroom scenes gradient linking offline".split(
    " ",
  ),
  ..."link-property link-damage export memory shortage".split(" "),
].map((name) => `/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  /** @override @param {import("vitest/node").TestSpecification[]} files */
  async sort(files) {
    const place = (/** @type {{ moduleId: string }} */ { moduleId }) => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? longest.length : found;
    };
    return files.sort((a, b) => place(a) - place(b));
  }
}

/** One project per kind of test, so that each can be run and counted alone. */
export default defineConfig({
  root,
  test: {
    // Vitest would leave one processor to whoever watches.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: "wasm", include: ["tests/wasm/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: "types", include: ["tests/types/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      ...["packages", "frameworks"].map((name) => ({
        extends: /** @type {const} */ (true),
        test: {
          name,
          include: [`tests/${name}/**/*.test.ts`],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      })),
    ],
  },
});
