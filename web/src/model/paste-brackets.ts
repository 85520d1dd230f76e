/**
 * Bracketed values: what NumPy, PyTorch, JAX, TensorFlow and Mathematica print, and what is written
 * in Python, JSON, JavaScript, C++, MATLAB and Julia. One pass, no back-tracking, and to the end:
 *
 *   text    = prelude value { gap value } epilogue
 *   prelude = { comment | name "=" | label ":" | what a print says before its numbers }
 *   value   = ( list | call | members | string | word ) { "." method }
 *   list    = bracket [ value { gap value } [ gap ] ] bracket
 *   call    = constructor "(" [ value ] { "," argument } ")"
 *
 * Written by hand: a refusal needs its row and column in the table, which parser generators and
 * combinators know only as an offset in the text.
 */
import { readCell } from "./paste-cell.ts";
import { holds, type NumberType, numberTypeOf } from "./paste-number-types.ts";
import {
  excerpt,
  type PasteNotice,
  type Place,
  passedOver,
  type Raw,
  type ReadOptions,
  Refusal,
  type WholeFault,
} from "./paste-table.ts";

export type Node = Cell | List | Members;

export interface Cell extends Raw {
  readonly kind: "cell";
}

export interface List {
  readonly kind: "list";
  /** The bracket that opens it. */
  readonly open: string;
  readonly items: readonly Node[];
  /** What stands after each item. */
  readonly gaps: readonly Gap[];
  /** The constructor around it, such as `tensor` or `np.array`. */
  readonly name: string | null;
  /** Signs of MATLAB around it: a `%` comment in it, or a `;` after it. */
  readonly matlab: boolean;
}

export interface Gap {
  readonly semicolon: boolean;
  readonly comma: boolean;
  readonly line: boolean;
  /** Whether blanks stand in it, as in 1, 2 and not in 1,2. */
  readonly blank: boolean;
}

/** A JSON object or Python dictionary. */
export interface Members {
  readonly kind: "members";
  readonly entries: ReadonlyMap<string, Node>;
}

/** What a text in brackets holds, all of it. */
export interface Bracketed {
  readonly values: readonly Node[];
  /** The shape that is stated beside the values. */
  readonly stated: readonly number[] | null;
  /** A power of ten before all values, if the reader has said that it is to be multiplied in. */
  readonly scale: { readonly text: string; readonly power: number } | null;
  /** Whether the print is one column by its kind. */
  readonly column: boolean;
  readonly notices: readonly PasteNotice[];
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Constructors that hold the numbers as they are; any other function would change them. */
const constructors = words(
  "array asarray Array DeviceArray tensor Tensor as_tensor FloatTensor DoubleTensor HalfTensor " +
    "BFloat16Tensor IntTensor LongTensor ShortTensor CharTensor ByteTensor constant Variable " +
    "Parameter matrix asmatrix mat Matrix masked_array list tuple List MatrixForm c rbind print " +
    "Float64Array Float32Array Float16Array Int32Array Uint32Array Int16Array Uint16Array Int8Array " +
    "Uint8Array",
);
const scalarTypes = /^(?:float|int|uint|bfloat|double|half|Float|Int|UInt)\d*_?$/;
/** Constructors that make an array of that many elements of a lone number. */
const sized = /^(?:\w*Tensor|[A-Z]\w*\dArray)$/;
/** Methods and attributes that move the numbers and change none. */
const harmlessMethods = words(
  "cpu cuda numpy detach clone copy tolist item requires_grad_ contiguous block_until_ready data " +
    "values value eval",
);
/** Methods that are named like the type they recast to, and those that take it. */
const recastingMethods = words("float double half bfloat16 int long short char byte");
const recasting = words("astype type to");
const transposing = /^(?:t|T|mT|H|transpose|Transpose|adjoint|permute|permutedims|swapaxes)$/;
const dataKeywords = words("data object numpy values value");
/** Arguments that say where and how the numbers are kept. */
const harmlessKeywords = words(
  "device requires_grad grad_fn place stop_gradient name copy order subok pin_memory weak_type " +
    "sharding memory_space non_blocking memory_format size fill_value hard_mask trainable",
);
const sparseKeywords = words("indices crow_indices ccol_indices col_indices row_indices nnz");

const closingOf: Readonly<Record<string, string>> = {
  "[": "]",
  "(": ")",
  "{": "}",
  "［": "］",
  "（": "）",
  "｛": "｝",
  "【": "】",
  "〔": "〕",
  "「": "」",
  "『": "』",
};
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”",
  "‘": "’",
  "＂": "＂",
};
/** Deeper than any table; what is nested deeper is not read to its end. */
const deepest = 16;

