/** The view of many queries, as a person uses it. */
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hostOf } from "./host.ts";
import { derivationOf, page, stateOf, useSite, type View } from "./page.ts";

const site = useSite();

const show = async (link: string, view: View = {}, file = "index.html"): Promise<void> => {
  await site.open(`${file}#view=scale&${link}`, view);
  await maps().waitFor();
};

const maps = (): Locator => page.getByRole("application");
const button = (name: string): Locator => page.getByRole("button", { name });
const text = (locator: Locator): Promise<string> =>
  locator.textContent().then((words) => (words ?? "").replace(/\s+/g, " "));

/** Points at a cell of the soft map, by its place among so many. */
async function point(row: number, column: number, n: number): Promise<void> {
  const box = await page.locator("figure.soft .target").boundingBox();
  if (box === null) throw new Error("no map");
  const at = (place: number): number => (place + 0.5) / n;
  await page.mouse.move(box.x + at(column) * box.width, box.y + at(row) * box.height);
}

const tip = (): Promise<string> => text(page.locator("sb-scale-maps .tip"));
/** The weight in the tooltip, as exactly as it is. */
const pointedWeight = async (): Promise<number> =>
  Number(await page.locator("sb-scale-maps .tip small").textContent());

/** What is at the middle of a cell of a map, [red, green, blue]. */
const colourAt = (kind: string, row: number, column: number, n: number): Promise<number[]> =>
  page.locator(`canvas[data-kind=${kind}]`).evaluate(
    (canvas, [row, column, n]) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const at = (place: number, size: number) => Math.floor(((place + 0.5) * size) / n);
      const context = (canvas as HTMLCanvasElement).getContext("2d");
      const { data } = context?.getImageData(at(column, width), at(row, height), 1, 1) ?? {};
      return [...(data ?? [])].slice(0, 3);
    },
    [row, column, n] as const,
  );

const hardColour = [191, 58, 18];
const softColour = [28, 78, 144];
const [it, animal, words] = [8, 1, 11];

describe("a sentence", () => {
  test("shows whom “it” means; the row opens as a derivation with the same weights", async () => {
    await show("lang=en");
    await page.getByRole("heading", { name: "“it” asks" }).waitFor();
    expect(await colourAt("hard", it, animal, words)).toEqual(hardColour);
    expect(await colourAt("soft", it, animal, words)).toEqual(softColour);
    await point(it, animal, words);
    expect(await tip()).toContain("it → animal");
    const weight = await pointedWeight();
    expect(await tip()).toContain("hard 1");

    await page.mouse.move(0, 0);
    await button("Open as a derivation").click();
    await page.locator("sb-ledger").first().waitFor();
    const { weights, argmax } = await derivationOf(page);
    // As JSON carries a typed array.
    expect(Object.values(weights)[animal]).toBe(weight);
    expect(argmax).toBe(animal);
    const state = await stateOf(page);
    expect(state).toMatchObject({ view: "derive", scene: "custom", score: "scaled", mask: null });
    expect(state.labels?.[it]).toBe("it");

    await page.evaluate(() => {
      const figure = document.querySelector("softmax-bridge") as unknown as {
        store: { undo(): void };
      };
      figure.store.undo();
    });
    expect((await stateOf(page)).scene).toBe("apple");
  });

  test("causal: nobody looks at a later word, in the map and in the derivation", async () => {
    await show("lang=en");
    await page.getByRole("switch", { name: "Causal" }).click();
    expect((await stateOf(page)).options.causal).toBe(true);
    await point(2, 5, words);
    expect(await tip()).toContain("masked");
    await point(2, 1, words);
    const weight = await pointedWeight();
    await page.locator("figure.soft .target").click({ position: await place(2, 1) });
    await maps().press("Enter");
    await page.locator("sb-ledger").first().waitFor();
    expect((await stateOf(page)).mask).toEqual(Array.from({ length: words }, (_, j) => j <= 2));
    expect(
      await page.evaluate(() => document.querySelector("softmax-bridge")?.derivation?.weights[1]),
    ).toBe(weight);
  });

  test("where colours are forced the maps keep theirs", async () => {
    await show("lang=en");
    await page.emulateMedia({ forcedColors: "active" });
    await expect.poll(() => colourAt("hard", it, animal, words)).toEqual(hardColour);
    expect(await colourAt("soft", it, animal, words)).toEqual(softColour);
    await page.emulateMedia({ forcedColors: "none" });
  });

  test("weights of a model are pasted, shown, and kept while something else is", async () => {
    await show("lang=en");
    const source = page.getByRole("combobox", { name: "Tokens" });
    await source.selectOption("pasted");
    const field = page.getByRole("textbox", { name: "or the weights" });
    await field.fill("1 0\n3 1");
    await page.getByText("Row 2 sums to 4").waitFor();
    await field.fill("1 0\n0.5 0.5");
    await page.getByRole("button", { name: "Show these" }).click();
    await page.getByText("2 × 2 weights that you pasted").waitFor();
    expect(await colourAt("hard", 1, 0, 2)).toEqual(hardColour);
    await page.getByText("in 1 of 2 rows").waitFor();
    await page.waitForFunction(() => /&ta=1,0_0.5,0.5/.test(location.hash));
    await source.selectOption("sentence");
    await page.getByText("made by hand for this page").waitFor();
    await source.selectOption("pasted");
    await page.getByText("2 × 2 weights that you pasted").waitFor();
  });

  test("the second head looks at the word before, and the link says so", async () => {
    await show("lang=en");
    await page.getByRole("tab", { name: "the word before" }).click();
    for (let row = 1; row < words; row++) {
      expect(await colourAt("hard", row, row - 1, words)).toEqual(hardColour);
    }
    await page.waitForFunction(() => /head=1/.test(location.hash));
    const url = page.url();
    await site.open(url);
    await maps().waitFor();
    expect((await stateOf(page)).options).toMatchObject({ head: 1, causal: false, tokens: null });
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("the word before");
  });

  test("arrow keys move over the cells and say what they find", async () => {
    await show("lang=en");
    await maps().focus();
    await maps().press("ArrowUp");
    await maps().press("ArrowRight");
    await page.getByRole("heading", { name: "“because” asks" }).waitFor();
    const said = await text(page.locator("#now"));
    expect(said).toMatch(/^because → animal: soft weight 0\.\d{4}, hard weight 0\.$/);
    await maps().press("+");
    await page.getByText("Rows").first().waitFor();
    await maps().press("0");
    expect(await page.getByText(/^Rows/).isVisible()).toBe(false);
  });

  const place = async (row: number, column: number) => {
    const box = await page.locator("figure.soft .target").boundingBox();
    const unit = (box?.width ?? 0) / words;
    return { x: (column + 0.5) * unit, y: (row + 0.5) * unit };
  };
});

