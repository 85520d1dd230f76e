import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { languages, type State, views } from "../../web/src/model/state.ts";
import { texts } from "../texts.ts";
import { addAxe, page, show, useSite, type View } from "./page.ts";

const site = useSite();

async function visit(address: string, view: View = {}): Promise<void> {
  await site.open(address, { reducedMotion: true, ...view });
}

async function openTable(where: Page | Frame): Promise<void> {
  await where.locator("sb-derive summary").click();
  await where.locator("sb-table").waitFor();
}

describe("axe finds nothing", () => {
  const looks = languages.flatMap((language) =>
    (["light", "dark"] as const).map((theme) => ({ language, theme })),
  );

  async function nothingFound(where: string): Promise<void> {
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations, passes } = await axe.run({ resultTypes: ["violations"] });
      return {
        passes: passes.length,
        violations: violations.map(({ id, nodes }) => ({
          id,
          at: nodes.map(({ target, html }) => `${target.join(" ")} ${html.slice(0, 200)}`),
        })),
      };
    });
    expect(found.violations, where).toEqual([]);
    expect(found.passes).toBeGreaterThan(20);
  }

  /** Every look at three steps, the last with the reader's own numbers open. */
  async function inspect(figure: Page | Frame): Promise<void> {
    const turn = (patch: Partial<State>): Promise<void> =>
      figure.evaluate((patch) => {
        const element = document.querySelector("softmax-bridge");
        if (element) element.state = patch;
        // The article follows a little later.
        return new Promise((settled) => setTimeout(settled, 200));
      }, patch);
    for (const step of ["S1", "S7", "S9"] as const) {
      if (step === "S9") await openTable(figure);
      for (const look of looks) {
        await turn({ step, ...look });
        await nothingFound(`${step} ${JSON.stringify(look)}`);
      }
    }
  }

  test("on the page", async () => {
    await visit("index.html#step=S1");
    await page.locator("sb-article article").waitFor();
    await addAxe(page);
    await inspect(page);
  });

  test.each(languages)("at the opening, in %s", async (language) => {
    for (const theme of ["light", "dark"]) {
      await visit(`index.html#theme=${theme}&lang=${language}`);
      await page.locator("sb-opening svg").first().waitFor();
      await addAxe(page);
      await nothingFound(`the opening ${theme}`);
    }
  });

  test.each([
    ["present", "sb-present .keys"],
    ["predict", "sb-question form"],
    ["worksheet", "sb-worksheet .key"],
    ["page", "sb-share dialog"],
  ])("in the form %s: %s", async (mode, part) => {
    for (const [theme, language] of [
      ["light", "en"],
      ["dark", "zh-CN"],
    ] as const) {
      await visit(`index.html#mode=${mode}&scene=apple&step=S3&theme=${theme}&lang=${language}`);
      if (mode === "predict") await page.locator("sb-transport button").nth(2).click();
      if (mode === "page")
        await page.getByRole("button", { name: texts[language].share, exact: true }).click();
      await page.locator(part).waitFor();
      await addAxe(page);
      await nothingFound(`${mode} ${theme} ${language}`);
    }
  });

  test("in an embed, as it stands in somebody's post", async () => {
    await visit("embed.html");
    const body = `<!doctype html><html lang="en"><head><title>A post</title></head><body><main><h1>A post</h1>
      <iframe title="From argmax to softmax" src="embed.html" width="1280" height="1000"></iframe>
      </main></body></html>`;
    await page.route("**/post.html", (route) => route.fulfill({ contentType: "text/html", body }));
    await page.goto(`${site.url}post.html`);
    await addAxe(page);
    const [, frame] = page.frames();
    if (!frame) throw new Error("no frame");
    await frame.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    await addAxe(frame);
    await inspect(frame);
  });
});

