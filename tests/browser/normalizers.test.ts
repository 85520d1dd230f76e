import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { format } from "../../web/src/model/format.ts";
import { languages, normalizers } from "../../web/src/model/state.ts";
import { words } from "../texts.ts";
import { core } from "../unit/core.ts";
import { derivationOf, page, show, stateOf, useSite, type View } from "./page.ts";

const site = useSite();
const text = words.en.normalizers;

/** The view, with its search at an end. */
async function visit(hash = "", view: View = {}, address = "index.html"): Promise<void> {
  await site.open(`${address}#view=normalizers${hash}`, {
    reducedMotion: true,
    ...view,
  });
  await searched();
}

/** The search has come to its end. */
const searched = (): Promise<void> =>
  page.locator('sb-normalizers table[aria-busy="false"]').waitFor();

const row = (kind: string): Locator => page.locator(`sb-normalizers tr.${kind}`).first();
const panel = (): Locator => page.locator("sb-normalizers .panel");
const openers = (): Locator => page.locator("sb-normalizers td.opens button");
/** What is said of the weights of a row. */
const said = (kind: string): Promise<string | null> =>
  row(kind).locator("svg.bars").getAttribute("aria-label");
const slider = (name: string): Locator => page.getByRole("slider", { name, exact: true });

/** As a hand on the slider does. */
async function slide(control: Locator, value: number): Promise<void> {
  await control.fill(String(value));
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
}

test("numbers that have no answer are said, and those of before are dimmed", async () => {
  await visit();
  const before = await said("softmax");
  const { values } = await stateOf(page);
  const opacity = () =>
    page.locator("sb-normalizers .main").evaluate((main) => Number(getComputedStyle(main).opacity));
  expect(await opacity()).toBe(1);
  await show(page, { values: values.with(0, [Number.NaN, 1, 1, 1]) });
  const problem = page.locator("sb-normalizers .problem");
  await problem.getByText("A cell is not a number. Row 1, column 1.").waitFor();
  expect(await said("softmax")).toBe(before);
  expect(await opacity()).toBeLessThan(0.6);
  await show(page, { values });
  await problem.waitFor({ state: "hidden" });
  expect(await opacity()).toBe(1);
});

describe("the table", () => {
  test("has twelve rows, whose weights are those of the core, printed by the one formatter", async () => {
    await visit("&shift=-3");
    const { scores } = await derivationOf(page);
    const names = ["apple", "tomato", "red ball", "orange", "banana", "fire engine"];
    const shifted = scores.map((score) => score - 3);
    for (const kind of normalizers) {
      const { weights } = core.normalize(shifted, { kind });
      const expected = names.map((name, i) => `${name} ${format(weights[i] ?? Number.NaN)}`);
      expect(await said(kind), kind).toBe(expected.join(", "));
    }
  });

  test("has dashes just where the shift moves the weights", async () => {
    await visit("&shift=-3");
    for (const kind of normalizers) {
      const holds = core
        .properties(kind, { scores: [4.75, 3.75, 3.25, 4.25, 1.875, 1.25] })
        .find(({ property }) => property === "shift-invariant")?.holds;
      const dashes = await row(kind).locator("svg.bars .was").count();
      expect(dashes > 0, kind).toBe(holds === "no");
    }
  });

  test("hatches and prints what is no weight", async () => {
    await visit("&shift=-3");
    expect(await row("l1").locator("rect.odd").count()).toBe(4);
    expect(await row("l1").locator("text.odd").allTextContents()).toEqual([
      "1.556",
      "1.111",
      "−1",
      "−1.556",
    ]);
    expect(await page.locator("sb-normalizers .why tr:not(.l1) rect.odd").count()).toBe(0);
  });
});

