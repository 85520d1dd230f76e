import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { followable } from "../../model/address.ts";
import type { Mode } from "../../model/link-schema.ts";
import {
  attributesOf,
  chatLink,
  elementSnippet,
  frameSnippet,
  heights,
  linkLengths,
  siblingOf,
} from "../../model/share.ts";
import { type Control, controls } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import type { ShareText } from "../../model/text/index.ts";
import { closestAcrossRoots } from "../closest.ts";
import { whyKept } from "../complaint.ts";
import { copyField } from "../copy.ts";
import type { SoftmaxBridgeElement } from "../element.ts";
import { codeOf } from "../qr-code.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./share.css?inline";

const forms = ["page", "present", "predict", "worksheet", "results"] as const;

const offlineFile = "softmax-bridge-offline.html";

/** Opened as a file: then its own address leads nobody anywhere. */
const offline = location.protocol === "file:";
const isPublic = (address: string): boolean => /^https?:/.test(address);

/** In a frame without an origin of its own no download starts; a file has none, and may. */
const downloads = self.origin !== "null" || offline;

type Part = "link" | "chat" | "frame" | "element" | "file";

/** What came of the last wish, said beside what it was about. */
interface Result {
  readonly part: Part;
  readonly said: string;
  readonly done: boolean;
}

/**
 * The dialog that gives away what is shown: link, snippets, QR code, file. It opens when it is put in,
 * and fires `close` when the reader has done with it.
 */
