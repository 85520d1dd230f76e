import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { format } from "../../web/src/model/format.ts";
import type {} from "../../web/src/view/temperature/temperature.ts";
import { addAxe, derivationOf, page, show, stateOf, useSite, type View } from "./page.ts";

const site = useSite();

async function visit(fragment = "", view: View = {}, file = "index.html"): Promise<void> {
  await site.open(`${file}#view=temperature${fragment}`, view);
  await page.locator("sb-temperature-chart .knob").waitFor();
}

const slider = (): Locator => page.getByRole("slider", { name: "Temperature", exact: true });
const chart = (): Locator => page.locator("sb-temperature-chart");
const temperature = async (): Promise<number> => (await stateOf(page)).temperature;

/** Takes the knob and pulls it as far as that. */
async function pull(to: "left" | "right" | number): Promise<void> {
  const knob = await chart().locator(".knob").boundingBox();
  const track = await chart().locator(".slider > .touch").boundingBox();
  if (!knob || !track) throw new Error("no slider");
  const y = knob.y + knob.height / 2;
  const left = track.x + 12;
  const x = to === "left" ? left : to === "right" ? left + track.width - 24 : to;
  await page.mouse.move(knob.x + knob.width / 2, y);
  await page.mouse.down();
  await page.mouse.move((knob.x + x) / 2, y);
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

const shown = (words: string | RegExp): Promise<void> =>
  page.getByText(words, { exact: true }).first().waitFor();

describe("the slider", () => {
  test("goes from one-hot to uniform, and both ends are labelled limits", async () => {
    await visit("&t=0.5");
    await shown("stays with the apple");
    await chart().locator(".live", { hasText: "0.9647" }).waitFor();
    await pull("left");
    expect(await temperature()).toBe(0);
    expect(Array.from(Object.values((await derivationOf(page)).weights))).toEqual([
      1, 0, 0, 0, 0, 0,
    ]);
    expect(await slider().getAttribute("aria-valuetext")).toBe(
      "τ → 0, the hard limit: the apple keeps 1",
    );
    await shown("As τ → 0 the output tends to the apple itself.");
    await pull("right");
    expect(await temperature()).toBe(Number.POSITIVE_INFINITY);
    expect(await slider().getAttribute("aria-valuetext")).toBe(
      "τ → ∞, the uniform limit: everyone has 0.1667",
    );
    // LSE − max has no bound there.
    await chart().locator(".live", { hasText: "∞" }).waitFor();
  });

  test("follows the pointer along a log axis to values that are exact", async () => {
    await visit("&t=1");
    const one = await chart().locator(".knob").boundingBox();
    await slider().focus();
    await page.keyboard.press("PageUp");
    const two = await chart().locator(".knob").boundingBox();
    if (!one || !two) throw new Error("no knob");
    const octave = two.x - one.x;
    await pull(one.x + one.width / 2 - octave);
    expect(await temperature()).toBe(0.5);
    await pull(one.x + one.width / 2 + octave / 2);
    expect(await temperature()).toBeCloseTo(Math.SQRT2, 1);
    expect(Number.isInteger((await temperature()) * 32)).toBe(true);
  });

  test("moves by the keys", async () => {
    await visit("&t=1");
    await slider().focus();
    const presses: ReadonlyArray<readonly [string, number]> = [
      ["ArrowRight", 1.125],
      ["ArrowUp", 1.25],
      ["ArrowLeft", 1.125],
      ["ArrowDown", 1],
      ["PageUp", 2],
      ["PageDown", 1],
      ["Home", 0],
      ["ArrowLeft", 0],
      ["ArrowRight", 1 / 16],
      ["End", Number.POSITIVE_INFINITY],
      ["ArrowLeft", 64],
    ];
    for (const [key, wanted] of presses) {
      await page.keyboard.press(key);
      expect(await temperature(), key).toBe(wanted);
    }
  });

  test("can be touched: 44 px and more", async () => {
    await visit("&t=1", { width: 360, height: 760, touch: true });
    await slider().scrollIntoViewIfNeeded();
    const target = await chart().locator(".slider > .touch").boundingBox();
    expect(target?.height).toBeGreaterThanOrEqual(44);
    if (!target) throw new Error("no slider");
    await page.touchscreen.tap(target.x + 14, target.y + 22);
    expect(await temperature()).toBe(0);
  });

  test("shows a typed temperature beyond its axis as it is", async () => {
    await visit();
    const field = page.getByRole("textbox", { name: "Temperature τ" });
    const places: number[] = [];
    for (const [typed, value] of [
      ["0.01", 0.01],
      ["1", 1],
      ["5000", 5000],
    ] as const) {
      await field.fill(typed);
      await field.press("Enter");
      expect(await temperature()).toBe(value);
      await chart()
        .locator(".here", { hasText: `τ = ${typed}` })
        .waitFor();
      places.push((await chart().locator(".knob").boundingBox())?.x ?? Number.NaN);
    }
    const [cold = 0, , hot = 0] = places;
    const zero = (await chart().locator(".slider .square").boundingBox())?.x ?? Number.NaN;
    const end = (await chart().locator(".slider .ring").boundingBox())?.x ?? Number.NaN;
    expect(cold).toBeGreaterThan(zero);
    expect(hot).toBeLessThan(end);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    await field.fill("-1");
    await field.press("Enter");
    expect(await temperature()).toBe(5000);
    await page.getByRole("alert").getByText("is no temperature", { exact: false }).waitFor();
  });

  test("stands in the link, and comes back with it", async () => {
    await visit("&t=0.5");
    await pull("right");
    await expect.poll(() => page.url()).toContain("t=inf");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    expect(await stateOf(page)).toMatchObject({
      view: "temperature",
      temperature: Number.POSITIVE_INFINITY,
    });
    await page.locator(".limit-name.soft").waitFor();
  });
});

describe("every number is the core’s", () => {
  test("in the river, the plots, the formula and the strips", async () => {
    await visit("&t=2");
    const d = await derivationOf(page);
    const weights = Object.values(d.weights);
    for (const weight of weights)
      await chart().getByText(format(weight), { exact: true }).first().waitFor();
    for (const number of [d.entropy, d.lseMinusMax, d.totalVariationToTies]) {
      await chart()
        .locator(".live", { hasText: format(number) })
        .waitFor();
    }
    for (const bound of Object.values(d.totalVariationBounds)) {
      await chart()
        .locator(".beside", { hasText: format(bound) })
        .waitFor();
    }
    const formula = page.locator("sb-temperature-view .formula math").nth(1);
    const printed = (await formula.textContent())?.replace(/\s/g, "");
    expect(printed).toBe("papple=e4.75/2e2.375+e1.875+e1.625+e2.125+e0.9375+e0.625=0.3059");
    expect(format(weights[0] ?? 0)).toBe("0.3059");
    await shown(
      `One path, walked by the slider. At τ = 2 the output is ${format(d.outputDistance)} from the apple; hotter means less round.`,
    );
  });

  test("and is said to those who cannot see it", async () => {
    await visit("&t=0.5");
    for (const words of [
      "Entropy 0.9647, between log k = 0 and log n = 1.792.",
      "LSE − max 0.2214, at most τ log n = 0.8959.",
      "Total variation 0.3578, between its bounds 0.2689 and 0.6478.",
      "do/dτ: red −0.0677, round −0.0058, sweet −0.2503, big 0.0480.",
    ])
      expect(await page.locator("li").getByText(words, { exact: true }).count(), words).toBe(1);
    expect(await slider().getAttribute("aria-valuetext")).toBe("τ = 0.5: the apple keeps 0.6422");
  });

  test("an item that is lit in the river is the item of the formula", async () => {
    await visit("&t=2");
    await chart().locator(".lane-name", { hasText: "tomato" }).hover();
    const formula = page.locator("sb-temperature-view .formula math").nth(1);
    await expect.poll(() => formula.textContent()).toContain("tomato");
    expect(await chart().locator(".lane-name.dim").count()).toBe(5);
  });
});

describe("play", () => {
  test("sweeps from 0 to ∞, and its time does not depend on the temperature before", async () => {
    await visit("&t=4", { stopClock: true });
    await page.evaluate(() => {
      const figure = document.querySelector("softmax-bridge");
      const seen: number[] = [];
      figure?.addEventListener("softmax-bridge:change", () => {
        seen.push(figure.state?.temperature ?? Number.NaN);
      });
      Object.assign(window, { seen });
    });
    await page.getByRole("button", { name: "Sweep from 0 to ∞", exact: true }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await page.clock.runFor(30_000);
    await page.getByRole("button", { name: "Sweep from 0 to ∞", exact: true }).waitFor();
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBe(Number.POSITIVE_INFINITY);
    expect(seen.length).toBeGreaterThan(6);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test("stops when the slider is taken, and goes on by hand", async () => {
    await visit("&t=4", { stopClock: true });
    await page.getByRole("button", { name: "Sweep from 0 to ∞", exact: true }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await page.clock.runFor(1000);
    await slider().focus();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Sweep from 0 to ∞", exact: true }).waitFor();
    await page.clock.runFor(1000);
    expect(await temperature()).toBe(0);
    await page.getByRole("button", { name: "Hotter", exact: true }).click();
    expect(await temperature()).toBe(1 / 16);
    await page.getByRole("button", { name: "Hotter", exact: true }).click();
    expect(await temperature()).toBe(1 / 8);
    await page.getByRole("button", { name: "Colder", exact: true }).click();
    expect(await temperature()).toBe(1 / 16);
  });

  test("makes six stops for those who want no motion", async () => {
    await visit("&t=4", { reducedMotion: true, stopClock: true });
    await page.evaluate(() => {
      const figure = document.querySelector("softmax-bridge");
      const seen: number[] = [];
      figure?.addEventListener("softmax-bridge:change", () => {
        seen.push(figure.state?.temperature ?? Number.NaN);
      });
      Object.assign(window, { seen });
    });
    await page.getByRole("button", { name: "Sweep from 0 to ∞", exact: true }).click();
    await page.clock.runFor(30_000);
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    expect([...new Set(seen)]).toEqual([0, 0.25, 1, 4, 16, Number.POSITIVE_INFINITY]);
  });
});

describe("hotter is not always farther", () => {
  test("is shown by an example that one click opens and one takes back", async () => {
    await visit("&t=0.5");
    await shown(/here the output moves away with it, to 0\.4545/);
    await page.getByRole("button", { name: "Open an example where it comes back" }).click();
    await shown(/from τ = 1 to τ = ∞ the distance here falls, from 0\.1547 to 0/);
    const d = await derivationOf(page);
    expect(Object.values(d.scores)).toEqual([2, 1, 0]);
    expect(format(d.outputDistance)).toBe("0.1547");
    // Where it is looked at does not stand between it and the numbers before.
    await slider().focus();
    await page.keyboard.press("End");
    expect((await derivationOf(page)).outputDistance).toBe(0);
    await page.getByRole("button", { name: "Back to the numbers before" }).click();
    expect(await stateOf(page)).toMatchObject({ scene: "apple", temperature: 0.5 });
    await shown(/here the output moves away with it, to 0\.4545/);
  });
});

describe("whatever the numbers are", () => {
  test("at τ → 0 those who tie have ½ each, not the first all", async () => {
    await visit("&scene=tie&t=0");
    expect(Object.values((await derivationOf(page)).weights)).toEqual([0.5, 0.5, 0, 0]);
    await shown("stays with each of two");
    await shown("As τ → 0 the output tends to the mean of A and B.");
    expect(await chart().locator(".lane-name .value").allTextContents()).toEqual([
      "0.5",
      "0.5",
      "0",
      "0",
    ]);
    // Two bands at the hard end.
    const bands = await chart().locator(".hard-tint").getAttribute("d");
    expect(bands?.match(/Z/g)).toHaveLength(2);
  });

  test("one item alone keeps everything", async () => {
    await visit();
    await show(page, {
      scene: "custom",
      values: [[2, 1]],
      query: [1, 0],
      labels: null,
      features: null,
    });
    await shown("There is only A to attend to: at every temperature it keeps everything.");
    await shown("One point, at every temperature");
    await shown("Here the output is the same at every temperature.");
    await pull("right");
    expect(Object.values((await derivationOf(page)).weights)).toEqual([1]);
  });

  test.each([280, 360, 768, 1440, 2560])("nothing is wider than %d px", async (width) => {
    await visit("&t=0.01", { width }, "embed.html");
    for (const temperature of [0, 1, 1e9, Number.POSITIVE_INFINITY]) {
      await show(page, { temperature });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over).toBeLessThanOrEqual(0);
    }
    const values = Array.from({ length: 256 }, (_, i) => [i % 7, (i * 31) % 11, -i / 64]);
    await show(page, {
      scene: "custom",
      values,
      query: [1, -1, 300],
      labels: null,
      features: null,
    });
    await shown(/256 equal arms remain/);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });

  test("what is typed but no number yet blanks nothing", async () => {
    await visit("&scene=custom&x=1e308_1&q=1e308");
    expect(await chart().locator("svg").count()).toBeGreaterThan(0);
  });
});

test("what is read out follows the language, though its words come late", async () => {
  await visit("&lang=en");
  const described = page.locator("sb-output-path ul.hidden li").first();
  await expect
    .poll(() => described.textContent())
    .toMatch(/^red: τ → 0 0\.875, now 0\.7787, τ → ∞/);
  await show(page, { language: "zh-CN" });
  await expect
    .poll(() => described.textContent())
    .toMatch(/^红：τ → 0 0\.875，现在 0\.7787，τ → ∞/);
  await show(page, { language: "en" });
  await expect.poll(() => described.textContent()).toMatch(/now 0\.7787/);
});

test("on paper all of it stands, without what is pressed", async () => {
  await visit("&t=0.5", { scheme: "dark" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1047 });
  for (const part of [
    "sb-temperature-chart svg",
    "sb-output-path .strips",
    "sb-output-distance .plot",
  ]) {
    const box = await page.locator(part).first().boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 718, part).toBe(true);
  }
  for (const part of ["sb-sweep-player", "sb-choices", "sb-output-distance button"])
    expect(await page.locator(part).first().isVisible(), part).toBe(false);
});

test.each(["en-US", "zh-CN"] as const)("axe finds nothing, in %s", async (language) => {
  await visit("&t=0.5", { language, reducedMotion: true });
  await addAxe(page);
  for (const theme of ["light", "dark"] as const) {
    await show(page, { theme });
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run({ resultTypes: ["violations"] });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join("\n")}`,
      );
    });
    expect(found).toEqual([]);
  }
});
