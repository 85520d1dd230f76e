/** What our pages may do and what they may not, and that they do all of their work within it. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../tools/serve.mjs";
import { texts } from "../texts.ts";
import { type Host, hostOf, type Place, type Reader, readers, type Tab, until } from "./host.ts";
import { useServer } from "./page.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const offline = "softmax-bridge-offline.html";
const docs = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

/** Written out: what may be asked of a server that hosts our pages. */
const served =
  "default-src 'none'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' HASHES; font-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html softmax-bridge";
const carrying =
  "default-src 'none'; img-src data: blob:; base-uri 'none'; form-action 'none'; script-src 'wasm-unsafe-eval' HASH HASH; worker-src blob:; font-src data:; connect-src 'self' data:; require-trusted-types-for 'script'; trusted-types lit-html softmax-bridge softmax-bridge-offline; style-src HASH";
const still = "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'";

const pages = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".html"));
const expected = (name: string): string => {
  if (name === offline) return carrying;
  return name.startsWith("oembed/") ? still : served;
};
const withoutHashes = (policy: string): string =>
  policy
    .replace(/'sha256-[\w+/]{43}='/g, "HASH")
    // As many as there are parts in the drawing of the first view.
    .replace(/(?<=style-src 'self') HASH(?: HASH)+/, " HASHES");

