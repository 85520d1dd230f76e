/**
 * The running page in the hands of somebody who does anything: mouse, finger, keys, pastes, links, messages,
 * attributes. Nothing of it may be blank, "undefined" or NaN, and no error may reach the console.
 */
import { generator } from "./random.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {ReturnType<typeof generator>} Random */

const keys =
  "Tab Tab Tab Shift+Tab ArrowLeft ArrowRight ArrowUp ArrowDown Home End Enter Escape Space PageUp PageDown 1 - . e Backspace Delete".split(
    " ",
  );
const views = ["derive", "temperature", "gradient", "normalizers", "scale"];
const scenes = ["apple", "plane", "tie", "false-tie", "journey", "self-attention"];

/** @param {Random} r */
const number = (r) =>
  r.one(["0", "1", "-2", "0.5", "1e3", "-1e308", "5e-324", "3,5", "１", "−4", "", "x", "1e999"]);

/** @param {Random} r */
function link(r) {
  const row = () => Array.from({ length: 1 + r.below(3) }, () => number(r)).join(",");
  const pairs = [
    ["view", r.one(views)],
    ["scene", r.one(scenes)],
    ["step", `S${r.below(11)}`],
    ["t", number(r)],
    ["q", row()],
    ["x", `${row()}_${row()}`],
    ["score", r.one(["dot", "cosine", "gaussian", "bilinear", "additive", "none"])],
    ["lang", r.one(["en", "zh-CN", "fr"])],
    ["theme", r.one(["light", "dark", "no"])],
    ["mode", r.one(["page", "present", "predict", "worksheet"])],
    ["mask", "101"],
    [r.one(["%", "&", "__proto__"]), "%E0%A4%A"],
  ].filter(() => r.below(4) === 0);
  return `#${pairs.map((pair) => pair.join("=")).join("&")}`;
}

/** @param {Random} r */
const table = (r) =>
  Array.from({ length: 1 + r.below(4) }, () =>
    Array.from({ length: 1 + r.below(4) }, () => number(r)).join(r.one(["\t", ",", ";", " "])),
  ).join("\n");

/** @type {Record<string, (page: Page, r: Random) => Promise<unknown>>} */
const gestures = {
  async click(page, r) {
    await page.mouse.click(...point(page, r));
  },
  async drag(page, r) {
    await page.mouse.move(...point(page, r));
    await page.mouse.down();
    for (let i = r.below(4); i >= 0; i--) await page.mouse.move(...point(page, r), { steps: 2 });
    await page.mouse.up();
  },
  async wheel(page, r) {
    await page.mouse.wheel(0, r.below(1200) - 600);
  },
  async press(page, r) {
    for (let i = r.below(6); i >= 0; i--) await page.keyboard.press(r.one(keys));
  },
  async touch(page, r) {
    const session = await page.context().newCDPSession(page);
    const at = () => {
      const [x, y] = point(page, r);
      return { x, y };
    };
    const fingers = 1 + r.below(2);
    const all = () => Array.from({ length: fingers }, (_, id) => ({ ...at(), id }));
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: all() });
    for (let i = r.below(4); i > 0; i--)
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: all() });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await session.detach();
  },
  async resize(page, r) {
    await page.setViewportSize({ width: 300 + r.below(1300), height: 300 + r.below(900) });
  },
  async link(page, r) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link(r));
  },
  async paste(page, r) {
    await page.evaluate((text) => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      at?.dispatchEvent(
        new ClipboardEvent("paste", {
          clipboardData,
          bubbles: true,
          cancelable: true,
          composed: true,
        }),
      );
    }, table(r));
  },
  async message(page, r) {
    const messages = [
      null,
      "x",
      { type: "softmax-bridge:ping" },
      { type: "softmax-bridge:resize", height: "9" },
      [1],
    ];
    await page.evaluate((message) => postMessage(message, "*"), r.one(messages));
  },
  async attribute(page, r) {
    const name = r.one([
      "scene",
      "x",
      "q",
      "step",
      "t",
      "view",
      "lang",
      "theme",
      "score",
      "hide",
      "mode",
    ]);
    const value = r.one([
      null,
      "",
      r.one(scenes),
      number(r),
      "1,2_3,4",
      "S7",
      r.one(views),
      "zh-CN",
    ]);
    await page.evaluate(
      ([name, value]) => {
        const figure = document.querySelector("softmax-bridge");
        if (value === null) figure?.removeAttribute(name ?? "");
        else figure?.setAttribute(name ?? "", value ?? "");
      },
      [name, value],
    );
  },
};

