/** A little of `npm run fuzz`, by fixed seeds. */
import { expect, test } from "vitest";
import { fuzzApi } from "../../tools/fuzz/api.mjs";
import { loadCore, SoftmaxBridgeError } from "./product.ts";

const core = await loadCore();

test("whatever is passed is answered or refused, and the next call is as before", () => {
  let answered = 0;
  const count = 3000;
  for (let seed = 1; seed <= count; seed++)
    answered += Number(fuzzApi(core, SoftmaxBridgeError, seed).answered);
  // Neither all of it is refused, nor all taken.
  expect(answered).toBeGreaterThan(count / 5);
  expect(answered).toBeLessThan((count * 4) / 5);
});
