/** Which texts a reader loads, and when the page speaks with them. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enter, launch, type Tenancy, useServer } from "./page.ts";

/** A sentence of each part in each language, by which its file is known. */
const sentences: Readonly<Record<string, string>> = {
  "en figure": "Score every object",
  "en article": "Finding, not mixing",
  "en classroom": "Hard attention returns one object. Which?",
  "en data": "Add an item",
  "en gradient": "Training: seven estimators side by side",
  "en normalizers": "Why softmax and not another?",
  "en overflow": "The same weights as a computer gets them",
  "en scale": "street",
  "en share": "Link for chats",
  "en temperature": "How much the winner keeps",
  "zh-CN figure": "配色：跟随系统",
  "zh-CN article": "为的是找，不是混",
  "zh-CN classroom": "硬注意力只返回一个物体。是哪个？",
  "zh-CN data": "把文件放在这里",
  "zh-CN gradient": "软，平方误差",
  "zh-CN normalizers": "十二种归一化：权重与性质",
  "zh-CN overflow": "同一组权重，减与不减最大值各算一遍。",
  "zh-CN scale": "小猫",
  "zh-CN share": "打开就是眼前的画面，页面在，链接就有效。",
  "zh-CN temperature": "赢家留住多少",
};

const dist = resolve("dist");
const scripts = readdirSync(dist).filter((name) => /^chunk-.*\.js$/.test(name));
const partsIn = new Map(
  scripts.map((file) => {
    const code = readFileSync(resolve(dist, file), "utf8");
    return [file, Object.keys(sentences).filter((part) => code.includes(sentences[part] ?? ""))];
  }),
);
const fileOf = (part: string): string =>
  scripts.find((file) => partsIn.get(file)?.includes(part)) ?? "missing";

const server = useServer();
let browser: Browser;
let tenancy: Tenancy | undefined;
let page: Page;
let asked: Set<string>;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());
afterEach(async () => {
  tenancy?.page.off("request", remember);
  await tenancy?.leave();
  tenancy = undefined;
});

const remember = (request: { url(): string }): void => {
  for (const part of partsIn.get(request.url().split("/").at(-1) ?? "") ?? []) asked.add(part);
};

async function arrive(locale: string): Promise<void> {
  tenancy = await enter(browser, { locale });
  page = tenancy.page;
  asked = new Set();
  page.on("request", remember);
}

const visit = (address: string): Promise<unknown> =>
  page.goto(server.url + address, { waitUntil: "networkidle" });

test("each part of each language is in a file of its own", () => {
  const found = [...partsIn.values()].filter((parts) => parts.length > 0);
  expect(found.flat().sort()).toEqual(Object.keys(sentences).sort());
  expect(found.every((parts) => parts.length === 1)).toBe(true);
});

test.each([
  ["embed.html#lang=en", ["en figure"]],
  ["embed.html#lang=zh-CN", ["zh-CN figure"]],
  ["embed.html#view=temperature&lang=zh-CN", ["zh-CN figure", "zh-CN temperature"]],
  ["embed.html#view=gradient&lang=en", ["en figure", "en gradient"]],
  ["embed.html#view=normalizers&lang=zh-CN", ["zh-CN figure", "zh-CN normalizers"]],
  ["embed.html#view=scale&lang=en", ["en figure", "en scale"]],
  ["embed.html#scene=overflow&lang=zh-CN", ["zh-CN figure", "zh-CN overflow"]],
  ["index.html#step=S1&lang=en", ["en article", "en figure", "en overflow"]],
  ["index.html#mode=worksheet&lang=zh-CN", ["zh-CN classroom", "zh-CN figure"]],
])("%s asks for %j alone", async (address, parts) => {
  await arrive(address.includes("zh") ? "zh-CN" : "en-US");
  await visit(address);
  expect([...asked].sort()).toEqual(parts);
});

