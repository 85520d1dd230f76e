import { html, nothing, type PropertyValues, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format, formatExact } from "../../model/format.ts";
import { lettersOf, shortened } from "../../model/names.ts";
import type { Text } from "../../model/text/index.ts";
import { drag } from "../controls/drag.ts";
import { wantsStillness } from "../motion.ts";
import { mix } from "../plot/extent.ts";
import {
  between,
  type Frame,
  fromX,
  fromY,
  mixPoint,
  placeIn,
  sameFrame,
  tipOf,
  unitsOf,
} from "../plot/frame.ts";
import { ground } from "../plot/ground.ts";
import { isFinitePoint, type Point, px, round } from "../plot/path.ts";
import { plotStyles } from "../plot/styles.ts";
import { type Lowness, SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import {
  backdrop,
  type Drawing,
  glyph,
  marks,
  names,
  queryArrow,
  type Shape,
  strings,
} from "./drawing.ts";
import {
  handleSize,
  type PlaneLayout,
  planeFrame,
  planeLayout,
  queryEnd,
  type Scenery,
  stringWidth,
} from "./layout.ts";
import { currentOf, hasLeft, type PlaneItem, type PlaneModel } from "./model.ts";
import css from "./plane.css?inline";
import { snap } from "./query-range.ts";

/** The query (item null) or an item was moved by hand. */
export interface PlaneMove {
  readonly item: number | null;
  readonly point: Point;
}

/** Another component was chosen for an axis: 0 is across, 1 is up. */
export interface PlaneChoice {
  readonly axis: 0 | 1;
  readonly component: number;
}

interface Motion {
  readonly from: Shape;
  readonly start: number;
  readonly length: number;
}

/** The plane of two components (or the line of one): items, outputs, and the query to drag. */
export class Plane extends SizedElement {
  static override properties = {
    ...SizedElement.properties,
    model: { attribute: false },
    low: { attribute: false },
  };
  static override styles = [sharedStyles, plotStyles, unsafeCSS(css)];

  declare model: PlaneModel | null;
  declare low: Lowness;

  #key = "";
  #frame: Frame | null = null;
  #layout: PlaneLayout | undefined;
  #text: Text | null = null;
  #shape: Shape | null = null;
  #motion: Motion | null = null;
  /** The arrow is in someone's hand. */
  #dragged = false;
  /** While a pointer is down anywhere the view stands still: it may be dragging a knob. */
  #held = false;
  /** When the numbers changed last; while they keep changing the view stands still, too. */
  #changed = Number.NEGATIVE_INFINITY;
  #stood = false;
  #rested: ReturnType<typeof setTimeout> | undefined;
  constructor() {
    super();
    this.model = null;
    this.low = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("pointerdown", this.#hold);
    addEventListener("pointerup", this.#release);
    addEventListener("pointercancel", this.#release);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("pointerdown", this.#hold);
    removeEventListener("pointerup", this.#release);
    removeEventListener("pointercancel", this.#release);
    clearTimeout(this.#rested);
    this.#held = false;
  }

  readonly #hold = (event: Event): void => {
    // A list that opens may keep the end of the press to itself.
    this.#held = !(event.composedPath()[0] instanceof HTMLSelectElement);
  };

  readonly #release = (): void => {
    this.#held = false;
    this.#changed = Number.NEGATIVE_INFINITY;
    this.requestUpdate();
  };

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { model, width } = this;
    const text = this.store.text.value;
    if (model === null || width === 0) return;
    const key = `${model.key} ${width} ${this.low}`;
    const fresh = key !== this.#key;
    const moved = changed.has("model");
    const stepped = moved && changed.get("model")?.step !== model.step;
    const still = this.#standsStill(moved) && !fresh && !stepped && !this.#leaves(model);
    const settles = this.#stood && !still;
    this.#stood = still;
    if (!(fresh || moved || settles || text !== this.#text)) return;
    const last = this.#frame;
    // What was moved by hand is let go where it is: only its names find better places.
    const kept = last !== null && (still || (settles && !moved && !fresh));
    const frame = kept ? last : refit(last, planeFrame(model, width, this.low));
    if (fresh || wantsStillness()) this.#motion = null;
    else if (this.#shape !== null && (stepped || frame !== last))
      this.#motion = { from: this.#shape, start: performance.now(), length: stepped ? 500 : 250 };
    this.#layout = planeLayout(model, frame, text, still ? this.#layout : undefined);
    [this.#key, this.#text, this.#frame] = [key, text, frame];
  }

  /** Whether the query points out of the drawing, but not because its arrow was dragged there. */
  #leaves({ query }: PlaneModel): boolean {
    const frame = this.#frame;
    if (frame === null || query === null || this.#dragged) return false;
    const [x, y] = queryEnd(frame, tipOf(frame, query.vector));
    return x < 0 || x > frame.width || y < 0 || y > frame.height;
  }

  /** Names do not dance while a value is dragged, or changed by a key that is held down. */
  #standsStill(moved: boolean): boolean {
    const now = performance.now();
    const still = this.#held || now - this.#changed < rest;
    if (moved) this.#changed = now;
    clearTimeout(this.#rested);
    if (still && !this.#held) this.#rested = setTimeout(() => this.requestUpdate(), rest);
    return still;
  }

  protected override updated(): void {
    if (this.#motion !== null) requestAnimationFrame(() => this.requestUpdate());
    if (this.#layout !== undefined) this.#placeChoices(this.#layout.scenery);
  }

  /** Where things are now, on their way to where they are going. */
  #onTheWay(end: Shape): Shape {
    const motion = this.#motion;
    if (motion === null) return end;
    const t = (performance.now() - motion.start) / motion.length;
    if (t >= 1) {
      this.#motion = null;
      return end;
    }
    const { from } = motion;
    const eased = t < 0.5 ? 4 * t ** 3 : 1 - 4 * (1 - t) ** 3;
    return {
      frame: between(from.frame, end.frame, eased),
      current: mixPoint(from.current, end.current, eased),
      soft: mix(from.soft, end.soft, eased),
      strings: end.strings.map((width, i) => mix(from.strings[i] ?? width, width, eased)),
      arrived: eased,
    };
  }

  /** What brings an item, or the query's arrow (item null), to where the pointer goes. */
  #grab(
    press: PointerEvent,
    item: number | null,
    point: Point,
  ): ((event: PointerEvent) => void) | null {
    const frame = this.#frame;
    if (frame === null) return null;
    // px on the screen per px of the drawing: a host page may show the figure enlarged.
    const zoom = (press.currentTarget as SVGGElement).ownerSVGElement?.getScreenCTM()?.a ?? 1;
    const [x, y] = item === null ? queryEnd(frame, tipOf(frame, point)) : placeIn(frame)(point);
    this.#motion = null;
    this.#dragged = item === null;
    return ({ clientX, clientY }) =>
      this.#pull(item, [
        x + (clientX - press.clientX) / zoom,
        y + (clientY - press.clientY) / zoom,
      ]);
  }

  #pull(item: number | null, [x, y]: Point): void {
    const frame = this.#frame;
    if (frame === null) return;
    const { foot, scale } = item === null ? frame : still;
    const lane = item === null ? frame.lane : 0;
    const step = this.model?.query?.step ?? 0.125;
    const perPixel = unitsOf(frame, 1) / scale;
    // What is dragged out of the drawing stays at its edge.
    const inX = fromX(frame, Math.min(frame.width - edge, Math.max(edge, x)));
    const inY = fromY(frame, Math.min(frame.height - edge, Math.max(edge, y)) - lane);
    this.#move(item, [
      snap((inX - foot[0]) / scale, step, perPixel),
      snap((inY - foot[1]) / scale, step, perPixel),
    ]);
  }

  readonly #drop = (): void => {
    this.#dragged = false;
  };

  #press(event: KeyboardEvent, item: number | null, [x, y]: Point): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = (this.model?.query?.step ?? 0.125) * (event.shiftKey ? 8 : 1);
    const moved: Readonly<Record<string, Point>> = {
      ArrowLeft: [x - by, y],
      ArrowRight: [x + by, y],
      ArrowDown: [x, y - by],
      ArrowUp: [x, y + by],
    };
    const point = moved[event.key];
    if (point === undefined) return;
    event.preventDefault();
    this.#move(item, point);
  }

  #move(item: number | null, point: Point): void {
    this.dispatchEvent(new CustomEvent<PlaneMove>("plane-move", { detail: { item, point } }));
  }

  #choose(event: Event, axis: 0 | 1): void {
    const component = Number((event.target as HTMLSelectElement).value);
    this.dispatchEvent(
      new CustomEvent<PlaneChoice>("plane-choose", { detail: { axis, component } }),
    );
  }

  /** A strict content policy bars style attributes, but not the style object. */
  #placeChoices(scenery: Scenery): void {
    if (scenery === this.#placed) return;
    this.#placed = scenery;
    this.renderRoot.querySelectorAll<HTMLElement>(".axis-name").forEach((name, i) => {
      const [x, y] = i === 0 ? scenery.acrossName : scenery.upName;
      name.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
    });
  }
  #placed: Scenery | null = null;

  protected override render(): TemplateResult | null {
    const { model, width } = this;
    const [frame, layout] = [this.#frame, this.#layout];
    const text = this.store.text.value;
    const lit = this.store.lit.value;
    if (model === null || frame === null || layout === undefined) return null;
    const { outputs, query } = model;
    const shape = this.#onTheWay({
      frame,
      current: outputs === null ? [0, 0] : currentOf(outputs),
      soft: outputs !== null && hasLeft(outputs) ? 1 : 0,
      strings: outputs === null ? [] : Array.from(outputs.goal.weights, stringWidth),
      arrived: 1,
    });
    const drawing: Drawing = { model, shape, layout, lit, text };
    this.#shape = shape;
    // What does not depend on the query is drawn anew only when it changes.
    const standing = [layout.scenery, shape.frame, text];
    return html`
      <div class="plane ltr">
        <svg class="plot" role="group" aria-label=${model.keys ? text.scene.keys : text.scene.label}
          width=${width} height=${frame.height} viewBox="0 0 ${width} ${frame.height}">
          ${guard([...standing, shape.soft], () => backdrop(drawing))}
          ${strings(drawing)}
          ${guard([...standing, lit], () => model.items.map((item) => this.#item(item, drawing)))}
          ${model.overlay?.draw(placeIn(shape.frame))}
          ${marks(drawing)}
          ${queryArrow(drawing)}
          ${ground(-50, -50, width + 100, frame.height + 100)}
          ${names(drawing)}
          ${query === null ? nothing : this.#handle(drawing, tipOf(shape.frame, query.vector))}
        </svg>
        ${guard(standing, () => [
          axisName(model, 0, text, (event) => this.#choose(event, 0)),
          model.axes[1] === null
            ? nothing
            : axisName(model, 1, text, (event) => this.#choose(event, 1)),
        ])}
      </div>
    `;
  }

  #item(item: PlaneItem, { model, shape, layout, lit, text }: Drawing): unknown {
    const { index, name, point, masked } = item;
    if (!isFinitePoint(point)) return nothing;
    const described =
      describePoint(model, point, text.comma) + (masked ? text.comma + text.badges.masked : "");
    const light = (on: boolean) => (): void => {
      this.store.lit.value = on ? index : null;
    };
    return svg`
      <g
        class="item ${lit === null || lit === index ? "" : "dim"} ${masked ? "masked" : ""} ${model.movable ? "movable" : ""}"
        transform="translate(${px(placeIn(shape.frame)(point))})"
        role=${model.movable ? "slider" : "img"}
        aria-label=${model.movable ? text.controls.moveItem(name) : name + text.colon + described}
        aria-valuenow=${model.movable ? point[0] : nothing}
        aria-valuetext=${model.movable ? described : nothing}
        tabindex=${model.movable ? "0" : nothing}
        @pointerenter=${light(true)}
        @pointerleave=${light(false)}
        @focus=${light(true)}
        @blur=${light(false)}
        ${drag(model.movable ? { way: "about", grab: (press) => this.#grab(press, index, point) } : null)}
        @keydown=${model.movable ? (event: KeyboardEvent) => this.#press(event, index, point) : nothing}
      >
        <title>${name} (${point
          .slice(0, model.axes[1] === null ? 1 : 2)
          .map(formatExact)
          .join(", ")})</title>
        <circle class="touch" r="17" />
        ${glyph(item, model, layout)}
      </g>
    `;
  }

  #handle({ model, shape, text }: Drawing, tip: Point): unknown {
    const { query } = model;
    if (query === null || this.store.hides("q")) return nothing;
    const { vector, limit } = query;
    // Moved by its circles: a `transform` would have the browser rebuild its layers.
    const [x, y] = queryEnd(shape.frame, tip).map(round);
    return svg`
      <g
        class="handle"
        role="slider"
        tabindex="0"
        aria-label=${text.controls.queryArrow}
        aria-valuemin=${-limit}
        aria-valuemax=${limit}
        aria-valuenow=${vector[0]}
        aria-valuetext=${describePoint(model, vector, text.comma)}
        ${drag({ way: "about", grab: (press) => this.#grab(press, null, vector), drop: this.#drop })}
        @keydown=${(event: KeyboardEvent) => this.#press(event, null, vector)}
      >
        <circle class="touch" cx=${x} cy=${y} r="22" />
        <circle class="grip" cx=${x} cy=${y} r=${handleSize} />
      </g>
    `;
  }
}

