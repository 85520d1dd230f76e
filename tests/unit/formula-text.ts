/** A formula as a line of text, so that tests can say what it must read: e^{α_i − L}. */
import type { TemplateResult } from "lit";

/** The markup of a template and of those within it. */
export function markupOf(template: unknown): string {
  if (Array.isArray(template)) return template.map(markupOf).join("");
  if (typeof template === "string" || typeof template === "number") return String(template);
  if (typeof template !== "object" || template === null) return "";
  const { strings, values } = template as TemplateResult;
  return strings.map((string, k) => string + markupOf(values[k])).join("");
}

interface Node {
  readonly tag: string;
  readonly children: (Node | string)[];
}

function parse(markup: string): Node {
  const root: Node = { tag: "mrow", children: [] };
  const open = [root];
  for (const [, closing, tag, text] of markup.matchAll(/<(\/?)([a-z]+)[^>]*>|([^<]+)/g)) {
    const parent = open.at(-1);
    if (parent === undefined) throw new Error(`unbalanced: ${markup}`);
    if (text !== undefined) {
      if (text.trim() !== "") parent.children.push(text.trim().replace("&lt;", "<"));
    } else if (closing === "/") {
      if (parent.tag !== tag) throw new Error(`</${tag}> closes <${parent.tag}>: ${markup}`);
      open.pop();
    } else {
      const node: Node = { tag: tag ?? "", children: [] };
      parent.children.push(node);
      open.push(node);
    }
  }
  if (open.length !== 1) throw new Error(`unclosed: ${markup}`);
  return root;
}

function line(node: Node | string): string {
  if (typeof node === "string") return node;
  const parts = node.children.map(line);
  const [a = "", b = "", c = ""] = parts;
  const group = (text: string): string => (text.length > 1 ? `{${text}}` : text);
  const arity = { msub: 2, msup: 2, munder: 2, mover: 2, mfrac: 2, munderover: 3 }[node.tag];
  if (arity !== undefined && node.children.length !== arity) {
    throw new Error(`<${node.tag}> has ${node.children.length} children`);
  }
  switch (node.tag) {
    case "msub":
    case "munder":
      return `${a}_${group(b)}`;
    case "msup":
      return `${a}^${group(b)}`;
    case "mover":
      return `${a}${b}`;
    case "munderover":
      return `${a}_${group(b)}^${group(c)}`;
    case "mfrac":
      return `{${a}}/{${b}}`;
    case "msqrt":
      return `√${a}`;
    case "mspace":
      return " ";
    default:
      return parts.join("");
  }
}

export const textOf = (template: unknown): string =>
  line(parse(markupOf(template)))
    .replace(/ +/g, " ")
    .trim();

/** Every number that a formula prints. */
export const numbersOf = (template: unknown): string[] =>
  Array.from(markupOf(template).matchAll(/<mn>([^<]*)<\/mn>/g), ([, text]) => text ?? "");
