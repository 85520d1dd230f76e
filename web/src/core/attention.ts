import {
  checkFeatures,
  checkItems,
  checkMask,
  checkMatrix,
  checkName,
  checkNumber,
  type Fits,
  fieldsOf,
} from "./check.ts";
import { SoftmaxBridgeError } from "./errors.ts";
import type { MessageWriter } from "./message.ts";
import type { Names } from "./names.ts";

/** An input of attention, with either a query or scores; in the order of readInput in cpp/bindings.cpp. */
export function writeAttention(
  message: MessageWriter,
  input: unknown,
  names: Names,
  fits: Fits,
): void {
  const { q, scores } = fieldsOf(input);
  if ((q === undefined) === (scores === undefined)) {
    const [argument, given] = q === undefined ? ["q", "neither"] : ["scores", "both"];
    const text = `Give either a query q or the scores themselves; you gave ${given}.`;
    throw new SoftmaxBridgeError("BadArgument", { argument }, text);
  }
  writeFields(message, input, names, fits);
}

/** The same whatever it has of a query and scores. */
export function writeFields(
  message: MessageWriter,
  input: unknown,
  names: Names,
  fits: Fits,
): void {
  const { scores, X, mask, q, K, score = "dot", ...rest } = fieldsOf(input);
  const { temperature = 1, parameters = {} } = rest;
  const { W, Wq, U, v, sigma = 1 } = fieldsOf(parameters, "parameters");
  const kind = checkName(score, "score", names.scores);
  const checked = <T>(
    value: unknown,
    argument: string,
    check: (value: unknown, argument: string, fits: Fits) => T,
  ) => (value === undefined ? undefined : check(value, argument, fits));
  message.number(checkNumber(temperature, "temperature"));
  message.optional(checked(scores, "scores", checkItems), message.vector);
  message.optional(checked(X, "X", checkMatrix), message.matrix);
  message.optional(checked(mask, "mask", checkMask), message.vector);
  message.optional(checked(q, "q", checkFeatures), message.vector);
  message.optional(checked(K, "K", checkMatrix), message.matrix);
  message.number(kind);
  message.optional(checked(W, "W", checkMatrix), message.matrix);
  message.optional(checked(Wq, "Wq", checkMatrix), message.matrix);
  message.optional(checked(U, "U", checkMatrix), message.matrix);
  message.optional(checked(v, "v", checkFeatures), message.vector);
  message.number(checkNumber(sigma, "sigma"));
}
