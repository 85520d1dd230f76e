import type { Locator } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { initialState } from "../../web/src/model/scenes.ts";
import { translations } from "../../web/src/model/text/index.ts";
import { derivationOf, page, show, stateOf, useSite } from "./page.ts";

const site = useSite();

const apple = [4.75, 3.75, 3.25, 4.25, 1.875, 1.25];

beforeAll(async () => {
  await site.open("embed.html", { reducedMotion: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});
beforeEach(async () => {
  await show(page, initialState);
  expect(await scores()).toEqual(apple);
  await openTable();
  await page.mouse.move(0, 0);
});

/** The table lies open once the scene is custom, and a press away otherwise. */
async function openTable(): Promise<void> {
  const own = page.getByRole("heading", { name: "Your own numbers" });
  if (!(await table().isVisible())) await own.click();
  await table().waitFor();
}
const table = (): Locator => page.locator("sb-table");
const cell = (item: string, feature: string): Locator =>
  table().getByRole("textbox", { name: `${item}, ${feature}`, exact: true });
const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
const inTable = (name: string): Locator =>
  page.locator("sb-data").getByRole("button", { name, exact: true });
const problem = (): Promise<string> =>
  page.locator("sb-derive .problem").evaluate((p) => p.textContent ?? "");
const scores = async (): Promise<number[]> => [...(await derivationOf(page)).scores];
const values = async (): Promise<readonly (readonly number[])[]> => (await stateOf(page)).values;
const draft = (): Locator => page.getByRole("textbox", { name: "Paste or type a table here" });
const use = (): Locator => button("Use these numbers");
const said = (): Locator => page.locator("sb-paste [role=status]");
const header = (item: string): Locator =>
  page.locator("sb-ledger").getByRole("columnheader", { name: item });
/** Each part of the picture, and how strongly it is painted. */
const paint = (): Promise<number[]> =>
  Promise.all(
    ["sb-rail", "sb-formula", "sb-ledger", "sb-scene"].map((part) =>
      page.locator(part).evaluate((element) => Number(getComputedStyle(element).opacity)),
    ),
  );

describe("typing into the table", () => {
  test("a number changes the whole figure, and the scene is the reader's own", async () => {
    await cell("apple", "red").fill("-1");
    expect(await scores()).toEqual([1, ...apple.slice(1)]);
    await page.getByText("The highest is 4.25, the orange.").waitFor();
    await page
      .locator("sb-ledger")
      .getByRole("button", { name: /^apple: score 1$/ })
      .waitFor();
    const scene = page.getByRole("combobox", { name: "Scene" });
    expect(await scene.locator("option:checked").textContent()).toBe("your own numbers");
    // The names that were read until then stay.
    expect((await stateOf(page)).labels).toEqual(translations.en.sceneNames.apple.items);
    expect((await stateOf(page)).features).toEqual(translations.en.sceneNames.apple.features);
    expect(await page.locator("details").evaluate((d) => (d as HTMLDetailsElement).open)).toBe(
      true,
    );
  });

  test("Enter, ↓ and ↑ move from row to row as in a spreadsheet", async () => {
    await cell("apple", "red").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.keyboard.type("3");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("4");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("5");
    const red = (await values()).map(([first]) => first);
    expect(red).toEqual([2, 5, 4, 0.5, 0.125, 1]);
  });

  test("what is not yet a number stays as typed, and the picture as it was", async () => {
    for (const typed of ["", "-", "1e", "one", "1,234"]) {
      await cell("tomato", "round").fill(typed);
      expect(await cell("tomato", "round").getAttribute("aria-invalid")).toBe("true");
      await cell("tomato", "round").blur();
      expect(await cell("tomato", "round").inputValue()).toBe(typed);
      expect(await scores()).toEqual(apple);
      expect(await problem()).toBe("");
    }
    await cell("tomato", "round").press("Escape");
    expect(await cell("tomato", "round").inputValue()).toBe("0.75");
    expect(await cell("tomato", "round").getAttribute("aria-invalid")).toBeNull();
    // As people write them: a typographic minus, a decimal comma.
    await cell("tomato", "round").fill("−0,5");
    expect((await values())[1]).toEqual([1, -0.5, 0.25, 0.25]);
    await cell("tomato", "round").blur();
    expect(await cell("tomato", "round").inputValue()).toBe("−0.5");
  });

  test("NaN is flagged and named by row and column; the picture dims and keeps its numbers", async () => {
    const before = await paint();
    expect(before).toEqual([1, 1, 1, 1]);
    await cell("orange", "sweet").fill("nan");
    expect(await problem()).toBe(
      "A cell is not a number. Row 4, column 3. The picture shows the last numbers that worked.",
    );
    expect(await page.locator("sb-derive .problem").getAttribute("role")).toBe("alert");
    expect(await cell("orange", "sweet").getAttribute("aria-invalid")).toBe("true");
    expect(await scores()).toEqual(apple);
    for (const opacity of await paint()) expect(opacity).toBeLessThan(0.6);
    // It stays in the table, and what is behind a mask does not count.
    await cell("orange", "sweet").blur();
    expect(await cell("orange", "sweet").inputValue()).toBe("NaN");
    await table().getByRole("checkbox", { name: "attend to orange" }).press("Space");
    expect(await problem()).toBe("");
    expect((await derivationOf(page)).weights[3]).toBe(0);
    expect(await paint()).toEqual(before);
    await page.keyboard.press("Space");
    await cell("orange", "sweet").fill("inf");
    expect(await problem()).toMatch(/Row 4, column 3\. The picture shows/);
    await cell("orange", "sweet").fill("0.75");
    expect(await problem()).toBe("");
    expect(await scores()).toEqual(apple);
    expect(await paint()).toEqual(before);
  });

  test("masked items weigh exactly 0; with all masked there is nothing to attend to", async () => {
    const attend = (item: string) => table().getByRole("checkbox", { name: `attend to ${item}` });
    await attend("apple").uncheck();
    const { weights, argmax } = await derivationOf(page);
    expect(weights[0]).toBe(0);
    expect(argmax).toBe(3);
    await page.getByRole("button", { name: "Next step" }).click();
    await page.getByRole("heading", { name: "The hard answer is the orange" }).waitFor();
    expect(await page.locator("sb-ledger .badge").allTextContents()).toEqual(["masked"]);
    for (const item of ["tomato", "red ball", "orange", "banana", "fire engine"]) {
      await attend(item).uncheck();
    }
    expect(await problem()).toBe(
      "Every object is masked: there is nothing to attend to. The picture shows the last numbers that worked.",
    );
    // Only the fire engine was left.
    expect([...(await derivationOf(page)).weights]).toEqual([0, 0, 0, 0, 0, 1]);
    await attend("banana").check();
    expect([...(await derivationOf(page)).weights]).toEqual([0, 0, 0, 0, 1, 0]);
    expect(await problem()).toBe("");
  });

  test("a name is a name everywhere, whatever is in it", async () => {
    const name = "<b>枇杷</b>, 2";
    await table().getByRole("textbox", { name: "name of item 1" }).fill(name);
    await page.keyboard.press("Tab");
    await header(name).waitFor();
    expect(await page.locator("sb-scene").getByRole("img", { name }).count()).toBe(1);
    await table().getByRole("textbox", { name: "name of feature 2" }).fill("rondeur");
    await page.keyboard.press("Enter");
    await page.getByRole("slider", { name: "query, rondeur" }).waitFor();
    expect(await scores()).toEqual(apple);
    expect((await stateOf(page)).scene).toBe("apple");
  });
});

describe("the shape of the data", () => {
  test("items come and go", async () => {
    await button("＋ Add an item").click();
    expect(await scores()).toEqual([...apple, 0]);
    await header("G: score 0").waitFor();
    await cell("G", "red").fill("8");
    await page.getByText("The highest is 16, G.").waitFor();
    await button("Remove tomato").click();
    expect(await scores()).toEqual([4.75, 3.25, 4.25, 1.875, 1.25, 16]);
    expect(await header("tomato").count()).toBe(0);
    for (const item of ["apple", "red ball", "orange", "banana", "fire engine"]) {
      await button(`Remove ${item}`).click();
    }
    expect(await scores()).toEqual([16]);
    // One must stay.
    expect(
      await table()
        .getByRole("button", { name: /^Remove (?!feature)/ })
        .count(),
    ).toBe(0);
    await page.getByRole("button", { name: "Next step" }).click();
    await page.getByText("There is only one to return.").waitFor();
  });

  test("features come and go, and the query with them", async () => {
    await button("Add a feature").click();
    expect((await stateOf(page)).query).toEqual([2, 2, 2, -1, 0]);
    expect(await scores()).toEqual(apple);
    await page.getByRole("textbox", { name: "query, feature 5", exact: true }).fill("1");
    await cell("banana", "feature 5").fill("3");
    expect(await scores()).toEqual([4.75, 3.75, 3.25, 4.25, 4.875, 1.25]);
    for (const feature of ["red", "round", "big", "feature 5"]) {
      await button(`Remove feature ${feature.replace("feature ", "")}`).click();
    }
    expect(await scores()).toEqual([1.5, 0.5, 0, 1.5, 1.75, 0]);
    expect((await stateOf(page)).query).toEqual([2]);
    // One feature is a line.
    await header("banana: score 1.75").waitFor();
    expect(
      await table()
        .getByRole("button", { name: /^Remove feature/ })
        .count(),
    ).toBe(0);
  });

  test("keys of their own move the scores and leave the values where they are", async () => {
    const own = page.getByRole("checkbox", { name: "keys of their own" });
    await own.check();
    expect(await scores()).toEqual(apple);
    expect(await page.locator("sb-plane").count()).toBe(2);
    const before = await values();
    await cell("banana", "key 3").fill("9");
    expect(await scores()).toEqual([4.75, 3.75, 3.25, 4.25, 18.125, 1.25]);
    expect(await values()).toEqual(before);
    await cell("banana", "sweet").fill("0");
    expect(await scores()).toEqual([4.75, 3.75, 3.25, 4.25, 18.125, 1.25]);
    expect((await derivationOf(page)).hardOutput[2]).toBe(0);
    await own.uncheck();
    expect(await page.locator("sb-plane").count()).toBe(1);
    expect(await scores()).toEqual([4.75, 3.75, 3.25, 4.25, 0.125, 1.25]);
  });
});

describe("parameters of the score", () => {
  test("are there with the scores that have any, and move them", async () => {
    const parameter = (name: string): Locator =>
      page.locator("sb-parameters").getByRole("textbox", { name, exact: true });
    expect(await page.locator("sb-parameters").getByRole("textbox").count()).toBe(0);
    const score = page.getByRole("combobox", { name: "Score" });
    await score.selectOption("bilinear");
    expect(await scores()).toEqual(apple);
    await parameter("W 1, 1").fill("-1");
    await page.keyboard.press("Tab");
    expect((await scores())[0]).toBe(1.25);
    await parameter("W 4, 4").fill("many");
    await page.keyboard.press("Tab");
    expect(await parameter("W 4, 4").getAttribute("aria-invalid")).toBe("true");
    expect((await scores())[0]).toBe(1.25);
    await parameter("W 4, 4").fill("0");
    await page.keyboard.press("Tab");
    expect(await parameter("W 4, 4").getAttribute("aria-invalid")).toBeNull();
    expect((await scores())[0]).toBe(1.5);

    await score.selectOption("gaussian");
    const wide = (await scores())[0];
    await parameter("σ 1, 1").fill("2");
    await page.keyboard.press("Tab");
    expect((await scores())[0]).toBeCloseTo(Number(wide) / 4, 12);
    await parameter("σ 1, 1").fill("0");
    await page.keyboard.press("Tab");
    expect(await parameter("σ 1, 1").getAttribute("aria-invalid")).toBe("true");
    expect((await stateOf(page)).parameters.sigma).toBe(2);
  });
});

describe("undo and redo", () => {
  test("by buttons, one edit at a time, scene and names too", async () => {
    await cell("apple", "red").fill("7");
    await button("Remove banana").click();
    const edited = await stateOf(page);
    await inTable("Undo").click();
    expect(await scores()).toEqual([17, ...apple.slice(1)]);
    await inTable("Undo").click();
    expect(await stateOf(page)).toEqual(initialState);
    await openTable();
    expect(await cell("apple", "red").inputValue()).toBe("0.875");
    await inTable("Redo").click();
    await inTable("Redo").click();
    expect(await stateOf(page)).toEqual(edited);
    expect(await inTable("Redo").isDisabled()).toBe(true);
  });

  test("by keys, wherever in the data no text is being typed", async () => {
    await cell("apple", "red").fill("1");
    const own = [5, ...apple.slice(1)];
    await button("Remove banana").click();
    await page.keyboard.press("Control+z");
    expect(await scores()).toEqual(own);
    await page.keyboard.press("Control+Shift+z");
    expect(await scores()).toEqual(own.toSpliced(4, 1));
    await page.keyboard.press("Control+z");
    await table().getByRole("checkbox", { name: "attend to apple" }).uncheck();
    expect((await derivationOf(page)).weights[0]).toBe(0);
    await page.keyboard.press("Control+z");
    expect(await scores()).toEqual(own);
    await page.keyboard.press("Control+y");
    expect((await derivationOf(page)).weights[0]).toBe(0);
    await page.keyboard.press("Control+z");
    // The last row goes, and with it the button that took it.
    await button("Remove fire engine").click();
    expect(await scores()).toEqual(own.slice(0, 5));
    expect(await button("Remove banana").evaluate((b) => b.matches(":focus"))).toBe(true);
    await page.keyboard.press("Control+z");
    expect(await scores()).toEqual(own);
    // The button has nothing left to do, and the keys go on.
    await inTable("Redo").click();
    expect(await inTable("Redo").isDisabled()).toBe(true);
    await page.keyboard.press("Control+z");
    expect(await scores()).toEqual(own);
  });

  test("in a cell the browser's own takes typing back", async () => {
    await cell("apple", "red").dblclick();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("5");
    expect((await scores())[0]).toBe(13);
    await page.keyboard.press("Control+z");
    expect(await cell("apple", "red").inputValue()).toBe("0.875");
    expect(await scores()).toEqual(apple);
  });
});

const tables = {
  NumPy: "array([[ 1. ,  0.5],\n       [-2. ,  3e-1]])",
  PyTorch: "tensor([[ 1.0000,  0.5000],\n        [-2.0000,  0.3000]], device='cuda:0')",
  CSV: "1,0.5\n-2,0.3\n",
  Excel: "1\t0.5\r\n-2\t0.3\r\n",
  LaTeX: "\\begin{bmatrix} 1 & 0.5 \\\\ -2 & 0.3 \\end{bmatrix}",
};
const read = [
  [1, 0.5],
  [-2, 0.3],
];

describe("bringing a table", () => {
  const toClipboard = (text: string): Promise<void> =>
    page.evaluate((text) => navigator.clipboard.writeText(text), text);

  afterEach(async () => {
    if (await draft().count()) await button("Cancel").click();
  });

  test.each(Object.entries(tables))("%s, pasted into a cell", async (_, text) => {
    await toClipboard(text);
    await cell("tomato", "sweet").click();
    await page.keyboard.press("Control+V");
    // It is shown as it reads before it takes the place of anything.
    await draft().waitFor();
    expect(await draft().inputValue()).toBe(text.replaceAll("\r", ""));
    expect(await said().textContent()).toContain("Reads as 2 items of 2 features.");
    expect(await scores()).toEqual(apple);
    await use().click();
    expect(await values()).toEqual(read);
    const { scene, query, labels } = await stateOf(page);
    expect([scene, query, labels]).toEqual(["custom", [2, 2], null]);
    expect(await scores()).toEqual([3, -3.4]);
    expect(await cell("B", "feature 2").inputValue()).toBe("0.3");
    expect(await draft().count()).toBe(0);
  });

  test("a single number pasted into a cell is typed into it", async () => {
    await toClipboard("−1.5");
    await cell("tomato", "sweet").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
    expect(await draft().count()).toBe(0);
    expect((await values())[1]).toEqual([1, 0.75, -1.5, 0.25]);
  });

  test("the panel takes names along, and an undo brings everything back", async () => {
    await button("Paste a table").click();
    await toClipboard("fruit;rot;süß\nKirsche;1,5;0,25\nZitrone;0,5;-2");
    await page.keyboard.press("Control+V");
    await expectText(said(), [
      "Reads as 2 items of 2 features.",
      "The comma was read as the decimal mark.",
      "The names of the features and items were read too.",
    ]);
    await use().click();
    expect(await values()).toEqual([
      [1.5, 0.25],
      [0.5, -2],
    ]);
    await header("Kirsche: score 3.5").waitFor();
    await page.getByRole("slider", { name: "query, süß" }).waitFor();
    await inTable("Undo").click();
    expect(await stateOf(page)).toEqual(initialState);
  });

  test("what cannot be read is refused by row and column, and nothing is lost", async () => {
    await button("Paste a table").click();
    for (const [text, why] of [
      ["1\t2\r\n3\t\r\n", "Row 2, column 2: this cell is empty. Fill it in."],
      ["1,2\n3,4,5", "Row 2"],
      ["[[1, 2], [3, x]]", "Row 2, column 2: “x” is not a number."],
      ["[[0.1, 0.2, ..., 0.9],\n [1.1, 1.2, ..., 1.9]]", "numbers were left out"],
      ["1;1/3", "Row 1, column 2: “1/3” is a fraction."],
    ] as const) {
      await draft().fill(text);
      expect(await said().textContent()).toContain(why);
      expect(await use().isDisabled()).toBe(true);
      expect(await draft().inputValue()).toBe(text.replaceAll("\r\n", "\n"));
      expect(await scores()).toEqual(apple);
    }
    await draft().press("Escape");
    expect(await draft().count()).toBe(0);
    expect(await stateOf(page)).toEqual(initialState);
  });

  test("an ambiguous reading can be turned round", async () => {
    await button("Paste a table").click();
    await draft().fill("1,5\n2,5");
    await expectText(said(), ["Reads as 2 items of 2 features."]);
    await button("Read the comma as the decimal mark").click();
    await expectText(said(), ["Reads as 2 items of 1 feature."]);
    await use().click();
    expect(await values()).toEqual([[1.5], [2.5]]);
  });

  test("files open by the picker and by a drop", async () => {
    const file = { name: "x.csv", mimeType: "text/csv", buffer: Buffer.from(tables.CSV) };
    await page.getByLabel("Open a file").setInputFiles(file);
    await draft().waitFor();
    await use().click();
    expect(await values()).toEqual(read);

    await show(page, initialState);
    await openTable();
    const dragged = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "x.txt", { type: "text/plain" }));
      return transfer;
    }, tables.NumPy);
    await table().dispatchEvent("dragover", { dataTransfer: dragged });
    await page.getByText("Drop the file here").waitFor();
    await table().dispatchEvent("drop", { dataTransfer: dragged });
    await draft().waitFor();
    expect(await page.getByText("Drop the file here").count()).toBe(0);
    expect(await scores()).toEqual(apple);
    await use().click();
    expect(await values()).toEqual(read);
    // The same file again, after it was changed elsewhere, opens again.
    await page
      .getByLabel("Open a file")
      .setInputFiles({ ...file, buffer: Buffer.from("4,5\n6,7") });
    await use().click();
    expect(await values()).toEqual([
      [4, 5],
      [6, 7],
    ]);
  });
});

