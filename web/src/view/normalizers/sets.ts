import { html, mathml, nothing, type TemplateResult } from "lit";
import type { NormalizerKind } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import { type Checks, type PairShare, setsOf } from "../../model/normalizers.ts";
import type { NormalizersText } from "../../model/text/index.ts";
import { richText } from "../rich-text.ts";

const equation = mathml`
  <mrow>
    <mi>f</mi><mo stretchy="false">(</mo><mi>a</mi><mo>+</mo><mi>c</mi><mo stretchy="false">)</mo><mspace width="0.17em"></mspace><mi>f</mi><mo stretchy="false">(</mo><mn>0</mn><mo stretchy="false">)</mo>
    <mo>=</mo>
    <mi>f</mi><mo stretchy="false">(</mo><mi>a</mi><mo stretchy="false">)</mo><mspace width="0.17em"></mspace><mi>f</mi><mo stretchy="false">(</mo><mi>c</mi><mo stretchy="false">)</mo>
    <mo>⇒</mo>
    <mi>f</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><mo>=</mo><mi>A</mi><msup><mi>e</mi><mrow><mi>β</mi><mi>t</mi></mrow></msup>
  </mrow>`;

interface SetsInput {
  readonly text: NormalizersText;
  readonly checks: Checks;
  readonly nameOf: (kind: NormalizerKind) => string;
  /** The best item, to be duplicated; null where there is no room for another. */
  readonly best: string | null;
  /** What it has alone and twice; null where that is not to be had. */
  readonly share: PairShare | null;
  readonly duplicate: () => void;
}

/** What singles softmax out: all twelve in the sets of two properties. */
export function sets({ text, checks, nameOf, best, share, duplicate }: SetsInput): TemplateResult {
  const { sets: words } = text;
  const { shiftOnly, ratioOnly, both, neither } = setsOf(checks);
  const names = (kinds: readonly NormalizerKind[]): TemplateResult =>
    html`<ul>${kinds.map((kind) => html`<li>${nameOf(kind)}</li>`)}</ul>`;
  const others = both.filter((kind) => kind !== "softmax" && kind !== "hard");
  return html`
    <h2>${words.heading}</h2>
    <p>${richText(words.sentence)}</p>
    <p class="equation ltr" translate="no"><math translate="no">${equation}</math></p>
    <div class="sets" role="group" aria-label=${words.label}>
      <div class="set left">
        <h3>${words.shift}</h3>
        ${names(shiftOnly)}
      </div>
      <div class="set both">
        <p><i class="soft">${both.includes("softmax") ? text.names.softmax : nothing}</i></p>
        ${others.map((kind) => html`<p>${nameOf(kind)}</p>`)}
        ${both.includes("hard") ? html`<p class="cold">${richText(words.cold)} <i class="hard">${text.names.hard}</i></p>` : nothing}
      </div>
      <div class="set right">
        <h3>${words.ratio}</h3>
        ${names(ratioOnly)}
      </div>
    </div>
    ${neither.length === 0 ? nothing : html`<p>${words.neither}${text.space}${neither.map(nameOf).join(text.comma)}</p>`}
    <p>${richText(words.after)}${text.space}${words.price}</p>
    ${
      share === null
        ? nothing
        : html`<p class="share">${words.shareNow(share.name, format(share.alone), format(share.pair), format(share.each))}${
            share.against === null
              ? nothing
              : ` ${words.shareRatio(share.against.name, format(share.against.alone), format(share.against.pair))}`
          }</p>`
    }
    ${
      best === null
        ? nothing
        : html`<p><button type="button" class="load duplicate" @click=${duplicate}>${words.duplicate(best)}</button></p>`
    }
  `;
}

/** What else singles softmax out, and what does not. */
export function argument(text: NormalizersText, checks: Checks): TemplateResult {
  const { sets: words } = text;
  const simplex = checks.get("softmax1")?.find(({ property }) => property === "simplex")?.witness;
  return html`
    <section class="argument">
      <h3>${words.otherHeading}</h3>
      <p>${simplex?.given ? words.other(format(simplex.before)) : words.otherUnknown}</p>
      <h3>${words.articleHeading}</h3>
      <p>${words.article}</p>
    </section>
  `;
}
