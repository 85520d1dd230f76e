import type { Score } from "../core/core.ts";

/** A score function as the exports write it. */
interface ScoreSource {
  /** For a key of this name. */
  readonly latex: (k: string) => string;
  /** The body of a function of q and k, with the parameters around it. */
  readonly python: readonly string[];
}

export const scoreSources: Readonly<Record<Score, ScoreSource>> = {
  dot: {
    latex: (k) => `q^{\\top} ${k}`,
    python: ["return float(exact(q, k))"],
  },
  scaled: {
    latex: (k) => `q^{\\top} ${k} / \\sqrt{d}`,
    python: ["return float(exact(q, k)) / math.sqrt(len(q))"],
  },
  bilinear: {
    latex: (k) => `q^{\\top} W ${k}`,
    python: ["return float(exact(q, [exact(row, k) for row in W]))"],
  },
  additive: {
    latex: (k) => `v^{\\top} \\tanh(W_q q + U ${k})`,
    python: [
      "return float(exact(v, [math.tanh(exact(a, q) + exact(b, k)) for a, b in zip(Wq, U)]))",
    ],
  },
  cosine: {
    latex: (k) => `\\frac{q^{\\top} ${k}}{\\lVert q \\rVert\\, \\lVert ${k} \\rVert}`,
    python: [
      "match, lengths = exact(q, k), exact(q, q) * exact(k, k)",
      "size = math.sqrt(match**2 / lengths) if lengths else 0.0",
      "return size if match >= 0 else -size",
    ],
  },
  gaussian: {
    latex: (k) => `-\\frac{\\lVert q - ${k} \\rVert^2}{2\\sigma^2}`,
    python: [
      "apart = [Fraction(x) - Fraction(y) for x, y in zip(q, k)]",
      "return -float(exact(apart, apart) / (2 * Fraction(sigma) ** 2))",
    ],
  },
};