/** What can have the focus, in the order of the page: a name for each. */
const controls = (): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const within = (root: ParentNode): void => {
      for (const element of root.querySelectorAll<HTMLElement>("*")) {
        const native = "a[href], button, input, select, textarea, summary, [tabindex]";
        if (element.matches(native) && element.tabIndex >= 0 && !element.matches(":disabled")) {
          if (element.checkVisibility()) found.push(named(element));
        }
        if (element.shadowRoot) within(element.shadowRoot);
      }
    };
    const named = (element: Element): string =>
      [
        (element.getRootNode() as ShadowRoot).host.localName,
        element.localName,
        element.getAttribute("type"),
        element.getAttribute("aria-label") ?? element.textContent?.trim(),
      ].join(" ");
    within(document);
    return found;
  });

/** What has the focus now; whether that is to be seen, and whether it stands in view. */
const focused = () =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body) return null;
    /** What a ring may be drawn by: of the element, of its label, of its drawing. */
    const looks = (of: Element): string =>
      [of, of.closest("label"), ...of.querySelectorAll("circle, path")]
        .filter((part) => part !== null)
        .map((part) => {
          const { outlineStyle, outlineWidth, stroke, strokeWidth } = getComputedStyle(part);
          return outlineStyle === "none"
            ? `${stroke} ${strokeWidth}`
            : `${outlineStyle} ${outlineWidth}`;
        })
        .join();
    const ringed = looks(element);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const name = [
      (element.getRootNode() as ShadowRoot).host.localName,
      element.localName,
      element.getAttribute("type"),
      element.getAttribute("aria-label") ?? element.textContent?.trim(),
    ].join(" ");
    (element as HTMLElement).blur();
    const bare = looks(element);
    (element as HTMLElement).focus({ preventScroll: true });
    return {
      name,
      seen: ringed !== bare,
      inView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
    };
  });

describe("by keyboard alone", () => {
  test("Tab reaches every control in order, each is seen to have it, and none keeps it", async () => {
    await visit("index.html#scene=plane&step=S7");
    await openTable(page);
    await page.locator("sb-article article").waitFor();
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      scrollTo(0, 0);
    });
    await page.getByRole("heading", { level: 1 }).click();
    const all = await controls();
    expect(all.length).toBeGreaterThan(70);
    const reached: string[] = [];
    for (;;) {
      await page.keyboard.press("Tab");
      const now = await focused();
      if (now === null || reached.length > all.length) break;
      expect(now).toEqual({ name: now.name, seen: true, inView: true });
      reached.push(now.name);
    }
    expect(reached).toEqual(all);
    for (const name of all.slice(-3).reverse()) {
      await page.keyboard.press("Shift+Tab");
      expect((await focused())?.name).toBe(name);
    }
  });
});

describe("on narrow and wide pages", () => {
  const overflow = (): Promise<number> =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  const steps = ["S1", "S2", "S6", "S7", "S9"] as const;

  test.each([
    ["a phone of 320 px", "index.html#step=S1", { width: 320, height: 640 }],
    ["1280 × 1024 at 400 %", "index.html#step=S1", { width: 320, height: 256 }],
    ["an embed of 280 px", "embed.html", { width: 280, height: 600 }],
    ["a tablet", "index.html#step=S1", { width: 768, height: 1024 }],
    ["2560 px", "index.html#step=S1", { width: 2560, height: 1440 }],
  ])("%s does not scroll sideways", async (_, address, view) => {
    await visit(address, view);
    await openTable(page);
    for (const language of languages) {
      for (const step of steps) {
        await show(page, { language, step });
        expect(await overflow(), `${language} ${step}`).toBe(0);
      }
    }
    // Many and long numbers scroll within their own tables.
    await show(page, {
      scene: "custom",
      values: Array.from({ length: 20 }, (_, i) => Array(12).fill(-1234567.125 * (i + 1))),
      query: Array(12).fill(1e-7),
      score: "additive",
    });
    expect(await overflow()).toBe(0);
  });

  test("the controls end where the page does, at every width of a laptop", async () => {
    await visit("index.html#step=S1", { width: 1440, height: 900 });
    for (const width of [1180, 1262, 1275, 1277, 1280, 1319, 1321, 1366]) {
      await page.setViewportSize({ width, height: 900 });
      const ends = await page.locator("sb-derive .bar").evaluate((bar) => {
        const controls =
          bar.querySelector("sb-temperature")?.shadowRoot?.querySelectorAll("*") ?? [];
        const right = (element: Element): number => element.getBoundingClientRect().right;
        return Math.max(...Array.from(controls, right)) - right(bar);
      });
      expect(ends, `${width}`).toBeLessThanOrEqual(0.5);
    }
  });
});

