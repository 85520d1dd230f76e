/**
 * What is written at build time, by the same core and in the same words: the derivation as text, for
 * where nothing can run, and what other programs read of the pages.
 */
import type { Core, Derivation } from "../core/core.ts";
import { format, percentages } from "../model/format.ts";
import { writeLink } from "../model/link-state.ts";
import { featureNames, itemNames } from "../model/names.ts";
import { initialState, sceneState } from "../model/scenes.ts";
import { frameSnippet } from "../model/share.ts";
import { chain, type Language, languages, type State, sceneIds } from "../model/state.ts";
import { type Summary, summaryOf } from "../model/summary.ts";
import type { Text } from "../model/text/index.ts";
import { loadWords, type Words } from "../model/text/index.ts";

type StaticWords = Pick<Words, "figure" | "static">;

const texts: Readonly<Record<Language, StaticWords>> = Object.fromEntries(
  await Promise.all(
    languages.map(async (language) => [language, await loadWords(language, ["figure", "static"])]),
  ),
);
const { en } = texts;

interface Told {
  readonly state: State;
  readonly text: Text;
  readonly derivation: Derivation;
  readonly names: readonly string[];
  readonly summary: Summary;
}

function told(core: Core, state: State): Told {
  const derivation = core.derive({
    X: state.values,
    q: state.query,
    score: state.score,
    temperature: state.temperature,
    ...(state.keys === null ? {} : { K: state.keys }),
  });
  const names = itemNames(state);
  const summary = summaryOf(derivation, names, state.temperature);
  return { state, text: texts[state.language].figure, derivation, names, summary };
}

const inEach = (core: Core, write: (about: Told) => string): string =>
  languages.map((language) => write(told(core, { ...initialState, language }))).join("\n");

const offline = `<a href="softmax-bridge-offline.html">softmax-bridge-offline.html</a>`;

/** The nine steps of the first scene, in each language. */
export const derivationAsText = (core: Core): string =>
  inEach(core, ({ state, text, derivation: d, names, summary }) => {
    const { language } = state;
    const words = texts[language].static;
    const columns = [
      [text.stations.S1, d.scores],
      [text.stations.S4, d.shifted],
      [text.stations.S5, d.expShifted],
      [text.stations.S6, d.weights],
    ] as const;
    const rows = names.map(
      (name, i) =>
        `<tr><th scope="row">${name}</th>${columns.map(([, numbers]) => `<td>${printed(numbers[i])}</td>`).join("")}</tr>`,
    );
    const outputs: Readonly<Record<string, Float64Array>> = { S2: d.hardOutput, S9: d.softOutput };
    const features = featureNames(state);
    const vector = (numbers: Float64Array): string =>
      Array.from(numbers, (x, j) => `${features[j]} ${printed(x)}`).join(text.comma);
    const steps = chain(false).map((step) => {
      const output = outputs[step];
      const sentence = (text.explain[step] as (summary: Summary) => string)(summary);
      const end = output === undefined ? "" : text.space + words.output(vector(output));
      return `<li><b>${text.headings[step]}</b> ${sentence}${end}</li>`;
    });
    return `<section lang="${language}">
<h1>${text.title}</h1>
<p>${text.scenes.apple.note}</p>
<table><thead><tr><td></td>${columns.map(([name]) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table>
<ol>${steps.join("\n")}</ol>
<p>${words.needs}${text.space}${words.asFile(offline)}</p>
</section>`;
  });

/** What came out, in a sentence, in each language. */
export const outcomeAsText = (core: Core): string =>
  inEach(core, ({ state, text, derivation, names, summary }) => {
    const shares = percentages(derivation.weights).map((percent, i) => `${names[i]} ${percent}%`);
    const words = texts[state.language].static;
    const hard = text.scene.headings.hard(summary);
    return `<p lang="${state.language}">${words.outcome(hard, summary.max, shares.join(text.comma), summary.distance)}${text.space}${words.needs}</p>`;
  });

const printed = (x: number | undefined): string => format(x ?? Number.NaN);

/** What is said to programs that show a card for a link. @param site where the pages will stand */
export function cardOf(site: string | null): string {
  const { title } = en.figure;
  const { description } = en.static;
  const at = (path: string): string => (site ?? "") + path;
  return [
    ...(site === null ? [] : [`<link rel="canonical" href="${site}" />`, property("og:url", site)]),
    property("og:type", "website"),
    property("og:title", title),
    property("og:description", description),
    property("og:image", at(picture.file)),
    property("og:image:width", String(picture.width)),
    property("og:image:height", String(picture.height)),
    property("og:image:alt", en.static.pictureAlt),
    property("og:locale", "en"),
    property("og:locale:alternate", "zh_CN"),
    `<meta name="twitter:card" content="summary_large_image" />`,
    discovery(at("oembed/apple.json"), title),
  ].join("\n    ");
}

const property = (name: string, content: string): string =>
  `<meta property="${name}" content="${content}" />`;
const discovery = (address: string, title: string): string =>
  `<link rel="alternate" type="application/json+oembed" href="${address}" title="${title}" />`;

/** The picture of a card. */
const picture = { file: "card.png", width: 1200, height: 630 };

