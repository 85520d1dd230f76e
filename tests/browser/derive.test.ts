import type { Locator } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import type { Derivation, StepId } from "../../web/src/core/core.ts";
import { sceneState } from "../../web/src/model/scenes.ts";
import type {} from "../../web/src/view/softmax-bridge.ts";
import { page, show, useSite } from "./page.ts";

const site = useSite();

/** What the core says, as the page got it. */
const numbers = (): Promise<
  Pick<Derivation, "totalVariation" | "outputDistance" | "argmax"> & {
    scores: number[];
    weights: number[];
    softOutput: number[];
  }
> =>
  page.evaluate(() => {
    const d = document.querySelector("softmax-bridge")?.derivation;
    if (!d) throw new Error("no derivation");
    return {
      scores: [...d.scores],
      weights: [...d.weights],
      softOutput: [...d.softOutput],
      totalVariation: d.totalVariation,
      outputDistance: d.outputDistance,
      argmax: d.argmax,
    };
  });

const currentStep = (): Promise<StepId | undefined> =>
  page.evaluate(() => document.querySelector("softmax-bridge")?.state?.step);

const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
const knob = (feature: string): Locator =>
  page.getByRole("slider", { name: `query, ${feature}`, exact: true });
const field = (feature: string): Locator =>
  page.getByRole("textbox", { name: `query, ${feature}`, exact: true });
const inLedger = (shown: string): Promise<void> =>
  page.locator("sb-ledger").getByText(shown, { exact: true }).first().waitFor();

