export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join("、")}和${items.at(-1)}`;
/** A name in a sentence: Latin letters stand off from Chinese ones. */
export const named = (name: string): string =>
  `${/^[!-~]/.test(name) ? " " : ""}${name}${/[!-~]$/.test(name) ? " " : ""}`;
