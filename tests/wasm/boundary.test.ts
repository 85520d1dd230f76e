/** The module and the contract's types have the same names and fields: nothing on one side alone. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import createModule from "../../build/wasm/softmax-bridge.mjs";
import type { Core } from "../../web/src/core/core.ts";
import { estimators, losses, normalizers, properties, scores } from "../../web/src/core/names.ts";
import { loadCore, wasmUrl } from "./product.ts";

const quiet = { locateFile: (name: string) => name, onAbort: () => {}, printErr: () => {} };
const wasmBinary = (await readFile(wasmUrl)).slice().buffer;
const glue = await createModule({ wasmBinary, ...quiet });
const core = await loadCore();

const file = (name: string) =>
  fileURLToPath(new URL(`../../web/src/core/${name}.ts`, import.meta.url));
const program = ts.createProgram([file("contract"), file("errors"), file("module")], {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  allowImportingTsExtensions: true,
  noEmit: true,
});
const checker = program.getTypeChecker();
const exported = new Map(
  ["contract", "errors", "module"].flatMap((name) => {
    const source = program.getSourceFile(file(name));
    const symbol = source && checker.getSymbolAtLocation(source);
    if (symbol === undefined) throw new Error(`no module ${name}`);
    return checker.getExportsOfModule(symbol).map((it) => [it.name, it] as const);
  }),
);

function typeOf(name: string): ts.Type {
  const symbol = exported.get(name);
  if (symbol === undefined) throw new Error(`no type ${name}`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

function typeOfProperty(type: ts.Type, name: string): ts.Type {
  const property = checker.getPropertyOfType(type, name);
  if (property === undefined) throw new Error(`no property ${name}`);
  return checker.getTypeOfSymbol(property);
}

const partsOf = (type: ts.Type) => (type.isUnion() ? type.types : [type]);
const literalsOf = (type: ts.Type) =>
  partsOf(type)
    .map((part) => (part.isStringLiteral() ? part.value : checker.typeToString(part)))
    .sort();
const fieldsOf = (type: ts.Type) =>
  [
    ...new Set(
      partsOf(type).flatMap((part) => checker.getPropertiesOfType(part).map((it) => it.name)),
    ),
  ].sort();

/** What a function of Core takes. */
function inputsOf(name: keyof Core): ReadonlyMap<string, ts.Type> {
  const [signature] = typeOfProperty(typeOf("Core"), name).getCallSignatures();
  if (signature === undefined) throw new Error(`${name} is no function`);
  return new Map(
    signature.parameters.map((it) => [
      it.name,
      checker.getNonNullableType(checker.getTypeOfSymbol(it)),
    ]),
  );
}

describe("names", () => {
  const typed: Record<string, () => readonly string[]> = {
    codes: () => ["Ok", ...literalsOf(typeOf("ErrorCode"))].sort(),
    estimators: () => literalsOf(typeOf("Estimator")),
    flags: () => literalsOf(typeOf("Flag")),
    holds: () => literalsOf(typeOfProperty(typeOf("PropertyCheck"), "holds")),
    losses: () => literalsOf(typeOf("Loss")),
    normalizers: () => literalsOf(typeOf("NormalizerKind")),
    properties: () => literalsOf(typeOf("Property")),
    reasons: () => literalsOf(typeOf("WitnessReason")),
    relations: () => literalsOf(typeOf("Relation")),
    scores: () => literalsOf(typeOf("Score")),
    steps: () => literalsOf(typeOf("StepId")),
    vectors: () => ["none", ...literalsOf(typeOf("StepVector"))].sort(),
  };

  test("there is a type for every list of the module", () => {
    expect(Object.keys(glue.names).sort()).toEqual(Object.keys(typed));
  });

  test.each(Object.keys(typed))("%s are those of the module", (list) => {
    expect(typed[list]?.()).toEqual([...(glue.names[list] ?? [])].sort());
  });

  test("lists are in the order of the module", () => {
    expect(glue.names).toMatchObject({ estimators, losses, normalizers, properties, scores });
  });
});

