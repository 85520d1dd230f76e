/** Pages of other people that show the figure, and the browsers that read them. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Frame as ChromiumFrame, Page as ChromiumPage } from "playwright-core";
import puppeteer, { type Frame as FirefoxFrame, type Page as FirefoxPage } from "puppeteer-core";
import { serve } from "../../tools/serve.mjs";
import { hang, patience } from "../patience.ts";
import { complainOfRefusals, enter, launch, type View } from "./page.ts";
import { webKit } from "./webkit.ts";

export interface Host {
  readonly url: string;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly head?: string;
  /** Attributes of `<html>`. */
  readonly html?: string;
  readonly headers?: Record<string, string>;
}

/** A page with a server, and so an origin, of its own. */
export async function hostOf(
  body: string,
  { head = "", html = "lang=en", headers = {} }: HostOptions = {},
): Promise<Host> {
  const page = `<!doctype html><html ${html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Host</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
  return serveFiles({ "index.html": page }, headers);
}

/** A few files on a server of their own. */
export async function serveFiles(
  files: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), "softmax-bridge-host-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const server = await serve(folder, { headers });
  return {
    url: server.url,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A document in any browser. */
export interface Place {
  evaluate<T, A>(work: (argument: A) => T | Promise<T>, argument: A): Promise<T>;
  evaluate<T>(work: () => T | Promise<T>): Promise<T>;
}

export interface Tab extends Place {
  /** The documents within it, in order. */
  frames(): Place[];
  resize(width: number, height: number): Promise<void>;
  /** By the mouse, pressed at the first point and let go at the last. */
  drag(points: readonly Point[]): Promise<void>;
  press(key: string): Promise<void>;
  /** Throws away what nothing holds; Chromium alone can be asked. */
  collect(): Promise<void>;
  /** Addresses of all that was asked for. */
  readonly requests: readonly string[];
  /** Whatever was complained about. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Where, in CSS pixels of the window. */
export type Point = readonly [x: number, y: number];

export interface Reader {
  open(
    url: string,
    view?: Pick<View, "width" | "height"> & { readonly scripts?: boolean },
  ): Promise<Tab>;
  close(): Promise<void>;
}

/** Waits in a document for what `work` says. */
export const until = <A>(
  place: Place,
  work: (argument: A) => unknown,
  argument: A,
): Promise<void> =>
  place.evaluate(
    async ([source, argument, patience]) => {
      const work = new Function(`return (${source})`)();
      for (const start = Date.now(); !(await work(argument)); ) {
        if (Date.now() - start > patience) throw new Error(`never: ${source}`);
        await new Promise((next) => setTimeout(next, 40));
      }
    },
    [String(work), argument, patience] as const,
  );

type AnyPage = ChromiumPage | FirefoxPage;

const placeOf = (document: AnyPage | ChromiumFrame | FirefoxFrame): Place => ({
  evaluate: (work: unknown, argument?: unknown) =>
    (document as ChromiumPage).evaluate(work as never, argument as never),
});

function watch(page: AnyPage) {
  const [requests, faults]: [string[], string[]] = [[], []];
  const heard = {
    request: (request: { url(): string }) => requests.push(request.url()),
    pageerror: (error: unknown) => faults.push(String(error)),
    console: (message: { type(): string; text(): string }) => {
      if (message.type() === "error") faults.push(message.text());
    },
  };
  const events = Object.entries(heard) as [never, never][];
  for (const [event, listener] of events) page.on(event, listener);
  return {
    requests,
    faults,
    stop: () => {
      for (const [event, listener] of events) page.off(event, listener);
    },
  };
}

const tabOf = (
  page: AnyPage,
  rest: Pick<Tab, "resize" | "collect" | "requests" | "faults" | "close">,
): Tab => ({
  ...placeOf(page),
  async drag([first = [0, 0], ...rest]) {
    const { mouse } = page as ChromiumPage;
    await mouse.move(...first);
    await mouse.down();
    for (const point of rest) await mouse.move(...point);
    await mouse.up();
  },
  press: (key) => (page as ChromiumPage).keyboard.press(key),
  frames: () =>
    (page as ChromiumPage)
      .frames()
      .filter((frame) => frame.parentFrame() !== null)
      .map(placeOf),
  ...rest,
});

export type Engine = "Chromium" | "Firefox" | "WebKit";

/** Those that are tried: all, or what `npm test -- --engines=` names. */
export const engines = (["Chromium", "Firefox", "WebKit"] as const).filter((name) =>
  (process.env.ENGINES ?? "chromium,firefox,webkit").split(",").includes(name.toLowerCase()),
);

/** Those that can be watched from outside, requests and all. */
export const watched = engines.filter((name) => name !== "WebKit");

export const readers: Readonly<Record<Engine, () => Promise<Reader>>> = {
  WebKit: webKit,

  async Chromium() {
    const browser = await launch();
    return {
      async open(url, { width = 1000, height = 900, scripts = true } = {}) {
        const { page, leave } = await enter(browser, {
          viewport: { width, height },
          locale: "en-US",
          reducedMotion: "reduce",
          javaScriptEnabled: scripts,
        });
        const seen = watch(page);
        await page.goto(url);
        return tabOf(page, {
          ...seen,
          resize: (width, height) => page.setViewportSize({ width, height }),
          collect: async () => {
            const session = await page.context().newCDPSession(page);
            await session.send("HeapProfiler.collectGarbage");
            await session.detach();
          },
          async close() {
            await leave();
            seen.stop();
          },
        });
      },
      close: () => browser.close(),
    };
  },

  async Firefox() {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
      headless: true,
      timeout: patience,
      protocolTimeout: hang,
      extraPrefsFirefox: { "intl.accept_languages": "en-US", "ui.prefersReducedMotion": 1 },
    });
    return {
      async open(url, { width = 1000, height = 900, scripts = true } = {}) {
        const page = await browser.newPage();
        page.setDefaultTimeout(patience);
        await page.evaluateOnNewDocument(complainOfRefusals);
        await page.setViewport({ width, height });
        if (!scripts) await page.setJavaScriptEnabled(false);
        const seen = watch(page);
        await page.goto(url);
        return tabOf(page, {
          ...seen,
          resize: (width, height) => page.setViewport({ width, height }),
          collect: () => Promise.reject(new Error("Firefox collects when it wants")),
          close: () => page.close(),
        });
      },
      close: () => browser.close(),
    };
  },
};
