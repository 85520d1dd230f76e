/** The view `gradient`, as a person uses it. */
import axe from "axe-core";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { page, show, stateOf, useSite, type View } from "./page.ts";

const site = useSite();

async function visit(address = "index.html#view=gradient", view: View = {}): Promise<void> {
  await site.open(address, view);
  await page.locator("sb-gradient").waitFor();
}

const panel = (estimator: string): Locator => page.locator(`[data-estimator="${estimator}"]`);
const stats = async (estimator: string): Promise<string[]> =>
  panel(estimator).locator("dd").allTextContents();
/** Until all runs of the estimators that are drawn are there. */
const trained = (): Promise<void> =>
  page.waitForFunction(() => {
    const view = document
      .querySelector("softmax-bridge")
      ?.shadowRoot?.querySelector("sb-gradient")
      ?.shadowRoot?.querySelector("sb-training");
    const all = view?.shadowRoot?.querySelectorAll("[data-estimator]") ?? [];
    return all.length > 0 && [...all].every((p) => p.querySelector(".weight") !== null);
  }) as unknown as Promise<void>;
const at = async (): Promise<number> => (await stateOf(page)).options.at;
const button = (name: string | RegExp): Locator =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
const weight = (estimator: string): Promise<string | null> =>
  panel(estimator).locator(".weight").textContent();

test("the trainings come to what is known of them", async () => {
  await visit();
  await trained();
  await expect.poll(() => stats("soft-mse")).toEqual(["8", "237", "0.1973"]);
  expect(await stats("hard")).toEqual(["never", "never", "0.4953"]);
  expect(await stats("soft-ce")).toEqual(["1", "8", "0.0191"]);
  expect(await stats("straight-through")).toEqual(["4", "never", "0.4172"]);
  expect(await stats("expected-hard")).toEqual(["10", "99", "0.1565"]);
  const still = (estimator: string) => panel(estimator).locator(".still").textContent();
  expect(await still("hard")).toBe("The query never moves.");
  expect(await still("straight-through")).toBe("The query stops after 4 updates.");
  expect(await still("soft-mse")).toBe("The query moves to the end.");
  await page.getByText("is the query of the start, bit for bit").waitFor();
  await show(page, { options: { ...(await stateOf(page)).options, at: 400 } });
  expect(await weight("hard")).toBe("0.0701");
  expect(await weight("soft-mse")).toMatch(/^0\.586/);
  expect(await weight("soft-ce")).toMatch(/^0\.982/);
  expect(await weight("straight-through")).toMatch(/^0\.19/);
  expect(await weight("expected-hard")).toBe("0.7725");
  // The price of using the query hard falls with these losses, and stays with those that stop.
  expect((await stats("soft-mse"))[2]).toMatch(/^0\.1230/);
  expect((await stats("soft-ce"))[2]).toMatch(/^0\.0047/);
  expect((await stats("expected-hard"))[2]).toMatch(/^0\.0713/);
  expect((await stats("straight-through"))[2]).toBe("0.4172");
  expect((await stats("hard"))[2]).toBe("0.4953");
});

test("what has no slope stands before what is trained with one", async () => {
  await visit();
  const headings = await page.locator("sb-gradient h2").allTextContents();
  expect(headings.slice(0, 2)).toEqual([
    "A staircase has no slope to follow",
    "Train it to find the apple",
  ]);
});

test("play goes to the last update, and a press stops it", async () => {
  await visit("index.html#view=gradient&at=0", { stopClock: true });
  await button("Play the training").click();
  await page.clock.runFor(4000);
  const stopped = await at();
  expect(stopped).toBeGreaterThan(5);
  expect(stopped).toBeLessThan(400);
  await button("Pause").click();
  await page.clock.runFor(2000);
  expect(await at()).toBe(stopped);
  await button("Play the training").click();
  await page.clock.runFor(2000);
  expect(await at()).toBeGreaterThan(stopped);
  await page.clock.runFor(20_000);
  expect(await at()).toBe(400);
  await button("Play the training").waitFor();
  // From the end it begins anew.
  await button("Play the training").click();
  await page.clock.runFor(1000);
  expect(await at()).toBeLessThan(10);
});

test("the updates can be walked through, by button, key and pointer", async () => {
  await visit();
  await trained();
  await button("One update on").click();
  expect(await at()).toBe(101);
  await button("One update back").click();
  await button("One update back").click();
  expect(await at()).toBe(99);
  const slider = page.getByRole("slider", { name: "Update", exact: true });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await at()).toBe(98);
  await page.keyboard.press("Home");
  expect(await at()).toBe(0);
  expect(await weight("soft-ce")).toBe("0.0701");
  expect(await button("One update back").getAttribute("aria-disabled")).toBe("true");

  // In a panel, where the curve is looked at.
  const box = await panel("soft-mse").locator("svg").boundingBox();
  if (box === null) throw new Error("no panel");
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.down();
  const middle = await at();
  expect(middle).toBeGreaterThan(10);
  expect(middle).toBeLessThan(30);
  await page.mouse.move(box.x + box.width - 1, box.y + 60);
  await page.mouse.up();
  expect(await at()).toBe(400);
});

