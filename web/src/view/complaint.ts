import type { Problem } from "../model/store.ts";
import type { Text } from "../model/text/index.ts";

/** Why the numbers that were asked for have no answer, for the reader. */
export function complaintOf({ code, argument, row, column }: Problem, text: Text): string {
  const { errors } = text;
  // Rows and columns of the data count from 1, as a reader counts.
  const inTable = row !== undefined && (argument === "X" || argument === "K");
  const where = inTable
    ? errors.where(row + 1, column === undefined ? undefined : column + 1)
    : row === undefined
      ? ""
      : errors.where(row + 1);
  return [errors[code], where, errors.kept].filter(Boolean).join(" ");
}
