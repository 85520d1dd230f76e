/** What a turn of a knob touches, by what becomes of the document: whatever paints it. */
import { beforeEach, describe, expect, test } from "vitest";
import { derivationOf, page, useSite } from "./page.ts";

const site = useSite();

/** ms of a frame, and longer than numbers take to rest. */
const frame = 16;
const rest = 1000;

/** Turns the first knob, red, and lets a frame pass. The winner and the query's place stay. */
async function turn(red: number): Promise<void> {
  await page.evaluate((red) => {
    const derive = document
      .querySelector("softmax-bridge")
      ?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
    const query = derive?.querySelector("sb-query")?.shadowRoot;
    const knob = query?.querySelector<HTMLInputElement>("input[type=range]");
    if (!knob) throw new Error("no knob");
    knob.value = String(red);
    knob.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  }, red);
  await page.clock.runFor(frame);
}

/** At 2 the query would be the scene’s own, of which a note speaks. */
const turns = [1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875];

/** Watches the whole figure, through every shadow root, from now on. */
const watch = (): Promise<void> =>
  page.evaluate(() => {
    const seen: { added: string[]; attributes: string[] } = { added: [], attributes: [] };
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes, removedNodes, attributeName } of records) {
        const root = target.getRootNode();
        const host = root instanceof ShadowRoot ? root.host.localName : "document";
        const name = target instanceof Element ? target.localName : "text";
        for (const node of [...addedNodes, ...removedNodes])
          if (node instanceof Element) seen.added.push(`${host} ${name}: ${node.localName}`);
        if (type === "attributes") seen.attributes.push(`${host} ${name} ${attributeName}`);
      }
    });
    const options = { subtree: true, childList: true, attributes: true };
    const follow = (root: Node): void => {
      observer.observe(root, options);
      if (!(root instanceof Document || root instanceof ShadowRoot)) return;
      for (const element of root.querySelectorAll("*"))
        if (element.shadowRoot) follow(element.shadowRoot);
    };
    follow(document);
    Object.assign(globalThis, { seen });
  });
const seen = (): Promise<{ readonly added: string[]; readonly attributes: string[] }> =>
  page.evaluate(
    () => (globalThis as unknown as { seen: { added: string[]; attributes: string[] } }).seen,
  );

/** All that a part shows. */
const textOf = (part: string): Promise<string> =>
  page.locator(part).evaluate((element) => {
    const words = (node: Node): string =>
      node instanceof Text
        ? node.data
        : Array.from((node as Element).shadowRoot?.childNodes ?? node.childNodes, words).join("");
    return words(element);
  });

describe("while a knob turns", () => {
  beforeEach(async () => {
    await site.open("embed.html#scene=apple&step=S7&q=1,2,2,-1&lang=en", {
      stopClock: true,
      reducedMotion: true,
    });
    // The first turn finds the frame in which the rest stays.
    await turn(1);
    await page.clock.runFor(rest);
  });

  test("no part is made anew, and nothing is set that styles the figure anew", async () => {
    await watch();
    for (const red of turns) await turn(red);
    const { added, attributes } = await seen();
    // A sign that comes or goes with its number, of some thousand elements that stay.
    expect(added.length, added.join("\n")).toBeLessThanOrEqual(2 * turns.length);
    expect(attributes.length).toBeGreaterThan(0);
    // Where one of these is set, if only to what it was, every element below is styled anew.
    expect(
      attributes.filter((one) =>
        /^document|^softmax-bridge (?:div|sb-derive) (?:lang|dir|class|style)/.test(one),
      ),
    ).toEqual([]);
  });

  test("every turn is shown in that very frame", async () => {
    // The apple's score is 4.75 at red = 2, and ⅞ less for each 1 of red.
    const scores = ["3.984", "4.094", "4.203", "4.313", "4.422", "4.531", "4.641", "4.75"];
    for (const [k, red] of [...turns, 2].entries()) {
      await turn(red);
      expect(await textOf("sb-ledger"), `red ${red}`).toContain(scores[k] ?? "");
      expect((await derivationOf(page)).scores[0]).toBeCloseTo(4.75 - 0.875 * (2 - red), 14);
    }
    expect(await textOf("sb-rail")).toContain("0.1910");
    expect(await textOf("sb-ledger")).toContain("0.4378");
    expect(await textOf("sb-formula")).toContain("0.4378");
  });

  test("what is read out waits until the numbers rest, and then says them", async () => {
    const station = (): Promise<string | null> =>
      page.locator("sb-rail [aria-current=step]").getAttribute("aria-label");
    const before = await station();
    for (const red of [...turns, 2]) await turn(red);
    expect(await station()).toBe(before);
    await page.clock.runFor(rest);
    expect(await station()).toBe(
      "S7, drop one-hot ∘ argmax, an approximation, distance from the hard answer 0.1910",
    );
    const exact = page.locator("sb-ledger [title='0.43779889384983905']");
    expect(await exact.count()).toBeGreaterThan(0);
  });

  test("nothing is moved", async () => {
    const places = (): Promise<string[]> =>
      page.evaluate(() => {
        const derive = document
          .querySelector("softmax-bridge")
          ?.shadowRoot?.querySelector("sb-derive")?.shadowRoot;
        return Array.from(
          derive?.querySelectorAll(".argument > *, .picture > *, sb-rail, .bar") ?? [],
          (element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return `${element.localName} ${[x, y, width, height]}`;
          },
        );
      });
    const before = await places();
    expect(before.length).toBeGreaterThan(6);
    for (const red of turns) {
      await turn(red);
      expect(await places(), `red ${red}`).toEqual(before);
    }
  });
});
