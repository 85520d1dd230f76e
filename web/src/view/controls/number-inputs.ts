import { type Signal, signal } from "@preact/signals-core";
import { html, nothing, type TemplateResult } from "lit";
import { format, formatExact, parseNumber } from "../../model/format.ts";
import { inText } from "../../model/names.ts";

/** A number that can be typed. */
export interface NumberInput {
  /** Tells it from the other numbers of the same view. */
  readonly key: string;
  readonly label: string;
  /** The letter it has in the formulas, if any. */
  readonly symbol?: string;
  readonly value: number;
  /** Whether the reader may set it to that. */
  readonly accepts: (value: number) => boolean;
  readonly set: (value: number) => void;
  /** What is said of a text that is no such number. */
  readonly complaint: (typed: string) => string;
  /** Follows every key. One that does not waits for Enter, or until the field is left. */
  readonly live?: boolean;
  /** How the value stands in the field, so that it can be read back; with all digits by default. */
  readonly write?: (value: number) => string;
  /** The value so many steps away: for the arrow keys. */
  readonly stepped?: (steps: number) => number;
  /** Whether the value itself is wrong where it stands, though it may be typed. */
  readonly faulty?: boolean;
}

/** What a slider can be set to. */
export interface SliderRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Where the thumb stands for a value, and what it stands for there: the value itself by default. */
  readonly placeOf?: (value: number) => number;
  readonly valueAt?: (place: number) => number;
}

/** What is typed into a field. */
interface Draft {
  readonly typed: string;
  /** The number that the field had meanwhile: a draft is gone when that changes. */
  readonly value: number;
  /** Whether it was to be taken and is no number that can be. */
  readonly refused: boolean;
}

/** Steps of an arrow key with Shift. */
const stride = 8;

/**
 * The numbers of a view to type and to slide. What is typed stays in its field as it is until it is
 * taken, and what cannot be taken until it is corrected, or Escape brings the number back.
 */
export class NumberInputs {
  readonly drafts: Signal<ReadonlyMap<string, Draft>> = signal(new Map());

  /** What is typed into a field whose number is still `value`. */
  draft(key: string, value: number): Draft | null {
    const draft = this.drafts.value.get(key);
    return draft !== undefined && Object.is(draft.value, value) ? draft : null;
  }

  /** Why what is typed is not taken; null where nothing is refused. */
  refusal({ key, value, complaint }: NumberInput): string | null {
    const draft = this.draft(key, value);
    return draft?.refused ? complaint(inText(draft.typed)) : null;
  }

  field(input: NumberInput): TemplateResult {
    const { key, label, symbol = "", value, write = formatExact, faulty = false } = input;
    const refusal = this.refusal(input);
    const [written, exact] = [write(value), formatExact(value)];
    return html`<input
      class="number ltr"
      type="text"
      inputmode="decimal"
      autocomplete="off"
      spellcheck="false"
      data-cell=${key}
      aria-label=${symbol === "" ? label : `${label} ${symbol}`}
      aria-invalid=${refusal !== null || faulty ? "true" : nothing}
      title=${refusal ?? (written === exact ? nothing : exact)}
      .value=${this.draft(key, value)?.typed ?? written}
      @input=${(event: Event) => this.#type(input, (event.target as HTMLInputElement).value)}
      @blur=${() => this.#finish(input)}
      @keydown=${(event: KeyboardEvent) => this.#press(event, input)}
    />`;
  }

  slider(input: NumberInput, { from, to, step, placeOf, valueAt }: SliderRange): TemplateResult {
    const { label, symbol = "", value } = input;
    return html`<input
      class="ltr"
      type="range"
      min=${from}
      max=${to}
      step=${step}
      aria-label=${label}
      aria-valuetext=${symbol === "" ? format(value) : `${symbol} = ${format(value)}`}
      .value=${String(placeOf?.(value) ?? value)}
      @input=${(event: Event) => {
        const place = (event.target as HTMLInputElement).valueAsNumber;
        this.#set(input, valueAt?.(place) ?? place);
      }}
    />`;
  }

  #type(input: NumberInput, typed: string): void {
    const number = read(input, typed);
    const taken = input.live === true && number !== null;
    const refused = input.live === true && number === null;
    this.#keep(input.key, { typed, value: taken ? number : input.value, refused });
    if (taken && !Object.is(number, input.value)) input.set(number);
  }

  /** Takes what is typed, or says that it cannot. */
  #finish(input: NumberInput): void {
    const draft = this.draft(input.key, input.value);
    if (draft === null) return;
    const number = read(input, draft.typed);
    if (number === null) this.#keep(input.key, { ...draft, refused: true });
    else this.#set(input, number);
  }

  #set({ key, value, set }: NumberInput, next: number): void {
    this.#keep(key, null);
    if (!Object.is(next, value)) set(next);
  }

  #press(event: KeyboardEvent, input: NumberInput): void {
    // Enter and Escape may be for the characters that are being composed.
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter") this.#finish(input);
    else if (event.key === "Escape") {
      if (this.draft(input.key, input.value) === null) return;
      event.preventDefault();
      this.#keep(input.key, null);
    } else if (steps !== undefined && input.stepped !== undefined) {
      event.preventDefault();
      const next = input.stepped(event.shiftKey ? stride * steps : steps);
      if (input.accepts(next)) this.#set(input, next);
    }
  }

  #keep(key: string, draft: Draft | null): void {
    const before = this.drafts.peek();
    if (draft === null && !before.has(key)) return;
    const drafts = new Map(before);
    if (draft === null) drafts.delete(key);
    else drafts.set(key, draft);
    this.drafts.value = drafts;
  }
}

function read({ accepts }: NumberInput, typed: string): number | null {
  const number = parseNumber(typed, "any");
  return number !== null && accepts(number) ? number : null;
}