/** The code of a language under a heading of the manual. */
const manual = (heading: string): readonly string[] => {
  const [, section = ""] = docs.split(`\n### ${heading}\n`);
  const [own = ""] = section.split(/\n##+ /);
  return Array.from(own.matchAll(/^```\w*\n([\s\S]*?)^```$/gm), ([, code = ""]) =>
    code.trim().replace(/\s+/g, " "),
  );
};

const site = useServer();

describe("every page that is built", () => {
  test("there are some of each kind", () => {
    expect(pages).toEqual(
      expect.arrayContaining(["index.html", "embed.html", offline, "oembed/apple.html"]),
    );
  });

  test.each(pages)("%s says its policy before all that it governs", (name) => {
    const html = readFileSync(join(dist, name), "utf8");
    const [, before = "", policy = ""] =
      /^([\s\S]*?)<meta http-equiv="Content-Security-Policy" content="([^"]*)" \/>/.exec(html) ??
      [];
    expect(withoutHashes(policy)).toBe(expected(name));
    expect(before.replace(/\s+/g, " ")).toBe(
      '<!doctype html> <html lang="en"> <head> <meta charset="utf-8" /> ',
    );
    expect(html.match(/http-equiv="Content-Security-Policy"/g)).toHaveLength(1);
  });

  test.each(pages)("%s has no handler, style or script in an attribute", (name) => {
    const html = readFileSync(join(dist, name), "utf8")
      .replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, "$1")
      .replace(/(<style\b[^>]*>)[\s\S]*?<\/style>/g, "$1");
    expect(html.match(/<[^>]*\s(?:on\w+|style)\s*=|=\s*["']?\s*javascript:/gi)).toBeNull();
  });

  test.each(pages)("%s is served with the same policy, to any origin", async (name) => {
    const { headers } = await fetch(site.url + name);
    const policy = headers.get("content-security-policy") ?? "";
    expect(withoutHashes(policy)).toBe(expected(name));
    expect(readFileSync(join(dist, name), "utf8")).toContain(`content="${policy}"`);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("a worker is served with what it may do, all else with nothing", async () => {
    const policies = await Promise.all(
      [
        readdirSync(dist).find((name) => name.startsWith("pool-worker-")),
        "card.png",
        "missing",
      ].map(async (name) => (await fetch(site.url + name)).headers.get("content-security-policy")),
    );
    expect(policies).toEqual([served.replace(" HASHES", ""), still, still]);
  });
});

test("the manual names the policy that the pages carry", () => {
  expect(manual("Your copy")).toEqual([`Content-Security-Policy: ${served}`]);
});

describe.each(["Chromium", "Firefox"] as const)("in %s", (name) => {
  let reader: Reader;
  let folder: string;
  let tab: Tab;
  let host: Host | undefined;
  beforeAll(async () => {
    reader = await readers[name]();
    folder = await mkdtemp(join(tmpdir(), "softmax-bridge-policy-"));
    cpSync(dist, folder, { recursive: true });
  });
  afterAll(async () => {
    await reader?.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await tab?.close();
    await host?.close();
    host = undefined;
  });

  const only = (): Place => {
    const [first] = tab.frames();
    if (first === undefined) throw new Error("no frame");
    return first;
  };

  describe("all of its work is done within its policy", () => {
    // Chromium gives a document without an origin no such worker, with or without a policy.
    const withoutOrigin = name === "Chromium" ? here : apart;

    test.each([
      ["index.html", apart, () => `${site.url}index.html`],
      ["embed.html", apart, () => `${site.url}embed.html`],
      [offline, apart, () => site.url + offline],
      [
        "the same file without a server",
        withoutOrigin,
        () => pathToFileURL(join(folder, offline)).href,
      ],
    ])("%s", async (_, where, address) => {
      tab = await reader.open(`${address()}#scene=apple&step=S7&lang=en`);
      await tour(tab, where);
      expect(tab.faults).toEqual([]);
    });

    test.each(["allow-scripts", "allow-scripts allow-same-origin"])(
      'embed.html in a frame with sandbox="%s"',
      async (sandbox) => {
        host = await hostOf(
          `<iframe src="${site.url}embed.html#scene=apple&step=S7&lang=en" sandbox="${sandbox}" allow="clipboard-write" width="900" height="900"></iframe>`,
        );
        tab = await reader.open(host.url);
        await tour(only(), sandbox === "allow-scripts" ? withoutOrigin : apart);
        expect(tab.faults).toEqual([]);
      },
    );

    test("a page of a scene leads on to it", async () => {
      tab = await reader.open(`${site.url}oembed/tie.html`);
      // While the page is left, nothing can be asked of it.
      const scene = () =>
        tab
          .evaluate(() => document.querySelector("softmax-bridge")?.state?.scene)
          .catch(() => null);
      await expect.poll(scene).toBe("tie");
      // There need be no icon where a browser looks for one.
      expect(tab.faults.filter((fault) => !/status of 404/.test(fault))).toEqual([]);
    });

    test("the picture is the same as without a policy", async () => {
      const html = readFileSync(join(dist, "index.html"), "utf8");
      const pictures: unknown[] = [];
      host = await serve(folder);
      for (const text of [html, html.replace(/<meta http-equiv="Content-[^>]*>/, "")]) {
        // Of the same address, which is in the picture.
        await writeFile(join(folder, "index.html"), text);
        await tab?.close();
        tab = await reader.open(`${host.url}index.html#scene=apple&step=S7&lang=en`);
        await ready(tab);
        pictures.push(await pictureOf(tab));
      }
      expect(pictures[0]).toEqual(pictures[1]);
    });
  });

  describe("nothing else is", () => {
    const planted = `<script>document.documentElement.dataset.ran = "script"</script>
      <img src="no-such-picture.png" onerror="document.documentElement.dataset.ran = 'handler'">
      <style>html { --planted: style }</style><p style="--planted: attribute"></p>
      <a href="javascript:void(document.documentElement.dataset.ran = 'address')">here</a>`;

    test.each(["index.html", "embed.html", offline])(
      "%s runs and paints nothing that was put into it",
      async (page) => {
        const html = readFileSync(join(dist, page), "utf8");
        await writeFile(join(folder, page), html.replace("</body>", `${planted}</body>`));
        host = await serve(folder);
        tab = await reader.open(`${host.url}${page}#lang=en`);
        await ready(tab);
        await tab.evaluate(() =>
          document.querySelector<HTMLElement>("a[href^='javascript:']")?.click(),
        );
        const refused = (directive: string) =>
          tab.faults.filter((fault) => fault.startsWith(`refused by a policy: ${directive}`))
            .length;
        // The address is refused as a script, too, and the handler when its picture is missing.
        await expect
          .poll(() => refused("script-src-elem"), { message: "the script" })
          .toBeGreaterThan(0);
        await expect
          .poll(() => refused("script-src-attr"), { message: "the handler" })
          .toBeGreaterThan(0);
        await expect
          .poll(() => refused("style-src-elem"), { message: "the style" })
          .toBeGreaterThan(0);
        await expect
          .poll(() => refused("style-src-attr"), { message: "the attribute" })
          .toBeGreaterThan(0);
        const found = await tab.evaluate(() => {
          const root = document.documentElement;
          const planted = (element: Element | null) =>
            element && getComputedStyle(element).getPropertyValue("--planted");
          return [root.dataset.ran, planted(root), planted(document.querySelector("body > p"))];
        });
        expect(found).toEqual([undefined, "", ""]);
      },
    );

    test.each(["index.html", offline])(
      "%s: no eval, no markup, no address elsewhere",
      async (page) => {
        tab = await reader.open(`${site.url}${page}#lang=en`);
        await ready(tab);
        const asked: unknown[] = [];
        const elsewhere = createServer(({ url }, response) => {
          asked.push(url);
          response.end();
        });
        await new Promise<void>((ready) => elsewhere.listen(0, () => ready()));
        const { port } = elsewhere.address() as AddressInfo;
        const results = await tab.evaluate(async (elsewhere) => {
          const tried = (work: () => unknown) =>
            new Promise<string>((tell) => {
              // In a turn of the page's own, not of the program that drives it.
              setTimeout(async () => {
                try {
                  await work();
                  tell("done");
                } catch (error) {
                  tell((error as Error).name);
                }
              });
            });
          const script = document.createElement("script");
          return Promise.all([
            // biome-ignore lint/security/noGlobalEval: that is what must not be
            tried(() => eval("1")),
            tried(() => new Function("return 1")()),
            tried(() => {
              script.textContent = "document.documentElement.dataset.ran = 'script'";
            }),
            tried(() => {
              document.createElement("p").innerHTML = "<b>1</b>";
            }),
            tried(() => new Worker(URL.createObjectURL(new Blob([""])))),
            tried(() => fetch(elsewhere)),
            tried(() => new FontFace("Elsewhere", `url(${elsewhere}font.woff2)`).load()),
            tried(() => Object.assign(new Image(), { src: `${elsewhere}icon.png` }).decode()),
          ]);
        }, `http://localhost:${port}/`);
        elsewhere.close();
        expect(results, JSON.stringify(results)).toEqual([
          "EvalError",
          "EvalError",
          "TypeError",
          "TypeError",
          "TypeError",
          "TypeError",
          "NetworkError",
          "EncodingError",
        ]);
        expect(asked).toEqual([]);
      },
    );
  });

  describe("under a host's policy, as the manual names it,", () => {
    const policy = (heading: string, change = (policy: string) => policy) => ({
      head: `<meta http-equiv="Content-Security-Policy" content="${change(
        (manual(heading)[0] ?? "")
          .replace("Content-Security-Policy: ", "")
          .replaceAll("https://your.site", new URL(site.url).origin),
      )}">`,
    });
    const element = () =>
      `<script type="module" src="${site.url}softmax-bridge.js"></script><softmax-bridge scene="apple" step="S7" lang="en"></softmax-bridge>`;
    // The icon of the test's own page.
    const faults = () => tab.faults.filter((fault) => !/data:,|img-src data/.test(fault));

    test("the element does all of its work", async () => {
      host = await hostOf(element(), policy("The element"));
      tab = await reader.open(host.url);
      await tour(tab);
      expect(faults()).toEqual([]);
    });

    test("a frame too, and it becomes as high as what it shows", async () => {
      host = await hostOf(
        `<iframe src="${site.url}embed.html#scene=apple&step=S7&lang=en" width="900" height="300"></iframe><script src="${site.url}embed.js" async></script>`,
        policy("A frame"),
      );
      tab = await reader.open(host.url);
      await ready(only());
      await until(tab, () => (document.querySelector("iframe")?.clientHeight ?? 0) > 1000, null);
      expect(faults()).toEqual([]);
    });

    test("that leaves out what may be left out, the rest works", async () => {
      host = await hostOf(
        element(),
        policy("The element", (policy) =>
          policy.replace("lit-html softmax-bridge", "lit-html").replace(/worker-src[^;]*; /, ""),
        ),
      );
      tab = await reader.open(host.url);
      await ready(tab);
      await scale(tab, here);
    });
  });
});

/** What `scale` says of where it works. */
const [apart, here] = ["Worked out in ", "This page may not have a worker"];

const ready = (place: Place): Promise<void> =>
  until(place, () => document.querySelector("softmax-bridge")?.derivation, null);

/** Waits for an element in any shadow tree of the figure, with these words in it. */
const find = (place: Place, selector: string, words = ""): Promise<void> =>
  until(
    place,
    ([selector, words]) => {
      const search = (root: ParentNode): boolean =>
        Array.from(root.querySelectorAll(selector)).some((it) => it.textContent?.includes(words)) ||
        Array.from(root.querySelectorAll("*")).some((it) => it.shadowRoot && search(it.shadowRoot));
      return search(document);
    },
    [selector, words] as const,
  ).catch((error: unknown) => {
    throw new Error(`no ${selector} with "${words}"`, { cause: error });
  });

/** Presses all that is found so, and says just these words if any are given. @returns how many there were */
const press = (place: Place, selector: string, words = ""): Promise<number> =>
  place.evaluate(
    ([selector, words]) => {
      const search = (root: ParentNode): HTMLElement[] => [
        ...root.querySelectorAll<HTMLElement>(selector),
        ...Array.from(root.querySelectorAll("*")).flatMap((it) =>
          it.shadowRoot ? search(it.shadowRoot) : [],
        ),
      ];
      const found = search(document).filter(
        (it) => words === "" || it.textContent?.trim() === words,
      );
      for (const element of found)
        element.dispatchEvent(
          new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }),
        );
      return found.length;
    },
    [selector, words] as const,
  );

/** The bytes of the picture that PNG gives. */
async function pictureOf(place: Place): Promise<string> {
  await quietDownloads(place);
  await press(place, "summary");
  await find(place, "sb-takeaway");
  await press(place, ".kinds button", "PNG");
  await find(place, 'a[download$=".png"]');
  return place.evaluate(async () => {
    const search = (root: ParentNode): HTMLAnchorElement | null => {
      const own = root.querySelector<HTMLAnchorElement>('a[download$=".png"]');
      if (own) return own;
      for (const { shadowRoot } of root.querySelectorAll("*")) {
        const found = shadowRoot && search(shadowRoot);
        if (found) return found;
      }
      return null;
    };
    const image = Object.assign(new Image(), { src: search(document)?.href ?? "" });
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const hash = await crypto.subtle.digest("SHA-256", data);
    return `${image.width} × ${image.height}: ${new Uint8Array(hash).join(" ")}`;
  });
}

/** What comes of a download is the browser's. */
const quietDownloads = (place: Place): Promise<void> =>
  place.evaluate(() => {
    HTMLAnchorElement.prototype.click = () => {};
  });

const view = (place: Place, view: string, options: object = {}): Promise<void> =>
  place.evaluate(
    ([view, options]) => {
      const figure = document.querySelector("softmax-bridge");
      if (figure?.state)
        figure.state = { view: view as "derive", options: { ...figure.state.options, ...options } };
    },
    [view, options] as const,
  );

const mode = (place: Place, mode: string): Promise<void> =>
  place.evaluate((mode) => {
    const figure = document.querySelector("softmax-bridge");
    if (figure) figure.mode = mode as "embed";
  }, mode);

/** Maps of random tokens, and what is said of where they were worked out. */
async function scale(place: Place, where: string): Promise<void> {
  await view(place, "scale", { tokens: 2048 });
  await find(place, "sb-scale-maps", "");
  await find(place, "p.said", where);
}

/** Every view, every form and everything that is given away. */
async function tour(place: Place, where: string = apart): Promise<void> {
  await ready(place);
  await until(place, () => [...document.fonts].some(({ status }) => status === "loaded"), null);
  for (const [name, part] of [
    ["temperature", "sb-temperature-chart"],
    ["gradient", "sb-jacobian"],
    ["normalizers", "sb-number-field"],
  ] as const) {
    await view(place, name);
    await find(place, part);
  }
  await scale(place, where);
  await view(place, "derive");
  await find(place, "sb-ledger");
  await tools(place);
  await share(place);
  for (const [name, part] of [
    ["present", "sb-present"],
    ["worksheet", "sb-worksheet"],
    ["predict", "sb-transport"],
  ] as const) {
    await mode(place, name);
    await find(place, part);
  }
  await place.evaluate(() => document.querySelector("softmax-bridge")?.next());
  await find(place, "form");
}

/** The reader's numbers from a file; what is shown, as text and as pictures. */
async function tools(place: Place): Promise<void> {
  await quietDownloads(place);
  await press(place, "summary");
  await find(place, "sb-takeaway");
  for (const [name, ending] of [
    ["NumPy", "-numpy.py"],
    ["PyTorch", "-pytorch.py"],
    ["C++", ".cpp"],
    ["LaTeX", ".tex"],
    ["CSV", ".csv"],
    ["JSON", ".json"],
  ] as const) {
    expect(await press(place, ".kinds button", name)).toBe(1);
    // A file, the text to be taken by hand where there is neither clipboard nor file, or the word alone.
    await Promise.any([
      find(place, `a[download$="${ending}"], textarea[aria-label="${name}"]`),
      find(place, "span[role=status]", texts.en.data.copied(name)),
    ]);
  }
  for (const name of ["SVG", "PNG"]) {
    const ending = `.${name.toLowerCase()}`;
    expect(await press(place, ".kinds button", name)).toBe(1);
    await find(place, `a[download$="${ending}"], img[alt$="${ending}"]`);
  }
  await place.evaluate(() => {
    const search = (root: ParentNode): HTMLInputElement | null => {
      const own = root.querySelector<HTMLInputElement>("input[type=file]");
      if (own) return own;
      for (const { shadowRoot } of root.querySelectorAll("*")) {
        const found = shadowRoot && search(shadowRoot);
        if (found) return found;
      }
      return null;
    };
    const input = search(document);
    const data = new DataTransfer();
    data.items.add(new File(["1,2\n3,5\n"], "two.csv", { type: "text/csv" }));
    if (input === null) throw new Error("no place for a file");
    input.files = data.files;
    input.dispatchEvent(new Event("change"));
  });
  await find(place, "button", texts.en.data.use);
  await press(place, "button", texts.en.data.use);
  await until(
    place,
    () =>
      JSON.stringify(document.querySelector("softmax-bridge")?.state?.values) === "[[1,2],[3,5]]",
    null,
  );
}

/** The dialog with its code, every button to copy, and the single file. */
async function share(place: Place): Promise<void> {
  await press(place, "button", "Share");
  // A file is nowhere that others could find: it asks where the page is.
  await find(place, "dialog[open] .close");
  await place.evaluate(() => {
    const dialog = document.querySelector("softmax-bridge")?.shadowRoot?.querySelector("sb-share");
    const address = dialog?.shadowRoot?.querySelector<HTMLInputElement>("#address");
    if (!address) return;
    address.value = "https://example.org/";
    address.dispatchEvent(new Event("input"));
  });
  await find(place, "dialog[open] .code path");
  expect(await press(place, "dialog .copy")).toBe(4);
  await find(place, "output", "");
  if (await place.evaluate(() => self.origin !== "null")) {
    expect(await press(place, "dialog a")).toBe(1);
    await find(place, "output", "The file is in your downloads.");
  }
  await press(place, "dialog .close");
}