export class Share extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    width: { state: true },
    height: { state: true },
    fitted: { state: true },
    form: { state: true },
    hide: { state: true },
    result: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare width: string;
  /** Empty: what the view needs. */
  declare height: string;
  declare fitted: boolean;
  /** The form that the link opens. */
  declare form: Mode;
  /** The controls that it leaves out; null: those that are left out here. */
  declare hide: readonly Control[] | null;
  declare result: Result | null;

  constructor() {
    super();
    this.width = "100%";
    this.height = "";
    this.fitted = true;
    this.form = "page";
    this.hide = null;
    this.result = null;
  }

  protected override firstUpdated(): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog === null) return;
    dialog.showModal();
    this.renderRoot.querySelector<HTMLElement>(".copy")?.focus();
    this.#keepInSight(dialog);
  }

  /** A frame as high as its content has no middle that the reader sees: there it opens in what is in sight. */
  #keepInSight(dialog: HTMLDialogElement): void {
    if (parent === self) return;
    const sight = new IntersectionObserver(([entry]) => {
      sight.disconnect();
      const { top = 0, height = 0 } = entry?.intersectionRect ?? {};
      if (height < 200 || height >= innerHeight) return;
      dialog.style.setProperty("--most", `${height - 2 * edge}px`);
      const above = Math.max(edge, (height - dialog.offsetHeight) / 2);
      dialog.style.setProperty("--from-top", `${top + above}px`);
    });
    sight.observe(document.documentElement);
  }

  async #copy(part: Part): Promise<void> {
    const field = this.renderRoot.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${part}`);
    if (field === null) return;
    const done = await copyField(field);
    const text = this.store.words("share");
    this.result = { part, done, said: done ? text.copied : text.selected };
  }

  /** The file with what is shown as what it starts from. */
  async #download(event: Event, link: string): Promise<void> {
    if (!downloads) return;
    event.preventDefault();
    const text = this.store.words("share");
    try {
      const page = startingAt(offline ? thisFile() : await fetched(link), link);
      const url = URL.createObjectURL(new Blob([page], { type: "text/html" }));
      Object.assign(document.createElement("a"), { href: url, download: offlineFile }).click();
      // The browser reads it after this turn.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      this.result = { part: "file", done: true, said: text.downloaded };
    } catch {
      this.result = { part: "file", done: false, said: text.fileMissing };
    }
  }

  #close(): void {
    this.renderRoot.querySelector("dialog")?.close();
  }

  /** Beside the dialog is not in it. */
  #press(event: PointerEvent): void {
    if (event.target === event.currentTarget) this.#close();
  }

  protected override render(): TemplateResult | null {
    const figure = closestAcrossRoots(this, "softmax-bridge");
    const shown = this.store.rested.value;
    if (figure === null || shown === null) return null;
    const text = this.store.words("share");
    const why = whyKept(this.store);
    const hide = this.hide ?? shown.state.hide;
    const link = figure.toLink({ hide, ...(this.form === "page" ? {} : { mode: this.form }) });
    const open = isPublic(link);
    return html`
      <dialog
        aria-labelledby="heading"
        @close=${() => this.dispatchEvent(new Event("close"))}
        @pointerdown=${this.#press}
      >
        <div class="sheet">
          <div class="head">
            <div>
              <h2 id="heading">${text.heading}</h2>
              <p>${text.intro}</p>
              ${why === null ? nothing : html`<p class="kept" role="alert">${text.kept(why)}</p>`}
            </div>
            <button type="button" class="close" aria-label=${text.close} title=${text.close} @click=${this.#close}>
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="m3 3 10 10M13 3 3 13" fill="none" stroke="currentColor" stroke-width="1.5" />
              </svg>
            </button>
          </div>
          <div class="columns">
            <div>
              ${offline ? this.#address(text, figure) : nothing}
              ${open ? this.#fields(text, link, figure.heading, shown) : nothing}
            </div>
            <div>
              ${open ? this.#code(text, link) : nothing}
              ${this.#file(text, link)}
              ${this.#class(text, hide)}
            </div>
          </div>
        </div>
      </dialog>
    `;
  }

  #fields(text: ShareText, link: string, title: string, shown: Shown): TemplateResult {
    const { width, fitted } = this;
    const { column, wide } = heights[shown.state.view];
    const height = this.height || String(fitted ? wide : column);
    const { colon, scene } = this.store.text.value;
    const said = title + colon + scene.headings.hard(shown.summary);
    const frame = frameSnippet(link, { title, said, width, height, fitted });
    return html`
              ${this.#field(text, "link", text.link, link, linkNote(link.length, text))}
              ${this.#field(text, "chat", text.chat, chatLink(link), text.chatNote)}
              ${this.#field(text, "frame", text.frame, frame, text.frameNote, this.#frameChoices(text, height))}
              ${this.#field(text, "element", text.element, elementSnippet(link, said, wide), text.elementNote)}
    `;
  }

  /** Of a file: where others find the page. It goes along into the file that is saved. */
  #address(text: ShareText, figure: SoftmaxBridgeElement): TemplateResult {
    return html`
      <section>
        <div class="name"><label for="address">${text.address}</label></div>
        <div class="field">
          <input id="address" class="ltr" type="url" inputmode="url" autocomplete="off" spellcheck="false"
            placeholder="https://" aria-describedby="address-note" .value=${figure.base ?? ""}
            @input=${(event: Event) => {
              const typed = (event.target as HTMLInputElement).value.trim();
              figure.base = isPublic(typed) && followable(typed) ? typed : null;
              this.requestUpdate();
            }} />
        </div>
        <p id="address-note">${text.addressNote}</p>
      </section>
    `;
  }

  /** A text to take along. Addresses stand on one line, snippets on several. */
  #field(
    text: ShareText,
    part: Part,
    name: string,
    value: string,
    note: string,
    choices: TemplateResult | typeof nothing = nothing,
  ): TemplateResult {
    const snippet = part === "frame" || part === "element";
    const said = this.result?.part === part ? this.result : null;
    return html`
      <section>
        <div class="name">
          <label for=${part}>${name}</label>
          ${snippet ? nothing : html`<span class="length">${text.length(value.length)}</span>`}
        </div>
        <div class="field">
          ${
            snippet
              ? html`<textarea id=${part} class="ltr" rows=${value.split("\n").length} readonly
                  aria-describedby="${part}-note" spellcheck="false" .value=${value}></textarea>`
              : html`<input id=${part} class="ltr" readonly aria-describedby="${part}-note"
                  spellcheck="false" .value=${value} @focus=${selectAll} />`
          }
          <button type="button" class="copy" aria-label=${text.copyWhat(name)}
            @click=${() => this.#copy(part)}>
            ${text.copy}
          </button>
        </div>
        <output for=${part} class=${said?.done ? "done" : ""}>${said?.said}</output>
        ${choices}
        <p id="${part}-note">${note}</p>
      </section>
    `;
  }

  #frameChoices(text: ShareText, height: string): TemplateResult {
    const read = (event: Event): string =>
      (event.target as HTMLInputElement).value.trim().replace(/[^\d%]/g, "");
    return html`
      <div class="choices">
        <label>${text.width}
          <input size="5" inputmode="numeric" autocomplete="off" .value=${this.width}
            @input=${(event: Event) => {
              this.width = read(event) || "100%";
            }} />
        </label>
        <label>${text.height}
          <input size="5" inputmode="numeric" autocomplete="off" .value=${height}
            @input=${(event: Event) => {
              this.height = read(event);
            }} />
        </label>
        <label class="check">
          <input type="checkbox" .checked=${this.fitted}
            @change=${(event: Event) => {
              this.fitted = (event.target as HTMLInputElement).checked;
            }} />
          ${text.fitted}
        </label>
      </div>
    `;
  }

  #code(text: ShareText, link: string): TemplateResult {
    const code = codeOf(link);
    return html`
      <section class="code">
        <h3>${text.code}</h3>
        ${
          code === null
            ? html`<p>${text.codeTooLong}</p>`
            : html`
                <svg viewBox="0 0 ${code.size} ${code.size}" role="img" aria-label="${text.code}${this.store.text.value.colon}${link}">
                  <rect width=${code.size} height=${code.size} fill="#fff" />
                  <path d=${code.path} fill="#000" shape-rendering="crispEdges" />
                </svg>
                <p>${text.codeNote}</p>
              `
        }
      </section>
    `;
  }

  /** What a teacher sets before handing out the link. */
  #class(text: ShareText, hide: readonly Control[]): TemplateResult {
    const all = hide.includes("controls");
    // What was taken away here is not given back by a link of one's own.
    const locked = (control: Control): boolean =>
      this.store.locks(control) || (all && control !== "controls" && control !== "article");
    const toggle = (control: Control, on: boolean): void => {
      const others = hide.filter((one) => one !== control);
      this.hide = on ? [...others, control] : others;
    };
    return html`
      <section class="class">
        <h3>${text.class}</h3>
        <label class="form">${text.form}
          <select @change=${(event: Event) => {
            this.form = (event.target as HTMLSelectElement).value as Mode;
          }}>
            ${forms.map(
              (form) =>
                html`<option value=${form} ?selected=${form === this.form}>${text.forms[form]}</option>`,
            )}
          </select>
        </label>
        <details>
          <summary>${text.without}</summary>
          <div class="hide">
            ${controls.map(
              (control) => html`
                <label>
                  <input type="checkbox" .checked=${all ? control !== "article" : hide.includes(control)}
                    ?disabled=${locked(control)}
                    @change=${(event: Event) =>
                      toggle(control, (event.target as HTMLInputElement).checked)} />
                  ${text.controls[control]}
                </label>
              `,
            )}
          </div>
        </details>
      </section>
    `;
  }

  #file(text: ShareText, link: string): TemplateResult {
    const said = this.result?.part === "file" ? this.result : null;
    return html`
      <section>
        <h3>${text.file}</h3>
        <p>${text.fileNote}</p>
        <a href=${siblingOf(link, offlineFile)} target="_blank" rel="noopener"
          @click=${(event: Event) => this.#download(event, link)}>${text.download}</a>
        <output class=${said?.done ? "done" : ""}>${said?.said}</output>
      </section>
    `;
  }
}

/** A page that was opened as a file cannot fetch itself; it writes down what it is. */
function thisFile(): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  const figure = copy.querySelector("softmax-bridge");
  for (const { name } of Array.from(figure?.attributes ?? [])) figure?.removeAttribute(name);
  return `<!doctype html>\n${copy.outerHTML}`;
}

async function fetched(link: string): Promise<string> {
  const response = await fetch(new URL(offlineFile, link));
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

/** The file knows what it starts from, and where others find the page. */
function startingAt(file: string, link: string): string {
  const base = isPublic(link) ? ` base="${new URL(".", link).href}"` : "";
  const said = attributesOf(link);
  const mode = / mode=/.test(` ${said}`) ? "" : ' mode="page"';
  return file.replace(/<softmax-bridge\b(?: mode="\w+")?/, () =>
    `<softmax-bridge${mode}${base} ${said}`.trimEnd(),
  );
}

/** Around the dialog, px. */
const edge = 12;

const selectAll = (event: Event): void => (event.target as HTMLInputElement).select();

function linkNote(length: number, text: ShareText): string {
  if (length > linkLengths.cut) return text.tooLong;
  return length > linkLengths.aim ? text.long : text.linkNote;
}

customElements.define("sb-share", Share);
