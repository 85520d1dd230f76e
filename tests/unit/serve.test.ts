/** `npm start`'s server, and what it recommends to others. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { headersFile, recommendedHeaders } from "../../tools/headers.mjs";
import { tooLong } from "../../tools/history.mjs";
import { serve } from "../../tools/serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "softmax-bridge-serve-"));
const script = "export const same = 0;\n".repeat(99);
let begin: () => void;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  writeFileSync(join(folder, "core.js"), script);
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "card.png"), script);
  const ready = new Promise<void>((fulfil) => {
    begin = fulfil;
  });
  server = await serve(folder, { compress: true, headers: recommendedHeaders, ready });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** As it comes: fetch would unpack it. */
const get = (path: string, accept?: string): Promise<{ headers: object; body: Buffer }> =>
  new Promise((fulfil, reject) => {
    const headers = accept === undefined ? {} : { "Accept-Encoding": accept };
    request(server.url + path, { headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      fulfil({ headers: answer.headers, body: Buffer.concat(parts) });
    })
      .once("error", reject)
      .end();
  });

test("who asks before all is built waits", async () => {
  let answered = false;
  const answer = get("core.js").then(() => {
    answered = true;
  });
  await new Promise((fulfil) => setTimeout(fulfil, 50));
  expect(answered).toBe(false);
  begin();
  await answer;
});

test("what a browser reads is sent compressed, and says so", async () => {
  begin();
  const brotli = await get("core.js", "gzip, deflate, br");
  expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
  expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
  const zipped = await get("core.js", "gzip, br;q=0");
  expect(zipped.headers).toMatchObject({ "content-encoding": "gzip" });
  expect(gunzipSync(zipped.body).toString()).toBe(script);
  for (const [path, accept] of [
    ["core.js", undefined],
    ["core.js", "zstd"],
    ["card.png", "gzip, br"],
  ] as const) {
    const plain = await get(path, accept);
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(plain.body.toString()).toBe(script);
  }
});

test("only what is named by its hash is kept for ever", () => {
  const kept = (name: string): string | undefined =>
    recommendedHeaders(join(folder, name), Buffer.alloc(0))["Cache-Control"];
  for (const name of ["chunk-7BjD2Sv1.js", "fonts/maths-hy-7-6gp.woff2", "pool-worker-Cepoq4l-.js"])
    expect(kept(name)).toContain("immutable");
  for (const name of ["core.js", "softmax-bridge.js", "softmax-bridge.wasm", "embed.html"])
    expect(kept(name)).toBe("no-cache");
});

test("the headers are written for every address", () => {
  const text = headersFile(folder);
  expect(text.match(/^\/\S*$/gm)).toEqual(["/card.png", "/core.js", "/", "/index.html"]);
  expect(text).toMatch(/\/core\.js\n(?: {2}.*\n)* {2}Content-Security-Policy: .*wasm-unsafe-eval/);
});

test("a subject is at most 72 characters", () => {
  const log = `1a ${"é".repeat(72)}\n2b ${"x".repeat(73)}\n3c Merge branch 'x'`;
  expect(tooLong(log)).toEqual([{ commit: "2b", subject: "x".repeat(73) }]);
});
