/** The page in one file, carried to where there is no server: opened as people open files. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { initialState } from "../../web/src/model/scenes.ts";
import { views } from "../../web/src/model/state.ts";
import { core } from "../unit/core.ts";
import { type Reader, readers, type Tab, until, watched } from "./host.ts";

const built = new URL("../../dist/softmax-bridge-offline.html", import.meta.url);
const once = (tab: Tab, work: () => unknown): Promise<void> => until(tab, work, null);

let folder: string;
let file: URL;
let tab: Tab | undefined;

beforeAll(async () => {
  // Alone, under a name that needs encoding.
  folder = await mkdtemp(join(tmpdir(), "softmax bridge ü-"));
  await cp(built, join(folder, "one file.html"));
  file = pathToFileURL(join(folder, "one file.html"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(watched)("in %s", (name) => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await readers[name]();
  });
  afterAll(() => reader?.close());
  afterEach(async () => {
    await tab?.close();
    tab = undefined;
  });

  test.each([...views, "worksheet", "present"])(
    "%s: all there, and nothing asked of anyone",
    async (view) => {
      const what = view === "worksheet" || view === "present" ? `mode=${view}` : `view=${view}`;
      tab = await reader.open(`${file.href}#${what}&scene=apple&t=0.5`);
      await once(tab, () => document.querySelector("softmax-bridge")?.derivation);
      const weights = await tab.evaluate(() =>
        Array.from(document.querySelector("softmax-bridge")?.derivation?.weights ?? []),
      );
      const { values: X, query: q } = initialState;
      expect(weights).toEqual([...core.derive({ X, q, temperature: 0.5 }).weights]);
      // Something is drawn, in the page's own faces.
      await once(tab, () => {
        const all = document.querySelector("softmax-bridge")?.shadowRoot?.querySelector(".all");
        return (all?.clientHeight ?? 0) > 400;
      });
      await once(tab, () => [...document.fonts].some(({ status }) => status === "loaded"));
      const asked = tab.requests.filter((url) => !/^(data|blob):/.test(url));
      expect(asked.filter((url) => url.split("#")[0] !== file.href)).toEqual([]);
      expect(tab.faults).toEqual([]);
    },
  );

  test("links are read and written, a change of language too", async () => {
    tab = await reader.open(`${file.href}#scene=tie&step=S7`);
    await once(tab, () => document.querySelector("softmax-bridge")?.state?.step === "S7");
    await tab.evaluate(() => {
      const figure = document.querySelector("softmax-bridge");
      if (figure) figure.state = { language: "zh-CN", step: "S8" };
    });
    await once(tab, () => document.documentElement.lang === "zh-CN");
    await once(tab, () => /step=S8.*lang=zh-CN/.test(location.hash));
  });

  test("gives away no address of a file; the public one goes along into the file that is saved", async () => {
    tab = await reader.open(`${file.href}#scene=tie&step=S7&lang=en`);
    await once(tab, () => document.querySelector("softmax-bridge")?.derivation);
    await tab.evaluate(() => {
      const figure = document.querySelector("softmax-bridge")?.shadowRoot;
      figure?.querySelector("sb-masthead")?.dispatchEvent(new Event("share"));
    });
    const shared = (): string => {
      const dialog = document
        .querySelector("softmax-bridge")
        ?.shadowRoot?.querySelector("sb-share")?.shadowRoot;
      const fields = dialog?.querySelectorAll<HTMLInputElement>("input, textarea, svg[role=img]");
      return Array.from(fields ?? [], (f) => f.value ?? f.getAttribute("aria-label")).join(" ");
    };
    await once(tab, () => {
      const figure = document.querySelector("softmax-bridge")?.shadowRoot;
      return figure?.querySelector("sb-share")?.shadowRoot?.querySelector("#address");
    });
    expect(await tab.evaluate(shared)).not.toContain("file:");
    const saved = await tab.evaluate(async () => {
      const figure = document.querySelector("softmax-bridge");
      const dialog = figure?.shadowRoot?.querySelector("sb-share");
      const address = dialog?.shadowRoot?.querySelector<HTMLInputElement>("#address");
      if (!address || !dialog) return "no field";
      address.value = "https://school.example/bridge/index.html";
      address.dispatchEvent(new Event("input"));
      await (dialog as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
      const written = new Promise<Blob>((done) => {
        URL.createObjectURL = (blob) => {
          done(blob as Blob);
          return "blob:none";
        };
      });
      HTMLAnchorElement.prototype.click = () => {};
      dialog.shadowRoot
        ?.querySelector("a[href*=offline]")
        ?.dispatchEvent(new MouseEvent("click", { cancelable: true }));
      return (await written).text();
    });
    const said = await tab.evaluate(shared);
    expect(said).toContain("https://school.example/bridge/index.html#");
    expect(said).toContain('src="https://school.example/bridge/embed.html#');
    expect(said).not.toContain("file:");
    const [figure = ""] = saved.match(/<softmax-bridge\b[^>]*>/) ?? [];
    expect(figure).toContain('base="https://school.example/bridge/"');
    expect(figure).toContain('scene="tie"');
    expect(figure).toContain('mode="page"');
    expect(saved).toMatch(/^<!doctype html>/);
  });
});
