import { type Signal, signal } from "@preact/signals-core";
import type { Shown } from "../model/store.ts";

/**
 * What a view shows of a scene: what is best when the scene opens, for nothing must change under a
 * drag, and from then on what the reader chooses. Another scene, or data of another width, begins anew.
 */
export class SceneChoice<T> {
  #first: { readonly scene: string; readonly value: T } | null = null;
  readonly #own: Signal<{ readonly instead: unknown; readonly value: T } | null> = signal(null);

  /** For a scene; `best` is asked once. */
  of({ state }: Shown, best: () => T): T {
    const scene = [state.scene, state.values[0]?.length, state.keys?.[0]?.length].join(" ");
    if (this.#first?.scene !== scene) this.#first = { scene, value: best() };
    const own = this.#own.value;
    return own?.instead === this.#first ? own.value : this.#first.value;
  }

  /** The reader's choice, as long as the scene is the same. */
  choose(value: T): void {
    this.#own.value = { instead: this.#first, value };
  }
}
