import { describe, expect, test } from "vitest";
import { type Notice, readLink, readWholeLink, writeLink } from "../../web/src/model/link.ts";
import { noticeText } from "../../web/src/model/link-notice-text.ts";
import { initialState, lostQuery, sceneState } from "../../web/src/model/scenes.ts";
import type { Options } from "../../web/src/model/state.ts";
import {
  chain,
  languages,
  maxFeatures,
  maxItems,
  type State,
  sceneIds,
} from "../../web/src/model/state.ts";
import { words } from "../texts.ts";

const presets = sceneIds.filter((id) => id !== "custom");
const own: State = {
  ...initialState,
  scene: "custom",
  values: [
    [1, 0],
    [-0, 1e-7],
  ],
  query: [1e21, 5e-324],
  step: "S6",
};
const sample = writeLink({ ...own, labels: ["apple", "红 球"], temperature: 0.5 });
const kinds = (notices: readonly Notice[]) => notices.map(({ key, kind }) => `${key}:${kind}`);
const body = (link: string) => link.replace(/^v=1&c=[^&]*&/, "");

describe("what was not damaged", () => {
  test("is read at once, and as everything is", () => {
    for (const state of [initialState, own, { ...own, labels: ["红 球", "b"] }]) {
      const link = `#${writeLink(state)}`;
      expect(readWholeLink(link, "", {})).toEqual(readLink(link));
      expect(readWholeLink("", link.replace("#", "?"), {})).toEqual(readLink(link));
    }
    expect(readWholeLink("", "", {})).toMatchObject({ empty: true, notices: [] });
    expect(readWholeLink(`#${sample}&utm=1&step=S2`, "", {})?.notices).toEqual([
      { key: "step", kind: "unused" },
    ]);
  });

  test("and nothing else is", () => {
    for (const link of [sample.slice(0, -1), "step=S6", "section", `${sample}:~:text=a`])
      expect(readWholeLink(`#${link}`, "", {})).toBeNull();
  });
});

describe("writing", () => {
  test("says what is not the default, and always view, scene, step and language", () => {
    expect(body(writeLink(initialState))).toBe("view=derive&scene=apple&step=S1&lang=en");
    expect(body(writeLink({ ...initialState, query: lostQuery, theme: "dark", step: "S2" }))).toBe(
      "view=derive&scene=apple&q=1,-0.5,-1,1&step=S2&lang=en&theme=dark",
    );
    expect(body(sample)).toBe(
      "view=derive&scene=custom&x=1,0_-0,1e-7&q=1e21,5e-324&labels=apple,~57qiIOeQgw&t=0.5&step=S6&lang=en",
    );
  });

  test("gives length and CRC-32 of what follows", () => {
    // CRC-32 of "123456789", the check value of every catalogue of checksums.
    expect(writeLink(initialState)).toBe(
      "v=1&c=39.2f344407&view=derive&scene=apple&step=S1&lang=en",
    );
  });

  test("numbers that are none are written so that the reader hears of them", () => {
    const link = writeLink({ ...own, values: [[1, Number.NaN]], query: [1, 2] });
    expect(readLink(link).notices).toEqual([
      { key: "x", kind: "number", value: "nan", row: 0, column: 1, instead: "scene=apple" },
    ]);
    const infinite = writeLink({ ...own, query: [Number.NEGATIVE_INFINITY, 2] });
    expect(readLink(infinite).notices).toEqual([
      { key: "q", kind: "number", value: "-inf", row: 0, column: 0, instead: "1,1" },
    ]);
  });

  test("links of presets stay within 280 characters, at every step and with what all views look at", () => {
    const options: Options = {
      ...initialState.options,
      saturated: true,
      estimators: ["hard", "soft-mse", "soft-ce"],
      at: 0,
      eta: 128,
      seed: 12345,
      shift: -3.25,
      deleted: [1],
      opened: { kind: "inverse-gap", property: "symmetric-jacobian" },
      causal: true,
      tokens: 2048,
    };
    for (const scene of presets) {
      for (const language of languages) {
        for (const split of [false, true]) {
          for (const step of chain(split)) {
            const looks = {
              language,
              split,
              step,
              theme: "light",
              article: true,
              options,
            } as const;
            const data = { ...sceneState(scene), score: "gaussian", temperature: 0.125 } as const;
            const link = writeLink({ ...initialState, ...data, ...looks }, { mode: "worksheet" });
            expect(link.length).toBeLessThanOrEqual(280);
          }
        }
      }
    }
  });
});