/** What is read in several places of the page, each drawn by an element of its own. */
const read = (): Promise<Record<string, string | null | undefined>> =>
  page.evaluate(() => {
    const figure = document.querySelector("softmax-bridge");
    const inside = (root: ParentNode | null | undefined, ...path: string[]): string | undefined => {
      const [selector = "", ...rest] = path;
      const found = root?.querySelector(selector);
      return rest.length === 0
        ? found?.textContent?.trim()
        : inside(found?.shadowRoot ?? null, ...rest);
    };
    return {
      lang: figure?.lang,
      masthead: inside(figure?.shadowRoot, "sb-masthead", "h1"),
      pressed: inside(figure?.shadowRoot, "sb-masthead", "[aria-pressed=true] .long"),
      article: inside(figure?.shadowRoot, "sb-article", "h2"),
      argument: inside(figure?.shadowRoot, "sb-derive", "h2")?.replace(/^S\d\s*/, ""),
      item: inside(figure?.shadowRoot, "sb-derive", "sb-ledger", "thead th:nth-child(2)"),
    };
  });

const english = {
  lang: "en",
  masthead: "From argmax to softmax",
  pressed: "English",
  article: "Finding, not mixing",
  argument: "Score every object",
};
const chinese = {
  lang: "zh-CN",
  masthead: "从 argmax 到 softmax",
  pressed: "中文",
  article: "为的是找，不是混",
};

test("a language is spoken once all of it is there, and then everywhere at once", async () => {
  await arrive("en-US");
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(`**/${fileOf("zh-CN article")}`, async (route) => {
    await held;
    await route.continue();
  });
  await visit("index.html#step=S1&lang=en&step=S1");
  expect(await read()).toMatchObject(english);
  // Every state in which the page is seen from here on.
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const figure = document.querySelector("softmax-bridge");
    const look = (): void => {
      const head = figure?.shadowRoot?.querySelector("sb-masthead")?.shadowRoot;
      const article = figure?.shadowRoot?.querySelector("sb-article")?.shadowRoot;
      seen.add(
        [head?.querySelector("h1"), article?.querySelector("h2")]
          .map((element) => element?.textContent?.trim())
          .join(" | "),
      );
      requestAnimationFrame(look);
    };
    look();
  });
  const figureCame = page.waitForResponse(`**/${fileOf("zh-CN figure")}`);
  await page.getByRole("button", { name: "中文" }).click();
  await (await figureCame).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  expect(await read()).toMatchObject(english);
  release();
  await page.waitForFunction(() => document.querySelector("softmax-bridge")?.lang === "zh-CN");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(await read()).toMatchObject(chinese);
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual(
    ["From argmax to softmax | Finding, not mixing", "从 argmax 到 softmax | 为的是找，不是混"],
  );
  expect([...asked].filter((part) => part.startsWith("zh")).sort()).toEqual([
    "zh-CN article",
    "zh-CN figure",
    "zh-CN overflow",
  ]);
});

test("where a part of a language does not come, the page stays in the language it has", async () => {
  await arrive("en-US");
  await page.route(`**/${fileOf("zh-CN article")}`, (route) => route.abort());
  await visit("index.html#step=S1&lang=en&step=S1");
  await page.getByRole("button", { name: "中文" }).click();
  await page.waitForFunction(
    () => document.querySelector("softmax-bridge")?.state?.language === "en",
  );
  expect(await read()).toMatchObject(english);
});

test("where the texts of a view do not come it is said, and can be tried again", async () => {
  await arrive("en-US");
  const file = `**/${fileOf("en temperature")}`;
  await page.route(file, (route) => route.abort());
  await visit("index.html#step=S1&lang=en");
  await page.getByRole("link", { name: "Temperature" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "This part could not be loaded:" });
  await alert.waitFor();
  expect(await page.locator("sb-temperature-view").count()).toBe(0);
  expect(await page.locator("sb-masthead h1").textContent()).toBe("From argmax to softmax");
  await page.unroute(file);
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByText("How much the winner keeps").first().waitFor();
  expect(await alert.count()).toBe(0);
});