/** @param {Page} page @param {Random} r @returns {[number, number]} */
function point(page, r) {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  return [r.below(width), r.below(height)];
}

/**
 * @param {Page} page @param {string} url of the page @param {number} seed @param {number} count gestures
 * @throws {Error} where something is wrong, with the seed and what was done
 */
export async function fuzzPage(page, url, seed, count) {
  const random = generator(seed);
  /** @type {string[]} */
  const [done, faults] = [[], []];
  const onError = (/** @type {Error} */ error) => faults.push(String(error));
  const onConsole = (/** @type {import("playwright-core").ConsoleMessage} */ message) => {
    if (message.type() === "error") faults.push(message.text());
  };
  const onPopup = (/** @type {Page} */ popup) => void popup.close();
  const onDialog = (/** @type {import("playwright-core").Dialog} */ dialog) =>
    void dialog.dismiss();
  page
    .on("pageerror", onError)
    .on("console", onConsole)
    .on("popup", onPopup)
    .on("dialog", onDialog);
  try {
    await page.goto(url + link(random));
    await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    for (let i = 0; i < count; i++) {
      const name = random.one(Object.keys(gestures));
      done.push(name);
      await gestures[name]?.(page, random).catch((error) => {
        // A link that was clicked leads away from what the gesture was for.
        if (!/context was destroyed|navigat/i.test(String(error))) throw error;
      });
      if (!page.url().startsWith(url)) {
        await page.goto(url);
        await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
      }
      // What is loaded when it is first wanted leaves its place free until then.
      await page.waitForFunction(isDrawn, null, { timeout: 120_000 }).catch(() => {
        faults.push("blank");
      });
      faults.push(...(await page.evaluate(complaints)));
      if (faults.length)
        throw new Error(
          `seed ${seed}, after ${done.join(" ")} at ${page.url()}:\n${faults.join("\n")}`,
        );
    }
  } finally {
    page
      .off("pageerror", onError)
      .off("console", onConsole)
      .off("popup", onPopup)
      .off("dialog", onDialog);
  }
}

/** In the page. */
function isDrawn() {
  const figure = document.querySelector("softmax-bridge");
  /** Of all that has a size. @param {ParentNode} root @returns {number} */
  const lettersIn = (root) => {
    let count = 0;
    for (const element of root.querySelectorAll("*")) {
      if (element.matches("style") || element.getClientRects().length === 0) continue;
      for (const node of element.childNodes)
        if (node instanceof Text) count += node.data.trim().length;
      if (element.shadowRoot) count += lettersIn(element.shadowRoot);
    }
    return count;
  };
  const { height = 0 } = figure?.getBoundingClientRect() ?? {};
  return height > 100 && lettersIn(figure?.shadowRoot ?? new DocumentFragment()) > 100;
}

/** What is wrong with what is to be seen, after the next frame. In the page. */
async function complaints() {
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  const figure = document.querySelector("softmax-bridge");
  /** @type {string[]} */
  const texts = [];
  const within = (/** @type {ParentNode} */ root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.matches("style, textarea")) continue;
      for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data);
      for (const { name, value } of element.attributes)
        if (/^(aria-|d$|points$|transform$|x|y|width|height|style)/.test(name)) texts.push(value);
      if (element.shadowRoot) within(element.shadowRoot);
    }
  };
  if (figure?.shadowRoot) within(figure.shadowRoot);
  const text = texts.join("\n");
  /** @type {string[]} */
  const wrong = [];
  const [odd] = text.match(/.*(?:\bundefined\b|\[object |NaN).*/) ?? [];
  // Where the formulas as they are written overflow, NaN is what is to be seen.
  const scores = figure?.derivation?.scaledScores ?? [];
  const overflows =
    figure?.state?.temperature === 0 ||
    Array.from(scores, Math.abs).some((score) => score > 80 && score !== Number.POSITIVE_INFINITY);
  if (odd && !(overflows && odd.includes("NaN"))) wrong.push(`shows: ${odd.slice(0, 200)}`);
  return wrong;
}
