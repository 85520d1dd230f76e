import type { CDPSession, Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { page, show, stateOf, useSite } from "./page.ts";

const site = useSite();
const phone = { width: 390, height: 844, touch: true, reducedMotion: true } as const;

type Spot = readonly [x: number, y: number];

/** The browser's own touches, as a screen gives them, in small steps. */
async function swipe([x, y]: Spot, [dx, dy]: Spot): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: readonly Spot[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at.map(([x, y]) => ({ x, y })),
    });
  await touch("touchStart", [[x, y]]);
  for (let k = 1; k <= 12; k++) await touch("touchMove", [[x + (dx * k) / 12, y + (dy * k) / 12]]);
  await touch("touchEnd", []);
  await session.detach();
}

async function pull([x, y]: Spot, [dx, dy]: Spot): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= 12; k++) await page.mouse.move(x + (dx * k) / 12, y + (dy * k) / 12);
  await page.mouse.up();
}

const scrolled = (): Promise<number> => page.evaluate(() => scrollY);

/** The middle of what is to be touched, brought to the middle of the window. */
async function middleOf(handle: Locator): Promise<Spot> {
  await handle.waitFor({ state: "attached" });
  await handle.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = await handle.boundingBox();
  if (!box) throw new Error("nothing to touch");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const placed = (): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

interface Handle {
  readonly name: string;
  readonly fragment: string;
  readonly of: string;
  /** A way that both go, px. */
  readonly way: Spot;
  /** What it moves. */
  readonly value: () => Promise<unknown>;
}

const chosen = <T>(key: string): Promise<T> =>
  stateOf(page).then((state) => (state as unknown as Record<string, T>)[key] as T);
const option = (key: string) => async (): Promise<unknown> =>
  ((await stateOf(page)).options as unknown as Record<string, unknown>)[key];
const place = (): Promise<unknown> =>
  page.locator("sb-slope .handle").first().getAttribute("aria-valuenow");
const looksAt = (): Promise<unknown> => page.locator("sb-scale-maps .window").textContent();

/** What a finger goes up or down from scrolls the page. */
const sliders: readonly Handle[] = [
  {
    name: "the temperature on its axis",
    fragment: "#view=temperature&t=1",
    of: "sb-temperature-chart .slider .knob",
    way: [60, 0],
    value: () => chosen("temperature"),
  },
  {
    name: "the point between the start and q",
    fragment: "#view=gradient",
    of: "sb-slope .touch",
    way: [70, 0],
    value: place,
  },
  {
    name: "the update of the training",
    fragment: "#view=gradient",
    of: "sb-training .panel svg",
    way: [50, 0],
    value: option("at"),
  },
  {
    name: "the step on the rail",
    fragment: "#step=S3",
    of: 'sb-rail [aria-current="step"]',
    way: [120, 0],
    value: () => chosen("step"),
  },
  {
    name: "a slider of the browser",
    fragment: "#step=S6",
    of: 'sb-query input[type="range"]',
    way: [40, 0],
    value: () => chosen("query"),
  },
  {
    name: "what is added to every score",
    fragment: "#view=normalizers",
    of: 'sb-normalizers input[type="range"]',
    way: [40, 0],
    value: option("shift"),
  },
];

const things: readonly Handle[] = [
  {
    name: "the query's arrow",
    fragment: "#step=S6",
    of: "sb-plane .handle .grip",
    way: [-30, 44],
    value: () => chosen("query"),
  },
  {
    name: "an item of the plane",
    fragment: "#scene=plane&step=S6",
    of: "sb-plane .movable .touch",
    way: [36, -30],
    value: () => chosen("values"),
  },
];

describe.each([...sliders, ...things])("$name", ({ fragment, of, way, value }) => {
  test("is dragged by a finger as by a mouse, and the page stands still", async () => {
    await site.open(`index.html${fragment}`, phone);
    const handle = page.locator(of).first();
    const at = await middleOf(handle);
    const start = await stateOf(page);
    const [before, height] = [await value(), await scrolled()];
    await swipe(at, way);
    await placed();
    const byFinger = await value();
    expect(await scrolled()).toBe(height);
    expect(byFinger).not.toEqual(before);
    await show(page, start);
    if ((await value()) !== before) await site.open(`index.html${fragment}`, phone);
    const again = await middleOf(handle);
    expect(again).toEqual(at);
    await pull(again, way);
    await placed();
    expect(await value()).toEqual(byFinger);
  });
});

describe.each(sliders)("$name", ({ fragment, of, value }) => {
  test("stays where a finger goes up from it, and the page scrolls", async () => {
    await site.open(`index.html${fragment}`, phone);
    const [x, y] = await middleOf(page.locator(of).first());
    const [before, height] = [await value(), await scrolled()];
    // Beside the thumb, so that a press alone would change it.
    await swipe([x + 30, y], [3, -160]);
    await expect.poll(scrolled).toBeGreaterThan(height + 60);
    expect(await value()).toEqual(before);
  });
});

test("a map that is zoomed into is taken along by a finger as by a mouse", async () => {
  await site.open("index.html#view=scale&n=64", phone);
  const map = page.locator('sb-scale-maps .target[data-kind="soft"]');
  await map.waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(looksAt).toContain("33–64");
  const at = await middleOf(map);
  const [before, height] = [await looksAt(), await scrolled()];
  // It stands at the last rows and the first columns: there is room up and to the right.
  await swipe(at, [-90, 60]);
  await placed();
  const byFinger = await looksAt();
  expect(byFinger).not.toBe(before);
  expect(await scrolled()).toBe(height);
  await swipe(at, [90, -60]);
  await placed();
  expect(await looksAt()).toBe(before);
  await pull(at, [-90, 60]);
  await placed();
  expect(await looksAt()).toBe(byFinger);
});

test("a tap on a slider goes there", async () => {
  await site.open("index.html#view=temperature&t=1", phone);
  const [x, y] = await middleOf(page.locator("sb-temperature-chart .slider .knob"));
  await page.touchscreen.tap(x + 60, y);
  expect(await chosen<number>("temperature")).toBeGreaterThan(1);
});

test("an arrow that is dragged beyond the plot stops at its edge, and is let go where it is", async () => {
  await site.open("index.html#step=S6", { reducedMotion: true });
  const grip = page.locator("sb-plane .handle .grip").first();
  const [x, y] = await middleOf(grip);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y - 20);
  await page.mouse.move(x + 900, y - 30, { steps: 8 });
  await placed();
  const plot = await page.locator("sb-plane svg.plot").first().boundingBox();
  const held = await grip.boundingBox();
  if (!plot || !held) throw new Error("no plot");
  expect(held.x + held.width / 2).toBeLessThanOrEqual(plot.x + plot.width);
  expect(held.x + held.width / 2).toBeGreaterThan(plot.x + plot.width - 40);
  const foot = () => page.locator("sb-plane .query path").first().getAttribute("d");
  const drawn = await foot();
  await page.mouse.up();
  await placed();
  await placed();
  expect(await grip.boundingBox()).toEqual(held);
  expect(await foot()).toBe(drawn);
});

