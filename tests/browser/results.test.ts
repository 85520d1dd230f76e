/** A class hands in what it answered, and its teacher reads it into a table. */
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { languages } from "../../web/src/model/state.ts";
import { words } from "../texts.ts";
import { page, useSite } from "./page.ts";

const site = useSite();

/** Two sets of numbers: the apple wins, or the fire engine. The answers are the same. */
const numbers = ["", "&q=1,-0.5,-1,1"];
const right = ["1", "0.1667", "shrinks"] as const;
const wrong = ["0.5", "0.9", "grows"] as const;
/** How each of thirty answers: right at once (1), at the second try (2), or by asking (0). */
const answersOf = (student: number): string => (student % 27).toString(3).padStart(3, "0");
const named: Readonly<Record<number, string>> = { 3: 'Bo "B" Smith, Jr.', 4: "王小明", 5: "=1+1" };

interface HandedIn {
  readonly line: string;
  readonly link: string;
  readonly code: string;
}

async function play(student: number): Promise<HandedIn> {
  const text = words.en.classroom.predict;
  await site.open(
    `index.html#mode=predict&view=temperature&scene=apple&lang=en${numbers[student % 2]}`,
  );
  const form = page.locator("sb-question form");
  const field = form.getByLabel(text.answer);
  const press = (name: string): Promise<void> => form.getByRole("button", { name }).click();
  const give = async (answer: string): Promise<void> => {
    if (answer === "shrinks" || answer === "grows") await field.selectOption(answer);
    else await field.fill(answer);
    await press(text.check);
  };
  for (const [i, outcome] of [...answersOf(student)].entries()) {
    if (outcome === "2") await give(wrong[i] ?? "");
    if (outcome === "0") await press(text.show);
    else await give(right[i] ?? "");
    await press(text.go);
  }
  const result = page.locator("sb-result");
  const name = named[student];
  if (name !== undefined) await result.getByLabel(text.result.name).fill(name);
  const [line, link] = await Promise.all(
    [text.result.line, text.result.link].map((label) =>
      result.getByLabel(label, { exact: true }).inputValue(),
    ),
  );
  return {
    line: line ?? "",
    link: link ?? "",
    code: (await result.locator("b").textContent()) ?? "",
  };
}

const cells = (rows: Locator): Promise<string[][]> =>
  rows.evaluateAll((all) =>
    all.map((row) => Array.from(row.querySelectorAll("th, td"), (cell) => cell.textContent ?? "")),
  );

test("thirty played results are read into the table, a damaged code is told, and the CSV opens", async () => {
  const class30: HandedIn[] = [];
  for (let student = 0; student < 30; student++) class30.push(await play(student));
  expect(new Set(class30.map(({ code }) => code)).size).toBe(30);
  for (const { code } of class30) expect(code.length).toBeLessThanOrEqual(24);

  const text = words.en.classroom.results;
  await site.open("index.html#mode=results&lang=en");
  const field = page.getByLabel(text.paste);
  const read = async (pasted: string): Promise<void> => {
    await field.fill(pasted);
    await page.getByRole("button", { name: text.read, exact: true }).click();
  };
  // Lines, links, and codes one after another; the last with a sign that is none.
  const codes = class30.map(({ code }) => code);
  const damaged = `${codes[29]?.slice(0, -1)}O`;
  await read(
    [
      ...class30.slice(0, 10).map(({ line }) => line),
      ...class30.slice(10, 20).map(({ link }) => link),
      codes.slice(20, 29).join(", "),
      damaged,
    ].join("\n"),
  );
  const said = page.locator("sb-results .said");
  await said.getByText(text.said(29, 0)).waitFor();
  await said.getByText(text.damaged).waitFor();
  expect(await said.locator("li").allTextContents()).toEqual([damaged]);
  // It is left to be put right; and what comes again is there already.
  expect(await field.inputValue()).toBe(damaged);
  await read(`${codes[29]} ${codes[0]}`);
  await said.getByText(text.said(1, 1)).waitFor();
  expect(await said.locator("li").count()).toBe(0);

  const rows = await cells(page.locator("sb-results tbody tr"));
  const prints = [0, 1].map((i) => `#${codes[i]?.slice(5, 9)}`);
  expect(prints[0]).not.toBe(prints[1]);
  expect(rows.map((row) => row.slice(0, -1))).toEqual(
    class30.map(({ code }, student) => {
      const answers = [...answersOf(student)];
      const count = (outcome: string): string =>
        String(answers.filter((one) => one === outcome).length);
      return [
        named[student] ?? "",
        code,
        prints[student % 2],
        ...["1", "2", "0"].map(count),
        ...answers,
      ];
    }),
  );
  // Of the 27 ways each question is right at once in 9; the last three are those of 0, 1 and 2.
  expect((await cells(page.locator("sb-results tfoot tr"))).map((row) => row.slice(1, 4))).toEqual([
    ["9", "9", "10"],
  ]);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: text.csv }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("softmax-bridge-results.csv");
  const csv = await readFile(await download.path(), "utf8");
  const lines = csv.split("\r\n");
  expect(lines[0]).toBe("\ufeffname,code,questions,numbers,first try,second,told,cold,hot,warmer");
  // 3 is 010, 4 is 011, 5 is 012.
  expect(lines.slice(4, 7)).toEqual([
    `"Bo ""B"" Smith, Jr.",${codes[3]},Temperature,"${prints[1]}",1,0,2,0,1,0`,
    `王小明,${codes[4]},Temperature,"${prints[0]}",2,0,1,0,1,1`,
    `"'=1+1",${codes[5]},Temperature,"${prints[1]}",1,1,1,0,1,2`,
  ]);
  expect(lines.length).toBe(32);

  // The address holds the table.
  await expect.poll(() => page.url()).toContain(codes[29] ?? "");
  const address = new URL(page.url());
  await site.open(`index.html${address.hash}`);
  await expect.poll(() => page.locator("sb-results tbody tr").count()).toBe(30);
  // What is taken out goes back into the field.
  await page.getByRole("button", { name: text.remove("王小明") }).click();
  expect(await page.locator("sb-results tbody tr").count()).toBe(29);
  expect(await page.getByLabel(text.paste).inputValue()).toBe(`王小明 ${codes[4]}`);
});

test.each(languages)(
  "the chain ends with a code for its eight questions, in %s",
  async (language) => {
    const { predict, results } = words[language].classroom;
    await site.open(`index.html#mode=predict&scene=apple&lang=${language}`, { width: 390 });
    for (let question = 0; question < 8; question++) {
      await page.locator("sb-transport button").nth(2).click();
      const form = page.locator("sb-question form");
      await form.getByRole("button", { name: predict.show }).click();
      await form.getByRole("button", { name: predict.go }).click();
      await form.waitFor({ state: "detached" });
    }
    const result = page.locator("sb-result");
    await result.getByText(predict.score(0, 8)).waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    // The link leads to the table of this one result.
    const link = new URL(
      await result.getByLabel(predict.result.link, { exact: true }).inputValue(),
    );
    const code = await result.locator("b").textContent();
    await site.open(`index.html${link.hash}`);
    await page.locator("sb-results tbody tr").waitFor();
    const [row] = await cells(page.locator("sb-results tbody tr"));
    expect(row?.slice(1, -1)).toEqual([
      code,
      `#${code?.slice(5, 9)}`,
      "0",
      "0",
      "8",
      ...Array(8).fill("0"),
    ]);
    await page.getByText(results.sets.chain, { exact: true }).waitFor();
  },
);