describe("a counterexample", () => {
  test("opens at one click for every cross, and says its own numbers", async () => {
    await visit();
    const count = await openers().count();
    expect(count).toBeGreaterThan(40);
    for (let i = 0; i < count; i++) {
      const button = openers().nth(i);
      await button.click();
      const { opened: now } = (await stateOf(page)).options;
      if (now === null) throw new Error("nothing opened");
      expect(await button.getAttribute("aria-expanded")).toBe("true");
      const header = await panel().locator(".what").textContent();
      expect(header).toContain(text.properties[now.property]);
      const { witness } =
        core
          .properties(now.kind, { scores: [4.75, 3.75, 3.25, 4.25, 1.875, 1.25] })
          .find(({ property }) => property === now.property) ?? {};
      const whose = await panel().locator(".whose").first().textContent();
      expect(whose).toContain(
        witness?.given ? text.panel.given : text.panel.own(witness?.scores.length ?? 0),
      );
      // The number that is wrong stands in it.
      const content = (await panel().textContent()) ?? "";
      if (witness && ["ratio", "shifted", "asymmetric", "sum", "negative"].includes(witness.reason))
        expect(content, header ?? "").toContain(format(witness.before));
      await button.click();
      expect((await stateOf(page)).options.opened).toBeNull();
    }
  });

  test("of sparsemax is the one of the picture: delete item 2, and 7 becomes 3", async () => {
    await visit();
    await page
      .getByRole("button", { name: "sparsemax, ratio independent of others: open" })
      .click();
    expect(await panel().getByRole("heading").textContent()).toBe("Delete item 2, and 7 becomes 3");
    expect(await panel().locator(".big strong").allTextContents()).toEqual(["7", "3"]);
    expect(await panel().locator("ul").first().locator(".cut").count()).toBe(6);
    expect(await panel().locator("ul").last().locator(".cut").count()).toBe(2);
    expect(await panel().locator(".softmax").textContent()).toContain("1.649");
  });

  test("becomes the reader's own scores, each of them, and is taken back", async () => {
    await visit();
    const count = await openers().count();
    for (let i = 0; i < count; i++) {
      await openers().nth(i).click();
      const { opened: now } = (await stateOf(page)).options;
      if (now === null) throw new Error("nothing opened");
      const { witness } =
        core
          .properties(now.kind, { scores: [4.75, 3.75, 3.25, 4.25, 1.875, 1.25] })
          .find(({ property }) => property === now.property) ?? {};
      const load = panel().getByRole("button", { name: text.panel.load });
      const act = panel().getByRole("button", { name: text.panel.try });
      if (witness?.given) {
        // They are the reader's: what is done to them is done in the table.
        expect(await load.count()).toBe(0);
        if ((await act.count()) > 0) await act.click();
        const state = await stateOf(page);
        expect(state.scene).toBe("apple");
        expect(state.options.shift).toBe(witness.shift);
        expect(state.options.deleted).toEqual(witness.removed === null ? [] : [witness.removed]);
        expect(await act.count()).toBe(0);
        await show(page, { temperature: 1, options: { ...state.options, shift: 0, deleted: [] } });
      } else {
        await load.click();
        const { scores } = await derivationOf(page);
        expect(Object.values(scores)).toEqual(Array.from(witness?.scores ?? []));
        const state = await stateOf(page);
        expect(state.scene).toBe("custom");
        expect(state.options.shift).toBe(witness?.shift);
        await page.getByRole("button", { name: text.controls.undo }).click();
        const back = await stateOf(page);
        expect(back.scene).toBe("apple");
        expect(back.options).toMatchObject({ shift: 0, deleted: [] });
      }
      await searched();
      const { options } = await stateOf(page);
      if (options.opened !== null) await show(page, { options: { ...options, opened: null } });
    }
  });
});

