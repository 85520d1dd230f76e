/** Which argument is wrong and where in it; rows and columns count from 0. */
export interface ErrorPlace {
  readonly argument?: string;
  readonly row?: number;
  readonly column?: number;
}

/** What went wrong and what to do, for every status of the C++ core. */
const messages = {
  BadArgument: (where) => `${where} has a value outside its range: see its description.`,
  ShapeMismatch: (where) =>
    `${where} does not fit the other arguments: X and K have one row per item, scores and mask one ` +
    "entry per item, W is d_q × d_k, Wq h × d_q, U h × d_k and v h long.",
  Empty: (where) => `${where} is empty: give at least one item and one number in it.`,
  NotANumber: (where) => `${where} is NaN: put a number there, or mask the item.`,
  NotFinite: (where) => `${where} is infinite: put a finite number there, or mask the item.`,
  NothingToAttend: () =>
    "There is nothing to attend to: leave at least one item unmasked with a score above −Infinity.",
  NotDetermined: (where) =>
    `${where} is a second score of +Infinity: the weights would depend on how the two grow. Leave ` +
    "one infinite score at most.",
  BadTemperature: () =>
    "The temperature must be a number from 0: 0 and Infinity are the limits, negative and NaN have " +
    "no meaning.",
  ScoreOverflow: (where) =>
    `The score of ${where} is beyond the largest float64, 1.8e308: scale the query or the keys down.`,
  TooLarge: (where) => `${where} is larger than the documented bounds: give fewer items or columns.`,
  OutOfMemory: () =>
    "There is not enough memory for this input: give fewer items, or close other pages and try again.",
} satisfies Record<string, (where: string) => string>;

export type ErrorCode = keyof typeof messages;

/** An input that has no answer: `code` says why, the place says where, the message what to do. */
export class SoftmaxBridgeError extends Error {
  override readonly name = "SoftmaxBridgeError";
  readonly code: ErrorCode;
  readonly argument?: string;
  readonly row?: number;
  readonly column?: number;

  constructor(code: ErrorCode, place: ErrorPlace = {}, message = messages[code](placeOf(place))) {
    super(message);
    this.code = code;
    if (place.argument !== undefined) this.argument = place.argument;
    if (place.row !== undefined) this.row = place.row;
    if (place.column !== undefined) this.column = place.column;
  }
}

/** The place as code: `X[1][0]`. */
export function placeOf({ argument = "The input", row, column }: ErrorPlace): string {
  const index = (i: number | undefined) => (i === undefined ? "" : `[${i}]`);
  return `${argument}${index(row)}${index(column)}`;
}
