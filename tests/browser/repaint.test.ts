import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { page, show, useSite } from "./page.ts";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
}

const site = useSite();

const turns = 40;

/** Turns the first knob once a frame. */
const turn = (page: Page, from: number): Promise<void> =>
  page.evaluate(
    async ([turns, from]) => {
      const derive = document
        .querySelector("softmax-bridge")
        ?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
      const query = derive?.querySelector("sb-query")?.shadowRoot;
      const knob = query?.querySelector<HTMLInputElement>("input[type=range]");
      if (!knob) throw new Error("no knob");
      for (let i = 0; i < turns; i++) {
        await new Promise(requestAnimationFrame);
        // Small turns: the winner stays, and the query in the drawing.
        knob.value = String(from + (i % 8) / 8);
        knob.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      }
      await new Promise(requestAnimationFrame);
    },
    [turns, from] as const,
  );

test("a turn of a knob does not style the whole figure anew, and keeps the layers", async () => {
  await site.open("embed.html#scene=apple&step=S7");
  await show(page, { step: "S7" });
  // The first turns find the frame in which the rest stays.
  await turn(page, 1);
  await page.evaluate(() => {
    const figure = document.querySelector("softmax-bridge");
    if (!figure) throw new Error("no figure");
    // Where one of these is set, if only to what it was, every element below it is styled anew.
    new MutationObserver((records) => {
      figure.title += records.map(({ attributeName }) => attributeName).join();
    }).observe(figure, {
      attributeFilter: ["lang", "dir", "class", "style", "data-theme", "mode"],
    });
  });
  await site.browser.startTracing(page, { categories: ["devtools.timeline", "blink"] });
  await turn(page, 1);
  const { traceEvents } = JSON.parse((await site.browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  expect(await page.evaluate(() => document.querySelector("softmax-bridge")?.title)).toBe("");
  const count = (name: string): number =>
    traceEvents.filter((event) => event.name === name && event.ph === "X").length;
  expect(count("Layout")).toBeGreaterThan(turns / 2);
  expect(count("PrePaint")).toBeGreaterThan(turns / 2);
  expect(count("PaintArtifactCompositor::Update")).toBeLessThan(turns / 3);
});
