import type { ErrorCode } from "../../core/core.ts";
import type { Tokens } from "../tokens.ts";
import type { Area, Attended, Picture, Progress, Row, Totals } from "./compute.ts";

/** What is asked about many queries; `look` and `row` are about those that were attended last. */
export type Question =
  | { readonly kind: "attend"; readonly tokens: Tokens }
  | { readonly kind: "look"; readonly area: Area; readonly dots: number; readonly whole: boolean }
  | { readonly kind: "row"; readonly row: number };

export type Answer =
  | { readonly kind: "attend"; readonly attended: Attended }
  | { readonly kind: "look"; readonly picture: Picture; readonly totals: Totals | null }
  | { readonly kind: "row"; readonly row: Row };

export type AnswerTo<K extends Question["kind"]> = Extract<Answer, { kind: K }>;

export type ToWorker =
  | { readonly wasm: ArrayBuffer }
  | { readonly id: number; readonly question: Question };

export type FromWorker =
  | { readonly ready: true }
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly code: ErrorCode | null; readonly message: string };
