import { describe, expect, it } from "vitest";
import { page, show, useSite } from "./page.ts";

const site = useSite();

/** DOM nodes and listeners that no garbage collection takes. */
async function held(): Promise<{ nodes: number; listeners: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  // What a task lets go of may be held by the next one still.
  for (let i = 0; i < 3; i += 1) {
    await session.send("HeapProfiler.collectGarbage");
    await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => setTimeout(then))));
  }
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { nodes: of("Nodes"), listeners: of("JSEventListeners") };
}

/** Does it twice, so that whatever is loaded once is there, then often, and compares. */
async function expectNothingLeftBy(act: () => Promise<void>): Promise<void> {
  await act();
  await act();
  const before = await held();
  expect(before.nodes).toBeGreaterThan(1000);
  for (let i = 0; i < 6; i += 1) await act();
  const after = await held();
  expect(after.nodes, "nodes").toBeLessThan(before.nodes * 1.05);
  expect(after.listeners, "listeners").toBeLessThan(before.listeners * 1.05);
}

describe("what a page holds", () => {
  it("is what it shows: views leave nothing behind", async () => {
    await site.open("index.html#step=S4");
    await expectNothingLeftBy(async () => {
      for (const view of ["temperature", "gradient", "normalizers", "scale", "derive"] as const)
        await show(page, { view });
    });
  });

  it("nor do steps, scenes, languages, or a dialog", async () => {
    await site.open("index.html#step=S4");
    await expectNothingLeftBy(async () => {
      await show(page, { scene: "tie", step: "S7", language: "zh-CN" });
      await show(page, { split: true, step: "S7a" });
      await show(page, { split: false, step: "S9", scene: "apple", language: "en" });
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
    });
  });

  it("nor does a figure that its host takes out", async () => {
    await site.open("index.html#step=S4");
    await expectNothingLeftBy(() =>
      page.evaluate(async () => {
        for (let i = 0; i < 3; i += 1) {
          const figure = document.createElement("softmax-bridge");
          document.body.append(figure);
          await new Promise((drawn) => figure.addEventListener("softmax-bridge:change", drawn));
          figure.remove();
        }
      }),
    );
  });
});
