/** A worker of a pool: its messages bring all that it needs, and it fetches nothing. */
import type { Core } from "./contract.ts";
import { coreOf, start } from "./load.ts";
import { builtin } from "./node.ts";
import { type FromWorker, type Keys, type ToWorker, told, work } from "./pool-messages.ts";

type Say = (message: FromWorker, transfer: readonly Transferable[]) => void;

/** Node's workers have no global functions to hear and to say. */
const port = builtin("worker_threads")?.parentPort;
const say: Say = port
  ? (message, transfer) => port.postMessage(message, transfer)
  : (message, transfer) => postMessage(message, { transfer: [...transfer] });
if (port) port.on("message", (message) => void hear(message as ToWorker));
else addEventListener("message", ({ data }: MessageEvent<ToWorker>) => void hear(data));

const kept = new Map<number, Keys>();
let core: Promise<Core>;

async function hear(message: ToWorker): Promise<void> {
  if ("wasm" in message) {
    core = start(message.wasm).then(coreOf);
    try {
      await Promise.all([core, holdLock(message.lock)]);
      say({ ready: true }, []);
    } catch (error) {
      say({ broken: String(error) }, []);
    }
  } else if ("keep" in message) kept.set(message.keep.id, message.keep);
  else if ("drop" in message) kept.delete(message.drop);
  else answer(await core, message.job);
}

function answer(core: Core, job: Extract<ToWorker, { job: unknown }>["job"]): void {
  const memory = (): number => core.memorySize();
  try {
    const result = work(core, job, "keys" in job ? kept.get(job.keys) : undefined);
    say({ result, memory: memory() }, buffersOf(result));
  } catch (error) {
    say({ error: told(error), memory: memory() }, []);
  }
}

/** Of the arrays of a result, each once: they are moved and not copied. */
function buffersOf(result: unknown): readonly Transferable[] {
  const fields = Object.values(typeof result === "object" && result !== null ? result : {});
  return [...new Set(fields.filter(ArrayBuffer.isView).map(({ buffer }) => buffer as ArrayBuffer))];
}

/**
 * Takes a lock for good. When a browser ends a worker it says nothing, but whoever waits for its lock
 * gets it. Where there are no locks, or none for this page, there is nothing to hold.
 */
async function holdLock(name: string): Promise<void> {
  const { locks } = (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {};
  if (port || locks === undefined) return;
  await new Promise<void>((held) => {
    locks.request(name, () => new Promise(() => held())).catch(() => held());
  });
}
