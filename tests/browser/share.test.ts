import jsQR from "jsqr";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { texts, words } from "../texts.ts";
import { hostOf } from "./host.ts";
import { addAxe, page, show, stateOf, useSite, type View } from "./page.ts";

const text = words.en.share;
const site = useSite();

const dialog = (within: Page | FrameLocator = page): Locator => within.getByRole("dialog");
const field = (name: string, within?: Page | FrameLocator): Locator =>
  dialog(within).getByRole("textbox", { name, exact: true });
const copy = (name: string, within?: Page | FrameLocator): Locator =>
  dialog(within).getByRole("button", { name: text.copyWhat(name), exact: true });

async function share(address = "index.html#step=S7&lang=en", view: View = {}): Promise<void> {
  await site.open(address, { reducedMotion: true, ...view });
  await page.getByRole("button", { name: texts.en.share, exact: true }).click();
  await dialog().waitFor();
}

const link = (): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector("softmax-bridge")?.toLink());

describe("what it gives", () => {
  test("links that open what is seen, in either half of the address", async () => {
    await share("index.html#scene=tie&step=S6&t=0.5&lang=en");
    expect(await field(text.link).inputValue()).toBe(await link());
    const chat = await field(text.chat).inputValue();
    expect(chat).toBe((await link())?.replace("#", "?"));
    expect(await dialog().getByText(text.length(chat.length)).count()).toBe(2);
    const before = await stateOf(page);
    await page.goto(chat);
    await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    expect(await stateOf(page)).toEqual(before);
  });

  test("a frame and an element that show the same, in someone else's page", async () => {
    await share("index.html#scene=plane&step=S8&t=2&lang=en");
    await dialog().getByRole("textbox", { name: text.width }).fill("640");
    await dialog().getByRole("textbox", { name: text.height }).fill("900px");
    await dialog().getByRole("checkbox", { name: text.fitted }).check();
    const frame = await field(text.frame).inputValue();
    expect(frame).toContain('width="640" height="900" loading="lazy"');
    expect(frame).toContain('title="From argmax to softmax"');
    const element = await field(text.element).inputValue();
    const wanted = await stateOf(page);
    const host = await hostOf(`${frame}<hr>${element}`);
    const context = await site.browser.newContext();
    const other = await context.newPage();
    await other.goto(host.url);
    for (const place of other.frames()) {
      await place.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
      const state = await place.evaluate(() => document.querySelector("softmax-bridge")?.state);
      expect(state).toEqual(wanted);
    }
    // The script has fitted it.
    await other.waitForFunction(() => (document.querySelector("iframe")?.clientHeight ?? 0) > 1000);
    await context.close();
    await host.close();
  });

  test("a code that a camera reads as the link", async () => {
    await share();
    const code = dialog().getByRole("img");
    const { width, pixels } = await code.evaluate(async (svg) => {
      const source = new XMLSerializer().serializeToString(svg);
      const image = new Image(400, 400);
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      await image.decode();
      const canvas = new OffscreenCanvas(400, 400);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0, 400, 400);
      return { width: 400, pixels: [...context.getImageData(0, 0, 400, 400).data] };
    });
    expect(jsQR(new Uint8ClampedArray(pixels), width, width)?.data).toBe(await link());
    expect(await code.getAttribute("aria-label")).toContain((await link()) as string);
  });

  test("a warning where a link is long, and no code that nobody could read", async () => {
    await share();
    await page.keyboard.press("Escape");
    const random = (n: number) =>
      Array.from({ length: n }, (_, i) => Array.from({ length: 4 }, (_, j) => Math.sin(9 * i + j)));
    for (const [items, note] of [
      [5, text.long],
      [40, text.tooLong],
    ] as const) {
      await show(page, { scene: "custom", values: random(items), labels: null });
      await page.getByRole("button", { name: texts.en.share, exact: true }).click();
      await dialog().getByText(note).waitFor();
      await dialog().getByText(text.codeTooLong).waitFor();
      expect(await dialog().getByRole("img").count()).toBe(0);
      await page.keyboard.press("Escape");
      await dialog().waitFor({ state: "detached" });
    }
  });

  test("the file beside the page with what is seen as its start", async () => {
    await share("index.html#scene=tie&step=S4&lang=en");
    const body = '<p>one file</p><softmax-bridge mode="page"></softmax-bridge>';
    await page.route("**/softmax-bridge-offline.html", (route) =>
      route.fulfill({ contentType: "text/html", body }),
    );
    const button = dialog().getByRole("link", { name: text.download, exact: true });
    expect(await button.getAttribute("href")).toBe(
      (await link())?.replace("index.html", "softmax-bridge-offline.html"),
    );
    const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(file.suggestedFilename()).toBe("softmax-bridge-offline.html");
    const stream = await file.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe(
      `<p>one file</p><softmax-bridge mode="page" base="${site.url}" view="derive" scene="tie" step="S4" lang="en"></softmax-bridge>`,
    );
    await dialog().getByText(text.downloaded).waitFor();
  });
});