describe("find the apple", () => {
  beforeEach(async () => {
    await site.open("index.html#step=S1");
  });

  test("shows the numbers of the derivation", async () => {
    const d = await numbers();
    expect(d.scores).toEqual([4.75, 3.75, 3.25, 4.25, 1.875, 1.25]);
    expect(d.weights[0]).toBeCloseTo(0.43779889384983905, 15);
    expect(d.outputDistance).toBeCloseTo(0.1910146802192807, 14);

    await button(
      "S7, drop one-hot ∘ argmax, an approximation, distance from the hard answer 0.1910",
    ).click();
    for (const shown of ["0.4378", "0.1611", "0.0977", "0.2655", "0.0247", "0.0132"]) {
      await inLedger(shown);
    }
    await inLedger("0.5622");
    await inLedger("0.8260");
    await inLedger("2.284");
    expect(
      await page.getByRole("heading", { name: "The soft answer is no object at all" }).count(),
    ).toBe(1);
  });

  test("only S7 is an approximation, and only there the output moves", async () => {
    const stations = page.getByRole("list", { name: "The chain from hard to soft attention" });
    const names = await stations
      .getByRole("button")
      .evaluateAll((all) => all.map((b) => b.getAttribute("aria-label") ?? ""));
    expect(names).toHaveLength(9);
    expect(names.filter((n) => n.includes("an approximation"))).toEqual([
      "S7, drop one-hot ∘ argmax, an approximation, distance from the hard answer 0.1910",
    ]);
    for (const n of names.slice(1, 6)) expect(n).toMatch(/distance from the hard answer 0$/);
  });

  test("the fire engine wins at the lost query, until the knobs bring the apple back", async () => {
    await button("Lose the apple").click();
    expect((await numbers()).argmax).toBe(5);
    await page.getByRole("button", { name: "Next step" }).click();
    await page.getByRole("heading", { name: "The hard answer is the fire engine" }).waitFor();

    // As a person does: take each thumb and pull it to where the apple's query is.
    for (const [feature, value] of [
      ["red", 2],
      ["round", 2],
      ["sweet", 2],
      ["big", -1],
    ] as const) {
      await pull(knob(feature), value);
    }
    await page.getByRole("heading", { name: "The hard answer is the apple" }).waitFor();
    const d = await numbers();
    expect(d.argmax).toBe(0);
    expect(d.scores).toEqual([4.75, 3.75, 3.25, 4.25, 1.875, 1.25]);
  });

  test("a number may be typed, and one that is not yet a number changes nothing", async () => {
    await field("red").fill("-");
    expect((await numbers()).scores[0]).toBe(4.75);
    expect(await field("red").getAttribute("aria-invalid")).toBe("true");
    expect(await field("red").inputValue()).toBe("-");
    await field("red").fill("-2");
    expect((await numbers()).scores).toEqual([1.25, -0.25, -0.25, 2.25, 1.375, -2.75]);
    expect(await field("red").getAttribute("aria-invalid")).toBeNull();
  });

  test("the chain is walked both ways by buttons, keys and stations", async () => {
    const ids: StepId[] = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"];
    for (const id of ids.slice(1)) {
      await page.getByRole("button", { name: "Next step" }).click();
      expect(await currentStep()).toBe(id);
    }
    await page.getByRole("button", { name: "Next step" }).click({ force: true });
    expect(await currentStep()).toBe("S9");
    for (const id of ids.slice(0, -1).reverse()) {
      await page.keyboard.press("ArrowLeft");
      expect(await currentStep()).toBe(id);
    }
    await page.getByRole("button", { name: /^S5,/ }).click();
    expect(await currentStep()).toBe("S5");
    await page.keyboard.press("ArrowRight");
    expect(await currentStep()).toBe("S6");
    const current = page.locator("sb-rail [aria-current=step]");
    expect(await current.getAttribute("aria-label")).toMatch(/^S6,/);
    // The focus goes along, and there is one stop for Tab.
    await expect.poll(() => current.evaluate((it) => it.matches(":focus"))).toBe(true);
    expect(await page.locator("sb-rail button[tabindex='0']").count()).toBe(1);
  });

  test("score function and temperature change every number, and the limits are labelled", async () => {
    await page.getByRole("combobox", { name: "Score" }).selectOption("scaled");
    expect((await numbers()).scores[0]).toBe(2.375);
    await page.getByRole("combobox", { name: "Score" }).selectOption("dot");

    const tau = page.getByRole("textbox", { name: "Temperature τ" });
    await tau.fill("0.25");
    await tau.press("Enter");
    expect((await numbers()).weights[0]).toBeCloseTo(0.8649, 3);

    const slider = page.getByRole("slider", { name: "Temperature" });
    await slider.focus();
    await page.keyboard.press("Home");
    const cold = await numbers();
    expect(cold.weights).toEqual([1, 0, 0, 0, 0, 0]);
    expect(cold.outputDistance).toBe(0);
    await page.keyboard.press("End");
    for (const weight of (await numbers()).weights) expect(weight).toBe(1 / 6);
    expect(await slider.getAttribute("aria-valuetext")).toBe("τ = ∞");
  });

  test("S7 opens into its halves: the sum of the weights goes from S to 1", async () => {
    await button("as two half-steps, S7a and S7b").click();
    await page.getByRole("button", { name: /^S7a,/ }).click();
    await inLedger("2.284");
    // It goes on from S5: S6 waits.
    await page.getByRole("row", { name: /^S6 .*set aside/ }).waitFor();
    await page.getByRole("heading", { name: "Not a mean: outside the hull" }).waitFor();
    await page.getByRole("button", { name: "Next step" }).click();
    expect(await currentStep()).toBe("S7b");
    await page.getByRole("heading", { name: "The soft answer is no object at all" }).waitFor();
    await button("as one step, S7").click();
    expect(await currentStep()).toBe("S7");
  });

  test("arrows in what uses them itself leave the chain where it is", async () => {
    await page.getByRole("button", { name: /^S4,/ }).click();
    const query = await page.evaluate(() => document.querySelector("softmax-bridge")?.state?.query);
    for (const control of [
      page.getByRole("combobox", { name: "Score" }),
      page.getByRole("combobox", { name: "Scene" }),
      field("red"),
      knob("red"),
      page.getByRole("slider", { name: "Temperature" }),
      page.getByRole("textbox", { name: "Temperature τ" }),
    ]) {
      await control.focus();
      for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"]) {
        await control.press(key);
        expect(await currentStep(), `${key} in ${control}`).toBe("S4");
      }
    }
    expect(
      await page.evaluate(() => document.querySelector("softmax-bridge")?.state?.query),
    ).toEqual(query);
    // With another key it is the browser's: Alt and ← leads back in the history.
    await page.getByRole("button", { name: "Next step" }).focus();
    await page.keyboard.press("Control+ArrowRight");
    expect(await currentStep()).toBe("S4");
  });

  test("up and down in a number's field turn its knob, with Shift eight times as far", async () => {
    const red = field("red");
    const query = async (): Promise<number | undefined> =>
      page.evaluate(() => document.querySelector("softmax-bridge")?.state?.query[0]);
    await red.focus();
    for (const [key, value] of [
      ["ArrowUp", 2.125],
      ["Shift+ArrowUp", 3.125],
      ["ArrowDown", 3],
      ["Shift+ArrowDown", 2],
    ] as const) {
      await red.press(key);
      expect(await query(), key).toBe(value);
      expect(await red.inputValue()).toBe(String(value));
    }
    expect((await numbers()).scores[0]).toBe(4.75);
  });

  test("Escape takes back what was typed and is no number", async () => {
    const red = field("red");
    await red.fill("2e");
    expect(await red.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("alert").getByText("2e").count()).toBe(1);
    await red.press("Escape");
    expect(await red.inputValue()).toBe("2");
    expect(await red.getAttribute("aria-invalid")).toBeNull();
    expect((await numbers()).scores[0]).toBe(4.75);
    // A number in another form is taken, and Escape writes it as the page does.
    await red.fill("1.50");
    expect(await red.inputValue()).toBe("1.50");
    await red.press("Escape");
    expect(await red.inputValue()).toBe("1.5");
    expect((await numbers()).scores[0]).toBe(4.3125);
  });

  test("every printed number has all its digits in its tooltip", async () => {
    await site.open("index.html#step=S7&lang=en", { stopClock: true });
    /** Longer than numbers take to rest. */
    const rest = 2000;
    await page.clock.runFor(rest);
    await expect
      .poll(() => page.locator("sb-rail svg title").allTextContents())
      .toEqual(["0.1910146802192807"]);
    /** The tooltips of what prints a number, each once. */
    const tooltips = (part: string, printed: string): Promise<string[]> =>
      page.locator(part).evaluate((element, printed) => {
        const titles = Array.from(element.shadowRoot?.querySelectorAll("[title]") ?? [])
          .filter(({ textContent }) => textContent?.trim() === printed)
          .map((element) => element.getAttribute("title") ?? "");
        return [...new Set(titles)];
      }, printed);
    for (const [printed, exact] of [
      ["0.4378", "0.43779889384983905"],
      ["0.0132", "0.013220381059450507"],
      ["4.25", "4.25"],
      ["−1.5", "−1.5"],
    ] as const)
      await expect
        .poll(() => tooltips("sb-ledger", printed), { message: printed })
        .toEqual([exact]);
    // They follow the numbers.
    await field("red").fill("1");
    await page.clock.runFor(rest);
    await inLedger("3.875");
    await expect.poll(() => tooltips("sb-ledger", "0.4378")).toEqual([]);
    await expect.poll(() => tooltips("sb-ledger", "3.875")).toEqual(["3.875"]);
  });
});

