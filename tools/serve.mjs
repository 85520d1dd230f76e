/** A static file server on this machine alone. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { recommendedHeaders } from "./headers.mjs";
import { root } from "./paths.mjs";

/** @type {Record<string, string>} */
const mimeTypes = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".ts": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** What is compressed already stays as it is. */
const compressible = /^text\/|json|svg|wasm/;

/** By the name that a browser asks by, best first: at a level that keeps nobody waiting. */
const encodings = Object.entries({
  br: (/** @type {Buffer} */ body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (/** @type {Buffer} */ body) => promisify(gzip)(body),
});

/**
 * Serves what was built, each file as we recommend it to others.
 * @param {number} [port]
 * @param {Promise<unknown>} [ready] who asks before waits for it
 */
export const serveSite = (port = 0, ready = undefined) =>
  serve(resolve(root, "dist"), { port, headers: recommendedHeaders, compress: true, ready });

/**
 * Serves a folder until it is closed.
 * @param {string} folder
 * @param {import("./serve.d.mts").Options} [options]
 * @returns {Promise<{ url: string, port: number, close(): Promise<void> }>} rejected where the port is taken
 */
export function serve(folder, { port = 0, headers = {}, compress = false, ready } = {}) {
  const base = resolve(folder);
  const compressed = compressing();
  const server = createServer(async (request, response) => {
    await ready;
    const { status, type, body, file } = await answer(base, request.method, request.url);
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const sent = compress ? await compressed(file, body, type, accepted) : { body, headers: {} };
    response.writeHead(status, {
      "Content-Type": type,
      "Content-Length": sent.body.length,
      ...sent.headers,
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
      ...(typeof headers === "function" ? headers(file, body) : headers),
    });
    response.end(request.method === "HEAD" ? undefined : sent.body);
  });
  return new Promise((fulfil, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("No port.");
      fulfil({
        url: `http://localhost:${address.port}/`,
        port: address.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/** What is sent in the place of a file, which is compressed once. */
function compressing() {
  /** @type {Map<string, { from: Buffer, to: Buffer }>} */
  const kept = new Map();
  return async (
    /** @type {string} */ file,
    /** @type {Buffer} */ body,
    /** @type {string} */ type,
    /** @type {string} */ accepted,
  ) => {
    /** @type {Record<string, string>} */
    const headers = {};
    if (!compressible.test(type)) return { body, headers };
    headers.Vary = "Accept-Encoding";
    const offers = accepted.split(",").map((offer) => offer.trim());
    const encoding = encodings.find(([name]) =>
      offers.some((offer) => offer.split(";")[0] === name && !/;\s*q=0(\.0*)?$/.test(offer)),
    );
    if (encoding === undefined) return { body, headers };
    const [name, encode] = encoding;
    headers["Content-Encoding"] = name;
    const key = `${name} ${file}`;
    const last = kept.get(key);
    if (last?.from.equals(body)) return { body: last.to, headers };
    const to = await encode(body);
    kept.set(key, { from: body, to });
    return { body: to, headers };
  };
}

/** @param {string} base @param {string} [method] @param {string} [url] */
async function answer(base, method, url = "/") {
  const plain = (/** @type {number} */ status, /** @type {string} */ text) => ({
    status,
    type: "text/plain; charset=utf-8",
    body: Buffer.from(`${text}\n`),
    file: "",
  });
  if (method !== "GET" && method !== "HEAD") return plain(405, "Only GET and HEAD");
  try {
    let path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    if (path.endsWith("/")) path += "index.html";
    const file = join(base, path);
    if (!file.startsWith(base + sep)) return plain(404, "Not found");
    const type = mimeTypes[extname(file)] ?? "application/octet-stream";
    return { status: 200, type, body: await readFile(file), file };
  } catch (error) {
    return error instanceof URIError ? plain(400, "Bad address") : plain(404, "Not found");
  }
}
