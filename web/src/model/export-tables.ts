/** What the views besides the derivation have worked out, as tables. */
import type { Core, NormalizerKind, PropertyCheck } from "../core/core.ts";
import type { Table } from "./export-data.ts";
import type { Results } from "./lab.ts";
import { featureNames, itemNames } from "./names.ts";
import { type Checks, perturbed } from "./normalizers.ts";
import type { Found, Run } from "./scale/bench.ts";
import { rowOf } from "./scale/compute.ts";
import { normalizers } from "./state.ts";
import type { Shown } from "./store.ts";
import type { Curves } from "./sweep.ts";

/** Names as they were given, not as they stand in texts. */
const namesOf = ({ state }: Shown) => ({ items: itemNames(state), features: featureNames(state) });

const inputsOf = ({ state }: Shown) => {
  const { values, keys, query, score, parameters, temperature, mask } = state;
  return { X: values, K: keys ?? values, q: query, score, parameters, temperature, mask };
};

/** A row for each update of each run. */
export function trainingTable(shown: Shown, { setup, runs }: Results): Table {
  const { items } = namesOf(shown);
  const name = (place: number): string => items[setup.items[place] ?? 0] ?? "";
  const rows = [...runs].flatMap(([estimator, outcomes]) =>
    outcomes.flatMap((run, k) =>
      run === "overflow"
        ? []
        : Array.from(run.loss, (loss, update) => [
            estimator,
            setup.seed + k,
            update,
            loss,
            run.weightTarget[update] ?? Number.NaN,
            run.outputDistance[update] ?? Number.NaN,
            name(run.pick[update] ?? 0),
            ...run.q.data.subarray(update * run.q.cols, (update + 1) * run.q.cols),
          ]),
    ),
  );
  const q = setup.start.map((_, j) => `q.${j + 1}`);
  const columns = ["estimator", "seed", "update", "loss", "weightTarget", "outputDistance", "pick"];
  const { X, start, temperature, eta, lambda } = setup;
  return {
    name: "training",
    of: { X, start, target: name(setup.target), temperature, eta, lambda },
    columns: [...columns, ...q],
    rows,
  };
}

/** A row for each temperature. */
export function sweepTable(shown: Shown, curves: Curves): Table {
  const { items, features } = namesOf(shown);
  const { temperature, ...inputs } = inputsOf(shown);
  const row = ({ data, cols }: Curves["weights"], k: number) =>
    data.subarray(k * cols, (k + 1) * cols);
  const sums = [
    "entropy",
    "lseMinusMax",
    "bound",
    "totalVariationToTies",
    "lower",
    "upper",
  ] as const;
  return {
    name: "temperatures",
    of: { ...inputs, labels: items, features },
    columns: [
      "temperature",
      ...items.map((item) => `weights.${item}`),
      ...features.map((feature) => `outputs.${feature}`),
      ...sums,
    ],
    rows: curves.temperatures.map((tau, k) => [
      tau,
      ...row(curves.weights, k),
      ...row(curves.outputs, k),
      ...sums.map((sum) => curves[sum][k] ?? Number.NaN),
    ]),
  };
}

/** A row for each normaliser: what it makes of the scores, and what holds of it. */
export function normalizerTable(core: Core, shown: Shown, checks: Checks): Table {
  const { items } = namesOf(shown);
  const { temperature, options } = shown.state;
  const properties = checks.get("softmax")?.map(({ property }) => property) ?? [];
  const holds = (kind: NormalizerKind, property: PropertyCheck["property"]): string =>
    checks.get(kind)?.find((check) => check.property === property)?.holds ?? "";
  const { alpha, shift, deleted } = options;
  return {
    name: "normalisers",
    of: {
      scores: shown.derivation.scores,
      labels: items,
      temperature,
      alpha,
      shift,
      deleted: deleted.map((i) => items[i] ?? ""),
      counterexamples: [...checks].flatMap(([kind, found]) =>
        found.flatMap(({ property, witness }) =>
          witness === null ? [] : [{ kind, property, ...witness }],
        ),
      ),
    },
    columns: ["normaliser", ...items.map((item) => `weights.${item}`), ...properties],
    rows: normalizers.map((kind) => {
      const weights = perturbed(core, shown, kind)?.weights;
      return [
        kind,
        ...items.map((_, i) => weights?.[i] ?? Number.NaN),
        ...properties.map((property) => holds(kind, property)),
      ];
    }),
  };
}

/** How many rows are written with all of their weights. */
const whole = 256;

/** A row for each query: its sums and, as long as they are not too many, all of its weights. */
export function mapTable(core: Core, { tokens, totals }: Found): Table {
  const { n, d, names, causal } = tokens;
  const name = (i: number): string => names?.[i] ?? String(i + 1);
  const queries = Array.from({ length: n }, (_, i) => i);
  const sums = ["totalVariation", "entropy"] as const;
  const sumsOf = (i: number) => sums.map((sum) => totals?.[sum][i] ?? Number.NaN);
  const of = { n, d, causal };
  if (n > whole)
    return {
      name: "rows",
      of,
      columns: ["query", ...sums],
      rows: queries.map((i) => [name(i), ...sumsOf(i)]),
    };
  return {
    name: "weights",
    of,
    columns: ["query", "pick", "ties", ...sums, ...queries.map((j) => `weights.${name(j)}`)],
    rows: queries.map((i) => {
      const { ties, weights } = rowOf(core, tokens, i);
      return [name(i), name(ties[0] ?? 0), ties.length, ...sumsOf(i), ...weights];
    }),
  };
}

/** A row for each pass that was measured on this machine. */
export const timesTable = (runs: readonly Run[]): Table => ({
  name: "times",
  of: {},
  columns: ["n", "workers", "milliseconds", "bytes"],
  rows: runs.map(({ n, workers, milliseconds, bytes }) => [n, workers, milliseconds, bytes]),
});
