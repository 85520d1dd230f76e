const codes = [
  "BadArgument",
  "ShapeMismatch",
  "Empty",
  "NotANumber",
  "NotFinite",
  "NothingToAttend",
  "NotDetermined",
  "BadTemperature",
  "ScoreOverflow",
  "TooLarge",
  "OutOfMemory",
] as const;

export type ErrorCode = (typeof codes)[number];

/** Which argument is wrong and where in it; rows and columns count from 0. */
export interface ErrorPlace {
  readonly argument?: string;
  readonly row?: number;
  readonly column?: number;
}

/** An input that has no answer: `code` says why, the place says where, the message what to do. */
export class SoftmaxBridgeError extends Error {
  override readonly name = "SoftmaxBridgeError";
  readonly code: ErrorCode;
  readonly argument?: string;
  readonly row?: number;
  readonly column?: number;

  constructor(code: ErrorCode, message: string, place: ErrorPlace = {}) {
    super(message);
    this.code = code;
    if (place.argument !== undefined) this.argument = place.argument;
    if (place.row !== undefined) this.row = place.row;
    if (place.column !== undefined) this.column = place.column;
  }
}
