import { type Signal, signal } from "@preact/signals-core";
import { html, nothing, type TemplateResult } from "lit";
import type { Store } from "../model/store.ts";
import { type Language, type Part, translations } from "../model/text/index.ts";

/** A part of the page that is loaded when it is first drawn: its code, and the texts that it reads. */
export interface Piece {
  readonly load: () => Promise<unknown>;
  readonly words?: readonly Part[];
}

export type Drawn = TemplateResult | typeof nothing;

interface Loading {
  /** Whether all of it is there. */
  done: Promise<boolean>;
  readonly failure: Signal<string | null>;
}

/** Texts are in a language, which each figure chooses for itself. */
const begun = new WeakMap<Store, Map<Piece, Loading>>();

/** A piece as soon as it can be drawn; where it cannot be loaded, that, and a button to try again. */
export function drawPiece(store: Store, piece: Piece, draw: () => Drawn): Drawn {
  const loading = loadingOf(store, piece);
  const failure = loading.failure.value;
  if (failure === null)
    return piece.words?.every((part) => store.knows(part)) === false ? nothing : draw();
  const { missing, tryAgain } = store.text.value;
  const again = (): void => {
    loading.failure.value = null;
    loading.done = load(store, piece, loading.failure);
  };
  return html`<p class="failure" role="alert">
    ${missing} ${failure} <button type="button" @click=${again}>${tryAgain}</button>
    ${reloadButton(store.language.value)}
  </p>`;
}

/** After a deploy what an older page asks for is gone: only the page anew brings what there is now. */
export const reloadButton = (language: Language): TemplateResult => html`
  <button type="button" @click=${() => location.reload()}>${translations[language].reload}</button>
`;

/** Resolves once a piece is there, or is known not to come. */
export const whenLoaded = (store: Store, piece: Piece): Promise<boolean> =>
  loadingOf(store, piece).done;

function loadingOf(store: Store, piece: Piece): Loading {
  const ofStore = begun.get(store) ?? new Map<Piece, Loading>();
  begun.set(store, ofStore);
  let loading = ofStore.get(piece);
  if (loading === undefined) {
    const failure = signal<string | null>(null);
    loading = { done: load(store, piece, failure), failure };
    ofStore.set(piece, loading);
  }
  return loading;
}

async function load(store: Store, piece: Piece, failure: Signal<string | null>): Promise<boolean> {
  const words = piece.words ?? [];
  try {
    await Promise.all([piece.load(), ...words.map((part) => store.learn(part))]);
    return true;
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
    return false;
  }
}
