/**
 * WebKit, as Debian's `webkit2gtk-driver` has it: its MiniBrowser on a screen that nobody sees, asked by
 * WebDriver. A few requests are all that is needed of that.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { hang, patience } from "../patience.ts";
import type { Place, Point, Reader, Tab } from "./host.ts";

export async function webKit(): Promise<Reader> {
  const {
    WEBKIT_DRIVER: driverFile = "/usr/bin/WebKitWebDriver",
    WEBKIT: binary = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  } = process.env;
  const home = await homeWithoutMotion();
  const [screen, display] = await startScreen();
  const port = await freePort();
  const driver = spawn(driverFile, [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      LANG: "C.UTF-8",
      // Its sandbox needs rights that a container has not; the pages are our own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
    },
  });
  const ask = asker(`http://127.0.0.1:${port}`);
  const end = async (): Promise<void> => {
    await Promise.all([driver, screen].map(ended));
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await answers(ask, driver);
    const { sessionId } = (await ask("POST", "/session", {
      capabilities: {
        alwaysMatch: {
          "webkitgtk:browserOptions": { binary, args: ["--automation"] },
        },
      },
    })) as { sessionId: string };
    const session: Ask = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
    await session("POST", "/timeouts", { script: hang, pageLoad: hang });
    return {
      open: (url, view) => open(session, url, view),
      close: async () => {
        await ask("DELETE", `/session/${sessionId}`).finally(end);
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Its one window, at an address. */
async function open(
  session: Ask,
  url: string,
  { width = 1000, height = 900 }: { width?: number; height?: number } = {},
): Promise<Tab> {
  const resize = async (width: number, height: number): Promise<void> => {
    await session("POST", "/window/rect", { width, height });
  };
  await resize(width, height);
  await session("POST", "/url", { url });
  const run = async (script: string, args: readonly unknown[]): Promise<unknown> => {
    const result = (await session("POST", "/execute/async", { script, args })) as {
      value?: unknown;
      thrown?: string;
    };
    if (result.thrown !== undefined) throw new Error(result.thrown);
    return result.value;
  };
  const place = (frame: number | null): Place => ({
    evaluate: async (work: unknown, argument?: unknown) => {
      await session("POST", "/frame", { id: null });
      if (frame !== null) await session("POST", "/frame", { id: frame });
      return (await run(
        `const [done] = [...arguments].slice(-1);
         (async () => ({ value: await (${work})(arguments[0]) }))()
           .catch((error) => ({ thrown: String(error) })).then(done);`,
        [argument ?? null],
      )) as never;
    },
  });
  const perform = (id: string, type: string, actions: readonly object[]): Promise<unknown> =>
    session("POST", "/actions", { actions: [{ id, type, actions }] });
  return {
    ...place(null),
    // As many as a test asks for: nobody has counted them.
    frames: () => Array.from({ length: 8 }, (_, index) => place(index)),
    resize,
    collect: () => Promise.reject(new Error("WebKit collects when it wants")),
    requests: [],
    faults: [],
    async drag(points: readonly Point[]) {
      const [[x, y] = [0, 0], ...rest] = points;
      const move = (x: number, y: number) => ({
        type: "pointerMove",
        duration: 20,
        x: Math.round(x),
        y: Math.round(y),
      });
      await session("POST", "/frame", { id: null });
      await perform("mouse", "pointer", [
        move(x, y),
        { type: "pointerDown", button: 0 },
        ...rest.map(([x, y]) => move(x, y)),
        { type: "pointerUp", button: 0 },
      ]);
    },
    async press(key) {
      const value = keys[key] ?? key;
      await perform("keys", "key", [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
    },
    async close() {
      await session("POST", "/frame", { id: null });
      await session("POST", "/url", { url: "about:blank" });
    },
  };
}

/** What WebDriver calls keys that write nothing. */
const keys: Readonly<Record<string, string>> = {
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Home: "\uE011",
  End: "\uE010",
  Enter: "\uE007",
  Tab: "\uE004",
};

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

const asker =
  (base: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
    return value;
  };

async function answers(ask: Ask, driver: ChildProcess): Promise<void> {
  for (const start = Date.now(); ; ) {
    try {
      await ask("GET", "/status");
      return;
    } catch (error) {
      if (driver.exitCode !== null || Date.now() - start > patience) throw error;
      await new Promise((later) => setTimeout(later, 50));
    }
  }
}

/** Where GTK finds that nothing should move, which a page hears as prefers-reduced-motion. */
async function homeWithoutMotion(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "softmax-bridge-webkit-"));
  await mkdir(join(home, "gtk-3.0"));
  await writeFile(join(home, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  return home;
}

async function startScreen(): Promise<[ChildProcess, string]> {
  const screen = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1600x1600x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const [number] = (await once(screen.stdio[3] as Readable, "data")) as [Buffer];
  return [screen, `:${String(number).trim()}`];
}

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(address && typeof address === "object" ? address.port : 0));
    });
  });

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill();
  await gone;
}
