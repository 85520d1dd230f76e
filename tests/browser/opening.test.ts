import { beforeEach, describe, expect, test } from "vitest";
import { derivationOf, page, stateOf, useSite, type View } from "./page.ts";

const site = useSite();

const still: View = { reducedMotion: true };

const isOpening = (): Promise<boolean> =>
  page.evaluate(
    () =>
      document.querySelector("softmax-bridge")?.shadowRoot?.querySelector("sb-opening") !== null,
  );
const atOpening = (): Promise<void> => page.locator("sb-opening svg[data-pick]").waitFor();
const atDerivation = (): Promise<void> => page.locator("sb-derive sb-rail svg").waitFor();
const pick = (): Promise<string | null> =>
  page.locator("sb-opening svg[data-pick]").getAttribute("data-pick");
const knob = (feature: string) =>
  page.getByRole("slider", { name: `query, ${feature}`, exact: true });
const shownQuery = async (): Promise<readonly number[]> => (await stateOf(page)).query;

describe("the full page begins at its question", () => {
  beforeEach(() => site.open("index.html#lang=en", still));

  test("which is said without a symbol, and answered by the highest score", async () => {
    await atOpening();
    const opening = page.locator("sb-opening");
    await opening
      .getByRole("heading", { name: "Which of these is what I am looking for?" })
      .waitFor();
    await opening.getByText("Something red, round, sweet and not big.").waitFor();
    expect(await pick()).toBe("apple");
    await page
      .getByRole("img", {
        name: "Scores: apple 4.75, tomato 3.75, red ball 3.25, orange 4.25, banana 1.875 and fire engine 1.25. The pick is apple.",
      })
      .waitFor();
    expect(await page.locator("sb-opening math").count()).toBe(0);
    expect(await page.locator("sb-article").isVisible()).toBe(false);
    await page.getByRole("img", { name: "the one step that costs, 0.1910" }).waitFor();
  });

  test("each knob has the treads of its pick and the slope of the soft output", async () => {
    await atOpening();
    // With round and sweet at 2 and big at −1 the orange is ahead below red = 2/3 … see the scores.
    const treads = await page
      .locator("sb-opening .knob svg.turn")
      .evaluateAll((plots) =>
        plots.map((plot) => [
          plot.querySelector(".tread")?.getAttribute("d")?.split("M").length ?? 0,
          plot.querySelector(".soft")?.getAttribute("d")?.split("L").length ?? 0,
        ]),
      );
    // Two treads each: a path of two pieces; the curve has 33 points.
    expect(treads).toEqual([
      [3, 33],
      [3, 33],
      [3, 33],
      [3, 33],
    ]);
  });

  test("keys turn the query by an eighth, with Shift by one, and to the ends", async () => {
    await knob("red").focus();
    await page.keyboard.press("ArrowLeft");
    expect(await shownQuery()).toEqual([1.875, 2, 2, -1]);
    await page.keyboard.press("Shift+ArrowLeft");
    expect(await shownQuery()).toEqual([0.875, 2, 2, -1]);
    expect(await pick()).toBe("apple");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await shownQuery()).toEqual([0.625, 2, 2, -1]);
    await expect.poll(pick).toBe("orange");
    await page.keyboard.press("Home");
    expect(await shownQuery()).toEqual([-4, 2, 2, -1]);
    await page.getByText("Something round, sweet, not red and not big.").waitFor();
    await page.keyboard.press("End");
    expect(await shownQuery()).toEqual([4, 2, 2, -1]);
    expect(await isOpening()).toBe(true);
  });

  test("the whole plot of a knob is dragged, and a number can be typed", async () => {
    const box = await knob("red").boundingBox();
    if (box === null) throw new Error("not drawn");
    // From the middle, high in the plot: 0; then an eighth of the way further: 1.
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    await page.mouse.down();
    expect(await shownQuery()).toEqual([0, 2, 2, -1]);
    await page.mouse.move(box.x + (box.width * 5) / 8, box.y + 60, { steps: 3 });
    expect(await shownQuery()).toEqual([1, 2, 2, -1]);
    await page.mouse.move(box.x + box.width + 300, box.y + 60);
    await page.mouse.up();
    expect(await shownQuery()).toEqual([4, 2, 2, -1]);
    await page.getByRole("textbox", { name: "query, big" }).fill("0.5");
    expect(await shownQuery()).toEqual([4, 2, 2, 0.5]);
    await page.getByText("Something red, round, sweet and big.").waitFor();
    // Every digit of it is to be read.
    const field = page.getByRole("textbox", { name: "query, big" });
    for (const number of ["−2.875", "0.6563", "1.718"]) {
      await field.fill(number);
      expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
    }
  });

  test("→ begins the nine steps, Back and Previous return, and the query is kept", async () => {
    await knob("red").press("Home");
    await page.keyboard.press("Tab");
    await page.locator("sb-opening h2").click();
    await page.keyboard.press("ArrowRight");
    await atDerivation();
    expect(await stateOf(page)).toMatchObject({ step: "S1", query: [-4, 2, 2, -1] });
    await expect.poll(() => page.url()).toContain("&step=S1&");
    await page.getByRole("button", { name: "Previous step" }).click();
    await atOpening();
    expect(await shownQuery()).toEqual([-4, 2, 2, -1]);
    await expect.poll(() => page.url()).not.toContain("step=");
    await page.getByRole("button", { name: "Walk the nine steps" }).click();
    await atDerivation();
    await expect.poll(() => page.url()).toContain("&step=S1&");
    await page.goBack();
    await atOpening();
    await page.goForward();
    await atDerivation();
    expect(await shownQuery()).toEqual([-4, 2, 2, -1]);
  });

  test("the language is changed in place", async () => {
    await knob("red").press("Home");
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("heading", { name: "哪一个才是我要找的？" }).waitFor();
    await page.getByText("要圆的、甜的，不要红的、大的。").waitFor();
    expect(await isOpening()).toBe(true);
  });

  test("the next button has the focus of the one that it replaces", async () => {
    await page.getByRole("button", { name: "Walk the nine steps" }).focus();
    await page.keyboard.press("Enter");
    await atDerivation();
    await expect
      .poll(() =>
        page.getByRole("button", { name: "Next step" }).evaluate((b) => b.matches(":focus")),
      )
      .toBe(true);
  });
});

