/** The controls that all views share: fields for numbers, and what plays by itself. */
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { page, stateOf, useSite, type View } from "./page.ts";

const site = useSite();

const visit = (hash: string, view: View = {}): Promise<void> =>
  site.open(`embed.html#${hash}`, view);

const field = (name: string): Locator => page.getByRole("textbox", { name, exact: true });
const slider = (name: string): Locator => page.getByRole("slider", { name, exact: true });
const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
const temperature = async (): Promise<number> => (await stateOf(page)).temperature;
const query = async (): Promise<readonly number[]> => (await stateOf(page)).query;

/** A field shows this, and nothing in it is wrong. */
async function shows(input: Locator, text: string): Promise<void> {
  await expect.poll(() => input.inputValue()).toBe(text);
  expect(await input.getAttribute("aria-invalid")).toBeNull();
}

async function isRefused(input: Locator, complaint: string): Promise<void> {
  await page.getByRole("alert").filter({ hasText: complaint }).waitFor();
  expect(await input.getAttribute("aria-invalid")).toBe("true");
  expect(await input.getAttribute("title")).toContain(complaint);
}

describe("a number that is typed", () => {
  test("waits for Enter or for the field to be left, where it is a setting", async () => {
    await visit("scene=apple&t=2");
    const tau = field("Temperature τ");
    await tau.fill("0.5");
    expect(await temperature()).toBe(2);
    await tau.press("Enter");
    expect(await temperature()).toBe(0.5);
    await tau.fill("4");
    expect(await temperature()).toBe(0.5);
    await tau.blur();
    expect(await temperature()).toBe(4);
    await shows(tau, "4");
  });

  test("is followed at every key, where it is of the data", async () => {
    await visit("scene=apple");
    const red = field("query, red");
    await red.selectText();
    await page.keyboard.type("-1");
    expect(await query()).toEqual([-1, 2, 2, -1]);
    await page.keyboard.type(".25");
    expect(await query()).toEqual([-1.25, 2, 2, -1]);
    await shows(red, "-1.25");
    await red.blur();
    await shows(red, "−1.25");
  });

  test("stays while it cannot be read, and Escape brings the number back", async () => {
    await visit("scene=apple&t=2");
    for (const [name, complaint, value] of [
      ["Temperature τ", "“1,2,3” is no temperature", "2"],
      ["query, red", "“1,2,3” is not a number yet", "2"],
    ] as const) {
      const input = field(name);
      await input.fill("1,2,3");
      await input.press("Enter");
      await isRefused(input, complaint);
      expect(await input.inputValue()).toBe("1,2,3");
      await input.blur();
      await isRefused(input, complaint);
      await input.press("Escape");
      await shows(input, value);
      await input.blur();
    }
    expect([await temperature(), await query()]).toEqual([2, [2, 2, 2, -1]]);
  });

  test("is forgotten by Escape before it is entered", async () => {
    await visit("scene=apple&t=2");
    const tau = field("Temperature τ");
    await tau.fill("8");
    await tau.press("Escape");
    await shows(tau, "2");
    await tau.blur();
    expect(await temperature()).toBe(2);
  });

  test("is not entered by the Enter that ends a composition", async () => {
    await visit("scene=apple&t=2");
    const tau = field("Temperature τ");
    await tau.fill("8");
    await tau.evaluate((input) =>
      input.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }),
      ),
    );
    expect(await temperature()).toBe(2);
    expect(await tau.inputValue()).toBe("8");
  });

  test("gives way when the number is changed elsewhere", async () => {
    await visit("scene=apple");
    const red = field("query, red");
    await red.fill("−");
    await isRefused(red, "“−” is not a number yet");
    await button("Lose the apple").click();
    await shows(red, "1");
  });

  test.each([
    ["0,5", 0.5],
    ["1e-3", 0.001],
    ["１．５", 1.5],
    ["1.5×10⁻³", 0.0015],
    ["∞", Number.POSITIVE_INFINITY],
    ["0.30000000000000004", 0.30000000000000004],
  ])("may be written %s", async (typed, value) => {
    await visit("scene=apple&t=2");
    const tau = field("Temperature τ");
    await tau.fill(typed);
    await tau.press("Enter");
    expect(await temperature()).toBe(value);
  });

  test("is the one at which the slider stands, and the other way round", async () => {
    await visit("scene=apple&t=2");
    await field("query, red").fill("0,375");
    expect(await slider("query, red").inputValue()).toBe("0.375");
    await slider("query, red").press("ArrowRight");
    await shows(field("query, red"), "0.5");
    await field("Temperature τ").fill("0.3");
    await field("Temperature τ").press("Enter");
    expect(await slider("Temperature").getAttribute("aria-valuetext")).toBe("τ = 0.3000");
    await slider("Temperature").press("Home");
    await shows(field("Temperature τ"), "0");
  });

  test("moves with the arrow keys, further with Shift", async () => {
    await visit("scene=apple&t=2");
    const red = field("query, red");
    await red.press("ArrowUp");
    expect(await query()).toEqual([2.125, 2, 2, -1]);
    await red.press("Shift+ArrowDown");
    expect(await query()).toEqual([1.125, 2, 2, -1]);
    const tau = field("Temperature τ");
    await tau.press("ArrowUp");
    expect(await temperature()).toBe(2.25);
    await tau.press("Shift+ArrowDown");
    expect(await temperature()).toBe(1.125);
  });

  test("keeps within the limits of what it stands for", async () => {
    await visit("view=normalizers&scene=apple");
    const alpha = field("entmax m");
    for (const typed of ["0.5", "inf", "nan"]) {
      await alpha.fill(typed);
      await alpha.press("Enter");
      await isRefused(alpha, `“${typed}”`);
    }
    await alpha.fill("1");
    await alpha.press("Enter");
    await shows(alpha, "1");
    await alpha.press("ArrowDown");
    expect((await stateOf(page)).options.alpha).toBe(1);
    await alpha.press("ArrowUp");
    expect((await stateOf(page)).options.alpha).toBe(1.03125);
  });

  test("among the parameters of a score is refused with its place", async () => {
    await visit("scene=apple&score=gaussian");
    await page.getByText("Your own numbers").first().click();
    const sigma = field("σ 1, 1");
    await sigma.fill("0");
    await isRefused(sigma, "“0” is no width");
    await page.getByRole("alert").filter({ hasText: "σ 1, 1: “0” is no width" }).waitFor();
    await sigma.press("Escape");
    await shows(sigma, "1");
    await sigma.fill("0,5");
    expect((await stateOf(page)).parameters.sigma).toBe(0.5);
  });
});

