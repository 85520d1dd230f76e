import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-core";
import { type Language, loadWords, type Part, type Words } from "./text/index.ts";

/** The parts of a language's texts that are loaded: of the figure, always. */
export type Loaded = Pick<Words, "figure"> & Partial<Words>;

/** The texts that a figure speaks with: one language, and of it what the parts of the page in use need. */
export class Vocabulary {
  readonly language: ReadonlySignal<Language>;

  readonly #spoken: Signal<{ readonly language: Language; readonly words: Loaded }>;
  readonly #parts = new Map<Part, ReadonlySignal<Words[Part] | undefined>>();
  /** What is loaded or on its way: a change of the language waits for all of it. */
  readonly #used: Set<Part>;
  #wanted: Language;

  constructor(language: Language, words: Loaded) {
    this.#spoken = signal({ language, words });
    this.#used = new Set(Object.keys(words) as Part[]);
    this.#wanted = language;
    this.language = computed(() => this.#spoken.value.language);
  }

  has(part: Part): boolean {
    return this.#part(part).value !== undefined;
  }

  /** @throws where the part is not loaded */
  words<P extends Part>(part: P): Words[P] {
    const words = this.#part(part).value;
    if (words === undefined) throw new Error(`The texts of "${part}" are not loaded.`);
    return words;
  }

  /** A signal for each: who reads one part is not told when another is loaded. */
  #part<P extends Part>(part: P): ReadonlySignal<Words[P] | undefined> {
    let found = this.#parts.get(part);
    if (found === undefined) {
      found = computed(() => this.#spoken.value.words[part]);
      this.#parts.set(part, found);
    }
    return found as ReadonlySignal<Words[P] | undefined>;
  }

  /** Loads a part in the language that is spoken. Changes of the language take it along from now on. */
  async load(part: Part): Promise<void> {
    this.#used.add(part);
    try {
      while (this.#spoken.peek().words[part] === undefined) {
        const { language } = this.#spoken.peek();
        const loaded = await loadWords(language, [part]);
        const now = this.#spoken.peek();
        if (now.language === language)
          this.#spoken.value = { language, words: { ...now.words, ...loaded } };
      }
    } catch (error) {
      if (this.#spoken.peek().words[part] === undefined) this.#used.delete(part);
      throw error;
    }
  }

  /** Changes the language once all that is in use is loaded, and then all at once. The last call counts. */
  async speak(language: Language): Promise<void> {
    this.#wanted = language;
    if (this.#spoken.peek().language === language) return;
    let words: Partial<Words> = {};
    for (;;) {
      const missing = [...this.#used].filter((part) => words[part] === undefined);
      if (missing.length === 0) break;
      try {
        words = { ...words, ...(await loadWords(language, missing)) };
      } catch (error) {
        if (this.#wanted === language) throw error;
      }
      if (this.#wanted !== language) return;
    }
    this.#spoken.value = { language, words: words as Loaded };
  }
}