describe("nothing said", () => {
  test.each([
    ["", ""],
    ["#", "?"],
    ["#why", ""],
    ["#section-2", "?utm_source=a&utm_medium=b&fbclid=c&gclid=d&from=timeline&isappinstalled=0"],
    ["", "?c=3&_=1700000000&lat=51.5073219"],
    // Anchors, routes, trackers and identifiers of others.
    ["#:~:text=step%20S3,view%3Dderive", ""],
    ["#item-3", "?ref=home"],
    ["#step-3", "?v5"],
    ["#the-scale-view", ""],
    ["#Overview of the view", ""],
    ["#x-axis", ""],
    ["#L10-L20", ""],
    ["#fn:1", ""],
    ["#q1", ""],
    ["#t2", ""],
    ["#theme", ""],
    ["#!/route/7", ""],
    ["#%E4%BB%8B%E7%BB%8D", ""],
    ["", "?utm_source=a&fbclid=IwAR3x1_2k-t5Qx1_2&gclid=Cj0KCQ-x1q2"],
    ["#access_token=eyJ0eXAiOiJKV1Qi.x1,2&token_type=bearer&expires_in=3600", ""],
  ])("%s %s", (fragment, query) => {
    expect(readLink(fragment, query)).toStrictEqual({
      state: initialState,
      mode: null,
      notices: [],
      empty: true,
    });
  });

  test("the language is then the reader's", () => {
    expect(readLink("", "", { preferences: { language: "zh-CN" } }).state.language).toBe("zh-CN");
    expect(readLink("scene=tie", "", { preferences: { language: "zh-CN" } }).state.language).toBe(
      "zh-CN",
    );
    expect(readLink("lang=en", "", { preferences: { language: "zh-CN" } }).state.language).toBe(
      "en",
    );
  });
});

describe("what hosts do to a link is undone", () => {
  const whole = readLink(sample);
  const encoded = encodeURIComponent(sample);
  test.each([
    ["QQ's addition", `${sample}&appinstall=0`],
    ["WeChat's addition", `${sample}&from=singlemessage&isappinstalled=0#wechat_redirect`],
    ["the end of a sentence", `${sample}).`],
    ["a comma", `${sample},`],
    ["a digit that touches it", `${sample}1`],
    ["an ellipsis", `${sample}…`],
    ["an ellipsis, as browsers encode it", `${sample}%E2%80%A6`],
    ["three dots", `${sample}...`],
    ["an invisible character", `${sample}\u200b`],
    ["Chinese punctuation", `${sample}。”`],
    ["Chinese text without a space", `${sample}，大家看看`],
    ["percent-encoding", encoded],
    ["percent-encoding, twice", encodeURIComponent(encoded)],
    ["percent-encoding of some marks only", sample.replaceAll(",", "%2C").replaceAll("~", "%7e")],
    ["percent-encoding in lower case", encoded.replaceAll(/%../g, (code) => code.toLowerCase())],
    ["percent-encoding and an addition", `${encoded}%26appinstall%3D0`],
    ["a bare percent sign", `${sample}%`],
    ["entities", sample.replaceAll("&", "&amp;")],
    ["entities, twice", sample.replaceAll("&", "&amp;amp;")],
    ["numeric entities", sample.replaceAll("&", "&#38;")],
    ["encoded entities", encodeURIComponent(sample.replaceAll("&", "&amp;"))],
    ["a line break", `${sample.slice(0, 30)}\r\n${sample.slice(30)}`],
    ["soft hyphens", sample.replaceAll("&", "\u00ad&")],
    ["backslashes", sample.replaceAll(/[_&~]/g, "\\$&")],
    ["quotes and brackets", `<"${sample}">`],
    ["typographic quotes and angles", `<“${sample}”>`],
    ["percent-encoding, forty times", encoded.replaceAll("%", `%${"25".repeat(40)}`)],
    [
      "percent signs of several depths",
      encoded.replace("%3D", "%2525253D").replace("%26", "%2526"),
    ],
    ["entities, many times", sample.replaceAll("&", `&${"amp;".repeat(30)}`)],
    ["entities of its marks", sample.replaceAll("=", "&#61;").replaceAll("_", "&#x5f;")],
    ["full-width marks", sample.replaceAll("=", "＝").replaceAll("&", "＆")],
    [
      "full width throughout",
      sample.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    ],
    ["quoted-printable", sample.replaceAll("=", "=3D")],
    [
      "quoted-printable, twice, with a soft break",
      `${sample.replaceAll("=", "=3D3D").slice(0, 60)}=\r\n${sample.replaceAll("=", "=3D3D").slice(60)}`,
    ],
    ["escapes of scripts", sample.replaceAll("=", "\\u003d").replaceAll("&", "\\u0026")],
    ["invisible characters", sample.replaceAll("&", "\u200b&\u2060")],
    ["dashes for hyphens", sample.replaceAll("-", "–")],
    ["a fragment directive", `${sample}:~:text=step`],
    ["something before it", `utm_source=chat&${sample}`],
  ])("%s", (_, damaged) => {
    expect(readLink(`#${damaged}`)).toStrictEqual(whole);
    expect(readLink("", `?${damaged}`)).toStrictEqual(whole);
  });
});