describe("what plays by itself", () => {
  /** A page whose clock goes on by hand. */
  const visitStill = (address: string, reducedMotion = false): Promise<void> =>
    site.open(address, { stopClock: true, reducedMotion });

  const step = async (): Promise<string> => (await stateOf(page)).step;
  const update = async (): Promise<number> => (await stateOf(page)).options.at;

  test("leaves time to read each step, from the first one again at the end", async () => {
    await visitStill("embed.html#scene=apple&step=S9");
    await button("Play all steps").click();
    expect(await step()).toBe("S1");
    // 104 characters are said of it: 2 s to look, and 40 ms for each.
    await page.clock.runFor(6159);
    expect(await step()).toBe("S1");
    await page.clock.runFor(1);
    expect(await step()).toBe("S2");
    await page.clock.runFor(7 * 12_000);
    expect(await step()).toBe("S9");
    await page.clock.runFor(12_000);
    await button("Play all steps").waitFor();
    expect(await step()).toBe("S9");
  });

  test("keeps its pace when it was taken in hand and plays again", async () => {
    await visitStill("embed.html#view=gradient&scene=apple&at=0", true);
    await button("Play the training").click();
    await page.clock.runFor(700);
    // In the middle of a panel: update 19 or so.
    await page.locator("[data-estimator=hard] > svg").click();
    await button("Play the training").click();
    expect(await update()).toBe(40);
    await page.clock.runFor(1299);
    expect(await update()).toBe(40);
    await page.clock.runFor(1);
    expect(await update()).toBe(100);
  });

  test("stops when anything of the figure is touched, and goes on from there", async () => {
    await visitStill("embed.html#scene=apple&step=S3");
    await button("Play all steps").click();
    expect(await step()).toBe("S4");
    await page.locator("sb-scene h2").click();
    await button("Play all steps").waitFor();
    await page.clock.runFor(30_000);
    expect(await step()).toBe("S4");
    await button("Play all steps").click();
    expect(await step()).toBe("S5");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await button("Pause").waitFor();
    await page.locator("sb-query input[type=range]").first().press("ArrowLeft");
    await button("Play all steps").waitFor();
  });

  test("sweeps on from the temperature that was chosen meanwhile", async () => {
    await visitStill("embed.html#view=temperature&scene=apple&t=4");
    await button("Sweep from 0 to ∞").click();
    await page.clock.runFor(2000);
    await page.getByRole("slider", { name: "Temperature", exact: true }).press("End");
    await page.getByRole("slider", { name: "Temperature", exact: true }).press("PageDown");
    expect(await temperature()).toBe(36);
    await button("Sweep from 0 to ∞").click();
    await page.clock.runFor(100);
    expect(await temperature()).toBeGreaterThanOrEqual(36);
    expect(await temperature()).toBeLessThan(40);
  });

  test("stops where the page is put out of sight", async () => {
    await visitStill("embed.html#scene=apple&step=S1");
    await button("Play all steps").click();
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await button("Play all steps").waitFor();
    await page.clock.runFor(10_000);
    expect(await step()).toBe("S2");
  });

  test("stops at a step that is asked about, and does not go back", async () => {
    await visitStill("index.html#mode=predict&scene=apple&step=S4&seen=1");
    await button("Play all steps").click();
    await page.locator("sb-question form").waitFor();
    await page.clock.runFor(10_000);
    expect(await step()).toBe("S4");
    // The question stands alone: nothing plays behind it.
    expect(await page.locator("sb-transport").count()).toBe(0);
  });

  test("is walked by the arrow keys on its buttons, one step for one key", async () => {
    await visitStill("embed.html#scene=apple&step=S3");
    await button("Play all steps").focus();
    await page.keyboard.press("ArrowRight");
    expect(await step()).toBe("S4");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await step()).toBe("S2");
  });

  test("says at its ends that there is no more", async () => {
    await visitStill("embed.html#scene=apple&step=S1");
    const off = async (): Promise<(string | null)[]> => [
      await button("Previous step").getAttribute("aria-disabled"),
      await page.getByRole("button", { name: "Next step" }).getAttribute("aria-disabled"),
    ];
    expect(await off()).toEqual(["true", "false"]);
    await page.getByRole("button", { name: "Next step" }).click();
    expect(await off()).toEqual(["false", "false"]);
    for (let k = 0; k < 7; k += 1) await page.getByRole("button", { name: "Next step" }).click();
    expect(await off()).toEqual(["false", "true"]);
  });

  test("sweeps the temperatures in 6.5 s to ∞ itself", async () => {
    await visitStill("embed.html#view=temperature&scene=apple&t=4");
    await button("Sweep from 0 to ∞").click();
    await page.clock.runFor(400);
    expect(await temperature()).toBe(0);
    await page.clock.runFor(3100);
    expect(await temperature()).toBeGreaterThan(1);
    expect(await temperature()).toBeLessThan(4);
    await page.clock.runFor(3100);
    expect(await temperature()).toBe(Number.POSITIVE_INFINITY);
    await button("Sweep from 0 to ∞").waitFor();
  });

  test("goes on with the training where it was stopped", async () => {
    await visitStill("embed.html#view=gradient&scene=apple&at=0");
    await button("Play the training").click();
    await page.clock.runFor(4000);
    const half = await update();
    expect(half).toBeGreaterThan(5);
    expect(half).toBeLessThan(40);
    await button("Pause").click();
    await page.clock.runFor(4000);
    expect(await update()).toBe(half);
    await button("Play the training").click();
    await page.clock.runFor(100);
    expect(await update()).toBeGreaterThanOrEqual(half);
    expect(await update()).toBeLessThan(half + 5);
  });

  test("goes by stops where the reader wants no motion", async () => {
    await visitStill("embed.html#view=gradient&scene=apple&at=0", true);
    await button("Play the training").click();
    const seen = [await update()];
    for (let k = 0; k < 4; k += 1) {
      await page.clock.runFor(1300);
      seen.push(await update());
    }
    expect(seen).toEqual([0, 1, 4, 10, 40]);
  });
});

describe("what scrolls sideways", () => {
  test("says past which edge more of it lies", async () => {
    await visit("view=gradient&scene=apple", { width: 390, height: 800 });
    const panels = page.locator("sb-scroller.panels");
    const edges = (): Promise<readonly [boolean, boolean]> =>
      panels.evaluate((of) => [of.hasAttribute("less"), of.hasAttribute("more")] as const);
    await expect.poll(edges).toEqual([false, true]);
    await panels.evaluate((of) => of.scrollTo(of.scrollWidth, 0));
    await expect.poll(edges).toEqual([true, false]);
    await page.setViewportSize({ width: 2560, height: 900 });
    await expect.poll(edges).toEqual([false, false]);
  });
});
