import type { CDPSession } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chain } from "../../web/src/model/state.ts";
import { page, show, useSite } from "./page.ts";

const site = useSite();

const visit = async (address: string, reducedMotion: boolean): Promise<void> => {
  await site.open(address, { reducedMotion });
};

describe("an item under the pointer or the keyboard is lit everywhere", () => {
  const names = ["A", "B", "C", "D", "E"];

  beforeAll(async () => {
    await visit("embed.html#scene=plane&step=S7", true);
    await page.getByRole("heading", { name: "Your own numbers" }).click();
    await page.locator("sb-table").waitFor();
  });
  beforeEach(async () => {
    await page.mouse.move(0, 0);
    expect(await light()).toEqual(resting);
  });

  /** How each part paints each item: 1 is full ink, 0.4 what steps back. */
  const light = () =>
    page.evaluate(() => {
      const figure = document.querySelector("softmax-bridge")?.shadowRoot;
      const derive = figure?.querySelector("sb-derive")?.shadowRoot;
      const part = (name: string): ParentNode =>
        derive?.querySelector(name)?.shadowRoot ?? document;
      const opacities = (elements: Iterable<Element>): number[] =>
        Array.from(elements, (element) => Number(getComputedStyle(element).opacity));
      const ledger = part("sb-ledger");
      const plane = (part("sb-scene") as ShadowRoot).querySelector("sb-plane")?.shadowRoot;
      const table = (part("sb-data") as ShadowRoot).querySelector("sb-table")?.shadowRoot;
      const item = part("sb-formula").querySelector(".item");
      return {
        ledger: [0, 1, 2, 3, 4].map((i) =>
          // Its picture, its scores, all of its numbers.
          Math.max(...opacities(ledger.querySelectorAll(`[data-item="${i}"]`))),
        ),
        ledgerCells: ledger.querySelectorAll("[data-item]").length,
        scene: opacities(plane?.querySelectorAll(".item") ?? []),
        strings: Array.from(plane?.querySelectorAll(".string") ?? [])
          .filter((path) => getComputedStyle(path).opacity === "1")
          .flatMap((path) => path.getAttribute("d")?.match(/M/g) ?? []).length,
        formula: item?.textContent?.trim(),
        formulaLit: item?.classList.contains("lit"),
        table: Array.from(
          table?.querySelectorAll("tbody tr") ?? [],
          (row) => getComputedStyle(row).backgroundColor !== "rgba(0, 0, 0, 0)",
        ),
      };
    });
  const resting = {
    ledger: [1, 1, 1, 1, 1],
    ledgerCells: expect.any(Number),
    scene: [1, 1, 1, 1, 1],
    strings: 5,
    formula: "A",
    formulaLit: false,
    table: [false, false, false, false, false],
  };
  const lit = (item: number) => {
    const others = names.map((_, i) => (i === item ? 1 : 0.4));
    return {
      ledger: others,
      ledgerCells: expect.any(Number),
      scene: others,
      strings: 1,
      formula: names[item],
      formulaLit: true,
      table: names.map((_, i) => i === item),
    };
  };
  const column = (item: string) =>
    page.locator("sb-ledger").getByRole("button", { name: new RegExp(`^${item}:`) });
  const point = (item: string) =>
    page.locator("sb-plane").getByRole("slider", { name: new RegExp(`^${item}:`) });
  const score = (item: number) =>
    page.locator("sb-ledger").getByRole("row", { name: /^S1/ }).getByRole("cell").nth(item);
  const rowOf = (item: string) =>
    page.locator("sb-table").getByRole("textbox", { name: `${item}, x` });

  test("under the pointer: in the ledger's head, in a cell, in the scene, in the table", async () => {
    for (const [target, item] of [
      [column("B"), 1],
      [score(3), 3],
      [point("C"), 2],
      [rowOf("E"), 4],
    ] as const) {
      await target.hover();
      expect(await light()).toEqual(lit(item));
      await page.mouse.move(0, 0);
      expect(await light()).toEqual(resting);
    }
  });

  test("the hard pick may be the one that is lit", async () => {
    await column("A").hover();
    expect(await light()).toEqual(lit(0));
  });

  test("under the keyboard: along the ledger and along the scene", async () => {
    await column("A").focus();
    await page.keyboard.press("Tab");
    expect(await light()).toEqual(lit(1));
    await page.keyboard.press("Tab");
    expect(await light()).toEqual(lit(2));
    await page.keyboard.press("Shift+Tab");
    expect(await light()).toEqual(lit(1));
    await column("B").blur();
    expect(await light()).toEqual(resting);

    await point("D").focus();
    expect(await light()).toEqual(lit(3));
    await page.keyboard.press("Tab");
    expect(await light()).toEqual(lit(4));
    await page.keyboard.press("Tab");
    expect(await light()).toEqual(resting);
  });
});

