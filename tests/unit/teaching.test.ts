/** The links of the lesson, and its numbers. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { format } from "../../web/src/model/format.ts";
import { readLink } from "../../web/src/model/link.ts";
import { initialState, lostQuery } from "../../web/src/model/scenes.ts";
import { updates } from "../../web/src/model/state.ts";
import { core } from "./core.ts";

const read = (file: string): string =>
  readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
const linksIn = (text: string): string[] =>
  [...text.matchAll(/<https:\/\/your\.site\/softmax-bridge\/index\.html(#[^>]*)>/g)].map(
    ([, fragment = ""]) => fragment,
  );
const lesson = read("teaching.md");
const chinese = read("teaching.zh-CN.md");
const links = linksIn(lesson);

test("there are links for every part, the same in Chinese", () => {
  expect(links.length).toBe(16);
  expect(linksIn(chinese)).toEqual(links);
});

test.each(links)("%s is read as it stands", (fragment) => {
  const reading = readLink(fragment);
  expect(reading.notices).toEqual([]);
  expect(reading.empty).toBe(false);
});

test("the numbers of the lesson are the core's", () => {
  const { values, query } = initialState;
  const d = core.derive({ X: values, q: query });
  for (const number of [...d.scores, d.totalVariation, d.outputDistance, d.sumExp])
    for (const text of [lesson, chinese]) expect(text).toContain(format(number));
  const half = (estimator: "soft-ce" | "soft-mse"): number => {
    const run = core.train({ X: values, q: lostQuery, target: 0, estimator, steps: updates });
    return run.weightTarget.findIndex((weight) => weight > 0.5);
  };
  expect(lesson).toContain(
    `past ½\nafter ${half("soft-ce")} updates, the squared error after ${half("soft-mse")}.`,
  );
  expect(chinese).toContain(
    `用交叉熵，更新 ${half("soft-ce")} 次就过了 ½；用平方误差，要 ${half("soft-mse")} 次。`,
  );
});
