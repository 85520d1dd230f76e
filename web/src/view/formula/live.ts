import { mathml, nothing } from "lit";
import type { Derivation } from "../../core/core.ts";
import { format, parseNumber } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import { parameterTables } from "../../model/parameters.ts";
import type { Rows } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import {
  alpha,
  argmaxOver,
  close,
  comma,
  component,
  dots,
  equals,
  exponential,
  type Form,
  fineNumber,
  formOf,
  i,
  j,
  keyOf,
  lessThan,
  letter,
  limit,
  type Maths,
  maximum,
  minus,
  negative,
  number,
  open,
  overTau,
  parameterLetter,
  plus,
  q,
  scoreName,
  shifted,
  slash,
  smoothMaximum,
  softmaxAt,
  spacedMinus,
  sub,
  sumOver,
  tau,
  thin,
  times,
  value,
} from "./maths.ts";

/** A piece of a formula, after which its line may be broken; `exact` is the number that it prints. */
export interface Part {
  readonly maths: Maths;
  readonly exact?: number;
}

/** A symbol and what it stands for. */
interface Definition {
  readonly symbol: string;
  readonly parts: readonly Part[];
}

const part = (...maths: readonly Maths[]): Part => ({ maths: mathml`${maths}` });
const result = (exact: number): Part => ({ maths: number(exact), exact });

/** One side after the other, with a sign between them. */
const related = (sign: Maths, ...sides: readonly (readonly Part[])[]): Part[] =>
  sides
    .filter((side) => side.length > 0)
    .flatMap((side, place) =>
      side.map((piece, k) =>
        place > 0 && k === 0 ? { ...piece, maths: mathml`${sign}${piece.maths}` } : piece,
      ),
    );

const fineOperand = (x: number): Maths =>
  x < 0 ? mathml`${open}${fineNumber(x)}${close}` : fineNumber(x);

/** A number after an operator: a negative one stands in parentheses. */
const operand = (x: number): Maths => (x < 0 ? mathml`${open}${number(x)}${close}` : number(x));

const longestName = 14;

/** A name as it is written in a formula and beside it. */
export function shortName({ names }: Shown, item: number): string {
  return shortened(names[item] ?? "", longestName);
}
const nameOf = (shown: Shown, item: number): Maths =>
  mathml`<mtext>${shortName(shown, item)}</mtext>`;

/** The components of a vector that are written out; three dots stand for the others. */
export interface Chosen {
  readonly indices: readonly number[];
  readonly all: boolean;
}

/** At most `most` places: all components, or those of the largest weight in their own order. */
export function choose(count: number, most: number, weight: (k: number) => number): Chosen {
  const indices = Array.from({ length: count }, (_, k) => k);
  if (count <= most) return { indices, all: true };
  const largest = indices.sort((a, b) => weight(b) - weight(a) || a - b).slice(0, most - 1);
  return { indices: largest.sort((a, b) => a - b), all: false };
}

/** The features that are shown of every output: those that hold most of ‖o − h‖². */
export const chooseFeatures = ({ derivation: d, features }: Shown): Chosen =>
  choose(features.length, 4, (k) => d.outputDifferenceShare[k] ?? 0);

/** The terms of a score that are written out: the largest. */
const chooseTerms = ({ state, derivation: { scoreTerms } }: Shown, item: number): Chosen =>
  choose(state.query.length, 4, (k) => Math.abs(scoreTerms.data[item * scoreTerms.cols + k] ?? 0));

/** What the item holds is not read then: it may be no number at all. */
const isMasked = ({ scores }: Derivation, item: number): boolean =>
  scores[item] === Number.NEGATIVE_INFINITY;

/** A vector's chosen components; three dots stand where others are left out. */
function vector(head: Maths, values: ArrayLike<number>, { indices }: Chosen): Part[] {
  return indices.map((k, place) => {
    const exact = values[k] ?? Number.NaN;
    const start = place === 0 ? mathml`${head}${open}` : nothing;
    const skipped = k > (indices[place - 1] ?? -1) + 1 ? mathml`${dots}${comma}` : nothing;
    const rest = k < values.length - 1 ? mathml`${comma}${dots}${close}` : close;
    const end = place < indices.length - 1 ? comma : rest;
    return { maths: mathml`${start}${skipped}${number(exact)}${end}`, exact };
  });
}

