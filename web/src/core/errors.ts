/**
 * Which argument is wrong and where in it; rows and columns count from 0. An entry per item
 * (scores, mask) is a row, column 0; an entry per feature (q, v) is a column, row 0.
 */
export interface ErrorPlace {
  readonly argument?: string | undefined;
  /** The matrix of a batch that has several. */
  readonly batch?: number | undefined;
  readonly row?: number | undefined;
  readonly column?: number | undefined;
}

/** What went wrong and what to do, for every status of the core. */
const messages = {
  BadArgument: (place) =>
    `${nameOf(place)} is missing or outside its range${place.argument === "sigma" ? ": it must be greater than 0" : ""}.`,
  ShapeMismatch: (place) =>
    `${nameOf(place)} does not fit the other arguments: X and K have a row per item, scores and ` +
    "mask an entry per item, W is d_q × d_k, Wq h × d_q, U h × d_k, v has h entries, and without W, " +
    "Wq and U the query is as long as a key.",
  Empty: (place) => `${nameOf(place)} is empty: give at least one item and at least one feature.`,
  NotANumber: (place) => `${nameOf(place)} is NaN: put a number there${orMask(place)}.`,
  NotFinite: (place) => `${nameOf(place)} is infinite: put a finite number there${orMask(place)}.`,
  NothingToAttend: () =>
    "There is nothing to attend to: leave at least one item unmasked with a score above −Infinity.",
  NotDetermined: () =>
    "The weights are not determined: they would depend on how fast the infinities grow. Leave at " +
    "most one score of +Infinity, and none at an infinite temperature.",
  BadTemperature: () =>
    "temperature must be 0 or more: 0 and Infinity are the limits, a negative number and NaN have no " +
    "meaning.",
  ScoreOverflow: ({ argument, row }) =>
    `The score of ${row === undefined ? "an item" : `item ${row}`} is beyond the largest float64, ` +
    `1.8e308: ${argument === "scores" ? "shift it by less" : "scale the query or the keys down"}.`,
  TooLarge: (place) =>
    `${nameOf(place)} is past the documented bounds: give fewer items, features or steps.`,
  OutOfMemory: () =>
    "There is not enough memory for this input: give fewer items or features, or free memory and try " +
    "again.",
} satisfies Record<string, (place: ErrorPlace) => string>;

export type ErrorCode = keyof typeof messages;

/** An input that has no answer: `code` says why, the place says where, the message what to do. */
export class SoftmaxBridgeError extends Error {
  override readonly name = "SoftmaxBridgeError";
  readonly code: ErrorCode;
  readonly argument?: string;
  readonly batch?: number;
  readonly row?: number;
  readonly column?: number;

  constructor(code: ErrorCode, place: ErrorPlace = {}, message = messages[code](place)) {
    super(message);
    this.code = code;
    if (place.argument !== undefined) this.argument = place.argument;
    if (place.batch !== undefined) this.batch = place.batch;
    if (place.row !== undefined) this.row = place.row;
    if (place.column !== undefined) this.column = place.column;
  }
}

/** The place as one writes it in code: `X[1][0]`, `q[2]`. */
export function nameOf({ argument = "The input", batch, row, column }: ErrorPlace): string {
  const indices = isFeatureVector(argument)
    ? [column]
    : isItemVector(argument)
      ? [row]
      : [row, column];
  return argument + [batch, ...indices].map((i) => (i === undefined ? "" : `[${i}]`)).join("");
}

function isItemVector(argument: string): boolean {
  return ["scores", "mask", "temperatures", "logSumExp", "picks"].includes(argument);
}

function isFeatureVector(argument: string): boolean {
  return argument === "q" || argument === "v" || argument === "direction";
}

function orMask({ argument }: ErrorPlace): string {
  return argument === "X" || argument === "K" || argument === "V" || argument === "scores"
    ? ", or mask the item"
    : "";
}
