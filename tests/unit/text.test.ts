/** Every text of both languages, called with the numbers of every scene. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Asking } from "../../web/src/model/asking.ts";
import { type Marked, type Part, plainText } from "../../web/src/model/marked.ts";
import { itemNames } from "../../web/src/model/names.ts";
import type { PasteNotice, PasteProblem, ReadOptions } from "../../web/src/model/paste.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import { type Language, languages, type State, sceneIds } from "../../web/src/model/state.ts";
import { type Summary, summaryOf } from "../../web/src/model/summary.ts";
import type { WitnessWords } from "../../web/src/model/text/en/normalizers.ts";
import { type Classroom, preferredLanguage } from "../../web/src/model/text/index.ts";
import { list, said, told } from "../../web/src/model/text/zh-CN/said.ts";
import { texts, words } from "../texts.ts";
import { core } from "./core.ts";

const presets = sceneIds.filter((id) => id !== "custom");

function factsFor(state: State, names = itemNames(state)): Summary {
  const d = core.derive({
    X: state.values,
    q: state.query,
    score: state.score,
    temperature: state.temperature,
    ...(state.keys === null ? {} : { K: state.keys }),
    ...(state.mask === null ? {} : { mask: state.mask }),
  });
  return summaryOf(d, names, state.temperature);
}

/** Every scene at the temperatures where sentences change, and a single item. */
const factsIn = (language: Language, name?: string): Summary[] => {
  const base: State = { ...initialState, language };
  const alone = { values: [[2, 1]], query: [1, 0] };
  const one: State = { ...base, scene: "custom", ...alone };
  const states = presets.flatMap((id) =>
    [0, 0.5, 1, Number.POSITIVE_INFINITY].map((temperature) => ({
      ...base,
      ...sceneState(id),
      temperature,
    })),
  );
  return [one, ...states].map((state) =>
    factsFor(
      state,
      name === undefined ? itemNames(state) : state.values.map((_, i) => `${name}${i}`),
    ),
  );
};

const isMarked = (tree: unknown): tree is Marked =>
  typeof tree === "object" && tree !== null && "parts" in tree;

/** What is read of a sentence with marks; an index is a word of its own. */
const wordsOf = ({ parts }: { readonly parts: readonly Part[] }): string =>
  parts
    .map((part) =>
      typeof part === "string"
        ? part
        : /su[bp]/.test(part.mark)
          ? ` ${wordsOf(part)}`
          : wordsOf(part),
    )
    .join("");

type Called = (...args: unknown[]) => unknown;

/** What a text is called with: it is facts to those who want facts, and 7 to those who want 7. */
const anything = (summary: Summary, word: string): unknown =>
  Object.assign(new String(word), summary);

/** All texts of a tree, with their place in it. */
function* textsOf(
  tree: unknown,
  summary: readonly Summary[],
  word: string,
  path = "",
): Generator<[string, unknown]> {
  if (typeof tree === "function") {
    const text = tree as Called;
    for (const f of summary) {
      const args = Array.from({ length: text.length }, () => anything(f, word));
      yield* textsOf(text(...args), [], word, `${path}(…)`);
    }
  } else if (typeof tree === "object" && tree !== null && !isMarked(tree)) {
    for (const [key, value] of Object.entries(tree)) {
      // What a program reads, and no one else.
      if (!["id", "kind", "figure", "is", "asks"].includes(key))
        yield* textsOf(value, summary, word, `${path}.${key}`);
    }
  } else {
    yield [path, tree];
  }
}

/** What is read of them. */
const stringsOf = (tree: unknown, summary: readonly Summary[]): Array<[string, unknown]> =>
  Array.from(textsOf(tree, summary, "7"), ([path, text]) => [
    path,
    isMarked(text) ? wordsOf(text) : text,
  ]);

/** Counterexamples are said with numbers of their own. */
function normalizersText(language: Language, name?: string): unknown {
  const said: WitnessWords = {
    item: name ?? "7",
    other: name ?? "8",
    removed: name ?? "9",
    before: "7",
    after: "3",
    shift: "5",
    down: false,
    temperature: "1",
    derivatives: 0,
    zero: false,
  };
  const all = [said, { ...said, down: true, derivatives: 1, zero: true }];
  const { witness, ...rest } = words[language].normalizers;
  const reasons = Object.entries(witness).map(([reason, say]) => [reason, all.map(say)] as const);
  return { ...rest, witness: Object.fromEntries(reasons) };
}

