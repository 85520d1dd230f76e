import type { Locator } from "playwright-core";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Sentence } from "../../web/src/model/article.ts";
import { sourceArticle } from "../../web/src/model/article.ts";
import { format } from "../../web/src/model/format.ts";
import { plainText } from "../../web/src/model/marked.ts";
import { initialState } from "../../web/src/model/scenes.ts";
import { chain, type Language, languages } from "../../web/src/model/state.ts";
import { stepOf, summaryOf } from "../../web/src/model/summary.ts";
import { translations } from "../../web/src/model/text/index.ts";
import { texts, words } from "../texts.ts";
import { derivationOf, open, page, show, stateOf, useSite } from "./page.ts";

const site = useSite();

beforeAll(async () => {
  await site.open("index.html#step=S1", { reducedMotion: true });
});
afterEach(() => show(page, initialState));

const article = (): Locator => page.locator("sb-article article");
const knob = (name: string): Locator => page.getByRole("slider", { name, exact: true });

/** Every sentence of the article, with the numbers that the core gives for what is shown. */
async function sentences(language: Language): Promise<string[]> {
  const { temperature } = await stateOf(page);
  const names = translations[language].sceneNames.apple.items;
  const summary = summaryOf(await derivationOf(page), names, temperature);
  const said = (sentence: Sentence): string =>
    plainText(typeof sentence === "function" ? sentence(summary) : sentence);
  return words[language].article.sections.flatMap(({ heading, blocks }) => [
    heading,
    ...blocks.flatMap((block) =>
      block.kind === "text"
        ? [said(block.text)]
        : block.kind === "points"
          ? block.points.map(said)
          : [],
    ),
  ]);
}

const written = async (): Promise<string[]> =>
  (await article().locator("h2, section > p, section > ul > li").allTextContents()).map((text) =>
    text.trim(),
  );

/** The distances at the end of the nine steps. */
const distances = async (): Promise<string[]> =>
  (await page.locator("sb-steps .distance").allTextContents()).map((text) => text.trim());

const settled = async (language: Language): Promise<void> => {
  const expected = await sentences(language);
  await expect.poll(written).toEqual(expected);
};

