import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { format } from "../../web/src/model/format.ts";
import { readLink } from "../../web/src/model/link.ts";
import { chain, languages } from "../../web/src/model/state.ts";
import { translations } from "../../web/src/model/text/index.ts";
import { texts, words } from "../texts.ts";
import { derivationOf, page, stateOf, useSite, type View } from "./page.ts";

const site = useSite();

async function visit(address: string, view: View = {}): Promise<void> {
  await site.open(address, view);
}

const step = async (): Promise<string> => (await stateOf(page)).step;

/** All that a page says, to the eye and to the ear: texts and attributes, through every shadow. */
const saidOn = (): string => {
  const said: string[] = [];
  const collect = (node: Node): void => {
    if (node instanceof HTMLStyleElement) return;
    if (node instanceof Text) said.push(node.data);
    if (node instanceof HTMLInputElement) said.push(node.value);
    if (node instanceof Element) {
      for (const name of ["aria-label", "aria-valuetext", "aria-valuenow", "title", "alt"])
        said.push(node.getAttribute(name) ?? "");
    }
    // What stands in an element and in none of its slots is not shown.
    const inside = node instanceof HTMLSlotElement ? node.assignedNodes() : node.childNodes;
    for (const child of (node instanceof Element && node.shadowRoot?.childNodes) || inside)
      collect(child);
  };
  collect(document.body);
  return said.join(" | ");
};
const numbersIn = (text: string): string[] => text.match(/[−-]?\d+(?:\.\d+)?/g) ?? [];

describe.each(languages)("predicting, in %s", (language) => {
  const text = words[language].classroom.predict;
  const form = (): Locator => page.locator("sb-question form");
  const forth = (): Locator => page.locator("sb-transport button").nth(2);
  const give = async (answer: string): Promise<void> => {
    const field = form().getByLabel(text.answer);
    if ((await field.evaluate((element) => element.localName)) === "select")
      await field.selectOption({ label: answer });
    else await field.fill(answer);
    await form().getByRole("button", { name: text.check }).click();
  };

  test("each step asks before it shows, nothing answers meanwhile, and the answers are the core's", async () => {
    // Without `seen` it begins at the first step, whatever the link says.
    await visit(`index.html#mode=predict&scene=apple&step=S6&lang=${language}`);
    await page.locator("sb-question sb-derive").waitFor();
    expect(await step()).toBe("S1");
    const { items } = translations[language].sceneNames.apple;
    const answers = {
      S2: items[0],
      S3: "5",
      S4: "−0.5",
      S5: "0.6065",
      S6: "0.4378",
      S7: "0.5622",
      S8: text.choices.none,
      S9: "0.3283",
    };
    for (const [id, answer = ""] of Object.entries(answers)) {
      const before = await step();
      await forth().click();
      await form().getByText(text.before(id)).waitFor();
      expect(await step(), `asked about ${id}`).toBe(before);
      // No mark: the figure is not there. No text: to the eye, or to the ear.
      expect(await page.locator("sb-derive, sb-rail, sb-scene, sb-article").count()).toBe(0);
      for (const said of [await page.evaluate(saidOn), await page.locator("body").ariaSnapshot()])
        expect(numbersIn(said), `${id} in ${said}`).not.toContain(answer);
      await give(answer);
      await form().getByText(text.right).waitFor();
      expect(await step()).toBe(before);
      await page.keyboard.press("Enter");
      await expect.poll(step).toBe(id);
    }
    await page.locator("sb-question").getByText(text.score(8, 8)).waitFor();
    // What was reached stays reached when the address is opened again.
    await expect.poll(() => page.url()).toContain("seen=1");
  });

  test("a wrong answer is told why, then what; none is no answer; nothing is asked twice", async () => {
    await visit(`embed.html#mode=predict&scene=apple&step=S6&seen=1&lang=${language}`);
    expect(await step()).toBe("S6");
    await forth().click();
    await form().getByRole("button", { name: text.check }).click();
    await form().getByText(text.noAnswer).waitFor();
    await give("0.9");
    // Why, from the number at hand; not yet what.
    const verdict = form().locator(".verdict");
    await expect.poll(() => verdict.textContent()).toContain(text.wrong);
    expect(numbersIn((await verdict.textContent()) ?? "")).toContain("0.4378");
    expect(numbersIn(await page.evaluate(saidOn))).not.toContain("0.5622");
    await give("0.8");
    await form().getByText(text.shown("0.5622")).waitFor();
    await form().getByRole("button", { name: text.go }).click();
    await expect.poll(step).toBe("S7");
    await page.locator("sb-transport button").first().click();
    await expect.poll(step).toBe("S6");
    await forth().click();
    await expect.poll(step).toBe("S7");
    await forth().click();
    await form().getByRole("button", { name: text.back }).click();
    await forth().click();
    await form().getByRole("button", { name: text.show }).click();
    await form().getByText(text.shown(text.choices.none)).waitFor();
    await form().getByRole("button", { name: text.go }).click();
    await expect.poll(step).toBe("S8");
  });
});