const sources: Record<Language, unknown> = {
  en: {
    ...texts.en,
    article: words.en.article,
    share: words.en.share,
    inTemperature: words.en.temperature,
    inScale: words.en.scale,
    inGradient: words.en.gradient,
    inNormalizers: normalizersText("en"),
    static: words.en.static,
  },
  "zh-CN": {
    ...texts["zh-CN"],
    article: words["zh-CN"].article,
    share: words["zh-CN"].share,
    static: words["zh-CN"].static,
    inTemperature: words["zh-CN"].temperature,
    inScale: words["zh-CN"].scale,
    inGradient: words["zh-CN"].gradient,
    inNormalizers: normalizersText("zh-CN"),
  },
};

/** What came of pasted tables: called with problems and notices, not with facts. */
const golden = new URL("../golden/paste.json", import.meta.url);
const pasted: Array<{ problem?: PasteProblem; notices?: PasteNotice[] }> = Object.values(
  JSON.parse(readFileSync(golden, "utf8")),
).flat() as never;

function presentIn(
  { say, keys, maps, mapsSaid, slopeNote, ...present }: Classroom["present"],
  summary: Summary,
): Array<[path: string, text: unknown]> {
  const { normalizer, temperature, slope, trained, ofAll, ...rest } = present;
  return [
    ...Object.entries({ ...say, ...rest, ...maps, ...mapsSaid, ...slopeNote }).map(
      ([key, text]): [string, unknown] => [
        `.present.${key}`,
        typeof text === "function" ? text(summary) : text,
      ],
    ),
    ...keys.map(([, what]): [string, unknown] => [".present.keys", what]),
    ...[true, false].flatMap((one): [string, unknown][] => [
      [".present.normalizer", normalizer(one, one)],
      [".present.normalizer", normalizer(one, !one)],
    ]),
    [".present.temperature", temperature("0.5")],
    [".present.slope", slope("0.5")],
    [".present.trained", trained(10)],
    [".present.ofAll", ofAll(6, 12)],
  ];
}

/** The words for a class, called as the views call them. */
function classroomIn(language: Language, name?: string): Array<[path: string, text: unknown]> {
  const { predict, present, worksheet, leave } = words[language].classroom;
  return factsIn(language, name).flatMap((summary) => [
    [".leave", leave],
    ...presentIn(present, summary),
    ...Object.entries(predict.questions).flatMap(([id, { ask, why }]): [string, unknown][] => {
      const asking: Asking = {
        item: summary.names.at(-1) ?? "",
        winner: summary.winner,
        count: summary.count,
        attended: summary.attended,
        from: "0.5",
        max: summary.max,
        sum: summary.sum,
        tau: summary.tau,
        feature: texts[language].query,
        value: "0.75",
        answered: "0.25",
      };
      return [
        [`.predict.ask.${id}`, ask(asking)],
        [`.predict.why.${id}`, why(asking)],
        [`.predict.whyUnanswered.${id}`, why({ ...asking, answered: "" })],
      ];
    }),
    [".predict.before", predict.before("S7")],
    [".predict.wrong", predict.wrong],
    [".predict.shown", predict.shown("0.5")],
    [".predict.score", predict.score(3, 8)],
    ...worksheet.answers(summary).map((text): [string, unknown] => [".worksheet.answers", text]),
    ...worksheet.ask.map((text): [string, unknown] => [".worksheet.ask", text]),
    [".worksheet.givenText", worksheet.givenText],
    [".worksheet.score", worksheet.score(texts[language].scores.dot)],
  ]);
}

function sentencesIn(language: Language): Array<[path: string, text: unknown]> {
  const { paste, ...rest } = sources[language] as { paste: typeof texts.en.paste };
  const alternatives: ReadOptions[] = [
    { decimalComma: true },
    { decimalComma: false },
    { lineRows: true },
    { continuation: true },
    { column: true },
    { column: false },
  ];
  return [
    ...stringsOf(rest, factsIn(language)),
    ...classroomIn(language),
    [".paste.kept", paste.kept],
    ...alternatives.map((it): [string, string] => [".paste.alternative", paste.alternative(it)]),
    ...pasted.flatMap(
      ({ problem, notices = [] }): Array<[string, string]> => [
        ...(problem === undefined
          ? []
          : ([[`.paste.problem ${problem.kind}`, paste.problem(problem)]] as Array<
              [string, string]
            >)),
        ...notices.map((it): [string, string] => [`.paste.notice ${it.kind}`, paste.notice(it)]),
      ],
    ),
  ];
}

