import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../tools/serve.mjs";
import type { Change, SoftmaxBridge } from "../../web/src/view/softmax-bridge.ts";
import {
  type Host,
  type HostOptions,
  hostOf,
  type Place,
  type Reader,
  readers,
  type Tab,
  until,
  watched,
} from "./host.ts";
import { useServer } from "./page.ts";

let reader: Reader;
let host: Host;
let tab: Tab;

const site = useServer();

/** A host page, open; `close` throws whatever was complained about, and any request elsewhere. */
async function visit(
  body: string,
  {
    width,
    height,
    scripts,
    ...options
  }: HostOptions & { width?: number; height?: number; scripts?: boolean } = {},
): Promise<void> {
  host = await hostOf(body, options);
  tab = await reader.open(host.url, {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(scripts === undefined ? {} : { scripts }),
  });
}

/** What a test expects to be complained about. */
let allowed: RegExp | null = null;

async function leave(): Promise<void> {
  const { requests, faults } = tab;
  await tab.close();
  await host.close();
  const ours = [site.url, host.url, "data:", "blob:"];
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter((url) => !ours.some((start) => url.startsWith(start)))).toEqual([]);
  expect(faults.filter((fault) => allowed === null || !allowed.test(fault))).toEqual([]);
  allowed = null;
}

const frame = (attributes = "", at = site.url, hash = "#scene=apple&step=S7&lang=en"): string =>
  `<iframe src="${at}embed.html${hash}" ${attributes}></iframe>`;
const element = (attributes = 'scene="apple" step="S7" lang="en"', within = ""): string =>
  `<softmax-bridge ${attributes}>${within}</softmax-bridge>`;
const script = (): string => `<script type="module" src="${site.url}softmax-bridge.js"></script>`;
const fitting = (): string => `<script src="${site.url}embed.js" async></script>`;

/** The figure stands in its whole width, drawn, and nothing of it is cut off sideways. */
async function looksRight(place: Place): Promise<{ width: number; height: number }> {
  await until(place, drawn, null);
  // Its parts follow a scroll bar that comes or goes.
  await until(
    place,
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    null,
  );
  return place.evaluate(() => {
    const figure = document.querySelector("softmax-bridge") as SoftmaxBridge;
    const derive = figure.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
    const parts = ["sb-rail", "sb-formula", "sb-ledger", "sb-scene"].map((name) => {
      const part = derive?.querySelector(name);
      const box = part?.getBoundingClientRect();
      return { name, width: box?.width ?? 0, height: box?.height ?? 0, right: box?.right ?? 0 };
    });
    const { width, height, right } = figure.getBoundingClientRect();
    for (const part of parts) {
      if (part.width < 200 || part.height < 60) throw new Error(`${part.name} is too small`);
      if (part.right > right + 1) throw new Error(`${part.name} stands out`);
    }
    return { width, height };
  });
}

const drawn = (): boolean => {
  const figure = document.querySelector("softmax-bridge");
  const derive = figure?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
  const scene = derive?.querySelector("sb-scene")?.shadowRoot;
  const plane = scene?.querySelector("sb-plane")?.shadowRoot ?? scene;
  return Boolean(
    derive?.querySelector("sb-ledger")?.shadowRoot?.textContent && plane?.querySelector("svg"),
  );
};

const weights = (place: Place, index = 0): Promise<number[] | undefined> =>
  place.evaluate(
    (index) => [...(document.querySelectorAll("softmax-bridge")[index]?.derivation?.weights ?? [])],
    index,
  );
const apple = [0.4378, 0.1611, 0.0977, 0.2655, 0.0247, 0.0132];
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 4));

/** What browsers draw around a frame, above and below. */
const frameBorder = 4;

const contentHeight = (place: Place): Promise<number> =>
  place.evaluate(() => document.body.getBoundingClientRect().height);

/** The height of the first frame, once it is that of its content and `more`, or a line higher. */
async function fitted(more = 0): Promise<number> {
  const height = () =>
    tab.evaluate(() => document.querySelector("iframe")?.getBoundingClientRect().height);
  const missing = async () => ((await height()) as number) - Math.ceil(await contentHeight(only()));
  const fits = async () => {
    const found = (await missing()) - more;
    return found >= 0 && found < 24 ? "fits" : found;
  };
  await expect.poll(fits).toBe("fits");
  return (await height()) as number;
}

