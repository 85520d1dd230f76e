/// <reference types="trusted-types" />
import { builtin } from "./node.ts";

/** A thread that runs `pool-worker.ts`. */
export interface Thread {
  post(message: unknown, transfer?: readonly Transferable[]): void;
  /** Whether it has something to do: Node does not wait for one that rests. */
  busy(busy: boolean): void;
  end(): void;
}

/**
 * @param died is told at most once, and not of an end that was asked for
 * @throws where there can be none; a policy may also refuse it later
 */
export async function startThread(
  workerUrl: string | URL | undefined,
  hear: (message: unknown) => void,
  died: (reason: Error) => void,
): Promise<Thread> {
  const url = workerUrl ?? (await ownUrl());
  if (typeof Worker === "undefined") return nodeThread(url, hear, died);
  // What somebody else names is theirs to vouch for.
  const worker = makeWorker(url, workerUrl === undefined);
  worker.onmessage = ({ data }) => hear(data);
  worker.onmessageerror = () => died(new Error("A message of the worker could not be read"));
  worker.onerror = (event) => {
    event.preventDefault();
    died(new Error(event.message || "The worker could not be started"));
  };
  return {
    post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
    busy() {},
    end: () => worker.terminate(),
  };
}

let own: string | undefined;

async function ownUrl(): Promise<string> {
  // In a module of its own: where scripts do not know where they stand, to work out the address throws.
  own ??= (await import("./pool-worker.ts?worker&url")).default;
  return own;
}

function nodeThread(
  url: string | URL,
  hear: (message: unknown) => void,
  died: (reason: Error) => void,
): Thread {
  const threads = builtin("worker_threads");
  if (threads === undefined) throw new Error("There are no workers here");
  const script = /^[a-z][a-z\d+.-]+:/i.test(String(url)) ? new URL(url) : url;
  // Without the flags of the program, some of which are for its own script alone.
  const worker = new threads.Worker(script, { execArgv: [] });
  worker.on("message", hear);
  worker.on("error", died);
  worker.on("exit", (code) => died(new Error(`The worker has ended with code ${code}`)));
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    busy: (busy) => (busy ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  };
}

/** A script of another origin may be no worker, so a script of ours that imports it takes its place. */
function makeWorker(url: string | URL, ours: boolean): Worker {
  // Deno, whose workers are those of browsers, has no address of its own.
  const { location, origin: here = "null" } = self as unknown as Partial<
    Pick<Window, "location" | "origin">
  >;
  const { href, origin } = new URL(url, location?.href);
  // Some browsers throw at an address elsewhere, others tell of it later: neither is asked.
  if (origin === here) return start(href, ours);
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" });
  const blob = URL.createObjectURL(script);
  try {
    return start(blob, ours);
  } finally {
    URL.revokeObjectURL(blob);
  }
}

const start = (address: string, ours: boolean): Worker =>
  new Worker(ours ? (vouched(address) as string) : address, { type: "module" });

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };

let policy: Pick<TrustedTypePolicy, "createScriptURL"> | null | undefined;

/** Under Trusted Types a plain address starts nothing. Ours go through a policy that nobody else can reach. */
function vouched(address: string): TrustedScriptURL | string {
  try {
    if (policy === undefined)
      policy = trustedTypes?.createPolicy("softmax-bridge", {
        createScriptURL: (own: string) => own,
      });
  } catch {
    policy = null;
    // A page that names its policies and not ours may still take addresses as they are.
  }
  return policy?.createScriptURL(address) ?? address;
}
