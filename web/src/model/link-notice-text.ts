import type { Notice } from "./link-notice.ts";
import type { Words } from "./text/index.ts";

/** A notice as a sentence. */
export function noticeText(
  notice: Notice,
  { notices: words, figure }: Pick<Words, "notices" | "figure">,
): string {
  switch (notice.kind) {
    case "cut":
      return words.cut(notice.found, notice.length);
    case "altered":
      return words.altered;
    case "garbled":
      return words.garbled;
    case "unread":
      return words.unread(notice.key);
    case "long":
      return words.long;
    case "version":
      return words.version(notice.value);
    case "unused":
      return words.unused(notice.key);
    case "repeated":
      return words.repeated(notice.key);
    case "underivable":
      return words.underivable(notice.key, figure.errors[notice.code], notice.instead);
    default: {
      const { row, column } = notice;
      const where =
        row === undefined
          ? ""
          : words.where(row + 1, column === undefined ? undefined : column + 1);
      const why = words.faults[notice.kind](notice.value) + where;
      return notice.instead === null
        ? words.leftOut(notice.key, why)
        : words.replaced(notice.key, why, notice.instead);
    }
  }
}
