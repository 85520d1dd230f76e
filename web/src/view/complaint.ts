import type { Problem, Store } from "../model/store.ts";
import type { Text } from "../model/text/index.ts";

/** Why the numbers that were asked for have no answer, and what is shown instead, for the reader. */
export const complaintOf = (problem: Problem, text: Text): string =>
  reasonOf(problem, text) + text.space + text.errors.kept;

function reasonOf({ code, argument, row, column }: Problem, { errors, space }: Text): string {
  // Rows and columns of the data count from 1, as a reader counts.
  const inTable = row !== undefined && (argument === "X" || argument === "K");
  const where = inTable
    ? errors.where(row + 1, column === undefined ? undefined : column + 1)
    : row === undefined
      ? ""
      : errors.where(row + 1);
  return [errors[code], where].filter(Boolean).join(space);
}

/** Why links and the address hold other numbers than the table; null where they hold the same. */
export function whyKept({ problem, unread, text }: Store): string | null {
  const { errors, space } = text.value;
  if (problem.value !== null) return reasonOf(problem.value, text.value);
  if (unread.value === null) return null;
  const { row, column } = unread.value;
  return errors.NotANumber + space + errors.where(row + 1, column + 1);
}
