/** Parts that are gone when they are asked for, as after a deploy. */
import { expect, test } from "vitest";
import { enter, page, show, useSite } from "./page.ts";

const site = useSite();

test.each(["temperature", "gradient", "normalizers", "scale"] as const)(
  "a missing part of %s says so, and a reload brings it",
  async (view) => {
    const { page, leave } = await enter(site.browser, { locale: "en-US" });
    await page.goto(`${site.url}index.html#step=S2`);
    await page.locator("sb-ledger").waitFor();
    await page.route(/chunk-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await show(page, { view });
    const alert = page.getByRole("alert");
    await alert.getByText("This part could not be loaded").waitFor();
    // The address follows what is shown.
    await page.waitForURL(new RegExp(`view=${view}`));
    await page.unrouteAll();
    await alert.getByRole("button", { name: "Reload the page" }).click();
    await page.locator(view === "temperature" ? "sb-temperature-view" : `sb-${view}`).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await leave();
  },
);

test("embed.js run again does not listen twice", async () => {
  await site.open("index.html");
  const source = await (await fetch(`${site.url}embed.js`)).text();
  const listened = await page.evaluate((source) => {
    let count = 0;
    const { addEventListener } = globalThis;
    globalThis.addEventListener = (...args: unknown[]) => {
      count += 1;
      return Reflect.apply(addEventListener, globalThis, args);
    };
    for (let run = 0; run < 3; run++) new Function(source)();
    return count;
  }, source);
  expect(listened).toBe(1);
});
