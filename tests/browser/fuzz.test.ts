/** A little of `npm run fuzz`, by fixed seeds. */
import { expect, test } from "vitest";
import { fuzzPage } from "../../tools/fuzz/page.mjs";
import { enter, useSite } from "./page.ts";

const site = useSite();

test.each([1, 2])("hands that do anything, from seed %i", async (seed) => {
  const { page, leave } = await enter(site.browser, { hasTouch: true });
  await fuzzPage(page, `${site.url}index.html`, seed, 40);
  expect(page.url()).toContain("index.html");
  await leave();
});
