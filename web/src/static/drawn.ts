/**
 * The first view as it stands in the pages: the elements themselves, drawn at build time with the core's numbers.
 * Readers without scripts keep it; for all others the figure takes its place, drawn the same.
 */
import { LitElementRenderer, type RenderInfo, render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import { html, type TemplateResult } from "lit";
import type { Core } from "../core/core.ts";
import { writeLink } from "../model/link-state.ts";
import { initialState } from "../model/scenes.ts";
import { controls, type Language, languages, type State } from "../model/state.ts";
import { Store } from "../model/store.ts";
import { loadWords } from "../model/text/index.ts";
import "../view/derive/derive.ts";
import "../view/masthead.ts";
import "../view/opening/opening.ts";

/** What elements otherwise learn of the browser: how wide they are, what they drew before, their own style. */
class Drawer extends LitElementRenderer {
  static width = 0;
  static plane = 0;

  readonly #properties = new Map<string, string>();

  override connectedCallback(): void {
    const { element } = this;
    if ("width" in element)
      element.width = element.localName === "sb-plane" ? Drawer.plane : Drawer.width;
    Object.assign(element, {
      renderRoot: { querySelector: () => null, querySelectorAll: () => [] },
      style: { setProperty: (name: string, value: string) => this.#properties.set(name, value) },
    });
    super.connectedCallback();
  }

  override renderShadow(info: RenderInfo): ReturnType<LitElementRenderer["renderShadow"]> {
    const shadow = super.renderShadow(info);
    shadow?.push(() => {
      const own = Array.from(this.#properties, (property) => property.join(":")).join(";");
      return own === "" ? "" : `<style>:host{${own}}</style>`;
    });
    return shadow;
  }
}

/** Of an embed, as much as a phone shows of it at first: what is below is left to the figure. */
LitElementRenderer.renderOptions.push(({ constructor }) => ({
  disableSsr: constructor === customElements.get("sb-scene"),
}));

/** In px; `wide` is shown from 1000 on. */
const widths = { narrow: 390, wide: 1280 };

/** The question before the first step, in each language, for phones and for wide windows. */
export async function pageAsDrawn(core: Core): Promise<string> {
  const linkTo = (state: State): string => `#${writeLink(state)}`;
  const drawings: string[] = [];
  for (const language of languages) {
    const store = await storeOf(core, language);
    store.toOpening.value = true;
    const page = html`
      <sb-masthead .store=${store} .linkTo=${linkTo}></sb-masthead>
      <main><sb-opening .store=${store}></sb-opening></main>`;
    for (const [name, width] of Object.entries(widths))
      drawings.push(drawn(page, width, language, name));
  }
  return drawings.join("\n");
}

/** The first step, for phones: elsewhere, and in another language, its room is kept. */
export async function embedAsDrawn(core: Core): Promise<string> {
  const store = await storeOf(core, "en");
  store.set({ hide: controls });
  // Without the margins beside it.
  return drawn(html`<sb-derive .store=${store}></sb-derive>`, widths.narrow - 40, "en", "narrow");
}

const storeOf = async (core: Core, language: Language): Promise<Store> =>
  new Store(core, { ...initialState, language }, await loadWords(language, ["figure", "opening"]));

function drawn(view: TemplateResult, width: number, language: Language, name: string): string {
  Drawer.width = width;
  // Of the column beside the question, in a wide window.
  Drawer.plane = Math.min(405, width);
  const text = collectResultSync(render(view, { elementRenderers: [Drawer] }));
  return `<div slot="drawn" class="${name}" lang="${language}" inert>${text}</div>`;
}
