/**
 * What our pages may do: the Content-Security-Policy that each of them carries in itself, the same that
 * `npm start` sends with it, and that docs/embedding.md names for other servers.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/**
 * The sources of each directive, in order.
 * @typedef {Readonly<Record<string, readonly string[]>>} Policy
 */

/** Of a page that only shows. A browser looks for an icon of any page. @type {Policy} */
const still = {
  "default-src": ["'none'"],
  "img-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
};

/** Pictures that a page makes itself: on their way to PNG, or to be taken by hand. They tell nobody anything. */
const drawn = ["data:", "blob:"];

/** A worker that a page makes itself, where it has no origin of its own or no server. */
const made = "blob:";

/** The policies of Trusted Types: Lit's for its templates, ours for the address of a worker. */
const trusted = ["lit-html", "softmax-bridge"];

/** Of the pages whose scripts, style, fonts and wasm stand beside them. @type {Policy} */
const served = {
  ...still,
  "script-src": ["'self'", "'wasm-unsafe-eval'"],
  "worker-src": ["'self'", made],
  "style-src": ["'self'"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "img-src": ["'self'", ...drawn],
  "require-trusted-types-for": ["'script'"],
  "trusted-types": trusted,
};

/** Of the page that carries them within itself, its scripts and style by their hashes. @type {Policy} */
const carrying = {
  ...still,
  "script-src": ["'wasm-unsafe-eval'"],
  "worker-src": [made],
  "font-src": ["data:"],
  // Itself too: Share gives it away once more.
  "connect-src": ["'self'", "data:"],
  "img-src": drawn,
  "require-trusted-types-for": ["'script'"],
  "trusted-types": [...trusted, "softmax-bridge-offline"],
};

/** @type {Readonly<Record<string, Policy>>} */
const policies = {
  "index.html": served,
  "embed.html": served,
  "softmax-bridge-offline.html": carrying,
};

/** As servers send it and pages say it. @param {Policy} policy */
const spelled = (policy) =>
  Object.entries(policy)
    .map((directive) => directive.flat().join(" "))
    .join("; ");

/**
 * Gives every page of a folder its policy: the last step of a build, since whatever stands in a page is
 * let through by the hash of its text.
 * @param {string} folder
 * @param {Readonly<Record<string, readonly string[]>>} scripts by page, those that it puts in itself
 */
export function writePolicies(folder, scripts = {}) {
  const pages = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".html"));
  for (const name of pages) {
    const file = resolve(folder, name);
    const html = readFileSync(file, "utf8");
    const policy = permitting(policies[name] ?? still, {
      "script-src": [...inlineScripts(html), ...(scripts[name] ?? [])],
      "style-src": inlineStyles(html),
    });
    writeFileSync(file, withPolicy(html, spelled(policy)));
  }
}

/**
 * Before all that it governs; only the encoding comes first.
 * @param {string} html @param {string} policy
 */
function withPolicy(html, policy) {
  const encoding = /<meta charset="utf-8" \/>/;
  if (!encoding.test(html)) throw new Error("A page does not begin with its encoding.");
  return html.replace(
    encoding,
    (found) => `${found}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  );
}

/**
 * The policy with leave for texts that stand in the page.
 * @param {Policy} policy @param {Readonly<Record<string, readonly string[]>>} texts by directive
 * @returns {Policy}
 */
function permitting(policy, texts) {
  const added = Object.entries(texts).filter(([, all]) => all.length > 0);
  return {
    ...policy,
    ...Object.fromEntries(
      added.map(([name, all]) => [name, [...(policy[name] ?? []), ...new Set(all.map(hashOf))]]),
    ),
  };
}

/** @param {string} text */
const hashOf = (text) =>
  // Of what a browser reads: to it every line ends alike.
  `'sha256-${createHash("sha256").update(text.replace(/\r\n?/g, "\n")).digest("base64")}'`;

/** @param {string} html */
const inlineStyles = (html) => textsOf(html, "style").map(({ text }) => text);

/** Those that run: a block of data needs no leave. @param {string} html */
const inlineScripts = (html) =>
  textsOf(html, "script")
    .filter(({ attributes }) => !/\bsrc=/.test(attributes))
    .filter(({ attributes }) => /^(|module|text\/javascript)$/.test(typeIn(attributes)))
    .map(({ text }) => text);

/** @param {string} attributes */
const typeIn = (attributes) => /\btype="([^"]*)"/.exec(attributes)?.[1] ?? "";

/** @param {string} html @param {string} tag */
const textsOf = (html, tag) =>
  Array.from(
    html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, "g")),
    ([, attributes = "", text = ""]) => ({ attributes, text }),
  );

/**
 * What a server says with a file of ours: of a page, what it says itself; with a script, what it may do
 * as a worker.
 * @param {string} file @param {Buffer} body
 * @returns {Record<string, string>}
 */
export function policyHeaders(file, body) {
  const own = file.endsWith(".html")
    ? /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(String(body))?.[1]
    : spelled(file.endsWith(".js") ? served : still);
  return { "Content-Security-Policy": own ?? spelled(still) };
}
