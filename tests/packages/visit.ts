/** A page that a project has made of the package: does everything of it arrive, and work? */
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { enter } from "../browser/page.ts";

/** A module that uses the core, in the page and in a worker. */
export const use = `
  import { loadCore, loadPool } from "softmax-bridge/core";
  const input = { scores: [1, 3, 2] };
  export function use() {
    globalThis.answer = loadCore().then((core) => core.derive(input).argmax);
    globalThis.apart = loadPool({ workers: 1 }).then(async (pool) => {
      const { argmax } = await pool.call("derive", [input]);
      pool.close();
      return [argmax, pool.threaded];
    });
  }
`;

/** A script that uses all of the package, beside `use.js`. */
export const script = `
  import "softmax-bridge";
  import { use } from "./use.js";
  use();
`;

// Without a <p>, as docs/embedding.md says: Parcel writes no </p> at the end of an element of one's own, whose
// end tag a browser then passes over, so that the second figure would stand inside the first.
export const figures = `
  <softmax-bridge scene="apple" step="S7" lang="en">argmax picks the apple.</softmax-bridge>
  <softmax-bridge view="scale" n="512" lang="en"></softmax-bridge>
`;

/** The page around that script. @param attributes of the tag of the script */
export const pageWith = (attributes: string, body = figures): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>App</title><link rel="icon" href="data:,"></head>
<body>${body}<script ${attributes}></script></body></html>`;

export interface Visit {
  readonly page: Page;
  /** Whatever was complained about, and whatever was asked for in vain. */
  readonly faults: readonly string[];
  leave(): Promise<void>;
}

export async function visit(browser: Browser, url: string): Promise<Visit> {
  // So high that both figures are in sight and drawn.
  const { page, leave } = await enter(browser, { viewport: { width: 1200, height: 3000 } });
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url);
  return { page, faults, leave };
}

/** What `use` has come to: frameworks run it after the page has been loaded. */
async function said(page: Page, name: "answer" | "apart"): Promise<unknown> {
  await page.waitForFunction((name) => name in globalThis, name);
  return page.evaluate((name) => (globalThis as Record<string, unknown>)[name], name);
}

/** What each column of the table looks at. */
export const columns: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  core: async (page) => expect(await said(page, "answer")).toBe(1),

  "core in a worker": async (page) => expect(await said(page, "apart")).toEqual([1, true]),

  element: async (page) => {
    await page.locator("sb-ledger").first().waitFor();
    const weights = await page.evaluate(() => [
      ...(document.querySelector("softmax-bridge")?.derivation?.weights ?? []),
    ]);
    const apple = [0.4378, 0.1611, 0.0977, 0.2655, 0.0247, 0.0132];
    expect(weights).toEqual(apple.map((weight) => expect.closeTo(weight, 4)));
  },

  worker: async (page) => {
    // Where it does not answer, the page does its work, and says so.
    await page.getByText(/Worked out in (a worker|\d+ workers), apart from this page\./).waitFor();
    expect(page.workers().length).toBeGreaterThan(0);
  },

  fonts: async (page) => {
    const faces = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(
        ({ family, status }) => `${family.replaceAll('"', "")}: ${status}`,
      );
    });
    expect(faces).toContain("Softmax Bridge Maths: loaded");
    expect(faces).toContain("Softmax Bridge Sans: loaded");
    expect(faces.filter((face) => face.endsWith("error"))).toEqual([]);
  },
};
