/** Compiles only while the module keeps its contract: extended, never renamed. */
import type * as actual from "../../web/src/core/core.ts";
import type * as contract from "./contract.d.ts";

/** Compiles if a From may be used where a To is asked for. */
type Assignable<From extends To, To> = [From, To];
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type True<T extends true> = T;

/** Groups that the module does not offer yet: shortening this list is the only way to add one. */
type Missing = "normalize" | "properties" | "smoothMax" | "sweep" | "train" | "attend";
export type Groups = True<
  Equal<Exclude<keyof contract.Core, Missing>, keyof actual.Core & keyof contract.Core>
>;

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
  Assignable<Parameters<typeof contract.loadCore>, Parameters<typeof actual.loadCore>>,
  Assignable<Parameters<typeof actual.loadCore>, Parameters<typeof contract.loadCore>>,
];

/** What comes out: at least what the contract says, and no name that it lacks. */
export type Outputs = [
  Assignable<actual.Derivation, contract.Derivation>,
  Assignable<actual.Step, contract.Step>,
  Assignable<actual.Matrix, contract.Matrix>,
  Assignable<actual.Core, Omit<contract.Core, Missing>>,
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
  return [last, ...[neither, score, texts, mask].map(() => derivation.steps.length)];
}