const steps = chain(false);
const parts = ["sb-rail", "sb-formula", "sb-ledger", "sb-scene"] as const;
const still = Object.fromEntries(parts.map((part) => [part, 1]));

/**
 * Takes a step and watches every part of the figure, frame by frame, for a while.
 * @returns for each part, how many different pictures of it there were from the second frame on
 */
const watch = (walk: "next" | "previous", ms: number) =>
  page.evaluate(
    async ({ walk, ms, parts }) => {
      const figure = document.querySelector("softmax-bridge");
      const derive = figure?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
      if (!figure || !derive) throw new Error("no figure");
      /** Where everything stands, how it is painted, and what is drawn. */
      const picture = (root: ParentNode): string =>
        Array.from(root.querySelectorAll("*"), (element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const { opacity, backgroundSize } = getComputedStyle(element);
          const places = [x, y, width, height].map((length) => length.toFixed(1));
          const drawn = element.getAttribute("d") ?? "";
          return [
            ...places,
            opacity,
            backgroundSize,
            drawn,
            element.shadowRoot ? picture(element.shadowRoot) : "",
          ].join();
        }).join("\n");
      const pictures = parts.map(() => new Set<string>());
      const last: string[] = [];
      const frame = (): Promise<void> => new Promise((next) => requestAnimationFrame(() => next()));
      figure[walk]();
      await frame();
      const end = performance.now() + ms;
      while (performance.now() < end) {
        await frame();
        parts.forEach((part, k) => {
          last[k] = picture(derive.querySelector(part)?.shadowRoot ?? derive);
          pictures[k]?.add(last[k] ?? "");
        });
      }
      return {
        moving: Object.fromEntries(parts.map((part, k) => [part, pictures[k]?.size ?? 0])),
        last,
      };
    },
    { walk, ms, parts },
  );

describe("steps move", () => {
  let session: CDPSession;
  beforeAll(async () => {
    await visit("embed.html#scene=apple&step=S6", false);
    // Slow enough for a machine that draws few frames.
    session = await page.context().newCDPSession(page);
    await session.send("Animation.enable");
    await session.send("Animation.setPlaybackRate", { playbackRate: 0.4 });
  });
  afterAll(async () => {
    await session.send("Animation.setPlaybackRate", { playbackRate: 1 });
    await session.detach();
  });

  test("forwards and backwards, and back is where it was", async () => {
    const walks = ["next", "previous", "next", "previous"] as const;
    const seen = [];
    for (const walk of walks) seen.push(await watch(walk, 4000));
    for (const { moving } of seen) {
      for (const [part, pictures] of Object.entries(moving)) {
        expect(pictures, part).toBeGreaterThan(2);
      }
    }
    // The same again ends in the same pictures.
    const [there, back, thereAgain, backAgain] = seen.map(({ last }) => last);
    expect(thereAgain).toEqual(there);
    expect(backAgain).toEqual(back);
    expect(back).not.toEqual(there);
  });
});

describe("steps do not move where the reader wants no motion", () => {
  beforeAll(() => visit("embed.html#scene=apple&step=S1", true));
  afterEach(() => show(page, { step: "S1" }));

  test("forwards and backwards, from one end to the other", async () => {
    for (const step of steps.slice(1)) {
      expect((await watch("next", 250)).moving, `to ${step}`).toEqual(still);
    }
    for (const step of steps.slice(0, -1).reverse()) {
      expect((await watch("previous", 250)).moving, `back to ${step}`).toEqual(still);
    }
  });

  test("nor do the halves of S7", async () => {
    await show(page, { step: "S6", split: true });
    for (const walk of ["next", "next", "previous", "previous"] as const) {
      expect((await watch(walk, 250)).moving).toEqual(still);
    }
  });
});