describe("play", () => {
  /** Longer than a step stays. */
  const stay = 12_000;
  const play = async (from: StepId): Promise<void> => {
    await site.open(`index.html#step=${from}&lang=en`, { stopClock: true });
    await button("Play all steps").click();
  };

  test("walks to the end by itself, and stops there", async () => {
    await play("S7");
    for (const step of ["S8", "S9"]) {
      expect(await currentStep()).toBe(step);
      await button("Pause").waitFor();
      await page.clock.runFor(stay);
    }
    await button("Play all steps").waitFor();
    await page.clock.runFor(2 * stay);
    expect(await currentStep()).toBe("S9");
  });

  test("at the end begins anew", async () => {
    await play("S9");
    expect(await currentStep()).toBe("S1");
    await button("Pause").waitFor();
    await page.clock.runFor(stay);
    expect(await currentStep()).toBe("S2");
    await button("Pause").click();
    await page.clock.runFor(2 * stay);
    expect(await currentStep()).toBe("S2");
  });

  test("ends where the reader walks", async () => {
    await play("S3");
    expect(await currentStep()).toBe("S4");
    await button("Previous step").click();
    expect(await currentStep()).toBe("S3");
    await page.clock.runFor(2 * stay);
    expect(await currentStep()).toBe("S3");
  });
});