const X = [
  [1, 0],
  [0, 1],
  [2, 1],
];
const q = [1, 0.5];
const W = [
  [1, 0],
  [0, 2],
];
const floats = Float32Array.of(1, 2, 3, 4);
/** Results of every call, among them one in which each field that may be null is not. */
const results: { readonly [name in keyof Core]: readonly unknown[] } = {
  derive: [core.derive({ X, q })],
  sampleHard: [core.sampleHard({ scores: [1, 2], X: W, draws: 3 })],
  naiveSoftmax: [core.naiveSoftmax([1, 2]), core.naiveSoftmax([1e300], { temperature: 0 })],
  normalize: [core.normalize([1, 2], { kind: "softmax" }), core.normalize([0, 0], { kind: "l1" })],
  perturb: [
    core.perturb([1, 2, 3], { kind: "softmax", removed: [0], X }),
    core.perturb([1, 2], { kind: "softmax" }),
  ],
  properties: normalizers.map((kind) => core.properties(kind)),
  smoothMax: [core.smoothMax([1, 2])],
  sweep: [core.sweep({ X, q }, [1, 2])],
  train: [core.train({ X, q, target: 0, estimator: "soft-ce", steps: 2 })],
  lossGradients: [
    core.lossGradients({ X, q, score: "bilinear", parameters: { W } }, { target: 0 }),
    core.lossGradients(
      { X, q, score: "additive", parameters: { Wq: W, U: W, v: q } },
      { target: 0 },
    ),
    core.lossGradients({ X, scores: [1, 2, 3] }, { target: 0 }),
  ],
  outputDifferences: [core.outputDifferences({ X, q })],
  queryLosses: [core.queryLosses({ X, queries: [q], target: 0, direction: q })],
  jacobianIdentities: [core.jacobianIdentities(W)],
  attend: [core.attend(floats, floats, floats, { n: 2, d: 2 })],
  attendWindow: [
    core.attendWindow(floats, floats, Float32Array.of(9, 9), Float32Array.of(0, 1), {
      rows: 2,
      columns: 2,
      d: 2,
    }),
  ],
  memorySize: [core.memorySize()],
};

/** Where values have another form than the type says, and which of its fields have been seen. */
function differences(type: ts.Type, values: readonly unknown[], path: string): readonly string[] {
  const parts = partsOf(type);
  const present = values.filter((value) => value !== null);
  const wrong: string[] = [];
  const mayBeNull = parts.some((part) => part.flags & ts.TypeFlags.Null);
  if (mayBeNull !== present.length < values.length) wrong.push(`${path}: null or not`);
  const [first] = parts.filter((part) => !(part.flags & ts.TypeFlags.Null));
  if (first === undefined || present.length === 0) return [...wrong, `${path}: nothing to compare`];
  const name = first.symbol?.name;
  if (
    first.flags &
    (ts.TypeFlags.NumberLike | ts.TypeFlags.StringLike | ts.TypeFlags.BooleanLike)
  ) {
    const primitive = checker.typeToString(checker.getBaseTypeOfLiteralType(first));
    if (!present.every((value) => typeof value === primitive)) wrong.push(`${path}: ${primitive}`);
  } else if (/^(Float64|Float32|Int32)Array$/.test(name ?? "")) {
    const ofKind = (value: unknown) => (value as object).constructor.name === name;
    if (!present.every(ofKind)) wrong.push(`${path}: ${name}`);
  } else if (checker.isTupleType(first)) {
    const size = checker.getTypeArguments(first as ts.TypeReference).length;
    if (!present.every((value) => (value as unknown[]).length === size)) wrong.push(`${path}: []`);
  } else if (checker.isArrayType(first)) {
    const [element] = checker.getTypeArguments(first as ts.TypeReference);
    if (!present.every(Array.isArray) || element === undefined) return [...wrong, `${path}: []`];
    const entries = present.flat();
    if (entries.length > 0) wrong.push(...differences(element, entries, `${path}[]`));
  } else {
    const declared = fieldsOf(first);
    for (const value of present) {
      const fields = Object.keys(value as object).sort();
      if (String(fields) !== String(declared)) {
        return [...wrong, `${path}: { ${fields} } is not { ${declared} }`];
      }
    }
    for (const field of declared) {
      const entries = present.map((value) => (value as Record<string, unknown>)[field]);
      wrong.push(...differences(typeOfProperty(first, field), entries, `${path}.${field}`));
    }
  }
  return wrong;
}