/** A number, a vector, or a matrix row by row; three dots stand where others are left out. */
function matrix(head: Maths, rows: Rows): Part[] {
  const [first = []] = rows;
  if (rows.length === 1 && first.length === 1) return [part(head), result(first[0] ?? Number.NaN)];
  const chosen = (count: number): Chosen => choose(count, 4, () => 0);
  if (rows.length === 1) return vector(head, first, chosen(first.length));
  const { indices, all } = chosen(rows.length);
  const written = indices.flatMap((k, place) => {
    const row = rows[k] ?? [];
    return vector(place === 0 ? mathml`${head}${open}` : comma, row, chosen(row.length));
  });
  return [...written, part(all ? nothing : mathml`${comma}${dots}`, close)];
}

/** The values of the symbols that a step uses. */
export function definitions(shown: Shown, item: number): readonly Definition[] {
  const { state, derivation: d } = shown;
  const form = formOf(state);
  const define = (symbol: string, ...sides: readonly (readonly Part[])[]): Definition => ({
    symbol,
    parts: related(equals, ...sides),
  });
  const temperature =
    form.temperature === "finite"
      ? [define("τ", [part(tau)], [part(fineNumber(state.temperature))])]
      : [];
  const max = define("max", [part(maximum)], [result(d.max)]);
  const exponent = form.temperature === "one" ? nothing : mathml`${slash}${tau}`;
  const factor = form.temperature === "one" ? nothing : mathml`${tau}${thin}`;
  const logSum = mathml`${limit(form)}${factor}<mi>log</mi>${thin}${sumOver(j)}<msup><mi>e</mi><mrow>${sub(alpha, j)}${exponent}</mrow></msup>`;
  const alike = printsAlike(d);
  const smooth = define(
    "L",
    [part(smoothMaximum, equals, logSum)],
    alike ? [part(maximum, plus), result(d.lseMinusMax)] : [result(d.logSumExp)],
  );
  const smoothAlone = alike ? [max, smooth] : [smooth];
  const sum = define(
    "S",
    [part(letter("S"), equals, sumOver(j), shifted(form, j, maximum))],
    [result(d.sumExp)],
  );
  switch (state.step) {
    case "S1": {
      const key = (state.keys ?? state.values)[item] ?? [];
      const terms = chooseTerms(shown, item);
      const ofKey = key.length === state.query.length ? terms : choose(key.length, 4, () => 0);
      return [
        define("q", vector(mathml`${q}${equals}`, state.query, terms)),
        ...(isMasked(d, item)
          ? []
          : [
              define("x", vector(mathml`${keyOf(form, nameOf(shown, item))}${equals}`, key, ofKey)),
            ]),
        ...parameterTables(state).map(({ name, rows }) =>
          define(name, matrix(mathml`${parameterLetter[name]}${equals}`, rows)),
        ),
      ];
    }
    case "S2":
      return [define("argmax", [part(argmaxOver(i))], [winners(shown)])];
    case "S3":
      return [define("argmax", [part(argmaxOver(j))], [winners(shown)])];
    case "S4":
      return [max];
    case "S5":
    case "S7a":
      return [...temperature, max];
    case "S6":
      return [...temperature, max, smooth];
    case "S7":
      return [...temperature, ...smoothAlone];
    case "S7b":
      return [...temperature, max, sum];
    case "S8":
      return [...temperature, ...(state.split ? [max, sum] : smoothAlone)];
    case "S9":
      return [...temperature, define("p", [part(sub(letter("p"), i))], [part(softmaxAt(form, i))])];
  }
}

/** Whether L is above max α and yet prints as the same number: then it is written as max α + more. */
const printsAlike = ({ logSumExp, max, lseMinusMax }: Derivation): boolean =>
  lseMinusMax > 0 && parseNumber(format(logSumExp)) === parseNumber(format(max));

const mostWinners = 3;

/** The winner, or the set of those that tie. */
function winners(shown: Shown): Part {
  const { ties } = shown.derivation;
  const names = Array.from(
    ties.slice(0, mostWinners),
    (item, place) => mathml`${place > 0 ? comma : nothing}${nameOf(shown, item)}`,
  );
  if (ties.length === 1) return part(names);
  const more = ties.length > mostWinners ? mathml`${comma}${dots}` : nothing;
  return part(mathml`<mo stretchy="false">{</mo>${names}${more}<mo stretchy="false">}</mo>`);
}

