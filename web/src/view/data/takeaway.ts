import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { sourceArticle } from "../../model/article.ts";
import { type ExportKind, exportAs, exportKinds, exportNames } from "../../model/export.ts";
import { type Table, tableInCsv, tableInJson } from "../../model/export-data.ts";
import { featureNames, itemNames } from "../../model/names.ts";
import type { Shown } from "../../model/store.ts";
import type { DataText } from "../../model/text/index.ts";
import { closestAcrossRoots } from "../closest.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./takeaway.css?inline";

const pictureKinds = ["svg", "png"] as const;
type PictureKind = (typeof pictureKinds)[number];

/** What came of a wish, as long as the figure shows what it was about. */
interface Result {
  readonly of: Shown;
  readonly said: string;
  readonly file?: Download;
  /** A text to be copied by hand, under its name. */
  readonly text?: string;
  readonly name?: string;
}

interface Download {
  readonly name: string;
  readonly url: string;
}

/** In a frame without an origin of its own no download starts, and none says so. */
const downloads = self.origin !== "null";

/** Everything that is shown, to be used elsewhere: as code, as numbers, as a picture. */
export class Takeaway extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    offers: { attribute: false },
    result: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** What a view has to give besides its picture; null: what the derivation has. */
  declare offers: readonly Offer[] | null;
  declare result: Result | null;

  constructor() {
    super();
    this.offers = null;
    this.result = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#answer(null);
  }

  #copyAs(kind: ExportKind): Promise<void> {
    // Names as they were given, not as they stand in texts.
    return this.#copy(exportNames[kind], endings[kind], (of) => {
      const [names, features] = [itemNames(of.state), featureNames(of.state)];
      return exportAs(kind, { ...of, names, features });
    });
  }

  /** @param ending of the name of the file */
  async #copy(name: string, ending: string, write: (of: Shown) => string | null): Promise<void> {
    const of = this.store.shown.peek();
    if (of === null) return;
    const { data } = this.store.words("data");
    const text = write(of);
    if (text === null) {
      this.#answer({ of, said: data.nothingYet });
      return;
    }
    const file = fileOf(`${fileName(of)}${ending}`, new Blob([text], { type: "text/plain" }));
    try {
      await navigator.clipboard.writeText(text);
      this.#answer({ of, file, said: data.copied(name) });
    } catch {
      // There is no clipboard without https, nor in a frame that was not given one.
      this.#answer({ of, file, said: data.copyFailed, name, text });
    }
  }

  async #draw(kind: PictureKind): Promise<void> {
    const of = this.store.shown.peek();
    const figure = closestAcrossRoots(this, ".figure");
    const page = closestAcrossRoots(this, "softmax-bridge");
    if (of === null || figure === null || page === null) return;
    const { data } = this.store.words("data");
    const { semicolon, stop } = data;
    const text = { ...this.store.text.peek(), semicolon, stop };
    try {
      const address = page.toLink();
      const paper = getComputedStyle(page).backgroundColor;
      const after = data.after(sourceArticle);
      const subject = { shown: of, text, after, address, paper };
      const { drawPicture, drawView, pngOf } = await import("../picture/picture.ts");
      const picture = await (this.offers === null ? drawPicture : drawView)(figure, subject);
      const svg = new Blob([picture.svg], { type: "image/svg+xml" });
      const blob = kind === "svg" ? svg : await pngOf(picture);
      const { step, view } = of.state;
      const part = this.offers === null ? step : view;
      const file = fileOf(`${fileName(of)}-${part}.${kind}`, blob);
      const said = downloads ? data.pictureReady(kind.toUpperCase()) : data.noDownloads;
      this.#answer({ of, file, said });
      await this.updateComplete;
      this.renderRoot.querySelector("a")?.click();
    } catch {
      this.#answer({ of, said: data.pictureFailed });
    }
  }

  #answer(result: Result | null): void {
    if (this.result?.file) URL.revokeObjectURL(this.result.file.url);
    this.result = result;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has("result")) this.renderRoot.querySelector("textarea")?.select();
  }

  protected override render(): TemplateResult {
    const { data } = this.store.words("data");
    const { result } = this;
    const now = result !== null && this.store.rested.value === result.of ? result : null;
    return html`
      ${
        this.offers === null
          ? group(
              data.copyAs,
              exportKinds.map((kind) => ({
                name: exportNames[kind],
                take: () => this.#copyAs(kind),
              })),
            )
          : this.offers.map(({ label, table }) =>
              group(
                data.tables[label],
                tableKinds.map(({ name, write }) => ({
                  name,
                  take: () => {
                    const made = table();
                    return this.#copy(
                      name,
                      `-${made?.name}.${name.toLowerCase()}`,
                      () => made && write(made),
                    );
                  },
                })),
              ),
            )
      }
      ${group(
        data.picture,
        pictureKinds.map((kind) => ({ name: kind.toUpperCase(), take: () => this.#draw(kind) })),
      )}
      <div class="result">
        <span role="status">${now?.said}</span>
        ${now?.file ? this.#file(now.file) : nothing}
      </div>
      ${
        now?.text === undefined
          ? nothing
          : html`<textarea class="ltr" rows="8" readonly aria-label=${now.name} .value=${now.text}></textarea>`
      }
    `;
  }

  #file({ name, url }: Download): TemplateResult | typeof nothing {
    const { data } = this.store.words("data");
    if (downloads) return html`<a href=${url} download=${name}>${data.download(name)}</a>`;
    return /\.(svg|png)$/.test(name) ? html`<img src=${url} alt=${name} />` : nothing;
  }
}

/** A table of a view, worked out when it is asked for; null where there is none yet. */
export interface Offer {
  readonly label: keyof DataText["data"]["tables"];
  readonly table: () => Table | null;
}

const tableKinds = [
  { name: "CSV", write: tableInCsv },
  { name: "JSON", write: tableInJson },
] as const;

interface Choice {
  readonly name: string;
  readonly take: () => void;
}

const group = (label: string, choices: readonly Choice[]): TemplateResult => html`
  <div class="kinds" role="group" aria-label=${label}>
    <span aria-hidden="true">${label}</span>
    <div>
      ${choices.map(
        ({ name, take }) => html`<button type="button" @click=${take}>${name}</button>`,
      )}
    </div>
  </div>
`;

const endings: Readonly<Record<ExportKind, string>> = {
  numpy: "-numpy.py",
  pytorch: "-pytorch.py",
  cpp: ".cpp",
  latex: ".tex",
  csv: ".csv",
  json: ".json",
};

const fileName = ({ state }: Shown): string => `softmax-bridge-${state.scene}`;

const fileOf = (name: string, content: Blob): Download => ({
  name,
  url: URL.createObjectURL(content),
});

customElements.define("sb-takeaway", Takeaway);
