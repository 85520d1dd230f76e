import { signal } from "@preact/signals-core";

/** Whether a part of the page could not be had: after a deploy its file is gone, or the network is. */
export const missing = signal(false);

/** Loads a part that is not here yet; where it can't be had, every figure of the page says so. */
export async function loadPart(load: () => Promise<unknown>): Promise<void> {
  try {
    await load();
  } catch {
    missing.value = true;
  }
}