describe("what can't be undone is said", () => {
  const nothing = (text: string) => {
    const { state, empty, notices } = readLink(`#${text}`);
    expect(state).toStrictEqual(initialState);
    expect(empty).toBe(false);
    return notices;
  };

  test("a cut at any place", () => {
    for (let end = 1; end < sample.length; end++) {
      for (const mark of ["", "…", "%E2%80%A6"]) {
        expect(nothing(sample.slice(0, end) + mark), sample.slice(0, end)).toHaveLength(1);
      }
    }
    const length = body(sample).length;
    expect(nothing(sample.slice(0, -30))).toEqual([
      { key: "c", kind: "cut", found: length - 30, length },
    ]);
    expect(nothing(encodeURIComponent(sample).slice(0, -40))[0]?.kind).toBe("cut");
  });

  test.each([
    ["a changed digit", sample.replace("t=0.5", "t=0.6")],
    ["a lost minus and a digit more", sample.replace("-0", "0").replace("S6", "S60")],
    ["two items changed over", sample.replace("1,0_-0,1e-7", "-0,1e-7_1,0")],
    ["upper case", sample.toUpperCase()],
    ["lower case", sample.toLowerCase()],
    ["underscores made dashes", sample.replaceAll("_", "-")],
    ["semicolons", sample.replaceAll("&", ";")],
    ["its check cut out of it", sample.replace(/c=\d+\./, "c=")],
    ["an emptied check", sample.replace(/c=[^&]*/, "c=")],
    ["its beginning lost", sample.slice(6)],
  ])("%s", (_, damaged) => {
    expect(nothing(damaged)).toEqual([{ key: "c", kind: "altered" }]);
  });

  test.each([":", "：", "", " ", "-", "_", ".", "/", "→", "==", "%", "～"])(
    "every = or & become “%s”",
    (mark) => {
      for (const damaged of [
        sample.replaceAll("=", mark),
        sample.replaceAll("&", mark),
        sample.replaceAll(/[=&]/g, mark),
        sample.replaceAll("=", mark).toUpperCase(),
        encodeURIComponent(encodeURIComponent(sample.replaceAll("=", mark))),
        sample.replaceAll("=", mark).slice(0, 30),
      ]) {
        const { state, notices } = readLink(`#${damaged}`);
        expect(state).toStrictEqual(initialState);
        expect(notices).toHaveLength(1);
      }
    },
  );

  test.each([
    "scene:tie",
    "scene：tie&step：S6",
    "scenetie&stepS6",
    "scene-tie&step-S6",
    "scene tie; step S6",
    "x:1,0_0,1&q:2,1",
    "x1,0_0,1q2,1",
    "x 1,0_0,1 q 2,1",
    "t:2",
    "t→0.5",
    "seed7&n5",
    "stepS6",
    "viewscalen2048",
    "VIEW:SCALE",
    "%2525scene%3Atie",
  ])("by hand, without its marks: %s", (damaged) => {
    for (const [fragment, query] of [
      [`#${damaged}`, ""],
      ["", `?${damaged}`],
      [`#utm_source=chat&${damaged}`, ""],
    ] as const) {
      const { state, empty, notices } = readLink(fragment, query);
      expect(state).toStrictEqual(initialState);
      expect(empty).toBe(false);
      expect(notices).toEqual([{ key: "link", kind: "garbled" }]);
    }
  });

  test.each<[string, string, Partial<State>]>([
    ["scene=tie&step:S6", "step:S6", { scene: "tie", step: "S1" }],
    ["scene=tie&Step=S6", "Step=S6", { scene: "tie", step: "S1" }],
    ["scene=tie&t＝2", "t＝2", { scene: "tie", temperature: 1 }],
    ["scene=tie&labels=A,Bstep=S6", "labels=A,Bstep=S6", { scene: "tie", labels: null }],
    ["scene=tie&labels=A,B;step:S6", "labels=A,B;step:S6", { scene: "tie", labels: null }],
  ])("a piece by hand: %s", (damaged, piece, state) => {
    const reading = readLink(damaged);
    expect(reading.state).toMatchObject(state);
    expect(reading.notices).toEqual([{ key: piece, kind: "unread" }]);
  });

  test("any single edit: the same state or a notice", () => {
    const characters = [..."abcdefghijklmnopqrstuvwxyzASZ0123456789.,_~-=&", ..."%+# ;:\u00ad红"];
    const short = writeLink({ ...initialState, query: lostQuery, temperature: 0 });
    const wanted = JSON.stringify(readLink(short).state);
    const edits = (at: number) => [
      ...characters.flatMap((c) => [
        short.slice(0, at) + c + short.slice(at),
        short.slice(0, at) + c + short.slice(at + 1),
      ]),
      ...Array.from({ length: 12 }, (_, n) => short.slice(0, at) + short.slice(at + n + 1)),
      short.slice(0, at) + short.charAt(at + 1) + short.charAt(at) + short.slice(at + 2),
    ];
    for (let at = 0; at < short.length; at++) {
      for (const edited of edits(at)) {
        const { state, notices } = readLink(edited);
        if (notices.length === 0) expect(JSON.stringify(state), edited).toBe(wanted);
      }
    }
  });

  test("the other half still counts", () => {
    const query = writeLink({ ...initialState, step: "S5" });
    const { state, notices } = readLink(sample.slice(0, -3), query);
    expect(state.step).toBe("S5");
    expect(kinds(notices)).toEqual(["c:cut"]);
  });

  test("keys of ours outside the checked part", () => {
    for (const added of [`${sample}&t=3&t=4`, `t=3&${sample}`]) {
      const { state, notices } = readLink(added);
      expect(state.temperature).toBe(0.5);
      expect(notices).toEqual([{ key: "t", kind: "unused" }]);
    }
  });
});

