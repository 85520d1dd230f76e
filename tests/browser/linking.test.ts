import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chain } from "../../web/src/model/state.ts";
import { page, useSite } from "./page.ts";

const site = useSite();

describe("an item under the pointer or the keyboard is lit everywhere", () => {
  const names = ["A", "B", "C", "D", "E"];

  beforeAll(async () => {
    await site.open("embed.html#scene=plane&step=S7", { reducedMotion: true });
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

/** ms from picture to picture, and how many are taken of a step: longer than any of them moves. */
const frame = 50;
const frames = 40;

/**
 * Takes a step and watches every part of the figure, frame by frame. Frames and the time of animations
 * are ours: however slow the machine, there are as many pictures.
 * @returns for each part, how many different pictures of it there were after the first frame
 */
async function watch(walk: "next" | "previous") {
  await page.evaluate((walk) => document.querySelector("softmax-bridge")?.[walk](), walk);
  await page.clock.runFor(frame);
  const pictures = parts.map((): string[] => []);
  for (let k = 0; k < frames; k++) {
    await page.clock.runFor(frame);
    const taken = await page.evaluate(
      ([parts, frame]) => {
        const roots = (root: Document | ShadowRoot): Array<Document | ShadowRoot> => [
          root,
          ...Array.from(root.querySelectorAll("*")).flatMap(({ shadowRoot }) =>
            shadowRoot ? roots(shadowRoot) : [],
          ),
        ];
        for (const animation of new Set(roots(document).flatMap((root) => root.getAnimations()))) {
          const end = Number(animation.effect?.getComputedTiming().endTime);
          const now = Number(animation.currentTime) + frame;
          if (now < end) animation.currentTime = now;
          else animation.finish();
        }
        const derive = document
          .querySelector("softmax-bridge")
          ?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
        if (!derive) throw new Error("no figure");
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
        return parts.map((part) => picture(derive.querySelector(part)?.shadowRoot ?? derive));
      },
      [parts, frame] as const,
    );
    for (const [part, picture] of taken.entries()) pictures[part]?.push(picture);
  }
  return {
    moving: Object.fromEntries(parts.map((part, k) => [part, new Set(pictures[k]).size])),
    last: pictures.map((all) => all.at(-1)),
  };
}

/** A page whose time is ours: its clock, and that of its animations. */
async function visitStill(address: string, reducedMotion: boolean): Promise<void> {
  await site.open(address, { reducedMotion, stopClock: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 1e-6 });
}

describe("steps move", () => {
  test("forwards and backwards, and back is where it was", async () => {
    await visitStill("embed.html#scene=apple&step=S6", false);
    const walks = ["next", "previous", "next", "previous"] as const;
    const seen = [];
    for (const walk of walks) seen.push(await watch(walk));
    for (const { moving } of seen) {
      for (const [part, pictures] of Object.entries(moving)) {
        expect(pictures, part).toBeGreaterThan(4);
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
  beforeAll(() => visitStill("embed.html#scene=apple&step=S1", true));

  test("forwards and backwards, from one end to the other", async () => {
    for (const step of steps.slice(1)) {
      expect((await watch("next")).moving, `to ${step}`).toEqual(still);
    }
    for (const step of steps.slice(0, -1).reverse()) {
      expect((await watch("previous")).moving, `back to ${step}`).toEqual(still);
    }
  });

  test("nor do the halves of S7", async () => {
    await page.evaluate(() => {
      const figure = document.querySelector("softmax-bridge");
      if (figure) figure.state = { step: "S6", split: true };
    });
    await page.clock.runFor(1000);
    for (const walk of ["next", "next", "previous", "previous"] as const) {
      expect((await watch(walk)).moving).toEqual(still);
    }
  });
});