test.each([
  ["index.html#step=S1", "a step"],
  ["index.html#view=temperature", "another view"],
  ["index.html#mode=present", "a presentation"],
  ["index.html#mode=predict", "a question before each step"],
  ["index.html#scene=self-attention", "keys that are not the values"],
  ["index.html#hide=controls", "no controls"],
  ["embed.html", "an embed"],
])("%s begins as ever: %s", async (address) => {
  await site.open(address, still);
  await page.locator("sb-derive, sb-temperature-view, sb-present").first().waitFor();
  expect(await isOpening()).toBe(false);
});

test("a reload of the opening comes back to it, with the query that was turned", async () => {
  await site.open("index.html#lang=en", still);
  await knob("sweet").press("Home");
  await expect.poll(() => page.url()).toContain("&q=2,2,-4,-1&lang=en");
  await page.reload();
  await atOpening();
  expect(await shownQuery()).toEqual([2, 2, -4, -1]);
});

test("other numbers are asked for by their own names", async () => {
  await site.open(
    "index.html#x=1,0_0,1&q=2,-1&labels=here,there&features=near,dear&lang=en",
    still,
  );
  await page.getByText("The more near and the less dear, the better.").waitFor();
  expect(await pick()).toBe("here");
});

describe("the first knob glides once", () => {
  test("down until another thing is picked, and back: nothing is set", async () => {
    await site.open("index.html#lang=en");
    await atOpening();
    const seen = await page.evaluate(
      () =>
        new Promise<string[]>((done) => {
          const picks: string[] = [];
          const look = (): void => {
            const opening = document
              .querySelector("softmax-bridge")
              ?.shadowRoot?.querySelector("sb-opening");
            const now = opening?.shadowRoot?.querySelector<SVGElement>("[data-pick]")?.dataset.pick;
            if (now !== undefined && now !== picks.at(-1)) picks.push(now);
            if (picks.length === 3) done(picks);
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    expect(seen).toEqual(["apple", "orange", "apple"]);
    expect(await shownQuery()).toEqual([2, 2, 2, -1]);
    expect((await derivationOf(page)).scores[0]).toBe(4.75);
  });

  test("and ends with any input", async () => {
    await site.open("index.html#lang=en");
    await atOpening();
    await expect.poll(pick).toBe("orange");
    await page.keyboard.press("Shift");
    await expect.poll(pick).toBe("apple");
    await expect.poll(() => knob("red").getAttribute("aria-valuenow")).toBe("2");
  });
});

test("a finger turns a knob from anywhere on its plot, and the page stands still", async () => {
  await site.open("index.html#lang=en", { ...still, width: 390, height: 844, touch: true });
  await atOpening();
  const box = await knob("red").boundingBox();
  if (box === null) throw new Error("not drawn");
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y }],
    });
  const [middle, y] = [box.x + box.width / 2, box.y + 30];
  await touch("touchStart", middle, y);
  for (let k = 1; k <= 10; k++) await touch("touchMove", middle - (box.width / 40) * k, y + k);
  await touch("touchEnd");
  // A quarter of the plot to the left of its middle.
  expect(await shownQuery()).toEqual([-2, 2, 2, -1]);
  // Down the same plot the page scrolls, and the value stays.
  await page.setViewportSize({ width: 390, height: 500 });
  await touch("touchStart", middle, y);
  for (let k = 1; k <= 10; k++) await touch("touchMove", middle + 1, y - 12 * k);
  await touch("touchEnd");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  expect(await shownQuery()).toEqual([-2, 2, 2, -1]);
  await session.detach();
});

