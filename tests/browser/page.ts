import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type ConsoleMessage,
  chromium,
  type Frame,
  type Page,
  type Request,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { serveSite } from "../../tools/serve.mjs";
import type { Derivation } from "../../web/src/core/core.ts";
import type { State } from "../../web/src/model/state.ts";
import type {} from "../../web/src/view/softmax-bridge.ts";
import { patience } from "../patience.ts";

/** Chromium, Debian's if no other was found, as it runs without a screen and without asking anything of the network. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    timeout: patience,
    args: [
      "--no-sandbox",
      // As the browser with windows does it: letters are as wide as their font says.
      "--font-render-hinting=none",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

/** The built site on a port of its own, for all tests of a file. */
export function useServer(): { readonly url: string } {
  let server: Awaited<ReturnType<typeof serveSite>> | undefined;
  beforeAll(async () => {
    server = await serveSite();
  });
  afterAll(() => server?.close());
  return {
    get url() {
      if (!server) throw new Error("The site is served once the tests run.");
      return server.url;
    },
  };
}

/** The page of the site that was opened last. */
export let page: Page;

export interface Site {
  readonly browser: Browser;
  readonly url: string;
  /** Opens an address within the site as `page`, in place of what was open; throws whatever went wrong on that. */
  open(address: string, view?: View): Promise<void>;
}

/**
 * A browser and the built site, for all tests of a file. A page that a test opens is left at its end;
 * one that is opened before all of them (`beforeAll`), when the next is opened or the last test has run.
 */
export function useSite(): Site {
  const server = useServer();
  let browser: Browser | undefined;
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  let testing = false;
  let openedInTest = false;
  const theBrowser = (): Browser => {
    if (!browser) throw new Error("The browser is there once the tests run.");
    return browser;
  };
  const living = async (): Promise<Browser> => {
    // One that died takes the test with it in which it died, and not the rest of the file.
    if (!theBrowser().isConnected()) browser = await launch();
    return theBrowser();
  };
  const leave = async (): Promise<void> => {
    const leaving = opened;
    opened = undefined;
    await leaving?.close();
  };
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    try {
      await leave();
    } finally {
      await browser?.close();
    }
  });
  beforeEach(() => {
    testing = true;
  });
  afterEach(async () => {
    testing = false;
    if (openedInTest) await leave();
  });
  return {
    get browser() {
      return theBrowser();
    },
    get url() {
      return server.url;
    },
    async open(address, view) {
      await leave();
      opened = await open(await living(), new URL(address, server.url).href, view);
      openedInTest = testing;
      page = opened.page;
    },
  };
}

const axe = fileURLToPath(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url));

/** Brings axe into a document: by the browser's own hand, since no page of ours takes a script from elsewhere. */
export const addAxe = async (document: Page | Frame): Promise<void> => {
  await document.evaluate(await readFile(axe, "utf8"));
};

/** Tells of whatever a policy refuses. Before all else in a document, and not governed by any. */
export const complainOfRefusals = (): void =>
  addEventListener("securitypolicyviolation", (refused) => {
    const { effectiveDirective, blockedURI, sample } = refused;
    console.error(`refused by a policy: ${effectiveDirective} ${blockedURI} ${sample}`);
  });

export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  readonly language?: "en-US" | "zh-CN";
  readonly reducedMotion?: boolean;
  readonly touch?: boolean;
  readonly forcedColors?: boolean;
  /** Once it is ready, its timers and frames wait for `page.clock.runFor`: no load makes them late. */
  readonly stopClock?: boolean;
}

export interface Tenancy {
  readonly page: Page;
  /** Leaves nothing to the next one: no document, no history, no right, no place of the pointer. */
  leave(): Promise<void>;
}

interface Room {
  readonly page: Page;
  readonly session: CDPSession;
  free: boolean;
}

const rooms = new WeakMap<Browser, Map<string, Room[]>>();

/**
 * An empty page. To start a page's process takes longer than most tests, so one that was left is
 * entered again: all that tests change is put back, and what they might store is looked for.
 */