describe("files of other programs", () => {
  const open = (hex: string, rest = ",1,2\n") =>
    page.getByLabel("Open a file").setInputFiles({
      name: "x.csv",
      mimeType: "text/csv",
      buffer: Buffer.concat([Buffer.from(hex, "hex"), Buffer.from(rest)]),
    });

  test.each([
    ["GBK (GB18030)", "c6bbb9fb", "苹果"],
    ["Big5", "c4abaa47", "蘋果"],
    ["Shift-JIS", "82e882f182b2", "りんご"],
    ["Latin-1 (Windows-1252)", "4be47365", "Käse"],
  ])("%s is recognised, and said with a word of it", async (encoding, hex, name) => {
    await open(hex);
    await page.getByText(`The file was read as ${encoding}: “${name}”.`).waitFor();
    expect(await draft().inputValue()).toBe(`${name},1,2\n`);
    await use().click();
    expect(await values()).toEqual([[1, 2]]);
    expect((await stateOf(page)).labels).toEqual([name]);
  });

  test("another encoding can be chosen", async () => {
    await open("c4abaa47");
    await button("GBK (GB18030)").click();
    await page.getByText("The file was read as GBK (GB18030)").waitFor();
    expect(await draft().inputValue()).toBe("墨狦,1,2\n");
    await button("Big5").click();
    expect(await draft().inputValue()).toBe("蘋果,1,2\n");
    // A text that is pasted comes from no file.
    await button("Cancel").click();
    await button("Paste a table").click();
    await draft().fill("1 2");
    expect(await page.getByText("The file was read as").count()).toBe(0);
  });

  test("what is no text, or in no known encoding, is refused", async () => {
    await open("504b0304");
    await page.getByText("This file is not text. Save the table as CSV").waitFor();
    expect(await use().isDisabled()).toBe(true);
    await open("ffe1ebeeeaee");
    await page.getByText("The encoding of this file is not recognised.").waitFor();
    await button("Windows-1251").click();
    expect(await draft().inputValue()).toBe("яблоко,1,2\n");
    await button("Cancel").click();
  });
});

