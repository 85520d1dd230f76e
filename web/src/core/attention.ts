import {
  checkBoolean,
  checkFeatures,
  checkItems,
  checkMask,
  checkMatrix,
  checkName,
  checkNumber,
  type Fits,
  fieldsOf,
  reading,
} from "./check.ts";
import { SoftmaxBridgeError } from "./errors.ts";
import type { AttentionFields } from "./module.ts";
import { scores as scoreNames } from "./names.ts";

/** An input of attention, with either a query or scores. */
export function checkAttention(input: unknown, fits: Fits): AttentionFields {
  const fields = read(input);
  const { q, scores } = fields;
  if ((q === undefined) === (scores === undefined)) {
    const [argument, given] = q === undefined ? ["q", "neither"] : ["scores", "both"];
    const text = `Give either a query q or the scores themselves; you gave ${given}.`;
    throw new SoftmaxBridgeError("BadArgument", { argument }, text);
  }
  return checkFields(fields, fits);
}

/** The same for queries that come otherwise. */
export function checkQueried(input: unknown, fits: Fits): AttentionFields {
  return checkFields(read(input), fits);
}

function read(input: unknown) {
  const {
    X,
    K,
    q,
    scores,
    score = "dot",
    parameters = {},
    temperature = 1,
    mask,
    derivatives = true,
  } = fieldsOf(input);
  const read = { X, K, q, scores, score, temperature, mask, derivatives };
  return { ...read, parameters: readParameters(parameters) };
}

function readParameters(parameters: unknown) {
  return reading(parameters, { argument: "parameters" }, () => {
    const { W, Wq, U, v, sigma = 1 } = fieldsOf(parameters, "parameters");
    return { W, Wq, U, v, sigma };
  });
}

function checkFields(fields: ReturnType<typeof read>, fits: Fits): AttentionFields {
  const { score, temperature, parameters } = fields;
  const { W, Wq, U, v, sigma } = parameters;
  const checked = <T>(
    value: unknown,
    argument: string,
    check: (value: unknown, argument: string, fits: Fits) => T,
  ) => (value === undefined ? undefined : check(value, argument, fits));
  return {
    score: checkName(score, "score", scoreNames),
    temperature: checkNumber(temperature, "temperature"),
    scores: checked(fields.scores, "scores", checkItems),
    X: checked(fields.X, "X", checkMatrix),
    mask: checked(fields.mask, "mask", checkMask),
    derivatives: checkBoolean(fields.derivatives, "derivatives"),
    q: checked(fields.q, "q", checkFeatures),
    K: checked(fields.K, "K", checkMatrix),
    parameters: {
      W: checked(W, "W", checkMatrix),
      Wq: checked(Wq, "Wq", checkMatrix),
      U: checked(U, "U", checkMatrix),
      v: checked(v, "v", checkFeatures),
      sigma: checkNumber(sigma, "sigma"),
    },
  };
}