describe.each(languages)("%s", (language) => {
  const sentences = sentencesIn(language);

  test("has many texts, and no empty one", () => {
    expect(sentences.length).toBeGreaterThan(1000);
    for (const [path, text] of sentences) {
      expect(typeof text, path).toBe("string");
      // Nothing stands between two sentences of Chinese.
      if (!path.endsWith(".space")) expect(String(text), path).not.toBe("");
    }
  });

  test("says nothing that a program forgot to fill in", () => {
    for (const [path, text] of sentences.filter(([path]) => path.includes("(…)"))) {
      expect(text, path).not.toMatch(/undefined|\[object|\$\{|NaN/);
    }
  });

  test("names the row, the column and the cell of a refused table", () => {
    for (const { problem } of pasted) {
      if (problem === undefined) continue;
      const text = texts[language].paste.problem(problem);
      for (const part of [problem.row, problem.column]) {
        if (part !== undefined) expect(text).toMatch(new RegExp(`\\b${part}\\b`));
      }
      if (problem.cell && problem.kind !== "left-out") expect(text).toContain(problem.cell);
    }
  });
});

/** Every text, called with names that begin with a word. */
const saidOf = (language: Language, name: string): Array<[path: string, text: unknown]> => {
  const { paste, inNormalizers, ...rest } = sources[language] as Record<string, unknown>;
  return [
    ...textsOf(rest, factsIn(language, name), name),
    ...textsOf(normalizersText(language, name), factsIn(language, name), name),
    ...classroomIn(language, name),
  ];
};

/** The same with one word in place of another, marks and all. */
const renamed = (text: unknown, from: string, to: string): unknown =>
  typeof text === "string"
    ? text.replaceAll(from, () => to)
    : Array.isArray(text)
      ? text.map((part) => renamed(part, from, to))
      : typeof text === "object" && text !== null
        ? Object.fromEntries(
            Object.entries(text).map(([key, part]) => [key, renamed(part, from, to)]),
          )
        : text;

describe.each(languages)("names in %s", (language) => {
  const plain = saidOf(language, "Qq");

  test.each([
    "**b** *i* _{x} ^{y} z",
    "[the apple](javascript:alert%281%29)",
    "x](https://example.org) [y",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt;",
    "$& $1 $$ {{0}} $",
    "q ，,  ;q",
    "ends in stars **",
  ])("are said as they are: %j", (name) => {
    const told = saidOf(language, name);
    expect(told.length).toBe(plain.length);
    expect(
      told.filter(([, text]) => JSON.stringify(text)?.includes(JSON.stringify(name).slice(1, -1)))
        .length,
    ).toBeGreaterThan(1000);
    for (const [k, [path, text]] of told.entries())
      expect(renamed(text, name, name), path).toEqual(renamed(plain[k]?.[1], "Qq", name));
  });
});

test("Chinese sentences hold no English but names and terms", () => {
  const known = new Set(
    (
      "argmax softmax one-hot exp max log do log-sum-exp TV KL LSE Gumbel Xu journey Your starts with one " +
      "step English EN Shift JavaScript WebAssembly NumPy PyTorch CSV TSV JSON MATLAB Julia LaTeX hard-attention " +
      "soft-attention allenwind set_printoptions to_dense threshold Raschka Build Large Language Model From " +
      "Transformer ij float ms kB MB GB Ctrl Scratch Karim Illustrated Self-Attention Home End Esc REINFORCE Gumbel-softmax sparsemax " +
      "entmax Burg ReLU sigmoid min mellowmax Boltzmann QK"
    ).split(" "),
  );
  for (const [path, text] of sentencesIn("zh-CN")) {
    // What is quoted was written by the reader.
    const own = String(text).replace(/“[^”]*”|\d\.\d*e[-+]\d+/g, "");
    const words = own.match(/[A-Za-z][A-Za-z_-]+/g) ?? [];
    expect(
      words.filter((word) => !known.has(word)),
      path,
    ).toEqual([]);
  }
});

/** What is read, with no more between its letters than is seen. */
const seen = (text: unknown): string => (isMarked(text) ? plainText(text) : String(text));

describe("Chinese is set as Chinese", () => {
  const loose =
    /[\p{Script=Han}][A-Za-z0-9é%]|[A-Za-z0-9é%][\p{Script=Han}]|[，。；：、！？）”] | [，。；：、！？（“]| {2}/u;
  const narrow = /[\p{Script=Han}](?: ?[,:;!?]|\()|[,:;!?] ?[\p{Script=Han}]|\([\p{Script=Han}]/u;
  /** The article's own title is as it stands there. */
  const title = "softmax:建立hard-attention到soft-attention的桥梁";

  test.each(["Qq", "A", "étoile", "x2"])("with a name such as %j", (name) => {
    for (const [path, text] of saidOf("zh-CN", name)) {
      const sentence = seen(text).replace(title, "").replaceAll("\u202f", "");
      expect(sentence, path).not.toMatch(loose);
      expect(sentence, path).not.toMatch(narrow);
    }
  });

  test("nothing of it is slanted", () => {
    const slanted = ({ parts }: { readonly parts: readonly Part[] }): string =>
      parts
        .map((part) =>
          typeof part === "string" ? "" : part.mark === "i" ? wordsOf(part) : slanted(part),
        )
        .join("");
    for (const [path, text] of saidOf("zh-CN", "Qq"))
      if (isMarked(text)) expect(slanted(text), path).not.toMatch(/\p{Script=Han}/u);
  });

  test.each([
    [said`离开${"A"}，`, "离开 A，"],
    [said`离开${"输入 2"}，`, "离开输入 2，"],
    [said`${"A"}的得分`, "A 的得分"],
    [said`与${"苹果"}相比`, "与苹果相比"],
    [said`与${"🍎"}相比`, "与🍎相比"],
    [said`与${"🍎2"}相比`, "与🍎2 相比"],
    [said`与${"e\u0301"}相比`, "与 e\u0301 相比"],
    [said`与${"\u2068תפוח\u2069"}相比`, "与 \u2068תפוח\u2069 相比"],
    [said`与${"りんご"}相比`, "与りんご相比"],
    [said`与${"−1"}相比`, "与 −1 相比"],
    [said`${"3"}${"个"}${"A"}`, "3 个 A"],
    [said`“${"A"}”在`, "“A”在"],
    [list(["A", "B"]), "A 和 B"],
    [list(["输入 1", "输入 2", "苹果"]), "输入 1、输入 2 和苹果"],
    [plainText(told`**让${"A"}**先`), "让 A 先"],
  ])("%s", (sentence, expected) => {
    expect(sentence).toBe(expected);
  });
});

/** One name for one thing: what is not said, since another word is. */
const discarded: Readonly<Record<Language, RegExp>> = {
  en: /source article|log ?sum ?exp|normaliz|smooth maximums|\bcolor/,
  "zh-CN": /全变差|平滑最大值|词元|打分函数|光滑极大|您|未归一/,
};

test.each(languages)("in %s one thing has one name", (language) => {
  for (const [path, text] of sentencesIn(language))
    expect(String(text), path).not.toMatch(discarded[language]);
});

test("English sentences hold no Chinese", () => {
  for (const [path, text] of sentencesIn("en")) {
    if (path.startsWith(".paste.problem")) continue;
    expect(text, path).not.toMatch(/\p{Script=Han}/u);
  }
});

test.each([
  [["zh-TW", "en"], "zh-CN"],
  [["de", "zh"], "zh-CN"],
  [["EN-us"], "en"],
  [["de", "fr"], "en"],
  [["zhx"], "en"],
  [[], "en"],
])("a browser that prefers %j reads %s", (preferences, language) => {
  expect(preferredLanguage(preferences)).toBe(language);
});

describe("facts", () => {
  const scene = (id: (typeof presets)[number], patch: Partial<State> = {}): Summary =>
    factsFor({ ...initialState, ...sceneState(id), ...patch });

  test("of the apples are the numbers of the core as they are printed", () => {
    expect(scene("apple")).toMatchObject({
      winner: "apple",
      tied: ["apple"],
      count: 6,
      attended: 6,
      tau: "1",
      max: "4.75",
      gap: "0.5",
      sum: "2.284",
      totalVariation: "0.5622",
      distance: "0.1910",
      unmoved: false,
      weightMoved: true,
      halfStep: { outputDistance: "1.607" },
    });
  });

  test("give shares from the largest down, in per cent that sum to 100", () => {
    for (const id of presets) {
      const { shares } = scene(id);
      const percent = shares.map((share) => share.percent);
      expect(percent).toEqual([...percent].sort((a, b) => b - a));
      expect(percent.reduce((a, b) => a + b, 0)).toBe(100);
    }
    expect(scene("apple").shares[1]).toEqual({ name: "orange", percent: 27 });
  });

  test("name everyone who ties, and no one who only seems to", () => {
    expect(scene("tie")).toMatchObject({ winner: "A", tied: ["A", "B"] });
    expect(scene("false-tie")).toMatchObject({ winner: "B", tied: ["B"] });
  });

  test("tell weight that moved from an output that did", () => {
    const same = { values: [[1], [1]], query: [1], labels: ["a", "b"] };
    expect(scene("plane", same)).toMatchObject({ unmoved: true, weightMoved: true });
    const hard = { temperature: 0 };
    expect(scene("apple", hard)).toMatchObject({
      unmoved: true,
      weightMoved: false,
      distance: "0",
    });
  });

  test("count who is attended to", () => {
    const mask = [true, false, true, true, false, true];
    expect(scene("apple", { mask })).toMatchObject({ count: 6, attended: 4 });
  });
});

test("every language has the same parts, of the same shape", () => {
  const shapeOf = (tree: unknown): unknown =>
    typeof tree !== "object" || tree === null || isMarked(tree)
      ? typeof tree
      : Array.isArray(tree)
        ? "list"
        : Object.fromEntries(
            Object.entries(tree)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, value]) => [key, shapeOf(value)]),
          );
  for (const language of languages) expect(shapeOf(words[language])).toEqual(shapeOf(words.en));
});