test("estimators can be chosen, and the last one stays", async () => {
  await visit();
  await trained();
  for (const name of ["squared error", "straight-through", "expected hard", "REINFORCE"]) {
    await button(name).click();
  }
  expect((await stateOf(page)).options.estimators).toEqual(["hard", "soft-ce", "gumbel-softmax"]);
  expect(await page.locator("[data-estimator]").count()).toBe(3);
  await button("hard").click();
  await button("Gumbel-softmax").click();
  await button("cross-entropy").click();
  expect((await stateOf(page)).options.estimators).toEqual(["soft-ce"]);
  await button("hard").click();
  expect((await stateOf(page)).options.estimators).toEqual(["hard", "soft-ce"]);
});

test("a saturated start learns nothing but by cross-entropy, and the remedy gives the run back", async () => {
  await visit();
  await trained();
  await expect.poll(() => stats("soft-mse")).toEqual(["8", "237", "0.1973"]);
  const before = await weight("soft-mse");
  await page.getByRole("switch").click();
  await expect.poll(async () => (await stats("soft-mse")).slice(0, 2)).toEqual(["never", "never"]);
  await expect.poll(async () => (await stats("soft-ce"))[1]).toBe("9");
  await button("Remedy: τ = 8, η = 128").click();
  await expect.poll(() => stats("soft-mse")).toEqual(["8", "237", "0.1973"]);
  expect(await weight("soft-mse")).toBe(before);
  const state = await stateOf(page);
  expect([state.temperature, state.options.eta]).toEqual([8, 128]);
  await button("Back to τ = 1, η = 2").click();
  expect((await stateOf(page)).temperature).toBe(1);
});

test("how long an escape from saturation takes", async () => {
  await visit();
  const points = page.locator("sb-saturation li");
  await expect
    .poll(() => points.allTextContents())
    .toEqual([
      "q0 × 1: 237 with squared error, 8 with cross-entropy",
      expect.stringMatching(/^q0 × 2: \d+ /),
      "q0 × 4: 145 with squared error, 7 with cross-entropy",
      "q0 × 6: 394 with squared error, 7 with cross-entropy",
      "q0 × 8: 2369 with squared error, 9 with cross-entropy",
      "q0 × 10: 18389 with squared error, 10 with cross-entropy",
      "With the remedy, from q0 × 8: 237.",
    ]);
});

test("the point goes along the line, and slope and Jacobians with it", async () => {
  await visit();
  const hard = page.getByRole("slider", { name: "Query on the line, argmax" });
  const soft = page.getByRole("slider", { name: "Query on the line, softmax" });
  expect(await soft.getAttribute("aria-valuetext")).toMatch(/fire engine; slope −0\.8343$/);
  expect(await hard.getAttribute("aria-valuetext")).toMatch(/slope 0$/);
  expect(await page.locator("sb-slope .tangent").count()).toBe(2);
  const corner = page.locator("sb-jacobian table.soft tbody td").first();
  expect(await corner.textContent()).toBe("0.0652");

  // The tomato wins in between, and q is the query of the derivation.
  await hard.focus();
  for (let k = 0; k < 24; k += 1) await page.keyboard.press("ArrowRight");
  expect(await hard.getAttribute("aria-valuetext")).toContain("the pick is the tomato");
  await page.keyboard.press("End");
  expect(await soft.getAttribute("aria-valuetext")).toContain("the pick is the apple");
  expect(await corner.textContent()).toBe("0.2461");

  const area = page.locator("sb-slope .touch").nth(1);
  const box = await area.boundingBox();
  if (box === null) throw new Error("no plot");
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 14, box.y + 90, { steps: 4 });
  await page.mouse.up();
  expect(Number(await soft.getAttribute("aria-valuenow"))).toBeLessThan(0.02);
  await page.keyboard.press("Tab");
});

