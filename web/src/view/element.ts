/** `<softmax-bridge>` as those see it who put it into a page. The class behind it is softmax-bridge.ts. */
import type { Derivation } from "../core/core.ts";
import type { Mode } from "../model/link-schema.ts";
import type { SceneId, State, Theme, ViewId } from "../model/state.ts";

/** What `softmax-bridge:change` reports. */
export interface Change {
  /** The address of the full page with what is shown. */
  readonly link: string;
  readonly derivation: Derivation;
}

export interface SoftmaxBridgeElement extends HTMLElement {
  /** `page` has a masthead and an article; `embed` is the figure; the others are for a class. */
  mode: Mode;
  /** The address of the full page, see model/address.ts; the one beside this script if it is not given. */
  base: string | null;
  /** Where the wasm is, relative to the document, if it is not where the scripts look for it. */
  wasmUrl: string | null;
  /** The whole state; null until the mathematics is loaded. Setting takes a part of it too. */
  get state(): State | null;
  set state(patch: Partial<State> | null);
  /** Every number that is shown; null until the mathematics is loaded. */
  readonly derivation: Derivation | null;
  /** What the page is called in the reader's language; empty until that is loaded. */
  readonly heading: string;
  /** One step along the chain; false at its end. */
  next(): boolean;
  previous(): boolean;
  /** The address of the full page with what is shown now; in another form, or with a part of the state changed. */
  toLink(options?: Partial<State> & { readonly mode?: Mode }): string;
}

/** Its attributes: the keys of a link as docs/link-format.md spells them, and two of its own. */
export interface SoftmaxBridgeAttributes {
  base?: string;
  "wasm-url"?: string;
  mode?: Mode;
  view?: ViewId;
  scene?: SceneId;
  step?: State["step"];
  theme?: Theme;
  lang?: string;
  score?: State["score"];
  t?: string | number;
  hide?: string;
  x?: string;
  k?: string;
  q?: string;
  labels?: string;
  features?: string;
  mask?: string;
  n?: string | number;
}