test("the other views ask before they open, and nothing answers meanwhile", async () => {
  const text = words.en.classroom.predict;
  const form = (): Locator => page.locator("sb-question form");
  const sets = {
    temperature: ["1", "0.1667", text.choices.shrinks],
    gradient: [text.choices.stays, text.choices.shrinks, "0.2461"],
    normalizers: [text.choices.none, "4", text.choices.none],
  };
  for (const [view, answers] of Object.entries(sets)) {
    await visit(`index.html#mode=predict&view=${view}&scene=apple&lang=en`);
    const figure = page.locator("sb-temperature-view, sb-gradient, sb-normalizers");
    const field = form().getByLabel(text.answer);
    for (const answer of answers) {
      await field.waitFor();
      expect(await page.locator("sb-masthead nav").count()).toBe(0);
      expect(await figure.count()).toBe(0);
      if ((await field.evaluate((element) => element.localName)) === "select")
        await field.selectOption({ label: answer });
      else {
        // The others are whole numbers, which say nothing where they stand.
        if (answer.includes("."))
          expect(numbersIn(await page.evaluate(saidOn))).not.toContain(answer);
        await field.fill(answer);
      }
      await form().getByRole("button", { name: text.check }).click();
      await form().getByText(text.right).waitFor();
      await form().getByRole("button", { name: text.go }).click();
    }
    await figure.waitFor();
    await page.getByText(text.score(3, 3)).waitFor();
  }
});

test("on a phone all numbers of a question are in sight", async () => {
  await visit("index.html#mode=predict&view=temperature&scene=apple&lang=en", {
    width: 360,
    height: 640,
  });
  const given = page.locator("sb-question .given");
  await given.waitFor();
  expect(
    await given.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0);
  for (const score of ["4.75", "3.75", "3.25", "4.25", "1.875", "1.25"]) {
    const box = await given.getByText(score, { exact: true }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), score).toBeLessThan(360);
    expect((box?.y ?? 0) + (box?.height ?? 0), score).toBeLessThan(640);
  }
});

