/**
 * How soon the pages are there on a cheap phone, against their budgets: Lighthouse's mobile preset, five
 * runs of each, served as `npm start` serves them.
 */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { install } from "../install.mjs";
import { serveSite } from "../serve.mjs";
import { findChromium } from "../toolchain.mjs";

const runs = 5;
const pages = ["index.html", "embed.html", "index.html#lang=zh-CN", "index.html#view=temperature"];

/** Of a hundred, in ms, and as a share of the window. */
const budgets = {
  performance: (/** @type {number} */ x) => x >= 95,
  accessibility: (/** @type {number} */ x) => x === 100,
  "best-practices": (/** @type {number} */ x) => x === 100,
  seo: (/** @type {number} */ x) => x === 100,
  "first-contentful-paint": () => true,
  "largest-contentful-paint": (/** @type {number} */ x) => x <= 2000,
  "total-blocking-time": (/** @type {number} */ x) => x <= 150,
  "cumulative-layout-shift": (/** @type {number} */ x) => x <= 0.01,
};

/** Every run, and the median of each figure. */
export async function load() {
  await install("tools/bench");
  const from = createRequire(import.meta.url);
  const needed = (/** @type {string} */ name) => import(pathToFileURL(from.resolve(name)).href);
  const [{ default: lighthouse }, { launch }] = await Promise.all([
    needed("lighthouse"),
    needed("chrome-launcher"),
  ]);
  const server = await serveSite();
  /** @type {Record<string, Record<string, number>[]>} */
  const results = {};
  try {
    for (const page of pages) {
      console.log(`\n${page}`);
      console.log(Object.keys(budgets).map(short).join(""));
      /** @type {Record<string, number>[]} */
      const all = [];
      for (let run = 0; run < runs; run++) {
        const browser = await launch({
          chromePath: findChromium(),
          chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
        });
        try {
          const { lhr } = await lighthouse(server.url + page, { port: browser.port });
          all.push(figuresOf(lhr));
        } finally {
          browser.kill();
        }
        console.log(written(all.at(-1) ?? {}));
      }
      const median = Object.fromEntries(
        Object.keys(budgets).map((name) => [
          name,
          all.map((one) => one[name] ?? Number.NaN).sort((a, b) => a - b)[runs >> 1] ?? Number.NaN,
        ]),
      );
      const over = Object.entries(budgets).filter(([name, holds]) => !holds(median[name] ?? 0));
      console.log(`${written(median)}  median${over.map(([name]) => `  OVER ${name}`).join("")}`);
      if (over.length > 0) process.exitCode = 1;
      results[page] = [...all, median];
    }
  } finally {
    await server.close();
  }
  return results;
}

/**
 * @param {{ categories: Record<string, { score: number | null }>, audits: Record<string, { numericValue?: number }> }} report
 * @returns {Record<string, number>}
 */
const figuresOf = ({ categories, audits }) =>
  Object.fromEntries(
    Object.keys(budgets).map((name) => [
      name,
      name in categories
        ? Math.round(100 * (categories[name]?.score ?? 0))
        : (audits[name]?.numericValue ?? Number.NaN),
    ]),
  );

/** @param {string} name */
const short = (name) => name.replace(/\B\w+-?/g, "").padStart(8);

/** @param {Record<string, number>} figures */
const written = (figures) =>
  Object.values(figures)
    .map((x) => String(x < 1 ? Number(x.toFixed(4)) : Math.round(x)).padStart(8))
    .join("");
