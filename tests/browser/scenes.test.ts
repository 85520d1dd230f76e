import type { Locator } from "playwright-core";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { format, formatNarrow } from "../../web/src/model/format.ts";
import {
  chain,
  type Language,
  languages,
  type SceneId,
  type State,
  sceneIds,
  scores,
} from "../../web/src/model/state.ts";
import { texts } from "../texts.ts";
import { derivationOf, page, show, useSite } from "./page.ts";

const site = useSite();

beforeAll(async () => {
  await site.open("embed.html", { reducedMotion: true });
});
// The page complains at its end of whatever went wrong in any scene.
afterEach(() =>
  show(page, { language: "en", score: "dot", temperature: 1, step: "S1", split: false }),
);

const choose = async (scene: SceneId): Promise<void> => {
  await page.getByRole("combobox", { name: "Scene" }).selectOption(scene);
};
const next = async (times: number): Promise<void> => {
  for (let i = 0; i < times; i++) await page.getByRole("button", { name: "Next step" }).click();
};
const numbersIn = (row: Locator): Promise<string[]> => row.locator(".number").allTextContents();
/** The ledger's row of a step, by what it says. */
const row = (name: RegExp): Locator => page.locator("sb-ledger").getByRole("row", { name });
const heading = (name: string): Promise<void> => page.getByRole("heading", { name }).waitFor();

