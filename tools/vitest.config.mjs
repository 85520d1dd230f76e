import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { hang, patience } from "../tests/patience.ts";
import { root } from "./paths.mjs";

/** Files that take longest: first, so that none of them runs alone at the end. */
const longest = [
  ..."content-security-policy engines hosts access normalizers temperature classroom scenes gradient linking offline".split(
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
    projects: ["unit", "wasm", "types", "browser", "packages", "sites"].map((name) => ({
      extends: true,
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`],
        testTimeout: hang,
        hookTimeout: hang,
        expect: { poll: { timeout: patience } },
        // Debian's Chromium now and then dies as it prints. What makes it die twice is ours.
        retry: { count: name === "browser" ? 1 : 0, condition: /browser has been closed/ },
      },
    })),
  },
});