test.each([
  [1440, 900],
  [1280, 720],
  [768, 1024],
  [390, 844],
])("%i × %i shows the whole opening, from the question to the button", async (width, height) => {
  await site.open("index.html#lang=en", { ...still, width, height });
  await atOpening();
  const parts = [
    "h2",
    ".columns > svg",
    ".knobs",
    ".legend",
    ".sentence",
    ".start button",
    ".bridge > svg",
  ];
  for (const part of parts) {
    const box = await page.locator(`sb-opening ${part}`).boundingBox();
    expect(box?.y, part).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThanOrEqual(height);
  }
  // Nothing lies under the button that is docked on a phone.
  const [bridge, start] = await Promise.all(
    [".bridge > svg", ".start"].map((part) => page.locator(`sb-opening ${part}`).boundingBox()),
  );
  if (width < 600)
    expect((bridge?.y ?? 0) + (bridge?.height ?? 0)).toBeLessThanOrEqual(start?.y ?? 0);
  expect(await page.locator("sb-opening sb-plane").count()).toBe(width < 1000 ? 0 : 1);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await wide()).toBe(width);
});

test("on paper there is the derivation, and on the screen the opening again", async () => {
  await site.open("index.html#lang=en", still);
  await atOpening();
  await page.locator("sb-article article").waitFor({ state: "attached" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.locator("sb-steps li").nth(8).waitFor();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await atOpening();
});

describe("a way through", () => {
  const view = async () => (await stateOf(page)).view;

  test.each([
    ["How soft should it be? Turn the temperature.", "temperature"],
    ["Why can the soft answer learn, and the hard one not? Watch both.", "gradient"],
    ["Why softmax, and not another? Compare twelve.", "normalizers"],
  ])("the last step asks: %s", async (name, to) => {
    await site.open("index.html#scene=plane&step=S8&lang=en", still);
    expect(await page.locator("sb-onward").count()).toBe(0);
    await page.getByRole("button", { name: "Next step" }).click();
    await page.getByRole("link", { name }).click();
    expect(await stateOf(page)).toMatchObject({ view: to, scene: "plane", step: "S9" });
    await expect.poll(() => page.url()).toContain(`view=${to}`);
    await page.goBack();
    await expect.poll(view).toBe("derive");
    expect(await stateOf(page)).toMatchObject({ scene: "plane", step: "S9" });
  });

  test("steps and numbers replace, views are entries", async () => {
    await site.open("index.html#scene=plane&step=S1&lang=en", still);
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await page.getByRole("button", { name: "Next step" }).click();
    await expect.poll(() => page.url()).toContain("step=S2");
    expect(await entries()).toBe(before);
    await page.getByRole("link", { name: "Gradient", exact: true }).click();
    await expect.poll(() => page.url()).toContain("view=gradient");
    expect(await entries()).toBe(before + 1);
    await page.goBack();
    await expect.poll(view).toBe("derive");
    expect(await stateOf(page)).toMatchObject({ step: "S2" });
  });

  test("paragraphs of the article lead to what they speak of, with the numbers shown", async () => {
    await site.open("index.html#scene=plane&step=S2&q=2,1&lang=en", still);
    const link = (name: string) => page.locator("sb-article").getByRole("link", { name });
    await link("Split S7 in two").click();
    expect(await stateOf(page)).toMatchObject({ step: "S7a", split: true, query: [2, 1] });
    await link("is dropped").click();
    expect(await stateOf(page)).toMatchObject({ step: "S7", split: false, query: [2, 1] });
    await link("Watch both of them learn.").click();
    expect(await stateOf(page)).toMatchObject({ view: "gradient", query: [2, 1] });
  });
});

test("wherever the scores stand on a phone, their words and numbers keep apart", async () => {
  for (const query of ["2,2,2,-1", "-2,-2,-2,1", "1.718,-2.875,0.6563,-1", "0,0,0,0"]) {
    await site.open(`index.html#q=${query}&lang=en`, { width: 390, height: 844 });
    await page.locator("sb-opening .columns > svg").waitFor();
    const faults = await page.locator("sb-opening .columns > svg").evaluate((svg) => {
      const found: string[] = [];
      const edge = svg.getBoundingClientRect().bottom;
      const texts = [...svg.querySelectorAll("text")].map((text) => ({
        said: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      for (const [i, a] of texts.entries()) {
        if (a.box.bottom > edge + 2) found.push(`${a.said} hangs out below`);
        for (const b of texts.slice(i + 1)) {
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const up = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          // Line boxes are higher than letters.
          if (across > 1 && up > a.box.height / 3) found.push(`${a.said} is under ${b.said}`);
        }
      }
      return found;
    });
    expect(faults, query).toEqual([]);
  }
});