test.each(["en", "zh-CN"] as const)(
  "while the table holds numbers that do not derive, it says so: %s",
  async (language) => {
    await site.open(`index.html#scene=tie&step=S1&lang=${language}`, {
      reducedMotion: true,
    });
    const before = await link();
    await page.locator("sb-derive details > summary").click();
    const cell = page.locator('sb-table input[data-cell="values 1 0"]');
    const { NotANumber, where } = texts[language].errors;
    const kept = page.locator("sb-table .kept");
    for (const typed of ["abc", "nan"]) {
      expect(await kept.textContent()).toBe("");
      await cell.fill(typed);
      await kept.getByText(words[language].data.data.linkKept).waitFor();
      await page.getByRole("button", { name: texts[language].share, exact: true }).click();
      await dialog()
        .getByText(
          words[language].share.kept(`${NotANumber}${language === "en" ? " " : ""}${where(2, 1)}`),
        )
        .waitFor();
      expect(await dialog().locator("#link").inputValue()).toBe(before);
      expect(await link()).toBe(before);
      await page.keyboard.press("Escape");
      await cell.fill("1");
    }
    // Numbers again: the link holds them, and nothing is said.
    await page.getByRole("button", { name: texts[language].share, exact: true }).click();
    await dialog().waitFor();
    expect(await dialog().locator(".kept").count()).toBe(0);
    expect(await kept.textContent()).toBe("");
  },
);

describe("copying", () => {
  test("goes to the clipboard, and it is said", async () => {
    await share();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const name of [text.link, text.chat, text.frame, text.element]) {
      await copy(name).click();
      await dialog().getByText(text.copied, { exact: true }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await field(name).inputValue());
    }
  });

  test.each([
    [true, text.copied],
    [false, text.selected],
  ])(
    "where the clipboard is refused, by the old command (%j), and it is said",
    async (works, said) => {
      const host = await hostOf(
        `<iframe src="${site.url}embed.html#lang=en" sandbox="allow-scripts" allow="clipboard-write 'none'" width="900" height="1500"></iframe>`,
      );
      const context = await site.browser.newContext();
      const post = await context.newPage();
      await post.goto(host.url);
      const frame = post.frameLocator("iframe");
      await frame.getByRole("button", { name: texts.en.share, exact: true }).click();
      await dialog(frame).waitFor();
      await frame.locator("body").evaluate((_, works) => {
        const command = document.execCommand.bind(document);
        document.execCommand = (...wanted) => works && command(...wanted);
      }, works);
      await copy(text.element, frame).click();
      await dialog(frame).getByText(said, { exact: true }).waitFor();
      const selected = await field(text.element, frame).evaluate((area: HTMLTextAreaElement) => ({
        whole: area.selectionEnd - area.selectionStart === area.value.length,
        focused: area.matches(":focus"),
      }));
      expect(selected).toEqual({ whole: true, focused: true });
      await context.close();
      await host.close();
    },
  );
});

