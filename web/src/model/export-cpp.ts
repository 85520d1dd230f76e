/** A C++ program that derives the same numbers with this library and holds them to the page's. */
import { type Exported, floatLiteral, inComment, isDecided, subjectOf } from "./export-literal.ts";
import type { Rows, State } from "./state.ts";

export function cppOf(shown: Exported): string {
  const { state, derivation: d, names, features } = shown;
  const { keys, mask, query, values } = state;
  const decided = isDecided(shown);
  // Where terms cancel, an output is only as exact as they are.
  const size = Math.max(0, ...values.flat().filter(Number.isFinite).map(Math.abs));
  const lines = [
    `// ${subjectOf(shown)}`,
    "//",
    "// CMakeLists.txt: find_package(softmax_bridge REQUIRED)",
    "//                 target_link_libraries(main softmax_bridge::softmax_bridge)",
    "#include <softmax_bridge/derivation.h>",
    "",
    "#include <cmath>",
    "#include <cstdio>",
    "#include <limits>",
    "",
    "using softmax_bridge::Matrix;",
    "using softmax_bridge::Vector;",
    "",
    "namespace {",
    "",
    "[[maybe_unused]] constexpr double kInf = std::numeric_limits<double>::infinity();",
    "[[maybe_unused]] constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();",
    "",
    "// Whether all is as the page shows it, but for what mathematical libraries differ in.",
    "bool agree(const char* name, const Vector& found, const Vector& shown, double size = 0) {",
    "  bool all = found.size() == shown.size();",
    "  for (Eigen::Index i = 0; all && i < found.size(); ++i) {",
    '    std::printf("%s[%d] = %.17g\\n", name, static_cast<int>(i), found[i]);',
    "    const double slack = 1e-12 * std::abs(shown[i]) + 1e-14 * size + 1e-300;",
    "    all = found[i] == shown[i] || std::abs(found[i] - shown[i]) <= slack;",
    "  }",
    '  if (!all) std::fprintf(stderr, "%s is not what the page shows\\n", name);',
    "  return all;",
    "}",
    "",
    "}  // namespace",
    "",
    "int main() {",
    "  softmax_bridge::DeriveInput input;",
    `  // Values, a row for each item; columns: ${features.map(inComment).join(", ")}.`,
    `  input.X = ${matrixLiteral(values, names)};`,
    ...(keys === null ? [] : [`  input.K = ${matrixLiteral(keys, names)};`]),
    `  input.q = ${vectorLiteral(query)};`,
    `  input.score = softmax_bridge::Score::k${capital(state.score)};`,
    ...parameterCode(state),
    `  input.temperature = ${literal(state.temperature)};`,
    ...(mask === null ? [] : [`  input.mask = softmax_bridge::Mask{${mask.join(", ")}};`]),
    "",
    "  softmax_bridge::Derivation d;",
    "  const softmax_bridge::Error error = softmax_bridge::derive(input, &d);",
    "  if (!error.ok()) {",
    '    std::fprintf(stderr, "%s %s\\n", softmax_bridge::statusName(error.status), error.argument);',
    "    return 1;",
    "  }",
    "",
    `  bool all = agree("scores", d.scores, ${vectorLiteral(d.scores)});`,
    ...(decided
      ? [`  all &= agree("hard output", d.hard_output, ${vectorLiteral(d.hardOutput)});`]
      : ["  // The best scores are as close as their rounding: no check of the winner."]),
    ...(decided || state.temperature > 0
      ? [
          `  all &= agree("weights", d.weights, ${vectorLiteral(d.weights)});`,
          `  all &= agree("soft output", d.soft_output, ${vectorLiteral(d.softOutput)}, ${literal(size)});`,
        ]
      : []),
    "  return all ? 0 : 1;",
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

/** `inf` and `nan` are names of the standard library. */
const literal = (x: number): string =>
  floatLiteral(x).replace("inf", "kInf").replace("nan", "kNaN");

const capital = (word: string): string => word.replace(/^./, (c) => c.toUpperCase());

const vectorLiteral = (values: ArrayLike<number>): string =>
  `Vector{{${Array.from(values, literal).join(", ")}}}`;

/** A row on each line, with the item's name where there is one. */
function matrixLiteral(rows: Rows, names: readonly string[] = []): string {
  const lines = rows.map((row, i) => {
    const name = inComment(names[i] ?? "");
    const numbers = `{${row.map(literal).join(", ")}}`;
    return `      ${numbers},${name === "" ? "" : `  // ${name}`}`;
  });
  return `Matrix{\n${lines.join("\n")}\n  }`;
}

function parameterCode({ score, parameters: { W, Wq, U, v, sigma } }: State): string[] {
  const matrix = (name: string, rows: Rows | undefined): string[] =>
    rows === undefined ? [] : [`  input.parameters.${name} = ${matrixLiteral(rows)};`];
  if (score === "bilinear") return matrix("W", W);
  if (score === "gaussian") {
    return sigma === undefined ? [] : [`  input.parameters.sigma = ${literal(sigma)};`];
  }
  if (score !== "additive") return [];
  return [
    ...matrix("Wq", Wq),
    ...matrix("U", U),
    ...(v === undefined ? [] : [`  input.parameters.v = ${vectorLiteral(v)};`]),
  ];
}
