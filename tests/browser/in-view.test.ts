/** What a step changes is in the window, and nobody had to scroll to it. */
import { describe, expect, test } from "vitest";
import { page, useSite, type View } from "./page.ts";

const site = useSite();

const steps = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"] as const;
/** The row of the ledger that each step fills; the pick of S2 is marked in the scores. */
const rows = [
  "scores",
  "scores",
  "oneHot",
  "shifted",
  "expShifted",
  "normalized",
  "river weights",
  "softmax",
  "shares share-0 share-1 share-2 share-3",
];

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Where everything stands that a step changes, and what of the window the docked controls leave. */
const places = () =>
  page.evaluate(() => {
    const derive = document
      .querySelector("softmax-bridge")
      ?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
    const part = (name: string) => derive?.querySelector(name)?.shadowRoot;
    const box = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right };
    };
    const all = (of: ParentNode | null | undefined, selector: string) =>
      Array.from(of?.querySelectorAll(selector) ?? []);
    const plane = part("sb-scene")?.querySelector("sb-plane");
    const transport = derive?.querySelector("sb-transport");
    return {
      step: document.querySelector("softmax-bridge")?.state?.step,
      transport: all(part("sb-transport"), "button").map(box),
      dock: transport ? box(transport).top : 0,
      line: all(part("sb-formula"), ".now.piece").map(box),
      changed: all(part("sb-ledger"), "tr.current").map((row) => ({
        id: (row as HTMLElement).dataset.row,
        ...box(row),
      })),
      rows: all(part("sb-ledger"), "tbody tr").map((row) => (row as HTMLElement).dataset.row),
      scene: [
        ...all(plane?.shadowRoot, "svg.plot .item, .mark, .frame, .current"),
        ...all(part("sb-scene"), ".strips, .root"),
      ].map(box),
      scrolled: [scrollX, scrollY],
      sideways: document.documentElement.scrollWidth - innerWidth,
      window: { width: innerWidth, height: innerHeight },
    };
  });

/** Each way to go on: a button, a key, and a station of the rail. */
const ways = [
  () => page.getByRole("button", { name: "Next step" }).click(),
  () => page.keyboard.press("ArrowRight"),
  (step: string) =>
    page
      .locator("sb-rail")
      .getByRole("button", { name: new RegExp(`^${step}[^0-9]`) })
      .click(),
];

const sizes = [
  [1440, 900],
  [1280, 720],
  [768, 1024],
  [390, 844],
] as const;
/** What a laptop's browser leaves of its screen. */
const laptops = [
  [1440, 790],
  [1366, 650],
] as const;
const figures: ReadonlyArray<
  readonly [name: string, address: string, view: View, desktop: boolean]
> = [
  ...[...sizes, ...laptops].map(
    ([width, height]) =>
      [`page, ${width} × ${height}`, "index.html", { width, height }, width > 1000] as const,
  ),
  // A frame of 700 px in each of the windows; a phone's window is narrower.
  ...sizes.map(
    ([width, height]) =>
      [
        `embed in ${width} × ${height}`,
        "embed.html",
        { width: Math.min(700, width), height },
        false,
      ] as const,
  ),
];

describe.each(figures)("%s", (_, address, view, desktop) => {
  test("what each step changes is in the window, unscrolled", async () => {
    await site.open(`${address}#step=S1&lang=en`, { ...view, reducedMotion: true });
    for (const [at, step] of steps.entries()) {
      if (at > 0) await ways[(at - 1) % ways.length]?.(step);
      await expect.poll(async () => (await places()).step).toBe(step);
      await expect
        .poll(async () => (await places()).changed.map(({ id }) => id).join(" "))
        .toBe(rows[at]);
      const seen = await places();
      const inside = ({ top, bottom, left, right }: Box, floor: number): boolean =>
        top >= 0 && bottom <= floor + 0.5 && left >= 0 && right <= seen.window.width + 0.5;
      expect(seen.transport.length, step).toBe(3);
      for (const box of seen.transport) expect(inside(box, seen.window.height), step).toBe(true);
      expect(seen.line.length, step).toBeGreaterThan(1);
      for (const box of seen.line) expect(inside(box, seen.dock), `${step}: formula`).toBe(true);
      for (const { id, ...box } of seen.changed) {
        const within = box.top >= 0 && box.bottom <= seen.dock;
        expect(within, `${step}: ${id} ends at ${box.bottom}, dock at ${seen.dock}`).toBe(true);
      }
      expect(seen.scene.length, step).toBeGreaterThanOrEqual(8);
      if (desktop)
        for (const box of seen.scene)
          expect(inside(box, seen.dock), `${step}: scene ${JSON.stringify(box)}`).toBe(true);
      expect(seen.scrolled, step).toEqual([0, 0]);
      expect(seen.sideways, step).toBe(0);
    }
  });
});

test("rows still to come take no room", async () => {
  await site.open("embed.html#step=S1&lang=en", { width: 700, height: 900, reducedMotion: true });
  expect((await places()).rows).toEqual(["scores"]);
  await page.evaluate(() => {
    const figure = document.querySelector("softmax-bridge");
    if (figure) figure.state = { step: "S4" };
  });
  await expect.poll(async () => (await places()).rows).toEqual(["scores", "oneHot", "shifted"]);
});

test("the chain plays in sight", async () => {
  await site.open("index.html#step=S5&lang=en", {
    width: 1280,
    height: 720,
    reducedMotion: true,
    stopClock: true,
  });
  await page.getByRole("button", { name: "Play all steps" }).click();
  const seen = new Set<string | undefined>();
  for (let k = 0; k < 200 && seen.size < 4; k++) {
    await page.clock.runFor(500);
    const { step, changed, dock, scrolled } = await places();
    seen.add(step);
    for (const { bottom, id } of changed) expect(bottom, `${step} ${id}`).toBeLessThanOrEqual(dock);
    expect(scrolled).toEqual([0, 0]);
  }
  expect([...seen]).toEqual(["S6", "S7", "S8", "S9"]);
});

test("who has scrolled on a phone is brought to what the next step is called", async () => {
  await site.open("index.html#scene=apple&step=S1&lang=en", { width: 390, height: 664 });
  await page.evaluate(() => scrollTo({ top: 600, behavior: "instant" }));
  const heading = page.locator("sb-derive .argument h2");
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  expect(await top()).toBeLessThan(0);
  await page.getByRole("button", { name: "Next step" }).click();
  await expect.poll(() => heading.textContent()).toContain("S2");
  await expect.poll(top).toBeGreaterThanOrEqual(0);
  expect(await top()).toBeLessThan(100);
  // Who sees it already stays where they are.
  const place = () => page.evaluate(() => scrollY);
  let before = -1;
  await expect
    .poll(async () => {
      const last = before;
      before = await place();
      return before - last;
    })
    .toBe(0);
  await page.getByRole("button", { name: "Next step" }).click();
  await expect.poll(() => heading.textContent()).toContain("S3");
  expect(await place()).toBe(before);
});