describe("as a dialog", () => {
  test("takes the focus, keeps it, and gives it back", async () => {
    await share();
    expect(await copy(text.link).evaluate((button) => button.matches(":focus"))).toBe(true);
    for (let i = 0; i < 20; i++) await page.keyboard.press("Tab");
    expect(
      await page.evaluate(() => {
        const root = document.querySelector("softmax-bridge")?.shadowRoot;
        return root?.activeElement?.localName ?? document.activeElement?.localName;
      }),
    ).toMatch(/sb-share|body/);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    const opener = page.getByRole("button", { name: texts.en.share, exact: true });
    expect(await opener.evaluate((button) => button.matches(":focus"))).toBe(true);
    // A press beside it closes it too, and so does its button.
    await opener.click();
    await dialog().waitFor();
    await page.mouse.click(3, 3);
    await dialog().waitFor({ state: "detached" });
    await opener.click();
    await dialog().getByRole("button", { name: text.close }).click();
    await dialog().waitFor({ state: "detached" });
  });

  test.each([280, 360, 768])("fits %i px, and all of it can be reached", async (width) => {
    await share("index.html#step=S1&lang=en", { width, height: 600, touch: width < 700 });
    const sizes = await dialog().evaluate((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      it.scrollTo(0, it.scrollHeight);
      const last = it.querySelector("a")?.getBoundingClientRect();
      const wide = [...it.querySelectorAll("section, .head")].filter(
        (part) => part.getBoundingClientRect().right > right,
      ).length;
      return { left, right, top, bottom, reached: (last?.bottom ?? 1e9) <= bottom, wide };
    });
    expect(sizes).toMatchObject({ reached: true, wide: 0 });
    expect(sizes.left).toBeGreaterThanOrEqual(0);
    expect(sizes.right).toBeLessThanOrEqual(width);
    expect(sizes.top).toBeGreaterThanOrEqual(0);
    expect(sizes.bottom).toBeLessThanOrEqual(600);
  });

  test("opens where the reader is, in a frame as high as its content", async () => {
    const host = await hostOf(
      `<iframe src="${site.url}embed.html#lang=en" width="500" height="2400"></iframe>`,
    );
    const context = await site.browser.newContext({
      viewport: { width: 600, height: 800 },
      screen: { width: 600, height: 800 },
    });
    const post = await context.newPage();
    await post.goto(host.url);
    const frame = post.frameLocator("iframe");
    const opener = frame.getByRole("button", { name: texts.en.share, exact: true });
    await opener.scrollIntoViewIfNeeded();
    await opener.click();
    await dialog(frame).waitFor();
    const top = async () => (await copy(text.link, frame).boundingBox())?.y ?? -1;
    await expect.poll(async () => (await top()) > 0 && (await top()) < 700).toBe(true);
    await context.close();
    await host.close();
  });

  test("axe finds nothing, in both languages and themes", async () => {
    await share();
    await addAxe(page);
    for (const language of ["en", "zh-CN"] as const) {
      for (const theme of ["light", "dark"] as const) {
        await show(page, { language, theme });
        await dialog().getByText(words[language].share.heading).waitFor();
        const { passes, violations } = await page.evaluate(async () => {
          const { axe } = window as unknown as { axe: typeof import("axe-core") };
          const { passes, violations } = await axe.run();
          return { passes: passes.length, violations: violations.map(({ id }) => id) };
        });
        expect(violations, `${language} ${theme}`).toEqual([]);
        expect(passes).toBeGreaterThan(10);
      }
    }
  });

  test("is not printed, nor is what leads to it", async () => {
    await share("embed.html#lang=en");
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("dialog").isVisible()).toBe(false);
    expect(await page.locator("softmax-bridge .foot").isVisible()).toBe(false);
  });
});