describe("versions", () => {
  test.each(["2", "10", "1000000000", "x", "0", "-1", "1.0"])("v=%s is not known", (version) => {
    for (const link of [`v=${version}&scene=tie`, sample.replace("v=1", `v=${version}`)]) {
      const { state, notices } = readLink(link);
      expect(state).toStrictEqual(initialState);
      expect(notices).toEqual([{ key: "v", kind: "version", value: version }]);
    }
  });

  test("an old link is led through every version up to ours", () => {
    const migrations = {
      // Imagined: version 2 renamed t to temp, version 3 renamed it back and step to at.
      1: (pairs: ReadonlyMap<string, string>) =>
        new Map([...pairs].map(([key, value]) => [key === "t" ? "temp" : key, value])),
      2: (pairs: ReadonlyMap<string, string>) =>
        new Map([...pairs].map(([key, value]) => [key === "temp" ? "t" : key, value])).set(
          "theme",
          "dark",
        ),
    };
    const later = { version: 3, migrations };
    expect(readLink(sample, "", later).state).toMatchObject({ temperature: 0.5, theme: "dark" });
    expect(readLink("t=2", "", later).state).toMatchObject({ temperature: 2, theme: "dark" });
    expect(readLink("v=2&temp=3&scene=tie", "", later).state).toMatchObject({
      temperature: 3,
      scene: "tie",
    });
    expect(readLink("v=3&t=4", "", later).state).toMatchObject({ temperature: 4, theme: "auto" });
    expect(kinds(readLink("v=4&t=4", "", later).notices)).toEqual(["v:version"]);
    // A migration is for old links alone.
    expect(readLink(sample, "", { version: 1, migrations }).state.theme).toBe("auto");
  });
});

