/** A static file server on this machine alone. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { root } from "./paths.mjs";
import { policyHeaders } from "./policy.mjs";

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

/**
 * Serves what was built, each file with its policy.
 * @param {number} [port]
 */
export const serveSite = (port = 0) =>
  serve(resolve(root, "dist"), { port, headers: policyHeaders });

/**
 * Serves a folder until it is closed.
 * @param {string} folder
 * @param {{ port?: number, headers?: import("./serve.d.mts").Headers }} [options] port 0 takes a free one;
 *   the headers go with every answer, or are made for each file
 * @returns {Promise<{ url: string, port: number, close(): Promise<void> }>} rejected where the port is taken
 */
export function serve(folder, { port = 0, headers = {} } = {}) {
  const base = resolve(folder);
  const server = createServer(async (request, response) => {
    const { status, type, body, file } = await answer(base, request.method, request.url);
    response.writeHead(status, {
      "Content-Type": type,
      "Content-Length": body.length,
      "Cache-Control": "no-cache",
      // A frame with `sandbox="allow-scripts"` has no origin, and loads modules and wasm by this alone.
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
      ...(typeof headers === "function" ? headers(file, body) : headers),
    });
    response.end(request.method === "HEAD" ? undefined : body);
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
