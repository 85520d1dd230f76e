import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact } from "../../model/format.ts";
import { inText, shortened } from "../../model/names.ts";
import type { Bench, Cell, Found } from "../../model/scale/bench.ts";
import { wholeOf } from "../../model/scale/bench.ts";
import type { Area, Picture } from "../../model/scale/compute.ts";
import { drag } from "../controls/drag.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { cellAt, cellsOf, dotOf, including, moved, sameArea, widthOf, zoomed } from "./geometry.ts";
import css from "./maps.css?inline";
import { coloursOf, fullOf, isDrawn, type Kind, kinds, type Painted, paint } from "./paint.ts";

/** Where the maps stand, px. */
interface MapsLayout {
  readonly together: boolean;
  readonly size: number;
  /** Left of a map that has names, and above each. */
  readonly left: number;
  readonly top: number;
}

const gap = 28;
const nameSize = 13;

/** A name as it stands beside a map. */
const label = (name: string): string => shortened(inText(name));

/** The weights of all queries: hard, soft, and what lies between them. */
export class Maps extends SizedElement {
  static override properties = {
    ...SizedElement.properties,
    bench: { attribute: false },
    shownKind: { state: true },
    focused: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare bench: Bench;
  /** Which map is shown where there is room for one. */
  declare shownKind: Kind;
  declare focused: boolean;

  #dragged = false;
  #area: Area | null = null;
  /** The map under the pointer, at first the soft one. */
  #tipKind: Kind = "soft";

  readonly #forced = matchMedia("(forced-colors: active)");
  readonly #repaint = (): void => this.requestUpdate();

  constructor() {
    super();
    this.shownKind = "soft";
    this.focused = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("transitionend", this.#repaint);
    this.#forced.addEventListener("change", this.#repaint);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("transitionend", this.#repaint);
    this.#forced.removeEventListener("change", this.#repaint);
  }

  get #n(): number {
    return this.bench.found.peek()?.tokens.n ?? 1;
  }

  get #dots(): number {
    return dotsFor(this.#layout().size);
  }

  #layout(): MapsLayout {
    const { width } = this;
    const together = width >= 660;
    const names = this.bench.found.peek()?.tokens.names ?? null;
    const area = this.bench.picture.peek()?.area;
    const longest =
      names === null ? 40 : Math.max(...names.map((name) => widthOf(label(name), nameSize)));
    const left = Math.min(Math.ceil(longest) + 14, together ? 120 : 84);
    // What the slanted name of the last key needs beside the map.
    const right = Math.ceil(longest * 0.72);
    const room = width - left - right;
    const size = Math.max(80, Math.floor(together ? (room - 2 * gap) / 3 : Math.min(room, 560)));
    const named = names !== null && area !== undefined && isDrawn(area, size);
    return { together, size, left, top: named ? Math.min(84, Math.ceil(longest * 0.72) + 20) : 26 };
  }

  #look(area: Area): void {
    if (this.#area !== null && sameArea(area, this.#area)) return;
    this.#area = area;
    this.bench.look(area, this.#dots);
    this.requestUpdate();
  }

  #zoom(by: number, { row, column }: Cell = this.bench.chosen.peek()): void {
    const area = this.#area;
    if (area !== null) this.#look(zoomed(area, this.#n, by, row, column));
  }

  #choose(cell: Cell): void {
    this.bench.chosen.value = cell;
    this.bench.ask(cell.row);
    if (this.#area !== null) this.#look(including(this.#area, this.#n, cell.row, cell.column));
  }

