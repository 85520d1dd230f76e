import type { DeriveInput } from "../core/core.ts";
import type { State } from "./state.ts";

type Data = Pick<
  State,
  "values" | "keys" | "query" | "score" | "parameters" | "temperature" | "mask"
>;

/** What the core is asked about some data. */
export const deriveInput = (data: Data): DeriveInput => ({
  X: data.values,
  q: data.query,
  score: data.score,
  parameters: data.parameters,
  temperature: data.temperature,
  ...(data.keys === null ? {} : { K: data.keys }),
  ...(data.mask === null ? {} : { mask: data.mask }),
});
