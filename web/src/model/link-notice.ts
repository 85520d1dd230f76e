import type { ErrorCode } from "../core/core.ts";
import type { FaultKind } from "./link-values.ts";
import type { Text } from "./text/index.ts";

/** What of a link could not be used, and what stands in its place. */
export type Notice =
  /** Fewer characters than the link says that it has; nothing of it is used. */
  | { readonly key: "c"; readonly kind: "cut"; readonly found: number; readonly length: number }
  /** The check disagrees; nothing of it is used. */
  | { readonly key: "c"; readonly kind: "altered" }
  /** Its marks were lost or changed; nothing of it is used. */
  | { readonly key: "link"; readonly kind: "garbled" }
  /** Past every bound; nothing of it is used. */
  | { readonly key: "link"; readonly kind: "long" }
  /** Of a version that this page does not know; nothing of it is used. */
  | { readonly key: "v"; readonly kind: "version"; readonly value: string }
  /** A piece that was one of ours before it was hurt; `key` is the piece. */
  | { readonly key: string; readonly kind: "unread" }
  /** A key outside the part that the check covers. */
  | { readonly key: string; readonly kind: "unused" }
  /** A key given twice with different values; the first counts. */
  | { readonly key: string; readonly kind: "repeated" }
  /** A value that can't be used; rows and columns count from 0. */
  | {
      readonly key: string;
      readonly kind: FaultKind;
      readonly value: string;
      readonly row?: number;
      readonly column?: number;
      /** What is used, as a link would say it; null where the key is left out. */
      readonly instead: string | null;
    }
  /** Numbers that are well written but have no answer. */
  | {
      readonly key: string;
      readonly kind: "underivable";
      readonly code: ErrorCode;
      readonly instead: string;
    };

/** A notice as a sentence. */
export function noticeText(notice: Notice, text: Text): string {
  const words = text.notices;
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
      return words.underivable(notice.key, text.errors[notice.code], notice.instead);
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
