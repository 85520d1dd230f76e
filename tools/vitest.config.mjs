import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { root } from "./paths.mjs";

/** One project per kind of test, so that each can be run and counted alone. */
export default defineConfig({
  root,
  test: {
    // Vitest would leave one processor to whoever watches.
    maxWorkers: Math.max(2, availableParallelism()),
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
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
