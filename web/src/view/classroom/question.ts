import { effect } from "@preact/signals-core";
import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { format } from "../../model/format.ts";
import type { Try } from "../../model/prediction.ts";
import {
  type Question as Asked,
  givenNumbers,
  judge,
  type QuestionId,
  questionOn,
  questionsOf,
} from "../../model/question.ts";
import { questionsIn, setOf } from "../../model/result.ts";
import { chain } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import type { Classroom } from "../../model/text/index.ts";
import { icon } from "../icons.ts";
import { numeral } from "../numeral.ts";
import type { Drawn } from "../pieces.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./question.css?inline";
import { drawn, type Kept } from "./result.ts";

/** How often an answer may be tried before it is told. */
const tries = 2;

/**
 * Asks what the reader expects, and shows the figure when they have answered. While a question is
 * open the figure is not there at all: whatever it drew might answer.
 */
export class Question extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    figure: { attribute: false },
    answer: { state: true },
    wrong: { state: true },
    done: { state: true },
    complaint: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** What the answers open. */
  declare figure: Drawn;
  declare answer: string;
  /** The answers that were wrong. */
  declare wrong: readonly string[];
  /** Whether it is known, by an answer or by asking. */
  declare done: boolean;
  declare complaint: boolean;

  #id: QuestionId | null = null;
  #begun: (() => void) | undefined;

  constructor() {
    super();
    this.figure = nothing;
    this.#clear();
  }

  #clear(): void {
    this.answer = "";
    this.wrong = [];
    this.done = false;
    this.complaint = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#begun?.();
    this.#begun = undefined;
  }

  #open(): QuestionId | null {
    const { store } = this;
    const view = store.part("view");
    if (view === "derive") return store.prediction.asked.value as QuestionId | null;
    const results = store.prediction.results.value;
    return questionsOf(view).find((id) => !results.has(id)) ?? null;
  }

  protected override willUpdate(): void {
    const id = this.#open();
    if (id === this.#id) return;
    this.#id = id;
    this.#clear();
  }

  /** A link begins at the first step, unless it says that what comes before has been seen. */
  #early(): boolean {
    const { view, step, options } = this.store.state.value;
    return view === "derive" && step !== "S1" && !options.seen;
  }

  protected override updated(): void {
    this.#begun ??= effect(() => {
      if (!this.#early()) return;
      queueMicrotask(() => {
        this.store.prediction.dismiss();
        this.store.set({ step: "S1", split: false });
      });
    });
    // Where the keyboard goes on: to the answer, then to the button that goes on.
    this.renderRoot.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
  }

  #check(event: Event, question: Asked): void {
    event.preventDefault();
    if (this.done) {
      this.#goOn(question);
      return;
    }
    const verdict = judge(question, this.answer.trim());
    this.complaint = verdict === null;
    if (verdict === null) return;
    if (!verdict) this.wrong = [...this.wrong, this.answer];
    if (verdict) this.#end(this.wrong.length === 0 ? 1 : 2);
    else if (this.wrong.length >= tries) this.#end(0);
  }

  #end(outcome: Try): void {
    this.done = true;
    this.complaint = false;
    if (this.store.part("view") === "derive") this.store.prediction.outcome.value = outcome;
    this.#outcome = outcome;
  }
  #outcome: Try = 0;

  #goOn({ id }: Asked): void {
    if (this.store.part("view") === "derive") this.store.reveal();
    else this.store.prediction.record(id, this.#outcome);
  }

  protected override render(): Drawn {
    const { store } = this;
    if (this.#early()) return nothing;
    const id = this.#open();
    const shown = store.shown.value;
    if (id === null || shown === null) return html`${this.#result()}${this.figure}`;
    const text = store.words("classroom").predict;
    const question = questionOn(id, shown, store);
    const words = text.questions[id];
    return html`
      <form @submit=${(event: Event) => this.#check(event, question)}>
        <h2>${/^S/.test(id) ? text.before(id) : text.expect}</h2>
        <p class="ask">${words.ask(question.facts)}</p>
        ${this.#given(question, shown, text)}
        <div class="reply">
          ${this.#field(question, shown.names, text)}
          ${
            this.done
              ? html`<button class="primary" data-first>${text.go}</button>`
              : html`
                  <button class="primary">${text.check}</button>
                  <button type="button" @click=${() => this.#end(0)}>${text.show}</button>
                  ${
                    id.startsWith("S")
                      ? html`<button type="button" @click=${() => store.prediction.dismiss()}>${text.back}</button>`
                      : nothing
                  }
                `
          }
        </div>
        <p class="verdict ${this.#mood(question)}" role="status">${this.#verdict(question, shown, text)}</p>
      </form>
    `;
  }

  /** The numbers at hand, and none that is to be found. */
  #given(question: Asked, shown: Shown, text: Words): TemplateResult {
    const rows = question.given.map((id) => ({
      name: text.given[id](question.facts),
      numbers: givenNumbers(id, question, shown),
    }));
    return html`
      <div class="given">
        <table>
          <thead>
            <tr>
              <td></td>
              ${shown.names.map((name) => {
                const drawing = icon(name);
                return html`<th scope="col">${
                  drawing === null
                    ? nothing
                    : html`<svg viewBox="0 0 48 48" width="32" height="32" aria-hidden="true">${drawing}</svg>`
                }${name}</th>`;
              })}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ name, numbers }) => html`
                <tr>
                  <th scope="row">${name}</th>
                  ${Array.from(numbers, (x) => html`<td class="ltr" translate="no">${numeral(format(x))}</td>`)}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  #field(question: Asked, names: readonly string[], text: Words): TemplateResult {
    const { done } = this;
    const take = (event: Event): void => {
      this.answer = (event.target as HTMLInputElement | HTMLSelectElement).value;
      this.complaint = false;
    };
    if (question.kind === "number")
      return html`<input
        class="ltr"
        type="text"
        inputmode="text"
        autocomplete="off"
        aria-label=${text.answer}
        ?readonly=${done}
        ?data-first=${!done}
        .value=${this.answer}
        @input=${take}
      />`;
    const choices: ReadonlyArray<readonly [value: string, name: string]> =
      question.kind === "item"
        ? names.map((name, i) => [String(i), name] as const)
        : question.choices.map((value) => [value, text.choices[value]] as const);
    return html`<select aria-label=${text.answer} ?disabled=${done} ?data-first=${!done} @change=${take}>
      <option value="" ?selected=${this.answer === ""}>${text.choose}</option>
      ${choices.map(
        ([value, name]) =>
          html`<option value=${value} ?selected=${value === this.answer}>${name}</option>`,
      )}
    </select>`;
  }

  #mood(question: Asked): "" | "right" | "wrong" {
    if (this.done && judge(question, this.answer.trim())) return "right";
    return this.wrong.length > 0 ? "wrong" : "";
  }

  /** A wrong answer is told why, from the numbers at hand; what is right only at the end. */
  #verdict(question: Asked, shown: Shown, text: Words): string {
    if (this.complaint) return text.noAnswer;
    const said = this.wrong.at(-1) ?? "";
    const answered =
      question.kind === "item" && said !== ""
        ? format(shown.derivation.scores[Number(said)] ?? 0)
        : "";
    const why = text.questions[question.id].why({ ...question.facts, answered });
    if (this.done) {
      if (this.#mood(question) === "right") return `${text.right} ${why}`;
      return `${text.shown(this.#answerOf(question, shown.names, text))} ${why}`;
    }
    return this.wrong.length === 0 ? "" : `${text.wrong} ${why}`;
  }

  #answerOf(question: Asked, names: readonly string[], text: Words): string {
    switch (question.kind) {
      case "item":
        return question.right
          .map((i) => text.named(names[i] ?? ""))
          .join(this.store.text.value.comma);
      case "choice":
        return text.choices[question.right];
      case "number":
        return format(question.right);
    }
  }

  /** How it went, at the end. */
  #result(): TemplateResult | typeof nothing {
    const { store } = this;
    const all = store.prediction.results.value;
    const { step, split, ...state } = store.state.value;
    if (state.view === "derive" && step !== chain(split).at(-1)) return nothing;
    const set = setOf({ view: state.view, split });
    if (set === null || !questionsIn(set).some((id) => all.has(id))) return nothing;
    return html`<sb-result .store=${store} .set=${set} .kept=${this.#kept}></sb-result>`;
  }
  /** What stays of a reader who goes back and comes to the end again. */
  readonly #kept: Kept = { name: "", reader: drawn() };
}

type Words = Classroom["predict"];

customElements.define("sb-question", Question);
