import { describe, expect, test } from "vitest";
import { sourceArticle } from "../../web/src/model/article.ts";
import { format } from "../../web/src/model/format.ts";
import { chain, languages } from "../../web/src/model/state.ts";
import { stepOf, summaryOf } from "../../web/src/model/summary.ts";
import { translations } from "../../web/src/model/text/index.ts";
import { texts, words } from "../texts.ts";
import { derivationOf, page, useSite } from "./page.ts";

/** What A4 has between the margins that browsers set, CSS px. */
const paper = { width: 718, height: 1047 };

const site = useSite();

/** The page as it is printed from a dark screen: what a browser tells it, and what it then lays out. */
async function print(address: string, width = 1440): Promise<void> {
  await site.open(address, { width, scheme: "dark" });
  await page.locator("sb-article article").waitFor();
  await page.locator("sb-derive summary").click();
  await page.locator("sb-table").waitFor();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(paper);
}

describe.each(languages)("on paper, in %s", (language) => {
  test("all nine steps stand unrolled, with their numbers", async () => {
    await print(`index.html#scene=apple&step=S3&lang=${language}`);
    const d = await derivationOf(page);
    const text = texts[language];
    const summary = summaryOf(d, translations[language].sceneNames.apple.items, 1);
    const steps = page.locator("sb-steps li");
    expect(await steps.count()).toBe(9);
    const { distance } = words[language].article.figures.steps;
    let below = 0;
    for (const [i, id] of chain(false).entries()) {
      const step = steps.nth(i);
      for (const words of [id, text.headings[id], text.explain[id](summary)]) {
        expect(await step.getByText(words, { exact: true }).isVisible(), words).toBe(true);
      }
      if (id !== "S1") {
        const printed = distance(format(stepOf(d, id).outputDistance));
        expect(await step.getByText(printed, { exact: true }).isVisible()).toBe(true);
      }
      expect(await step.locator("math").isVisible()).toBe(true);
      const box = await step.boundingBox();
      if (box === null) throw new Error(`no ${id}`);
      // One under the other, and each whole on its page.
      expect(box.y).toBeGreaterThanOrEqual(below);
      below = box.y + box.height;
      expect(await step.evaluate((li) => getComputedStyle(li).breakInside)).toBe("avoid");
    }
  });
});

describe("on paper", () => {
  test("there is nothing to press: what stays are names that belong to the figures", async () => {
    await print("index.html#scene=apple&step=S7");
    const left = await page.evaluate(() => {
      const found: string[] = [];
      const within = (root: ParentNode): void => {
        for (const element of root.querySelectorAll("*")) {
          const controls = "button, input, select, textarea, summary, [role=slider], label";
          if (element.matches(controls) && element.checkVisibility()) {
            found.push((element.getRootNode() as ShadowRoot).host.localName);
          }
          if (element.shadowRoot) within(element.shadowRoot);
        }
      };
      within(document);
      return found;
    });
    // Stations, objects over their columns, names of the axes.
    expect(new Set(left)).toEqual(new Set(["sb-rail", "sb-ledger", "sb-plane"]));
    for (const part of ["sb-rail", "sb-formula", "sb-ledger", "sb-scene"]) {
      expect(await page.locator(part).isVisible(), part).toBe(true);
    }
  });

  test("colours are light ones, from a dark screen too", async () => {
    await print("index.html#scene=apple&step=S7&theme=dark");
    const { grounds, inks } = await page.evaluate(() => {
      const light = (color: string): number | null => {
        const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
        return alpha === 0 ? null : (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
      };
      const grounds: number[] = [];
      const inks: number[] = [];
      const within = (root: ParentNode): void => {
        for (const element of root.querySelectorAll("*")) {
          if (!element.checkVisibility()) continue;
          const { backgroundColor, color } = getComputedStyle(element);
          const ground = light(backgroundColor);
          if (ground !== null) grounds.push(ground);
          if (element.textContent?.trim()) inks.push(light(color) ?? 1);
          if (element.shadowRoot) within(element.shadowRoot);
        }
      };
      within(document);
      return { grounds, inks };
    });
    expect(Math.min(1, ...grounds)).toBeGreaterThan(0.8);
    expect(inks.length).toBeGreaterThan(300);
    expect(Math.max(...inks)).toBeLessThan(0.5);
  });

  test("links say where they lead", async () => {
    await print("index.html#step=S1");
    const after = await page
      .locator("sb-article a")
      .first()
      .evaluate((a) => getComputedStyle(a, "::after").content);
    expect(after).toContain(sourceArticle);
  });

  test.each([
    ["a desktop", 1440],
    ["a phone", 360],
  ])("nothing is wider than the paper, printed from %s", async (_, width) => {
    await print("index.html#scene=apple&step=S9", width);
    const right = await page.evaluate(() => {
      const edges: number[] = [document.documentElement.scrollWidth];
      const within = (root: ParentNode, clipped: boolean): void => {
        for (const element of root.children) {
          const inside = clipped || getComputedStyle(element).overflowX !== "visible";
          if (!clipped && element.checkVisibility()) {
            edges.push(element.getBoundingClientRect().right);
          }
          if (element.shadowRoot) within(element.shadowRoot, inside);
          within(element, inside);
        }
      };
      within(document.body, false);
      return Math.max(...edges);
    });
    expect(right).toBeLessThanOrEqual(paper.width);
  });

  test("it is a document of a few pages, and the screen is as before", async () => {
    await site.open("index.html#scene=apple&step=S7");
    await page.locator("sb-article article").waitFor();
    const place = () => page.locator("sb-scene").boundingBox();
    const before = await place();
    const sheets = async (format: "A4" | "Letter"): Promise<number> => {
      const document = (await page.pdf({ format })).toString("latin1");
      expect(document.startsWith("%PDF-")).toBe(true);
      return document.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    };
    for (const format of ["A4", "Letter"] as const) {
      const count = await sheets(format);
      expect(count).toBeGreaterThan(2);
      expect(count).toBeLessThan(9);
    }
    expect(await place()).toEqual(before);
  });
});