/** The step's own formula for one item, with its numbers put in. */
export function instance(shown: Shown, item: number): readonly Part[] {
  const { state, derivation: d } = shown;
  const form = formOf(state);
  const name = nameOf(shown, item);
  const at = (values: ArrayLike<number>): number => values[item] ?? Number.NaN;
  const score = at(d.scores);
  // At a limit of τ or of a score no numbers are put in: L moves with τ, and ∞ − ∞ is nothing.
  const limiting = form.temperature === "zero" || form.temperature === "infinite";
  const infinite = d.max === Number.POSITIVE_INFINITY;
  const printedTau = form.temperature === "finite" ? fineNumber(state.temperature) : tau;
  const byTau = form.temperature === "one" ? nothing : mathml`${slash}${printedTau}`;
  const power = infinite
    ? shifted(form, name, maximum)
    : exponential(form, mathml`${number(at(d.shifted))}${byTau}`);
  const quotient = part(number(at(d.expShifted)), slash, number(d.sumExp));
  const weight = result(at(d.weights));
  switch (state.step) {
    case "S1":
      return related(equals, scoreSum(shown, form, item), [result(score)]);
    case "S2":
      return d.ties.includes(item)
        ? related(equals, [result(score)], [part(maximum)])
        : related(lessThan, [result(score)], related(equals, [part(maximum)], [result(d.max)]));
    case "S3": {
      const oneHot = mathml`<mi>onehot</mi>${open}${nameOf(shown, d.argmax)}${close}`;
      return related(equals, [part(sub(oneHot, component(name)))], [result(at(d.oneHot))]);
    }
    case "S4": {
      const difference = infinite
        ? part(sub(alpha, name), minus, maximum)
        : part(fineNumber(score), spacedMinus, fineOperand(d.max));
      return related(equals, [difference], [result(at(d.shifted))]);
    }
    case "S5":
    case "S7a":
      return related(equals, [part(power)], [result(at(d.expShifted))]);
    case "S6":
    case "S7": {
      const difference = mathml`${number(score)}${minus}${operand(d.logSumExp)}`;
      // Where the printed digits of L are too few for the weight, its difference is printed instead.
      const exponent =
        Math.abs(d.logSumExp) < 10 * state.temperature && !printsAlike(d)
          ? overTau(form, difference, printedTau)
          : number(at(d.logWeights));
      const literal =
        infinite || limiting ? shifted(form, name, smoothMaximum) : exponential(form, exponent);
      return related(equals, [part(literal)], [quotient], [weight]);
    }
    case "S7b":
      return related(equals, [part(power, slash, number(d.sumExp))], [quotient], [weight]);
    case "S8":
      return related(equals, [part(softmaxAt(form, name))], [weight]);
    case "S9": {
      const chosen = chooseFeatures(shown);
      const { cols, data } = d.shares;
      const share = mathml`${number(at(d.weights))}${times}`;
      return related(
        equals,
        isMasked(d, item)
          ? [part(share, value(name))]
          : vector(share, state.values[item] ?? [], chosen),
        vector(nothing, data.subarray(item * cols, (item + 1) * cols), chosen),
      );
    }
  }
}

/** A score term by term, where it is a sum over the components of the query; else its name. */
function scoreSum(shown: Shown, form: Form, item: number): readonly Part[] {
  const { state, derivation } = shown;
  if (isMasked(derivation, item)) return [];
  if (state.score !== "dot" && state.score !== "scaled") {
    return [part(scoreName(keyOf(form, nameOf(shown, item))))];
  }
  const key = (state.keys ?? state.values)[item] ?? [];
  const { indices, all } = chooseTerms(shown, item);
  const scaled = state.score === "scaled";
  const terms = indices.map((k, place) => {
    const factor = state.query[k] ?? Number.NaN;
    const first = mathml`${scaled ? open : nothing}${factor < 0 ? negative : nothing}`;
    const sign = place === 0 ? first : factor < 0 ? spacedMinus : plus;
    return part(sign, number(Math.abs(factor)), times, operand(key[k] ?? Number.NaN));
  });
  const more = all ? nothing : mathml`${plus}${dots}`;
  const root = scaled
    ? mathml`${close}${slash}<msqrt>${number(state.query.length)}</msqrt>`
    : nothing;
  return [...terms, part(more, root)];
}