describe("a question has an answer for each button", () => {
  test.each([
    ["1,234", "Read the comma as the decimal mark", [[1.234]]],
    ["1,234", "Read the comma as grouping digits", [[1234]]],
    ["1,234", "Read the comma as separating numbers", [[1, 234]]],
    ["tensor(1.00000e-02 *\n [[1.5, 2.]])", "Multiply all numbers by it", [[0.015, 0.02]]],
    ["tensor(1.00000e-02 *\n [[1.5, 2.]])", "Read the numbers as they stand", [[1.5, 2]]],
    [
      "1 2\n# 3 4\n5 6",
      "Read the comments as rows",
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
    [
      "1 2\n# 3 4\n5 6",
      "Pass over the comments",
      [
        [1, 2],
        [5, 6],
      ],
    ],
  ] as const)("%j: %s", async (text, answer, rows) => {
    await button("Paste a table").click();
    await draft().fill(text);
    expect(await use().isDisabled()).toBe(true);
    await button(answer).click();
    await use().click();
    expect(await values()).toEqual(rows);
  });

  test("JSON that does not fit is refused as a whole, for its own reason", async () => {
    await button("Paste a table").click();
    for (const [text, why] of [
      ['{"X": [[1, 2], [3, 4]], "q": [1, 2, 3]}', "In “q”: 3 where 2 would fit the table."],
      ['{"X": [[1, 2], [3, 4]], "K": [[1], [2], [3]]}', "In “K”: 3 × 1 where 2 × 1 would fit"],
      ['{"X": [[1, 2], [3, 4]], "mask": []}', "In “mask”: 0 where 2 would fit the table."],
      ['{"X": [[1, 2]], "X": [[3, 4]]}', "“X” is there twice."],
    ] as const) {
      await draft().fill(text);
      expect(await said().textContent()).toContain(why);
      expect(await use().isDisabled()).toBe(true);
      expect(await scores()).toEqual(apple);
    }
    await draft().fill('{"X": [[1, 2]], "attention_mask": [1]}');
    expect(await said().textContent()).toContain(
      "Not read, as it has no place here: “attention_mask”.",
    );
    await button("Cancel").click();
  });
});

describe("what was changed", () => {
  test("is in the address, and there after a reload", async () => {
    await cell("apple", "red").fill("0.1");
    await table().getByRole("textbox", { name: "name of item 2" }).fill("枇杷 & co");
    await page.keyboard.press("Tab");
    await table().getByRole("checkbox", { name: "attend to banana" }).uncheck();
    await page.getByRole("checkbox", { name: "keys of their own" }).check();
    await cell("orange", "key 1").fill("-1.25e-3");
    await page.getByRole("combobox", { name: "Score" }).selectOption("gaussian");
    await page.getByRole("button", { name: "Next step" }).click();
    const before = await stateOf(page);
    const numbers = await scores();
    await page.waitForFunction(() => location.hash.includes("step=S2"));
    expect(new URL(page.url()).hash).toMatch(
      /^#v=1&c=\d+\.[0-9a-f]{8}&view=derive&scene=custom&x=/,
    );
    await page.reload();
    await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    expect(await stateOf(page)).toEqual(before);
    expect(await scores()).toEqual(numbers);
    // One's own numbers lie open.
    expect(await cell("orange", "key 1").inputValue()).toBe("−0.00125");
    expect(await page.getByRole("status").getByRole("listitem").count()).toBe(0);
  });

  test("is undone as a whole by the scene itself", async () => {
    await cell("apple", "red").fill("-3");
    await page.getByRole("combobox", { name: "Scene" }).selectOption({ label: "find the apple" });
    expect(await scores()).toEqual(apple);
    expect(await stateOf(page)).toEqual(initialState);
    await page.getByRole("textbox", { name: "query, red", exact: true }).fill("-2");
    await button("Reset").click();
    expect(await scores()).toEqual(apple);
    // What was one's own is one click away.
    await page.getByRole("combobox", { name: "Scene" }).selectOption({ label: "your own numbers" });
    expect(await cell("apple", "red").inputValue()).toBe("-3");
  });
});

describe("what was changed is taken back where it was changed", () => {
  test("by buttons beside the query and by keys anywhere in the figure", async () => {
    const history = page.locator("sb-history");
    const step = (name: string): Locator => history.getByRole("button", { name, exact: true });
    const first = (): Promise<number | undefined> => stateOf(page).then(({ query }) => query[0]);
    await page.getByRole("slider", { name: "query, red" }).focus();
    await page.keyboard.press("ArrowRight");
    await step("Undo").waitFor();
    expect(await first()).toBe(2.125);
    await page.keyboard.press("Control+z");
    expect(await first()).toBe(2);
    expect(await step("Reset").getAttribute("aria-disabled")).toBe("true");
    await step("Redo").click();
    expect(await first()).toBe(2.125);
    await show(page, { temperature: 3 });
    await button("Lose the apple").click();
    await step("Reset").click();
    expect(await stateOf(page)).toMatchObject({ query: [2, 2, 2, -1], temperature: 1 });
    await page.locator("sb-rail").click();
    await page.keyboard.press("Control+z");
    expect(await stateOf(page)).toMatchObject({ query: [1, -0.5, -1, 1], temperature: 3 });
    await step("Undo").click();
    await step("Undo").click();
    await step("Undo").click();
    expect(await first()).toBe(2);
  });

  test("a table begins blank, as large as is said", async () => {
    const data = page.locator("sb-data");
    await data.getByRole("spinbutton", { name: "items" }).fill("3");
    await data.getByRole("spinbutton", { name: "features" }).fill("0");
    await inTable("Start blank").click();
    // The browser says what is wrong with 0 features, and nothing is begun.
    expect(await stateOf(page)).toEqual(initialState);
    await data.getByRole("spinbutton", { name: "features" }).fill("2");
    await inTable("Start blank").click();
    expect(await values()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    await cell("A", "feature 2").fill("5");
    expect(await scores()).toEqual([5, 0, 0]);
    await inTable("Undo").click();
    await inTable("Undo").click();
    expect(await scores()).toEqual(apple);
  });
});

async function expectText(where: Locator, sentences: readonly string[]): Promise<void> {
  const text = await where.textContent();
  for (const sentence of sentences) expect(text).toContain(sentence);
}
