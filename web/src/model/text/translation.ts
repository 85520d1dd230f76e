import type { Article } from "../article.ts";
import type { classroom } from "./en/classroom.ts";
import type { data } from "./en/data.ts";
import type { figure } from "./en/figure.ts";
import type { gradient } from "./en/gradient.ts";
import type { normalizers } from "./en/normalizers.ts";
import type { notices } from "./en/notices.ts";
import type { opening } from "./en/opening.ts";
import type { overflow } from "./en/overflow.ts";
import type { scale } from "./en/scale.ts";
import type { share } from "./en/share.ts";
import type { static as pages } from "./en/static.ts";
import type { symbols } from "./en/symbols.ts";
import type { temperature } from "./en/temperature.ts";

/** English says what there is to say; every other language says exactly that. */
export type Text = typeof figure;
export type Classroom = typeof classroom;
export type DataText = typeof data;
export type GradientText = typeof gradient;
export type NormalizersText = typeof normalizers;
export type OpeningText = typeof opening;
export type NoticesText = typeof notices;
export type OverflowText = typeof overflow;
export type ScaleText = typeof scale;
export type ShareText = typeof share;
export type StaticText = typeof pages;
export type SymbolsText = typeof symbols;
export type TemperatureText = typeof temperature;

/** The texts of a language, part by part: each is loaded with the code that draws with it. */
export interface Words {
  readonly figure: Text;
  readonly article: Article;
  readonly classroom: Classroom;
  readonly data: DataText;
  readonly gradient: GradientText;
  readonly normalizers: NormalizersText;
  readonly notices: NoticesText;
  readonly opening: OpeningText;
  readonly overflow: OverflowText;
  readonly scale: ScaleText;
  readonly share: ShareText;
  readonly static: StaticText;
  readonly symbols: SymbolsText;
  readonly temperature: TemperatureText;
}
export type Part = keyof Words;

/** What a scene calls its things. */
export interface Names {
  readonly items: readonly string[];
  readonly features: readonly string[];
}

/** A language: its parts, and what must be known of all languages at once. */
export interface Translation {
  /** Tags of BCP 47 whose readers are served best by it. */
  readonly tag: RegExp;
  /** What it calls itself, and in a few letters. */
  readonly name: string;
  readonly mark: string;
  /** What is said where nothing could be loaded, not even the other words. */
  readonly unloaded: string;
  readonly reload: string;
  /** Known at once, since links and drawings go by them. */
  readonly sceneNames: Readonly<Record<keyof Text["scenes"], Names>>;
  /** What has no name goes by its number, and says of what: a bare one would pass for a value. */
  readonly numbered: Readonly<Record<"feature" | "entry", (n: number) => string>>;
  /** Each module exports its part under the part's name, and nothing else. */
  readonly parts: { readonly [P in Part]: () => Promise<{ readonly [Q in P]: Words[P] }> };
}