describe("by hand", () => {
  test("the first of two values counts, and it is said", () => {
    const { state, notices } = readLink("t=2&scene=tie&t=3&scene=tie");
    expect(state.temperature).toBe(2);
    expect(notices).toEqual([{ key: "t", kind: "repeated" }]);
  });

  test.each<[string, string, Partial<State>]>([
    ["t=abc", "t: number abc → 1", { temperature: 1 }],
    ["t=-0.001", "t: range -0.001 → 1", { temperature: 1 }],
    ["t=nan", "t: number nan → 1", { temperature: 1 }],
    ["t=1e999", "t: number 1e999 → 1", { temperature: 1 }],
    ["t=1e-999", "t: number 1e-999 → 1", { temperature: 1 }],
    ["scene=tie&t=", "t: number  → 1", {}],
    ["step=S10", "step: choice S10 → S1", { step: "S1" }],
    ["step=s6", "step: choice s6 → S1", { step: "S1" }],
    ["view=3d", "view: choice 3d → derive", {}],
    ["scene=pear", "scene: choice pear → apple", { scene: "apple" }],
    ["score=l2", "score: choice l2 → dot", {}],
    ["lang=fr", "lang: choice fr → en", {}],
    ["lang=enx", "lang: choice enx → en", {}],
    ["theme=blue", "theme: choice blue → auto", {}],
    ["mode=tv", "mode: choice tv → null", {}],
    ["split=yes", "split: choice yes → 0", {}],
    ["scene=tie&q=1,x", "q: number x (0,1) → 1,0", { query: [1, 0] }],
    ["scene=tie&q=1,2,3", "q: shape  → 1,0", { query: [1, 0] }],
    ["scene=tie&q=1,&t=1", "q: number  (0,1) → 1,0", { query: [1, 0] }],
    ["scene=tie&x=1,2_3", "x: shape 3 (1) → 1,1_1,-1_0,0.5_-1,0", sceneState("tie")],
    ["x=1,2_3,inf&q=9,9", "x: number inf (1,1) → scene=apple", sceneState("apple")],
    ["scene=custom", "x: missing  → scene=apple", sceneState("apple")],
    ["x=1,2_3,4", "q: missing  → 1,1", { query: [1, 1], scene: "custom" }],
    ["scene=tie&k=1,2", "k: shape  → x", { keys: null }],
    ["scene=tie&mask=01", "mask: shape  → null", { mask: null }],
    ["scene=tie&mask=0000", "mask: nothing  → null", { mask: null }],
    ["scene=tie&mask=01x1", "mask: choice 01x1 → null", { mask: null }],
    ["labels=a,~%&scene=tie", "labels: names ~% (1) → null", { labels: null }],
    ["scene=tie&labels=~_w", "labels: names ~_w (0) → null", { labels: null }],
    ["sigma=0", "sigma: range 0 → null", { parameters: {} }],
    ["sigma=inf", "sigma: range inf → null", { parameters: {} }],
    ["scene=tie&score=bilinear&w=1,2", "w: shape  → null", { parameters: {}, score: "bilinear" }],
    [
      "scene=tie&score=additive&wq=1,2&u=1,0_0,1&vv=1",
      "wq: shape  → null; u: shape  → null; vv: shape  → null",
      { parameters: {} },
    ],
    [
      "scene=tie&score=additive&vv=1,2,3&sigma=2",
      "vv: shape  → null",
      { parameters: { sigma: 2 } },
    ],
    [
      "scene=tie&score=bilinear&w=1,0&q=1,2,3",
      "q: shape  → 1,0; w: shape  → null",
      { query: [1, 0], parameters: {} },
    ],
  ])("%s", (link, said, state) => {
    const reading = readLink(link);
    expect(reading.state).toMatchObject(state);
    const lines = reading.notices.map((notice) => {
      if (!("instead" in notice) || notice.kind === "underivable") return notice.kind;
      const { key, kind, value, row, column, instead } = notice;
      const place = row === undefined ? "" : ` (${[row, column].filter((i) => i !== undefined)})`;
      return `${key}: ${kind} ${value}${place} → ${instead}`;
    });
    expect(lines.join("; ")).toBe(said);
  });

  test.each<[string, Partial<State>]>([
    [
      "x=1,0_0,1&q=2,1",
      {
        scene: "custom",
        values: [
          [1, 0],
          [0, 1],
        ],
        query: [2, 1],
      },
    ],
    [
      "scene=tie&x=1,0_0,1",
      {
        scene: "tie",
        values: [
          [1, 0],
          [0, 1],
        ],
        query: [1, 0],
      },
    ],
    ["scene=tie&step=S7a", { step: "S7a", split: true }],
    ["scene=tie&step=S7&split=1", { step: "S7b", split: true }],
    ["scene=tie&step=S7b&split=0", { step: "S7", split: false }],
    ["scene=tie&lang=zh", { language: "zh-CN" }],
    ["scene=tie&lang=EN-gb", { language: "en" }],
    ["scene=tie&q=.5,+2.", { query: [0.5, 2] }],
    ["scene=tie&q=%2B.5,%E2%88%922", { query: [0.5, -2] }],
    ["scene=tie&t=%E2%88%9E", { temperature: Number.POSITIVE_INFINITY }],
    ["scene=tie&t=-0", { temperature: -0 }],
    ["scene%3Dtie%26t%3D2", { scene: "tie", temperature: 2 }],
    ["scene=tie&amp;t=2", { scene: "tie", temperature: 2 }],
    ["scene＝tie＆t＝2", { scene: "tie", temperature: 2 }],
    ["scene%25253Dtie%252526t%25253D2", { scene: "tie", temperature: 2 }],
    ["scene=tie&labels=Ratio 1:2,R%26D,A%3DB", { labels: ["Ratio 1:2", "R&D", "A=B"] }],
    ["scene=tie&labels=%E7%BA%A2,%F0%9F%98%80", { labels: ["红", "😀"] }],
    [
      "labels=~Pz8/,~Pz8_,~Pj4-,~Pj4%2B,~Pj4+&scene=tie",
      { labels: ["???", "???", ">>>", ">>>", ">>>"] },
    ],
    ["scene=tie&labels=~QQ==", { labels: ["A"] }],
    ["v=1&scene=tie&unknown=5&wechat_redirect", { scene: "tie" }],
    ["scene=tie&t=2).", { temperature: 2 }],
    ["scene=tie&t=2%E3%80%82", { temperature: 2 }],
    ["scene=custom&x=1_2&k=1,2,3_4,5,6&q=1,2&score=bilinear&w=1,0,0_0,1,0", { query: [1, 2] }],
  ])("%s", (link, state) => {
    const reading = readLink(link);
    expect(reading.notices).toEqual([]);
    expect(reading.state).toMatchObject(state);
  });
});