describe.each(languages)("the article in %s", (language) => {
  const text = texts[language];

  test("is written out, with the numbers that stand in the figure", async () => {
    await page.getByRole("button", { name: translations[language].name }).click();
    await settled(language);
    expect((await written()).join(" ")).not.toMatch(/\*|[_^]\{|\]\(|undefined|NaN|\[object/);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(text.title);
    expect(await page.locator("sb-steps h3").allTextContents()).toEqual(
      chain(false).map((id) => text.headings[id]),
    );
    expect(await page.locator("sb-steps math").count()).toBe(9);
  });

  test("its numbers follow the knobs", async () => {
    await show(page, { language });
    const before = await sentences(language);
    await knob(
      text.controls.queryValue(translations[language].sceneNames.apple.features[2] ?? ""),
    ).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowLeft");
    await knob(text.controls.temperature).focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
    const d = await derivationOf(page);
    const now = await sentences(language);
    await settled(language);
    // Every sentence that quotes a number says another one now.
    const changed = now.filter((sentence, i) => sentence !== before[i]);
    expect(changed).toHaveLength(4);
    for (const number of [d.totalVariation, d.outputDistance, d.sumExp, d.logSumExp, d.entropy]) {
      expect(changed.join()).toContain(format(number));
    }
    const { distance } = words[language].article.figures.steps;
    await expect.poll(distances).toEqual(
      chain(false).map((id) => {
        return id === "S1" ? "" : distance(format(stepOf(d, id).outputDistance));
      }),
    );
    const explained = await page.locator("sb-steps li p").allTextContents();
    expect(explained[5]).toContain(format(d.sumExp));
  });

  test("credits the article that it explains, and leads into the figure", async () => {
    await show(page, { language });
    await settled(language);
    const links = await article()
      .getByRole("link")
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    const own = links.filter((link) => link.startsWith(site.url)).map((link) => new URL(link).hash);
    expect(own).toEqual([
      "#step=S7",
      "#scene=overflow",
      "#step=S7a",
      "#view=temperature",
      "#view=gradient",
      "#view=normalizers",
    ]);
    const others = links.filter((link) => !link.startsWith(site.url));
    expect(others).toEqual([sourceArticle, sourceArticle]);
    expect(sourceArticle).toBe("https://allenwind.github.io/blog/10256");
  });
});

/** Parts of sentences with the numbers of the apples, worked out apart from the page, at two temperatures. */
const quoted: Readonly<Record<Language, Readonly<Record<"1" | "0.5", readonly string[]>>>> = {
  en: {
    1: [
      "0.5622 of the weight leaves the apple there, and the output moves by 0.1910. Before it, by exactly 0.",
      "the weights sum to 2.284 and the output is no mean: it lands 1.607 from the hard answer, not 0.1910.",
      "is 0.6421 before and 0.5622 after. They shrink just when the sum is above 2; it is 2.284 now, so here they do.",
      "mean score 4.192 plus τ times entropy 1.384 gives L = 5.576. What the hard choice loses against that is L − max = 0.8260,",
    ],
    0.5: [
      "0.3578 of the weight leaves the apple there, and the output moves by 0.1065. Before it, by exactly 0.",
      "the weights sum to 1.557 and the output is no mean: it lands 0.7237 from the hard answer, not 0.1065.",
      "is 0.2785 before and 0.3578 after. They shrink just when the sum is above 2; it is 1.557 now, so here they do not.",
      "mean score 4.489 plus τ times entropy 0.9647 gives L = 4.971. What the hard choice loses against that is L − max = 0.2214,",
    ],
  },
  "zh-CN": {
    1: [
      "权重之和是 2.284，输出不是平均，离硬输出 1.607，而不是 0.1910。",
      "之前是 0.6421，之后是 0.5622。只有总和大于 2 时才会变小；现在是 2.284，所以变小了。",
      "平均得分 4.192，加 τ 乘熵 1.384，得 L = 5.576。硬选择比它少 L − max = 0.8260，",
    ],
    0.5: [
      "权重之和是 1.557，输出不是平均，离硬输出 0.7237，而不是 0.1065。",
      "之前是 0.2785，之后是 0.3578。只有总和大于 2 时才会变小；现在是 1.557，所以并没有变小。",
      "平均得分 4.489，加 τ 乘熵 0.9647，得 L = 4.971。硬选择比它少 L − max = 0.2214，",
    ],
  },
};

test.each(languages)("says of the apples what is true of them, in %s", async (language) => {
  for (const temperature of ["1", "0.5"] as const) {
    await show(page, { language, temperature: Number(temperature) });
    for (const part of quoted[language][temperature])
      await expect.poll(async () => (await written()).join("\n")).toContain(part);
  }
});

test("the switch of the language changes all of the page", async () => {
  for (const language of ["zh-CN", "en"] as const) {
    const other = language === "en" ? "zh-CN" : "en";
    await page.getByRole("button", { name: translations[language].name }).click();
    await settled(language);
    await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
    expect(await page.title()).toBe(texts[language].title);
    expect(await page.locator("softmax-bridge").getAttribute("lang")).toBe(language);
    const words = await page.evaluate(() => {
      const within = (root: ParentNode): string[] =>
        Array.from(root.childNodes).flatMap((node) => {
          if (node instanceof Text) return [node.data];
          if (!(node instanceof Element) || node.localName === "sb-masthead") return [];
          const names = ["aria-label", "title", "placeholder", "aria-valuetext"];
          return [
            ...names.map((name) => node.getAttribute(name) ?? ""),
            ...within(node.shadowRoot ?? node),
          ];
        });
      return within(document.body).map((text) => text.trim());
    });
    if (language === "en") {
      expect(words.filter((text) => /[\u3400-\u9fff]/.test(text))).toEqual([]);
    } else {
      // Functions and formats have the same names in both.
      const foreign = words.filter(
        (text) =>
          /[a-z]{4,}/i.test(text) &&
          !/[\u3400-\u9fff]/.test(text) &&
          !/^(argmax|one-?hot|softmax|exp\()/.test(text),
      );
      expect(foreign).toEqual([]);
    }
    expect(words).not.toContain(texts[other].rail.title);
  }
});

describe("draws", () => {
  const sampler = (): Locator => page.locator("sb-sampler");
  const draw = (count: string): Promise<void> =>
    sampler()
      .getByRole("button", { name: `Draw ${count}`, exact: true })
      .click();
  const caption = async (): Promise<string> =>
    (await sampler().locator("figcaption").textContent())?.replace(/\s+/g, " ").trim() ?? "";
  const counts = async (): Promise<number[]> =>
    (await sampler().locator("td.bar .hidden").allTextContents()).map(Number);

  test("come near the weights, within the total variation that is stated", async () => {
    await sampler().getByText("in 0 draws of noise").waitFor();
    await draw("10,000");
    await sampler().getByText("in 10,000 draws of noise").waitFor();
    const drawn = await counts();
    expect(drawn.reduce((sum, count) => sum + count)).toBe(10_000);
    const { weights } = await derivationOf(page);
    const frequencies = drawn.map((count) => count / 10_000);
    const apart =
      frequencies.reduce((sum, f, i) => sum + Math.abs(f - (weights[i] ?? Number.NaN)), 0) / 2;
    expect(await caption()).toContain(`Total variation between them: ${format(apart)}.`);
    // Its mean is below ½√(5/10,000) = 0.011.
    expect(apart).toBeLessThan(0.03);
    expect(apart).toBeGreaterThan(0);
    const printed = await sampler().locator("tbody td.number:not(.soft)").allTextContents();
    expect(printed.map((text) => text.trim())).toEqual(frequencies.map(format));
    // The bars are as long as the numbers say: the lines stand at the weights.
    const percent = (selector: string, attribute: string): Promise<number[]> =>
      sampler()
        .locator(selector)
        .evaluateAll(
          (marks, name) => marks.map((mark) => Number.parseFloat(mark.getAttribute(name) ?? "")),
          attribute,
        );
    const bars = await percent(".won", "width");
    const lines = await percent(".weight", "x1");
    const scale = 100 / Math.max(...frequencies, ...weights);
    bars.forEach((bar, i) => {
      expect(bar).toBeCloseTo((frequencies[i] ?? 0) * scale, 9);
      expect(lines[i]).toBeCloseTo((weights[i] ?? 0) * scale, 9);
    });
  });

  test("are the same after a reload, and others after a new start", async () => {
    await page.waitForFunction(() => /^$|scene=apple&step=S1&lang=en$/.test(location.hash));
    await page.reload();
    await sampler().getByText("in 0 draws of noise").waitFor();
    await draw("100");
    await draw("1");
    const first = await counts();
    expect(first.reduce((sum, count) => sum + count)).toBe(101);
    await sampler().getByRole("button", { name: "Start again" }).click();
    await sampler().getByText("in 0 draws of noise").waitFor();
    await draw("100");
    await draw("1");
    const second = await counts();
    await page.reload();
    await sampler().getByText("in 0 draws of noise").waitFor();
    await draw("100");
    await draw("1");
    expect(await counts()).toEqual(first);
    expect(second).not.toEqual(first);
  });
});

describe("the kink", () => {
  const figure = (): Locator => page.locator("sb-kink");
  /** A curve as weights over the distance to the tie, from −1 to 1, read off the picture. */
  const curve = (name: string): Promise<{ x: number; y: number }[]> =>
    figure().evaluate((host, name) => {
      const svg = host.shadowRoot?.querySelector("svg");
      const [top, , bottom] = Array.from(svg?.querySelectorAll(".grid") ?? [], (line) =>
        Number(line.getAttribute("d")?.split(/[M H]/)[2]),
      ).sort((a, b) => a - b);
      const tie = Number(svg?.querySelector(".tie")?.getAttribute("d")?.split(/[M ]/)[1]);
      const points = (svg?.querySelector(name)?.getAttribute("d") ?? "")
        .split(/[ML]/)
        .filter(Boolean)
        .map((point) => point.trim().split(" ").map(Number));
      const reach = (points.at(-1)?.[0] ?? 0) - tie;
      return points.map(([x = 0, y = 0]) => ({
        x: (x - tie) / reach,
        y: ((bottom ?? 0) - y) / ((bottom ?? 0) - (top ?? 0)),
      }));
    }, name);
  /** How sharply a curve bends at the tie: slope to the left of it less slope to the right. */
  function bend(points: readonly { x: number; y: number }[]): number {
    const at = points.findIndex(({ x }) => Math.abs(x) < 1e-9);
    const slope = (a: number, b: number): number => {
      const [p, q] = [points[a], points[b]];
      if (!p || !q) throw new Error("no tie in the picture");
      return (q.y - p.y) / (q.x - p.x);
    };
    return slope(at - 1, at) - slope(at, at + 1);
  }

  test("is in the curve with max, at the tie, and not in the one with log-sum-exp", async () => {
    const rough = await curve(".rough");
    const smooth = await curve(".smooth");
    // From four temperatures below the tie to four above it.
    // To the hundredth of a pixel that a drawing has.
    expect(rough[0]?.y).toBeCloseTo(Math.exp(-4), 4);
    expect(rough.filter(({ x }) => x >= 0).every(({ y }) => Math.abs(y - 1) < 1e-9)).toBe(true);
    expect(bend(rough)).toBeGreaterThan(3);
    expect(Math.abs(bend(smooth))).toBeLessThan(0.1);
    expect(smooth.every(({ y }, k) => k === 0 || y > (smooth[k - 1]?.y ?? 1))).toBe(true);
  });

  test("and the figure’s own place on it is the weight that the figure shows", async () => {
    const place = async (): Promise<readonly [number, number]> => {
      const smooth = await curve(".smooth");
      const { cx, cy } = await figure().evaluate((host) => {
        const dot = host.shadowRoot?.querySelector(".disc");
        return { cx: Number(dot?.getAttribute("cx")), cy: Number(dot?.getAttribute("cy")) };
      });
      const box = await figure().evaluate((host) => {
        const svg = host.shadowRoot?.querySelector("svg");
        const ys = Array.from(svg?.querySelectorAll(".grid") ?? [], (line) =>
          Number(line.getAttribute("d")?.split(/[M H]/)[2]),
        );
        return { top: Math.min(...ys), bottom: Math.max(...ys) };
      });
      expect(smooth.length).toBeGreaterThan(50);
      return [cx, (box.bottom - cy) / (box.bottom - box.top)];
    };
    const [x, weight] = await place();
    expect(weight).toBeCloseTo((await derivationOf(page)).weights[0] ?? 0, 4);
    await page.getByRole("combobox", { name: "Scene" }).selectOption("tie");
    await expect.poll(async () => (await place())[1]).not.toBe(weight);
    const [tied, shared] = await place();
    expect(tied).toBeLessThan(x);
    expect(shared).toBeCloseTo((await derivationOf(page)).weights[0] ?? 0, 4);
    await show(page, { temperature: 0 });
    await figure().getByText("there is no curve to draw").waitFor();
  });
});

test("an embed has no article, and loads none", async () => {
  const embed = await open(site.browser, `${site.url}embed.html`, { reducedMotion: true });
  await embed.page.waitForLoadState("networkidle");
  expect(await embed.page.locator("sb-derive").count()).toBe(1);
  expect(await embed.page.locator("sb-article").count()).toBe(0);
  expect(await embed.page.evaluate(() => customElements.get("sb-article") === undefined)).toBe(
    true,
  );
  await embed.close();
});
