/**
 * Bracketed values: what NumPy, PyTorch, JAX, TensorFlow and Mathematica print, and what is written
 * in Python, JSON, JavaScript, C++, MATLAB and Julia. One pass, no back-tracking.
 */
import { excerpt, type Place, type Raw, type ReadOptions, Refusal } from "./paste-table.ts";

export type Node = Cell | List | Members;

export interface Cell extends Raw {
  readonly kind: "cell";
}

export interface List {
  readonly kind: "list";
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
}

/** A JSON object or Python dictionary. */
export interface Members {
  readonly kind: "members";
  readonly entries: ReadonlyMap<string, Node>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Constructors that hold the numbers as they are; any other function would change them. */
const constructors = words(
  "array asarray Array DeviceArray tensor Tensor as_tensor FloatTensor DoubleTensor IntTensor " +
    "LongTensor constant Variable Parameter matrix asmatrix mat Matrix masked_array list tuple List " +
    "MatrixForm c rbind Float64Array Float32Array",
);
const scalarTypes = /^(?:float|int|uint|bfloat|double|half|Float|Int|UInt)\d*_?$/;
/** Methods that move or recast the numbers. */
const harmlessMethods = words(
  "to cpu cuda float double half bfloat16 numpy detach clone copy tolist astype item type " +
    "requires_grad_ contiguous block_until_ready",
);
const transposing = /^(?:t|T|mT|H|transpose|Transpose|adjoint|permute|permutedims|swapaxes)$/;
const dataKeywords = words("data object numpy values value");

const closingOf: Readonly<Record<string, string>> = {
  "[": "]",
  "(": ")",
  "{": "}",
  "［": "］",
  "（": "）",
  "｛": "｝",
  "【": "】",
};
const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”", "‘": "’" };
/** Deeper than any table; what is nested deeper is not read to its end. */
const deepest = 16;

const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
const isConstructor = (name: string): boolean =>
  constructors.has(lastName(name)) || scalarTypes.test(lastName(name));

/** Whether a text starts as a bracketed value does, and not with a label such as `[CLS]`. */
export function startsBracketed(text: string): boolean {
  const [head = "", name] =
    /^([\p{L}_][\p{L}\d_.]{0,40})?[[({［｛（【][\s[({［｛（【]*/u.exec(text) ?? [];
  if (head === "") return false;
  const inside = text.slice(head.length, head.length + 60);
  const number = /^(?:[-+−–]?\s*[.\d０-９∞]|[-+−–]?(?:nan|inf)|(?:na|null|none|missing)\b)/i.test(
    inside,
  );
  if (name !== undefined && !isConstructor(name)) return number;
  return (
    number || /^(?:["'“‘…⋯\]}),#%]|\.\.|\/[/*]|[-\p{L}_][\p{L}\d_.]*\s*[:([=]|$)/u.test(inside)
  );
}

/** The bracketed values at the start of a text, one after the other; prose behind them is left. */
export function parseBrackets(text: string, { continuation = false }: ReadOptions): Node[] {
  let at = 0;
  let percent = false;
  let depth = 0;
  /** For every open list, how many items it has, and where its current row starts. */
  const open: { items: number; rowStart: number; rows: number }[] = [];

  const refuse = (
    kind: "unexpected" | "operation" | "transposed" | "unclosed",
    from = at,
  ): never => {
    throw new Refusal({ kind, ...place(), cell: excerpt(text.slice(from, from + 80)) });
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

  /** Blanks, separators and comments. */
  function gap(): Gap {
    let semicolon = false;
    let commas = 0;
    let line = false;
    for (;;) {
      const [found = "", comma, end, comment] = match(gapPart) ?? [];
      if (found === "") break;
      if (found === "\n" || comment?.includes("\n")) line = true;
      if (comma !== undefined) commas++;
      if (end !== undefined) semicolon = true;
      if (comment?.startsWith("%")) percent = true;
      if (commas > 1 && !semicolon) {
        throw new Refusal({ kind: "empty", row: 1, column: 1, ...place() });
      }
    }
    return { semicolon, comma: commas > 0, line };
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
    if (continuation && word === "..." && match(/[ \t]*(?:%[^\n]*)?\n/y) !== null) {
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
    return { kind: "list", items, gaps, name, matlab };
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
    if (!isConstructor(path) || (sign !== "" && !scalar)) refuse("operation", start);
    if (text.charAt(at) !== "(" || name === "c" || name === "rbind") {
      const list = bracketed(path);
      return name === "MatrixForm" && list.kind === "list" && list.items[0] !== undefined
        ? list.items[0]
        : list;
    }
    const content = argument(start);
    if (content === null) return { kind: "list", items: [], gaps: [], name: path, matlab: false };
    // R fills a matrix column by column.
    if (content.kind === "list" && content.name === "c") refuse("operation", start);
    if (content.kind === "cell") return { ...content, text: sign + content.text };
    return content.kind === "list" ? { ...content, name: content.name ?? path } : content;
  }

  /** The argument that holds the data; the others (dtype, device, grad_fn …) are passed over. */
  function argument(start: number): Node | null {
    at++;
    let content: Node | null = null;
    for (gap(); text.charAt(at) !== ")"; gap()) {
      if (at >= text.length) refuse("unclosed", start);
      const keyword = match(/([A-Za-z_]\w*)\s*=(?!=)\s*/y)?.[1];
      if (content === null && (keyword === undefined || dataKeywords.has(keyword)))
        content = value();
      // In Matrix(2, 2, [[…]]) the first is no number of the table.
      else if (content?.kind === "cell" && /[[({\d]/.test(text.charAt(at)))
        refuse("operation", start);
      else passOver();
    }
    at++;
    return content;
  }

  /** To the comma or bracket that ends an argument. */
  function passOver(): void {
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
      else if (closers.length === 0 && (c === "," || c === ")")) return;
      at++;
    }
  }

  /** What is done to a value that has just been read. */
  function suffixed(node: Node, called: boolean): Node {
    for (;;) {
      const start = at;
      if (match(/\.?'|ᵀ|\^\s*\{?\\?(?:[TH⊤]|top|dagger|')/y) !== null) refuse("transposed", start);
      if (match(/\^/y) !== null || (called && text.charAt(at) === "[")) refuse("operation", start);
      const method = match(/\.([\p{L}_]\w*)/uy)?.[1];
      if (method === undefined) return node;
      if (transposing.test(method)) refuse("transposed", start);
      if (!harmlessMethods.has(method)) refuse("operation", start);
      if (text.charAt(at) === "(") {
        at++;
        while (at < text.length && text.charAt(at) !== ")") {
          passOver();
          match(/,/y);
        }
        at++;
      }
    }
  }

  const values: Node[] = [];
  for (gap(); at < text.length; gap()) {
    const rest = text.slice(at, at + 120);
    if (values.length > 0 && !startsBracketed(rest)) {
      if (/^[-+−–*/@×·]\s*[\p{L}\d([{]/u.test(rest)) refuse("operation");
      if (/^(?:[-+−–]?\.?\d|[\]}])/.test(rest)) refuse("unexpected");
      const assigned = /^[\p{L}_][\p{L}\d_.]{0,40}\s*[:=]\s*/u.exec(rest)?.[0];
      if (assigned !== undefined && startsBracketed(rest.slice(assigned.length))) {
        throw new Refusal({ kind: "several" });
      }
      break;
    }
    values.push(value());
  }
  return values;
}

// U+202F is no blank here: it joins the groups of one number.
const gapPart =
  /[ \t\v\f]+|\n|([,，、])|([;；])|(%[^\n]*|#(?!N\/A|[A-Z]+[!/?])[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/y;
const wordPart = /(?:[^ \t\v\f\n,，、;；[\](){}［］（）｛｝【】"“”'‘’]|['’](?=\d))+/y;
const stringPart = /\\(u[\da-f]{4}|[\s\S])|([^\\"'”’]+|["'”’])/iy;
const memberStart =
  /\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|“[^”]*”|[\p{L}_$][\p{L}\d_$]*|\d+)\s*[:：]/uy;
const bareKey = /[\p{L}_$][\p{L}\d_$]*|\d+/uy;

/** What stands for itself or another character behind a backslash. */
function characterOf(escaped: string): string {
  return /^u[\da-f]{4}$/i.test(escaped)
    ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    : ({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }[escaped] ?? escaped);
}
