import fc from "fast-check";
import { sceneState, scenes } from "../../web/src/model/scenes.ts";
import {
  chain,
  controls,
  estimators,
  heads,
  languages,
  maxSets,
  maxTokens,
  normalizers,
  type Options,
  type Parameters,
  paces,
  properties,
  type State,
  sceneIds,
  scores,
  themes,
  updates,
  views,
} from "../../web/src/model/state.ts";

/** Every finite double, −0 and subnormals among them, and the plain ones that people type. */
export const finite: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -8000, max: 8000 }).map((n) => n / 8) },
  { weight: 4, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      -0,
      5e-324,
      -5e-324,
      2.2250738585072014e-308,
      -1.7976931348623157e308,
      1e21,
      1e-7,
    ),
  },
);

/** Names with any Unicode scalar value, and the plain ones that need no encoding. */
const name: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(..."aZ09.,_~-=& "), maxLength: 6 }),
);

const rows = (n: number, d: number) =>
  fc.array(fc.array(finite, { minLength: d, maxLength: d }), { minLength: n, maxLength: n });
const row = (d: number) => fc.array(finite, { minLength: d, maxLength: d });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 1 });

const mask = (n: number) =>
  fc.array(fc.boolean(), { minLength: n, maxLength: n }).filter((all) => all.includes(true));

/** How the numbers are looked at. */
const looks: fc.Arbitrary<
  Pick<State, "view" | "step" | "split" | "article" | "hide" | "language" | "theme">
> = fc
  .record({
    view: fc.constantFrom(...views),
    split: fc.boolean(),
    article: fc.boolean(),
    hide: fc.subarray([...controls]),
    language: fc.constantFrom(...languages),
    theme: fc.constantFrom(...themes),
    at: fc.nat(9),
  })
  .map(({ at, ...rest }) => {
    const steps = chain(rest.split);
    return { ...rest, step: steps[at % steps.length] ?? "S1" };
  });

const temperature = fc.oneof(
  fc.constantFrom(0, 1, Number.POSITIVE_INFINITY),
  fc.double({ min: 0, noNaN: true }),
);
const sigma = fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true });

type Data = Omit<
  State,
  "view" | "step" | "split" | "article" | "options" | "hide" | "language" | "theme"
>;

/** Parameters with absent ones left out, not undefined. */
const given = (parameters: { [K in keyof Parameters]: Parameters[K] | undefined }): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));

/** The reader's own numbers, of shapes that meet. */
const custom: fc.Arbitrary<Data> = fc
  .record({
    n: fc.integer({ min: 1, max: 7 }),
    d: fc.integer({ min: 1, max: 5 }),
    keySize: fc.integer({ min: 1, max: 4 }),
    querySize: fc.integer({ min: 1, max: 4 }),
    hidden: fc.integer({ min: 1, max: 3 }),
    ownKeys: fc.boolean(),
    score: fc.constantFrom(...scores),
    scene: fc.constantFrom(...sceneIds),
  })
  .chain(({ n, d, ownKeys, score, scene, hidden, ...sizes }) => {
    const keySize = ownKeys ? sizes.keySize : d;
    const querySize = score === "bilinear" || score === "additive" ? sizes.querySize : keySize;
    const shaped = (r: number, c: number) => (r === c ? maybe(rows(r, c)) : rows(r, c));
    const none = fc.constant(undefined);
    const parameters = fc.record({
      W: score === "bilinear" ? shaped(querySize, keySize) : none,
      Wq: score === "additive" ? rows(hidden, querySize) : none,
      U: score === "additive" ? shaped(hidden, keySize) : none,
      v: score === "additive" ? maybe(row(hidden)) : none,
      sigma: maybe(sigma),
    });
    return fc.record({
      scene: fc.constant(scene),
      values: rows(n, d),
      keys: ownKeys ? rows(n, keySize) : fc.constant(null),
      query: row(querySize),
      labels: orNull(fc.array(name, { maxLength: n })),
      features: orNull(fc.array(name, { maxLength: d })),
      score: fc.constant(score),
      parameters: parameters.map(given),
      temperature,
      mask: orNull(mask(n)),
    });
  });

/** A preset, as it is or with a query of the reader's. */
const preset: fc.Arbitrary<Data> = fc
  .record({
    scene: fc.constantFrom(...sceneIds).filter((id) => id !== "custom"),
    score: fc.constantFrom(...scores),
    sigma: maybe(sigma),
    temperature,
  })
  .chain(({ scene, score, sigma, temperature }) => {
    const { values, query } = scenes[scene];
    return fc.record({ own: maybe(row(query.length)), mask: orNull(mask(values.length)) }).map(
      ({ own, mask }): Data => ({
        ...sceneState(scene),
        query: own ?? query,
        score,
        parameters: given({ sigma }),
        temperature,
        mask,
      }),
    );
  });

const positive = fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true });

/** Two features of so many, where there is a choice. */
const axes = (count: number): fc.Arbitrary<Options["axes"]> =>
  count < 3
    ? fc.constant(null)
    : orNull(
        fc
          .tuple(fc.nat(count - 1), fc.nat(count - 2))
          .map(([a, b]) => [a, b < a ? b : b + 1] as const),
      );

const options = ({ values, keys, query }: Data): fc.Arbitrary<Options> => {
  const n = values.length;
  return fc.record(
    {
      axes: axes(values[0]?.length ?? 0),
      keyAxes: axes(keys?.[0]?.length ?? 0),
      everyFeature: fc.boolean(),
      pace: fc.constantFrom(...paces),
      unshifted: fc.boolean(),
      place: fc.double({ min: 0, max: 1, noNaN: true }),
      start: orNull(row(query.length)),
      saturated: fc.boolean(),
      estimators: fc.subarray([...estimators]),
      at: fc.integer({ min: 0, max: updates }),
      eta: positive,
      lambda: positive,
      seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      shift: finite,
      alpha: fc.double({ min: 1, noNaN: true, noDefaultInfinity: true }),
      deleted: fc.subarray([...Array(n).keys()], { maxLength: n - 1 }),
      opened: orNull(
        fc.record(
          { kind: fc.constantFrom(...normalizers), property: fc.constantFrom(...properties) },
          { noNullPrototype: true },
        ),
      ),
      normalizer: fc.constantFrom(...normalizers),
      followed: orNull(fc.nat(n - 1)),
      causal: fc.boolean(),
      tokens: orNull(fc.integer({ min: 1, max: maxTokens })),
      own: fc.boolean(),
      head: fc.integer({ min: 0, max: heads - 1 }),
      queries: orNull(fc.array(row(2), { minLength: 1, maxLength: 3 })),
      tokenKeys: orNull(fc.array(row(2), { minLength: 1, maxLength: 3 })),
      tokenValues: orNull(fc.array(row(3), { minLength: 1, maxLength: 3 })),
      attention: orNull(fc.array(row(3), { minLength: 3, maxLength: 3 })),
      tokenNames: orNull(fc.array(name, { maxLength: 3 })),
      seen: fc.boolean(),
      sets: fc.integer({ min: 0, max: maxSets }),
      answers: fc.boolean(),
      results: fc.array(name, { maxLength: 3 }),
    },
    { noNullPrototype: true },
  );
};

/** Any state whose numbers a link can carry. Complete by its type: a new property must be added here. */
export const states: fc.Arbitrary<State> = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: custom }, { weight: 1, arbitrary: preset }), looks)
  .chain(([data, look]) =>
    options(data).map((options) => ({
      ...data,
      ...look,
      options,
    })),
  );
