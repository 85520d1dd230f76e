/** How long the page takes from an input event to repainted numbers, against its budgets. */
import { resolve } from "node:path";
import { root } from "../paths.mjs";
import { serve } from "../serve.mjs";
import { openChromium } from "./chromium.mjs";

const events = 200;

/** @typedef {{ n: number, d: number, throttle: number, quantile: number, budget: number }} Case */
/** @type {Case[]} */
const cases = [
  { n: 8, d: 4, throttle: 1, quantile: 0.5, budget: 4 },
  { n: 64, d: 16, throttle: 4, quantile: 0.95, budget: 16 },
];

/** Medians and 95th percentiles in this machine's Chromium. */
export async function repaint() {
  const server = await serve(resolve(root, "dist"));
  const browser = await openChromium();
  console.log("input event → all numbers repainted, ms");
  console.log("   n   d  throttle   median      p95   budget");
  const results = [];
  for (const { n, d, throttle, quantile, budget } of cases) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1100 } });
    await page.goto(`${server.url}embed.html`);
    await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    const times = (await page.evaluate(turnKnob, { n, d, events })).sort((a, b) => a - b);
    const at = (/** @type {number} */ q) => times[Math.floor(q * (times.length - 1))] ?? Number.NaN;
    const verdict = at(quantile) <= budget ? "ok" : "OVER";
    results.push({
      n,
      d,
      throttle,
      median: at(0.5),
      p95: at(0.95),
      budget,
      within: verdict === "ok",
    });
    const columns = [n, d, `${throttle}×`, at(0.5).toFixed(2), at(0.95).toFixed(2)];
    const widths = [4, 4, 10, 9, 9];
    const row = columns.map((column, i) => String(column).padStart(widths[i] ?? 0)).join("");
    console.log(`${row}   ${quantile === 0.5 ? "median" : "p95"} ≤ ${budget}  ${verdict}`);
    await page.close();
  }
  await browser.close();
  await server.close();
  if (!results.every(({ within }) => within)) process.exitCode = 1;
  return results;
}

/**
 * In the page: turns a knob of the query once a frame at step S7, and times each turn from its input
 * event until the frame has been painted.
 * @param {{ n: number, d: number, events: number }} options
 */
async function turnKnob({ n, d, events }) {
  const figure = document.querySelector("softmax-bridge");
  if (!figure) throw new Error("no figure");
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const values = Array.from({ length: n }, () => Array.from({ length: d }, () => random() * 2 - 1));
  const query = Array.from({ length: d }, () => random() * 4 - 2);
  const names = { labels: null, features: null };
  figure.state = { scene: "custom", step: "S7", values, keys: null, mask: null, query, ...names };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let i = 0; i < 20; i++) await frame();

  const derive = figure.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
  const knob = derive?.querySelector("sb-query")?.shadowRoot?.querySelector("input[type=range]");
  if (!(knob instanceof HTMLInputElement)) throw new Error("no knob");
  const { port1, port2 } = new MessageChannel();
  const times = [];
  for (let i = 0; i < events; i++) {
    await frame();
    const start = performance.now();
    knob.value = String(Math.sin(i / 9) * 2);
    knob.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    // This frame is still to be painted; a message sent now arrives when it has been.
    times.push(
      await new Promise((resolve) => {
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(null);
      }),
    );
  }
  return times;
}
