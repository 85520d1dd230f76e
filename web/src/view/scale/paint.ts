import type { Area, Picture, Ties } from "../../model/scale/compute.ts";
import { drawnCell } from "./geometry.ts";

export const kinds = ["hard", "soft", "difference"] as const;
export type Kind = (typeof kinds)[number];

/** [r, g, b], 0 to 255. */
type Colour = readonly [number, number, number];

export interface Colours {
  readonly paper: Colour;
  readonly wash: Colour;
  readonly soft: Colour;
  readonly tint: Colour;
  readonly hard: Colour;
}

/** The palette as it stands for an element: light or dark, and where colours are forced no other. */
export function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  const { color, forcedColorAdjust } = element.style;
  // Where colours are forced, all would read the same; a canvas keeps its own.
  element.style.forcedColorAdjust = "none";
  const read = (name: string): Colour => {
    element.style.color = `var(${name})`;
    const [r = 0, g = 0, b = 0] = (style.color.match(/[\d.]+/g) ?? []).map(Number);
    return [r, g, b];
  };
  const colours = {
    paper: read("--paper"),
    wash: read("--soft-wash"),
    soft: read("--soft"),
    tint: read("--soft-tint"),
    hard: read("--hard"),
  };
  Object.assign(element.style, { color, forcedColorAdjust });
  return colours;
}

/**
 * What a full disc or the deepest blue stands for: weights that are all small are drawn larger. Of very
 * many, the few largest must not make the others pale.
 */
export function fullOf({ soft }: Picture): number {
  const every = Math.ceil(soft.length / sample);
  const weights = soft.filter((weight, at) => weight > 0 && at % every === 0).sort();
  const few = every === 1 && weights.length < sample / 4;
  const full = weights[few ? weights.length - 1 : Math.floor(0.995 * weights.length)] ?? 1;
  return few && full > 0.25 ? 1 : full;
}

const sample = 2 ** 14;

export const isDrawn = (area: Area, size: number): boolean => size / area.rows >= drawnCell;

/** What a map is painted of. */
export interface Painted {
  readonly kind: Kind;
  readonly picture: Picture;
  readonly causal: boolean;
  readonly ties: Ties | null;
}

/** A map of `size` px: cell by cell where there is room, else dot by dot. */
export function paint(
  canvas: HTMLCanvasElement,
  painted: Painted,
  size: number,
  colours: Colours,
): void {
  const { picture } = painted;
  const scale = Math.max(1, Math.min(3, devicePixelRatio));
  const pixels = Math.round(size * scale);
  if (canvas.width !== pixels || canvas.height !== pixels) {
    canvas.width = pixels;
    canvas.height = pixels;
  }
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, pixels, pixels);
  const whole = picture.height === picture.area.rows && picture.width === picture.area.columns;
  if (whole && isDrawn(picture.area, size)) {
    context.scale(pixels / size, pixels / size);
    paintCells(context, painted, size, colours);
  } else {
    paintDots(context, painted, pixels, colours);
  }
}

const css = ([r, g, b]: Colour): string => `rgb(${r} ${g} ${b})`;

function paintCells(
  context: CanvasRenderingContext2D,
  { kind, picture, causal, ties }: Painted,
  size: number,
  colours: Colours,
): void {
  const { area, width, height } = picture;
  const cell = size / area.rows;
  const gap = cell > 16 ? 1 : 0.5;
  const full = fullOf(picture);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (causal && area.firstKey + x > area.firstQuery + y) continue;
      const value = picture[kind][y * width + x] ?? 0;
      const [left, top] = [x * cell, y * cell];
      const strength = Math.min(1, Math.max(0, value) / full);
      context.fillStyle = css(
        kind === "hard" ? colours.wash : between(colours.wash, colours.tint, strength),
      );
      context.fillRect(left + gap / 2, top + gap / 2, cell - gap, cell - gap);
      const tied = kind === "hard" && value === 0 && isTied(ties, area, y, x);
      if (value === 0 && !tied) continue;
      const [middle, centre] = [left + cell / 2, top + cell / 2];
      if (tied) {
        const side = 0.74 * cell - 2;
        context.strokeStyle = css(colours.hard);
        context.lineWidth = Math.min(2, cell / 8);
        context.strokeRect(middle - side / 2, centre - side / 2, side, side);
      } else if (kind === "hard" || value < 0) {
        const side = 0.74 * cell * Math.sqrt(Math.abs(value));
        context.fillStyle = css(colours.hard);
        context.fillRect(middle - side / 2, centre - side / 2, side, side);
      } else {
        context.fillStyle = css(colours.soft);
        context.beginPath();
        context.arc(
          middle,
          centre,
          Math.max(0.4, 0.45 * cell * Math.sqrt(strength)),
          0,
          2 * Math.PI,
        );
        context.fill();
      }
    }
  }
}

/** Whether a key's score is as large as the pick's. */
const isTied = (ties: Ties | null, { firstQuery, firstKey }: Area, y: number, x: number): boolean =>
  ties?.get(firstQuery + y)?.includes(firstKey + x) ?? false;

function paintDots(
  context: CanvasRenderingContext2D,
  { kind, picture, causal }: Painted,
  pixels: number,
  colours: Colours,
): void {
  const { area, width, height } = picture;
  const full = fullOf(picture);
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    const lastRow = area.firstQuery + Math.ceil(((y + 1) * area.rows) / height) - 1;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const value = picture[kind][at] ?? 0;
      const masked = causal && area.firstKey + Math.ceil((x * area.columns) / width) > lastRow;
      // The root of a weight: what is small can still be told from nothing.
      const colour = masked
        ? colours.paper
        : kind === "hard"
          ? value > 0
            ? colours.hard
            : colours.wash
          : value < 0
            ? between(colours.wash, colours.hard, Math.sqrt(-value))
            : between(colours.wash, colours.soft, Math.sqrt(Math.min(1, value / full)));
      image.data.set([...colour, 255], 4 * at);
    }
  }
  const small = new OffscreenCanvas(width, height);
  small.getContext("2d")?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = width > pixels;
  context.drawImage(small, 0, 0, pixels, pixels);
}

const between = (a: Colour, b: Colour, share: number): Colour => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
];
