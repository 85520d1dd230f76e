/** Every field of every golden derivation, within the tolerances of docs/maths.md §7. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Derivation, DeriveInput, ErrorCode } from "../../web/src/core/core.ts";
import { errorOf, loadCore } from "./product.ts";
import { ulp } from "./ulp.ts";

const core = await loadCore();
const unit = 2 ** -53;

/** What JSON has no numbers for. */
const special: ReadonlyMap<unknown, number> = new Map([
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["NaN", Number.NaN],
]);

async function readGolden<T>(name: string): Promise<T> {
  const text = await readFile(new URL(`../golden/${name}`, import.meta.url), "utf8");
  return JSON.parse(text, (_, value: unknown) => special.get(value) ?? value) as T;
}

/** A derivation, its matrices as rows, without the fields of which there is nothing. */
type Expected = Readonly<Record<string, unknown>> & { readonly steps: readonly ExpectedStep[] };

/** A step, its candidate and weights as the names of fields of the derivation. */
interface ExpectedStep {
  readonly id: string;
  readonly candidate: keyof Derivation;
  readonly weights: keyof Derivation | null;
  readonly [field: string]: unknown;
}

interface Golden {
  readonly name: string;
  readonly input: DeriveInput;
  readonly expected?: Expected;
  readonly error?: {
    readonly code: ErrorCode;
    readonly argument: string;
    readonly row: number;
    readonly column: number;
  };
}

const goldens = await readGolden<readonly Golden[]>("derivation.json");

/** The numbers in a number, a list, a list of lists or a matrix, with their shape in front. */
function numbersOf(value: unknown): readonly number[] {
  if (value === undefined || value === null) return [0];
  if (typeof value === "number") return [value];
  if (typeof value === "object" && "cols" in value) {
    const { rows, cols, data } = value as unknown as Derivation["jacobian"];
    return data.length === 0 ? [0] : [rows, cols, ...data];
  }
  const list = Array.from(value as ArrayLike<unknown>);
  const [first] = list;
  if (Array.isArray(first)) return [list.length, first.length, ...list.flat().map(Number)];
  return [list.length, ...list.map(Number)];
}

interface Tolerance {
  readonly ulps?: number;
  readonly absolute?: number;
}

function expectClose(
  actual: unknown,
  expected: unknown,
  { ulps = 0, absolute = 0 }: Tolerance,
  name: string,
): void {
  const [a, b] = [numbersOf(actual), numbersOf(expected)];
  expect(a.length, `${name}: size`).toBe(b.length);
  b.forEach((value, i) => {
    const found = a[i] as number;
    if (found === value || (Number.isNaN(found) && Number.isNaN(value))) return;
    const allowed = Number.isFinite(value) ? ulps * ulp(value) + absolute : 0;
    expect(
      Math.abs(found - value),
      `${name}, number ${i}: ${found}, not ${value}`,
    ).toBeLessThanOrEqual(allowed);
  });
}

function largest(value: unknown): number {
  const magnitudes = numbersOf(value).map(Math.abs).filter(Number.isFinite);
  return magnitudes.reduce((a, b) => Math.max(a, b), 0);
}

/** How far a field may be off. */
function tolerances(input: DeriveInput, expected: Expected): Readonly<Record<string, Tolerance>> {
  // Only additive scores are not rounded correctly, and what follows from them is off with them.
  const additive = "q" in input && input.score === "additive";
  const score = additive ? 8 * unit : 0;
  const exponent = additive && input.temperature !== 0 ? score / (input.temperature ?? 1) : 0;
  const relative = { ulps: 4 + exponent / unit };
  const output = { absolute: (16 * unit + 2 * exponent) * largest(input.X) };
  const distance = Number(expected.outputDistance ?? 0);
  const lse = Math.abs(Number(expected.max)) + Number(expected.lseMinusMax);
  return {
    scores: { ulps: 1, absolute: score },
    scaledScores: { ulps: 1, absolute: exponent },
    scoreTerms: { ulps: 1 },
    max: { absolute: score },
    argmax: {},
    ties: {},
    gap: { ulps: 1, absolute: 2 * score },
    oneHot: {},
    shifted: { ulps: 1, absolute: 2 * score },
    expShifted: relative,
    sumExp: relative,
    logSumExp: { absolute: 4 * unit * lse + score },
    lseMinusMax: relative,
    lseMinusMaxBounds: relative,
    weights: relative,
    logWeights: { ulps: 4, absolute: 2 * exponent },
    meanScore: { absolute: 4 * unit * largest(expected.scores) + 2 * score },
    hardOutput: {},
    tieMean: { ulps: 1 },
    softOutput: output,
    shares: relative,
    outputDifference: output,
    outputDifferenceShare: { absolute: distance === 0 ? 0 : (4 * output.absolute) / distance },
    outputDistance: output,
    totalVariation: relative,
    klDivergence: relative,
    totalVariationToTies: relative,
    totalVariationBounds: relative,
    entropy: relative,
    jacobian: { ulps: 8 + (2 * exponent) / unit },
    gradientQuery: { ulps: 8, absolute: (8 * unit + exponent) * largest(expected.gradientQuery) },
  };
}

