/** Compiles only while the module keeps its contract: extended, never renamed. */
import type * as actual from "../../web/src/core/core.ts";
import type * as contract from "./contract.d.ts";

/** Compiles if a From may be used where a To is asked for. */
type Assignable<From extends To, To> = [From, To];
type True<T extends true> = T;

/** Whether all that a type of the contract has is there, whatever else has come: a field, a name. */
type Keeps<Contract, Actual> = [null] extends [Contract]
  ? Keeps<NonNullable<Contract>, NonNullable<Actual>>
  : [Contract] extends [string]
    ? [Contract] extends [Actual]
      ? true
      : false
    : [Contract] extends [number | boolean | ArrayBufferView]
      ? [Actual] extends [Contract]
        ? true
        : false
      : Contract extends readonly (infer Entry)[]
        ? Actual extends readonly (infer Given)[]
          ? Keeps<Entry, Given>
          : false
        : Contract extends (...inputs: infer Inputs) => infer Result
          ? Actual extends (...inputs: infer More) => infer Given
            ? [Inputs] extends [More]
              ? Keeps<Result, Given>
              : false
            : false
          : [keyof Contract] extends [keyof Actual]
            ? false extends { [K in keyof Contract]: Keeps<Contract[K], Actual[K]> }[keyof Contract]
              ? false
              : true
            : false;

/** What goes in: all that the contract allows is accepted. */
export type Inputs = [
  Assignable<contract.MatrixLike, actual.MatrixLike>,
  Assignable<contract.VectorLike, actual.VectorLike>,
  Assignable<contract.DeriveInput, actual.DeriveInput>,
  Assignable<contract.ScoreParameters, actual.ScoreParameters>,
  Assignable<contract.Score, actual.Score>,
  Assignable<contract.NormalizerKind, actual.NormalizerKind>,
  Assignable<contract.Estimator, actual.Estimator>,
  Assignable<Parameters<typeof contract.loadCore>, Parameters<typeof actual.loadCore>>,
  Assignable<Parameters<typeof contract.loadPool>, Parameters<typeof actual.loadPool>>,
];

/** What comes out: at least what the contract says. */
export type Outputs = [
  True<Keeps<contract.Derivation, actual.Derivation>>,
  True<Keeps<contract.Step, actual.Step>>,
  True<Keeps<contract.Matrix, actual.Matrix>>,
  True<Keeps<contract.Normalization, actual.Normalization>>,
  True<Keeps<contract.PropertyCheck, actual.PropertyCheck>>,
  True<Keeps<contract.Property, actual.Property>>,
  True<Keeps<contract.Run, actual.Run>>,
  True<Keeps<contract.Core, actual.Core>>,
  Assignable<actual.Pool, contract.Pool>,
  Assignable<keyof contract.SoftmaxBridgeError, keyof actual.SoftmaxBridgeError>,
  True<Keeps<contract.Flag, actual.Flag>>,
  True<Keeps<contract.StepId, actual.StepId>>,
  True<Keeps<contract.Step["relation"], actual.Relation>>,
  True<Keeps<contract.SoftmaxBridgeError["code"], actual.ErrorCode>>,
];

/** A user's program, as in the README. */
export async function example(load: typeof actual.loadCore): Promise<readonly number[]> {
  const core: actual.Core = await load();
  const derivation = core.derive({
    X: [
      [1, 0],
      [0, 1],
    ],
    q: Float64Array.of(2, 1),
    score: "dot",
    temperature: 1,
    mask: [true, false],
  });
  core.derive({ scores: [1, 2, 3] });
  core.derive({
    X: { rows: 1, cols: 1, data: Float64Array.of(1) },
    q: [1],
    parameters: { W: [[1]] },
  });

  const { weights, jacobian } = core.normalize([1, 2], { kind: "entmax", alpha: 1.5 });
  const [check] = core.properties("sparsemax", { scores: weights });
  const run = core.train({ X: [[1], [2]], q: [1], target: 0, estimator: "soft-ce" });
  const numbers = [
    jacobian?.data[0] ?? core.smoothMax([1, 2]).boltzmann.value,
    core.sweep({ scores: [1, 2] }, [0, 1]).entropy[0] ?? run.loss[0] ?? check?.witness?.before ?? 0,
  ];

  const two = Float32Array.of(1, 2);
  const { output, logSumExp } = core.attend(two, two, two, { n: 2, d: 1, causal: true });
  numbers.push(output[0] ?? 0, logSumExp[0] ?? 0);

  // @ts-expect-error float32 and not float64
  core.attend(Float64Array.of(1), two, two, { n: 1, d: 1 });
  // @ts-expect-error no size can be guessed
  core.attend(two, two, two, { n: 2 });
  // @ts-expect-error no such normaliser
  core.normalize([1], { kind: "entmax15" });
  // @ts-expect-error a normaliser must be named
  core.normalize([1], {});
  // @ts-expect-error no such estimator
  core.train({ X: [[1]], q: [1], target: 0, estimator: "adam" });
  // @ts-expect-error neither a query nor scores
  const neither: actual.DeriveInput = { X: [[1]] };
  // @ts-expect-error no such score
  const score: actual.DeriveInput = { X: [[1]], q: [1], score: "cos" };
  // @ts-expect-error numbers and not their texts
  const texts: actual.DeriveInput = { scores: ["1"] };
  // @ts-expect-error a result is not to be changed
  derivation.max = 0;
  // @ts-expect-error a mask says true or false
  const mask: actual.DeriveInput = { scores: [1], mask: [1] };

  const last: number = derivation.logSumExp - derivation.max;
  return [last, ...numbers, ...[neither, score, texts, mask].map(() => derivation.steps.length)];
}
