/** Compiles only while the module keeps its contract: extended, never renamed. */
import type * as actual from "../../web/src/core/core.ts";
import type * as contract from "./contract.d.ts";

/** Compiles if a From may be used where a To is asked for. */
type Assignable<From extends To, To> = [From, To];
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type True<T extends true> = T;

/** Nothing of the contract is left out. */
export type Groups = True<Equal<keyof contract.Core, keyof actual.Core & keyof contract.Core>>;

/** What goes in: all that the contract allows is accepted, and nothing else is promised. */
export type Inputs = [
  Assignable<contract.MatrixLike, actual.MatrixLike>,
  Assignable<actual.MatrixLike, contract.MatrixLike>,
  Assignable<contract.VectorLike, actual.VectorLike>,
  Assignable<actual.VectorLike, contract.VectorLike>,
  Assignable<contract.DeriveInput, actual.DeriveInput>,
  Assignable<actual.DeriveInput, contract.DeriveInput>,
  Assignable<contract.ScoreParameters, actual.ScoreParameters>,
  Assignable<actual.ScoreParameters, contract.ScoreParameters>,
  True<Equal<contract.Score, actual.Score>>,
  True<Equal<contract.NormalizerKind, actual.NormalizerKind>>,
  True<Equal<contract.Estimator, actual.Estimator>>,
  Assignable<Parameters<contract.Core["normalize"]>, Parameters<actual.Core["normalize"]>>,
  Assignable<Parameters<actual.Core["normalize"]>, Parameters<contract.Core["normalize"]>>,
  Assignable<Parameters<contract.Core["properties"]>, Parameters<actual.Core["properties"]>>,
  Assignable<Parameters<actual.Core["properties"]>, Parameters<contract.Core["properties"]>>,
  Assignable<Parameters<contract.Core["smoothMax"]>, Parameters<actual.Core["smoothMax"]>>,
  Assignable<Parameters<actual.Core["smoothMax"]>, Parameters<contract.Core["smoothMax"]>>,
  Assignable<Parameters<contract.Core["sweep"]>, Parameters<actual.Core["sweep"]>>,
  Assignable<Parameters<actual.Core["sweep"]>, Parameters<contract.Core["sweep"]>>,
  Assignable<Parameters<contract.Core["train"]>, Parameters<actual.Core["train"]>>,
  Assignable<Parameters<actual.Core["train"]>, Parameters<contract.Core["train"]>>,
  Assignable<Parameters<contract.Core["attend"]>, Parameters<actual.Core["attend"]>>,
  Assignable<Parameters<actual.Core["attend"]>, Parameters<contract.Core["attend"]>>,
  Assignable<Parameters<typeof contract.loadCore>, Parameters<typeof actual.loadCore>>,
  Assignable<Parameters<typeof actual.loadCore>, Parameters<typeof contract.loadCore>>,
];

/** What comes out: at least what the contract says, and no name that it lacks. */
export type Outputs = [
  Assignable<actual.Derivation, contract.Derivation>,
  Assignable<actual.Step, contract.Step>,
  Assignable<actual.Matrix, contract.Matrix>,
  Assignable<actual.Normalization, contract.Normalization>,
  Assignable<actual.PropertyCheck, contract.PropertyCheck>,
  True<Equal<contract.PropertyCheck["holds"], actual.PropertyCheck["holds"]>>,
  True<Equal<contract.Property, actual.Property>>,
  Assignable<actual.Run, contract.Run>,
  Assignable<actual.Core, contract.Core>,
  Assignable<actual.SoftmaxBridgeError, contract.SoftmaxBridgeError>,
  True<Equal<contract.Flag, actual.Flag>>,
  True<Equal<contract.StepId, actual.StepId>>,
  True<Equal<contract.Step["relation"], actual.Relation>>,
  True<Equal<contract.SoftmaxBridgeError["code"], actual.ErrorCode>>,
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
