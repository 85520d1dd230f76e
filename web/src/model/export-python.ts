/** The derivation in NumPy or PyTorch, with the numbers of the page as assertions. */

import { type Exported, floatLiteral, inComment, isDecided, subjectOf } from "./export-literal.ts";
import { scoreSources } from "./export-scores.ts";
import type { Rows, State } from "./state.ts";

interface Dialect {
  readonly imports: readonly string[];
  readonly array: (literal: string) => string;
  readonly module: string;
  /** A truth value as 1.0 or 0.0. */
  readonly indicator: (condition: string) => string;
}

const dialects: Readonly<Record<"numpy" | "pytorch", Dialect>> = {
  numpy: {
    imports: ["import numpy as np"],
    array: (literal) => `np.array(${literal})`,
    module: "np",
    indicator: (condition) => `(${condition}).astype(float)`,
  },
  pytorch: {
    imports: ["import torch"],
    array: (literal) => `torch.tensor(${literal}, dtype=torch.float64)`,
    module: "torch",
    indicator: (condition) => `(${condition}).double()`,
  },
};

export function pythonOf(kind: "numpy" | "pytorch", shown: Exported): string {
  const { state, derivation: d, names, features } = shown;
  const { array, imports, module, indicator } = dialects[kind];
  const { temperature, keys, mask, values } = state;
  const limit = temperature === 0 || temperature === Number.POSITIVE_INFINITY;
  const decided = isDecided(shown);
  const finite = values.every((row) => row.every(Number.isFinite));
  const lines = [
    `# ${subjectOf(shown)}`,
    "import math",
    "from fractions import Fraction",
    "from math import inf, nan",
    "",
    ...imports,
    "",
    `# values, a row for each item; columns: ${features.map(inComment).join(", ")}`,
    `X = ${array(matrixLiteral(values, names))}`,
    `K = ${keys === null ? "X.tolist()  # the values are the keys" : matrixLiteral(keys, names)}`,
    `q = ${vectorLiteral(state.query)}  # query`,
    ...parameterCode(state),
    ...(mask === null
      ? []
      : [`attend = [${mask.map((it) => (it ? "True" : "False")).join(", ")}]`]),
    `tau = ${floatLiteral(temperature)}  # temperature`,
    "",
    "",
    "def exact(a, b):",
    '    """The sum of a[j] * b[j], not rounded, so that equal scores stay equal."""',
    "    return sum(Fraction(x) * Fraction(y) for x, y in zip(a, b))",
    "",
    "",
    "def score(k):",
    ...scoreSources[state.score].python.map((line) => `    ${line}`),
    "",
    "",
    mask === null
      ? `alpha = ${array("[score(k) for k in K]")}`
      : `alpha = ${array("[score(k) if a else -inf for k, a in zip(K, attend)]")}`,
    "m = alpha.max()",
    "winner = int(alpha.argmax())  # the first of the best",
    temperature === 0
      ? `u = ${indicator("alpha == m")}  # the limit tau -> 0`
      : temperature === Number.POSITIVE_INFINITY
        ? `u = ${indicator("alpha > -inf")}  # the limit tau -> inf`
        : `u = ${module}.exp((alpha - m) / tau)  # the best has 1, so nothing overflows`,
    "p = u / u.sum()  # softmax(alpha / tau)",
    "h = X[winner]  # hard attention",
    finite
      ? "o = p @ X  # soft attention"
      : "o = p[p > 0] @ X[p > 0]  # soft attention; no look at what has no weight",
    `tv = p[${module}.arange(len(p)) != winner].sum()  # weight that left the winner`,
    "",
    'print("weights", p.tolist())',
    'print("hard output", h.tolist())',
    'print("soft output", o.tolist())',
    "",
    "",
    "def check(found, shown, rel, abs):",
    "    assert len(found) == len(shown), (found, shown)",
    "    for a, b in zip(found, shown):",
    "        assert math.isclose(a, b, rel_tol=rel, abs_tol=abs), (a, b)",
    "",
    "",
    "# What the page shows, up to the rounding of the scores.",
    limit
      ? "slack = 1e-12"
      : "slack = 1e-12 * max(1.0, max(abs(a) for a in alpha.tolist() if a > -inf) / tau)",
    `check(alpha.tolist(), ${vectorLiteral(d.scores)}, 1e-12, 1e-12)`,
    ...(decided
      ? [`check(h.tolist(), ${vectorLiteral(d.hardOutput)}, 0.0, 0.0)`]
      : ["# The best scores are as close as their rounding: no check of the winner."]),
    ...(decided || temperature > 0
      ? [
          `check(p.tolist(), ${vectorLiteral(d.weights)}, slack, 1e-300)`,
          "size = max(abs(x) for row in X[p > 0].tolist() for x in row)",
          `check(o.tolist(), ${vectorLiteral(d.softOutput)}, slack, slack * size + 1e-300)`,
        ]
      : []),
    ...(decided ? [`check([float(tv)], [${floatLiteral(d.totalVariation)}], slack, 1e-300)`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

const vectorLiteral = (values: ArrayLike<number>): string =>
  `[${Array.from(values, floatLiteral).join(", ")}]`;

/** A row on each line, with the item's name where there is one. */
function matrixLiteral(rows: Rows, names: readonly string[] = []): string {
  const lines = rows.map((row, i) => {
    const name = inComment(names[i] ?? "");
    return `    ${vectorLiteral(row)},${name === "" ? "" : `  # ${name}`}`;
  });
  return `[\n${lines.join("\n")}\n]`;
}

/** The parameters that the score function uses, the identity and ones included. */
function parameterCode({ score, parameters, query, keys, values }: State): string[] {
  const { W, Wq, U, v, sigma = 1 } = parameters;
  const keySize = (keys ?? values)[0]?.length ?? 0;
  if (score === "bilinear") return [`W = ${matrixLiteral(W ?? identity(query.length))}`];
  if (score === "gaussian") return [`sigma = ${floatLiteral(sigma)}`];
  if (score !== "additive") return [];
  const hidden = (Wq ?? U)?.length ?? query.length;
  return [
    `Wq = ${matrixLiteral(Wq ?? identity(query.length))}`,
    `U = ${matrixLiteral(U ?? identity(keySize))}`,
    `v = ${vectorLiteral(v ?? Array(hidden).fill(1))}`,
  ];
}

const identity = (size: number): Rows =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