describe("bounds", () => {
  const grid = (n: number, d: number) => Array.from({ length: n }, () => Array(d).fill(-0.5));

  test("256 items of 64 features are read, one more is not", () => {
    const full = { ...own, values: grid(maxItems, maxFeatures), query: Array(maxFeatures).fill(1) };
    expect(readLink(writeLink(full))).toMatchObject({ state: full, notices: [] });
    const items = { ...full, values: grid(maxItems + 1, maxFeatures) };
    expect(kinds(readLink(writeLink(items)).notices)).toEqual(["x:size"]);
    const features = { ...full, values: grid(maxItems, maxFeatures + 1) };
    expect(kinds(readLink(writeLink(features)).notices)).toEqual(["x:size"]);
    const names = Array(maxItems + 1).fill("a");
    expect(kinds(readLink(writeLink({ ...full, labels: names })).notices)).toEqual(["labels:size"]);
    const mask = Array(maxItems + 1).fill(true);
    expect(kinds(readLink(writeLink({ ...full, mask })).notices)).toEqual(["mask:size"]);
  });

  // Each would take minutes if any step were quadratic.
  const many = 300_000;
  test.each([
    ["rows", `x=${"1_".repeat(many)}`],
    ["columns", `x=${"1,".repeat(many)}`],
    ["digits", `t=${"1".repeat(many)}`],
    ["digits and a letter", `t=${"1".repeat(many)}x`],
    ["percent signs", "%".repeat(many)],
    ["encoded percent signs", `t=${"%25".repeat(many)}`],
    ["encoded bytes", `t=${"%E2%80%A6".repeat(many)}`],
    ["broken bytes", `t=${"%E2".repeat(many)}`],
    ["entities", `t=1${"&amp;".repeat(many)}`],
    ["nested entities", `t=1&${"amp;".repeat(many)}`],
    ["pairs", "t=1&".repeat(many)],
    ["seals", "c=1.00000000&".repeat(many)],
    ["lengths", `v=1&c=${"9".repeat(many)}.00000000&x=1`],
    ["a length past the end", "v=1&c=9999999.00000000&x=1"],
    ["names", `labels=${"~57qi,".repeat(many)}`],
    ["a long name", `scene=tie&labels=~${"57qi".repeat(many)}`],
    ["a mask", `mask=${"1".repeat(many)}`],
    ["dots at the end", `t=1${".".repeat(many)}`],
    ["equals signs", "=".repeat(many)],
    ["anything too long", "x".repeat(10 * many)],
  ])("an absurd number of %s", (_, text) => {
    const { state } = readLink(`#${text}`, `?${text}`);
    expect(state.values.length).toBeLessThanOrEqual(maxItems);
  });

  test("what is too long is said", () => {
    expect(readLink("x".repeat(3_000_000)).notices).toEqual([{ key: "link", kind: "long" }]);
  });
});