/** The bridge: nine steps, and above them how far the output is from the hard one. */
export function cardPicture(core: Core): string {
  const { derivation, text } = told(core, initialState);
  const [left, bay, deck, zero, top] = [150, 112.5, 490, 412, 300];
  const highest = derivation.outputDistance;
  const stations = chain(false).map((id, i) => {
    const { outputDistance = 0, relation = "equal" } =
      derivation.steps.find((step) => step.id === id) ?? {};
    const y = zero - ((outputDistance || 0) / highest) * (zero - top);
    return {
      id,
      relation,
      x: left + i * bay,
      y,
      hue: relation === "approx" || i > 6 ? soft : hard,
    };
  });
  const marks = stations.map(({ id, x, y, hue }, i) => {
    const shape = (at: number): string =>
      hue === hard
        ? `<rect x="${x - 8}" y="${at - 8}" width="16" height="16" fill="${hue}"/>`
        : `<circle cx="${x}" cy="${at}" r="9" fill="${hue}"/>`;
    const error = i === 0 ? "" : `<path d="M${x} ${y}V${deck}" stroke="#bdb6a7"/>${shape(y)}`;
    return `${error}${shape(deck)}<text x="${x}" y="${deck + 40}" class="id">${id}</text>`;
  });
  const between = stations.slice(1).map(({ relation, x, y, hue }, i) => {
    const middle = x - bay / 2;
    if (relation === "approx")
      return `<text x="${middle}" y="${deck + 16}" class="sign big">≈</text>`;
    const sign =
      relation === "definition" ? "" : `<text x="${middle}" y="${deck - 26}" class="sign">=</text>`;
    const chord =
      i === 0 ? "" : `<path d="M${x - bay} ${y}H${x}" stroke="${hue}" stroke-width="4"/>`;
    return `${sign}${chord}<path d="M${x - bay} ${deck}H${x}" stroke="${hue}" stroke-width="4"/>`;
  });
  const jump = stations.find(({ relation }) => relation === "approx")?.x ?? left;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}">
<style>
text { font-family: "Source Sans 3 ExtraLight"; font-size: 24px; fill: #59554c; text-anchor: middle; }
.title { font-family: "STIX Two Text"; font-size: 64px; fill: #1b1a17; text-anchor: start; }
.sub { font-size: 28px; text-anchor: start; }
.sign { font-family: "STIX Two Text"; font-size: 36px; fill: #1b1a17; }
.big { font-size: 64px; }
.end { font-family: "STIX Two Text"; font-size: 40px; font-style: italic; }
.jump { font-size: 34px; font-weight: 600; fill: ${soft}; text-anchor: end; }
</style>
<rect width="100%" height="100%" fill="#fcfbf7"/>
<text x="60" y="120" class="title">${text.title}</text>
<text x="60" y="172" class="sub">${en.static.tagline}</text>
<path d="M${left + bay} ${zero}H${left + 8 * bay}" stroke="#bdb6a7"/>
<path d="M${jump - bay} ${zero}H${jump - bay / 2}" stroke="${hard}" stroke-width="4"/>
<path d="M${jump - bay / 2} ${zero}V${top}" stroke="#1b1a17" stroke-width="3" stroke-dasharray="3 5"/>
<path d="M${jump - bay / 2} ${top}H${jump}" stroke="${soft}" stroke-width="4"/>
${between.join("\n")}
${marks.join("\n")}
<text x="${left + 8 * bay}" y="${top - 28}" class="jump">${format(derivation.outputDistance)}</text>
<text x="84" y="${deck + 12}" class="end" style="fill: ${hard}">${text.hard}</text>
<text x="1116" y="${deck + 12}" class="end" style="fill: ${soft}">${text.soft}</text>
</svg>`;
}

/** As in view/tokens.css, on paper. */
const [hard, soft] = ["#bf3a12", "#1c4e90"];

/** The size of a figure that shows all of a scene in a column of text. */
const frame = { width: 800, height: 2000 };

/** Stands for the site while nobody has said where it will be. */
const unknown = "https://site.invalid/";

/**
 * For each preset scene an oEmbed document, and a page whose address leads to it: what programs that
 * embed by address are given. Without a site, addresses are relative to it.
 */
export function sceneDocuments(site: string | null): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const scene of sceneIds) {
    if (scene === "custom") continue;
    const title = `${en.figure.title}: ${en.figure.scenes[scene].name}`;
    const state: State = { ...initialState, ...sceneState(scene), step: "S7" };
    const base = site ?? unknown;
    const link = `${base}index.html#${writeLink(state)}`;
    const sized = { width: String(frame.width), height: String(frame.height), fitted: false };
    const document = {
      version: "1.0",
      type: "rich",
      title,
      provider_name: "softmax-bridge",
      provider_url: base,
      ...frame,
      html: frameSnippet(link, { title, said: title, ...sized }).replaceAll("\n ", ""),
      thumbnail_url: base + picture.file,
      thumbnail_width: picture.width,
      thumbnail_height: picture.height,
    };
    const json = JSON.stringify(document, null, 2);
    files.set(`oembed/${scene}.json`, `${json.replaceAll(unknown, "")}\n`);
    files.set(`oembed/${scene}.html`, scenePage(scene, title, link, site));
  }
  return files;
}

/** Readers go on to the scene at once; programs stay and read. */
function scenePage(scene: string, title: string, link: string, site: string | null): string {
  const at = (path: string): string => (site ?? "../") + path;
  const target = `../index.html${new URL(link).hash.replaceAll("&", "&amp;")}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${title}</title>
    ${discovery(at(`oembed/${scene}.json`), title)}
    ${property("og:title", title)}
    ${property("og:description", en.static.description)}
    ${property("og:image", at(picture.file))}
    <meta http-equiv="refresh" content="0; url=${target}" />
  </head>
  <body>
    <a href="${target}">${title}</a>
  </body>
</html>
`;
}