const only = (): Place => {
  const [first] = tab.frames();
  if (first === undefined) throw new Error("no frame");
  return first;
};

describe.each(watched)("%s", (name) => {
  beforeAll(async () => {
    reader = await readers[name]();
  });
  afterAll(() => reader?.close());
  afterEach(leave);

  describe("a frame", () => {
    test("of a fixed height, without a script of the host", async () => {
      await visit(frame('width="700" height="500"'));
      expect(await looksRight(only())).toMatchObject({ width: expect.closeTo(700, -2) });
      expect(await weights(only())).toEqual(near(apple));
      // All of it can be scrolled to.
      expect(
        await only().evaluate(() => {
          const { scrollHeight, clientHeight } = document.documentElement;
          scrollTo(0, scrollHeight);
          return (
            Math.abs(scrollY + clientHeight - scrollHeight) <= 1 && scrollHeight > clientHeight
          );
        }),
      ).toBe(true);
    });

    test.each([280, 360, 768, 1440, 2560])(
      "%i px wide, as high as its content by embed.js",
      async (width) => {
        await visit(frame('width="100%" height="300" style="border:0"') + fitting(), {
          width,
          head: "<style>body{margin:0}</style>",
        });
        await looksRight(only());
        await fitted();
      },
    );

    test("follows what is opened in it, and the width, and comes to rest", async () => {
      await visit(
        `<script type="module" src="${site.url}embed.js"></script>` +
          frame(
            'width="100%" height="300" style="border:3px solid; box-sizing:border-box; padding:2px"',
          ),
        {
          head: "<script>var told = 0; addEventListener('message', (e) => { told += e.data?.type === 'softmax-bridge:resize' })</script>",
        },
      );
      await looksRight(only());
      const closed = await fitted(10);
      await only().evaluate(() => {
        const derive = document
          .querySelector("softmax-bridge")
          ?.shadowRoot?.querySelector("sb-derive");
        derive?.shadowRoot?.querySelector("summary")?.click();
      });
      await until(
        tab,
        (closed) => (document.querySelector("iframe")?.offsetHeight ?? 0) > closed + 100,
        closed,
      );
      const opened = await fitted(10);
      await tab.resize(500, 900);
      await until(
        tab,
        (opened) => document.querySelector("iframe")?.offsetHeight !== opened,
        opened,
      );
      await fitted(10);
      const told = () => tab.evaluate(() => (globalThis as unknown as { told: number }).told);
      const toldMore = async (): Promise<number> => {
        const before = await told();
        await tab.evaluate(() => new Promise((later) => setTimeout(later, 600)));
        return (await told()) - before;
      };
      await expect.poll(toldMore).toBe(0);
    });

    test("tells its height as each kind of host wants it", async () => {
      await visit(frame('width="600" height="300"'), {
        head: "<script>var heard = []; addEventListener('message', (e) => heard.push(e.data))</script>",
      });
      await looksRight(only());
      const heard = () =>
        tab.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard.slice(-4));
      // The last it tells is what it comes to rest at.
      const told = async () => {
        const [first] = (await heard()) as { height?: number }[];
        return first?.height === Math.ceil(await contentHeight(only()));
      };
      await expect.poll(told).toBe(true);
      const last = await heard();
      const height = Math.ceil(await contentHeight(only()));
      expect(last.map((it) => (typeof it === "string" ? JSON.parse(it) : it))).toEqual([
        { type: "softmax-bridge:resize", height },
        {
          src: `${site.url}embed.html#scene=apple&step=S7&lang=en`,
          context: "iframe.resize",
          height,
        },
        { sentinel: "amp", type: "embed-size", height },
        { subject: "lti.frameResize", height },
      ]);
      expect(typeof last[1]).toBe("string");
    });

    test("that is hidden at first comes right when it is shown", async () => {
      await visit(`<div hidden>${frame('width="700" height="400"')}</div>${fitting()}`);
      await until(
        only(),
        () => Boolean(document.querySelector("softmax-bridge")?.derivation),
        null,
      );
      await tab.evaluate(() => {
        document.querySelector("div")?.removeAttribute("hidden");
      });
      await looksRight(only());
      await fitted(frameBorder);
    });

    test("with scripts alone: no origin, no storage, no clipboard", async () => {
      await visit(frame('width="700" height="400" sandbox="allow-scripts"') + fitting());
      await looksRight(only());
      expect(await only().evaluate(() => self.origin)).toBe("null");
      expect(await weights(only())).toEqual(near(apple));
      // It is sized all the same, and its address follows.
      await fitted(frameBorder);
      await only().evaluate(() => document.querySelector("softmax-bridge")?.next());
      await until(only(), () => location.hash.includes("step=S8"), null);
    });

    test("opens the dialog", async () => {
      await visit(frame('width="700" height="900"'));
      await looksRight(only());
      await only().evaluate(() => {
        const root = document.querySelector("softmax-bridge")?.shadowRoot;
        root?.querySelector<HTMLElement>(".foot button")?.click();
      });
      await until(
        only(),
        () => {
          const share = document
            .querySelector("softmax-bridge")
            ?.shadowRoot?.querySelector("sb-share");
          return (
            share?.shadowRoot?.querySelector("dialog[open]") &&
            share.shadowRoot.querySelector("path")
          );
        },
        null,
      );
    });

    test("twice on a page: each keeps to itself", async () => {
      await visit(
        frame('width="700" height="400"') +
          frame('width="700" height="400"', site.url, "#scene=tie&step=S2&lang=en"),
      );
      const [first, second] = tab.frames() as [Place, Place];
      await looksRight(first);
      await until(
        second,
        () => Boolean(document.querySelector("softmax-bridge")?.derivation),
        null,
      );
      await first.evaluate(() => document.querySelector("softmax-bridge")?.next());
      const steps = [first, second].map((place) =>
        place.evaluate(() => document.querySelector("softmax-bridge")?.state?.step),
      );
      expect(await Promise.all(steps)).toEqual(["S8", "S2"]);
    });

    test("opens the full page with what it shows, in a window of its own", async () => {
      await visit(frame('width="700" height="400"'));
      await looksRight(only());
      await only().evaluate(() => document.querySelector("softmax-bridge")?.next());
      const link = () =>
        only().evaluate(() => {
          const root = document.querySelector("softmax-bridge")?.shadowRoot;
          const { href, target, rel } = root?.querySelector<HTMLAnchorElement>(".foot a") ?? {};
          return { href, target, rel };
        });
      await expect.poll(link).toEqual({
        href: expect.stringMatching(
          /\/index\.html#v=1&c=[\d.a-f]+&view=derive&scene=apple&step=S8&lang=en$/,
        ),
        target: "_blank",
        rel: "noopener",
      });
    });
  });

  describe("elements", () => {
    test("many on a page share one mathematics, and differ in all else", async () => {
      const scenes = ["apple", "plane", "tie", "journey", "self-attention"];
      await visit(script() + scenes.map((scene) => element(`scene="${scene}" lang="en"`)).join(""));
      await until(
        tab,
        () => [...document.querySelectorAll("softmax-bridge")].every((it) => it.derivation),
        null,
      );
      expect(tab.requests.filter((url) => url.endsWith(".wasm"))).toHaveLength(1);
      await tab.evaluate(() => document.querySelectorAll("softmax-bridge")[1]?.next());
      expect(
        await tab.evaluate(() =>
          Array.from(document.querySelectorAll("softmax-bridge"), ({ state }) => [
            state?.scene,
            state?.step,
          ]),
        ),
      ).toEqual(scenes.map((scene, i) => [scene, i === 1 ? "S2" : "S1"]));
    });

    test("out of sight have numbers, but are drawn when they come near", async () => {
      await visit(`${script()}<div style="height:5000px"></div>${element()}`);
      await until(tab, () => Boolean(document.querySelector("softmax-bridge")?.derivation), null);
      expect(await weights(tab)).toEqual(near(apple));
      const figure = () =>
        tab.evaluate(() => {
          const element = document.querySelector("softmax-bridge");
          return [element?.state?.step, element?.shadowRoot?.querySelector("sb-derive") !== null];
        });
      await tab.evaluate(() => new Promise((later) => setTimeout(later, 300)));
      expect(await figure()).toEqual(["S7", false]);
      await tab.evaluate(() => document.querySelector("softmax-bridge")?.scrollIntoView());
      await until(tab, drawn, null);
      expect(await figure()).toEqual(["S7", true]);
    });

    test("follow their attributes: each its own, the data together, and back to the default", async () => {
      await visit(script() + element('x="1,0_0,1" q="2,1" step="S3" lang="en"'));
      await until(tab, () => Boolean(document.querySelector("softmax-bridge")?.state), null);
      const changed = (change: string) =>
        tab.evaluate(async (change) => {
          const figure = document.querySelector("softmax-bridge") as SoftmaxBridge;
          for (const pair of change.split(" ")) {
            const [key = "", value] = pair.split("=");
            if (value === undefined) figure.removeAttribute(key);
            else figure.setAttribute(key, value);
          }
          await Promise.resolve();
          const { scene, query, step, temperature, values, view } = figure.state ?? {};
          const said = figure.notices.map(({ key }) => key);
          return { scene, query, step, temperature, values, view, said };
        }, change);

      const rows = [
        [1, 0],
        [0, 1],
      ];
      const start = {
        scene: "custom",
        values: rows,
        query: [2, 1],
        step: "S3",
        temperature: 1,
        view: "derive",
        said: [],
      };
      expect(await changed("theme=light")).toEqual(start);
      expect(await changed("step=S8 t=2")).toEqual({ ...start, step: "S8", temperature: 2 });
      // What the reader did meanwhile stays, unless it is what the attribute is about.
      await tab.evaluate(() => {
        const figure = document.querySelector("softmax-bridge") as SoftmaxBridge;
        figure.state = { step: "S5", query: [9, 9] };
      });
      expect(await changed("t=0.5")).toEqual({
        ...start,
        step: "S5",
        temperature: 0.5,
        query: [9, 9],
      });
      // Set one after the other, read together.
      expect(await changed("x=1,2,3_4,5,6 q=1,1,1")).toEqual({
        ...start,
        step: "S5",
        temperature: 0.5,
        values: [
          [1, 2, 3],
          [4, 5, 6],
        ],
        query: [1, 1, 1],
      });
      expect(await changed("x q scene=tie step t")).toMatchObject({
        scene: "tie",
        query: [1, 0],
        step: "S1",
        temperature: 1,
      });
      expect(await changed("t=cold")).toMatchObject({ temperature: 1, said: ["t"] });
      expect(await changed("t=4")).toMatchObject({ temperature: 4, said: [] });
      expect(await changed("lang=zh step=S4")).toMatchObject({ step: "S4" });
      await until(tab, () => document.querySelector("softmax-bridge")?.lang === "zh-CN", null);
      expect(
        await tab.evaluate(() => document.querySelector("softmax-bridge")?.state?.language),
      ).toBe("zh-CN");
    });

    test("keep their state when they are moved, and start once", async () => {
      await visit(`${script()}<main></main><aside>${element()}</aside>`);
      await until(tab, drawn, null);
      const moved = await tab.evaluate(async () => {
        const figure = document.querySelector("softmax-bridge") as SoftmaxBridge;
        figure.next();
        const before = figure.state;
        document.querySelector("main")?.append(figure);
        await figure.updateComplete;
        return [figure.state === before, figure.state?.step];
      });
      expect(moved).toEqual([true, "S8"]);
      await until(tab, drawn, null);
      // It still draws what changes.
      await tab.evaluate(() => document.querySelector("softmax-bridge")?.previous());
      await until(
        tab,
        () => {
          const root = document.querySelector("softmax-bridge")?.shadowRoot;
          return root
            ?.querySelector("sb-derive")
            ?.shadowRoot?.querySelector("h2")
            ?.textContent?.includes("S7");
        },
        null,
      );
    });

    test("take what was set before the script came, and report", async () => {
      await visit(
        `${element('scene="tie" lang="en"')}<script>
          var reports = [];
          const figure = document.querySelector("softmax-bridge");
          figure.state = { step: "S6" };
          figure.addEventListener("softmax-bridge:change", (event) => reports.push(event.detail));
        </script>${script()}`,
      );
      await until(tab, () => Boolean(document.querySelector("softmax-bridge")?.derivation), null);
      const last = () =>
        tab.evaluate(() => {
          const { reports } = globalThis as unknown as { reports: Change[] };
          const { link, derivation } = reports.at(-1) as Change;
          const figure = document.querySelector("softmax-bridge");
          return { link, same: derivation === figure?.derivation, toLink: figure?.toLink() };
        });
      const first = await last();
      expect(first.link).toMatch(/\/index\.html#.*scene=tie&step=S6&lang=en$/);
      expect(first.link.startsWith(site.url)).toBe(true);
      expect(first).toMatchObject({ same: true, toLink: first.link });
      await tab.evaluate(() => document.querySelector("softmax-bridge")?.next());
      expect((await last()).link).toContain("step=S7");
    });

    test("on a page from right to left stand as they do elsewhere", async () => {
      const calm = await boxes({});
      await tab.close();
      await host.close();
      expect(await boxes({ html: 'lang="ar" dir="rtl"' })).toEqual(calm);
    });

    test("let no style of the host in", async () => {
      const calm = await boxes({});
      await tab.close();
      await host.close();
      const hostile = `<style>
        html { font-size: 10px; }
        body, * {
          letter-spacing: 4px; word-spacing: 9px; line-height: 3; text-align: right; text-transform: uppercase;
          text-indent: 40px; white-space: nowrap; font: italic bold 31px/2.4 fantasy; color: lime; cursor: help;
          font-variant: small-caps; text-shadow: 2px 2px red; list-style: square; quotes: none; hyphens: auto;
          border-collapse: collapse; word-break: break-all; box-sizing: content-box; user-select: none;
          transition: all 3s;
        }
        svg, button, input, section, h2, p, table, td, div { margin: 50px; padding: 50px; background: lime; }
      </style>`;
      expect(await boxes({ head: hostile })).toEqual(calm);
    });
  });

  /** Where everything of a figure stands, and in which type. */
  async function boxes(options: HostOptions) {
    await visit(
      `<article style="width:800px;margin:0;padding:0">${element()}</article>${script()}`,
      {
        ...options,
        head: `${options.head ?? ""}<style>body{margin:0!important;padding:0}article{direction:inherit}</style>`,
      },
    );
    await until(tab, drawn, null);
    // Until two looks in a row find the same.
    for (let before: unknown; ; ) {
      const now = await boxesNow();
      if (isDeepStrictEqual(now, before)) return now;
      before = now;
    }
  }

  const boxesNow = (): Promise<unknown[]> =>
    tab.evaluate(async () => {
      await document.fonts.ready;
      do await new Promise((settled) => setTimeout(settled, 200));
      while (document.getAnimations().some(({ playState }) => playState === "running"));
      const figure = document.querySelector("softmax-bridge") as SoftmaxBridge;
      const from = figure.getBoundingClientRect();
      const found: unknown[] = [];
      const walk = (root: ShadowRoot | Element): void => {
        for (const child of root.children) {
          const { left, top, width, height } = child.getBoundingClientRect();
          // What is not displayed stands nowhere.
          if (width === 0 && height === 0) continue;
          const style = getComputedStyle(child);
          found.push([
            child.tagName,
            ...[left - from.left, top - from.top, width, height].map(Math.round),
            ...[
              "color",
              "fontFamily",
              "fontSize",
              "fontStyle",
              "textAlign",
              "textTransform",
              "letterSpacing",
            ].map((name) => style[name as "color"]),
            ...[
              "wordSpacing",
              "textIndent",
              "whiteSpace",
              "userSelect",
              "textShadow",
              "direction",
            ].map((name) => style[name as "color"]),
          ]);
          if (child.shadowRoot) walk(child.shadowRoot);
          walk(child);
        }
      };
      if (figure.shadowRoot) walk(figure.shadowRoot);
      if (found.length < 300) throw new Error(`only ${found.length} elements`);
      return found;
    });

  describe("where it cannot run", () => {
    const words = "Six objects; the apple wins with 4.75.";

    test("what stands inside the element stays, and it is said why", async () => {
      await visit(element('lang="en"', `<p>${words}</p>`) + script(), {
        head: "<script>delete globalThis.WebAssembly</script>",
      });
      await until(
        tab,
        () => document.querySelector("softmax-bridge")?.shadowRoot?.querySelector("[role=alert]"),
        null,
      );
      const shown = await tab.evaluate(() => {
        const figure = document.querySelector("softmax-bridge");
        return {
          said: figure?.shadowRoot?.querySelector("[role=alert]")?.textContent,
          height: figure?.querySelector("p")?.getBoundingClientRect().height,
          derivation: figure?.derivation,
        };
      });
      expect(shown.said).toContain("WebAssembly is switched off");
      expect(shown.height).toBeGreaterThan(10);
      expect(shown.derivation).toBeNull();
    });

    test("and where it can, that gives way to the figure", async () => {
      await visit(element('lang="en"', `<p>${words}</p>`) + script());
      await until(tab, drawn, null);
      expect(
        await tab.evaluate(
          () => document.querySelector("softmax-bridge p")?.getBoundingClientRect().height,
        ),
      ).toBe(0);
    });
  });
});