describe("presenting", () => {
  const begin = async (view: string, size: View = { width: 1280, height: 720 }): Promise<void> => {
    await visit(`index.html#mode=present&view=${view}&scene=apple&lang=en`, size);
    await page.locator("sb-present .screen h2").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("sb-present .cover").waitFor({ state: "detached" });
  };
  const heading = () => page.locator("sb-present .screen h2").textContent();

  /** What is wrong with what stands on the wall: text too small for the last row, or past its edge. */
  const measured = () =>
    page.locator("sb-present").evaluate((deck) => {
      const faults: string[] = [];
      let least = 1;
      const { documentElement: all } = document;
      if (all.scrollHeight > innerHeight || all.scrollWidth > innerWidth) faults.push("scrolls");
      for (const element of deck.shadowRoot?.querySelectorAll<HTMLElement>("*") ?? []) {
        if (element.matches(".screen, .cover") && element.scrollHeight > element.clientHeight)
          faults.push(`${element.className} overflows`);
        const own = [...element.childNodes].some((n) => n instanceof Text && n.data.trim() !== "");
        if (!own || element instanceof HTMLStyleElement) continue;
        const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
        const size = (Number.parseFloat(getComputedStyle(element).fontSize) * scale) / innerHeight;
        // Subscripts may be smaller.
        if (!element.closest("math")) least = Math.min(least, size);
        const { left, top, right, bottom } = element.getBoundingClientRect();
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
          faults.push(`${element.textContent} is past the edge`);
      }
      const texts = [...(deck.shadowRoot?.querySelectorAll(".screen text") ?? [])].map((text) => ({
        said: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      for (const [i, a] of texts.entries())
        for (const b of texts.slice(i + 1)) {
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const up = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          // Line boxes are higher than letters.
          if (across > 1 && up > a.box.height / 3) faults.push(`${a.said} is under ${b.said}`);
        }
      return { faults, least };
    });

  test.each([
    { width: 1280, height: 720 },
    { width: 1920, height: 1080 },
    { width: 1024, height: 768 },
  ])("at $width × $height every screen fits, and is read from the last row", async (size) => {
    const counts: Record<string, number> = {};
    for (const view of ["derive", "temperature", "gradient", "normalizers", "scale"]) {
      await begin(view, size);
      await page.keyboard.press("Home");
      for (let place = 0, last = ""; place < 40; place += 1) {
        const now = await page.locator("sb-present .screen").innerHTML();
        if (now === last) break;
        last = now;
        counts[view] = place + 1;
        const { faults, least } = await measured();
        expect(faults, `${view} ${place}`).toEqual([]);
        expect(least, `${view} ${place}`).toBeGreaterThanOrEqual(1 / 30);
        await page.keyboard.press("PageDown");
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      for (const key of ["?", "q", "a", "ArrowRight"]) {
        await page.keyboard.press(key);
        await page.evaluate(() => new Promise(requestAnimationFrame));
        const { faults, least } = await measured();
        expect(
          faults.filter((fault) => fault !== "address is cut"),
          `${view} ${key}`,
        ).toEqual([]);
        expect(least, `${view} ${key}`).toBeGreaterThanOrEqual(1 / 30);
      }
    }
    // S7 builds in three; the others are a screen each.
    expect(counts).toEqual({ derive: 11, temperature: 7, gradient: 9, normalizers: 12, scale: 2 });
  });

  test("temperatures are drawn in one plane, and of many objects it says how many are drawn", async () => {
    await begin("temperature");
    const icons = () =>
      page
        .locator("sb-present .screen svg")
        .nth(1)
        .evaluate((svg) => [...svg.querySelectorAll("g")].map((g) => g.getAttribute("transform")));
    await page.keyboard.press("Home");
    await expect.poll(heading).toBe("Temperature τ = 0");
    const cold = await icons();
    expect(cold.length).toBeGreaterThanOrEqual(6);
    await page.keyboard.press("End");
    await expect.poll(heading).toBe("Temperature τ = ∞");
    expect(await icons()).toEqual(cold);
    expect(await page.locator("sb-present .said").textContent()).not.toContain("Drawn are");

    const values = Array.from({ length: 12 }, (_, i) => `${12 - i},${i}`).join("_");
    await visit(`index.html#mode=present&scene=custom&x=${values}&q=1,0&step=S6&lang=en`, {
      width: 1024,
      height: 768,
    });
    const said = page.locator("sb-present .said");
    await expect.poll(() => said.textContent()).toContain("Drawn are the best 6 of 12.");
    expect((await measured()).faults).toEqual([]);
  });

  test("a button starts it from any view; keys walk it, black it out, and leave", async () => {
    await visit("index.html#scene=apple&step=S3&lang=en", { width: 1280, height: 720 });
    await page.getByRole("button", { name: texts.en.present, exact: true }).click();
    await page.locator("sb-present .screen").waitFor();
    // Told at once, and gone by any key that goes on.
    await page.locator("sb-present .cover.keys").waitFor();
    for (const [key, expected] of [
      ["ArrowRight", "S4"],
      ["PageDown", "S5"],
      [" ", "S6"],
      ["ArrowLeft", "S5"],
      ["PageUp", "S4"],
      ["End", "S9"],
      ["Home", "S1"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(step, { message: key }).toBe(expected);
      await expect.poll(heading).toContain(expected);
    }
    const cover = page.locator("sb-present .cover");
    for (const [key, kind] of [
      ["b", "black"],
      [".", "black"],
      ["q", "code"],
      ["?", "keys"],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(`sb-present .cover.${kind}`).waitFor();
      expect(await cover.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
      await page.keyboard.press(key);
      await cover.waitFor({ state: "detached" });
    }
    await page.keyboard.press("Escape");
    await page.locator("sb-masthead").waitFor();
    await expect.poll(() => page.url()).not.toContain("mode=present");
  });

  test("a question is put to the class, and revealed before the deck goes on", async () => {
    await begin("derive");
    await page.keyboard.press("End");
    for (let back = 0; back < 5; back += 1) await page.keyboard.press("PageUp");
    await expect.poll(step).toBe("S6");
    await page.keyboard.press("a");
    const cover = page.locator("sb-present .cover.question");
    await cover.waitFor();
    expect(await cover.textContent()).not.toContain("0.5622");
    await page.keyboard.press("PageDown");
    await expect.poll(() => cover.textContent()).toContain("0.5622");
    expect(await step()).toBe("S6");
    await page.keyboard.press("PageDown");
    await expect.poll(step).toBe("S7");
    await cover.waitFor({ state: "detached" });
  });

  test("in every view the keys go forth and back in what it shows", async () => {
    await begin("temperature");
    const temperature = async () => (await stateOf(page)).temperature;
    await page.keyboard.press("Home");
    await expect.poll(temperature).toBe(0);
    await page.keyboard.press("ArrowRight");
    await expect.poll(temperature).toBe(0.25);
    await page.keyboard.press("End");
    await expect.poll(temperature).toBe(Number.POSITIVE_INFINITY);
    await begin("gradient");
    const at = async () => (await stateOf(page)).options.at;
    await page.keyboard.press("End");
    await expect.poll(at).toBe(400);
    await page.keyboard.press("PageUp");
    await expect.poll(at).toBe(100);
  });

  test("the code leads to this very picture", async () => {
    await visit("index.html#mode=present&scene=tie&step=S7");
    const link = await page
      .locator("sb-present")
      .evaluate((element) => (element as HTMLElement & { page: string }).page);
    const reading = readLink(new URL(link).hash);
    expect(reading.notices).toEqual([]);
    expect(reading.state).toEqual(await stateOf(page));
    expect(reading.mode).toBe("page");
  });
});

describe.each(languages)("a worksheet, in %s", (language) => {
  const text = words[language].classroom.worksheet;

  test("has the numbers that are given, blanks for the others, and the answers apart", async () => {
    await visit(`index.html#mode=worksheet&scene=apple&lang=${language}`);
    const d = await derivationOf(page);
    const [sheet, key] = [page.locator("sb-worksheet article").first(), page.locator(".key")];
    await key.waitFor();
    const answers = [...d.weights, d.outputDistance, d.sumExp].map(format);
    const [blank, filled] = await Promise.all([sheet.textContent(), key.textContent()]);
    for (const answer of answers) {
      expect(blank).not.toContain(answer);
      expect(filled).toContain(answer);
    }
    for (const name of translations[language].sceneNames.apple.items) expect(blank).toContain(name);
    expect(await sheet.locator(".box").count()).toBe(5 * 7 + 2 * 4);
    expect(await key.locator(".box").count()).toBe(0);
    // Each answer in its row, those of the last table: h is the apple, o is none of them.
    const rows = await key
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => Array.from(row.querySelectorAll("td.answer"), (td) => td.textContent)),
      );
    expect(rows).toEqual([
      ["4.75", "3.75", "3.25", "4.25", "1.875", "1.25", "4.75"],
      ["1", "0", "0", "0", "0", "0", "1"],
      ["0", "−1", "−1.5", "−0.5", "−2.875", "−3.5", "0"],
      ["1", "0.3679", "0.2231", "0.6065", "0.0564", "0.0302", "2.284"],
      ["0.4378", "0.1611", "0.0977", "0.2655", "0.0247", "0.0132", "1"],
      ["0.875", "0.875", "0.75", "0.25"],
      ["0.7787", "0.8718", "0.5894", "0.2874"],
    ]);
    await page.getByText(text.about).waitFor();
    // All nine lines, written out.
    expect(await key.locator(".chain li").count()).toBe(chain(false).length);
  });
});

test("twenty objects of ten features go on in blocks", async () => {
  const rows = Array.from({ length: 20 }, (_, i) =>
    Array.from({ length: 10 }, (_, j) => (i * j) % 7),
  );
  const x = rows.map((row) => row.join()).join("_");
  await visit(`index.html#mode=worksheet&x=${x}&q=${rows[3]?.join()}&t=9`);
  await page.locator("sb-worksheet .key").waitFor();
  expect(await page.locator("sb-worksheet article").first().locator(".steps").count()).toBe(3 + 2);
  expect(await page.locator("sb-worksheet .given").count()).toBe(2);
});

describe("a worksheet on paper", () => {
  // Width and height in points.
  const sizes = { A4: [595, 842], Letter: [612, 792] } as const;

  const pagesOf = (pdf: string): number => pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  const print = async (format: "A4" | "Letter", margin: string): Promise<string> => {
    const margins = { top: margin, bottom: margin, left: margin, right: margin };
    return (await page.pdf({ format, margin: margins })).toString("latin1");
  };
  const cases = languages.flatMap((language) =>
    (["A4", "Letter"] as const).map((format) => [language, format] as const),
  );

  test.each(cases)(
    "in %s, on %s: the questions on one side, the key on another",
    async (language, format) => {
      await visit(`index.html#mode=worksheet&scene=apple&lang=${language}`);
      await page.locator("sb-worksheet .key").waitFor();
      // The margins of Chrome, and of Firefox.
      for (const margin of ["1cm", "0.5in"]) expect(pagesOf(await print(format, margin))).toBe(2);
      const [width, height] = sizes[format];
      const box = (await print(format, "1cm")).match(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/);
      // Browsers round the paper to whole pixels.
      expect(Math.abs(Number(box?.[1]) - width)).toBeLessThan(1.5);
      expect(Math.abs(Number(box?.[2]) - height)).toBeLessThan(1.5);
      // Without its key the sheet has one: none of the other carried any of it.
      await page.locator("sb-worksheet .key").evaluate((key) => key.remove());
      expect(pagesOf(await print(format, "0.5in"))).toBe(1);
      // Nothing runs out of the paper.
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: Math.floor((width / 72) * 96 - 96), height: 1000 });
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    },
  );

  test("neighbours have other numbers: a sheet and a key for each, the same for a seed", async () => {
    const text = words.en.classroom.worksheet;
    const sheets = page.locator("sb-worksheet article:not(.key)");
    const queries = async (): Promise<string[]> =>
      (await sheets.locator(".query").allTextContents()).map((query) => query.replace(/\s+/g, " "));
    await visit("index.html#mode=worksheet&scene=apple&lang=en");
    await page.getByLabel(text.sets).fill("4");
    await page.getByLabel(text.sets).press("Tab");
    await expect.poll(() => sheets.count()).toBe(4);
    const first = await queries();
    expect(new Set(first).size).toBe(4);
    await page.getByRole("button", { name: text.drawAnew }).click();
    await page.getByText(text.set(4, 2)).first().waitFor();
    const second = await queries();
    expect(second).not.toEqual(first);
    expect(new Set(second).size).toBe(4);
    // The key of each has its own scores: those of its query.
    const scores = await page
      .locator("sb-worksheet .key .steps:first-of-type tbody tr:first-child")
      .evaluateAll((rows) => rows.map((row) => row.textContent?.replace(/\s+/g, " ")));
    expect(new Set(scores).size).toBe(4);
    // Four sheets, four keys; the address draws them again, to the last digit.
    for (const format of ["A4", "Letter"] as const)
      expect(pagesOf(await print(format, "0.5in"))).toBe(8);
    await expect.poll(() => page.url()).toMatch(/sets=4.*seed=2|seed=2.*sets=4/);
    const { hash } = new URL(page.url());
    expect(readLink(hash).state.options).toMatchObject({ sets: 4, seed: 2, answers: true });
    await visit(`index.html${hash}`);
    await expect.poll(queries).toEqual(second);
  });

  test("the link for students leaves the key out, and every way to it", async () => {
    const text = words.en.classroom;
    await visit("index.html#mode=worksheet&scene=apple&lang=en&sets=2&seed=7");
    const link = await page.getByRole("link", { name: text.worksheet.blank }).getAttribute("href");
    const { hash } = new URL(link ?? "");
    expect(hash).toContain("answers=0");
    await visit("index.html#mode=worksheet&scene=apple&lang=en&answers=0");
    await page.locator("sb-worksheet article").waitFor();
    const d = await derivationOf(page);
    const said = await page.evaluate(saidOn);
    for (const answer of [...d.weights, d.outputDistance, d.sumExp].map(format))
      expect(numbersIn(said)).not.toContain(answer);
    expect(await page.locator(".key").count()).toBe(0);
    expect(await page.locator("sb-worksheet a, sb-worksheet input").count()).toBe(0);
    expect(pagesOf(await print("Letter", "0.5in"))).toBe(1);
    await visit(`index.html${hash}`);
    await expect.poll(() => page.locator("sb-worksheet article").count()).toBe(2);
    expect(pagesOf(await print("A4", "0.5in"))).toBe(2);
  });
});

/** Everything that is said in a form of the page, in the order in which it stands there. */
const saidIn = async (address: string): Promise<string> => {
  await visit(address, { width: 1280, height: 900 });
  return settled();
};
/** What is said, once it no longer changes. */
const settled = async (): Promise<string> => {
  let last = "";
  await expect
    .poll(
      async () => {
        const now = await page.evaluate(saidOn);
        const same = now === last;
        last = now;
        return same;
      },
      { interval: 400 },
    )
    .toBe(true);
  return last;
};

test.each([
  "scene=apple&step=S7",
  "scene=apple&view=temperature",
  // The names stay what they are.
  "x=1,0_0,1_0.5,0.5&q=2,1&labels=A,B,C&features=u,w&view=temperature",
  "x=1,0_0,1_0.5,0.5&q=2,1&labels=A,B,C&features=u,w&view=gradient&at=0",
  "x=1,0_0,1_0.5,0.5&q=2,1&labels=A,B,C&features=u,w&view=normalizers",
  "view=scale",
  "mode=present&step=S7",
  "mode=worksheet",
  "mode=predict&view=temperature",
])("%s: all that is said changes with the language, to the ear, too", async (what) => {
  const address = `index.html#theme=light&${what}`;
  const expected = await saidIn(`${address}&lang=zh-CN`);
  await saidIn(`${address}&lang=en`);
  await page.evaluate(() => {
    const figure = document.querySelector("softmax-bridge");
    if (figure) figure.state = { language: "zh-CN" };
  });
  await page.waitForFunction(() => document.querySelector("softmax-bridge")?.lang === "zh-CN");
  expect(await settled()).toBe(expected);
});

describe("controls taken away", () => {
  test.each([
    ["step", "sb-transport"],
    ["scene", "sb-choices select >> nth=1"],
    ["t", "sb-temperature"],
    ["q", "sb-query"],
    ["q", ".handle"],
    ["x", "details"],
    ["view", "sb-masthead nav"],
    ["lang", ".languages"],
    ["theme", ".theme"],
    ["article", "sb-article"],
  ])("%s: no %s", async (hide, part) => {
    await visit("index.html#scene=plane&step=S7");
    await page.locator(part).first().waitFor({ state: "attached" });
    await visit(`index.html#scene=plane&step=S7&hide=${hide}`);
    await page.locator("sb-masthead h1").waitFor();
    expect(await page.locator(part).count()).toBe(0);
  });

  test("share: no way to it, neither on the page nor at the foot of an embed", async () => {
    for (const [address, part] of [
      ["index.html", "sb-masthead"],
      ["embed.html", "softmax-bridge .foot"],
    ] as const) {
      await visit(`${address}#scene=plane&lang=en`);
      const button = (): Locator =>
        page.locator(part).getByRole("button", { name: "Share", exact: true });
      await button().waitFor();
      for (const hide of ["share", "controls"]) {
        await visit(`${address}#scene=plane&lang=en&hide=${hide}`);
        await page.locator(part).waitFor();
        expect(await button().count(), `${address} ${hide}`).toBe(0);
      }
    }
    // The full page can still be opened.
    expect(await page.locator("softmax-bridge .foot a").textContent()).toBe(texts.en.fullPage);
  });

  test("all at once; the figure stays, and its link says so", async () => {
    await visit("index.html#scene=plane&step=S7&hide=controls");
    await page.locator("sb-scene").waitFor();
    expect(await page.locator("sb-derive select, sb-derive input, sb-derive details").count()).toBe(
      0,
    );
    expect(await page.locator("sb-plane [role=slider]").count()).toBe(0);
    const link = await page.evaluate(
      () => document.querySelector("softmax-bridge")?.toLink() ?? "",
    );
    expect(readLink(new URL(link).hash).state.hide).toEqual(["controls"]);
  });
});

test("the dialog hands out links in each form, and without what a teacher takes away", async () => {
  await visit("index.html#scene=tie&step=S4");
  await page.getByRole("button", { name: texts.en.share, exact: true }).click();
  const dialog = page.getByRole("dialog");
  const text = words.en.share;
  const link = async () =>
    readLink(new URL(await dialog.getByLabel(text.link, { exact: true }).inputValue()).hash);
  for (const form of ["present", "predict", "worksheet"] as const) {
    await dialog.getByLabel(text.form).selectOption({ label: text.forms[form] });
    expect((await link()).mode).toBe(form);
  }
  await dialog.getByLabel(text.form).selectOption({ label: text.forms.page });
  await dialog.getByText(text.without).click();
  await dialog.getByLabel(text.controls.score).check();
  await dialog.getByLabel(text.controls.t).check();
  const { state, mode } = await link();
  expect(mode).toBeNull();
  expect([...state.hide].sort()).toEqual(["score", "t"]);
  expect(state.scene).toBe("tie");
  // Here nothing has gone.
  expect((await stateOf(page)).hide).toEqual([]);
});