describe("notices as sentences", () => {
  const links = [
    "t=abc",
    "scene=tie&t=-1",
    "scene=tie&x=1,2_3",
    "scene=tie&labels=~_w",
    "scene=tie&mask=0000",
    "scene=custom",
    "t=1&t=2",
    `q=${"1,".repeat(70)}`,
    "v=9&t=1",
    "v=1&c=1",
    "scene:tie",
    "scene=tie&step:S6",
    "theme=blue",
    "sigma=0",
    sample.slice(0, -5),
    `${sample}&t=7`,
    "x".repeat(3_000_000),
  ];
  const notices: readonly Notice[] = [
    ...links.flatMap((link) => readLink(link).notices),
    { key: "q", kind: "underivable", code: "ScoreOverflow", instead: "scene=apple" },
  ];

  test("every kind is met", () => {
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(
      new Set([
        ..."cut altered garbled unread long version unused repeated underivable".split(" "),
        ...Object.keys(words.en.notices.faults),
      ]),
    );
  });

  test.each(languages)("%s: the parameter, the value and what stands in its place", (language) => {
    for (const notice of notices) {
      const sentence = noticeText(notice, words[language]);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
      expect(sentence).toMatch(/[.。]$/);
      if ("instead" in notice) {
        expect(sentence).toContain(`“${notice.key}”`);
        if (notice.instead !== null) expect(sentence).toContain(notice.instead);
      }
      if (notice.kind === "cut") {
        expect(sentence).toContain(String(notice.found));
        expect(sentence).toContain(String(notice.length));
      }
    }
    const cell = readLink("scene=tie&x=1,2_3,a_4,5_6,7").notices[0];
    const sentence = cell && noticeText(cell, words[language]);
    expect(sentence).toContain("“a”");
    expect(sentence).toMatch(/2.*2/);
  });
});

describe("what of the features is looked at", () => {
  test("is in the link, and nothing where nothing was chosen", () => {
    const options: Options = {
      ...initialState.options,
      axes: [2, 0],
      everyFeature: true,
      place: 0.625,
    };
    const link = writeLink({ ...initialState, options });
    expect(link.slice(link.indexOf("view="))).toBe(
      "view=derive&scene=apple&step=S1&axes=3,1&every=1&place=0.625&lang=en",
    );
    expect(readLink(link)).toMatchObject({ notices: [], state: { options } });
  });

  test.each([
    ["axes=3,3", "shape"],
    ["axes=2", "shape"],
    ["axes=1,2,3", "shape"],
    ["axes=0,1", "range"],
    // The apple has four features.
    ["axes=1,5", "shape"],
    // Its keys are its values.
    ["kaxes=1,2", "shape"],
    ["place=1.5", "range"],
  ])("%s is announced, and the best ones are shown", (pair, kind) => {
    const { state, notices } = readLink(`scene=apple&${pair}`);
    expect(notices.map((notice) => [notice.key, notice.kind])).toEqual([
      [pair.split("=")[0], kind],
    ]);
    expect(state.options).toEqual(initialState.options);
  });
});
