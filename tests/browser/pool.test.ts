/** The pool of workers on pages: ordinary ones, isolated ones, and such as may have no workers. */
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve } from "../../tools/serve.mjs";
import type * as Product from "../../web/src/core/core.ts";
import { serveFiles } from "./host.ts";
import { launch } from "./page.ts";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

/** Keeps the workers of a page at hand, as nobody else has them. */
const keepWorkers = () => {
  const { Worker } = globalThis;
  const made: Worker[] = [];
  Object.assign(globalThis, {
    made,
    Worker: class extends Worker {
      constructor(...inputs: ConstructorParameters<typeof Worker>) {
        super(...inputs);
        made.push(this);
      }
    },
  });
};

interface Found {
  readonly isolated: boolean;
  readonly workers: number;
  readonly threaded: boolean;
  readonly made: number;
  readonly same: boolean;
  readonly again: boolean;
  readonly lost: string;
}

/** Attention by the core and by a pool, before and after a worker has been ended in the middle of it. */
const attendBothWays = async (core: string): Promise<Found> => {
  const { loadCore, loadPool } = (await import(core)) as typeof Product;
  const { made } = globalThis as unknown as { made: Worker[] };
  const numbers = (size: number, seed: number) =>
    Float32Array.from({ length: size }, (_, i) =>
      Math.fround(((i * 7919 + seed) % 1009) / 500 - 1),
    );
  const inputs = (n: number) =>
    [numbers(n * 32, 1), numbers(n * 32, 2), numbers(n * 32, 3), { n, d: 32 }] as const;
  const one = await loadCore();
  const pool = await loadPool({ workers: 2 });
  const isSame = async (): Promise<boolean> => {
    const expected = one.attend(...inputs(700));
    const found = await pool.attend(...inputs(700));
    return found.output.every((entry, i) => Object.is(entry, expected.output[i]));
  };
  const same = await isSame();
  let lost = "";
  if (made.length > 0) {
    const given = pool.attend(...inputs(4000)).catch((error: unknown) => String(error));
    made[0]?.terminate();
    lost = String(await given);
  }
  const again = await isSame();
  pool.close();
  const { workers, threaded } = pool;
  return { isolated: crossOriginIsolated, workers, threaded, made: made.length, same, again, lost };
};

async function openPage(url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(keepWorkers);
  await page.goto(url);
  return page;
}

/** A page of ours, or one of somebody else's that has our scripts. */
async function poolOn(headers: Record<string, string>, elsewhere = false): Promise<Found> {
  const page = "<!doctype html><title>Pool</title>";
  const [own, host] = await Promise.all([
    serve(dist, { headers: elsewhere ? {} : headers }),
    serveFiles({ "index.html": page }, headers),
  ]);
  const tab = await openPage(elsewhere ? host.url : `${own.url}oembed/apple.json`);
  try {
    // Vitest has its own word for `import`.
    const work = String(attendBothWays).replaceAll("__vite_ssr_dynamic_import__", "import");
    return await tab.evaluate<Found>(`(${work})(${JSON.stringify(`${own.url}core.js`)})`);
  } finally {
    await tab.close();
    await Promise.all([own.close(), host.close()]);
  }
}

const both = { workers: 2, threaded: true, same: true, again: true };
const ended = expect.stringMatching(/worker of the pool has ended/);

test("an ordinary page, under a policy without blob:", async () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
  const found = await poolOn({ "Content-Security-Policy": policy });
  expect(found).toMatchObject({ ...both, isolated: false, lost: ended });
});

test("an isolated page", async () => {
  const found = await poolOn({
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
  expect(found).toMatchObject({ ...both, isolated: true, lost: ended });
});

test("somebody else's page", async () => {
  expect(await poolOn({}, true)).toMatchObject({ ...both, lost: ended });
});

test("a page that may have no workers does the work itself", async () => {
  const policy = "script-src * 'unsafe-eval' 'unsafe-inline'; worker-src 'none'";
  const found = await poolOn({ "Content-Security-Policy": policy }, true);
  expect(found).toMatchObject({ workers: 1, threaded: false, same: true, again: true });
});
