import { type Browser, chromium, type Page } from "playwright-core";
import { serve } from "../../tools/serve.mjs";
import type { Derivation } from "../../web/src/core/core.ts";
import type { State } from "../../web/src/model/state.ts";
import type {} from "../../web/src/view/softmax-bridge.ts";

/** Debian's Chromium, as it runs without a screen and without asking anything of the network. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

/** The built site on a port of its own. */
export const site = (): ReturnType<typeof serve> =>
  serve(new URL("../../dist", import.meta.url).pathname);

export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  readonly language?: "en-US" | "zh-CN";
  readonly reducedMotion?: boolean;
  readonly touch?: boolean;
  readonly forcedColors?: boolean;
}

/** ms until what a test waits for is taken to be missing, on a machine that has much else to do. */
export const patience = 15_000;

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
  }: View = {},
): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: language,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    hasTouch: touch,
    forcedColors: forcedColors ? "active" : "none",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(url).origin) {
      faults.push(`a request to ${request.url()}`);
    }
  });
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
  await page.evaluate(() => document.fonts.ready);
  return {
    page,
    async close() {
      await context.close();
      if (faults.length > 0) throw new Error(`The page complained:\n${faults.join("\n")}`);
    },
  };
}

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