test("the reader's own items ask each other", async () => {
  await show("lang=en&own=1");
  await point(0, 3, 6);
  expect(await tip()).toContain("apple → orange");
  await page.getByText("Every one of your 6 items").waitFor();
});

describe("thousands of random tokens", () => {
  const working = (): Locator => page.locator("progress");

  test("are worked out beside the page, which goes on painting", async () => {
    await show("lang=en&n=16");
    await page.evaluate(() => {
      const { dataset } = document.body;
      const paint = (): void => {
        dataset.painted = String(Number(dataset.painted ?? 0) + 1);
        requestAnimationFrame(paint);
      };
      requestAnimationFrame(paint);
    });
    const painted = () => page.evaluate(() => Number(document.body.dataset.painted));
    await page.getByLabel("How many").selectOption("8192");
    await working().waitFor();
    const before = await painted();
    await working().waitFor({ state: "detached" });
    expect((await painted()) - before).toBeGreaterThan(5);
    await page.getByText(/Worked out in (a worker|\d workers), apart from this page/).waitFor();
    expect(await page.locator("circle.run").count()).toBe(2);
    expect(await text(page.locator(".needed"))).toContain("would need 268 MB");
    expect(await text(page.locator("dl"))).toMatch(/mean ?0\.\d{4}/);

    await page.locator("figure.soft .target").dblclick({ position: { x: 100, y: 100 } });
    await page.getByText(/^Rows \d+–\d+, columns \d+–\d+$/).waitFor();
    await page.getByRole("spinbutton", { name: "Row" }).fill("100");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Token 100 asks" }).waitFor();
    await page.getByText("Hard attention takes token").waitFor();
    expect(await button("Open as a derivation").count()).toBe(0);
  });

  test("can be cancelled, and run again", async () => {
    await show("lang=en&n=16");
    await page.getByLabel("How many").selectOption("32768");
    await button("Cancel").click();
    await page.getByText("Cancelled.").waitFor();
    expect(await working().count()).toBe(0);
    expect(await page.locator("circle.run").count()).toBe(0);
    await page.getByLabel("How many").selectOption("1024");
    await page.locator("circle.run").first().waitFor();
  });

  test("a link brings the same ones back", async () => {
    await show("lang=en&n=20&seed=5");
    await point(3, 4, 20);
    const weight = await pointedWeight();
    const url = page.url();
    await site.open(url);
    await maps().waitFor();
    await point(3, 4, 20);
    expect(await pointedWeight()).toBe(weight);
    await button("Draw others").click();
    expect((await stateOf(page)).options.seed).toBe(6);
  });
});

test("a frame without an origin may have no worker: the page works in slices, and says so", async () => {
  const host = await hostOf(
    `<iframe sandbox="allow-scripts" width="900" height="900" src="${site.url}embed.html#view=scale&n=1024&lang=en"></iframe>`,
  );
  const context = await site.browser.newContext();
  try {
    const tab = await context.newPage();
    await tab.goto(host.url);
    const frame = tab.frameLocator("iframe");
    await frame.getByText(/Worked out in|may not have a worker/).waitFor();
    await frame.locator("circle.run").first().waitFor();
  } finally {
    await context.close();
    await host.close();
  }
  await show("lang=en");
});
