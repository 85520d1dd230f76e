/**
 * `npm run picture`: the pictures that the README opens with, of the page itself, into docs/picture. They
 * are in the repository, so that whoever only reads it sees them.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import "./build.mjs";
import { root } from "./paths.mjs";
import { serveSite } from "./serve.mjs";
import { setUp } from "./setup.mjs";
import { findChromium } from "./toolchain.mjs";

await setUp("browse");
const { chromium } = await import("playwright-core");
const folder = resolve(root, "docs/picture");
mkdirSync(folder, { recursive: true });

const server = await serveSite();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
for (const [locale, ending] of [
  ["en-US", ""],
  ["zh-CN", ".zh-CN"],
])
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 720 },
      colorScheme,
      locale,
      reducedMotion: "reduce",
    });
    await page.goto(`${server.url}#scene=apple&step=S6`, { waitUntil: "networkidle" });
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
    const file = `docs/picture/${colorScheme}${ending}.webp`;
    const bytes = Buffer.from(data, "base64");
    writeFileSync(resolve(root, file), bytes);
    console.log(`${file} ${bytes.length} bytes`);
    await page.close();
  }
await browser.close();
await server.close();