/** Fields that an expected derivation leaves out when there is nothing in them. */
const empty: Readonly<Record<string, unknown>> = { outputDistance: Number.NaN };

describe("derivations", () => {
  test.each(goldens.filter(({ expected }) => expected))("$name", ({ input, expected }) => {
    if (expected === undefined) return;
    const d = core.derive(input);
    const { steps, flags, ...fields } = d;
    const allowed = tolerances(input, expected);
    for (const [name, actual] of Object.entries(fields)) {
      expect(allowed).toHaveProperty(name);
      expectClose(actual, expected[name] ?? empty[name], allowed[name] ?? {}, name);
    }
    expect(Object.keys(expected).filter((name) => !(name in d))).toEqual([]);
    expect(flags).toEqual(expected.flags);

    const relative = allowed.weights ?? {};
    const output = { absolute: (allowed.softOutput?.absolute ?? 0) * d.sumExp };
    const sum = { ...relative, absolute: d.weights.length * unit };
    expect(steps).toHaveLength(expected.steps.length);
    steps.forEach((step, i) => {
      const wanted = expected.steps[i] as ExpectedStep;
      expect([step.id, step.relation]).toEqual([wanted.id, wanted.relation]);
      expect(step.candidate, `${step.id}: candidate`).toBe(d[wanted.candidate]);
      if (wanted.weights === null) expect(step.weights).toHaveLength(0);
      else expect(step.weights, `${step.id}: weights`).toBe(d[wanted.weights]);
      expectClose(step.candidateArgmax, wanted.candidateArgmax, {}, `${step.id}: candidateArgmax`);
      expectClose(step.output, wanted.output, output, `${step.id}: output`);
      expectClose(step.outputDistance, wanted.outputDistance, output, `${step.id}: outputDistance`);
      expectClose(step.weightSum, wanted.weightSum, sum, `${step.id}: weightSum`);
      expectClose(
        step.weightDistance,
        wanted.weightDistance,
        relative,
        `${step.id}: weightDistance`,
      );
      const best = Math.max(...step.candidate);
      const floatArgmax = [...step.candidate.keys()].filter((k) => step.candidate[k] === best);
      expect(Array.from(step.candidateFloatArgmax)).toEqual(floatArgmax);
    });
  });

  test("are many", () => expect(goldens.filter((it) => it.expected).length).toBeGreaterThan(80));
});

describe("refusals", () => {
  test.each(goldens.filter(({ error }) => error))("$name", ({ input, error: expected }) => {
    const { code, argument = "", row = -1, column = -1 } = errorOf(() => core.derive(input));
    expect({ code, argument, row, column }).toEqual(expected);
  });

  test("are many", () => expect(goldens.filter((it) => it.error).length).toBeGreaterThan(30));
});

/** A float64 and what is left of the exact number, in its ulp. */
type Exact = readonly [nearest: number, residue: number];

interface Accuracy {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [
    scores: readonly number[],
    temperature: number,
    weights: readonly Exact[],
    ...numbers: Exact[],
  ])[];
}

test("4 ulp at every range and temperature", async () => {
  const { columns, rows } = await readGolden<Accuracy>("accuracy.json");
  const worst: Record<string, number> = {};
  for (const [scores, temperature, weights, ...numbers] of rows) {
    const d = core.derive({ scores, temperature });
    const compare = (name: string, actual: number, [nearest, residue]: Exact) => {
      const same = actual === nearest && !Number.isFinite(nearest);
      const error = same ? 0 : Math.abs((actual - nearest) / ulp(nearest) - residue);
      worst[name] = Math.max(worst[name] ?? 0, error);
    };
    weights.forEach((weight, i) => {
      compare("weights", d.weights[i] as number, weight);
    });
    numbers.forEach((number, i) => {
      const name = columns[i + 3] as string;
      compare(name, Number(d[name as keyof Derivation]), number);
    });
  }
  expect(rows.length).toBeGreaterThan(2000);
  expect(Object.keys(worst).sort()).toEqual(columns.slice(2).sort());
  for (const [name, error] of Object.entries(worst)) {
    expect(error, `${name}: ulp`).toBeLessThanOrEqual(4);
  }
});
