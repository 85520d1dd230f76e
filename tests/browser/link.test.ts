import { describe, expect, test } from "vitest";
import type { State } from "../../web/src/model/state.ts";
import type {} from "../../web/src/view/softmax-bridge.ts";
import { page, useSite, type View } from "./page.ts";

const site = useSite();

async function visit(address: string, view?: View): Promise<void> {
  await site.open(address, view);
}

const state = (): Promise<State | null | undefined> =>
  page.evaluate(() => document.querySelector("softmax-bridge")?.state);
const mode = (): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector("softmax-bridge")?.mode);
const link = (): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector("softmax-bridge")?.toLink());
const notices = (): Promise<string[]> =>
  page.getByRole("status").getByRole("listitem").allTextContents();
const addressEndsWith = (end: string): Promise<unknown> =>
  page.waitForFunction((wanted) => location.href.endsWith(wanted), end);
const scene = (id: string): Promise<unknown> =>
  page.waitForFunction((wanted) => {
    return document.querySelector("softmax-bridge")?.state?.scene === wanted;
  }, id);

const journey = "v=1&c=54.9b72a2f1&view=derive&scene=journey&q=1,0,0.5&step=S6&lang=zh-CN";

describe("the page opens what its address says", () => {
  test.each([
    ["a fragment", `#${journey}`],
    ["a query, for chats that drop fragments", `?${journey}`],
    ["encoded, with an ellipsis behind it", `#${encodeURIComponent(journey)}…`],
    ["with a chat's additions", `?utm_source=chat#${journey}&appinstall=0).`],
  ])("%s", async (_, address) => {
    await visit(`index.html${address}`);
    expect(await state()).toMatchObject({
      scene: "journey",
      query: [1, 0, 0.5],
      step: "S6",
      language: "zh-CN",
    });
    expect(await notices()).toEqual([]);
    expect(await link()).toBe(`${site.url}index.html#${journey}`);
    // Nothing has changed: the address stays as it was typed.
    expect(page.url()).toContain(address.slice(0, 12));
  });

  test("a cut link says so, opens nothing of it, and can be dismissed", async () => {
    await visit(`index.html#${journey.slice(0, -9)}`);
    expect(await state()).toMatchObject({ scene: "apple", step: "S1" });
    expect(await notices()).toEqual([expect.stringContaining("45 of its 54 characters")]);
    await page.getByRole("button", { name: "Dismiss" }).click();
    expect(await notices()).toEqual([]);
  });

  test("bad values are named, each with what stands in its place", async () => {
    await visit("index.html#scene=tie&t=-1&q=1,abc&lang=en");
    expect(await state()).toMatchObject({ scene: "tie", temperature: 1, query: [1, 0] });
    expect(await notices()).toEqual([
      "“q”: “abc” is not a finite number (row 1, column 2). Used instead: 1,0.",
      "“t”: “-1” is out of its range. Used instead: 1.",
    ]);
  });

  test("numbers without an answer are said, and the first scene stands in", async () => {
    await visit("index.html#x=1e308,1_1,1&q=1e308,1");
    expect(await state()).toMatchObject({ scene: "apple" });
    expect(await notices()).toEqual([expect.stringMatching(/^“x” has no answer\./)]);
  });

  test("the language is the reader's where the link names none", async () => {
    await visit("index.html#scene=tie", { language: "zh-CN" });
    expect(await state()).toMatchObject({ language: "zh-CN" });
    await visit("index.html#scene=tie&lang=en", { language: "zh-CN" });
    expect(await state()).toMatchObject({ language: "en" });
  });
});