const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
const isConstructor = (name: string): boolean =>
  constructors.has(lastName(name)) || scalarTypes.test(lastName(name));

/** Whether a text starts as a bracketed value does, and not with a label such as `[CLS]`. */
function startsBracketed(text: string): boolean {
  const [head = "", name, brackets = ""] =
    /^([\p{L}_][\p{L}\d_.]{0,40})?([[({［｛（【〔「『][\s[({［｛（【〔「『]*)/u.exec(text) ?? [];
  if (head === "") return false;
  const inside = text.slice(head.length, head.length + 60);
  const number =
    /^(?:[-+−–ー－]?\s*[.\d０-９∞]|[-+−–]?(?:nan|inf)|(?:na|null|none|missing)\b)/i.test(inside);
  if (name !== undefined && !isConstructor(name)) {
    return number || /^(?:[\p{L}_][\p{L}\d_.]{0,40}[[({]|["'])/u.test(inside);
  }
  if (brackets.trim().length > 1 || name !== undefined) return true;
  // [CLS] 0.1, {a} 0.2 and (1) first are labels.
  const label =
    /^([^\n"'“[\](){}（）［］｛｝【】『』,，、;；:：=]*)[\])}］）｝】〕」』]([^\n]*)/u.exec(inside);
  if (label === null) return true;
  const [, content = "", after = ""] = label;
  if (/^[\p{L}_\p{Extended_Pictographic}]\S*$/u.test(content)) {
    return number && !/[\d.]/.test(after);
  }
  return !(/^\d+$/.test(content) && /^[ \t]+[^\s\d.,;:%#/*+-]|^[ \t]+[-+]?[\d.]/.test(after));
}

/** All of a text that is a bracketed value, with what may stand around it; null if it is none. */
export function parseBracketed(text: string, options: ReadOptions): Bracketed | null {
  let at = 0;
  let percent = false;
  let blocksClose = true;
  let depth = 0;
  let comments = 0;
  let single = false;
  let stated: readonly number[] | null = null;
  let scale: Bracketed["scale"] = null;
  let column = false;
  let tagged = false;
  let isNew = false;
  let isRust = false;
  let declared: NumberType | null = null;
  let declaration = "";
  const notices: PasteNotice[] = [];
  /** For every open list, how many items it has, and where its current row starts. */
  const open: { items: number; rowStart: number; rows: number }[] = [];

  const refuse = (kind: WholeFault, from = at, to = from + 80): never => {
    throw new Refusal({ kind, ...place(), cell: excerpt(text.slice(from, to)) });
  };

  function place(): Place | Record<string, never> {
    const [outer, inner] = open;
    if (outer === undefined) return {};
    return inner === undefined
      ? { row: outer.rows + 1, column: outer.items - outer.rowStart + 1 }
      : { row: outer.items + 1, column: inner.items + 1 };
  }

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  }

  // ------------------------------------------------------------------------------- before the value

  /** Goes to where the value starts, over all that may stand before it. */
  function prelude(): boolean {
    for (;;) {
      for (let found = ""; ; ) {
        found = match(/\s+|\/\*[\s\S]*?\*\/|(?:\/\/|[#%])[^\n]*/y)?.[0] ?? "";
        if (found === "") break;
        if (digit.test(found)) comments++;
      }
      match(importPart);
      if (match(/<[^<>\n[\]]{0,200}\bnumpy=\s*/y) !== null) {
        tagged = true;
        state(/\bshape=\(([\d, ]*)\)/.exec(text.slice(0, at))?.[1]);
        return true;
      }
      const rest = text.slice(at, at + 400);
      if (/^<\d+x\d+ [^\n]*sparse|^<[^\n>]*[Ss]parse/.test(rest))
        throw new Refusal({ kind: "sparse" });
      const dimensions = match(/<xarray\.[^\n]*\n/y)?.[0];
      if (dimensions !== undefined) {
        state(
          [...dimensions.matchAll(/(?<=[( ])\w{1,60}: (\d+)(?=[,)])/g)].map(([, n]) => n).join(" "),
        );
        continue;
      }
      if (/^<[\w.]*(?:Tensor|Variable|Array|Parameter|Matrix)\b/.test(rest)) refuse("reference");
      const shape = match(shapePart)?.[1];
      if (shape !== undefined) {
        state(shape);
        if (text.slice(at).trim() === "") refuse("reference", 0);
        column = match(/Series: '[^'\n]*' \[[a-z]\w*\]\n/y) !== null;
        if (!column && !startsBracketed(text.slice(at, at + 400))) return false;
        continue;
      }
      const length = match(
        /(?:(?:(?:Float|Int|Uint)\d+(?:Clamped)?)?Array)?\((\d+)\)\s*(?=\[)/y,
      )?.[1];
      if (length !== undefined) {
        state(length);
        return true;
      }
      isNew = match(/new\s+/y) !== null;
      if (/^\(\d+, ?\d+\)[ \t]+[-+.\d]/.test(rest)) throw new Refusal({ kind: "sparse" });
      if (startsBracketed(text.slice(at, at + 400))) return true;
      if (assignment()) continue;
      const label = match(labelPart)?.[1];
      if (label === undefined || label.split("(").length !== label.split(")").length) {
        refuseFactor();
        return false;
      }
      if (!/^(?:["']?\p{L}\w?["']?|\w+ containing)$/u.test(label.trim())) {
        notices.push(passedOver(label));
      }
    }
  }

  /** `double x[2][3] =`, `std::array<double, 3> x =`, `x: list[int] =`: a shape and a type. */
  function declare(left: string): void {
    const words = left.match(/[\p{L}_$][\p{L}\d_$]*/gu) ?? [];
    const sizes = /^\s*[\p{L}_][\w:<>*, ]*\s[*&]*\w+\s*((?:\[\d+\])+)\s*$/u.exec(left)?.[1];
    const length = /[,;]\s*(\d+)\s*[>\]][^[\]<>]*$/.exec(left)?.[1];
    if (sizes !== undefined) state(sizes);
    else if (length !== undefined) state(length);
    isRust = words[0] === "let";
    const isAnnotated = /^[^:]*[^:]:[^:]/.test(left);
    const types = isAnnotated ? words.slice(1) : words.slice(0, -1);
    const typeOf = (word: string): NumberType | null =>
      word === "float" && !isAnnotated ? "float32" : numberTypeOf(word);
    declared = types.map(typeOf).find((type) => type !== null) ?? declared;
    declaration = left;
  }

  /** What multiplies the values, or is done to them in the place of an assignment. */
  function refuseFactor(): void {
    const start = text.slice(at, at + 60);
    const factor =
      /^(?:[-+−~!]|[-+−]?[\d.]+(?:e[-+]?\d+)?(?=\s*[[({])|[^\n[\](){}"'“,;，；\t]{1,40}[-+−*/@×·⋅^%&|=<>~])[ \t]*/i.exec(
        start,
      )?.[0];
    if (factor !== undefined && startsBracketed(text.slice(at + factor.length, at + 400))) {
      throw new Refusal({ kind: "operation", cell: excerpt(factor) });
    }
    const prose = /^[^\n\t[\](){}"“]{1,59}(?=[[({][[({\s]*[-+]?[\d.]+(?:\s*,|\s+[-+\d]))/.exec(
      start,
    )?.[0];
    if (prose !== undefined) throw new Refusal({ kind: "unexpected", cell: excerpt(prose) });
  }

  function state(shape: string | undefined): void {
    const sizes = shape?.match(/\d+/g)?.map(Number) ?? [];
    if (sizes.length > 0) stated = sizes;
  }

  /** `x =`, `const X: number[][] =`, `std::array<double, 2> x =`, `x <-`; not `x *=` or `x ==`. */
  function assignment(): boolean {
    const [all = "", left = ""] =
      /^([\p{L}_][^\n="“{]{0,160}?)(?:[:：]?[=＝](?![=＝])|<-|←)/u.exec(text.slice(at, at + 200)) ??
      [];
    const name = left
      .replace(/(?<=[\p{L}\d_)\]>])(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)+/gu, "")
      .replace(/[*&]+\s*(?=[\p{L}_])/gu, "");
    const isName = /^[\p{L}\d_.:,'’ \t]*$/u.test(name) && !/(?:^|[^\p{L}\d_])\d|\.\s*$/u.test(name);
    if (all === "" || !isName) return false;
    declare(left);
    at += all.length;
    return true;
  }

  // ------------------------------------------------------------------------------------- the values

  /** Blanks, separators and comments. */
  function gap(): Gap {
    let semicolon = false;
    let commas = 0;
    let line = false;
    let blank = false;
    for (;;) {
      const start = at;
      if (blocksClose && /^%\{[ \t]*\n/.test(text.slice(at, at + 80))) {
        // An end that is not found is looked for once: there is none further on either.
        blocksClose = match(/%\{[ \t]*\n[\s\S]*?\n[ \t]*%\}/y) !== null;
        if (blocksClose) comments++;
      }
      const [found = "", comma, end, comment] = match(gapPart) ?? [];
      if (found === "") break;
      if (comment !== undefined) {
        const operates =
          depth > 0 &&
          !line &&
          !semicolon &&
          commas === 0 &&
          /^(?:%|\/\/)\s*[-+]?(?:[\d.][\w.]*|[\p{L}_][\w.]*)\s*[,;\])}]/u.test(comment);
        if (operates) refuse("operation", start);
        if (comment.startsWith("%")) percent = true;
        if (digit.test(comment)) comments++;
      }
      if (found === "\n" || comment?.includes("\n")) line = true;
      if (/^[ \t]/.test(found)) blank = true;
      if (comma !== undefined) commas++;
      if (end !== undefined) {
        // In Julia ;; and ;;; are the ends of other dimensions.
        if (semicolon && /[;；]\s*$/.test(text.slice(Math.max(0, start - 2), start))) {
          throw new Refusal({ kind: "dimensions", dimensions: 3, ...place() });
        }
        semicolon = true;
      }
      if (commas > 1 && !semicolon) {
        throw new Refusal({ kind: "empty", row: 1, column: 1, ...place() });
      }
    }
    return { semicolon, comma: commas > 0, line, blank };
  }

  function value(): Node {
    if (depth === deepest) throw new Refusal({ kind: "dimensions", dimensions: depth });
    depth++;
    const read = anyValue();
    depth--;
    return read;
  }

  function anyValue(): Node {
    const first = text.charAt(at);
    if (closingOf[first] !== undefined) return suffixed(bracketed(null), false);
    if (quotes[first] !== undefined) return string();
    const [word = ""] = match(wordPart) ?? [];
    if (word === "") return refuse("unexpected");
    if (
      options.continuation === true &&
      word === "..." &&
      match(/[ \t]*(?:%[^\n]*)?\n/y) !== null
    ) {
      gap();
      return anyValue();
    }
    return closingOf[text.charAt(at)] === undefined
      ? { kind: "cell", text: word, quoted: false }
      : suffixed(constructed(word), true);
  }

  function bracketed(name: string | null): Node {
    if (text.charAt(at) === "{" && name === null && memberAhead()) return members();
    const start = at;
    const close = closingOf[text.charAt(at++)];
    const items: Node[] = [];
    const gaps: Gap[] = [];
    const counter = { items: 0, rowStart: 0, rows: 0 };
    open.push(counter);
    const before = gap();
    if (before.comma) throw new Refusal({ kind: "empty", row: 1, column: 1, ...place() });
    while (text.charAt(at) !== close) {
      if (at >= text.length) refuse("unclosed", start);
      items.push(value());
      counter.items++;
      const after = gap();
      gaps.push(after);
      if (after.semicolon) {
        counter.rows++;
        counter.rowStart = counter.items;
      }
    }
    at++;
    open.pop();
    // (1+2j) is a number in brackets, (1,) a tuple.
    const [only] = items;
    if (close === ")" && items.length === 1 && only?.kind === "cell" && !gaps[0]?.comma)
      return only;
    const matlab = percent || /[ \t]*;/y.test(text.slice(at, at + 8));
    return { kind: "list", open: text.charAt(start), items, gaps, name, matlab };
  }

  const memberAhead = (): boolean => {
    memberStart.lastIndex = at + 1;
    return memberStart.test(text);
  };

  function members(): Members {
    const start = at++;
    const entries = new Map<string, Node>();
    for (gap(); text.charAt(at) !== "}"; gap()) {
      if (at >= text.length) refuse("unclosed", start);
      const key = quotes[text.charAt(at)] === undefined ? match(bareKey)?.[0] : string().text;
      if (key === undefined || match(/\s*[:：]\s*/y) === null) return refuse("unexpected");
      gap();
      if (entries.has(key))
        throw new Refusal({ kind: "duplicate", ...place(), cell: excerpt(key) });
      entries.set(key, value());
    }
    at++;
    return { kind: "members", entries };
  }

  function string(): Cell {
    const start = at;
    const close = quotes[text.charAt(at++)];
    let written = "";
    while (text.charAt(at) !== close) {
      if (at >= text.length) refuse("unclosed", start);
      const [, escaped, plain = ""] = match(stringPart) ?? refuse("unclosed", start);
      written += escaped === undefined ? plain : characterOf(escaped);
    }
    at++;
    return { kind: "cell", text: written, quoted: true };
  }

  /** `name(…)`: a constructor around its first argument, a scalar, or `Float64[…]`. */
  function constructed(word: string): Node {
    const start = at - word.length;
    const [, sign = "", path = ""] =
      /^([-+−]?)((?:[\p{L}_][\p{L}\d_]*\.)*[\p{L}_][\p{L}\d_]*)$/u.exec(word) ?? [];
    const name = lastName(path);
    if (transposing.test(name)) refuse("transposed", start);
    const scalar = scalarTypes.test(name);
    if (name === "Size") refuse("reference", start);
    if (!isConstructor(path) || (sign !== "" && !scalar)) refuse("operation", start);
    if (text.charAt(at) !== "(" || name === "c" || name === "rbind") {
      const list = bracketed(path);
      if (isNew && list.kind === "list" && list.items.length < 2) refuse("operation", start);
      const type = scalar ? numberTypeOf(name) : null;
      if (type !== null) conform(list, type, path);
      return name === "MatrixForm" && list.kind === "list" && list.items[0] !== undefined
        ? list.items[0]
        : list;
    }
    const content = argumentsOf(path, start);
    if (content === null)
      return { kind: "list", open: "(", items: [], gaps: [], name: path, matlab: false };
    if (content.kind === "cell") {
      // Array(2) is what browsers print for two numbers that they don't show.
      const hides = name === "Array" && /^\d+$/.test(content.text);
      if (hides && depth > 1) refuse("reference", start);
      if (isNew || (sized.test(name) && !scalar)) refuse("operation", start);
      return { ...content, text: sign + content.text };
    }
    return content.kind === "list" ? { ...content, name: content.name ?? path } : content;
  }

  /** The argument that holds the data. The others say how it is kept, or the call is refused. */
  function argumentsOf(path: string, start: number): Node | null {
    at++;
    // Without a module before the name it is what a program prints: numbers that are of their type.
    const name = lastName(path);
    const printed =
      path === "tf.Tensor" || (!path.includes(".") && !/\wTensor$|\dArray$/.test(name));
    const types: { readonly type: NumberType; readonly written: string }[] = [];
    const own = /(?:Tensor|\dArray)$|^u?int\d*_?$/i.test(name) ? numberTypeOf(name) : null;
    let content: Node | null = null;
    let factor: string | null = null;
    let hidden = false;
    for (gap(); text.charAt(at) !== ")"; gap()) {
      if (at >= text.length) refuse("unclosed", start);
      const from = at;
      const keyword = match(/([A-Za-z_]\w*)\s*=(?!=)\s*/y)?.[1];
      if (keyword !== undefined && sparseKeywords.has(keyword))
        throw new Refusal({ kind: "sparse" });
      if (content === null && (keyword === undefined || dataKeywords.has(keyword))) {
        content = value();
        // R fills a matrix column by column.
        if (content.kind === "list" && content.name === "c") refuse("operation", start);
        const times = content.kind === "cell" ? match(/\s*\*\s*(?=\[)/y) : null;
        if (times !== null && content.kind === "cell") {
          factor = content.text;
          content = value();
        }
        continue;
      }
      const written = passOver(start);
      const type = /^d?type$/.test(keyword ?? "dtype") ? numberTypeOf(written) : null;
      // In Matrix(2, 2, [[…]]) the first is no number of the table.
      if (keyword === undefined && type === null) refuse("operation", start);
      if (type !== null) types.push({ type, written: text.slice(from, at) });
      else if (keyword === "shape" && sizes.test(written)) state(written);
      else if (keyword === "mask" && masks.test(written)) hidden = /true|1/i.test(written);
      else if (keyword === "layout") {
        if (!/strided/.test(written)) throw new Refusal({ kind: "sparse" });
      } else if (keyword !== undefined && /^d?type$/.test(keyword)) refuse("recast", from, at);
      else if (!harmlessKeywords.has(keyword ?? "") || !oneArgument.test(written)) {
        refuse("unexpected", from, at);
      }
    }
    at++;
    if (content === null) return null;
    if (hidden && !cellsIn(content).some((cell) => cell.text === "--")) refuse("operation", start);
    // np.float16(0.1) is how NumPy prints one, np.float16([0.1]) makes others of them.
    const cast = content.kind === "list" && scalarTypes.test(name) ? numberTypeOf(name) : own;
    if (cast !== null) types.push({ type: cast, written: text.slice(start, at) });
    for (const { type, written } of types) conform(content, type, written, printed);
    if (factor !== null) scaleBy(factor);
    return content;
  }

  /** Old PyTorch prints a common factor: whether it is in the numbers already, none can tell. */
  function scaleBy(factor: string): void {
    const power = /^1(?:\.0*)?e([-+]?\d+)$/i.exec(factor)?.[1];
    if (power === undefined) throw new Refusal({ kind: "operation", cell: excerpt(`${factor} *`) });
    if (options.factor === undefined) {
      const alternatives = [{ factor: true }, { factor: false }];
      throw new Refusal({ kind: "factor", cell: excerpt(`${factor} *`), alternatives });
    }
    if (options.factor) scale = { text: factor, power: Number(power) };
    else notices.push(passedOver(`${factor} *`));
  }

  /** Refuses a recast that makes other numbers of those that are written. */
  function conform(node: Node, type: NumberType, by: string, printed = false): void {
    for (const { text: number } of cellsIn(node)) {
      const cell = readCell(number, "none");
      if (cell.kind !== "number" || holds(type, cell.value)) continue;
      if (typeof type === "string" && printed) continue;
      // The digits that a float32 has not are beyond what is mostly written: said, not refused.
      if (type === "float32" && Math.abs(cell.value) < 3.4e38) single = true;
      else throw new Refusal({ kind: "recast", cell: excerpt(by) });
    }
  }

  /** To the comma or bracket that ends an argument. */
  function passOver(start: number): string {
    const from = at;
    const closers: string[] = [];
    while (at < text.length) {
      const c = text.charAt(at);
      if (quotes[c] !== undefined) {
        string();
        continue;
      }
      const closer = closingOf[c];
      if (closer !== undefined) closers.push(closer);
      else if (c === closers.at(-1)) closers.pop();
      else if (closers.length === 0 && (c === "," || c === ")")) return text.slice(from, at);
      at++;
    }
    return refuse("unclosed", start);
  }

  /** What is done to a value that has just been read. */
  function suffixed(node: Node, called: boolean): Node {
    /** The types that hold it already. */
    const held = new Set<string>();
    const recastTo = (type: NumberType, by: string): void => {
      const name = JSON.stringify(type);
      if (!held.has(name)) conform(node, type, by);
      held.add(name);
    };
    for (;;) {
      const start = at;
      if (match(/\.?['’]|ᵀ|\^\s*\{?\\?(?:[TH⊤]|top|dagger|')/y) !== null)
        refuse("transposed", start);
      if (match(/\^|\.[*/\\^]/y) !== null || (called && text.charAt(at) === "["))
        refuse("operation", start);
      const method = match(/\.([\p{L}_]\w*)/uy)?.[1];
      if (method === undefined) return node;
      if (transposing.test(method)) refuse("transposed", start);
      const given = text.charAt(at) === "(" ? argumentTexts(start) : null;
      const recast = recastingMethods.has(method) || recasting.has(method);
      if (!recast && !harmlessMethods.has(method)) refuse("operation", start);
      const harmless = (text: string): boolean =>
        isPlain.test(text) || elsewhere.test(text) || (method === "cuda" && /^\d$/.test(text));
      if (!recast && given?.every(harmless) === false) refuse("operation", start);
      if (!recast || given === null) continue;
      if (recastingMethods.has(method) && !given.every(harmless)) refuse("operation", start);
      const type = recastingMethods.has(method) ? numberTypeOf(method) : null;
      if (type !== null) recastTo(type, text.slice(start, at));
      for (const argument of recastingMethods.has(method) ? [] : given) {
        const to = numberTypeOf(argument.replace(/^dtype\s*=\s*/, ""));
        if (to !== null) recastTo(to, text.slice(start, at));
        else if (!elsewhere.test(argument)) refuse("recast", start, at);
      }
    }
  }

  function argumentTexts(start: number): string[] {
    const given: string[] = [];
    at++;
    while (text.charAt(at) !== ")") {
      given.push(passOver(start).trim());
      match(/,\s*/y);
    }
    at++;
    return given;
  }

  // --------------------------------------------------------------------------------- after the values

  /** What may stand behind the values and says nothing of them, or nothing new. */
  function epiloguePart(separated: boolean): boolean {
    if (match(/[.。]?\s*$/y) !== null) return true;
    if (tagged && match(/>/y) !== null) return true;
    const shape = match(/<NDArray (\d+(?:x\d+)*) @[\w()]+>|\[torch\.\w+ of size (\d+(?:x\d+)*)\]/y);
    if (shape !== null) {
      stated = (shape[1] ?? shape[2] ?? "").split("x").map(Number);
      return true;
    }
    if (match(/(?:(?:Name|Length|dtype): *[\w.[\]]+(?:, *)?)+(?=\s*$)/y) !== null) return true;
    if (match(/Dimensions without coordinates: [\w, ]+/y) !== null) return true;
    const about = match(/(?:Coordinates|Attributes|Indexes):\s*\n(?:[ \t]+[^\n]*(?:\n|$))*/y);
    if (about !== null) {
      notices.push(passedOver(about[0]));
      return true;
    }
    if (match(/\/\/ ?(?:MatrixForm|TableForm)\b(?=\s*$)/y) !== null) return true;
    if (match(/(?:print|disp|display)\([A-Za-z_][\w.]*\);?/y) !== null) return true;
    const start = at;
    const found = match(/(?:\/\/|[#%])[^\n]*|\/\*[\s\S]*?\*\//y)?.[0];
    if (found === undefined) return false;
    // Behind a value // and % also divide, and # is the one of them that never does.
    const operand = /^(?:\/\/|%)\s*(?:$|[-+]?[\d.][\w.]*|[\p{L}_][\w.]*|[\p{L}_\w.]*[([].*)\s*$/u;
    const isModulo = found.startsWith("%") && !isMatlab();
    if (isModulo || (!separated && operand.test(found) && !found.startsWith("%"))) {
      at = start;
      return false;
    }
    if (digit.test(found)) comments++;
    return true;
  }

  /** Semicolons, or numbers that only blanks set apart. */
  const isMatlab = (): boolean =>
    values.some(
      (it) =>
        it.kind === "list" &&
        (it.gaps.some(({ semicolon }) => semicolon) ||
          (it.items.length > 1 && it.gaps.every(({ comma }) => !comma))),
    );

  function refuseRest(): never {
    const rest = text.slice(at, at + 120);
    if (/^[)\]}］）｝】]/.test(rest)) return refuse("unexpected", at, at + 1);
    if (/^[-+−]?\.?\d/.test(rest)) return refuse("unexpected");
    const assigned = /^[\p{L}_][\p{L}\d_.']{0,40}\s*[:=]\s*/u.exec(rest)?.[0];
    if (assigned !== undefined && startsBracketed(rest.slice(assigned.length))) {
      throw new Refusal({ kind: "several" });
    }
    return refuse(
      /^(?:[^\p{L}\s"'([{<]|<[<=\s\d]|[([（]\s*[×·⋅*/^]|[eExX](?=[\s\d+-]))/u.test(rest)
        ? "operation"
        : "unexpected",
    );
  }

  if (!prelude()) return null;
  const values: Node[] = [];
  if (tagged) {
    const scalar = match(/[^\s<>[\](){},]+(?=\s*>\s*$)/y)?.[0];
    if (scalar !== undefined) values.push({ kind: "cell", text: scalar, quoted: false });
  }
  for (let separated = true; ; ) {
    if (values.length > 0) {
      const between = match(/[\s;,；，、]*/y)?.[0] ?? "";
      separated = /[\n;,；，、]/.test(between);
      if (at >= text.length) break;
      if (/[,，、]\s*[,，、]/.test(between))
        throw new Refusal({ kind: "empty", row: 1, column: 1 });
      // Directly behind a list it takes a part of it.
      if (between === "" && /^\]\[/.test(text.slice(at - 1, at + 1))) refuse("operation");
      const opens = closingOf[text.charAt(at)] !== undefined && !text.startsWith("[torch.", at);
      if (!opens && epiloguePart(separated)) continue;
    }
    const rest = text.slice(at, at + 120);
    const operates = /^[([（]\s*[×·⋅*/^]/.test(rest);
    if (values.length > 0 && (operates || !startsBracketed(rest))) refuseRest();
    const read = value();
    if (declared !== null) conform(read, declared, declaration, false);
    // [0.5; 3] is three times 0.5 in Rust, and a column elsewhere.
    if (isRust && read.kind === "list" && read.items.length === 2 && read.gaps[0]?.semicolon) {
      throw new Refusal({ kind: "operation", cell: excerpt(rest) });
    }
    values.push(read);
  }
  if (single) notices.push({ kind: "single-precision" });
  if (comments > 0) notices.push({ kind: "comments", lines: comments });
  return { values, stated, scale, column, notices };
}

function cellsIn(node: Node): readonly Cell[] {
  if (node.kind === "cell") return [node];
  return node.kind === "list" ? node.items.flatMap(cellsIn) : [];
}

/** What a program needs before it: one name after the other. */
const importPart =
  /(?:(?:import|from|using)(?:[ ,.]+[A-Za-z_]\w*)+|#include *[<"][\w./]+[>"]|(?:library|require)\([A-Za-z_][\w.]*\));?[ \t]*\n/y;
/** A shape on a line of its own before the numbers. */
const shapePart =
  /(?:[\w. ]*\b)?(?:shape|size|dims?|dimensions?)\s*[:=]\s*(?:torch\.Size\()?[([]([\d, ]+)[)\]]\)?[ \t]*(?:\n\s*|$)/iy;
const digit = /[\d０-９]/;
const labelPart = /((?![[{<])[^\n[\]{}]{0,120})[:：](?!=)\s*/y;

const sizes = /^[([]?\s*\d+(?:\s*,\s*\d+)*,?\s*[)\]]?\s*$/;
/** A word, a string, a call, brackets, or something between angles: one thing, and no expression. */
const oneArgument =
  /^(?:"[^"]*"|'[^']*'|[-+]?[\w.]+(?:e[-+]?\d+)?(?:\([\w:'", =]*\))?|[([][^()[\]]*[)\]]|<[^<>]*>)\s*$/i;
const masks = /^(?:(?:np\.)?(?:ma\.)?nomask|[[\](),\s]|True|False|true|false|[01])*$/;
const isPlain = /^(?:|True|False|true|false)$/;
/** An argument of `to` and `type` that says where the numbers are, or how they get there. */
const elsewhere =
  /^(?:device\s*=.*|non_blocking\s*=.*|copy\s*=.*|memory_format\s*=.*|["'](?:cpu|cuda|mps|xpu)(?::\d+)?["']|torch\.device\(.*\)|[\w.]*(?:device|DEVICE))$/;

// U+202F is no blank here: it joins the groups of one number.
const gapPart =
  /[ \t\v\f]+|\n|([,，、])|([;；])|(%[^\n]*|#(?!N\/A|[A-Z]+[!/?])[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/y;
const wordPart = /(?:[^ \t\v\f\n,，、;；[\](){}［］（）｛｝【】〔〕「」『』"“”'‘’＂]|['’](?=\d))+/y;
const stringPart = /\\(u[\da-f]{4}|[\s\S])|([^\\"'”’＂]+|["'”’＂])/iy;
const memberStart =
  /(?:\s|\/\/[^\n]*\n|#[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|“[^”]*”|[\p{L}_$][\p{L}\d_$]*|\d+)\s*[:：]/uy;
const bareKey = /[\p{L}_$][\p{L}\d_$]*|\d+/uy;

/** What stands for itself or another character behind a backslash. */
function characterOf(escaped: string): string {
  return /^u[\da-f]{4}$/i.test(escaped)
    ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    : ({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }[escaped] ?? escaped);
}
