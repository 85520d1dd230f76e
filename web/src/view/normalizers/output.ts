import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { Core, NormalizerKind, Perturbation } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import { answer } from "../../model/normalizers.ts";
import type { Shown } from "../../model/store.ts";
import type { NormalizersText } from "../../model/text/index.ts";
import { icon } from "../icons.ts";
import { numeral } from "../numeral.ts";
import type { Axes } from "../plot/axes.ts";
import { fitFrame, placeIn } from "../plot/frame.ts";
import { convexHull } from "../plot/hull.ts";
import { placeLabels, squareAround, textWidth } from "../plot/labels.ts";
import { disc, picture, square } from "../plot/mark.ts";
import { isFinitePoint, type Point, polygon, px, type Rect, round } from "../plot/path.ts";
import { withEnd } from "./geometry.ts";
import { matrix, maxDrawn } from "./matrix.ts";

interface OutputInput {
  readonly core: Core;
  readonly text: NormalizersText;
  readonly shown: Shown;
  readonly kind: NormalizerKind;
  readonly name: string;
  readonly perturbation: Perturbation | null;
  /** Components of the values that the picture shows. */
  readonly axes: Axes;
  readonly lit: number | null;
}

/** What the normaliser's weights make of the values, and how they follow the scores. */
export function outputOf(input: OutputInput): TemplateResult {
  const { text, name, perturbation, shown } = input;
  const valid = perturbation?.defined && isMean(perturbation);
  return html`
    <h2>${text.output.heading(name)}</h2>
    ${
      perturbation?.defined
        ? html`
          <p class="sentence">${valid ? text.output.sentence : text.output.invalid}</p>
          ${plane(input, perturbation)}
          <dl class="vector">
            ${Array.from(
              perturbation.output.slice(0, maxFeatures),
              (x, j) =>
                html`<div><dt>${shown.features[j]}</dt><dd>${numeral(format(x))}</dd></div>`,
            )}
            ${perturbation.output.length > maxFeatures ? html`<div><dt>…</dt></div>` : nothing}
          </dl>`
        : html`<p class="sentence">${perturbation === null ? text.noAnswer : text.output.undefined}</p>`
    }
    <h3>${text.output.jacobian}</h3>
    ${jacobian(input)}
  `;
}

/** More components are not listed. */
const maxFeatures = 8;

/** Weights of a mean are none below 0 and none above 1. */
const isMean = ({ weights }: Perturbation): boolean => weights.every((w) => w >= 0 && w <= 1);

function jacobian({ core, text, shown, kind, perturbation, lit }: OutputInput): TemplateResult {
  const { output } = text;
  if (!perturbation?.defined) return html`<p class="sentence">${output.noJacobianUndefined}</p>`;
  const items = Array.from(perturbation.scores.keys()).filter(
    (i) => (perturbation.scores[i] ?? 0) > Number.NEGATIVE_INFINITY,
  );
  if (items.length > maxDrawn) return html`<p class="sentence">${output.tooLarge(maxDrawn)}</p>`;
  const { temperature, options } = shown.state;
  const found = answer(() =>
    core.normalize(perturbation.scores, { kind, temperature, alpha: options.alpha }),
  )?.jacobian;
  if (!found) return html`<p class="sentence">${output.noJacobian}</p>`;
  const flat = found.data.every((entry) => entry === 0);
  return html`
    ${matrix({ jacobian: found, text, items, names: shown.names, circled: null, lit })}
    <p class="caption">${output.jacobianCaption}${flat ? text.space + output.jacobianZero : nothing}</p>
  `;
}

const width = 408;