test("the Jacobians print what holds of them", async () => {
  await visit();
  const cells = await page.locator("sb-jacobian table.hard tbody td:not(.sum)").allTextContents();
  expect(cells).toHaveLength(36);
  expect(new Set(cells)).toEqual(new Set(["0"]));
  await page
    .locator("sb-jacobian")
    .getByText("Where p is one-hot (τ → 0) it vanishes: ‖J‖∞ = 0.")
    .waitFor();
  const sums = await page
    .locator("sb-jacobian table.soft td.sum")
    .evaluateAll((all) => all.map((cell) => cell.textContent ?? ""));
  expect(sums).toHaveLength(6);
  for (const sum of sums) expect(sum).toMatch(/^0$|×10−1[789]$/);

  // At a tie argmax has no derivative.
  await show(page, {
    scene: "custom",
    values: [
      [1, 0],
      [0, 1],
    ],
    query: [1, 0.5],
    labels: null,
    features: null,
    options: { ...(await stateOf(page)).options, start: [1, 1] },
  });
  await page.getByRole("heading", { name: /undefined at a tie/ }).waitFor();
  expect(await page.locator("sb-slope .said.hard").textContent()).toContain("no slope: a tie");
  // So none is drawn there, and the slope of softmax still is.
  expect(await page.locator("sb-slope .plot").count()).toBe(2);
  expect(await page.locator("sb-slope .plot").first().locator(".tangent").count()).toBe(0);
  expect(await page.locator("sb-slope .plot").last().locator(".tangent").count()).toBe(1);
  const hard = page.getByRole("slider", { name: "Query on the line, argmax" });
  expect(await hard.getAttribute("aria-valuetext")).toContain("no slope: a tie");
  await hard.press("End");
  await expect.poll(() => page.locator("sb-slope .tangent").count()).toBe(2);
});

test("the formula of ∂o/∂q stands beside its difference quotient", async () => {
  await visit();
  const cells = page.locator("sb-jacobian table.both td:has(span)");
  expect(await cells.count()).toBe(16);
  const pairs = await cells.evaluateAll((all) =>
    all.map((cell) =>
      [...cell.querySelectorAll("span")].map((s) => Number(s.title.replace("−", "-"))),
    ),
  );
  for (const [formula = 0, quotient = 1] of pairs) {
    expect(Math.abs(formula - quotient)).toBeLessThan(1e-7);
  }
  expect(pairs.some(([formula, quotient]) => formula !== quotient)).toBe(true);
});

test("a link brings back the same runs", async () => {
  const still = { stopClock: true };
  // The view may have come after the clock was stopped: its runs are slices of their own.
  const ended = async (): Promise<void> => {
    await page.clock.runFor(1000);
    await trained();
  };
  await visit("index.html#view=gradient&seed=42&eta=3&at=57&est=reinforce,soft-mse", still);
  await ended();
  expect(await stats("reinforce")).not.toContain("…");
  const link = await page.evaluate(() => document.querySelector("softmax-bridge")?.toLink() ?? "");
  expect(link).toContain("view=gradient");
  const before = [await stats("reinforce"), await weight("reinforce"), await stats("soft-mse")];
  await visit(`index.html${new URL(link).hash}`, still);
  await ended();
  expect([await stats("reinforce"), await weight("reinforce"), await stats("soft-mse")]).toEqual(
    before,
  );
  expect((await stateOf(page)).options).toMatchObject({ seed: 42, eta: 3, at: 57 });

  const seed = page.getByRole("textbox", { name: "Seed", exact: true });
  await seed.fill("1042");
  await seed.blur();
  await page.clock.runFor(1000);
  expect(await weight("reinforce")).not.toBe(before[1]);
  await seed.fill("1.5");
  await seed.blur();
  expect(await seed.getAttribute("aria-invalid")).toBe("true");
  expect((await stateOf(page)).options.seed).toBe(1042);
});

test("it says where training does not apply", async () => {
  await visit("index.html#view=gradient&t=0");
  await page.getByText("softmax has no slope to train with").waitFor();
  await show(page, { temperature: 1, score: "cosine" });
  await page.getByText("Training uses the dot score on the values").waitFor();
  await visit("index.html#view=gradient&scene=plane");
  const eta = page.getByRole("textbox", { name: "Step size η" });
  await eta.fill("1.7e308");
  await eta.blur();
  await panel("soft-ce").getByText("The query ran away").waitFor();
});

test.each([
  ["a phone", { width: 360, height: 740, touch: true }],
  ["the narrowest embed", { width: 280, height: 700 }],
] as const)("on %s nothing but the panels scrolls sideways", async (_, view) => {
  await visit("embed.html#view=gradient", view);
  await trained();
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBeLessThanOrEqual(0);
  const panels = page.getByRole("region", { name: /^Training/ });
  expect(await panels.evaluate((p) => p.scrollWidth > p.clientWidth)).toBe(true);
});

test.each([
  ["en-US", "light"],
  ["zh-CN", "dark"],
] as const)("no accessibility fault in %s, %s", async (language, scheme) => {
  await visit("index.html#view=gradient", { language, scheme, reducedMotion: true });
  await trained();
  await page.evaluate(axe.source);
  const faults = await page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await inPage.run();
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`);
  });
  expect(faults).toEqual([]);
});
