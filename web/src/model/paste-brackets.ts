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
export const parseBracketed = (text: string, options: ReadOptions): Bracketed | null =>
  new BracketReader(text, options).read();

/** Walks over a text once; each method starts at #at and leaves it behind what it has read. */
class BracketReader {
  readonly #text: string;
  readonly #options: ReadOptions;
  #at = 0;
  #percent = false;
  #blocksClose = true;
  #depth = 0;
  #comments = 0;
  #single = false;
  #stated: readonly number[] | null = null;
  #scale: Bracketed["scale"] = null;
  #column = false;
  #tagged = false;
  #isNew = false;
  #isRust = false;
  #declared: NumberType | null = null;
  #declaration = "";
  readonly #notices: PasteNotice[] = [];
  /** For every open list, how many items it has, and where its current row starts. */
  readonly #open: { items: number; rowStart: number; rows: number }[] = [];
  readonly #values: Node[] = [];

  constructor(text: string, options: ReadOptions) {
    this.#text = text;
    this.#options = options;
  }

  read(): Bracketed | null {
    if (!this.#prelude()) return null;
    if (this.#tagged) {
      const scalar = this.#match(/[^\s<>[\](){},]+(?=\s*>\s*$)/y)?.[0];
      if (scalar !== undefined) this.#values.push({ kind: "cell", text: scalar, quoted: false });
    }
    while (this.#values.length === 0 || !this.#isAtEnd()) this.#values.push(this.#outerValue());
    if (this.#single) this.#notices.push({ kind: "single-precision" });
    if (this.#comments > 0) this.#notices.push({ kind: "comments", lines: this.#comments });
    return {
      values: this.#values,
      stated: this.#stated,
      scale: this.#scale,
      column: this.#column,
      notices: this.#notices,
    };
  }

  /** Whether no value follows those that are read; what may stand behind them is passed over. */
  #isAtEnd(): boolean {
    for (;;) {
      const between = this.#match(/[\s;,；，、]*/y)?.[0] ?? "";
      if (this.#at >= this.#text.length) return true;
      if (/[,，、]\s*[,，、]/.test(between))
        throw new Refusal({ kind: "empty", row: 1, column: 1 });
      // Directly behind a list it takes a part of it.
      if (between === "" && /^\]\[/.test(this.#text.slice(this.#at - 1, this.#at + 1)))
        this.#refuse("operation");
      const opens =
        closingOf[this.#text.charAt(this.#at)] !== undefined &&
        !this.#text.startsWith("[torch.", this.#at);
      if (opens || !this.#epiloguePart(/[\n;,；，、]/.test(between))) return false;
    }
  }

  /** A value that stands in no other. */
  #outerValue(): Node {
    const rest = this.#text.slice(this.#at, this.#at + 120);
    const operates = /^[([（]\s*[×·⋅*/^]/.test(rest);
    if (this.#values.length > 0 && (operates || !startsBracketed(rest))) this.#refuseRest();
    const read = this.#value();
    if (this.#declared !== null) this.#conform(read, this.#declared, this.#declaration, false);
    // [0.5; 3] is three times 0.5 in Rust, and a column elsewhere.
    if (this.#isRust && read.kind === "list" && read.items.length === 2 && read.gaps[0]?.semicolon)
      throw new Refusal({ kind: "operation", cell: excerpt(rest) });
    return read;
  }

  #refuse(kind: WholeFault, from = this.#at, to = from + 80): never {
    throw new Refusal({ kind, ...this.#place(), cell: excerpt(this.#text.slice(from, to)) });
  }

  #place(): Place | Record<string, never> {
    const [outer, inner] = this.#open;
    if (outer === undefined) return {};
    return inner === undefined
      ? { row: outer.rows + 1, column: outer.items - outer.rowStart + 1 }
      : { row: outer.items + 1, column: inner.items + 1 };
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }

  // ------------------------------------------------------------------------------- before the value

  /** Goes to where the value starts, over all that may stand before it. */
  #prelude(): boolean {
    for (;;) {
      for (let found = ""; ; ) {
        found = this.#match(/\s+|\/\*[\s\S]*?\*\/|(?:\/\/|[#%])[^\n]*/y)?.[0] ?? "";
        if (found === "") break;
        if (digit.test(found)) this.#comments++;
      }
      this.#match(importPart);
      if (this.#match(/<[^<>\n[\]]{0,200}\bnumpy=\s*/y) !== null) {
        this.#tagged = true;
        this.#state(/\bshape=\(([\d, ]*)\)/.exec(this.#text.slice(0, this.#at))?.[1]);
        return true;
      }
      const rest = this.#text.slice(this.#at, this.#at + 400);
      if (/^<\d+x\d+ [^\n]*sparse|^<[^\n>]*[Ss]parse/.test(rest))
        throw new Refusal({ kind: "sparse" });
      const dimensions = this.#match(/<xarray\.[^\n]*\n/y)?.[0];
      if (dimensions !== undefined) {
        this.#state(
          [...dimensions.matchAll(/(?<=[( ])\w{1,60}: (\d+)(?=[,)])/g)].map(([, n]) => n).join(" "),
        );
        continue;
      }
      if (/^<[\w.]*(?:Tensor|Variable|Array|Parameter|Matrix)\b/.test(rest))
        this.#refuse("reference");
      const shape = this.#match(shapePart)?.[1];
      if (shape !== undefined) {
        this.#state(shape);
        if (this.#text.slice(this.#at).trim() === "") this.#refuse("reference", 0);
        this.#column = this.#match(/Series: '[^'\n]*' \[[a-z]\w*\]\n/y) !== null;
        if (!this.#column && !startsBracketed(this.#text.slice(this.#at, this.#at + 400)))
          return false;
        continue;
      }
      const length = this.#match(
        /(?:(?:(?:Float|Int|Uint)\d+(?:Clamped)?)?Array)?\((\d+)\)\s*(?=\[)/y,
      )?.[1];
      if (length !== undefined) {
        this.#state(length);
        return true;
      }
      this.#isNew = this.#match(/new\s+/y) !== null;
      if (/^\(\d+, ?\d+\)[ \t]+[-+.\d]/.test(rest)) throw new Refusal({ kind: "sparse" });
      if (startsBracketed(this.#text.slice(this.#at, this.#at + 400))) return true;
      if (this.#assignment()) continue;
      const label = this.#match(labelPart)?.[1];
      if (label === undefined || label.split("(").length !== label.split(")").length) {
        this.#refuseFactor();
        return false;
      }
      if (!/^(?:["']?\p{L}\w?["']?|\w+ containing)$/u.test(label.trim())) {
        this.#notices.push(passedOver(label));
      }
    }
  }

  /** `double x[2][3] =`, `std::array<double, 3> x =`, `x: list[int] =`: a shape and a type. */
  #declare(left: string): void {
    const words = left.match(/[\p{L}_$][\p{L}\d_$]*/gu) ?? [];
    const sizes = /^\s*[\p{L}_][\w:<>*, ]*\s[*&]*\w+\s*((?:\[\d+\])+)\s*$/u.exec(left)?.[1];
    const length = /[,;]\s*(\d+)\s*[>\]][^[\]<>]*$/.exec(left)?.[1];
    if (sizes !== undefined) this.#state(sizes);
    else if (length !== undefined) this.#state(length);
    this.#isRust = words[0] === "let";
    const isAnnotated = /^[^:]*[^:]:[^:]/.test(left);
    const types = isAnnotated ? words.slice(1) : words.slice(0, -1);
    const typeOf = (word: string): NumberType | null =>
      word === "float" && !isAnnotated ? "float32" : numberTypeOf(word);
    this.#declared = types.map(typeOf).find((type) => type !== null) ?? this.#declared;
    this.#declaration = left;
  }

  /** What multiplies the values, or is done to them in the place of an assignment. */
  #refuseFactor(): void {
    const start = this.#text.slice(this.#at, this.#at + 60);
    const factor =
      /^(?:[-+−~!]|[-+−]?[\d.]+(?:e[-+]?\d+)?(?=\s*[[({])|[^\n[\](){}"'“,;，；\t]{1,40}[-+−*/@×·⋅^%&|=<>~])[ \t]*/i.exec(
        start,
      )?.[0];
    if (
      factor !== undefined &&
      startsBracketed(this.#text.slice(this.#at + factor.length, this.#at + 400))
    ) {
      throw new Refusal({ kind: "operation", cell: excerpt(factor) });
    }
    const prose = /^[^\n\t[\](){}"“]{1,59}(?=[[({][[({\s]*[-+]?[\d.]+(?:\s*,|\s+[-+\d]))/.exec(
      start,
    )?.[0];
    if (prose !== undefined) throw new Refusal({ kind: "unexpected", cell: excerpt(prose) });
  }

  #state(shape: string | undefined): void {
    const sizes = shape?.match(/\d+/g)?.map(Number) ?? [];
    if (sizes.length > 0) this.#stated = sizes;
  }

  /** `x =`, `const X: number[][] =`, `std::array<double, 2> x =`, `x <-`; not `x *=` or `x ==`. */
  #assignment(): boolean {
    const [all = "", left = ""] =
      /^([\p{L}_][^\n="“{]{0,160}?)(?:[:：]?[=＝](?![=＝])|<-|←)/u.exec(
        this.#text.slice(this.#at, this.#at + 200),
      ) ?? [];
    const name = left
      .replace(/(?<=[\p{L}\d_)\]>])(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)+/gu, "")
      .replace(/[*&]+\s*(?=[\p{L}_])/gu, "");
    const isName = /^[\p{L}\d_.:,'’ \t]*$/u.test(name) && !/(?:^|[^\p{L}\d_])\d|\.\s*$/u.test(name);
    if (all === "" || !isName) return false;
    this.#declare(left);
    this.#at += all.length;
    return true;
  }

  // ------------------------------------------------------------------------------------- the values

  /** Blanks, separators and comments. */
  #gap(): Gap {
    let semicolon = false;
    let commas = 0;
    let line = false;
    let blank = false;
    for (;;) {
      const start = this.#at;
      if (this.#blocksClose && /^%\{[ \t]*\n/.test(this.#text.slice(this.#at, this.#at + 80))) {
        // An end that is not found is looked for once: there is none further on either.
        this.#blocksClose = this.#match(/%\{[ \t]*\n[\s\S]*?\n[ \t]*%\}/y) !== null;
        if (this.#blocksClose) this.#comments++;
      }
      const [found = "", comma, end, comment] = this.#match(gapPart) ?? [];
      if (found === "") break;
      if (comment !== undefined) {
        const operates =
          this.#depth > 0 &&
          !line &&
          !semicolon &&
          commas === 0 &&
          /^(?:%|\/\/)\s*[-+]?(?:[\d.][\w.]*|[\p{L}_][\w.]*)\s*[,;\])}]/u.test(comment);
        if (operates) this.#refuse("operation", start);
        if (comment.startsWith("%")) this.#percent = true;
        if (digit.test(comment)) this.#comments++;
      }
      if (found === "\n" || comment?.includes("\n")) line = true;
      if (/^[ \t]/.test(found)) blank = true;
      if (comma !== undefined) commas++;
      if (end !== undefined) {
        // In Julia ;; and ;;; are the ends of other dimensions.
        if (semicolon && /[;；]\s*$/.test(this.#text.slice(Math.max(0, start - 2), start))) {
          throw new Refusal({ kind: "dimensions", dimensions: 3, ...this.#place() });
        }
        semicolon = true;
      }
      if (commas > 1 && !semicolon) {
        throw new Refusal({ kind: "empty", row: 1, column: 1, ...this.#place() });
      }
    }
    return { semicolon, comma: commas > 0, line, blank };
  }

  #value(): Node {
    if (this.#depth === deepest) throw new Refusal({ kind: "dimensions", dimensions: this.#depth });
    this.#depth++;
    const read = this.#anyValue();
    this.#depth--;
    return read;
  }

  #anyValue(): Node {
    const first = this.#text.charAt(this.#at);
    if (closingOf[first] !== undefined) return this.#suffixed(this.#bracketed(null), false);
    if (quotes[first] !== undefined) return this.#string();
    const [word = ""] = this.#match(wordPart) ?? [];
    if (word === "") return this.#refuse("unexpected");
    if (
      this.#options.continuation === true &&
      word === "..." &&
      this.#match(/[ \t]*(?:%[^\n]*)?\n/y) !== null
    ) {
      this.#gap();
      return this.#anyValue();
    }
    return closingOf[this.#text.charAt(this.#at)] === undefined
      ? { kind: "cell", text: word, quoted: false }
      : this.#suffixed(this.#constructed(word), true);
  }

  #bracketed(name: string | null): Node {
    if (this.#text.charAt(this.#at) === "{" && name === null && this.#memberAhead())
      return this.#members();
    const start = this.#at;
    const close = closingOf[this.#text.charAt(this.#at++)];
    const items: Node[] = [];
    const gaps: Gap[] = [];
    const counter = { items: 0, rowStart: 0, rows: 0 };
    this.#open.push(counter);
    const before = this.#gap();
    if (before.comma) throw new Refusal({ kind: "empty", row: 1, column: 1, ...this.#place() });
    while (this.#text.charAt(this.#at) !== close) {
      if (this.#at >= this.#text.length) this.#refuse("unclosed", start);
      items.push(this.#value());
      counter.items++;
      const after = this.#gap();
      gaps.push(after);
      if (after.semicolon) {
        counter.rows++;
        counter.rowStart = counter.items;
      }
    }
    this.#at++;
    this.#open.pop();
    // (1+2j) is a number in brackets, (1,) a tuple.
    const [only] = items;
    if (close === ")" && items.length === 1 && only?.kind === "cell" && !gaps[0]?.comma)
      return only;
    const matlab = this.#percent || /[ \t]*;/y.test(this.#text.slice(this.#at, this.#at + 8));
    return { kind: "list", open: this.#text.charAt(start), items, gaps, name, matlab };
  }

  readonly #memberAhead = (): boolean => {
    memberStart.lastIndex = this.#at + 1;
    return memberStart.test(this.#text);
  };

  #members(): Members {
    const start = this.#at++;
    const entries = new Map<string, Node>();
    for (this.#gap(); this.#text.charAt(this.#at) !== "}"; this.#gap()) {
      if (this.#at >= this.#text.length) this.#refuse("unclosed", start);
      const key =
        quotes[this.#text.charAt(this.#at)] === undefined
          ? this.#match(bareKey)?.[0]
          : this.#string().text;
      if (key === undefined || this.#match(/\s*[:：]\s*/y) === null)
        return this.#refuse("unexpected");
      this.#gap();
      if (entries.has(key))
        throw new Refusal({ kind: "duplicate", ...this.#place(), cell: excerpt(key) });
      entries.set(key, this.#value());
    }
    this.#at++;
    return { kind: "members", entries };
  }

  #string(): Cell {
    const start = this.#at;
    const close = quotes[this.#text.charAt(this.#at++)];
    let written = "";
    while (this.#text.charAt(this.#at) !== close) {
      if (this.#at >= this.#text.length) this.#refuse("unclosed", start);
      const [, escaped, plain = ""] = this.#match(stringPart) ?? this.#refuse("unclosed", start);
      written += escaped === undefined ? plain : characterOf(escaped);
    }
    this.#at++;
    return { kind: "cell", text: written, quoted: true };
  }

  /** `name(…)`: a constructor around its first argument, a scalar, or `Float64[…]`. */
  #constructed(word: string): Node {
    const start = this.#at - word.length;
    const [, sign = "", path = ""] =
      /^([-+−]?)((?:[\p{L}_][\p{L}\d_]*\.)*[\p{L}_][\p{L}\d_]*)$/u.exec(word) ?? [];
    const name = lastName(path);
    if (transposing.test(name)) this.#refuse("transposed", start);
    const scalar = scalarTypes.test(name);
    if (name === "Size") this.#refuse("reference", start);
    if (!isConstructor(path) || (sign !== "" && !scalar)) this.#refuse("operation", start);
    if (this.#text.charAt(this.#at) !== "(" || name === "c" || name === "rbind") {
      const list = this.#bracketed(path);
      if (this.#isNew && list.kind === "list" && list.items.length < 2)
        this.#refuse("operation", start);
      const type = scalar ? numberTypeOf(name) : null;
      if (type !== null) this.#conform(list, type, path);
      return name === "MatrixForm" && list.kind === "list" && list.items[0] !== undefined
        ? list.items[0]
        : list;
    }
    const content = this.#argumentsOf(path, start);
    if (content === null)
      return { kind: "list", open: "(", items: [], gaps: [], name: path, matlab: false };
    if (content.kind === "cell") {
      // Array(2) is what browsers print for two numbers that they don't show.
      const hides = name === "Array" && /^\d+$/.test(content.text);
      if (hides && this.#depth > 1) this.#refuse("reference", start);
      if (this.#isNew || (sized.test(name) && !scalar)) this.#refuse("operation", start);
      return { ...content, text: sign + content.text };
    }
    return content.kind === "list" ? { ...content, name: content.name ?? path } : content;
  }

  /** The argument that holds the data. The others say how it is kept, or the call is refused. */
  #argumentsOf(path: string, start: number): Node | null {
    this.#at++;
    // Without a module before the name it is what a program prints: numbers that are of their type.
    const name = lastName(path);
    const printed =
      path === "tf.Tensor" || (!path.includes(".") && !/\wTensor$|\dArray$/.test(name));
    const types: { readonly type: NumberType; readonly written: string }[] = [];
    const own = /(?:Tensor|\dArray)$|^u?int\d*_?$/i.test(name) ? numberTypeOf(name) : null;
    let content: Node | null = null;
    let factor: string | null = null;
    let hidden = false;
    for (this.#gap(); this.#text.charAt(this.#at) !== ")"; this.#gap()) {
      if (this.#at >= this.#text.length) this.#refuse("unclosed", start);
      const from = this.#at;
      const keyword = this.#match(/([A-Za-z_]\w*)\s*=(?!=)\s*/y)?.[1];
      if (keyword !== undefined && sparseKeywords.has(keyword))
        throw new Refusal({ kind: "sparse" });
      if (content === null && (keyword === undefined || dataKeywords.has(keyword))) {
        content = this.#value();
        // R fills a matrix column by column.
        if (content.kind === "list" && content.name === "c") this.#refuse("operation", start);
        const times = content.kind === "cell" ? this.#match(/\s*\*\s*(?=\[)/y) : null;
        if (times !== null && content.kind === "cell") {
          factor = content.text;
          content = this.#value();
        }
        continue;
      }
      const written = this.#passOver(start);
      const type = /^d?type$/.test(keyword ?? "dtype") ? numberTypeOf(written) : null;
      // In Matrix(2, 2, [[…]]) the first is no number of the table.
      if (keyword === undefined && type === null) this.#refuse("operation", start);
      if (type !== null) types.push({ type, written: this.#text.slice(from, this.#at) });
      else if (keyword === "shape" && sizes.test(written)) this.#state(written);
      else if (keyword === "mask" && masks.test(written)) hidden = /true|1/i.test(written);
      else if (keyword === "layout") {
        if (!/strided/.test(written)) throw new Refusal({ kind: "sparse" });
      } else if (keyword !== undefined && /^d?type$/.test(keyword))
        this.#refuse("recast", from, this.#at);
      else if (!harmlessKeywords.has(keyword ?? "") || !oneArgument.test(written)) {
        this.#refuse("unexpected", from, this.#at);
      }
    }
    this.#at++;
    if (content === null) return null;
    if (hidden && !cellsIn(content).some((cell) => cell.text === "--"))
      this.#refuse("operation", start);
    // np.float16(0.1) is how NumPy prints one, np.float16([0.1]) makes others of them.
    const cast = content.kind === "list" && scalarTypes.test(name) ? numberTypeOf(name) : own;
    if (cast !== null) types.push({ type: cast, written: this.#text.slice(start, this.#at) });
    for (const { type, written } of types) this.#conform(content, type, written, printed);
    if (factor !== null) this.#scaleBy(factor);
    return content;
  }

  /** Old PyTorch prints a common factor: whether it is in the numbers already, none can tell. */
  #scaleBy(factor: string): void {
    const power = /^1(?:\.0*)?e([-+]?\d+)$/i.exec(factor)?.[1];
    if (power === undefined) throw new Refusal({ kind: "operation", cell: excerpt(`${factor} *`) });
    if (this.#options.factor === undefined) {
      const alternatives = [{ factor: true }, { factor: false }];
      throw new Refusal({ kind: "factor", cell: excerpt(`${factor} *`), alternatives });
    }
    if (this.#options.factor) this.#scale = { text: factor, power: Number(power) };
    else this.#notices.push(passedOver(`${factor} *`));
  }

  /** Refuses a recast that makes other numbers of those that are written. */
  #conform(node: Node, type: NumberType, by: string, printed = false): void {
    for (const { text: number } of cellsIn(node)) {
      const cell = readCell(number, "none");
      if (cell.kind !== "number" || holds(type, cell.value)) continue;
      if (typeof type === "string" && printed) continue;
      // The digits that a float32 has not are beyond what is mostly written: said, not refused.
      if (type === "float32" && Math.abs(cell.value) < 3.4e38) this.#single = true;
      else throw new Refusal({ kind: "recast", cell: excerpt(by) });
    }
  }

  /** To the comma or bracket that ends an argument. */
  #passOver(start: number): string {
    const from = this.#at;
    const closers: string[] = [];
    while (this.#at < this.#text.length) {
      const c = this.#text.charAt(this.#at);
      if (quotes[c] !== undefined) {
        this.#string();
        continue;
      }
      const closer = closingOf[c];
      if (closer !== undefined) closers.push(closer);
      else if (c === closers.at(-1)) closers.pop();
      else if (closers.length === 0 && (c === "," || c === ")"))
        return this.#text.slice(from, this.#at);
      this.#at++;
    }
    return this.#refuse("unclosed", start);
  }

  /** What is done to a value that has just been read. */
  #suffixed(node: Node, called: boolean): Node {
    /** The types that hold it already. */
    const held = new Set<string>();
    const recastTo = (type: NumberType, by: string): void => {
      const name = JSON.stringify(type);
      if (!held.has(name)) this.#conform(node, type, by);
      held.add(name);
    };
    for (;;) {
      const start = this.#at;
      if (this.#match(/\.?['’]|ᵀ|\^\s*\{?\\?(?:[TH⊤]|top|dagger|')/y) !== null)
        this.#refuse("transposed", start);
      if (this.#match(/\^|\.[*/\\^]/y) !== null || (called && this.#text.charAt(this.#at) === "["))
        this.#refuse("operation", start);
      const method = this.#match(/\.([\p{L}_]\w*)/uy)?.[1];
      if (method === undefined) return node;
      if (transposing.test(method)) this.#refuse("transposed", start);
      const given = this.#text.charAt(this.#at) === "(" ? this.#argumentTexts(start) : null;
      const recast = recastingMethods.has(method) || recasting.has(method);
      if (!recast && !harmlessMethods.has(method)) this.#refuse("operation", start);
      const harmless = (text: string): boolean =>
        isPlain.test(text) || elsewhere.test(text) || (method === "cuda" && /^\d$/.test(text));
      if (!recast && given?.every(harmless) === false) this.#refuse("operation", start);
      if (!recast || given === null) continue;
      if (recastingMethods.has(method) && !given.every(harmless)) this.#refuse("operation", start);
      const type = recastingMethods.has(method) ? numberTypeOf(method) : null;
      if (type !== null) recastTo(type, this.#text.slice(start, this.#at));
      for (const argument of recastingMethods.has(method) ? [] : given) {
        const to = numberTypeOf(argument.replace(/^dtype\s*=\s*/, ""));
        if (to !== null) recastTo(to, this.#text.slice(start, this.#at));
        else if (!elsewhere.test(argument)) this.#refuse("recast", start, this.#at);
      }
    }
  }

  #argumentTexts(start: number): string[] {
    const given: string[] = [];
    this.#at++;
    while (this.#text.charAt(this.#at) !== ")") {
      given.push(this.#passOver(start).trim());
      this.#match(/,\s*/y);
    }
    this.#at++;
    return given;
  }

  // --------------------------------------------------------------------------------- after the values

  /** What may stand behind the values and says nothing of them, or nothing new. */
  #epiloguePart(separated: boolean): boolean {
    if (this.#match(/[.。]?\s*$/y) !== null) return true;
    if (this.#tagged && this.#match(/>/y) !== null) return true;
    const shape = this.#match(
      /<NDArray (\d+(?:x\d+)*) @[\w()]+>|\[torch\.\w+ of size (\d+(?:x\d+)*)\]/y,
    );
    if (shape !== null) {
      this.#stated = (shape[1] ?? shape[2] ?? "").split("x").map(Number);
      return true;
    }
    if (this.#match(/(?:(?:Name|Length|dtype): *[\w.[\]]+(?:, *)?)+(?=\s*$)/y) !== null)
      return true;
    if (this.#match(/Dimensions without coordinates: [\w, ]+/y) !== null) return true;
    const about = this.#match(/(?:Coordinates|Attributes|Indexes):\s*\n(?:[ \t]+[^\n]*(?:\n|$))*/y);
    if (about !== null) {
      this.#notices.push(passedOver(about[0]));
      return true;
    }
    if (this.#match(/\/\/ ?(?:MatrixForm|TableForm)\b(?=\s*$)/y) !== null) return true;
    if (this.#match(/(?:print|disp|display)\([A-Za-z_][\w.]*\);?/y) !== null) return true;
    const start = this.#at;
    const found = this.#match(/(?:\/\/|[#%])[^\n]*|\/\*[\s\S]*?\*\//y)?.[0];
    if (found === undefined) return false;
    // Behind a value // and % also divide, and # is the one of them that never does.
    const operand = /^(?:\/\/|%)\s*(?:$|[-+]?[\d.][\w.]*|[\p{L}_][\w.]*|[\p{L}_\w.]*[([].*)\s*$/u;
    const isModulo = found.startsWith("%") && !this.#isMatlab();
    if (isModulo || (!separated && operand.test(found) && !found.startsWith("%"))) {
      this.#at = start;
      return false;
    }
    if (digit.test(found)) this.#comments++;
    return true;
  }

  /** Semicolons, or numbers that only blanks set apart. */
  #isMatlab(): boolean {
    return this.#values.some(
      (it) =>
        it.kind === "list" &&
        (it.gaps.some(({ semicolon }) => semicolon) ||
          (it.items.length > 1 && it.gaps.every(({ comma }) => !comma))),
    );
  }

  #refuseRest(): never {
    const rest = this.#text.slice(this.#at, this.#at + 120);
    if (/^[)\]}］）｝】]/.test(rest)) return this.#refuse("unexpected", this.#at, this.#at + 1);
    if (/^[-+−]?\.?\d/.test(rest)) return this.#refuse("unexpected");
    const assigned = /^[\p{L}_][\p{L}\d_.']{0,40}\s*[:=]\s*/u.exec(rest)?.[0];
    if (assigned !== undefined && startsBracketed(rest.slice(assigned.length))) {
      throw new Refusal({ kind: "several" });
    }
    return this.#refuse(
      /^(?:[^\p{L}\s"'([{<]|<[<=\s\d]|[([（]\s*[×·⋅*/^]|[eExX](?=[\s\d+-]))/u.test(rest)
        ? "operation"
        : "unexpected",
    );
  }
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
