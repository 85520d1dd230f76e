/** The links of the lesson, and its numbers. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { format } from "../../web/src/model/format.ts";
import { readLink } from "../../web/src/model/link.ts";
import { initialState, lostQuery } from "../../web/src/model/scenes.ts";
import { updates } from "../../web/src/model/state.ts";
import { core } from "./core.ts";

const lesson = readFileSync(new URL("../../docs/teaching.md", import.meta.url), "utf8");
const links = [
  ...lesson.matchAll(/<https:\/\/your\.site\/softmax-bridge\/index\.html(#[^>]*)>/g),
].map(([, fragment = ""]) => fragment);

test("there are links for every part", () => {
  expect(links.length).toBe(13);
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
    expect(lesson).toContain(format(number));
  const half = (estimator: "soft-ce" | "soft-mse"): number => {
    const run = core.train({ X: values, q: lostQuery, target: 0, estimator, steps: updates });
    return run.weightTarget.findIndex((weight) => weight > 0.5);
  };
  expect(lesson).toContain(
    `past ½\nafter ${half("soft-ce")} updates, the squared error after ${half("soft-mse")}.`,
  );
});
