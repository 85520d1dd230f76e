import {
  batch,
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
} from "@preact/signals-core";
import { type Core, type Derivation, type DeriveInput, SoftmaxBridgeError } from "../core/core.ts";
import { deriveInput } from "./input.ts";
import type { Mode } from "./link-schema.ts";
import { controlsOf } from "./lock.ts";
import { featureNames, inText, itemNames } from "./names.ts";
import { opens } from "./opens.ts";
import { Prediction } from "./prediction.ts";
import { reuse } from "./reuse.ts";
import { sceneState } from "./scenes.ts";
import {
  type Control,
  chain,
  inChain,
  type Language,
  type Options,
  type SceneId,
  type State,
} from "./state.ts";
import { type Summary, summaryOf } from "./summary.ts";
import type { Part, Text, Words } from "./text/index.ts";
import { type Loaded, Vocabulary } from "./vocabulary.ts";

/** A state whose numbers could be derived, with them. What the picture shows, always. */
export interface Shown {
  readonly state: State;
  /** Without its derivatives, which no part of the figure draws; see wholeDerivation. */
  readonly derivation: Derivation;
  /** As they stand in texts. The same arrays as long as they hold the same names. */
  readonly names: readonly string[];
  readonly features: readonly string[];
  readonly summary: Summary;
}

/** Why the current state could not be derived; the picture keeps the last one that could. */
export interface Problem {
  readonly code: SoftmaxBridgeError["code"];
  readonly argument: string | undefined;
  readonly row: number | undefined;
  readonly column: number | undefined;
}

/** Row and column count from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** One figure's state and everything that follows from it. Several on a page are independent. */
export class Store {
  readonly state: ReadonlySignal<State>;
  /** The language that is spoken: the state's, as soon as its texts are loaded. */
  readonly language: ReadonlySignal<Language>;
  /** The texts of the figure itself. */
  readonly text: ReadonlySignal<Text>;
  /** Null only until the first state derives. */
  readonly shown: ReadonlySignal<Shown | null>;
  /** `shown` when its numbers last rested: for what nobody reads during a drag. */
  readonly rested: ReadonlySignal<Shown | null>;
  readonly problem: ReadonlySignal<Problem | null>;
  /** The cell of the table whose text is no number yet: the state has the last one that was. */
  readonly unread: Signal<Cell | null> = signal(null);
  /** The item under the pointer or the keyboard, lit in every part of the figure. */
  readonly lit: Signal<number | null> = signal(null);
  /** Whether the full page is at its question, before the first step; `toOpening` asks for it. */
  readonly opening: ReadonlySignal<boolean>;
  readonly toOpening: Signal<boolean> = signal(false);
  /** The form in which the figure is shown. */
  readonly mode: ReadonlySignal<Mode>;
  /** Asks before each step, where the form is `predict`. */
  readonly prediction = new Prediction();
  /** Whether the view plays by itself: through its steps, temperatures or updates. */
  readonly playing: Signal<boolean> = signal(false);

  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** What the scene opened with: to open it again is a reset. */
  readonly opened: ReadonlySignal<Data>;
  /** The reader's own numbers, as they were left for a scene. */
  readonly own: Signal<Data | null> = signal(null);

  readonly #state: Signal<State>;
  readonly #parts = new Map<keyof State, ReadonlySignal<unknown>>();
  readonly #opened: Signal<Data>;
  readonly #history: Signal<History> = signal({ past: [], future: [] });
  /** Which part of the data was changed last and when: a drag is one entry of the history. */
  #gesture = still;

  /** For what a part of the page asks of the core beside the derivation. */
  readonly core: Core;

  readonly #vocabulary: Vocabulary;
  readonly #whole = new WeakMap<Derivation, Derivation>();

