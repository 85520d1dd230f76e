/**
 * The heart of the whole in every engine: the bits of the core, every view, step and scene, and what hands
 * do: drag, press, paste, follow a link, embed. All else is tried in Chromium alone.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../tools/serve.mjs";
import { scenes } from "../../web/src/model/scenes.ts";
import { chain, type State, sceneIds, views } from "../../web/src/model/state.ts";
import { core } from "../unit/core.ts";
import { engines, type Host, hostOf, type Place, type Reader, readers, type Tab } from "./host.ts";

let folder: string;
let site: Awaited<ReturnType<typeof serve>>;
let reader: Reader;
let tab: Tab;

/**
 * Before all else on every page: not every engine tells from outside what it complains of. That sizes settle
 * in the next frame, and not in this, is no fault: no console shows it.
 */
const watch = `
  const faults = [];
  Object.defineProperty(globalThis, "faults", { value: faults });
  addEventListener("error", ({ message }) => {
    if (!message.startsWith("ResizeObserver loop")) faults.push("error: " + message);
  });
  addEventListener("unhandledrejection", ({ reason }) => faults.push("rejected: " + reason));
  addEventListener("securitypolicyviolation", (refused) =>
    faults.push("refused: " + refused.effectiveDirective + " " + refused.blockedURI));
  const { error } = console;
  console.error = (...said) => { faults.push(said.join(" ")); error(...said); };`;

const digest = `
  import { loadCore } from "./core.js";
  import { attentionFingerprint, callsFingerprint, fingerprint } from "./fingerprint.js";
  const core = await loadCore();
  globalThis.digests = [fingerprint(core), await attentionFingerprint(core),
    callsFingerprint(core, ${JSON.stringify(Object.values(scenes))})];`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "softmax-bridge-engines-"));
  await cp(fileURLToPath(new URL("../../dist", import.meta.url)), folder, { recursive: true });
  const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  const source = await readFile(new URL("../wasm/fingerprint.ts", import.meta.url), "utf8");
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  await put("watch.js", watch);
  await put("digest.js", digest);
  await put("fingerprint.js", outputText);
  await put(
    "digest.html",
    '<!doctype html><head><meta charset="utf-8"><link rel="icon" href="data:,"></head><script type="module" src="digest.js"></script>',
  );
  for (const page of ["index.html", "embed.html", "digest.html"]) {
    const text = await readFile(join(folder, page), "utf8");
    await put(page, text.replace(/(?=<(?:script|link)\b)/, '<script src="watch.js"></script>'));
  }
  site = await serve(folder);
});
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asked again until it is so. */
const once = async (place: Place, work: () => unknown): Promise<void> => {
  await expect.poll(async () => Boolean(await place.evaluate(work)), { interval: 50 }).toBe(true);
};

const set = (patch: Partial<State>): Promise<void> =>
  tab.evaluate((patch) => {
    const figure = document.querySelector("softmax-bridge");
    if (figure) figure.state = patch;
  }, patch);

interface Look {
  readonly state: State;
  readonly weights: readonly number[];
  /** All text that is to be seen. */
  readonly text: string;
  readonly drawings: number;
  readonly height: number;
}

/** What is shown, two frames after the last change. */
const look = async (place: Place = tab): Promise<Look> =>
  JSON.parse(
    await place.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++)
        await new Promise((next) => requestAnimationFrame(next));
      const figure = document.querySelector("softmax-bridge");
      const texts: string[] = [];
      let drawings = 0;
      const within = (root: ParentNode): void => {
        for (const element of root.querySelectorAll<HTMLElement>("*")) {
          if (element instanceof SVGSVGElement || element instanceof HTMLCanvasElement)
            drawings += element.getBoundingClientRect().width > 40 ? 1 : 0;
          if (element.matches("style, script")) continue;
          for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data);
          texts.push(element.getAttribute("aria-label") ?? "");
          if (element.shadowRoot) within(element.shadowRoot);
        }
      };
      if (figure?.shadowRoot) within(figure.shadowRoot);
      return JSON.stringify({
        state: figure?.state,
        weights: [...(figure?.derivation?.weights ?? [])],
        text: texts.join(" ").replace(/\s+/g, " "),
        drawings,
        height: figure?.getBoundingClientRect().height,
      });
    }),
  );

const weightsOf = ({ values: X, keys, query: q, temperature }: State): readonly number[] => [
  ...core.derive({ X, q, temperature, ...(keys === null ? {} : { K: keys }) }).weights,
];

