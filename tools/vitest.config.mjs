import { defineConfig } from "vitest/config";
import { root } from "./paths.mjs";

/** One project per kind of test, so that each can be run and counted alone. */
export default defineConfig({
  root,
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.ts"] } },
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
          // Each file drives a browser of its own. They wait more than they work: two fill two cores.
          maxWorkers: 2,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