describe("Chromium alone", () => {
  beforeAll(async () => {
    reader = await readers.Chromium();
  });
  afterAll(() => reader?.close());
  afterEach(leave);

  const shownText = (place: Place, selector: string): Promise<string> =>
    place.evaluate((selector) => {
      const found = document.querySelector<HTMLElement>(selector);
      if (!found?.checkVisibility({ visibilityProperty: true })) return "";
      return found.textContent ?? "";
    }, selector);

  test("without scripts the pages tell the derivation, with the core's numbers", async () => {
    await visit(frame('width="700" height="400"'), { scripts: false });
    for (const lang of ["en", "zh-CN"]) {
      const outcome = await shownText(only(), `p[lang="${lang}"]`);
      for (const number of ["4.75", "44%", "27%", "0.1910"]) expect(outcome).toContain(number);
    }
    const page = await reader.open(`${site.url}index.html`, { scripts: false });
    for (const lang of ["en", "zh-CN"]) {
      const told = await shownText(page, `section[lang="${lang}"]`);
      for (const value of apple) expect(told).toContain(value.toFixed(4));
      expect(told).toContain("2.284");
    }
    expect(
      await page.evaluate(() => document.querySelectorAll("section:first-of-type li").length),
    ).toBe(9);
    expect(page.faults).toEqual([]);
    await page.close();
  });

  test("a policy that refuses WebAssembly is named, and the text comes up", async () => {
    const dist = new URL("../../dist", import.meta.url).pathname;
    const policy = (await fetch(site.url)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain(" 'wasm-unsafe-eval'");
    const headers = { "Content-Security-Policy": policy.replace(" 'wasm-unsafe-eval'", "") };
    const refusing = await serve(dist, { headers });
    try {
      await visit("");
      const page = await reader.open(`${refusing.url}index.html`);
      await until(
        page,
        () => document.querySelector("softmax-bridge")?.shadowRoot?.querySelector("[role=alert]"),
        null,
      );
      const said = await page.evaluate(
        () =>
          document.querySelector("softmax-bridge")?.shadowRoot?.querySelector("[role=alert]")
            ?.textContent,
      );
      expect(said).toContain("'wasm-unsafe-eval'");
      expect(await shownText(page, 'section[lang="en"]')).toContain("0.4378");
      await page.close();
    } finally {
      await refusing.close();
    }
  });

  test("a browser without the instructions that the mathematics uses is named too", async () => {
    await visit(element('lang="en"', "<p>In words.</p>") + script(), {
      head: `<script>
        const refuse = async () => { throw new WebAssembly.CompileError("invalid opcode 0xfd"); };
        WebAssembly.instantiate = WebAssembly.compile = WebAssembly.instantiateStreaming = refuse;
        WebAssembly.validate = () => false;
      </script>`,
    });
    await until(
      tab,
      () => document.querySelector("softmax-bridge")?.shadowRoot?.querySelector("[role=alert]"),
      null,
    );
    const said = await tab.evaluate(
      () =>
        document.querySelector("softmax-bridge")?.shadowRoot?.querySelector("[role=alert]")
          ?.textContent,
    );
    expect(said).toContain("This browser is too old");
    expect(await shownText(tab, "softmax-bridge p")).toBe("In words.");
  });

  test("elements that are taken out leave nothing behind", async () => {
    await visit(`${script()}<main></main>`);
    const left = await tab.evaluate(async () => {
      await customElements.whenDefined("softmax-bridge");
      const main = document.querySelector("main") as HTMLElement;
      const traces: WeakRef<Element>[] = [];
      for (let i = 0; i < 6; i++) {
        const figure = document.createElement("softmax-bridge");
        traces.push(new WeakRef(figure));
        main.append(figure);
        const derive = () =>
          figure.shadowRoot?.querySelector("sb-derive")?.shadowRoot?.querySelector("sb-scene");
        while (!derive()) await new Promise((next) => setTimeout(next, 30));
        figure.remove();
      }
      Object.assign(globalThis, { traces });
      return traces.length;
    });
    expect(left).toBe(6);
    const alive = async () => {
      await tab.collect();
      return tab.evaluate(() => {
        const { traces } = globalThis as unknown as { traces: WeakRef<Element>[] };
        return traces.filter((it) => it.deref()).length;
      });
    };
    // The last one may still be held by what ran last.
    await expect.poll(alive).toBeLessThanOrEqual(1);
  });
});
