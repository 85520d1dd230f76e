import { format } from "../../model/format.ts";
import type { Shown } from "../../model/store.ts";
import { stepOf } from "../../model/summary.ts";
import type { DataText, Text } from "../../model/text/index.ts";
import { Painter, plainStyle } from "./paint.ts";
import { paintOf, tag, xml } from "./svg.ts";
import { measure } from "./words.ts";

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

interface Subject {
  readonly shown: Shown;
  readonly text: Text & Pick<DataText["data"], "semicolon" | "stop">;
  /** The article that the page is after. */
  readonly after: string;
  /** Of the full page with what is shown. */
  readonly address: string;
  /** The computed colour that the figure stands on. */
  readonly paper: string;
}

const margin = 32;
const gap = 24;
/** Of the lines under the figure. */
const small = { size: 12, line: 18 };

/** What serves to change the figure, or only appears while it changes. */
const controls = ".ghosts, .handle, button.more, button.all, sb-overflow";

/**
 * The figure as it stands on the page, in its colours, without its controls: an SVG that needs
 * nothing from elsewhere: its letters are shapes.
 * @param figure holds the parts; see derive.ts
 */
export async function drawPicture(figure: Element, subject: Subject): Promise<Picture> {
  await document.fonts.ready;
  const style = getComputedStyle(figure);
  const painter = new Painter(plainStyle(style), controls);
  const [rail, argument, scene] = ["sb-rail", ".argument", "sb-scene"].map((part) => {
    const element = figure.querySelector(part);
    if (element === null) throw new Error(`The figure has no ${part}.`);
    return { element, box: element.getBoundingClientRect() };
  }) as [Part, Part, Part];

  const { left, width } = rail.box;
  /** A part at its place across, with its top at a height of the picture. */
  const place = ({ element, box }: Part, top: number) => {
    const { svg, bottom } = painter.paint(element, [left - margin, box.top - top]);
    return { svg, bottom: Math.max(top, bottom - box.top + top) };
  };
  const first = place(rail, margin);
  const second = place(argument, first.bottom + gap / 2);
  const beside = scene.box.top < argument.box.bottom - 1;
  const third = place(scene, (beside ? first.bottom : second.bottom) + gap / 2);

  const bottom = Math.max(second.bottom, third.bottom);
  return sheetOf(subject, painter, style, width, bottom, [first.svg, second.svg, third.svg]);
}

/** What stands on no page: the panels where things are set, and what asks the reader to do something. */
const tools =
  "input, select, textarea, progress, details, .figure > .bar, .figure > .controls, div.tools, .actions, div.heads, sb-choices, sb-temperature, sb-training-controls, sb-sweep-player, sb-number-field, sb-take, button.measure, .hidden, .about, .tip";

/** A whole view as it stands on the page, without its controls. */
export async function drawView(figure: Element, subject: Subject): Promise<Picture> {
  await document.fonts.ready;
  const style = getComputedStyle(figure);
  const painter = new Painter(plainStyle(style), `${controls}, ${tools}`);
  const box = figure.getBoundingClientRect();
  const [left, right] = [style.paddingLeft, style.paddingRight].map(Number.parseFloat) as [
    number,
    number,
  ];
  const { svg, top, bottom } = painter.paint(figure, [box.left + left - margin, box.top - margin]);
  const width = box.width - left - right;
  // The controls above are not drawn, and leave no gap.
  const moved = tag("g", { transform: `translate(0 ${Math.round(box.top - top)})` }, svg);
  return sheetOf(subject, painter, style, width, bottom - top + margin, [moved]);
}

/** The parts on their paper, with what they are and where they are from under them. */
function sheetOf(
  subject: Subject,
  painter: Painter,
  style: CSSStyleDeclaration,
  width: number,
  bottom: number,
  parts: readonly string[],
): Picture {
  const notes = notesOf(
    subject,
    (words) => measure(style, words, `${small.size}px`).width <= width,
  );
  const top = bottom + gap;
  const height = Math.ceil(top + notes.length * small.line + margin / 2);
  const full = Math.ceil(width + 2 * margin);
  painter.origin = [0, 0];
  const svg = tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...{ width: full, height, viewBox: `0 0 ${full} ${height}` },
      "xml:lang": subject.shown.state.language,
      role: "img",
      ...plainStyle(style),
    },
    tag("title", {}, xml(titleOf(subject))),
    tag("desc", {}, xml(descriptionOf(subject))),
    tag("rect", { width: full, height, fill: paintOf(subject.paper)?.colour ?? "none" }),
    ...parts,
    tag(
      "g",
      { "fill-opacity": 0.75 },
      ...notes.map((text, k) => {
        const base = top + k * small.line + 12;
        return painter.write(
          { text, left: margin, top: base, width: 0, height: 0 },
          base,
          style,
          small.size,
        );
      }),
    ),
  );
  return { svg: `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`, width: full, height };
}

interface Part {
  readonly element: Element;
  readonly box: DOMRect;
}

function titleOf({ shown: { state }, text }: Subject): string {
  return `${state.step} ${text.headings[state.step]}${text.stop}${text.space}${text.title}`;
}

/** The step in words, with its numbers: for those who do not see the picture. */
function descriptionOf({ shown, text, address }: Subject): string {
  const { state, derivation: d, summary, names, features } = shown;
  const { terms, colon, comma, semicolon, stop, space } = text;
  const explain: (f: typeof summary) => string = text.explain[state.step];
  const weights = stepOf(d, state.step).weights;
  const vector = (values: ArrayLike<number>): string =>
    features.map((feature, j) => `${feature} ${format(values[j] ?? Number.NaN)}`).join(comma);
  const items = names.map((name, i) => {
    const weight = weights[i];
    const score = format(d.scores[i] ?? Number.NaN);
    return terms.item(name, score, weight === undefined ? null : format(weight));
  });
  return [
    explain(summary),
    items.join(semicolon) + stop,
    text.hardOutput + colon + vector(d.hardOutput) + stop,
    text.softOutput + colon + vector(d.softOutput) + stop,
    `${terms.totalVariation} ${summary.totalVariation}${stop}`,
    address,
  ].join(space);
}

/** What the picture is of and where it is from, in as few lines as have room for it. */
function notesOf(
  { shown, text, after, address }: Subject,
  fits: (words: string) => boolean,
): string[] {
  const { state, summary } = shown;
  const [page = ""] = address.split("#");
  const pieces = [
    text.title,
    text.scenes[state.scene].name,
    text.scores[state.score],
    `τ = ${summary.tau}`,
    fits(address) ? address : page,
    after,
  ];
  const lines: string[] = [];
  for (const piece of pieces) {
    const line = lines.pop();
    const longer = line === undefined ? piece : `${line} · ${piece}`;
    if (line === undefined || fits(longer)) lines.push(longer);
    else lines.push(line, piece);
  }
  return lines;
}

/** The same at twice its size, as points. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * width, 2 * height];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((give, refuse) => {
      canvas.toBlob((blob) => (blob === null ? refuse(new Error("no image")) : give(blob)));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
