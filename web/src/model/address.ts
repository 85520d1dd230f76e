/**
 * An address that came from outside as one that may be followed: http or https, or a file if `from`, the
 * document that it was given to, is a file itself. Null for all others, which could run as a program
 * (`javascript:`, `data:`, `blob:` …), however they are spelled, and for what is no address at all.
 * @param from what a relative address is relative to; without it there are none
 */
export function followable(address: string, from?: string): URL | null {
  try {
    const url = new URL(address, from);
    const files = from !== undefined && new URL(from).protocol === "file:";
    return /^https?:$/.test(url.protocol) || (files && url.protocol === "file:") ? url : null;
  } catch {
    return null;
  }
}