function isSound({ state, weights, text, drawings, height }: Look, where: string): void {
  expect(weights, where).toEqual(weightsOf(state));
  expect(text, where).not.toMatch(/\b(?:NaN|undefined|null|\[object)\b/);
  expect(text.length, where).toBeGreaterThan(200);
  expect(drawings, where).toBeGreaterThan(0);
  expect(height, where).toBeGreaterThan(300);
}

const faults = (place: Place): Promise<string[]> =>
  place.evaluate(() => (globalThis as unknown as { faults: string[] }).faults);

/** The middle of something within the figure, by the selectors that lead through its shadow roots. */
const middle = (...path: readonly string[]): Promise<[number, number]> =>
  tab.evaluate((path) => {
    let element = document.querySelector<HTMLElement>("softmax-bridge");
    for (const selector of path) element = element?.shadowRoot?.querySelector(selector) ?? null;
    element?.scrollIntoView({ block: "center", behavior: "instant" });
    element?.focus({ preventScroll: true });
    const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    return [left + width / 2, top + height / 2];
  }, path);

const open = async (address: string, width = 1280): Promise<void> => {
  tab = await reader.open(site.url + address, { width, height: 900 });
  await once(tab, () => document.querySelector("softmax-bridge")?.derivation);
};

describe.each(engines)("%s", (name) => {
  beforeAll(async () => {
    reader = await readers[name]();
  });
  afterAll(() => reader?.close());
  afterEach(async () => {
    const said = await faults(tab);
    await tab.close();
    expect(said.join("\n")).toBe("");
  });

  test("has the bits of the core", async () => {
    tab = await reader.open(`${site.url}digest.html`);
    const digests = (): Promise<unknown> =>
      tab.evaluate(() => (globalThis as unknown as { digests?: string[] }).digests ?? null);
    await expect.poll(digests).not.toBe(null);
    const golden = await readFile(new URL("../wasm/fingerprint.txt", import.meta.url), "utf8");
    expect(await digests()).toEqual(golden.trim().split("\n"));
  });

  test("shows every view and scene, and every step, in both languages", async () => {
    await open("index.html#scene=apple&step=S1&lang=en");
    for (const view of views) {
      await set({ view });
      const part = view === "temperature" ? "sb-temperature-view" : `sb-${view}`;
      const height = (): Promise<number> =>
        tab.evaluate((part) => {
          const root = document.querySelector("softmax-bridge")?.shadowRoot;
          return root?.querySelector(part)?.getBoundingClientRect().height ?? 0;
        }, part);
      await expect.poll(height, { interval: 50, message: view }).toBeGreaterThan(300);
      for (const language of ["en", "zh-CN"] as const) {
        await set({ language });
        await once(tab, () => {
          const figure = document.querySelector("softmax-bridge");
          return figure?.lang === figure?.state?.language;
        });
        isSound(await look(), `${view} ${language}`);
      }
    }
    await set({ view: "derive", language: "en" });
    // What overflows is shown as the NaN that it becomes.
    for (const scene of sceneIds.filter((id) => id !== "custom" && id !== "overflow")) {
      await set({ scene, ...scenes[scene as keyof typeof scenes] });
      isSound(await look(), scene);
    }
    await set({ scene: "apple", ...scenes.apple, split: true });
    for (const step of chain(true)) {
      await set({ step });
      const shown = await look();
      isSound(shown, step);
      expect(shown.state.step).toBe(step);
    }
  });

  test("follows hand and keys", async () => {
    await open("index.html#scene=plane&step=S1&lang=en");
    const arrow = ["sb-derive", "sb-scene", "sb-plane", "[aria-label^='Query arrow']"];
    await once(tab, () => {
      const derive = document
        .querySelector("softmax-bridge")
        ?.shadowRoot?.querySelector("sb-derive");
      return Boolean(
        derive?.shadowRoot
          ?.querySelector("sb-scene")
          ?.shadowRoot?.querySelector("sb-plane")
          ?.shadowRoot?.querySelector("[aria-label^='Query arrow']"),
      );
    });
    await look();
    const [x, y] = await middle(...arrow);
    await tab.drag([
      [x, y],
      [x - 20, y - 20],
      [x - 60, y - 60],
    ]);
    const dragged = await look();
    // q was (1, ½).
    expect(dragged.state.query[0]).toBeLessThan(1);
    expect(dragged.state.query[1]).toBeGreaterThan(0.5);
    isSound(dragged, "dragged");
    await middle(...arrow);
    await tab.press("ArrowRight");
    const pressed = await look();
    expect(pressed.state.query[0]).toBeGreaterThan(dragged.state.query[0] as number);
    isSound(pressed, "pressed");
  });

  test("takes a table that is pasted", async () => {
    await open("index.html#scene=custom&x=1,0_0,1&q=2,1&step=S1&lang=en");
    const table = (): boolean => {
      const derive = document
        .querySelector("softmax-bridge")
        ?.shadowRoot?.querySelector("sb-derive");
      const data = derive?.shadowRoot?.querySelector("sb-data")?.shadowRoot;
      const cell = data
        ?.querySelector("sb-table")
        ?.shadowRoot?.querySelector<HTMLInputElement>("td input");
      if (!cell) return false;
      cell.focus();
      const text = "\ta\tb\nw\t1\t2\nx\t3\t−4\ny\t0,5\t6";
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      cell.dispatchEvent(
        new ClipboardEvent("paste", {
          clipboardData,
          bubbles: true,
          cancelable: true,
          composed: true,
          // As Firefox fills its clipboard.
          ...{ dataType: "text/plain", data: text },
        }),
      );
      return true;
    };
    await once(tab, table);
    const use = (): boolean => {
      const derive = document
        .querySelector("softmax-bridge")
        ?.shadowRoot?.querySelector("sb-derive");
      const data = derive?.shadowRoot?.querySelector("sb-data")?.shadowRoot;
      const paste = data?.querySelector("sb-paste")?.shadowRoot;
      const button = [...(paste?.querySelectorAll("button") ?? [])].find(
        ({ textContent }) => textContent?.trim() === "Use these numbers",
      );
      button?.click();
      return button !== undefined;
    };
    await once(tab, use);
    await once(tab, () => document.querySelector("softmax-bridge")?.state?.values.length === 3);
    const shown = await look();
    expect(shown.state.values).toEqual([
      [1, 2],
      [3, -4],
      [0.5, 6],
    ]);
    expect(shown.state.labels).toEqual(["w", "x", "y"]);
    expect(shown.state.features).toEqual(["a", "b"]);
    isSound(shown, "pasted");
  });

  test("reads and writes links, and goes back", async () => {
    await open("index.html#scene=tie&step=S7&t=0.25&lang=en");
    const first = await look();
    expect(first.state).toMatchObject({ scene: "tie", step: "S7", temperature: 0.25 });
    isSound(first, "linked");
    await set({ step: "S8", language: "zh-CN" });
    await once(tab, () => /step=S8.*lang=zh-CN/.test(location.hash));
    await tab.evaluate(() => {
      location.hash = "#scene=journey&step=S5&lang=en";
    });
    await once(tab, () => document.querySelector("softmax-bridge")?.state?.scene === "journey");
    isSound(await look(), "another link");
    await tab.evaluate(() => history.back());
    await once(tab, () => document.querySelector("softmax-bridge")?.state?.scene === "tie");
    isSound(await look(), "back");
  });

  test("embeds: a frame as high as its content, and an element", async () => {
    const host: Host = await hostOf(
      `<iframe src="${site.url}embed.html#scene=apple&step=S7&lang=en" width="700" height="300"></iframe>
       <softmax-bridge scene="plane" step="S2" lang="en"></softmax-bridge>
       <script type="module" src="${site.url}softmax-bridge.js"></script>
       <script src="${site.url}embed.js"></script>`,
      { head: `<script src="${site.url}watch.js"></script>` },
    );
    tab = await reader.open(host.url, { width: 1000, height: 900 });
    await once(tab, () => (document.querySelector("iframe")?.offsetHeight ?? 0) > 500);
    await once(tab, () => document.querySelector("softmax-bridge")?.derivation);
    isSound(await look(), "the element");
    const [frame] = tab.frames();
    if (frame === undefined) throw new Error("no frame");
    isSound(await look(frame), "the frame");
    expect(await faults(frame)).toEqual([]);
    await host.close();
  });

  test("runs over at no width of a phone", async () => {
    const frames = [320, 390].map(
      (width) =>
        `<iframe src="${site.url}index.html#scene=apple&step=S1&lang=en" width="${width}" height="640" style="border:0"></iframe>`,
    );
    const host = await hostOf(frames.join(""), {
      head: `<script src="${site.url}watch.js"></script>`,
    });
    tab = await reader.open(host.url, { width: 1280, height: 900 });
    for (const frame of tab.frames().slice(0, frames.length)) {
      await once(frame, () => document.querySelector("softmax-bridge")?.derivation);
      for (const step of ["S1", "S6", "S7"] as const) {
        await frame.evaluate((step) => {
          const figure = document.querySelector("softmax-bridge");
          if (figure) figure.state = { step };
        }, step);
        await look(frame);
        const over = (): Promise<number> =>
          frame.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
        await expect.poll(over, { interval: 50 }).toBe(0);
      }
    }
    await host.close();
  });
});
