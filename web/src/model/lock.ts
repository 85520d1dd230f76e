import type { Control, Options, State } from "./state.ts";

/** What is not called as its control is; "" is merely looked at, and no lock is on it. */
const named: Readonly<Partial<Record<keyof State | keyof Options, Control | "">>> = {
  split: "step",
  temperature: "t",
  language: "lang",
  at: "step",
  start: "q",
  estimators: "",
  normalizer: "",
  opened: "",
  followed: "",
  seen: "",
  axes: "",
  keyAxes: "",
  everyFeature: "",
  pace: "",
  unshifted: "",
  place: "",
};

const table: readonly string[] = ["values", "keys", "labels", "features", "parameters", "mask"];

/** The controls without which a reader could not make this change. */
export function controlsOf(now: State, patch: Partial<State>): ReadonlySet<Control | ""> {
  const changed = <T extends object>(after: Partial<T>, before: T): Array<keyof T> =>
    (Object.keys(after) as Array<keyof T>).filter((key) => after[key] !== before[key]);
  const keys = changed(patch, now);
  // A scene brings its numbers, a table its query.
  const brought = keys.includes("scene")
    ? patch.scene === "custom"
      ? "x"
      : "scene"
    : keys.some((key) => table.includes(key))
      ? "x"
      : "q";
  return new Set([
    ...keys.flatMap((key) =>
      key === "scene" || key === "query" || table.includes(key)
        ? brought
        : key === "options"
          ? []
          : (named[key] ?? (key as Control)),
    ),
    ...changed(patch.options ?? {}, now.options).map((key) => named[key] ?? "controls"),
  ]);
}