describe("the shift", () => {
  test("makes L1 and ReLU-L1 0/0 at the marks, and says so", async () => {
    await visit();
    const shift = slider(text.controls.shift);
    await page.getByRole("button", { name: "−3.1875" }).click();
    expect((await stateOf(page)).options.shift).toBe(-3.1875);
    expect(await said("l1")).toBe("0/0");
    expect(await said("relu-l1")).not.toBe("0/0");
    await page.getByRole("button", { name: "−4.75" }).click();
    expect(await said("relu-l1")).toBe("0/0");
    expect(await said("l1")).not.toBe("0/0");
    await slide(shift, -6);
    expect(await said("relu-l1")).toBe("0/0");
    await slide(shift, 0);
    expect(await said("relu-l1")).not.toBe("0/0");
    await row("relu-l1").locator(".name").click();
    await slide(shift, -6);
    expect(await panel().textContent()).toContain(text.output.undefined);
    expect(await panel().textContent()).toContain(text.output.noJacobianUndefined);
  });

  test("leaves softmax where it was, to the last printed digit", async () => {
    await visit();
    const before = await said("softmax");
    for (const value of [-6, -3.1875, 2.5, 6]) {
      await slide(slider(text.controls.shift), value);
      expect(await said("softmax")).toBe(before);
    }
  });

  test("can be typed, and refuses what is no number", async () => {
    await visit();
    const field = page.getByRole("textbox", { name: `${text.controls.shift} c` });
    await field.fill("−2.5");
    await field.press("Enter");
    expect((await stateOf(page)).options.shift).toBe(-2.5);
    await field.fill("much");
    await field.press("Enter");
    expect((await stateOf(page)).options.shift).toBe(-2.5);
    expect(await page.getByRole("alert").filter({ hasText: "much" }).count()).toBe(1);
  });
});

describe("an item that is deleted", () => {
  test("changes ratios for all but softmax and those whose ratio is their own", async () => {
    await visit();
    await page.getByRole("button", { name: text.controls.deleteItem("orange") }).click();
    expect((await stateOf(page)).options.deleted).toEqual([3]);
    const kept = ["softmax", "l1", "relu-l1", "squared", "sigmoid", "softmax1"];
    for (const kind of kept) {
      expect(await row(kind).locator(".ratio.changed").count(), kind).toBe(0);
      expect(await row(kind).locator(".ratio").textContent(), kind).toContain(text.sameRatio);
    }
    for (const kind of ["entmax", "burg"]) {
      expect(await row(kind).locator(".ratio.changed").textContent(), kind).toContain("→");
    }
    await page.getByRole("button", { name: text.controls.restoreItem("orange") }).click();
    expect(await page.locator("sb-normalizers .ratio").count()).toBe(0);
  });

  test("is never the last", async () => {
    await visit("&scene=tie");
    for (const name of ["A", "B", "C", "D"])
      await page.getByRole("button", { name: text.controls.deleteItem(name), exact: true }).click();
    expect((await stateOf(page)).options.deleted).toEqual([0, 1, 2]);
  });
});

test("entmax goes from softmax to sparsemax and on", async () => {
  await visit();
  const alpha = slider(text.controls.alpha);
  expect(await said("entmax")).not.toBe(await said("softmax"));
  await slide(alpha, 1);
  expect(await said("entmax")).toBe(await said("softmax"));
  await slide(alpha, 2);
  expect(await said("entmax")).toBe(await said("sparsemax"));
  await slide(alpha, 4);
  const { weights } = core.normalize([4.75, 3.75, 3.25, 4.25, 1.875, 1.25], {
    kind: "entmax",
    alpha: 4,
  });
  expect(await said("entmax")).toContain(`apple ${format(weights[0] ?? 0)}`);
});

describe("a row", () => {
  test("shows its output and its Jacobian", async () => {
    await visit();
    await row("sparsemax").locator(".name").click();
    expect((await stateOf(page)).options.normalizer).toBe("sparsemax");
    const { weights, jacobian } = core.normalize([4.75, 3.75, 3.25, 4.25, 1.875, 1.25], {
      kind: "sparsemax",
    });
    expect(weights[0]).toBe(0.75);
    // 0.75 apple + 0.25 orange, feature by feature.
    expect(await panel().locator("dd").allTextContents()).toEqual(
      [0.78125, 0.90625, 0.75, 0.25].map(format),
    );
    const cells = await panel().locator(".matrix g > text").allTextContents();
    expect(cells).toEqual(Array.from(jacobian?.data ?? [], format));
  });

  test("says plainly where it has no Jacobian", async () => {
    await visit("&scene=tie&norm=hard");
    expect(await panel().textContent()).toContain(text.output.noJacobian);
  });
});

