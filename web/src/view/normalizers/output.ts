import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { Core, NormalizerKind, Perturbation } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import { answer } from "../../model/normalizers.ts";
import type { Shown } from "../../model/store.ts";
import type { NormalizersText } from "../../model/text/normalizers.en.ts";
import { icon } from "../icons.ts";
import { numeral } from "../numeral.ts";
import { type Axes, valueAxes } from "../plot/axes.ts";
import { fitFrame, isFinitePoint, toX, toY } from "../plot/frame.ts";
import { convexHull, type Point } from "../plot/hull.ts";
import { round, withEnd } from "./geometry.ts";
import { matrix, maxDrawn } from "./matrix.ts";

export interface OutputInput {
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
          ${picture(input, perturbation)}
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
    ${matrix({ jacobian: found, label: output.jacobian, items, names: shown.names, circled: null, lit })}
    <p class="caption">${output.jacobianCaption} ${flat ? output.jacobianZero : nothing}</p>
  `;
}

const width = 408;

function picture(
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
  const at = ([x, y]: Point): Point => [round(toX(frame, x)), round(toY(frame, y))];
  const hull = convexHull(items.filter(({ left }) => left).map(({ point }) => point)).map(at);
  const [ox, oy] = at(there);
  const inside = inView && ox > -8 && ox < width + 8 && oy > -8 && oy < frame.height + 8;
  const hue = kind === "softmax" ? "soft" : kind === "hard" ? "hard" : "plain";
  const labels = placeLabels(
    items
      .map(({ i, point }) => ({ i, at: at(point), name: shown.names[i] ?? "" }))
      .sort((a, b) => Math.abs(weights[b.i] ?? 0) - Math.abs(weights[a.i] ?? 0)),
    frame,
    inside ? [ox, oy] : null,
  );
  return html`
    <svg class="plane" viewBox="0 0 ${width} ${frame.height}" role="img" aria-label="${text.output.picture}: ${Array.from(output, format).join(", ")}">
      <path class="axes" d="M${frame.left} ${frame.top}V${frame.bottom}H${frame.right}" />
      <path class="hull" d="M${hull.map((p) => p.join(" ")).join("L")}Z" />
      ${items.map(({ i, point, left }) => {
        const [x, y] = at(point);
        const weight = weights[i] ?? 0;
        const size = Math.min(1, Math.abs(weight));
        return left && size > 0 && inside
          ? svg`<path class="string ${hue} ${weight < 0 ? "minus" : ""} ${dim(lit, i)}" d="M${ox} ${oy}L${x} ${y}" stroke-width=${round(0.6 + 5 * size)} />`
          : nothing;
      })}
      ${items.map(({ i, point, left }) => {
        const [x, y] = at(point);
        const name = shown.names[i] ?? "";
        const drawing = icon(name);
        return svg`<g class="item ${left ? "" : "removed"} ${dim(lit, i)}" data-item=${i}>${
          drawing === null
            ? svg`<circle class="point" cx=${x} cy=${y} r="3" />${labels.get(i) ?? nothing}<title>${name}</title>`
            : svg`<svg x=${x - 13} y=${y - 13} width="26" height="26" viewBox="0 0 48 48">${drawing}</svg>`
        }</g>`;
      })}
      ${
        !inside
          ? nothing
          : hue === "hard"
            ? svg`<rect class="now hard" x=${ox - 6} y=${oy - 6} width="12" height="12" />`
            : svg`<circle class="now ${hue}" cx=${ox} cy=${oy} r="6.5" />`
      }
      <text class="axis" x=${frame.right} y=${frame.bottom + 18} text-anchor="end">${shortened(shown.features[across] ?? "", 24)} →</text>
      ${up === null ? nothing : svg`<text class="axis" x=${frame.left + 4} y="12">↑ ${shortened(shown.features[up] ?? "", 24)}</text>`}
    </svg>
  `;
}

/** Names beside their points, the heaviest first; one that has no free place is left to its tooltip. */
function placeLabels(
  points: ReadonlyArray<{ readonly i: number; readonly at: Point; readonly name: string }>,
  frame: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  },
  output: Point | null,
): ReadonlyMap<number, SVGTemplateResult> {
  type Box = readonly [left: number, top: number, right: number, bottom: number];
  const taken: Box[] = [...points.map(({ at }) => at), ...(output === null ? [] : [output])].map(
    ([x, y]) => [x - 4, y - 4, x + 4, y + 4],
  );
  const isFree = ([l, t, r, b]: Box): boolean =>
    l >= 2 &&
    r <= width - 2 &&
    t >= frame.top - 16 &&
    b <= frame.bottom + 2 &&
    taken.every(([left, top, right, bottom]) => r < left || l > right || b < top || t > bottom);
  const placed = new Map<number, SVGTemplateResult>();
  for (const { i, at, name } of points) {
    if (icon(name) !== null) continue;
    const [x, y] = at;
    const printed = withEnd(name, 16);
    const size = Array.from(printed, (c) => (c > "\u2e80" ? 13 : 7)).reduce((a, b) => a + b, 0);
    const tried = [
      { end: false, dy: -5 },
      { end: true, dy: -5 },
      { end: false, dy: 15 },
      { end: true, dy: 15 },
    ].map(({ end, dy }) => ({
      end,
      dy,
      box: [
        end ? x - 7 - size : x + 7,
        y + dy - 11,
        end ? x - 7 : x + 7 + size,
        y + dy + 3,
      ] as const,
    }));
    const found = tried.find(({ box }) => isFree(box));
    if (found === undefined) continue;
    taken.push(found.box);
    placed.set(
      i,
      svg`<text x=${x + (found.end ? -7 : 7)} y=${y + found.dy} text-anchor=${found.end ? "end" : "start"}>${printed}</text>`,
    );
  }
  return placed;
}

const dim = (lit: number | null, item: number): string =>
  lit === null || lit === item ? "" : "dim";

export const axesOf = ({ derivation, state }: Shown): Axes => valueAxes(derivation, state.values);