/**
 * The least contrast of text and of drawn marks with a ground, by WCAG 2, for each kind of element.
 * axe leaves out what stands on drawings, and formulas.
 */
const contrasts = (ground: string) =>
  page.evaluate((ground) => {
    const luminance = (color: string): number => {
      const channels = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => {
        const c = Number(text) / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      const [r = 0, g = 0, b = 0] = channels;
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const figure = document.querySelector("softmax-bridge")?.shadowRoot;
    if (!figure) throw new Error("no figure");
    const probe = document.createElement("i");
    probe.style.color = ground;
    figure.append(probe);
    const paper = luminance(getComputedStyle(probe).color);
    probe.remove();
    /** The button that goes on has a ground of its own. */
    const groundOf = (element: Element): number => {
      const button = element.closest(".onward");
      return button ? luminance(getComputedStyle(button).backgroundColor) : paper;
    };
    const contrastOn = (ground: number, color: string): number => {
      if (color === "none" || /^rgba\(.*, 0\)$/.test(color)) return 1;
      const other = luminance(color);
      return (Math.max(other, ground) + 0.05) / (Math.min(other, ground) + 0.05);
    };
    const marks: Record<string, number> = {};
    const words: Record<string, number> = {};
    const keep = (into: Record<string, number>, name: string, value: number): void => {
      into[name] = Math.min(into[name] ?? Number.POSITIVE_INFINITY, value);
    };
    const within = (root: ParentNode): void => {
      for (const element of root.querySelectorAll("*")) {
        const host = (element.getRootNode() as ShadowRoot).host?.localName;
        const name = `${host} ${element.localName}.${element.getAttribute("class")?.trim() ?? ""}`;
        const { fill, stroke, color } = getComputedStyle(element);
        const contrast = (color: string): number => contrastOn(groundOf(element), color);
        const size = element.getBoundingClientRect();
        const disabled = element.closest(":disabled, [aria-disabled=true]") !== null;
        const drawn = size.width + size.height > 0 && !disabled;
        const own = Array.from(element.childNodes).some(
          (node) => node instanceof Text && node.data.trim() !== "",
        );
        if (drawn && element instanceof SVGGeometryElement) {
          keep(marks, name, Math.max(contrast(fill), contrast(stroke)));
        } else if (drawn && own) {
          keep(words, name, contrast(element instanceof SVGElement ? fill : color));
        }
        if (element.shadowRoot) within(element.shadowRoot);
      }
    };
    within(figure);
    return { marks, words };
  }, ground);

/** What only helps the eye along: the rest carries a meaning. */
const auxiliary =
  /\.(ground|post|base|zero|axis|grid|tie|line|leader|touch|hull|wash|seam|string|tick|ticks|band|stream|spring|arm|grip)\b/;

async function expectContrast(ground: string): Promise<void> {
  const { marks, words } = await contrasts(ground);
  const faint = (of: Record<string, number>, least: number): string[] =>
    Object.entries(of)
      .filter(([name, value]) => value < least && !auxiliary.test(name))
      .map(([name, value]) => `${name} ${value.toFixed(2)}`);
  expect(Object.keys(marks).length).toBeGreaterThan(30);
  expect(faint(marks, 3)).toEqual([]);
  expect(Object.keys(words).length).toBeGreaterThan(60);
  expect(faint(words, 4.5)).toEqual([]);
}

describe("words and marks stand out from their ground", () => {
  test.each(["light", "dark"] as const)("in %s colours", async (theme) => {
    await visit(`index.html#scene=plane&step=S7&theme=${theme}`);
    await openTable(page);
    await page.locator("sb-article article").waitFor();
    for (const step of ["S1", "S4", "S6", "S7", "S7a", "S9"] as const) {
      await show(page, { step, split: step === "S7a" });
      await expectContrast("var(--paper)");
    }
  });

  test.each([
    ["light", "dark"],
    ["dark", "light"],
  ] as const)(
    "in the system's own, %s ones, though %s ones were chosen here",
    async (scheme, theme) => {
      await visit(`index.html#scene=plane&step=S7&theme=${theme}`, { scheme, forcedColors: true });
      await page.locator("sb-article article").waitFor();
      await expectContrast("Canvas");
    },
  );

  test("and with the system's own, shapes and lines say what colours did", async () => {
    await visit("embed.html#scene=plane&step=S7", { forcedColors: true });
    const styleOf = (selector: string, property: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((part, property) => getComputedStyle(part).getPropertyValue(property), property);
    // Hard is square and soft is round; the current row has a frame; what goes is struck.
    expect(await page.locator("sb-rail rect.mark").count()).toBe(11);
    expect(await page.locator("sb-rail circle.mark").count()).toBe(7);
    expect(await styleOf("sb-ledger .wash", "stroke")).not.toBe("none");
    expect(await styleOf("sb-formula .before .selector", "background-image")).toMatch(/gradient/);
  });
});

describe("on a page that runs from right to left", () => {
  test("figures and formulas stand as they always do", async () => {
    await visit("index.html#scene=apple&step=S7");
    await openTable(page);
    const places = () =>
      page.evaluate(() => {
        const found: string[] = [];
        const within = (root: ParentNode): void => {
          for (const element of root.querySelectorAll("*")) {
            const { x, width } = element.getBoundingClientRect();
            found.push(`${element.localName} ${x.toFixed(1)} ${width.toFixed(1)}`);
            if (element.shadowRoot) within(element.shadowRoot);
          }
        };
        within(document.body);
        return found;
      });
    const before = await places();
    expect(before.length).toBeGreaterThan(500);
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    await show(page, { step: "S8" });
    await show(page, { step: "S7" });
    expect(await places()).toEqual(before);
  });
});

describe("under a finger", () => {
  /** Targets below 24 px, and those with another target within 24 px of their middle. */
  const tight = () =>
    page.evaluate(() => {
      interface Target {
        readonly name: string;
        readonly box: DOMRect;
      }
      const targets: Target[] = [];
      const within = (root: ParentNode): void => {
        for (const element of root.querySelectorAll<HTMLElement>("*")) {
          const kinds = "button, input, select, textarea, summary, [role=slider]";
          if (element.matches(kinds) && element.checkVisibility()) {
            const area = element.closest("label") ?? element.querySelector(".touch") ?? element;
            const host = (element.getRootNode() as ShadowRoot).host.localName;
            const name = `${host} ${element.getAttribute("aria-label") ?? element.textContent?.trim()}`;
            targets.push({ name, box: area.getBoundingClientRect() });
          }
          if (element.shadowRoot) within(element.shadowRoot);
        }
      };
      within(document);
      const small = ({ box }: Target): boolean => box.width < 24 || box.height < 24;
      const middle = ({ box }: Target) => ({
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
      });
      const clear = (target: Target): boolean =>
        targets.every((other) => {
          if (other === target) return true;
          const { x, y } = middle(target);
          if (small(other)) {
            const far = middle(other);
            return Math.hypot(x - far.x, y - far.y) >= 24;
          }
          const { left, right, top, bottom } = other.box;
          const dx = Math.max(left - x, 0, x - right);
          const dy = Math.max(top - y, 0, y - bottom);
          return Math.hypot(dx, dy) >= 12;
        });
      return {
        count: targets.length,
        tight: targets
          .filter((target) => small(target) && !clear(target))
          .map(({ name, box }) => `${name} ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`),
        smallInTable: targets
          .filter(({ name }) => name.startsWith("sb-table"))
          .filter(({ box }) => Math.min(box.width, box.height) < 24)
          .map(({ name }) => name),
      };
    });

  test.each([
    ["a phone", { width: 360, height: 740, touch: true }],
    ["a tablet", { width: 820, height: 1180, touch: true }],
    ["a desktop with a mouse", {}],
  ])("every target on %s is large enough, or stands clear of the others", async (_, view) => {
    await visit("index.html#scene=apple&step=S9&score=bilinear", view);
    await openTable(page);
    const { count, tight: found, smallInTable } = await tight();
    expect(count).toBeGreaterThan(80);
    expect(found).toEqual([]);
    if ("touch" in view) expect(smallInTable).toEqual([]);
  });
});

describe("for those who listen", () => {
  test("nothing chatters while something is dragged", async () => {
    await visit("index.html#scene=plane&step=S7");
    await page.locator("sb-article article").waitFor();
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const within = (root: ParentNode): void => {
        for (const element of root.querySelectorAll("*")) {
          if (element.matches("[role=status], [role=alert], [aria-live]")) {
            new MutationObserver(() => said.push(element.textContent ?? "")).observe(element, {
              childList: true,
              characterData: true,
              subtree: true,
            });
            Object.assign(window, { regions: ((window as { regions?: number }).regions ?? 0) + 1 });
          }
          if (element.shadowRoot) within(element.shadowRoot);
        }
      };
      within(document);
    });
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
    const regions = () => page.evaluate(() => (window as unknown as { regions: number }).regions);
    expect(await regions()).toBeGreaterThan(2);

    const before = await page.evaluate(
      () => document.querySelector("softmax-bridge")?.state?.query,
    );
    for (const [handle, by] of [
      [page.locator("sb-scene [aria-label^='Query arrow']"), -90],
      [page.getByRole("slider", { name: "query, x" }), 40],
      [page.getByRole("slider", { name: "Temperature" }), 60],
    ] as const) {
      await handle.scrollIntoViewIfNeeded();
      const box = await handle.boundingBox();
      if (box === null) throw new Error("nothing to drag");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by, y - Math.abs(by) / 2, { steps: 15 });
      await page.mouse.up();
    }
    // Longer than numbers take to rest.
    await page.evaluate(() => new Promise((rested) => setTimeout(rested, 300)));
    const after = await page.evaluate(() => document.querySelector("softmax-bridge")?.state?.query);
    expect(after).not.toEqual(before);
    expect(await said()).toEqual([]);
    // But what goes wrong is said once.
    await page.getByRole("textbox", { name: "query, y" }).fill("a");
    expect(await said()).toHaveLength(1);
  });
});

