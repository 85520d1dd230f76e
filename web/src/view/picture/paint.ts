import { type Point, px, round } from "../plot/path.ts";
import { drawLetters, type Letter } from "./outlines.ts";
import { type Attributes, painted, paintOf, tag } from "./svg.ts";
import { type Box, baseline, linesOf, measure, slanted, type Words } from "./words.ts";

/** The style that the drawing as a whole has: what is so is not said again. */
type Style = Readonly<Record<string, string>>;

/**
 * Draws what the browser shows of an element, through shadow roots: SVG with its computed style,
 * text where it stands, boxes as rectangles, and the strokes that MathML draws without a box.
 */
export class Painter {
  readonly #style: Style;
  /** The point of the viewport that is (0, 0) in the drawing. */
  origin: Point = [0, 0];
  /** Drawn above what comes after it. */
  #raised: string[] = [];
  #clips = 0;
  #top = Number.POSITIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;
  readonly #without: string;

  /** @param without a selector: elements that are not drawn */
  constructor(style: Style, without: string) {
    this.#style = style;
    this.#without = without;
  }

  /** The drawing of an element, and how far down the lowest thing in it reaches. */
  paint(
    element: Element,
    origin: Point,
  ): { readonly svg: string; readonly top: number; readonly bottom: number } {
    this.origin = origin;
    this.#raised = [];
    this.#top = Number.POSITIVE_INFINITY;
    this.#bottom = Number.NEGATIVE_INFINITY;
    const svg = this.#element(element, 0) + this.#raised.join("");
    return { svg, top: this.#top, bottom: this.#bottom };
  }

  /** @param turn degrees by which the element and all around it are turned */
  #element(element: Element, turn: number): string {
    const style = getComputedStyle(element);
    if (!isVisible(style) || element.matches(this.#without)) return "";
    if (element instanceof SVGElement) return this.#drawing(element, style);
    const angle = turn + (Number.parseFloat(style.rotate) || 0) + slantOf(style);
    const outside = this.#raised;
    const clip = this.#clip(element, style);
    if (clip !== null) this.#raised = [];
    let inside = this.#content(element, style, angle);
    if (clip !== null) {
      const { id, area } = clip;
      const content = inside + this.#raised.join("");
      this.#raised = outside;
      inside = tag("clipPath", { id }, area) + tag("g", { "clip-path": `url(#${id})` }, content);
    }
    const svg = this.#box(element, style) + inside;
    const whole = wrap(svg, { opacity: style.opacity === "1" ? null : style.opacity });
    if (style.position !== "sticky" || style.zIndex === "auto") return whole;
    this.#raised.push(whole);
    return "";
  }

  #content(element: Element, style: CSSStyleDeclaration, turn: number): string {
    if (element instanceof HTMLSelectElement) return this.#choice(element, style, turn);
    if (element instanceof HTMLCanvasElement) {
      const box = this.#place(element.getBoundingClientRect());
      return tag("image", { ...box, preserveAspectRatio: "none", href: element.toDataURL() });
    }
    if (element.localName === "mo" && isEnlarged(element)) return this.#operator(element, style);
    const nodes =
      element instanceof HTMLSlotElement
        ? element.assignedNodes({ flatten: true })
        : (element.shadowRoot ?? element).childNodes;
    const children = Array.from(nodes, (node) => {
      if (node instanceof Element) return this.#element(node, turn);
      return node instanceof Text ? this.#words(node, style, turn) : "";
    }).join("");
    if (element.localName === "mfrac") return this.#bar(element, style) + children;
    if (element.localName === "msqrt") return this.#radical(element, style) + children;
    return children;
  }

  /* Text */

  #words(node: Text, style: CSSStyleDeclaration, turn: number): string {
    if (node.data.trim() === "" || style.fontSize === "0px") return "";
    if (turn !== 0) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = node.data.trim();
      const around = range.getBoundingClientRect();
      const box = turn % 90 === 0 ? turned(around, turn) : slantedBox(around, measure(style, text));
      return this.#text({ ...box, text: node.data.trim() }, style, turn);
    }
    const aside = operatorSpace(node.parentElement);
    return linesOf(node)
      .map((line) => {
        const shift = aside?.(line) ?? 0;
        const starts = line.starts?.map((start) => start + shift);
        const moved = { ...line, left: line.left + shift, ...(starts ? { starts } : {}) };
        return this.#text({ ...moved, text: inMaths(node, line.text) }, style);
      })
      .join("");
  }

  /** @param line where it would stand if it were not turned about its middle */
  #text(line: Words, style: CSSStyleDeclaration, turn = 0): string {
    const { x, y, width, height } = this.#place(line);
    this.#includes(line);
    const drawn = this.write(line, baseline(line, style), style);
    if (turn === 0) return drawn;
    return tag("g", { transform: `rotate(${turn} ${px([x + width / 2, y + height / 2])})` }, drawn);
  }

  /** Words on a baseline, both in px of the viewport. */
  write(
    { text, left, starts }: Words,
    base: number,
    style: CSSStyleDeclaration,
    size?: number,
  ): string {
    const [x, y] = this.origin;
    const own = size === undefined ? style : withSize(style, size);
    let before = "";
    const letters = Array.from(text, (character, k) => {
      const start = starts?.[k] ?? left + measure(own, before, own.fontSize).width;
      before += character;
      return { character, x: start - x, y: base - y, style: own };
    });
    return drawLetters(text, letters, () => this.#changed(painted("fill", paintOf(style.color))));
  }

  /** What is chosen, at the end of its field. */
  #choice(element: HTMLSelectElement, style: CSSStyleDeclaration, turn: number): string {
    const text = element.selectedOptions[0]?.text ?? "";
    const field = turned(element.getBoundingClientRect(), turn);
    const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = measure(style, text);
    const height = fontBoundingBoxAscent + fontBoundingBoxDescent;
    const middle = { x: field.left + field.width / 2, y: field.top + field.height / 2 };
    const end = field.width / 2 - Number.parseFloat(style.paddingRight) - width / 2;
    const angle = (turn * Math.PI) / 180;
    const left = middle.x + end * Math.cos(angle) - width / 2;
    const top = middle.y + end * Math.sin(angle) - height / 2;
    return this.#text({ text, left, top, width, height }, style, turn);
  }

  /* Strokes of MathML */

  /** A large operator. The form that the font has for it is the letter in another size. */
  #operator(element: Element, style: CSSStyleDeclaration): string {
    const { left, top, height } = element.getBoundingClientRect();
    const text = element.textContent ?? "";
    const { leftOf, above, below } = inkOf(text, style);
    const scale = height / (above + below);
    if (fences.has(text)) return this.#fence(element, text, style, scale);
    return this.#letter(text, left + leftOf * scale, top + above * scale, style, scale);
  }

  /** A bracket grows upwards and hardly in width. */
  #fence(element: Element, text: string, style: CSSStyleDeclaration, scale: number): string {
    const { left, top, width } = element.getBoundingClientRect();
    const { above } = inkOf(text, style);
    const drawn = this.#letter(text, 0, 0, style);
    const [x, y] = this.origin;
    const across = width / measure(style, text).width;
    const place = `translate(${px([left - x, top + above * scale - y])})`;
    const back = `translate(${px([x, y])})`;
    return tag(
      "g",
      { transform: `${place}scale(${across.toFixed(3)} ${scale.toFixed(3)})${back}` },
      drawn,
    );
  }

  #letter(text: string, left: number, base: number, style: CSSStyleDeclaration, scale = 1): string {
    const words = { text, left, top: base, width: 0, height: 0 };
    return this.write(words, base, style, scale * Number.parseFloat(style.fontSize));
  }

  /** The bar of a fraction, on the axis of the line that the fraction stands in. */
  #bar(fraction: Element, style: CSSStyleDeclaration): string {
    const box = fraction.getBoundingClientRect();
    const space = Number.parseFloat(style.paddingLeft);
    const base = firstLine(fraction.closest("math"));
    if (base === null) return "";
    // The axis runs through the middle of a minus.
    const { above, below } = inkOf("−", style);
    const height = ruleThickness * Number.parseFloat(style.fontSize);
    const top = baseline(base, style) - (above - below) / 2 - height / 2;
    const [left, width] = [box.left + space, box.width - 2 * space];
    return this.#rectangle({ left, top, width, height }, style.color);
  }

  /** A root of one symbol: the sign need not grow. */
  #radical(root: Element, style: CSSStyleDeclaration): string {
    const size = Number.parseFloat(style.fontSize);
    const box = root.getBoundingClientRect();
    const inside = root.firstElementChild?.getBoundingClientRect() ?? box;
    const top = box.top + aboveRadical * size;
    return (
      this.#letter("√", box.left, top + inkOf("√", style).above, style) +
      this.#rectangle(
        { left: inside.left, top, width: inside.width, height: ruleThickness * size },
        style.color,
      )
    );
  }

  /* Boxes */

  #box(element: Element, style: CSSStyleDeclaration): string {
    return Array.from(element.getClientRects(), (box) => {
      const radius = Number.parseFloat(style.borderTopLeftRadius);
      return [
        ...shadows(style).map(({ dx, dy, spread, colour }) =>
          this.#rectangle(
            {
              left: box.left + dx - spread,
              top: box.top + dy - spread,
              width: box.width + 2 * spread,
              height: box.height + 2 * spread,
            },
            colour,
            radius + (radius > 0 ? spread : 0),
          ),
        ),
        this.#rectangle(box, style.backgroundColor, radius),
        this.#stripe(box, style),
        this.#border(box, style, radius),
      ].join("");
    }).join("");
  }

  #rectangle(box: Box, colour: string, radius = 0): string {
    const paint = paintOf(colour);
    if (paint === null || box.width <= 0 || box.height <= 0) return "";
    this.#includes(box);
    return tag("rect", {
      ...this.#place(box),
      rx: radius === 0 ? null : radius,
      ...this.#changed(painted("fill", paint)),
    });
  }

  /** A background of one colour and a size of its own, as what is struck has. */
  #stripe(box: Box, style: CSSStyleDeclaration): string {
    const [, colour] = /^linear-gradient\((rgb[^)]*\)), \1\)$/.exec(style.backgroundImage) ?? [];
    if (colour === undefined || style.backgroundRepeat !== "no-repeat") return "";
    const [width = 0, height = 0] = lengths(style.backgroundSize, [box.width, box.height]);
    const [left = 0, top = 0] = lengths(style.backgroundPosition, [
      box.width - width,
      box.height - height,
    ]);
    return this.#rectangle({ left: box.left + left, top: box.top + top, width, height }, colour);
  }

  /** A border that is the same on all sides, or a line above. */
  #border(box: Box, style: CSSStyleDeclaration, radius: number): string {
    const width = Number.parseFloat(style.borderTopWidth);
    const paint = paintOf(style.borderTopColor);
    if (style.borderTopStyle !== "solid" || width === 0 || paint === null) return "";
    if (Number.parseFloat(style.borderLeftWidth) === 0)
      return this.#rectangle(
        { left: box.left, top: box.top, width: box.width, height: width },
        style.borderTopColor,
      );
    const inner = {
      left: box.left + width / 2,
      top: box.top + width / 2,
      width: box.width - width,
      height: box.height - width,
    };
    return tag("rect", {
      ...this.#place(inner),
      rx: radius === 0 ? null : radius,
      fill: "none",
      ...this.#changed(painted("stroke", paint)),
      "stroke-width": width,
    });
  }

  /** What of an element is seen, where its content reaches out of it. */
  #clip(
    element: Element,
    style: CSSStyleDeclaration,
  ): { readonly id: string; readonly area: string } | null {
    const across = style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    const down = style.overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1;
    if ((!across && !down) || style.textOverflow === "ellipsis") return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const far = 1e4;
    const box = {
      ...(across ? { left, width } : { left: left - far, width: width + 2 * far }),
      ...(down ? { top, height } : { top: top - far, height: height + 2 * far }),
    };
    return { id: `clip${++this.#clips}`, area: tag("rect", this.#place(box)) };
  }

  #place({ left, top, width, height }: Box) {
    return { x: left - this.origin[0], y: top - this.origin[1], width, height };
  }

  #includes({ top, height }: Box): void {
    this.#top = Math.min(this.#top, top);
    this.#bottom = Math.max(this.#bottom, top + height);
  }

  /* SVG */

  /** An SVG element as it is, with what style sheets say of it as attributes. */
  #drawing(element: SVGElement, style: CSSStyleDeclaration): string {
    if (!isVisible(style) || element.matches(this.#without)) return "";
    const { localName: name } = element;
    const opacity = style.opacity === "1" ? null : style.opacity;
    const attributes: Attributes = { ...geometryOf(element), opacity };
    if (name === "svg") {
      const outer = element.parentElement instanceof SVGElement;
      const box = element.getBoundingClientRect();
      if (!outer) this.#includes(box);
      const place = outer ? {} : this.#place(box);
      const overflow = style.overflowX === "visible" ? "visible" : null;
      return wrap(this.#parts(element), { ...attributes, ...place, overflow }, "svg");
    }
    if (name === "g") return wrap(this.#parts(element), attributes);
    if (element instanceof SVGTextContentElement) {
      const { transform = null } = geometryOf(element);
      return wrap(this.#letters(element), { transform, opacity });
    }
    const shape = shapeOf(style);
    const unseen = shape.fill === "none" && shape.stroke === undefined;
    if (!shapes.has(name) || unseen || attributes.d === "") return "";
    return tag(name, { ...attributes, ...this.#changed(shape) });
  }

  #parts(element: Element): string {
    return Array.from(element.children, (child) =>
      child instanceof SVGElement ? this.#drawing(child, getComputedStyle(child)) : "",
    ).join("");
  }

  /** `<text>`, each of its letters where the browser says that it stands. */
  #letters(element: SVGTextContentElement): string {
    const set = settledText(element);
    const count = element.getNumberOfChars();
    const letters: Letter[] = [];
    let at = 0;
    for (const { character, style } of set) {
      // What is collapsed or not seen has no place.
      if (at >= count) break;
      const { x, y } = element.getStartPositionOfChar(at);
      letters.push({ character, x, y, style });
      at += character.length;
    }
    const text = set.map(({ character }) => character).join("");
    return drawLetters(text, letters, (style) => this.#changed(shapeOf(style)));
  }

  #changed(style: Style): Attributes {
    return changed(style, this.#style);
  }
}

/** What the drawing says once, at its root: the colour of an element's text, and plain shapes. */
export const plainStyle = (style: CSSStyleDeclaration): Style => ({
  ...painted("fill", paintOf(style.color)),
  stroke: "none",
  "stroke-opacity": "1",
  "stroke-width": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "paint-order": "normal",
});

/** In em, from STIX Two Math: FractionRuleThickness and RadicalRuleThickness, RadicalExtraAscender. */
const ruleThickness = 0.068;
const aboveRadical = 0.078;

const fences = new Set("()[]{}|‖");

/** By how many degrees a transform turns. */
function slantOf({ transform }: CSSStyleDeclaration): number {
  if (transform === "none") return 0;
  const { a, b } = new DOMMatrix(transform);
  return Math.round((Math.atan2(b, a) * 180) / Math.PI);
}

/** Text before it is turned about its middle by any angle. */
function slantedBox(
  { left, top, width, height }: DOMRect,
  { width: long, fontBoundingBoxAscent, fontBoundingBoxDescent }: TextMetrics,
): Box {
  const high = fontBoundingBoxAscent + fontBoundingBoxDescent;
  return {
    left: left + (width - long) / 2,
    top: top + (height - high) / 2,
    width: long,
    height: high,
  };
}

const shapes = new Set(["path", "line", "rect", "circle", "ellipse", "polyline", "polygon"]);

const geometry = new Set(
  "x y x1 y1 x2 y2 dx dy cx cy r rx ry d points width height viewBox transform".split(" "),
);

const geometryOf = (element: Element): Attributes =>
  Object.fromEntries(
    Array.from(element.attributes, ({ name, value }) => [name, value]).filter(([name = ""]) =>
      geometry.has(name),
    ),
  );

/** What only screen readers are told has no opacity. */
const isVisible = ({ display, visibility, opacity }: CSSStyleDeclaration): boolean =>
  display !== "none" && visibility === "visible" && Number(opacity) > 0;

/** Whether an operator is set larger than the letters around it. */
function isEnlarged(operator: Element): boolean {
  const line = firstLine(operator);
  return line !== null && operator.getBoundingClientRect().height > line.height + 1;
}

/**
 * How far an operator's letter stands from where the browser says: Firefox counts the space around
 * it as its own, and says that the letter stands at its left end.
 */
function operatorSpace(element: Element | null): ((line: Box) => number) | null {
  if (element?.localName !== "mo") return null;
  const box = element.getBoundingClientRect();
  const [before, after] = ["lspace", "rspace"].map((name) =>
    Number.parseFloat(element.getAttribute(name) ?? "0.28"),
  ) as [number, number];
  const share = before === 0 ? 0 : before / (before + after);
  return ({ left, width }) => box.left + (box.width - width) * share - left;
}

/** Where the first text in an element stands. */
function firstLine(element: Element | null): Words | null {
  if (element === null) return null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [line] = node instanceof Text ? linesOf(node) : [];
    if (line !== undefined) return line;
  }
  return null;
}

/** How far the ink of a letter reaches from its origin, px. */
function inkOf(letter: string, style: CSSStyleDeclaration) {
  // Measured in a large size, since some browsers do it in whole pixels.
  const big = 1000;
  const unit = Number.parseFloat(style.fontSize) / big;
  const ink = measure(style, letter, `${big}px`);
  return {
    leftOf: ink.actualBoundingBoxLeft * unit,
    above: ink.actualBoundingBoxAscent * unit,
    below: ink.actualBoundingBoxDescent * unit,
  };
}

function inMaths(node: Text, text: string): string {
  const { parentElement: parent } = node;
  const alone = [...text].length === 1 && parent?.getAttribute("mathvariant") !== "normal";
  return alone && parent?.localName === "mi" ? slanted(text) : text;
}

/** The box of what is turned by a quarter, or not at all, before it is turned about its middle. */
function turned({ left, top, width, height }: DOMRect, turn: number): Box {
  if (turn % 180 === 0) return { left, top, width, height };
  const [x, y] = [left + width / 2, top + height / 2];
  return { left: x - height / 2, top: y - width / 2, width: height, height: width };
}

/** A style in another size. */
const withSize = (
  { fontFamily, fontStyle, fontWeight, color }: CSSStyleDeclaration,
  size: number,
): CSSStyleDeclaration =>
  ({ fontFamily, fontStyle, fontWeight, color, fontSize: `${size}px` }) as CSSStyleDeclaration;

/** The characters of `<text>` that are shown, white space as it collapses. */
function settledText(
  element: Element,
): readonly { readonly character: string; readonly style: CSSStyleDeclaration }[] {
  const all: { character: string; style: CSSStyleDeclaration }[] = [];
  const visit = (parent: Element): void => {
    const style = getComputedStyle(parent);
    if (style.display === "none") return;
    for (const node of parent.childNodes) {
      if (node instanceof Element) visit(node);
      if (!(node instanceof Text)) continue;
      for (const character of node.data) {
        const blank = /[ \t\n\r]/.test(character);
        if (blank && (all.at(-1)?.character ?? " ") === " ") continue;
        all.push({ character: blank ? " " : character, style });
      }
    }
  };
  visit(element);
  if (all.at(-1)?.character === " ") all.pop();
  return all;
}

/** Fill, and stroke where there is one. */
function shapeOf(style: CSSStyleDeclaration): Style {
  const fill = painted("fill", paintOf(style.fill), Number(style.fillOpacity));
  const paint = paintOf(style.stroke);
  const width = Number.parseFloat(style.strokeWidth);
  const seen = fill["fill-opacity"] === "0" ? { fill: "none" } : fill;
  if (paint === null || width === 0 || style.strokeOpacity === "0") return seen;
  const dashes = style.strokeDasharray;
  return {
    ...seen,
    ...painted("stroke", paint, Number(style.strokeOpacity)),
    "stroke-width": String(round(width)),
    "stroke-dasharray":
      dashes === "none" ? "none" : dashes.replaceAll("px", "").replaceAll(",", ""),
    "stroke-linecap": style.strokeLinecap,
    "stroke-linejoin": style.strokeLinejoin,
    "paint-order": style.paintOrder.startsWith("stroke") ? "stroke" : "normal",
  };
}

const changed = (style: Style, from: Style): Attributes =>
  Object.fromEntries(Object.entries(style).filter(([key, value]) => value !== from[key]));

const wrap = (content: string, attributes: Attributes, name = "g"): string => {
  const plain = name === "g" && Object.values(attributes).every((value) => value === null);
  return plain || content === "" ? content : tag(name, attributes, content);
};

interface Shadow {
  readonly dx: number;
  readonly dy: number;
  readonly spread: number;
  readonly colour: string;
}

/** Shadows without blur: they widen a box or cover what is beside it. */
function shadows({ boxShadow }: CSSStyleDeclaration): readonly Shadow[] {
  const one = /((?:rgba?|color)\([^)]*\)) (\S+)px (\S+)px 0px (\S+)px/g;
  return Array.from(boxShadow.matchAll(one), ([, colour = "", dx, dy, spread]) => ({
    ...{ dx: Number(dx), dy: Number(dy), spread: Number(spread), colour },
  })).reverse();
}

/** Two lengths, in pixels or in per cent of a whole. */
const lengths = (computed: string, wholes: readonly [number, number]): readonly number[] =>
  computed.split(" ").map((length, k) => {
    const number = Number.parseFloat(length);
    return length.endsWith("%") ? (number / 100) * (wholes[k] ?? 0) : number;
  });