function plane(
  { text, shown, kind, axes, lit }: OutputInput,
  { output, weights, scores }: Perturbation,
): TemplateResult {
  const [across, up] = axes;
  const pointOf = (row: ArrayLike<number>): Point => [
    row[across] ?? 0,
    up === null ? 0 : (row[up] ?? 0),
  ];
  const items = shown.state.values
    .map((row, i) => ({
      i,
      point: pointOf(row),
      left: (scores[i] ?? 0) > Number.NEGATIVE_INFINITY,
    }))
    .filter(({ point }) => isFinitePoint(point));
  const there = pointOf(output);
  const inView = isFinitePoint(there);
  const frame = fitFrame(
    {
      items: items.map(({ point }) => point),
      query: null,
      queryIsPlace: false,
      output: inView ? there : null,
      line: up === null,
    },
    { width, height: 216, left: 16, right: 40, top: 32, bottom: 30, pad: 16 },
  );
  const at = placeIn(frame);
  const hull = convexHull(items.filter(({ left }) => left).map(({ point }) => point)).map(at);
  const [ox, oy] = at(there);
  const inside = inView && ox > -8 && ox < width + 8 && oy > -8 && oy < frame.height + 8;
  const hue = kind === "softmax" ? "soft" : kind === "hard" ? "hard" : "plain";
  const labels = names(
    items
      .map(({ i, point }) => ({ i, at: at(point), name: shown.names[i] ?? "" }))
      .sort((a, b) => Math.abs(weights[b.i] ?? 0) - Math.abs(weights[a.i] ?? 0)),
    frame,
    inside ? [ox, oy] : null,
  );
  return html`
    <svg class="plane" viewBox="0 0 ${width} ${frame.height}" role="img" aria-label="${text.output.picture}${text.colon}${Array.from(output, format).join(text.comma)}">
      <path class="axes" d="M${frame.left} ${frame.top}V${frame.bottom}H${frame.right}" />
      <path class="hull" d=${polygon(hull)} />
      ${items.map(({ i, point, left }) => {
        const weight = weights[i] ?? 0;
        const size = Math.min(1, Math.abs(weight));
        return left && size > 0 && inside
          ? svg`<path class="string ${hue} ${weight < 0 ? "minus" : ""} ${dim(lit, i)}" d="M${px([ox, oy])}L${px(at(point))}" stroke-width=${round(0.6 + 5 * size)} />`
          : nothing;
      })}
      ${items.map(({ i, point, left }) => {
        const name = shown.names[i] ?? "";
        const drawing = icon(name);
        return svg`<g class="item ${left ? "" : "removed"} ${dim(lit, i)}" data-item=${i}>${
          drawing === null
            ? svg`${disc(at(point), 3, "point")}${labels.get(i) ?? nothing}<title>${name}</title>`
            : picture(drawing, at(point), 13)
        }</g>`;
      })}
      ${
        !inside
          ? nothing
          : hue === "hard"
            ? square([ox, oy], 6, "now hard")
            : disc([ox, oy], 6.5, `now ${hue}`)
      }
      <text class="axis" x=${frame.right} y=${frame.bottom + 18} text-anchor="end">${shortened(shown.features[across] ?? "", 24)} →</text>
      ${up === null ? nothing : svg`<text class="axis" x=${frame.left + 4} y="12">↑ ${shortened(shown.features[up] ?? "", 24)}</text>`}
    </svg>
  `;
}

/** Names beside their points, the heaviest first; one that has no free place is left to its tooltip. */
function names(
  points: ReadonlyArray<{ readonly i: number; readonly at: Point; readonly name: string }>,
  { top, bottom }: Rect,
  output: Point | null,
): ReadonlyMap<number, SVGTemplateResult> {
  const spots = [...points.map(({ at }) => at), ...(output === null ? [] : [output])];
  const requests = points
    .filter(({ name }) => icon(name) === null)
    .slice(0, mostNames)
    .map(({ i, at: [x, y], name }) => {
      const printed = withEnd(name, 16);
      return {
        ...{
          i,
          printed,
          key: String(i),
          x,
          y,
          clear: 3,
          height: 14,
          width: textWidth(printed, 13),
        },
        sides: ["ne", "nw", "se", "sw", "right", "left"] as const,
      };
    });
  const { placed } = placeLabels(requests, {
    rects: spots.map((spot) => squareAround(spot, 4)),
    segments: [],
    bounds: { left: 2, right: width - 2, top: top - 16, bottom: bottom + 2 },
  });
  return new Map(
    requests.flatMap(({ i, printed, key, x, y }) => {
      const label = placed.get(key);
      if (label === undefined) return [];
      return [
        [
          i,
          svg`<text x=${round(x + label.dx)} y=${round(y + label.dy + 11)} text-anchor=${label.anchor}>${printed}</text>`,
        ] as const,
      ];
    }),
  );
}

/** More names than this are neither read nor placed in time. */
const mostNames = 24;

const dim = (lit: number | null, item: number): string =>
  lit === null || lit === item ? "" : "dim";