export async function enter(
  browser: Browser,
  {
    viewport = { width: 1280, height: 720 },
    once = false,
    ...options
  }: BrowserContextOptions & { /** Nobody enters it again. */ readonly once?: boolean } = {},
): Promise<Tenancy> {
  const { colorScheme, reducedMotion, forcedColors, ...fixed } = options;
  const kinds = rooms.get(browser) ?? new Map<string, Room[]>();
  rooms.set(browser, kinds);
  const key = JSON.stringify(fixed);
  const alike = kinds.get(key) ?? [];
  kinds.set(key, alike);
  const room = (!once && alike.find(({ free }) => free)) || (await build(browser, fixed));
  if (!alike.includes(room) && !once) alike.push(room);
  room.free = false;
  const { page, session } = room;
  page.setDefaultTimeout(patience);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? null,
    reducedMotion: reducedMotion ?? null,
    forcedColors: forcedColors ?? null,
  });
  return {
    page,
    async leave() {
      const context = page.context();
      const stored = await Promise.all(context.pages().map(storedBy));
      await Promise.all(
        context.pages().map((other) => (other === page ? undefined : other.close())),
      );
      await page.unrouteAll();
      await context.clearPermissions();
      await page.goto("about:blank");
      await page.mouse.move(-1, -1);
      await session.send("Page.resetNavigationHistory");
      if (once) await context.close();
      else room.free = true;
      expect(stored.flat(), "is stored by a page").toEqual([]);
    },
  };
}

async function build(browser: Browser, options: BrowserContextOptions): Promise<Room> {
  const context = await browser.newContext(options);
  await context.addInitScript(complainOfRefusals);
  const page = await context.newPage();
  return { page, session: await context.newCDPSession(page), free: true };
}

const storedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    try {
      return [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie].filter(
        (name) => name !== "",
      );
    } catch {
      return []; // a document that may not store
    }
  });

/**
 * A page of the site, ready: its figure drawn, its fonts there. Any error on it, and any request to
 * another origin, is thrown by `close`.
 */
export async function open(
  browser: Browser,
  url: string,
  {
    width = 1440,
    height = 1100,
    scheme = "light",
    language = "en-US",
    reducedMotion = false,
    touch = false,
    forcedColors = false,
    stopClock = false,
  }: View = {},
): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const { page, leave } = await enter(browser, {
    viewport: { width, height },
    colorScheme: scheme,
    locale: language,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    hasTouch: touch,
    forcedColors: forcedColors ? "active" : "none",
    once: stopClock,
  });
  const faults: string[] = [];
  const onError = (error: Error) => faults.push(String(error));
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === "error") faults.push(message.text());
  };
  const onRequest = (request: Request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(url).origin) {
      faults.push(`a request to ${request.url()}`);
    }
  };
  page.on("pageerror", onError).on("console", onConsole).on("request", onRequest);
  let left: Promise<void> | undefined;
  if (stopClock) await page.clock.install({ time: 0 });
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
  await page.evaluate(() => document.fonts.ready);
  // Every timer of the beginning has gone off by then.
  if (stopClock) await page.clock.pauseAt(hour);
  return {
    page,
    async close() {
      left ??= leave();
      await left;
      page.off("pageerror", onError).off("console", onConsole).off("request", onRequest);
      if (faults.length > 0) throw new Error(`The page complained:\n${faults.join("\n")}`);
    },
  };
}

/** ms. */
const hour = 3_600_000;

/** What is shown, as whoever embeds the figure gets it. */
export async function derivationOf(page: Page): Promise<Derivation> {
  const derivation = await page.evaluate(
    () => document.querySelector("softmax-bridge")?.derivation,
  );
  if (!derivation) throw new Error("no derivation");
  return derivation;
}

export async function stateOf(page: Page): Promise<State> {
  const state = await page.evaluate(() => document.querySelector("softmax-bridge")?.state);
  if (!state) throw new Error("no state");
  return state;
}

/** Takes a state on from outside, and returns when it has been painted in its language. */
export const show = (page: Page, patch: Partial<State>): Promise<void> =>
  page.evaluate((patch) => {
    const figure = document.querySelector("softmax-bridge");
    if (figure) figure.state = patch;
    return new Promise((painted) => {
      const look = (): void => {
        const there = figure?.lang === figure?.state?.language;
        requestAnimationFrame(there ? () => painted() : look);
      };
      requestAnimationFrame(look);
    });
  }, patch);
