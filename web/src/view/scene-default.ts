import type { Shown } from "../model/store.ts";

/**
 * What a view shows of a scene until the reader chooses: what is best when the scene opens, for nothing
 * must change under a drag. Another scene, or data of another width, begins anew.
 */
export class SceneDefault<T> {
  #first: { readonly scene: string; readonly value: T } | null = null;

  /** For a scene; `best` is asked once. */
  of({ state }: Shown, best: () => T): T {
    const scene = [state.scene, state.values[0]?.length, state.keys?.[0]?.length].join(" ");
    if (this.#first?.scene !== scene) this.#first = { scene, value: best() };
    return this.#first.value;
  }
}