test.each([390, 768, 1280])(
  "nothing below or above the temperature moves while it is dragged, %i px",
  async (width) => {
    await site.open("index.html#view=temperature&t=1", { width, reducedMotion: true });
    const [x, y] = await middleOf(page.locator("sb-temperature-chart .slider .knob"));
    const blocks = (): Promise<number[]> =>
      page.evaluate(() => {
        const root = document
          .querySelector("softmax-bridge")
          ?.shadowRoot?.querySelector("sb-temperature-view")?.shadowRoot;
        return ["sb-temperature-chart", ".path", ".about", ".farther"].flatMap((selector) => {
          const box = root?.querySelector(selector)?.getBoundingClientRect();
          return [box?.top ?? Number.NaN, box?.height ?? Number.NaN];
        });
      });
    const before = await blocks();
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const share of [-1, -0.5, -0.2, 0.2, 0.5, 1]) {
      await page.mouse.move(x + (share * width) / 3, y);
      await placed();
      expect(await blocks(), `${share}`).toEqual(before);
    }
    await page.mouse.up();
  },
);

test("the badge of a limit moves nothing below it", async () => {
  await site.open("index.html#view=derive&step=S7&t=1", { width: 1280, reducedMotion: true });
  const explanation = page.locator("sb-derive .explanation");
  const before = await explanation.boundingBox();
  await show(page, { temperature: 0 });
  await page.locator("sb-derive .flag").waitFor();
  expect((await explanation.boundingBox())?.y).toBe(before?.y);
});
