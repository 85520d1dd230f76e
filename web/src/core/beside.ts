/**
 * The address of a file beside the scripts, spelled out as `() => new URL("…", import.meta.url)` where it is
 * asked for: bundlers look for just these words. Null in scripts that do not know where they stand, which
 * are those that somebody has bundled as IIFE or CommonJS.
 */
export function beside(spelled: () => URL): URL | null {
  try {
    return spelled();
  } catch {
    return null;
  }
}