  #place(event: MouseEvent, map = event.currentTarget as Element): { x: number; y: number } {
    const box = map.getBoundingClientRect();
    // On paper and in enlarged pages a px on the screen is another.
    const scale = this.#layout().size / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  readonly #hover = (event: PointerEvent): void => {
    // While a button is held the map is dragged.
    if (event.pointerType === "touch" || event.buttons !== 0 || this.#area === null) return;
    const { x, y } = this.#place(event);
    const cell = cellAt(this.#area, this.#layout().size, x, y);
    const before = this.bench.hovered.peek();
    if (cell?.row === before?.row && cell?.column === before?.column) return;
    this.#tipKind = (event.currentTarget as SVGElement).dataset.kind as Kind;
    this.bench.hovered.value = cell;
    if (cell !== null) this.bench.ask(cell.row);
  };

  /** What takes the map along with the pointer, where more of it lies beyond its edges. */
  readonly #grab = (press: PointerEvent): ((event: PointerEvent) => void) | null => {
    this.#dragged = false;
    const area = this.#area;
    if (area === null || area.rows >= this.#n) return null;
    const map = press.currentTarget as Element;
    const from = this.#place(press, map);
    return (event) => {
      const { x, y } = this.#place(event, map);
      const cell = this.#layout().size / area.rows;
      const down = Math.round((from.y - y) / cell);
      const right = Math.round((from.x - x) / cell);
      if (down === 0 && right === 0 && !this.#dragged) return;
      this.#dragged = true;
      this.bench.hovered.value = null;
      this.#look(moved(area, this.#n, down, right));
    };
  };

  readonly #leave = (): void => {
    this.bench.hovered.value = null;
    this.bench.ask(this.bench.chosen.peek().row);
  };

  readonly #click = (event: MouseEvent): void => {
    if (this.#dragged || this.#area === null) return;
    const { x, y } = this.#place(event);
    const cell = cellAt(this.#area, this.#layout().size, x, y);
    if (cell !== null) this.#choose(cell);
  };

  readonly #doubleClick = (event: MouseEvent): void => {
    if (this.#area === null) return;
    const { x, y } = this.#place(event);
    const cell = cellAt(this.#area, this.#layout().size, x, y);
    if (cell !== null) this.#zoom(2, cell);
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column } = this.bench.chosen.peek();
    const last = this.#n - 1;
    // From one thing that can be seen to the next.
    const area = this.#area;
    const picture = this.bench.picture.peek();
    const stride =
      area === null || picture === null ? 1 : Math.max(1, Math.ceil(area.rows / picture.height));
    const page = Math.max(1, Math.floor((area?.rows ?? 10) / 4));
    const clamp = (x: number): number => Math.max(0, Math.min(last, x));
    const go = (down: number, right: number): void =>
      this.#choose({ row: clamp(row + down), column: clamp(column + right) });
    const actions: Readonly<Record<string, () => void>> = {
      ArrowUp: () => go(-stride, 0),
      ArrowDown: () => go(stride, 0),
      ArrowLeft: () => go(0, -stride),
      ArrowRight: () => go(0, stride),
      PageUp: () => go(-page, 0),
      PageDown: () => go(page, 0),
      Home: () => go(0, -last),
      End: () => go(0, last),
      "+": () => this.#zoom(2),
      "=": () => this.#zoom(2),
      "-": () => this.#zoom(0.5),
      "0": () => this.#whole(),
      Enter: () => this.dispatchEvent(new CustomEvent("openrow", { detail: row })),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    this.bench.hovered.value = null;
    action();
  };

  #whole(): void {
    const tokens = this.bench.found.peek()?.tokens;
    if (tokens !== undefined) this.#look(wholeOf(tokens));
  }

  protected override willUpdate(): void {
    // Other tokens are looked at as a whole first.
    const area = this.bench.picture.peek()?.area ?? null;
    if (area === null || this.#area === null || area.rows === this.#n) this.#area = area;
  }

  protected override render(): TemplateResult | null {
    const { bench, store } = this;
    const picture = bench.picture.value;
    const found = bench.found.value;
    bench.painted.value;
    store.state.value.theme;
    const words = store.words("scale").maps;
    if (picture === null || found === null || this.width === 0) return null;
    const layout = this.#layout();
    const { together, size, left, top } = layout;
    const n = found.tokens.n;
    const zoomedIn = picture.area.rows < n;
    const range = (first: number, count: number): string =>
      words.range(String(first + 1), String(first + count));
    const { firstQuery, firstKey, rows, columns } = picture.area;
    return html`
      <div class="tools">
        ${
          together
            ? nothing
            : html`<div class="kinds" role="group" aria-label=${words.choose}>
                ${kinds.map(
                  (kind) => html`<button
                    type="button"
                    class=${kind}
                    aria-pressed=${kind === this.shownKind}
                    @click=${() => {
                      this.shownKind = kind;
                    }}
                  >${words[kind]}</button>`,
                )}
              </div>`
        }
        <div class="zoom">
          <span class="window" ?hidden=${!zoomedIn}>${words.window(range(firstQuery, rows), range(firstKey, columns))}</span>
          <button type="button" ?hidden=${!zoomedIn} @click=${() => this.#whole()}>${words.zoomAll}</button>
          <button
            type="button"
            class="sign"
            aria-label=${words.zoomOut}
            title=${words.zoomOut}
            ?disabled=${!zoomedIn}
            @click=${() => this.#zoom(0.5)}
          >−</button>
          <button
            type="button"
            class="sign"
            aria-label=${words.zoomIn}
            title=${words.zoomIn}
            ?disabled=${rows <= Math.min(4, n)}
            @click=${() => this.#zoom(2)}
          >+</button>
        </div>
      </div>
      <div
        class="maps ltr ${together ? "together" : "single"}"
        role="application"
        tabindex="0"
        aria-label=${words.label}
        aria-describedby="help now"
        @keydown=${this.#key}
        @focus=${() => {
          this.focused = true;
        }}
        @blur=${() => {
          this.focused = false;
        }}
      >
        ${kinds.map((kind, k) => {
          const named = !together || k === 0;
          const from = named ? left : 0;
          return html`
            <figure class="${kind} ${kind === this.shownKind ? "current" : ""}">
              <figcaption><b>${words[kind]}</b> <span>${words[`${kind}Caption`]}</span></figcaption>
              <div class="map">
                <canvas data-kind=${kind}></canvas>
                <svg
                  width=${from + size}
                  height=${top + size + 1}
                  aria-hidden="true"
                >
                  ${this.#names(layout, picture, found.tokens.names, from, named)}
                  <g transform="translate(${from} ${top})">
                    <rect class="frame" width=${size} height=${size}></rect>
                    ${this.#marks(size, picture)}
                    <rect
                      class="target ${zoomedIn ? "grab" : ""}"
                      data-kind=${kind}
                      width=${size}
                      height=${size}
                      @pointermove=${this.#hover}
                      ${drag({ way: "about", grab: this.#grab })}
                      @pointerleave=${this.#leave}
                      @click=${this.#click}
                      @dblclick=${this.#doubleClick}
                    ></rect>
                  </g>
                </svg>
                ${together ? (kind === this.#tipKind ? this.#tip() : nothing) : kind === this.shownKind ? this.#tip() : nothing}
              </div>
              ${this.#legend(kind, found, picture, size, from)}
            </figure>
          `;
        })}
      </div>
      <p id="help" class="hidden">${words.keysHelp}</p>
      <p id="now" class="hidden" role="status">${this.#described()}</p>
    `;
  }

  #names(
    { size, top, left }: MapsLayout,
    { area }: Picture,
    names: readonly string[] | null,
    from: number,
    named: boolean,
  ): SVGTemplateResult {
    const cell = size / area.rows;
    const active = this.bench.hovered.value ?? this.bench.chosen.value;
    const pointed = this.bench.hovered.value !== null || this.focused;
    if (names === null || !isDrawn(area, size)) {
      // The numbers of the first and the last.
      const last = (first: number): string => String(first + area.rows);
      return svg`
        <text class="number" x=${from} y=${top - 7}>${area.firstKey + 1}</text>
        <text class="number end" x=${from + size} y=${top - 7}>${last(area.firstKey)}</text>
        ${
          named
            ? svg`<text class="number end" x=${left - 7} y=${top + 10}>${area.firstQuery + 1}</text>
                <text class="number end" x=${left - 7} y=${top + size - 1}>${last(area.firstQuery)}</text>`
            : nothing
        }`;
    }
    // Small cells are named one by one only as far as the names do not meet.
    const every = Math.max(1, Math.ceil(14 / cell));
    const places = Array.from({ length: area.rows }, (_, k) => k).filter((k) => k % every === 0);
    return svg`
      ${places.map((k) => {
        const x = from + (k + 0.5) * cell;
        const key = area.firstKey + k;
        return svg`<text
          class="name ${pointed && key === active.column ? "lit" : ""}"
          transform="translate(${x + 3} ${top - 7}) rotate(-45)"
        >${label(names[key] ?? "")}</text>`;
      })}
      ${
        named
          ? places.map((k) => {
              const query = area.firstQuery + k;
              return svg`<text
                class="name end ${query === active.row ? "lit" : ""}"
                x=${left - 9}
                y=${top + (k + 0.5) * cell + 4.5}
              >${label(names[query] ?? "")}</text>`;
            })
          : nothing
      }`;
  }

  /** The row that is asked about, and the cell in it. */
  #marks(size: number, { area }: Picture): SVGTemplateResult {
    const cell = size / area.rows;
    const { row, column } = this.bench.hovered.value ?? this.bench.chosen.value;
    const y = (row - area.firstQuery) * cell;
    const x = (column - area.firstKey) * cell;
    const rowSeen = row >= area.firstQuery && row < area.firstQuery + area.rows;
    const cellSeen = rowSeen && column >= area.firstKey && column < area.firstKey + area.columns;
    const high = Math.max(2, cell);
    return svg`
      ${rowSeen ? svg`<rect class="row" x="-1" y=${y - 0.5} width=${size + 2} height=${high + 1}></rect>` : nothing}
      ${
        cellSeen && (this.bench.hovered.value !== null || this.focused)
          ? svg`<rect class="cell" x=${x - 1} y=${y - 1} width=${high + 2} height=${high + 2}></rect>`
          : nothing
      }`;
  }

  #nameOf(index: number): string {
    return inText(this.bench.found.peek()?.tokens.names?.[index] ?? String(index + 1));
  }

  /** What is under the pointer or, with the keyboard, chosen. */
  #tip(): TemplateResult | typeof nothing {
    const { bench } = this;
    const cell = bench.hovered.value ?? (this.focused ? bench.chosen.value : null);
    const picture = bench.picture.value;
    const found = bench.found.value;
    if (cell === null || picture === null || found === null) return nothing;
    const words = this.store.words("scale").maps;
    const { area, height, width } = picture;
    const { row, column } = cell;
    const [i, j] = [row - area.firstQuery, column - area.firstKey];
    if (i < 0 || j < 0 || i >= area.rows || j >= area.columns) return nothing;
    const [y, x] = [dotOf(i, height, area.rows), dotOf(j, width, area.columns)];
    const at = y * width + x;
    const single = height === area.rows && width === area.columns;
    if (!single) {
      const range = (first: number, dot: number, dots: number, cells: number): string => {
        const [from, to] = cellsOf(dot, dots, cells);
        return words.range(String(first + from + 1), String(first + to + 1));
      };
      return html`<p class="tip" role="presentation">
        <b>${words.cells(range(area.firstQuery, y, height, area.rows), range(area.firstKey, x, width, area.columns))}</b>
        <span class="soft">${words.largest(format(picture.soft[at] ?? 0))}</span>
        ${(picture.hard[at] ?? 0) > 0 ? html`<span class="hard">${words.pick}</span>` : nothing}
      </p>`;
    }
    const masked = found.tokens.causal && column > row;
    const known = bench.row.value?.row === row ? bench.row.value : null;
    const weight = known?.weights[column] ?? null;
    return html`<p class="tip" role="presentation">
      <b>${words.cell(this.#nameOf(row), this.#nameOf(column))}</b>
      ${
        masked
          ? html`<span>${words.masked}</span>`
          : html`
              <span class="soft">${words.softCell(format(weight ?? picture.soft[at] ?? 0))}</span>
              ${weight === null ? nothing : html`<small>${formatExact(weight)}</small>`}
              <span class="hard">${words.hardCell(format(known ? Number(known.ties[0] === column) : (picture.hard[at] ?? 0)))}</span>
              ${(known?.ties.indexOf(column) ?? 0) > 0 ? html`<span class="hard">${words.tied(this.#nameOf(known?.ties[0] ?? 0))}</span>` : nothing}
              <span>${words.differenceCell(format(picture.difference[at] ?? 0))}</span>
            `
      }
    </p>`;
  }

  #described(): string {
    const { bench } = this;
    const { row, column } = bench.chosen.value;
    const known = bench.row.value;
    if (known === null || known.row !== row) return "";
    const words = this.store.words("scale").maps;
    return words.described(
      words.cell(this.#nameOf(row), this.#nameOf(column)),
      format(known.weights[column] ?? 0),
      format(Number(known.ties[0] === column)),
    );
  }

  #legend(
    kind: Kind,
    { ties, tokens }: Found,
    picture: Picture,
    size: number,
    from: number,
  ): TemplateResult {
    const words = this.store.words("scale").maps;
    const { area, height, width } = picture;
    const drawn = isDrawn(area, size) && height === area.rows;
    const full = format(fullOf(picture));
    const square = html`<svg class="key" width="11" height="11" aria-hidden="true"><rect class="pick" width="11" height="11"></rect></svg>`;
    const hollow = html`<svg class="key" width="11" height="11" aria-hidden="true"><rect class="tied" x="0.75" y="0.75" width="9.5" height="9.5"></rect></svg>`;
    const disc = html`<svg class="key" width="11" height="11" aria-hidden="true"><circle class="share" cx="5.5" cy="5.5" r="5.5"></circle></svg>`;
    const blue = drawn ? words.full(full) : words.deepest(full);
    const cells = Math.ceil(area.rows / height) * Math.ceil(area.columns / width);
    return html`<p class="legend" data-indent=${from > 0}>
      ${
        kind === "hard"
          ? html`<span>${square} ${words.pick}</span>${
              ties === null || ties.size === 0
                ? nothing
                : html`<span>${drawn ? hollow : nothing} ${words.ties(String(ties.size), String(tokens.n))}</span>`
            }`
          : kind === "soft"
            ? html`<span>${disc} ${blue}</span>${drawn ? html`<span>${words.area}</span>` : nothing}`
            : html`<span>${square} ${words.lost}</span><span>${disc} ${words.gained}</span>`
      }
      ${cells > 1 ? html`<span>${words.dot(String(cells))}</span>` : nothing}
    </p>`;
  }

  protected override updated(): void {
    const picture = this.bench.picture.peek();
    const found = this.bench.found.peek();
    const root = this.renderRoot;
    if (picture === null || found === null || this.width === 0) return;
    const { size, left, top, together } = this.#layout();
    const colours = coloursOf(this);
    this.style.setProperty("--left", `${left}px`);
    this.style.setProperty("--map", `${size}px`);
    this.style.setProperty("--top", `${top}px`);
    for (const [k, canvas] of root.querySelectorAll("canvas").entries()) {
      const kind = kinds[k];
      if (kind === undefined) continue;
      canvas.style.left = `${!together || k === 0 ? left : 0}px`;
      const { ties } = found;
      this.#paint(canvas, { kind, picture, causal: found.tokens.causal, ties }, size, colours);
    }
    const tip = root.querySelector<HTMLElement>(".tip");
    const cell = this.bench.hovered.peek() ?? this.bench.chosen.peek();
    if (tip !== null) {
      const unit = size / picture.area.rows;
      const x = (cell.column - picture.area.firstKey + 0.5) * unit;
      const y = (cell.row - picture.area.firstQuery) * unit;
      tip.style.setProperty("--x", `${Math.max(0, Math.min(x, size))}px`);
      tip.style.setProperty("--y", `${y + Math.max(unit, 2)}px`);
      tip.dataset.side = x > size / 2 ? "left" : "right";
    }
  }

  /** What each map was last painted with: pointing at a cell changes none. */
  readonly #last = new WeakMap<HTMLCanvasElement, string>();
  #pictures = new WeakMap<Picture, number>();
  #count = 0;

  #paint(
    canvas: HTMLCanvasElement,
    painted: Painted,
    size: number,
    colours: ReturnType<typeof coloursOf>,
  ): void {
    const { picture, causal } = painted;
    if (!this.#pictures.has(picture)) {
      this.#count += 1;
      this.#pictures.set(picture, this.#count);
    }
    const key = [
      this.#pictures.get(picture),
      this.bench.painted.peek(),
      causal,
      size,
      devicePixelRatio,
      ...Object.values(colours),
    ].join();
    if (this.#last.get(canvas) === key) return;
    this.#last.set(canvas, key);
    paint(canvas, painted, size, colours);
  }
}

/** Dots of a picture for a map of so many px: no more than there are on the screen. */
export const dotsFor = (size: number): number =>
  Math.max(1, Math.min(1024, Math.round(size * Math.min(2, devicePixelRatio))));

customElements.define("sb-scale-maps", Maps);

declare global {
  interface HTMLElementTagNameMap {
    "sb-scale-maps": Maps;
  }
}