/** ms without a change after which names may find better places. */
const rest = 300;

/** px from the edge of the drawing to what was dragged there. */
const edge = 8;

/** A frame that shows the same is the same. */
const refit = (last: Frame | null, next: Frame): Frame =>
  last !== null && sameFrame(last, next) ? last : next;

/** An item's own coordinates: neither moved nor scaled, as the query's are. */
const still: Pick<Frame, "foot" | "scale"> = { foot: [0, 0], scale: 1 };

function describePoint(
  { axes: [across, up], components }: PlaneModel,
  [x, y]: Point,
  comma: string,
): string {
  const first = `${components[across]} ${format(x)}`;
  return up === null ? first : `${first}${comma}${components[up]} ${format(y)}`;
}

function axisName(
  { axes, components, keys }: PlaneModel,
  axis: 0 | 1,
  text: Text,
  choose: (event: Event) => void,
): TemplateResult {
  const shown = axes[axis];
  const name = axis === 0 ? text.scene.axisAcross : text.scene.axisUp;
  const single = lettersOf(components[shown ?? 0] ?? "").length === 1 ? "single" : "";
  return html`
    <span class="axis-name ${axis === 0 ? "" : "up"} ${single}">
      ${
        components.length > 2
          ? html`<select aria-label=${keys ? text.scene.keys + text.comma + name : name} @change=${choose}>
              ${components.map(
                (component, j) =>
                  html`<option value=${j} .selected=${j === shown} ?disabled=${j !== shown && axes.includes(j)}>
                    ${shortened(component, 24)}
                  </option>`,
              )}
            </select>`
          : html`<span>${shortened(components[shown ?? 0] ?? "", 24)}</span>`
      }
      <span aria-hidden="true">→</span>
    </span>
  `;
}

customElements.define("sb-plane", Plane);

declare global {
  interface HTMLElementTagNameMap {
    "sb-plane": Plane;
  }
}
