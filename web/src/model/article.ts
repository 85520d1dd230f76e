import type { Marked } from "./marked.ts";
import type { Summary } from "./summary.ts";

/** The text around the figure. Sentences that quote names and numbers are functions of the current ones. */
export type Sentence = Marked | ((summary: Summary) => Marked);

export type Block =
  | { readonly kind: "text"; readonly text: Sentence }
  | { readonly kind: "points"; readonly points: readonly Sentence[] }
  /** A figure or list that the view draws from the core's numbers. */
  | { readonly kind: "figure"; readonly figure: Figure };

export type Figure = "steps" | "overflow" | "kink" | "sampler";

interface Section {
  readonly id: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export interface Article {
  readonly sections: readonly Section[];
  /** Words on the figures. */
  readonly figures: {
    readonly steps: { readonly distance: (distance: string) => string };
    readonly kink: {
      readonly caption: string;
      readonly withMax: string;
      readonly withLse: string;
      readonly tie: string;
      readonly axis: (item: string) => string;
      readonly none: string;
    };
    readonly sampler: {
      readonly caption: (draws: string) => string;
      readonly draw: (count: string) => string;
      readonly again: string;
      readonly weight: string;
      readonly frequency: string;
      readonly apart: (distance: string) => string;
    };
  };
}

/** The article that this page explains. */
export const sourceArticle = "https://allenwind.github.io/blog/10256";
