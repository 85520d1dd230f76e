import url from "./worker.ts?worker&url";

/**
 * A worker that runs `worker.ts`. A script of another origin may not be one, so a script of ours that
 * imports it takes its place.
 * @throws where the page may have no workers; a policy may also refuse it later, by an `error` event
 */
export function makeWorker(): Worker {
  try {
    return new Worker(url, { type: "module" });
  } catch {
    const address = new URL(url, location.href).href;
    const script = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
    const blob = URL.createObjectURL(script);
    try {
      return new Worker(blob, { type: "module" });
    } finally {
      URL.revokeObjectURL(blob);
    }
  }
}