describe("each scene shows its known numbers", () => {
  test("find the apple", async () => {
    await choose("plane");
    await choose("apple");
    expect(await numbersIn(row(/^S1/))).toEqual(["4.75", "3.75", "3.25", "4.25", "1.875", "1.25"]);
    await next(6);
    expect(await numbersIn(row(/^S7/))).toEqual([
      "0.4378",
      "0.1611",
      "0.0977",
      "0.2655",
      "0.0247",
      "0.0132",
    ]);
    const d = await derivationOf(page);
    expect(d.argmax).toBe(0);
    expect(d.outputDistance).toBeCloseTo(0.1910146802192807, 14);
  });

  test("points in the plane", async () => {
    await choose("plane");
    expect(await numbersIn(row(/^S1/))).toEqual(["1.75", "1.25", "−0.625", "−1.375", "0.5"]);
    await next(1);
    await heading("The hard answer is A");
    await next(5);
    await heading("The soft answer is no object at all");
    expect(await numbersIn(row(/^S7/))).toEqual(["0.4926", "0.2988", "0.0458", "0.0216", "0.1411"]);
  });

  test("a tie: both are named, the first stands for them, and τ → 0 shares evenly", async () => {
    await choose("tie");
    const scored = row(/^S1 score/).getByRole("cell");
    expect(await scored.allInnerTexts()).toEqual(["1", "1", "0", "−1", ""]);
    await next(1);
    // The score and its badge.
    expect((await row(/^S2/).getByRole("cell").allTextContents()).map((t) => t.trim())).toEqual([
      "1tie",
      "1tie",
      "0",
      "−1",
      expect.stringMatching(/^max\s+1$/),
    ]);
    await page.getByText("Here A and B share it", { exact: false }).waitFor();
    await page.getByText("A and B tie; the first stands for them.", { exact: false }).waitFor();
    // Its mean is marked in the plane, halfway between (1, 1) and (1, −1).
    await page.getByText("mean of the tied").waitFor();

    await page.getByRole("slider", { name: "Temperature" }).focus();
    await page.keyboard.press("Home");
    await next(5);
    expect(await numbersIn(row(/^S7/))).toEqual(["0.5", "0.5", "0", "0"]);
    const d = await derivationOf(page);
    expect([...d.tieMean]).toEqual([1, 0]);
    expect([...d.softOutput]).toEqual([1, 0]);
    expect([...d.oneHot]).toEqual([1, 0, 0, 0]);
    await page.getByText("A and B, 1/2 each: a point between things, 1 from A.").waitFor();
  });

  test("overflow: without subtracting the max there is ∞ and no weight at all", async () => {
    await choose("overflow");
    await next(6);
    expect(await numbersIn(row(/^S7/))).toEqual(["0.6586", "0.2480", "0.0934", "0"]);
    expect(await row(/^S1/).locator(".number").first().textContent()).toBe("1000");

    const naive = page.locator("sb-derive sb-overflow");
    const shown = (name: string): Promise<string[]> =>
      naive.getByRole("row", { name }).getByRole("cell").allTextContents();
    for (const precision of ["float64", "float32"]) {
      expect(await shown(`exp(α), ${precision}`)).toEqual(["∞", "∞", "∞", "0", "∞"]);
      expect(await shown(`weights, ${precision}`)).toEqual(["NaN", "NaN", "NaN", "0", ""]);
    }
    await naive.getByRole("checkbox", { name: "without subtracting the max" }).uncheck();
    expect(await shown("exp(α − max)")).toEqual(["1", "0.3766", "0.1418", "0", "1.518"]);
    expect(await shown("weights, float64")).toEqual(["0.6586", "0.2480", "0.0934", "0", ""]);
    expect(await naive.getByText("NaN").count()).toBe(0);
    await naive.getByRole("checkbox", { name: "without subtracting the max" }).check();
    expect(await shown("weights, float32")).toContain("NaN");
  });

  test("a false tie: B wins by one ulp, though both exponentials print 1", async () => {
    await choose("false-tie");
    await next(1);
    await heading("The hard answer is B");
    await next(3);
    expect(await numbersIn(row(/^S5/))).toEqual(["1", "1"]);
    expect(await numbersIn(row(/^S3/))).toEqual(["0", "1"]);
    const d = await derivationOf(page);
    expect(d.argmax).toBe(1);
    expect([...d.ties]).toEqual([1]);
    expect(d.shifted[0]).toBe(-(2 ** -54));
    expect(await page.locator("sb-ledger .badge").count()).toBe(0);
  });

  test("“journey”: the weights and the context vector that the book prints", async () => {
    await choose("journey");
    await next(6);
    expect(await numbersIn(row(/^S7/))).toEqual([
      "0.1385",
      "0.2379",
      "0.2333",
      "0.1240",
      "0.1082",
      "0.1581",
    ]);
    const { softOutput } = await derivationOf(page);
    expect([...softOutput].map((x) => x.toFixed(4))).toEqual(["0.4419", "0.6515", "0.5683"]);
    await expectOutput(["0.4419", "0.6515", "0.5683"]);
    await heading("The soft answer is no object at all");
  });

  test("self-attention: values and keys differ, and the output is the published one", async () => {
    await choose("self-attention");
    expect(await numbersIn(row(/^S1/))).toEqual(["2", "4", "4"]);
    expect(await page.locator("sb-plane").count()).toBe(2);
    await next(6);
    const { softOutput, ties } = await derivationOf(page);
    expect([...ties]).toEqual([1, 2]);
    expect([...softOutput].map((x) => x.toFixed(4))).toEqual(["1.9366", "6.6831", "1.5951"]);
    await expectOutput(["1.937", "6.683", "1.595"]);
    // Its “rounded” weights are the limit τ → 0.
    await page.getByRole("textbox", { name: "Temperature τ" }).fill("0");
    await page.keyboard.press("Enter");
    expect(await numbersIn(row(/^S7/))).toEqual(["0", "0.5", "0.5"]);
    await expectOutput(["2", "7", "1.5"]);
  });
});

/** The soft output, as the table of the distance prints it between the hard one and their difference. */
async function expectOutput(printed: readonly string[]): Promise<void> {
  const values = await page
    .locator("sb-scene .strips .value")
    // Without the title, which tells every digit.
    .evaluateAll((all) =>
      all.map((value) =>
        (value.textContent ?? "").slice(value.firstElementChild?.textContent?.length),
      ),
    );
  expect(values.filter((_, k) => k % 3 === 1)).toEqual(printed);
}