  /**
   * @param words in the initial state's language
   * @param mode whoever shows the figure sets it
   */
  constructor(
    core: Core,
    initial: State,
    words: Loaded,
    mode: ReadonlySignal<Mode> = signal("embed"),
  ) {
    this.core = core;
    this.mode = mode;
    this.#state = signal(initial);
    this.state = this.#state;
    this.#opened = signal(dataOf(initial));
    this.opened = this.#opened;
    this.opening = computed(
      () => this.toOpening.value && mode.value === "page" && opens(this.#state.value),
    );
    this.canUndo = computed(() => this.#history.value.past.length > 0);
    this.canRedo = computed(() => this.#history.value.future.length > 0);
    const vocabulary = new Vocabulary(initial.language, words);
    this.#vocabulary = vocabulary;
    this.language = vocabulary.language;
    this.text = computed(() => vocabulary.words("figure"));
    effect(() => {
      vocabulary.speak(this.part("language")).catch(() => {
        // Cut off from the network: the page stays in the language it has.
        this.set({ language: vocabulary.language.peek() });
      });
    });

    // Only the data decides what must be derived anew: a change of step or language must not.
    let known: Data | null = null;
    const data = computed(() => {
      const next = dataOf(this.#state.value);
      if (known === null || dataKeys.some((key) => known?.[key] !== next[key])) known = next;
      return known;
    });
    const outcome = computed(() =>
      attempt(core, { ...deriveInput(data.value), derivatives: false }),
    );
    let last: { data: Data; derivation: Derivation } | null = null;
    const good = computed(() => {
      const result = outcome.value;
      if ("derivation" in result) last = { data: data.peek(), ...result };
      return last;
    });
    this.problem = computed(() => {
      const result = outcome.value;
      return "problem" in result ? result.problem : null;
    });
    let names: readonly string[] = [];
    let features: readonly string[] = [];
    this.shown = computed(() => {
      const found = good.value;
      if (found === null) return null;
      const language = this.language.value;
      const state: State = { ...this.#state.value, ...found.data, language };
      names = reuse(names, itemNames(state).map(inText));
      features = reuse(features, featureNames(state).map(inText));
      const summary = summaryOf(found.derivation, names, state.temperature);
      return { state, derivation: found.derivation, names, features, summary };
    });

    const rested = signal<Shown | null>(null);
    this.rested = rested;
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
      const now = this.shown.value;
      const follow = () => {
        rested.value = now;
      };
      clearTimeout(timer);
      if (numbersMoved(rested.peek(), now)) timer = setTimeout(follow, rest);
      else follow();
    });
  }

  /** The derivation of what is shown with its derivatives, which are computed for those who ask. */
  wholeDerivation({ state, derivation }: Shown): Derivation {
    const whole = this.#whole.get(derivation) ?? this.core.derive(deriveInput(state));
    this.#whole.set(derivation, whole);
    return whole;
  }

  /** The texts of a part of the page, in the language that is spoken. @throws where they are not loaded */
  words<P extends Part>(part: P): Words[P] {
    return this.#vocabulary.words(part);
  }
  knows(part: Part): boolean {
    return this.#vocabulary.has(part);
  }
  /** Loads the texts of a part of the page, which change with the language from then on. */
  learn(part: Part): Promise<void> {
    return this.#vocabulary.load(part);
  }

  /** A part of the state: who reads it is not told when others change. */
  part<Key extends keyof State>(key: Key): State[Key] {
    let part = this.#parts.get(key);
    if (part === undefined) {
      part = computed(() => this.#state.value[key]);
      this.#parts.set(key, part);
    }
    return part.value as State[Key];
  }

  /** What a reader does: nothing where a teacher has taken away the control that would do it. */
  update(patch: Partial<State>): void {
    if (!this.#locked(patch)) this.set(patch);
  }

  #locked(patch: Partial<State>): boolean {
    const { hide } = this.#state.peek();
    if (hide.length === 0) return false;
    return [...controlsOf(this.#state.peek(), patch)].some((one) => one !== "" && this.locks(one));
  }

  /** What an address or the host page says. */
  set(patch: Partial<State>): void {
    const now = this.#state.peek();
    if (patch.step) this.toOpening.value = false;
    if (Object.entries(patch).every(([key, value]) => now[key as keyof State] === value)) return;
    const changed = dataKeys.filter((key) => key in patch && patch[key] !== now[key]);
    batch(() => {
      if (changed.length > 0) this.#remember(this.#moment(), dragged(now, patch, changed));
      this.#set(anew({ ...now, ...patch }, now));
    });
  }

  /** Own numbers that give way to a scene are kept. */
  #set(state: State): void {
    const now = this.#state.peek();
    if (now.scene === "custom" && state.scene !== "custom") this.own.value = dataOf(now);
    // The item that was pointed at may be gone.
    if ((this.lit.peek() ?? 0) >= state.values.length) this.lit.value = null;
    this.#state.value = state;
  }

  #moment(): Moment {
    return { data: dataOf(this.#state.peek()), opened: this.#opened.peek() };
  }

  /** Other numbers as a whole: it is to them that a reset leads back. */
  open(patch: Partial<State>, who: "reader" | "host" = "reader"): void {
    if (who === "reader" && this.#locked(patch)) return;
    // It is no part of a drag, neither of one before nor of one to come.
    this.#gesture = still;
    batch(() => {
      this.set(patch);
      this.#opened.value = dataOf(this.#state.peek());
    });
    this.#gesture = still;
  }

  #remember(before: Moment, keys: string): void {
    const at = Date.now();
    const { keys: earlier, at: then } = this.#gesture;
    const continues = keys !== "" && keys === earlier && at - then < gesturePause;
    this.#gesture = { keys, at };
    if (continues) return;
    const { past } = this.#history.peek();
    this.#history.value = { past: [...past.slice(1 - historyLength), before], future: [] };
  }

  /** Takes back the last change of the data; steps, views and languages are not data. */
  undo(): void {
    this.#travel("past", "future");
  }
  redo(): void {
    this.#travel("future", "past");
  }

  #travel(from: keyof History, to: keyof History): void {
    const history = this.#history.peek();
    const target = history[from].at(-1);
    if (target === undefined) return;
    const now = this.#state.peek();
    if (this.#locked(target.data)) return;
    this.#gesture = still;
    batch(() => {
      const moved = { [from]: history[from].slice(0, -1), [to]: [...history[to], this.#moment()] };
      this.#history.value = { ...history, ...moved };
      this.#opened.value = target.opened;
      this.#set({ ...now, ...target.data });
    });
  }

  setQuery(component: number, value: number): void {
    const { query } = this.#state.peek();
    if (!Object.is(query[component], value)) this.update({ query: query.with(component, value) });
  }

  openScene(scene: SceneId): void {
    this.open(scene === "custom" ? (this.own.peek() ?? { scene }) : sceneState(scene));
  }

  setOptions(patch: Partial<Options>): void {
    const { options } = this.#state.peek();
    if (Object.entries(patch).every(([key, value]) => options[key as keyof Options] === value))
      return;
    this.update({ options: { ...options, ...patch } });
  }

  /** Whether a control is to be left out. */
  hides(control: Control): boolean {
    return (this.mode.value === "present" && control !== "article") || this.locks(control);
  }

  /** Whether a teacher has taken it away: then nothing a reader does moves what it would move. */
  locks(control: Control): boolean {
    const hide = this.part("hide");
    return hide.includes(control) || (control !== "article" && hide.includes("controls"));
  }

  /** Shows a step; one that has still to be predicted is asked about first. */
  goTo(step: State["step"], who: "reader" | "host" = "reader"): void {
    if (who === "reader" && this.locks("step")) return;
    const { split, step: now } = this.#state.peek();
    if (this.mode.peek() === "predict" && this.prediction.asks(step, chain(split), now)) {
      this.reveal();
      return;
    }
    this.set({ step });
  }

  /** Shows the step that was asked about, if it was answered. */
  reveal(): void {
    const step = this.prediction.take();
    if (step === null) return;
    this.set({ step, options: { ...this.#state.peek().options, seen: true } });
  }

  /**
   * Moves along the chain, which has the opening before it on the full page; false at its end. The host page
   * may where the reader may not.
   */
  walk(by: 1 | -1, who: "reader" | "host" = "reader"): boolean {
    const { step, split } = this.#state.peek();
    const steps = chain(split);
    const next = steps[this.opening.peek() ? by - 1 : steps.indexOf(inChain(step, split)) + by];
    if (next === undefined) {
      this.toOpening.value = by < 0;
      return false;
    }
    this.goTo(next, who);
    return this.#state.peek().step === next;
  }

  setSplit(split: boolean): void {
    if (this.locks("step")) return;
    const { step } = this.#state.peek();
    this.prediction.dismiss();
    this.update({ split, step: split && step === "S7" ? "S7a" : inChain(step, split) });
  }
}

/** Another scene, or data of another width, is not looked at by the features chosen before. */
function anew(next: State, now: State): State {
  const widths = ({ values, keys }: State): string => [values[0]?.length, keys?.[0]?.length].join();
  const same = next.scene === now.scene && widths(next) === widths(now);
  // Who says how it is to be looked at means it.
  if (same || next.options !== now.options) return next;
  return { ...next, options: { ...next.options, axes: null, keyAxes: null, everyFeature: false } };
}

interface Moment {
  readonly data: Data;
  readonly opened: Data;
}

interface History {
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
}

const historyLength = 200;
/** No drag that could go on. */
const still = { keys: "", at: Number.NEGATIVE_INFINITY };
/** ms without a change that end a drag. */
const gesturePause = 700;

/** ms without a change after which numbers have come to rest. */
const rest = 150;

/** Whether nothing changed but numbers in their places: a moment later they may be others again. */
const numbersMoved = (before: Shown | null, now: Shown | null): boolean =>
  before !== null &&
  now !== null &&
  before.names === now.names &&
  before.features === now.features &&
  before.state.language === now.state.language &&
  before.state.step === now.state.step &&
  before.state.split === now.state.split;

/** What a drag moves: numbers in their places. Nothing where the shape or anything else changes. */
function dragged(now: State, patch: Partial<State>, changed: readonly (keyof State)[]): string {
  const { values = now.values, scene = now.scene } = patch;
  const opened = scene !== now.scene && scene !== "custom";
  const shaped = values.length === now.values.length && values[0]?.length === now.values[0]?.length;
  const numbers = ["values", "keys", "query", "parameters", "temperature"];
  // The first change of a scene's numbers takes its names along.
  const moved = changed.filter((key) => !["scene", "labels", "features"].includes(key));
  return shaped && !opened && moved.every((key) => numbers.includes(key)) ? moved.join() : "";
}

const dataKeys = [
  "scene",
  "values",
  "keys",
  "query",
  "labels",
  "features",
  "score",
  "parameters",
  "temperature",
  "mask",
] as const satisfies readonly (keyof State)[];
type Data = Pick<State, (typeof dataKeys)[number]>;

const dataOf = (s: State): Data => ({
  scene: s.scene,
  values: s.values,
  keys: s.keys,
  query: s.query,
  labels: s.labels,
  features: s.features,
  score: s.score,
  parameters: s.parameters,
  temperature: s.temperature,
  mask: s.mask,
});

function attempt(
  core: Core,
  input: DeriveInput,
): { readonly derivation: Derivation } | { readonly problem: Problem } {
  try {
    return { derivation: core.derive(input) };
  } catch (error) {
    if (!(error instanceof SoftmaxBridgeError)) throw error;
    const { code, argument, row, column } = error;
    return { problem: { code, argument, row, column } };
  }
}