test("in no view is a target under 24 px, or the page run over with WCAG's text spacing", async () => {
  await visit("index.html#scene=apple&step=S1&lang=en", { width: 1280, height: 720 });
  for (const view of views) {
    await show(page, { view });
    const part = view === "temperature" ? "sb-temperature-view" : `sb-${view}`;
    await page.locator(part).waitFor();
    const small = await page.evaluate(() => {
      const found: string[] = [];
      const within = (root: ParentNode): void => {
        for (const element of root.querySelectorAll<HTMLElement>("*")) {
          if (element.matches("button, input, select, summary") && element.checkVisibility()) {
            const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
            if (width > 0 && (width < 23.5 || height < 23.5))
              found.push(`${element.outerHTML.slice(0, 80)} ${width} × ${height}`);
          }
          if (element.shadowRoot) within(element.shadowRoot);
        }
      };
      within(document);
      return found;
    });
    expect(small, view).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 720 });
  for (const view of ["derive", "temperature", "gradient", "scale"] as const) {
    await show(page, { view });
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet();
      spacing.replaceSync(
        "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }",
      );
      const within = (root: Document | ShadowRoot): void => {
        root.adoptedStyleSheets = [...root.adoptedStyleSheets, spacing];
        for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) within(shadowRoot);
      };
      within(document);
    });
    const over = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(over, { message: view }).toBeLessThanOrEqual(0);
  }
});
