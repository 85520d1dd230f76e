/** Numbers at the ends of what doubles hold: every view draws them, or says why it does not. */
import fc from "fast-check";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { readLink } from "../../web/src/model/link.ts";
import { normalizers, type State, scores, views } from "../../web/src/model/state.ts";
import type {} from "../../web/src/view/softmax-bridge.ts";
import { page, useSite } from "./page.ts";

const site = useSite();

const max = "1.7976931348623157e308";
const min = "5e-324";
const list = (count: number, cell: (i: number) => string, by = "_"): string =>
  Array.from({ length: count }, (_, i) => cell(i)).join(by);

/** Data as links say it: each is shown in every view. */
const data: readonly string[] = [
  // Values whose span overflows, or is the least there is.
  `x=${max},1_1,2&q=0.5,0`,
  `x=${max},${max}_-${max},-${max}&k=1,0_0,1&q=1,0.5`,
  `x=${max}_-${max}&k=1_0&q=1`,
  `x=${min},0_0,${min}&q=1,1`,
  `x=${min}_1e-323&k=1_0&q=1`,
  "x=1_1.0000000000000002&k=1_0&q=1",
  `x=${max}_1.7976931348623155e308&k=1_0&q=1`,
  "x=1e308,1e-308,1_1e-308,1e308,-1_-1e308,0,0&k=1,0_0,1_1,1&q=1,2",
  "x=1e-200,1e-200_-1e-200,1e-200_0,0&q=1e200,1e200",
  // A single item, and items that are all alike.
  "x=0&q=0",
  `x=${max}&q=0&k=0`,
  `x=${max},${max}_${max},${max}&k=1,1_1,1&q=1,1`,
  // Scores and temperatures.
  `x=1,0_0,1&k=1_-1&q=${max}`,
  `x=1,0_0,1&k=1_-1&q=${max}&t=${max}`,
  `x=1,0_0,1&k=1_0&q=${min}&t=${min}`,
  `x=1,0_0,1&k=1_0&q=1&t=${min}`,
  `x=1,0_0,1&k=1_0&q=1&t=${max}`,
  `x=${max},1_1,2&q=0.5,0&t=0`,
  `x=${max},1_1,2&q=0.5,0&t=inf`,
  `x=1,2_3,4_5,6&k=1,0_${max},0_-${max},0&q=1,0`,
  `x=${max},0_0,${max}&q=${max},0&score=cosine`,
  "x=1,2_3,4&q=1,1&score=gaussian&sigma=1e-150",
  `x=1,2_3,4&q=1e200,1&score=additive&vv=${max},1`,
  // Many.
  `x=${list(256, (i) => (i % 2 ? max : `-${max}`))}&k=${list(256, String)}&q=1`,
  `x=${list(256, (i) => `1e${i + 50}`)}&q=1`,
  `x=${list(3, (i) => list(64, (j) => `${i - 1}e${j * 4}`, ","))}&q=${list(64, (j) => `1e-${j * 4}`, ",")}`,
];

/** What only one of the views looks at. */
const knobs: readonly string[] = [
  "view=gradient&scene=plane&start=1e308,-1e308&sat=1",
  `view=gradient&scene=plane&start=${max},${max}`,
  `view=gradient&scene=plane&start=${min},-${min}&sat=1`,
  "view=gradient&scene=plane&start=0,0&at=0",
  `view=gradient&scene=plane&eta=${max}&at=400`,
  `view=gradient&scene=plane&eta=${min}&lambda=${min}&at=1`,
  `view=gradient&x=${max},1_1,2&q=0.5,0&start=1,1&sat=1&eta=${max}&lambda=${max}`,
  `view=normalizers&scene=apple&shift=${max}`,
  `view=normalizers&scene=apple&shift=-${max}&norm=burg`,
  `view=normalizers&scene=apple&alpha=${max}&norm=entmax`,
  `view=normalizers&scene=apple&shift=${min}&norm=inverse-gap&item=6`,
  `view=normalizers&x=1,0_0,1&k=1_-1&q=${max}&shift=${max}&norm=squared`,
  `view=normalizers&x=1_2&k=${min}_0&q=1&norm=l1&del=1`,
  "view=normalizers&x=1_2&k=1e308_-1e308&q=1&norm=min-max&open=l1.simplex",
  `view=scale&x=${max},0_0,1&q=0,1&own=1`,
  `view=scale&x=${min},0_0,1&q=0,1&own=1&causal=1`,
];

const ends = [
  ...[max, min, "1e308", "1e-308", "1e200", "1e-154", "1.0000000000000002", "0", "1"],
  ...[`-${max}`, `-${min}`, "-1e308", "-0", "-3.5"],
];
const tame = ["0", "1", "-1", "0.5"];
const row = (cells: readonly string[], count: number) =>
  fc
    .array(fc.constantFrom(...cells), { minLength: count, maxLength: count })
    .map((row) => row.join(","));