test("there is a result of every function of the contract", () => {
  expect(Object.keys(results).sort()).toEqual(fieldsOf(typeOf("Core")));
  expect(Object.keys(core).sort()).toEqual(fieldsOf(typeOf("Core")));
});

test.each(Object.entries(results))("what %s gives has the fields of its type", (name, values) => {
  const [signature] = typeOfProperty(typeOf("Core"), name).getCallSignatures();
  if (signature === undefined) throw new Error(`${name} is no function`);
  expect(differences(signature.getReturnType(), values, name)).toEqual([]);
});

/** The fields that the module asks an object for, which it finds all there and reads no more. */
function fieldsAsked(call: (recorder: never) => void): readonly string[] {
  const asked = new Set<string>();
  const stop = new Error("no more");
  const recorder = new Proxy(
    {},
    {
      has: (_, field) => !asked.add(String(field)).has(""),
      get: () => {
        throw stop;
      },
    },
  );
  glue.held = [];
  expect(() => call(recorder as never)).toThrow(stop);
  return [...asked].sort();
}

const alpha = Float64Array.of(1, 2);
const attention = {
  X: undefined,
  K: undefined,
  q: undefined,
  scores: alpha,
  score: "dot",
  parameters: { W: undefined, Wq: undefined, U: undefined, v: undefined, sigma: 1 },
  temperature: 1,
  mask: undefined,
  derivatives: true,
} as const;
const normalizer = { kind: "softmax", temperature: 1, alpha: 1.5, derivatives: true } as const;

describe("inputs", () => {
  const typed = (name: keyof Core, ...inputs: readonly string[]) =>
    inputs.flatMap((input) => fieldsOf(inputsOf(name).get(input) ?? typeOf("never")));
  const same = (asked: readonly string[], declared: readonly string[]) =>
    expect(asked).toEqual([...new Set(declared)].sort());

  test("of attention", () => {
    for (const name of ["derive", "sweep", "lossGradients", "outputDifferences"] as const) {
      const rest = [alpha, 1] as never[];
      const call = glue[name] as (...inputs: unknown[]) => unknown;
      const count = inputsOf(name).size;
      same(
        fieldsAsked((it) => call(it, ...rest.slice(0, count - 1))),
        typed(name, "input"),
      );
    }
    same(
      fieldsAsked((it) => glue.derive({ ...attention, parameters: it })),
      fieldsOf(typeOf("ScoreParameters")),
    );
  });

  test("of losses", () => {
    same(
      fieldsAsked((it) => glue.lossGradients(attention, it)),
      typed("lossGradients", "options"),
    );
    const input = fieldsAsked((it) => glue.queryLosses(it, it));
    const options = fieldsAsked((it) => glue.queryLosses(attention, it));
    same(
      [...input, ...options].sort(),
      [...typed("queryLosses", "input"), "q", "scores", "derivatives"].sort(),
    );
  });

  test("of draws, of training and of smooth maxima", () => {
    same(
      fieldsAsked((it) => glue.sampleHard(it)),
      typed("sampleHard", "input"),
    );
    same(
      fieldsAsked((it) => glue.train(it)),
      typed("train", "input"),
    );
    same(
      fieldsAsked((it) => glue.smoothMax(it)),
      ["scores", ...typed("smoothMax", "options")],
    );
  });

  test("of normalisers", () => {
    const kinds = typed("normalize", "options");
    same(
      fieldsAsked((it) => glue.normalize(it, alpha)),
      kinds,
    );
    same(
      fieldsAsked((it) => glue.properties(it, alpha)),
      kinds,
    );
    const input = fieldsAsked((it) => glue.perturb(it, normalizer));
    same([...input, ...kinds].sort(), ["scores", ...typed("perturb", "options")]);
  });

  test("of batched attention", () => {
    const arrays = (name: keyof Core) =>
      [...inputsOf(name).keys()].filter((it) => it !== "options");
    for (const name of ["attend", "attendWindow"] as const) {
      same(
        fieldsAsked((it) => glue[name](it)),
        [...arrays(name), ...typed(name, "options")],
      );
    }
  });
});
