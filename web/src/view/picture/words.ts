/** Where the browser has set the words of a text node. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Words extends Box {
  readonly text: string;
  /** Where each character begins; what does not say so is set anew. */
  readonly starts?: readonly number[];
}

/** The lines that a text node was broken into, without the white space that is not seen. */
export function linesOf(node: Text): readonly Words[] {
  const range = document.createRange();
  const limit = ellipsisLimit(node.parentElement);
  const lines: { text: string; starts: number[]; box: DOMRect; left: number; right: number }[] = [];
  let [space, at] = [false, 0];
  for (const character of node.data) {
    range.setStart(node, at);
    at += character.length;
    range.setEnd(node, at);
    const [box] = range.getClientRects();
    if (/[ \t\n\r\f]/.test(character)) {
      space = box !== undefined;
      continue;
    }
    if (box === undefined) continue;
    let line = lines.at(-1);
    if (line === undefined || Math.abs(box.top - line.box.top) > box.height / 2) {
      line = { text: "", starts: [], box, left: box.left, right: box.right };
      lines.push(line);
    } else if (space) {
      line.text += " ";
      line.starts.push(line.right);
    }
    space = false;
    line.starts.push(box.left);
    if (box.right > limit) {
      line.text += "…";
      break;
    }
    line.text += character;
    // What runs from right to left begins at its right end.
    line.left = Math.min(line.left, box.left);
    line.right = Math.max(line.right, box.right);
  }
  return lines.map(({ text, starts, box: { top, height }, left, right }) => ({
    ...{ text, starts, left, top, height },
    width: right - left,
  }));
}

/** Where the last character must end that stands before an ellipsis; infinite where there is none. */
function ellipsisLimit(element: Element | null): number {
  if (element === null || element.scrollWidth <= element.clientWidth)
    return Number.POSITIVE_INFINITY;
  const style = getComputedStyle(element);
  if (style.textOverflow !== "ellipsis") return Number.POSITIVE_INFINITY;
  const { right } = element.getBoundingClientRect();
  return right - Number.parseFloat(style.paddingRight) - measure(style, "…").width;
}

const context = document.createElement("canvas").getContext("2d");
const known = new Map<string, TextMetrics>();

/** Measures text in the font of a style, or in that font of another size. */
export function measure(
  { fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration,
  text: string,
  size = fontSize,
): TextMetrics {
  const font = `${fontStyle} ${fontWeight} ${size} ${fontFamily}`;
  const key = `${font}\n${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (context === null) throw new Error("This browser cannot measure text.");
  context.font = font;
  const metrics = context.measureText(text);
  known.set(key, metrics);
  return metrics;
}

/** Where the baseline of a line of text lies. */
export function baseline({ text, top, height }: Words, style: CSSStyleDeclaration): number {
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = measure(style, "");
  // In Firefox a line is as high as all fonts that its characters were found in.
  const ownFont = Math.abs(height - ascent - descent) < 0.6;
  return top + (ownFont ? ascent : tried(text, style));
}

/** From the top of a text to its baseline, as it is set anew. */
function tried(
  text: string,
  { fontFamily, fontSize, fontStyle, fontWeight }: CSSStyleDeclaration,
): number {
  const trial = document.createElement("span");
  const foot = document.createElement("span");
  trial.style.cssText = "all: initial; position: fixed; visibility: hidden; white-space: pre";
  foot.style.cssText = "all: initial; display: inline-block";
  Object.assign(trial.style, { fontFamily, fontSize, fontStyle, fontWeight });
  trial.append(text, foot);
  document.body.append(trial);
  const range = document.createRange();
  range.selectNode(trial.childNodes[0] ?? trial);
  const height = foot.getBoundingClientRect().bottom - range.getBoundingClientRect().top;
  trial.remove();
  return height;
}

/** A letter alone in `<mi>` is shown as the mathematical italic that Unicode has for it. */
export function slanted(letter: string): string {
  if (letter === "h") return "ℎ";
  const code = letter.codePointAt(0) ?? 0;
  const row = italics.find(([first, last]) => letter >= first && letter <= last);
  return row === undefined ? letter : String.fromCodePoint(row[2] + code - row[0].charCodeAt(0));
}

const italics = [
  ["A", "Z", 0x1d434],
  ["a", "z", 0x1d44e],
  ["Α", "Ω", 0x1d6e2],
  ["α", "ω", 0x1d6fc],
] as const;