const rows = (cells: readonly string[], count: number, width: number) =>
  fc.array(row(cells, width), { minLength: count, maxLength: count }).map((all) => all.join("_"));

/** Any mixture of them. Half of the keys are tame, so that more than overflowing scores is met. */
const mixture: fc.Arbitrary<string> = fc
  .record({
    n: fc.integer({ min: 1, max: 5 }),
    d: fc.integer({ min: 1, max: 4 }),
    keys: fc.constantFrom(ends, tame),
  })
  .chain(({ n, d, keys }) =>
    fc.record({
      view: fc.constantFrom(...views),
      x: rows(ends, n, d),
      k: rows(keys, n, d),
      q: row(keys === ends ? ["0", "1", min, "1e-308"] : ends, d),
      score: fc.constantFrom(...scores),
      t: fc.constantFrom("0", "inf", min, max, "1", "1e-300"),
      step: fc.constantFrom("S1", "S3", "S5", "S7", "S7a", "S9"),
      start: row(ends, d),
      sat: fc.constantFrom("0", "1"),
      eta: fc.constantFrom(max, min, "2"),
      lambda: fc.constantFrom(max, min, "0.5"),
      shift: fc.constantFrom(...ends),
      alpha: fc.constantFrom(max, "1", "1.0000000000000002", "1.5"),
      norm: fc.constantFrom(...normalizers),
      own: fc.constantFrom("0", "1"),
    }),
  )
  .map((pairs) =>
    Object.entries(pairs)
      .map(([key, value]) => `${key}=${value}`)
      .join("&"),
  );

/** What of the page, in every shadow tree, is said or drawn to be no number, or farther off than can be drawn. */
const faultsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const none = /\b(?:NaN|undefined)\b|Infinity/;
    const visit = (root: Document | ShadowRoot, path: string): void => {
      for (const element of root.querySelectorAll("*")) {
        const blame = (where: string, what: string): void => {
          faults.push(`${path} ${element.localName} ${where}: ${what.slice(0, 120)}`);
        };
        for (const { name, value } of element.attributes) {
          if (name.startsWith("aria-") && /\bNaN\b|Infinity|undefined$/.test(value))
            blame(name, value);
          const drawn = element instanceof SVGElement && !/^(?:aria|class|data|id)/.test(name);
          if (!drawn && name !== "style") continue;
          if (none.test(value)) blame(name, value);
          const numbers = value.replace(/#[0-9a-f]+/gi, "").match(/\d[\d.]*(?:e[+-]?\d+)?/gi) ?? [];
          if (numbers.some((x) => Number(x) > 2e5)) blame(name, value);
        }
        // What a computer without the maximum loses is what one table of the article shows.
        const lost = element.localName === "td" && element.classList.contains("lost");
        if (lost || element.localName === "style") continue;
        for (const { nodeType, textContent } of element.childNodes)
          if (nodeType === Node.TEXT_NODE && /NaN|Infinity/.test(textContent ?? ""))
            blame("says", textContent ?? "");
        if (element.shadowRoot) visit(element.shadowRoot, `${path} ${element.localName}`);
      }
    };
    visit(document, "");
    return faults;
  });

/** Shows a state until it rests: what waits for that is then there, too. */
const rest = (page: Page, state: Partial<State>): Promise<void> =>
  page.evaluate(async (state) => {
    const figure = document.querySelector("softmax-bridge");
    if (figure) figure.state = state;
    // Set later than the figure's own, and longer: it ends after that, on any machine.
    await new Promise((done) => setTimeout(done, 175));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }, state);

async function expectDrawn(links: readonly string[]): Promise<void> {
  await site.open("index.html#step=S9&lang=en", { reducedMotion: true });
  const faults: string[] = [];
  for (const link of links) {
    const { state, notices } = readLink(link);
    expect(notices, link).toEqual([]);
    await rest(page, state);
    for (const fault of await faultsOn(page)) faults.push(`${link.slice(0, 300)}\n  ${fault}`);
  }
  expect(faults.slice(0, 20)).toEqual([]);
}

describe("extreme numbers are drawn, or it is said why not", () => {
  test.each(views)("%s", async (view) => {
    await expectDrawn(data.map((one) => `view=${view}&step=S9&${one}`));
  });

  test("what only one view looks at", async () => {
    await expectDrawn(knobs);
  });

  test("mixtures of all", async () => {
    await expectDrawn(fc.sample(mixture, { seed: 1, numRuns: 60 }));
  });

  test.each([
    `embed.html#x=${max},1_1,2&q=0.5,0&view=temperature`,
    `embed.html#x=${min},0_0,${min}&q=1,1`,
    "embed.html#start=1e308,-1e308&sat=1&view=gradient",
    `index.html#x=${max},1_1,2&q=0.5,0&mode=worksheet`,
    `index.html#x=${min},0_0,${min}&q=1,1&mode=present`,
  ])("opened at once: %s", async (address) => {
    await site.open(address, { reducedMotion: true });
    await rest(page, {});
    expect(await faultsOn(page)).toEqual([]);
  });
});
