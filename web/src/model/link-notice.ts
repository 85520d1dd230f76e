import type { ErrorCode } from "../core/core.ts";
import type { FaultKind } from "./link-values.ts";

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
