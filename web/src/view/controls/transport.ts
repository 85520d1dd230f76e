import { html, nothing, type ReactiveController, svg, type TemplateResult } from "lit";
import { animate } from "../motion.ts";
import type { StoreElement } from "../store-element.ts";

interface Transport {
  readonly names: { readonly previous: string; readonly play: string; readonly next: string };
  readonly playing: boolean;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** What stands on the button that goes on, where it is more than a sign. */
  readonly onward?: TemplateResult;
  readonly play: () => void;
  readonly walk: (by: 1 | -1) => void;
}

/** Back, play and forth; ← and → too, where one of them has the focus. */
export function transport({
  names,
  playing,
  atStart,
  atEnd,
  onward,
  play,
  walk,
}: Transport): TemplateResult {
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1 as const, ArrowRight: 1 as const }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    walk(by);
  };
  const button = (
    name: string,
    off: boolean,
    act: () => void,
    sign: unknown,
    label: TemplateResult | undefined = undefined,
  ): TemplateResult =>
    html`<button class=${label ? "onward" : ""} type="button" aria-label=${label ? nothing : name} title=${name} aria-disabled=${off} @click=${act}>
      ${label}<svg viewBox="0 0 16 16" aria-hidden="true">${sign}</svg>
    </button>`;
  return html`
    <div class="transport ltr" @keydown=${press}>
      ${button(names.previous, atStart, () => walk(-1), backward)}
      ${button(names.play, false, play, playing ? bars : triangle)}
      ${button(names.next, atEnd, () => walk(1), forward, onward)}
    </div>
  `;
}

const backward = svg`<path class="stroke" d="M10.5 3 5.5 8l5 5" />`;
const forward = svg`<path class="stroke" d="m5.5 3 5 5-5 5" />`;
const bars = svg`<path class="fill" d="M4 2.5h3v11H4zM9 2.5h3v11h-3z" />`;
const triangle = svg`<path class="fill" d="M3.5 2v12L14 8z" />`;

/** Keys that touch nothing. */
const passing: ReadonlySet<string> = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

/** The figure that an element is a part of, however deep. */
function figureAround(element: Element): Element {
  const root = element.getRootNode();
  return element.localName !== "softmax-bridge" && root instanceof ShadowRoot
    ? figureAround(root.host)
    : element;
}

/**
 * Plays something by itself until its end, until the reader touches anything of the figure, or until
 * the page is put out of sight.
 */
export class Player implements ReactiveController {
  readonly #host: StoreElement;
  #cancel: () => void = () => {};

  constructor(host: StoreElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener("visibilitychange", this.#look);
  }

  hostDisconnected(): void {
    document.removeEventListener("visibilitychange", this.#look);
    this.stop();
  }

  readonly #look = (): void => {
    if (document.hidden) this.stop();
  };

  /** Its own buttons know what they do. */
  readonly #touched = (event: Event): void => {
    if (event instanceof KeyboardEvent && passing.has(event.key)) return;
    const path = event.composedPath();
    const own = path.some((one) => one instanceof Element && one.matches(".transport, sb-pace"));
    if (!own && path.includes(figureAround(this.#host))) this.stop();
  };

  #listen(on: boolean): void {
    for (const type of ["pointerdown", "keydown"]) {
      if (on) document.addEventListener(type, this.#touched, true);
      else document.removeEventListener(type, this.#touched, true);
    }
  }

  get playing(): boolean {
    return this.#host.store.playing.peek();
  }

  stop(): void {
    this.#cancel();
    this.#listen(false);
    // Without a store nothing has ever played.
    if (this.#host.store) this.#host.store.playing.value = false;
  }

  /** From `from` on to 1, by shares of `length` ms. */
  run(from: number, length: number, show: (share: number) => void): void {
    this.#start();
    this.#cancel = animate((1 - from) * length, (share) => {
      // The end exactly: sums of shares round.
      if (this.playing) show(share === 1 ? 1 : from + (1 - from) * share);
      if (!this.playing || share === 1) this.stop();
    });
  }

  /** A step now and another whenever `dwell` ms have passed, until `step` finds none. */
  walk(dwell: () => number, step: () => boolean): void {
    this.#start();
    const go = (): void => {
      if (!this.playing || !step()) {
        this.stop();
        return;
      }
      const timer = setTimeout(go, dwell());
      this.#cancel = () => clearTimeout(timer);
    };
    go();
  }

  #start(): void {
    this.#cancel();
    this.#listen(true);
    this.#host.store.playing.value = true;
  }
}