describe("what singles softmax out", () => {
  test("holds all twelve, and only softmax and hard in the middle", async () => {
    await visit();
    const names = await page.locator("sb-normalizers .sets li").allTextContents();
    expect(names).toHaveLength(10);
    expect(await page.locator("sb-normalizers .set.both").textContent()).toMatch(
      /softmax[\s\S]*hard/,
    );
  });

  test("has its price: a copy has as much as the best, and the pair twice the ratio", async () => {
    await visit();
    const before = (await derivationOf(page)).weights;
    const foretold = await page.locator("sb-normalizers .share").textContent();
    await page.getByRole("button", { name: text.sets.duplicate("apple") }).click();
    const after = (await derivationOf(page)).weights;
    expect(Object.values(after)).toHaveLength(7);
    expect(after[1]).toBe(after[0]);
    // Its share, alone and as two, is told: before the copy is made and after.
    const each = format(after[0] ?? 0);
    const pair = format((after[0] ?? 0) + (after[1] ?? 0));
    const told = text.sets.shareNow("apple", format(before[0] ?? 0), pair, each);
    expect(foretold).toContain(told);
    expect(await page.locator("sb-normalizers .share").textContent()).toContain(told);
    // Seven numbers stand over seven bars.
    expect(await row("softmax").locator("svg.bars text").count()).toBe(7);
    expect((after[0] ?? 0) / (after[2] ?? 1)).toBeCloseTo((before[0] ?? 0) / (before[1] ?? 1), 12);
    await page.getByRole("button", { name: text.controls.undo }).click();
    expect((await stateOf(page)).scene).toBe("apple");
  });
});

describe("smooth maxima", () => {
  const smooth = (): Locator => page.locator("sb-smooth-maxima");
  const gradient = (kind: string): Promise<string | null> =>
    smooth().locator(`tr.${kind} svg.bars`).getAttribute("aria-label");

  test("the gradient of log-sum-exp and of mellowmax is softmax, wherever the score is", async () => {
    await visit();
    const score = slider(text.smooth.at);
    const seen = new Set<string | null>();
    for (const value of [1, 4.25, 7]) {
      await slide(score, value);
      const softmax = await gradient("softmax");
      seen.add(softmax);
      expect(await gradient("logSumExp")).toBe(softmax);
      expect(await gradient("mellowmax")).toBe(softmax);
      expect(await gradient("boltzmann")).not.toBe(softmax);
    }
    expect(seen.size).toBe(3);
  });

  test("Boltzmann's slope becomes negative, and it is said with its number", async () => {
    await visit();
    expect(await smooth().locator(".note").allTextContents()).toContain(text.smooth.noNegative);
    await page.getByRole("button", { name: text.smooth.followItem("banana") }).click();
    expect((await stateOf(page)).options.followed).toBe(4);
    const { boltzmann } = core.smoothMax([4.75, 3.75, 3.25, 4.25, 1.875, 1.25]);
    const slope = format(boltzmann.gradient[4] ?? 0);
    expect(slope).toMatch(/^−/);
    expect(await smooth().locator(".note").allTextContents()).toContain(
      text.smooth.negative("banana", slope),
    );
  });

  test("the p-norm of negative scores is undefined, and it is said", async () => {
    await visit("&shift=-3");
    expect(await smooth().locator("tr.pNorm").textContent()).toContain(text.smooth.pNormUndefined);
  });

  test.each([
    ["en", "p-norm undefined: a score is below 0"],
    ["zh-CN", "p 范数 无定义：有得分小于 0"],
  ])("and read out in words, in %s", async (language, words) => {
    await visit(`&scene=plane&lang=${language}`);
    const pictures = smooth().locator('.plots svg[role="img"]');
    await pictures.first().waitFor();
    const labels = await pictures.evaluateAll((all) =>
      all.map((picture) => picture.getAttribute("aria-label") ?? ""),
    );
    expect(labels).toHaveLength(2);
    for (const label of labels) {
      expect(label).toContain(words);
      expect(label).not.toMatch(/NaN|pNorm|logSumExp/);
    }
  });
});

