import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { languages, type State, type Theme, themes, type ViewId, views } from "../model/state.ts";
import { translations } from "../model/text/index.ts";
import css from "./masthead.css?inline";
import { StoreElement, sharedStyles } from "./store-element.ts";
import { viewOf } from "./views.ts";

/** The page's top line: title, views, language and colours. */
export class Masthead extends StoreElement {
  static override properties = { ...StoreElement.properties, linkTo: { attribute: false } };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The address that shows a state. */
  declare linkTo: (state: State) => string;

  /** Goes there without loading the page again; with a modifier key, it opens as links do. */
  #open(event: MouseEvent, view: ViewId): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.store.update({ view });
  }

  /** The current view is in sight where there is no room for all. */
  protected override updated(): void {
    const nav = this.renderRoot.querySelector("nav");
    const current = nav?.querySelector<HTMLElement>("[aria-current]");
    if (!nav || !current || nav.scrollWidth <= nav.clientWidth) return;
    nav.scrollLeft =
      current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const text = store.text.value;
    const view = store.part("view");
    const language = store.language.value;
    const theme = store.part("theme");
    // The links of numbers that still move are nobody's.
    const state = store.rested.value?.state ?? store.state.peek();
    const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto";
    return html`
      <header class=${store.opening.value && view === "derive" ? "opening" : ""}>
        <h1>${text.title}</h1>
        ${
          store.hides("view") || store.mode.value === "predict"
            ? nothing
            : html`<nav aria-label=${text.viewsLabel}>
          ${views
            .filter((id) => id in viewOf)
            .map(
              (id) => html`
                <a
                  href=${this.linkTo({ ...state, view: id })}
                  aria-current=${id === view ? "page" : nothing}
                  @click=${(event: MouseEvent) => this.#open(event, id)}
                >${text.views[id]}</a>
              `,
            )}
        </nav>`
        }
        <div class="settings">
          ${
            store.hides("lang")
              ? nothing
              : html`<div class="languages">
            ${languages.map(
              (l) => html`
                <button
                  type="button"
                  lang=${l}
                  aria-label=${translations[l].name}
                  aria-pressed=${l === language}
                  @click=${() => store.update({ language: l })}
                ><span class="long">${translations[l].name}</span><span class="short" aria-hidden="true">${translations[l].mark}</span></button>
              `,
            )}
          </div>`
          }
          ${
            store.mode.value === "predict"
              ? nothing
              : html`<button
                  type="button"
                  class="present"
                  aria-label=${text.present}
                  @click=${() => this.dispatchEvent(new Event("present"))}
                >
                  <span class="long">${text.present}</span>
                  <svg class="short" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                    <path d="M1.5 2.5h13M2.5 2.5v8h11v-8M8 10.5v2m-2.5 2L8 12.5l2.5 2" fill="none" stroke="currentColor" stroke-width="1.5" />
                  </svg>
                </button>`
          }
          ${
            store.hides("share")
              ? nothing
              : html`<button
                  type="button"
                  aria-label=${text.share}
                  aria-haspopup="dialog"
                  @click=${() => this.dispatchEvent(new Event("share"))}
                >
                  <span class="long">${text.share}</span>
                  <svg class="short" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                    <path d="M8 10.5V1.5M4.75 4.5 8 1.25l3.25 3.25M4.5 7.5H2.75v7h10.5v-7H11.5" fill="none" stroke="currentColor" stroke-width="1.5" />
                  </svg>
                </button>`
          }
          ${
            store.hides("theme")
              ? nothing
              : html`<button
                  type="button"
                  class="theme"
                  aria-label=${text.themeSwitch[theme]}
                  title=${text.themeSwitch[theme]}
                  @click=${() => store.update({ theme: nextTheme })}
                >
                  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                    <circle cx="8" cy="8" r="6.75" fill="none" stroke="currentColor" stroke-width="1.5" />
                    ${themeMark[theme]}
                  </svg>
                </button>`
          }
        </div>
      </header>
    `;
  }
}

const themeMark: Readonly<Record<Theme, SVGTemplateResult>> = {
  auto: svg`<path d="M8 1.25a6.75 6.75 0 0 1 0 13.5z" fill="currentColor" />`,
  light: svg`<circle cx="8" cy="8" r="2.25" fill="currentColor" />`,
  dark: svg`<circle cx="8" cy="8" r="6.75" fill="currentColor" />`,
};

customElements.define("sb-masthead", Masthead);