/** Numbers of a row as the ledger may print them: superscripts are set apart. */
const plain = (printed: string): string =>
  printed.replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (c) => "−0123456789".charAt("⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)));

const steps = [...chain(false), "S7a", "S7b"] as const;
const presets = sceneIds.filter((id) => id !== "custom");
/** Where the words are other words, each step once and each score function once are enough. */
const visits = {
  en: steps.flatMap((step) => scores.map((score) => ({ step, score }))),
  "zh-CN": [
    ...steps.map((step) => ({ step, score: "dot" as const })),
    ...scores.map((score) => ({ step: "S7" as const, score })),
  ],
};

describe.each(languages)("every step and score function, in %s", (language) => {
  test.each(presets)("%s", async (scene) => {
    await choose(scene);
    await show(page, { language });
    const text = texts[language];
    const { cases, wholeText } = await page.evaluate(walkThrough, {
      language,
      visits: visits[language],
    });
    expect(cases).toHaveLength(visits[language].length);
    for (const { step, score, id, title, cells, numbers, faults } of cases) {
      const at = `${scene} ${step} ${score}`;
      expect(faults, at).toEqual([]);
      expect([id, title], at).toEqual([step, text.headings[step]]);
      const printed = [format, formatNarrow].map((print) => numbers.map((x) => plain(print(x))));
      expect(printed, at).toContainEqual(cells);
    }
    // Nothing of the other language is left where this one has words of its own.
    for (const words of foreign(language)) expect(wholeText).not.toContain(words);
    expect(wholeText).toContain(text.rail.title);
  });
});

const foreign = (language: Language): readonly string[] =>
  languages
    .filter((other) => other !== language)
    .flatMap((other) => [
      texts[other].controls.scene,
      texts[other].controls.temperature,
      texts[other].own,
      texts[other].rail.title,
      texts[other].stations.S4,
    ]);

/** In the page: goes through steps under score functions, and reads what stands there. */
async function walkThrough({
  language,
  visits,
}: {
  readonly language: Language;
  readonly visits: readonly Pick<State, "step" | "score">[];
}) {
  const figure = document.querySelector("softmax-bridge");
  const derive = figure?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
  const ledger = derive?.querySelector("sb-ledger")?.shadowRoot;
  if (!figure || !derive || !ledger) throw new Error("no figure");
  const textOf = (root: ParentNode, selector: string): string =>
    root.querySelector(selector)?.textContent ?? "";
  /** All that is read or listened to, but for the table that is about NaN. */
  const words = (root: ParentNode): string[] =>
    Array.from(root.childNodes).flatMap((node) => {
      if (node instanceof Text) return [node.data];
      if (!(node instanceof Element) || node.localName === "sb-overflow") return [];
      const names = ["aria-label", "aria-valuetext", "title"].map(
        (name) => node.getAttribute(name) ?? "",
      );
      return [...names, ...words(node.shadowRoot ?? node)];
    });
  const cases = [];
  let wholeText = "";
  for (const { step, score } of visits) {
    figure.state = { language, score, split: step === "S7a" || step === "S7b", step };
    // What follows a change is drawn before the next task.
    await new Promise((drawn) => setTimeout(drawn));
    const d = figure.derivation;
    if (!d) throw new Error("no derivation");
    const id = textOf(derive, ".argument .id");
    const title = textOf(derive, ".argument h2").slice(id.length).trim();
    const sharesOfFirst = (): number[] =>
      Array.from(d.scores, (_, i) => d.shares.data[i * d.shares.cols] ?? Number.NaN);
    const numbers = Array.from(
      {
        S1: d.scores,
        S2: d.scores,
        S3: d.oneHot,
        S4: d.shifted,
        S5: d.expShifted,
        S6: d.weights,
        S7: d.weights,
        S7a: d.expShifted,
        S7b: d.weights,
        S8: d.weights,
        S9: sharesOfFirst(),
      }[step],
    );
    const rows = step === "S9" ? "tr.feature" : "tr.current:not(.river, .narrowing)";
    const cells = Array.from(
      ledger.querySelector(rows)?.querySelectorAll(".number") ?? [],
      (cell) => cell.textContent ?? "",
    );
    wholeText = words(derive).join(" ");
    const faults = wholeText.match(/.{0,30}(?:undefined|\bnull\b|NaN|\[object).{0,30}/g) ?? [];
    cases.push({ step, score, id, title, cells, numbers, faults: [...faults] });
  }
  return { cases, wholeText };
}
