/** Light or dark, as it was asked for or as the page around it is. */
import { expect, test } from "vitest";
import { page, useSite } from "./page.ts";

const site = useSite();

test("a frame asked for dark is dark before its figure is there", async () => {
  const tab = await site.browser.newPage({ colorScheme: "light" });
  await tab.route("**/*.js", (route) =>
    route.request().url().endsWith("theme.js") ? route.continue() : route.abort(),
  );
  await tab.goto(`${site.url}embed.html#theme=dark`);
  const paper = () =>
    tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await paper()).toBe("rgb(21, 20, 18)");
  await tab.close();
});

test("the maps of scale are seen where colours are forced", async () => {
  await site.open("embed.html#view=scale&lang=en", { forcedColors: true });
  const colours = () =>
    page.locator("canvas[data-kind=soft]").evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const context = (canvas as HTMLCanvasElement).getContext("2d");
      const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
      return new Set(new Uint32Array(Uint8Array.from(data).buffer)).size;
    });
  await expect.poll(colours).toBeGreaterThan(8);
});
