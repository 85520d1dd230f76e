import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import type { StepId } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import { type Question as Asked, judge, questionOn } from "../../model/question.ts";
import { chain } from "../../model/state.ts";
import type { Classroom } from "../../model/text/index.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./question.css?inline";

type Outcome = "right" | "wrong" | "shown";

/** Asks what the reader expects of the next step, and shows the step when they have answered. */
export class Question extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    answer: { state: true },
    outcome: { state: true },
    complaint: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare answer: string;
  /** Null until it was checked. */
  declare outcome: Outcome | null;
  declare complaint: boolean;

  #step: StepId | null = null;

  constructor() {
    super();
    this.#clear();
  }

  #clear(): void {
    this.answer = "";
    this.outcome = null;
    this.complaint = false;
  }

  protected override willUpdate(): void {
    const step = this.store.prediction.asked.peek();
    if (step === this.#step) return;
    this.#step = step;
    this.#clear();
  }

  protected override updated(): void {
    // Where the keyboard goes on: to the answer, then to the button that shows the step.
    this.renderRoot.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
  }

  #check(event: Event, question: Asked): void {
    event.preventDefault();
    if (this.outcome !== null) {
      this.store.reveal();
      return;
    }
    const verdict = judge(question, this.answer.trim());
    this.complaint = verdict === null;
    if (verdict !== null) this.#end(verdict ? "right" : "wrong");
  }

  #end(outcome: Outcome): void {
    this.outcome = outcome;
    this.complaint = false;
    this.store.prediction.outcome.value = outcome === "right";
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const step = store.prediction.asked.value;
    const shown = store.shown.value;
    if (step === null || shown === null) return this.#score();
    const text = store.words("classroom").predict;
    const question = questionOn(step, shown);
    const item = question.kind === "number" ? (shown.names[question.item] ?? "") : "";
    return html`
      <form @submit=${(event: Event) => this.#check(event, question)}>
        <h2>${text.before(step)}</h2>
        <p class="ask">${text.ask[step](shown.summary, item)}</p>
        <div class="reply">
          ${this.#field(question, shown.names, text)}
          ${
            this.outcome === null
              ? html`
                  <button class="primary">${text.check}</button>
                  <button type="button" @click=${() => this.#end("shown")}>${text.show}</button>
                `
              : html`<button class="primary" data-first>${text.go}</button>`
          }
        </div>
        <p class="verdict ${this.outcome ?? ""}" role="status">${this.#verdict(question, shown.names, text)}</p>
      </form>
    `;
  }

  #field(question: Asked, names: readonly string[], text: Words): TemplateResult {
    const done = this.outcome !== null;
    const take = (event: Event): void => {
      this.answer = (event.target as HTMLInputElement | HTMLSelectElement).value;
      this.complaint = false;
    };
    if (question.kind === "number")
      return html`<input
        class="ltr"
        type="text"
        inputmode="decimal"
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
        : [
            ["yes", text.yes],
            ["no", text.no],
          ];
    return html`<select aria-label=${text.answer} ?disabled=${done} ?data-first=${!done} @change=${take}>
      <option value="" ?selected=${this.answer === ""}>${text.choose}</option>
      ${choices.map(
        ([value, name]) =>
          html`<option value=${value} ?selected=${this.answer === value}>${name}</option>`,
      )}
    </select>`;
  }

  #verdict(question: Asked, names: readonly string[], text: Words): string {
    if (this.complaint) return text.noAnswer;
    if (this.outcome === null) return "";
    if (this.outcome === "right") return text.right;
    const right =
      question.kind === "item"
        ? question.right.map((i) => text.named(names[i] ?? "")).join(this.store.text.value.comma)
        : question.kind === "number"
          ? format(question.right)
          : question.right
            ? text.yes
            : text.no;
    return this.outcome === "wrong" ? text.wrong(right) : text.shown(right);
  }

  /** How it went, at the end of the chain. */
  #score(): TemplateResult | typeof nothing {
    const { store } = this;
    const results = [...store.prediction.results.value.values()];
    const { step, split } = store.state.value;
    if (results.length === 0 || step !== chain(split).at(-1)) return nothing;
    const { score } = store.words("classroom").predict;
    return html`<p class="score" role="status">${score(results.filter(Boolean).length, results.length)}</p>`;
  }
}

type Words = Classroom["predict"];

customElements.define("sb-question", Question);