describe("the link", () => {
  test("carries all that is looked at", async () => {
    await visit("&shift=-3&alpha=1.25&del=2&norm=burg&open=burg.one-hot&item=4");
    const state = await stateOf(page);
    expect(state.options).toMatchObject({
      shift: -3,
      alpha: 1.25,
      deleted: [1],
      normalizer: "burg",
      opened: { kind: "burg", property: "one-hot" },
      followed: 3,
    });
    const link = await page.evaluate(() => document.querySelector("softmax-bridge")?.toLink());
    await site.open(link ?? "");
    expect(await stateOf(page)).toEqual(state);
  });
});

describe.each(languages)("in %s", (language) => {
  test.each([280, 360, 768, 1240, 1440])(
    "nothing reaches out of a page of %i px",
    async (width) => {
      await visit(`&shift=-3&open=sparsemax.ratio-independent&lang=${language}`, { width });
      const [inner, scrolled] = await page.evaluate(() => [
        document.documentElement.clientWidth,
        document.documentElement.scrollWidth,
      ]);
      expect(scrolled).toBe(inner);
      expect(await panel().isVisible()).toBe(true);
    },
  );

  test("an embed shows the same", async () => {
    await visit(`&lang=${language}`, { width: 360 }, "embed.html");
    expect(await said("softmax")).toContain("0.4378");
  });
});

describe("any scene", () => {
  const many = Array.from({ length: 256 }, (_, i) => ((i * 37) % 64) / 8).join("_");
  test.each([
    ["one item", "&x=1,2&q=1,1"],
    ["ties", "&scene=tie"],
    ["huge scores", "&scene=overflow"],
    ["a false tie", "&scene=false-tie"],
    ["separate keys", "&scene=self-attention"],
    ["a mask", "&mask=110111"],
    ["τ = 0", "&t=0"],
    ["τ = ∞", "&t=inf"],
    ["256 items", `&x=${many}&q=1`],
    ["a huge shift", "&shift=1e300"],
    ["deleted and masked", "&mask=110111&del=3,4"],
    ["a large α", "&alpha=64"],
  ])("%s has weights in every row, and no error", async (_, hash) => {
    await visit(hash);
    for (const kind of normalizers) expect(await said(kind), kind).not.toMatch(/^$|undefined/);
    expect(await page.locator("sb-smooth-maxima figure").count()).toBe(2);
    expect(await panel().isVisible()).toBe(true);
  });
});

test("works by the keyboard alone", async () => {
  await visit();
  await row("sparsemax").locator(".name").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const { opened: now } = (await stateOf(page)).options;
  expect(now?.kind).toBe("sparsemax");
  await slider(text.controls.shift).focus();
  await page.keyboard.press("ArrowRight");
  expect((await stateOf(page)).options.shift).toBe(1 / 16);
});

test("on paper, all twelve rows, the counterexample and the maxima are there", async () => {
  await visit("&open=sparsemax.ratio-independent");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1047 });
  for (const kind of normalizers) expect(await row(kind).isVisible()).toBe(true);
  expect(await panel().isVisible()).toBe(true);
  expect(await page.locator("sb-smooth-maxima table").isVisible()).toBe(true);
  expect(await page.locator("sb-normalizers .figure > .controls").isVisible()).toBe(false);
  const [inner, scrolled] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    document.documentElement.scrollWidth,
  ]);
  expect(scrolled).toBeLessThanOrEqual(inner ?? 0);
});
