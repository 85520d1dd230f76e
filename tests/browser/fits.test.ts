/** Words stand whole where they were once cut, wrapped or pushed into each other. */
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { page, useSite } from "./page.ts";

const site = useSite();

const own =
  "scene=custom&x=0.1,0.9_0.8,0.2_0.5,0.5_0.9,0.8&q=1,0.5&labels=a-rather-long-name,Konstantinopel,Wolkenkuckucksheim,another.one&features=likes-mathematics,quick";

/** The px by which the text of each is cut. */
const cut = (of: Locator): Promise<number[]> =>
  of.evaluateAll((all) => all.map((one) => Math.max(0, one.scrollWidth - one.clientWidth)));

describe.each([900, 960, 1000])("the masthead at %d px", (width) => {
  test("says everything on one line", async () => {
    await site.open("index.html#step=S1&lang=en", { width, height: 900 });
    const lines = page.locator("sb-masthead").locator("h1, .languages button, .settings > button");
    const heights = await lines.evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().height;
      }),
    );
    expect(heights).toHaveLength(6);
    for (const height of heights) expect(height).toBeLessThan(30);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

test("the head of the ledger: no name under the next one's disc", async () => {
  await site.open(`index.html#step=S2&lang=en&${own}`, { width: 1280, height: 800 });
  const boxes = await page.locator("sb-ledger thead th[data-item]").evaluateAll((all) =>
    all.map((one) => ({
      left: one.getBoundingClientRect().left,
      right: one.querySelector(".word")?.getBoundingClientRect().right ?? 0,
    })),
  );
  expect(boxes).toHaveLength(4);
  for (const [i, { left }] of boxes.slice(1).entries())
    expect(boxes[i]?.right, `name ${i}`).toBeLessThanOrEqual(left);
});

test("the name of a feature in the table", async () => {
  await site.open(`index.html#step=S2&lang=en&${own}`, { width: 1280, height: 800 });
  const names = page.locator("sb-table thead input.name, sb-data thead input.name");
  await names.first().waitFor();
  expect(await cut(names)).toEqual([0, 0]);
});

test.each([1200, 1280])("what each panel of the training minimises, at %d px", async (width) => {
  await site.open("index.html#view=gradient&lang=en", { width, height: 800 });
  const objectives = page.locator("sb-training .objective");
  await objectives.first().waitFor();
  expect(await cut(objectives)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("the head of the distance's table is to be read in the dark", async () => {
  await site.open("index.html#step=S7&lang=en", { scheme: "dark" });
  const fills = await page
    .locator("sb-scene .strips .head > text")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  expect(fills).toHaveLength(4);
  // --ink2, where light-dark() is dark.
  for (const fill of fills) expect(fill).toBe("rgb(181, 175, 163)");
});

test("the steps of the worksheet on a phone", async () => {
  await site.open("index.html#mode=worksheet&lang=en", { width: 390, height: 844 });
  const step = page.locator("sb-worksheet .steps tbody th").first();
  const height = await step.evaluate((one) => {
    const range = document.createRange();
    const text = Array.from(one.childNodes).find(({ nodeValue }) => nodeValue === "S1");
    range.selectNode(text ?? one);
    return range.getBoundingClientRect().height;
  });
  expect(height).toBeLessThan(24);
});