describe("points in the plane", () => {
  test("the arrow is dragged, and the scores follow", async () => {
    await site.open("index.html#step=S1");
    await page.getByRole("combobox", { name: "Scene" }).selectOption("plane");
    expect((await numbers()).scores).toEqual([1.75, 1.25, -0.625, -1.375, 0.5]);
    const before = await page.evaluate(
      () => document.querySelector("softmax-bridge")?.state?.query,
    );

    const handle = page.locator("sb-scene [aria-label^='Query arrow']");
    const box = await handle.boundingBox();
    if (box === null) throw new Error("no handle");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 60, { steps: 5 });
    await page.mouse.up();

    const after = await page.evaluate(() => document.querySelector("softmax-bridge")?.state?.query);
    if (!before || !after) throw new Error("no query");
    expect(after[0]).toBeLessThan(before[0] ?? 0);
    expect(after[1]).toBeGreaterThan(before[1] ?? 0);
    const d = await numbers();
    expect(d.argmax).toBe(1);
    // The score of B = (½, 1½) is ½q₁ + 1½q₂: what is shown follows what was dragged.
    expect(d.scores[1]).toBeCloseTo(0.5 * (after[0] ?? 0) + 1.5 * (after[1] ?? 0), 12);
  });
});

describe("what a reader may ask", () => {
  beforeEach(async () => {
    await site.open("embed.html", { width: 360, reducedMotion: true });
  });

  /** Twenty items on a line: the query says at which end the winner is. */
  const many = (q: number): Promise<void> =>
    show(page, {
      scene: "custom",
      values: Array.from({ length: 20 }, (_, i) => [i]),
      keys: null,
      query: [q],
      labels: null,
      features: null,
      step: "S3",
    });
  /** Whether an item's name is in sight, between the labels and the edge. */
  const inSight = (name: string): Promise<boolean> =>
    page.locator("sb-ledger th.corner").evaluate((corner, name) => {
      const names = (corner.getRootNode() as ShadowRoot).querySelectorAll("th[data-item]");
      const head = Array.from(names).find((th) => th.getAttribute("abbr") === name);
      const box = head?.getBoundingClientRect();
      const { right } = corner.getBoundingClientRect();
      return box !== undefined && box.left >= right - 1 && box.right <= innerWidth;
    }, name);
  const columns = (): Locator => page.locator("sb-ledger .window");

  test("where the winner is: its column comes into sight, but not against the reader", async () => {
    await many(1);
    await expect.poll(() => inSight("T")).toBe(true);
    await many(-1);
    await expect.poll(() => inSight("A")).toBe(true);
    await columns().evaluate((window) => window.scrollTo({ left: 300 }));
    await expect.poll(() => inSight("H")).toBe(true);
    await many(1);
    await page.getByRole("heading", { name: "The hard answer is T" }).waitFor();
    expect(await inSight("H")).toBe(true);
    expect(await inSight("T")).toBe(false);
    // Another scene is looked at anew.
    await show(page, sceneState("apple"));
    await many(1);
    await expect.poll(() => inSight("T")).toBe(true);
  });

  test("what TV and KL mean: said at the pointer and at the focus, until Escape", async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await show(page, { step: "S7" });
    const measures = button("TV 0.5622 KL 0.8260");
    const meaning = page.getByRole("tooltip").filter({ hasText: "Kullback–Leibler" });
    expect(await meaning.count()).toBe(0);
    await measures.hover();
    await meaning.waitFor();
    await page.mouse.move(0, 0);
    await meaning.waitFor({ state: "detached" });
    await measures.focus();
    await meaning.waitFor();
    await page.keyboard.press("Escape");
    await meaning.waitFor({ state: "detached" });
  });

  test("what a symbol means: at the pointer, at the focus, until Escape", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, { step: "S6" });
    const said = page.locator("sb-symbols [popover]");
    await page.locator("sb-formula .smooth").first().hover();
    await expect.poll(() => said.textContent()).toMatch(/^L, log-sum-exp, the smooth maximum/);
    await page.keyboard.press("Escape");
    await said.waitFor({ state: "hidden" });
    // A column of the table and the title of the rail speak the same symbols.
    await page.locator("sb-rail .title mi").last().hover();
    await expect.poll(() => said.textContent()).toMatch(/^h, the hard output/);
    await page.mouse.move(0, 0);
    await said.waitFor({ state: "hidden" });
    await button("What the symbols mean").focus();
    await said.waitFor();
    const all = (await said.textContent()) ?? "";
    for (const symbol of ["h, the hard output", "[i], an index", "L, log-sum-exp", "argmax: where"])
      expect(all).toContain(symbol);
    expect(all).not.toContain("𝔼");
    await show(page, { step: "S9", language: "zh-CN" });
    await page.locator("sb-formula .now.tail mi").first().hover();
    await expect.poll(() => said.textContent()).toMatch(/^𝔼：期望/);
  });

  test("every digit, once the numbers rest: in the formula and in the distance's table", async () => {
    await show(page, { step: "S7" });
    const titles = (of: string) =>
      page
        .locator(of)
        .evaluateAll((all) => all.map((one) => one.getAttribute("title") ?? one.textContent));
    // L = log Σ e^α, and the apple's weight.
    await expect
      .poll(() => titles("sb-formula .part[title]"))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^5\.57\d{10,}$/)]));
    const [hard, soft, difference] = await titles("sb-scene .strips .value title");
    expect(hard).toBe("0.875");
    expect(soft).toMatch(/^0\.7786835871\d+$/);
    expect(difference).toMatch(/^−0\.096\d{8,}$/);
  });

  test("what is rounded: it says so, with the chain’s ≈ the only one in sight", async () => {
    await show(page, { step: "S9" });
    const total = page.locator("sb-ledger tr.feature .sum").first();
    expect((await total.textContent())?.replace(/\s+/g, " ")).toBe("Σ* 0.7787 ≈ rounded");
    await page.getByText("* rounded", { exact: false }).waitFor();
    const seen = await total.evaluate((sum) =>
      Array.from(sum.children)
        .filter((part) => getComputedStyle(part).opacity !== "0")
        .map((part) => part.textContent)
        .join(""),
    );
    expect(seen).toBe("Σ*0.7787");
  });

  test("what W is now: it stands under the formula, and leads to where it is changed", async () => {
    await show(page, { step: "S1", score: "bilinear" });
    await button("change the parameters").click();
    const field = page.getByRole("textbox", { name: "W 1, 1", exact: true });
    await field.waitFor();
    await expect.poll(() => field.evaluate((input) => input.matches(":focus"))).toBe(true);
    await field.fill("2");
    await field.press("Tab");
    expect((await numbers()).scores[0]).toBe(6.5);
  });
});

/** Takes the thumb of a native slider and pulls it to a value. */
async function pull(slider: Locator, value: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (box === null) throw new Error("no slider");
  const { min, max, now } = await slider.evaluate((input: HTMLInputElement) => ({
    min: Number(input.min),
    max: Number(input.max),
    now: input.valueAsNumber,
  }));
  const thumb = 18;
  const x = (v: number): number =>
    box.x + thumb / 2 + ((v - min) / (max - min)) * (box.width - thumb);
  const y = box.y + box.height / 2;
  await page.mouse.move(x(now), y);
  await page.mouse.down();
  await page.mouse.move(x(value), y, { steps: 4 });
  await page.mouse.up();
  expect(await slider.inputValue()).toBe(String(value));
}
