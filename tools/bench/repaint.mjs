/**
 * How long the page takes from an input event to repainted numbers, against its budgets: beside a page
 * that one would write instead (usual/), a bare table of 60 numbers, and, where BENCH_BASE names its
 * folder, another build of this page. They take turns, so that all see the same machine.
 */
import { resolve } from "node:path";
import { install } from "../install.mjs";
import { root } from "../paths.mjs";
import { serve } from "../serve.mjs";
import { openChromium } from "./chromium.mjs";

const rounds = 3;
const events = 60;
const usual = resolve(root, "build/bench-usual");

/** @typedef {{ n: number, d: number, throttle: number, quantile: number, budget: number }} Case */
/** @type {Case[]} */
const cases = [
  { n: 8, d: 4, throttle: 1, quantile: 0.5, budget: 5 },
  { n: 64, d: 16, throttle: 4, quantile: 0.95, budget: 33 },
];

/** What another takes may be this many times less than ours at n = 8. */
const mostOfTable = 2.5;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ name: string, open: (page: Page, size: Case) => Promise<unknown> }} Lane */

/** Medians and 95th percentiles in this machine's Chromium. */
export async function repaint() {
  await buildUsual();
  const base = process.env.BENCH_BASE;
  const folders = [resolve(root, "dist"), usual, ...(base === undefined ? [] : [resolve(base)])];
  const [ours, others, before] = await Promise.all(folders.map((folder) => serve(folder)));
  const browser = await openChromium();
  /** @type {Lane[]} */
  const lanes = [
    { name: "this page", open: (page, size) => openFigure(page, `${ours?.url}embed.html`, size) },
    ...(before === undefined
      ? []
      : [
          {
            name: "base",
            open: (/** @type {Page} */ page, /** @type {Case} */ size) =>
              openFigure(page, `${before.url}embed.html`, size),
          },
        ]),
    {
      name: "React, KaTeX, d3",
      open: async (page, { n, d }) => {
        await page.goto(`${others?.url}index.html#${n},${d}`);
        await page.waitForSelector("input[type=range]");
      },
    },
    { name: "60 bare numbers", open: (page) => page.setContent(bareTable) },
  ];
  console.log("input event → all numbers repainted, ms");
  console.log("   n   d  throttle  page                 median      p95");
  /** @type {{ name: string, n: number, d: number, throttle: number, median: number, p95: number, budget?: number, within?: boolean }[]} */
  const results = [];
  for (const size of cases) {
    const { n, d, throttle, quantile, budget } = size;
    /** @type {Map<string, number[]>} */
    const times = new Map(lanes.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const { name, open } of round % 2 ? lanes.toReversed() : lanes) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 1100 } });
        await open(page, size);
        const session = await page.context().newCDPSession(page);
        await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
        times.get(name)?.push(...(await page.evaluate(turnKnob, { events })));
        await page.close();
      }
    }
    for (const [name, list] of times) {
      list.sort((a, b) => a - b);
      const at = (/** @type {number} */ q) => list[Math.floor(q * (list.length - 1))] ?? Number.NaN;
      const own = name === "this page";
      results.push({
        name,
        n,
        d,
        throttle,
        median: at(0.5),
        p95: at(0.95),
        ...(own && { budget, within: at(quantile) <= budget }),
      });
      const columns = [n, d, `${throttle}×`].map((x, i) => String(x).padStart([4, 4, 10][i] ?? 0));
      const verdict = own
        ? `   ${quantile === 0.5 ? "median" : "p95"} ≤ ${budget}  ${at(quantile) <= budget ? "ok" : "OVER"}`
        : "";
      console.log(
        `${columns.join("")}  ${name.padEnd(17)}${at(0.5).toFixed(2).padStart(10)}${at(0.95).toFixed(2).padStart(9)}${verdict}`,
      );
    }
  }
  const median = (/** @type {string} */ name) =>
    results.find((result) => result.name === name)?.median ?? Number.NaN;
  const ratio = median("this page") / median("60 bare numbers");
  console.log(`n = 8: ${ratio.toFixed(2)} times the bare numbers (≤ ${mostOfTable})`);
  await browser.close();
  await Promise.all([ours, others, before].map((server) => server?.close()));
  if (results.some(({ within }) => within === false) || ratio > mostOfTable) process.exitCode = 1;
  return { results, ratio };
}

async function buildUsual() {
  await install("tools/bench");
  const vite = await import("vite");
  await vite.build({
    configFile: false,
    root: resolve(root, "tools/bench/usual"),
    base: "./",
    logLevel: "warn",
    build: { outDir: usual, emptyOutDir: true },
  });
}

/** @param {Page} page @param {string} url @param {Case} size */
async function openFigure(page, url, size) {
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
  await page.evaluate(showNumbers, size);
}

/** In the page: numbers of the wanted sizes at step S7. @param {Case} size */
async function showNumbers({ n, d }) {
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
}

/** In the page: turns the first knob once a frame, and times each turn from its input event until
 * the frame has been painted. @param {{ events: number }} options */
async function turnKnob({ events }) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let i = 0; i < 20; i++) await frame();
  const derive = document
    .querySelector("softmax-bridge")
    ?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
  const query = derive?.querySelector("sb-query")?.shadowRoot;
  const knob = (query ?? document).querySelector("input[type=range]");
  if (!(knob instanceof HTMLInputElement)) throw new Error("no knob");
  // Not as a property of the element: React does not see what is set there.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  const { port1, port2 } = new MessageChannel();
  const times = [];
  for (let i = 0; i < events; i++) {
    await frame();
    const start = performance.now();
    set?.call(knob, String(Math.sin(i / 9) * 2));
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

const bareTable = `<!doctype html><meta charset="utf-8" /><style>
  body { font: 15px sans-serif; font-variant-numeric: tabular-nums }
  table { width: 776px; table-layout: fixed }
</style><input type="range" min="-4" max="4" step="0.001" />
<table>${"<tr>".concat("<td>0</td>".repeat(10)).repeat(6)}</table>
<script>
  const cells = Array.from(document.querySelectorAll("td"), (td) => td.firstChild);
  document.querySelector("input").addEventListener("input", (event) => {
    cells.forEach((cell, i) => { cell.data = Math.sin(event.target.value * (i + 1)).toFixed(4); });
  });
</script>`;
