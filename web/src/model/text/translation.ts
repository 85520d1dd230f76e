import type { Article } from "../article.ts";
import type { SceneId } from "../state.ts";
import type { classroom } from "./en/classroom.ts";
import type { data } from "./en/data.ts";
import type { figure } from "./en/figure.ts";
import type { gradient } from "./en/gradient.ts";
import type { normalizers } from "./en/normalizers.ts";
import type { scale } from "./en/scale.ts";
import type { share } from "./en/share.ts";
import type { temperature } from "./en/temperature.ts";

/** English says what there is to say; every other language says exactly that. */
export type Text = typeof figure;
export type Classroom = typeof classroom;
export type DataText = typeof data;
export type GradientText = typeof gradient;
export type NormalizersText = typeof normalizers;
export type ScaleText = typeof scale;
export type ShareText = typeof share;
export type TemperatureText = typeof temperature;

/** What is written into the pages when they are built. */
export interface StaticText {
  readonly description: string;
  /** Under the title of the card. */
  readonly tagline: string;
  readonly pictureAlt: string;
  readonly comma: string;
  readonly output: (vector: string) => string;
  /** @param hard says which answer is the hard one */
  readonly outcome: (hard: string, max: string, shares: string, distance: string) => string;
  /** Why there is nothing but text. */
  readonly needs: string;
}

/** The texts of a language, part by part: each is loaded with the code that draws with it. */
export interface Words {
  readonly figure: Text;
  readonly article: Article;
  readonly classroom: Classroom;
  readonly data: DataText;
  readonly gradient: GradientText;
  readonly normalizers: NormalizersText;
  readonly scale: ScaleText;
  readonly share: ShareText;
  readonly static: StaticText;
  readonly temperature: TemperatureText;
}
export type Part = keyof Words;

/** What a scene calls its things. */
export interface Names {
  readonly items: readonly string[];
  readonly features: readonly string[];
}
export type SceneNames = Readonly<Record<SceneId, Names>>;

/** What has no name goes by its number, and says of what: a bare one would pass for a value. */
export type Numbered = Readonly<Record<"feature" | "entry", (n: number) => string>>;

/** A language: its parts, and what must be known of all languages at once. */
export interface Translation {
  /** Tags of BCP 47 whose readers are served best by it. */
  readonly tag: RegExp;
  /** What it calls itself, and in a few letters. */
  readonly name: string;
  readonly mark: string;
  /** What is said where nothing could be loaded, not even the other words. */
  readonly unloaded: string;
  /** Known at once, since links and drawings go by them. */
  readonly sceneNames: SceneNames;
  readonly numbered: Numbered;
  /** Each module exports its part under the part's name. */
  readonly parts: { readonly [P in Part]: () => Promise<{ readonly [Q in P]: Words[P] }> };
}
