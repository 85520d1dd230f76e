/**
 * What is shown, to take away: code that computes it again and holds it to the numbers of the page,
 * the derivation in LaTeX, and the numbers themselves. Copies write the minus as ASCII does, and
 * every double with all the digits that give back its bits.
 */
import { cppOf } from "./export-cpp.ts";
import { csvOf, jsonOf } from "./export-data.ts";
import { latexOf } from "./export-latex.ts";
import type { Exported } from "./export-literal.ts";
import { pythonOf } from "./export-python.ts";

export const exportKinds = ["numpy", "pytorch", "cpp", "latex", "csv", "json"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The names under which files of these kinds are known. */
export const exportNames: Readonly<Record<ExportKind, string>> = {
  numpy: "NumPy",
  pytorch: "PyTorch",
  cpp: "C++",
  latex: "LaTeX",
  csv: "CSV",
  json: "JSON",
};

export function exportAs(kind: ExportKind, shown: Exported): string {
  switch (kind) {
    case "numpy":
    case "pytorch":
      return pythonOf(kind, shown);
    case "cpp":
      return cppOf(shown);
    case "latex":
      return latexOf(shown);
    case "csv":
      return csvOf(shown);
    case "json":
      return jsonOf(shown);
  }
}