describe("the address follows what is shown", () => {
  test("a while after a change, keeping what others put into the query", async () => {
    await visit("index.html?utm_source=chat#step=S1");
    await page.getByRole("button", { name: "Next step" }).click();
    await addressEndsWith(
      "index.html?utm_source=chat#v=1&c=39.16b978c2&view=derive&scene=apple&step=S2&lang=en",
    );
    const before = await state();
    await page.reload();
    await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    expect(await state()).toEqual(before);
  });

  test("and takes over what the query said", async () => {
    await visit("index.html?scene=tie&t=2&step=S1");
    await page.evaluate(() => {
      const figure = document.querySelector("softmax-bridge");
      if (figure) figure.state = { temperature: 1 };
    });
    await addressEndsWith("index.html#v=1&c=37.3347444a&view=derive&scene=tie&step=S1&lang=en");
  });

  test("with the colours that a button chooses, one after the other", async () => {
    await visit("index.html#scene=tie");
    const shown = () =>
      page.evaluate(() => document.querySelector<HTMLElement>("softmax-bridge")?.dataset.theme);
    for (const [before, theme] of [
      ["as your system", "light"],
      ["light", "dark"],
      ["dark", "auto"],
    ] as const) {
      await page.getByRole("button", { name: `Colours: ${before}` }).click();
      await expect.poll(shown).toBe(theme);
      expect(await state()).toMatchObject({ theme });
      if (theme !== "auto") await addressEndsWith(`&theme=${theme}`);
    }
  });

  test("not while something still moves", async () => {
    await visit("index.html#step=S1", { stopClock: true });
    for (const last of [0.5, 1, 1.5]) {
      await page.evaluate((q) => {
        const figure = document.querySelector("softmax-bridge");
        if (figure) figure.state = { query: [2, 2, 2, q] };
      }, last);
      await page.clock.runFor(240);
      expect(page.url()).toBe(`${site.url}index.html#step=S1`);
    }
    await page.clock.runFor(20);
    await addressEndsWith("&q=2,2,2,1.5&step=S1&lang=en");
  });

  test("links within the page open, and Back returns; anchors are left alone", async () => {
    await visit("index.html#scene=plane&step=S3");
    /** Ours hears of it after the page does. */
    const go = (hash: string) =>
      page.evaluate(
        (to) =>
          new Promise<void>((gone) => {
            addEventListener("hashchange", () => gone(), { once: true });
            location.hash = to;
          }),
        hash,
      );
    await go("#scene=tie&theme=dark");
    await scene("tie");
    await go("#anywhere");
    expect(await state()).toMatchObject({ scene: "tie", theme: "dark" });
    await page.goBack();
    await page.goBack();
    await scene("plane");
    expect(await state()).toMatchObject({ scene: "plane", step: "S3" });
  });

  test("a host that forbids it does no harm", async () => {
    await visit("index.html#step=S1", { stopClock: true });
    await page.evaluate(() => {
      history.replaceState = () => {
        throw new DOMException("forbidden", "SecurityError");
      };
    });
    await page.getByRole("button", { name: "Next step" }).click();
    await page.clock.runFor(1000);
    expect(await state()).toMatchObject({ step: "S2" });
  });
});

describe("page and embed", () => {
  test("each has its own form, unless the link asks for the other", async () => {
    await visit("index.html#scene=tie");
    expect(await mode()).toBe("page");
    await visit("index.html#scene=tie&mode=embed");
    expect(await mode()).toBe("embed");
    await visit("embed.html#scene=tie");
    expect(await mode()).toBe("embed");
    expect(await link()).toBe(
      `${site.url}index.html#v=1&c=37.3347444a&view=derive&scene=tie&step=S1&lang=en`,
    );
  });

  test("attributes of the element are read like a link, and changes report one", async () => {
    await visit("embed.html");
    const { link, notices, state } = await page.evaluate(async () => {
      const figure = document.createElement("softmax-bridge");
      const attributes = {
        x: "1,0_0,1",
        q: "2,1",
        labels: "A,~57qi",
        step: "S7a",
        t: "cold",
        lang: "zh",
      };
      for (const [key, value] of Object.entries(attributes)) figure.setAttribute(key, value);
      figure.setAttribute("base", "https://example.org/bridge/");
      const changed = new Promise<string>((resolve) => {
        figure.addEventListener("softmax-bridge:change", (event) => resolve(event.detail.link));
      });
      document.body.append(figure);
      return { link: await changed, notices: figure.notices, state: figure.state };
    });
    expect(state).toMatchObject({
      scene: "custom",
      values: [
        [1, 0],
        [0, 1],
      ],
      labels: ["A", "红"],
      step: "S7a",
      split: true,
      temperature: 1,
      language: "zh-CN",
    });
    expect(notices).toEqual([{ key: "t", kind: "number", value: "cold", instead: "1" }]);
    expect(link).toMatch(
      /^https:\/\/example\.org\/bridge\/#v=1&c=\d+\.[0-9a-f]{8}&view=derive&scene=custom&x=1,0_0,1&q=2,1&/,
    );
  });
});

test("the features on the axes and the point on its line are there again after a reload", async () => {
  await visit("index.html#step=S6");
  const across = page.getByRole("combobox", { name: "feature across" });
  const chosen = async (): Promise<[string, string]> => [
    await across.inputValue(),
    await page.getByRole("combobox", { name: "feature upwards" }).inputValue(),
  ];
  const free = await across.evaluate(
    (select: HTMLSelectElement) =>
      Array.from(select.options).findLast(({ disabled, selected }) => !disabled && !selected)
        ?.value,
  );
  await across.selectOption(free ?? "");
  const before = await chosen();
  expect(before[0]).toBe(free);
  await page.waitForFunction(() => location.hash.includes("axes="));
  await page.reload();
  await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
  await across.waitFor();
  expect(await chosen()).toEqual(before);

  await visit("index.html#view=gradient");
  const point = page.locator("sb-slope .handle").first();
  await point.press("PageUp");
  await page.waitForFunction(() => location.hash.includes("place=0.125"));
  await page.reload();
  await point.waitFor();
  expect(await point.getAttribute("aria-valuenow")).toBe("0.125");
});
