/**
 * What a server should say with a file of ours, beside its type: `npm start` does, and `npm run release`
 * writes it down for others.
 */
import { readdirSync, readFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { policyHeaders } from "./policy.mjs";

/** A name with a hash tells what is in the file. */
const named = /(?:^|[/\\])(?:fonts[/\\])?[\w-]+-[\w-]{8}\.(?:js|css|svg|woff2)$/;

/**
 * @param {string} file
 * @param {Buffer} body
 * @returns {Record<string, string>}
 */
export const recommendedHeaders = (file, body) => ({
  // Other names stay while what is in them changes: a browser asks again.
  "Cache-Control": named.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
  // A frame with `sandbox="allow-scripts"` has no origin, and loads modules and wasm by this alone.
  "Access-Control-Allow-Origin": "*",
  "X-Content-Type-Options": "nosniff",
  ...policyHeaders(file, body),
});

/** As a file `_headers`, which Netlify, Cloudflare Pages and others read. @param {string} folder */
export function headersFile(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const rules = files.flatMap((file) => {
    const address = file.slice(folder.length).replaceAll(sep, "/");
    const said = Object.entries(recommendedHeaders(file, readFileSync(file)))
      .map(([name, value]) => `  ${name}: ${value}\n`)
      .join("");
    const folderOf = address.replace(/index\.html$/, "");
    return [...new Set([folderOf, address])].map((at) => `${at}\n${said}`);
  });
  return rules.join("");
}
