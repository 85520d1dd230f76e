/** What a post does while its figures load: nothing of it moves. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { elementSnippet, frameSnippet, heights } from "../../web/src/model/share.ts";
import type { ViewId } from "../../web/src/model/state.ts";
import { patience } from "../patience.ts";
import { hostOf } from "./host.ts";
import { useSite } from "./page.ts";

const site = useSite();

/** Opens a post as a phone on a slow line does. */
async function read(body: string, work: (page: Page) => Promise<void>): Promise<void> {
  const host = await hostOf(body, { head: "<style>body { margin: 16px }</style>" });
  const phone = { width: 390, height: 844 };
  const context = await site.browser.newContext({ viewport: phone, isMobile: true });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const session = await context.newCDPSession(page);
    const bytes = 200_000;
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 60,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (globalThis as unknown as { shift: number }).shift += (
            entry as PerformanceEntry & { value: number }
          ).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(host.url);
    await work(page);
  } finally {
    await context.close();
    await host.close();
  }
}

const shifts = (page: Page): Promise<number[]> =>
  Promise.all(
    page
      .frames()
      .map((frame) => frame.evaluate(() => (globalThis as unknown as { shift: number }).shift)),
  );

const link = (): string => `${site.url}index.html#v=1&view=derive&scene=apple&step=S6&lang=en`;
const frame = (): string =>
  frameSnippet(link(), {
    title: "From argmax to softmax",
    said: "The hard answer is the apple",
    width: "100%",
    height: String(heights.derive.wide),
    fitted: true,
  });
const element = (): string =>
  elementSnippet(link(), "The hard answer is the apple", heights.derive.wide);

/** Every figure is drawn, every frame sized. */
const drawn = async (page: Page): Promise<void> => {
  for (const place of page.frames()) {
    await place.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    await place.waitForFunction(() => document.fonts.status === "loaded");
  }
  await page.waitForFunction(() => (document.querySelector("iframe")?.clientHeight ?? 0) > 1400);
};

test("nothing of a post with an element and a frame moves, at 200 kB/s on a phone", async () => {
  const text = "<p>Attention chooses, and softmax chooses softly.</p>";
  for (const post of [element() + text + frame(), frame() + text + element()]) {
    await read(text + post + text, async (page) => {
      await drawn(page);
      for (const shift of await shifts(page)) expect(shift).toBeLessThan(0.01);
    });
  }
});

test("a frame that its author made higher than its content stays as high", async () => {
  const high = `<iframe src="${site.url}embed.html#scene=apple&step=S6&lang=en" width="100%" height="2600" style="border: 0"></iframe><script src="${site.url}embed.js"></script>`;
  await read(high, async (page) => {
    const [, place] = page.frames();
    await place?.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    const height = () => page.evaluate(() => document.querySelector("iframe")?.clientHeight);
    await page.waitForFunction(() => document.querySelector("iframe")?.style.height !== "");
    expect(await height()).toBe(2600);
  });
});

test("the heights given away are those that the views have", async () => {
  const page = await site.browser.newPage();
  page.setDefaultTimeout(patience);
  for (const view of Object.keys(heights) as ViewId[]) {
    for (const [width, kept] of [
      [390, heights[view].column],
      [1280, heights[view].wide],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const step = view === "derive" ? "&step=S9" : "";
      await page.goto("about:blank");
      await page.goto(`${site.url}embed.html#view=${view}${step}&lang=en`);
      await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
      // Within a twentieth: readers' own fonts make more of it.
      const off = () =>
        page.evaluate(
          (kept) => Math.abs(document.body.getBoundingClientRect().height / kept - 1),
          kept,
        );
      await expect.poll(off, { message: `${view} at ${width}` }).toBeLessThan(0.05);
    }
  }
  await page.close();
});
