import { html, type TemplateResult, unsafeCSS } from "lit";
import type { Article as ArticleText, Block, Figure, Sentence } from "../../model/article.ts";
import { readPairs } from "../../model/link-state.ts";
import type { Marked } from "../../model/marked.ts";
import type { Summary } from "../../model/summary.ts";
import { richText } from "../rich-text.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./article.css?inline";
import "./kink.ts";
import "../overflow.ts";
import "./sampler.ts";
import "./steps.ts";

/** The text around the figure, with the numbers that stand in it. */
export class Article extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  protected override render(): TemplateResult | null {
    const shown = this.store.rested.value;
    if (shown === null) return null;
    const article: ArticleText = this.store.words("article");
    return html`
      <article @click=${this.#go}>
        ${article.sections.map(
          (section) => html`
            <section id=${section.id}>
              <h2>${section.heading}</h2>
              ${section.blocks.map((block) => this.#block(block, shown.summary))}
            </section>
          `,
        )}
      </article>
    `;
  }

  /** A link to a place of the figure leads there with what is shown, not with what its address would. */
  #go(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const [target] = event.composedPath();
    const link = target instanceof Element ? target.closest("a")?.getAttribute("href") : null;
    const [, key, value] = /^#(\w+)=(\w+)$/.exec(link ?? "") ?? [];
    if (key === undefined) return;
    event.preventDefault();
    const { state } = readPairs(new Map([[key, value ?? ""]]));
    if (key === "view") this.store.update({ view: state.view });
    else if (key === "scene") this.store.openScene(state.scene);
    else this.store.update({ step: state.step, split: state.split });
    scrollTo({ top: 0, behavior: "instant" });
  }

  #block(block: Block, summary: Summary): TemplateResult {
    switch (block.kind) {
      case "text":
        return html`<p>${richText(said(block.text, summary))}</p>`;
      case "points":
        return html`<ul>${block.points.map((p) => html`<li>${richText(said(p, summary))}</li>`)}</ul>`;
      case "figure":
        return this.#figure(block.figure);
    }
  }

  #figure(figure: Figure): TemplateResult {
    switch (figure) {
      case "steps":
        return html`<sb-steps .store=${this.store}></sb-steps>`;
      case "kink":
        return html`<sb-kink .store=${this.store}></sb-kink>`;
      case "sampler":
        return html`<sb-sampler .store=${this.store}></sb-sampler>`;
      case "overflow":
        return html`<sb-overflow .store=${this.store}></sb-overflow>`;
    }
  }
}

const said = (sentence: Sentence, summary: Summary): Marked =>
  typeof sentence === "function" ? sentence(summary) : sentence;

customElements.define("sb-article", Article);
