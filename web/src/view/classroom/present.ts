import { html, nothing, type PropertyValues, svg, type TemplateResult, unsafeCSS } from "lit";
import { format } from "../../model/format.ts";
import { Lab } from "../../model/lab.ts";
import {
  givenNumbers,
  type Question,
  type QuestionId,
  questionOn,
  questionsOf,
} from "../../model/question.ts";
import { chain, inChain, type State } from "../../model/state.ts";
import type { Shown, Store } from "../../model/store.ts";
import type { Classroom } from "../../model/text/index.ts";
import { codeOf } from "../qr-code.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import { columns } from "./drawings.ts";
import css from "./present.css?inline";
import { itemsShown, type Screen, screensOf } from "./screens.ts";

/** What covers the picture: the keys, the code, nothing at all on the wall, a question. */
type Cover = "keys" | "code" | "black" | "question" | "answer";

/** How long the keys are told at the start, ms. */
const told = 3000;

/** A deck for a projector: one idea a screen, run by keys or a clicker. */
export class Present extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    page: {},
    place: { state: true },
    cover: { state: true },
    room: { state: true },
    asked: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The address of the full page with what is shown. */
  declare page: string;
  /** Which of the screens stands on the wall. */
  declare place: number;
  declare cover: Cover | null;
  /** The width of a screen in thousandths of its height. */
  declare room: number;
  /** The question that is put to the class, of those that the view has. */
  declare asked: number;

  #screens: readonly Screen[] = [];
  #view: State["view"] | null = null;
  #lab: Lab | null = null;
  #labOf: Store | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.place = 0;
    this.cover = "keys";
    this.room = 0;
    this.asked = -1;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#measure();
    addEventListener("keydown", this.#press);
    addEventListener("resize", this.#measure);
    this.#timer = setTimeout(() => {
      if (this.cover === "keys") this.cover = null;
    }, told);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#press);
    removeEventListener("resize", this.#measure);
    clearTimeout(this.#timer);
    this.#lab?.dispose();
    this.#lab = null;
    this.#labOf = null;
  }

  /** As the style sheet has it: five hundredths of the height on either side. */
  readonly #measure = (): void => {
    this.room = Math.round((1000 * innerWidth) / Math.max(1, innerHeight)) - 100;
  };

  readonly #press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = this.#acts[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  readonly #acts: Readonly<Record<string, () => void>> = {
    ArrowRight: () => this.#walk(1),
    ArrowDown: () => this.#walk(1),
    PageDown: () => this.#walk(1),
    " ": () => this.#walk(1),
    Enter: () => this.#walk(1),
    ArrowLeft: () => this.#walk(-1),
    ArrowUp: () => this.#walk(-1),
    PageUp: () => this.#walk(-1),
    Home: () => this.#goTo(0),
    End: () => this.#goTo(this.#screens.length - 1),
    b: () => this.#toggle("black"),
    ".": () => this.#toggle("black"),
    q: () => this.#toggle("code"),
    "?": () => this.#toggle("keys"),
    h: () => this.#toggle("keys"),
    a: () => this.#ask(),
    f: () => void this.#fullScreen(),
    Escape: () => this.#leave(),
  };

  #toggle(cover: Cover): void {
    this.cover = this.cover === cover ? null : cover;
  }

  /** A question is revealed before the deck goes on; whatever else covers the picture only goes. */
  #walk(by: 1 | -1): void {
    const cover = this.cover;
    if (cover === "question" && by === 1) {
      this.cover = "answer";
      return;
    }
    this.cover = null;
    if (cover === null || cover === "keys" || cover === "answer") this.#goTo(this.place + by);
  }

  #goTo(place: number): void {
    this.cover = null;
    const next = this.#screens[place];
    if (next === undefined) return;
    const { options, ...rest } = next.state as Partial<State>;
    const now = this.store.state.peek();
    const patch: Partial<State> =
      options === undefined ? rest : { ...rest, options: { ...now.options, ...options } };
    this.store.update(patch);
    // A step that a teacher has locked is not gone to.
    if (shows(next, this.store.state.peek())) this.place = place;
  }

  #questions(): readonly QuestionId[] {
    const { view, step, split } = this.store.state.peek();
    if (view !== "derive") return questionsOf(view);
    const ids = chain(split);
    const next = ids[ids.indexOf(inChain(step, split)) + 1];
    return next === undefined || next === "S1" ? [] : [next];
  }

  /** The question on what comes next; once more, the next question. */
  #ask(): void {
    const { length } = this.#questions();
    if (length === 0) return;
    this.asked =
      this.cover === "question" || this.cover === "answer"
        ? this.asked + 1
        : Math.max(0, this.asked);
    this.asked %= length;
    this.cover = "question";
  }

  async #fullScreen(): Promise<void> {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      // A frame that may not: the picture is as large as the frame.
    }
  }

  #leave(): void {
    if (this.cover !== null) this.cover = null;
    else this.dispatchEvent(new Event("leave"));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const shown = this.store.shown.value;
    if (shown === null) return;
    const { state } = shown;
    if (state.view === "gradient" && this.#labOf !== this.store) {
      this.#lab?.dispose();
      this.#labOf = this.store;
      this.#lab = new Lab(this.store);
    }
    this.#screens = screensOf({ store: this.store, shown, lab: this.#lab });
    const current = this.#screens[this.place];
    if (this.#view === state.view && current !== undefined && shows(current, state)) return;
    this.#view = state.view;
    this.place = Math.max(
      0,
      this.#screens.findIndex((screen) => shows(screen, state)),
    );
  }

  protected override render(): TemplateResult | typeof nothing {
    const shown = this.store.shown.value;
    if (shown === null) return nothing;
    return html`
      <section class="screen" aria-live="polite">${this.#screens[this.place]?.draw(this.room) ?? nothing}</section>
      ${this.#covered(shown)}
    `;
  }

  #covered(shown: Shown): TemplateResult | typeof nothing {
    const text = this.store.words("classroom").present;
    switch (this.cover) {
      case null:
        return nothing;
      case "black":
        return html`<div class="cover black" role="status" aria-label=${text.black}></div>`;
      case "keys":
        return html`<div class="cover keys">
          <h2>${text.label}</h2>
          <dl>${text.keys.map(([keys, what]) => html`<div><dt>${keys}</dt><dd>${what}</dd></div>`)}</dl>
        </div>`;
      case "code":
        return this.#code();
      default:
        return this.#question(shown, this.cover === "answer");
    }
  }

  #code(): TemplateResult {
    const text = this.store.words("classroom").present;
    // A file's own address leads nobody to it.
    if (!/^https?:/.test(this.page))
      return html`<div class="cover code"><p>${text.noAddress}</p></div>`;
    const code = codeOf(this.page);
    return html`<div class="cover code">
      ${
        code === null
          ? html`<p>${text.noCode}</p>`
          : svg`<svg viewBox="0 0 ${code.size} ${code.size}" role="img" aria-label=${text.code} shape-rendering="crispEdges"><path d=${code.path} /></svg>`
      }
      <p class="address">${this.page}</p>
    </div>`;
  }

  #question(shown: Shown, answered: boolean): TemplateResult | typeof nothing {
    const id = this.#questions()[this.asked] ?? this.#questions()[0];
    if (id === undefined) return nothing;
    const text = this.store.words("classroom").predict;
    const question = questionOn(id, shown, this.store);
    const words = text.questions[id];
    const [given] = question.given;
    return html`<div class="cover question">
      <h2>${text.expect}</h2>
      <p class="ask">${words.ask(question.facts)}</p>
      <div class="body">${given === undefined ? nothing : this.#given(question, given, shown)}</div>
      <p class="said" role="status">${
        answered
          ? `${text.shown(answerOf(question, shown.names, text))} ${words.why(question.facts)}`
          : nothing
      }</p>
    </div>`;
  }

  #given(question: Question, given: Question["given"][number], shown: Shown): TemplateResult {
    const numbers = givenNumbers(given, question, shown);
    const label = this.store.words("classroom").predict.given[given](question.facts);
    const all = itemsShown(shown.derivation).map((i) => ({
      name: shown.names[i] ?? "",
      value: numbers[i] ?? 0,
      kind: "plain" as const,
    }));
    return columns(all, this.room, label);
  }
}

/** Whether the state is what a screen shows. */
const shows = ({ state }: Screen, now: State): boolean => {
  const { options = {}, ...rest } = state as Partial<State>;
  return (
    Object.entries(rest).every(([key, value]) => Object.is(now[key as keyof State], value)) &&
    Object.entries(options).every(([key, value]) =>
      Object.is(now.options[key as keyof State["options"]], value),
    )
  );
};

function answerOf(
  question: Question,
  names: readonly string[],
  text: Classroom["predict"],
): string {
  switch (question.kind) {
    case "item":
      return question.right.map((i) => text.named(names[i] ?? "")).join(", ");
    case "choice":
      return text.choices[question.right];
    case "number":
      return format(question.right);
  }
}

customElements.define("sb-present", Present);
