import { format } from "../../model/format.ts";
import type { State } from "../../model/state.ts";

/**
 * The output moves away from the hard one and comes back to it: α = (2, 1, 0), x = (0, 1, −1);
 * docs/maths.md, bounds of the output. Keys that are not the values give these scores.
 */
export const returning = {
  scene: "custom",
  values: [[0], [1], [-1]],
  keys: [[2], [1], [0]],
  query: [1],
  labels: null,
  features: null,
  score: "dot",
  parameters: {},
  mask: null,
  temperature: 1,
} as const satisfies Partial<State>;

/** A distance that falls while τ rises, between two entries of the curves. */
interface Fall {
  readonly from: number;
  readonly to: number;
}

/** The deepest fall that the printed numbers show; null where they only grow. */
export function deepestFall(distances: ArrayLike<number>): Fall | null {
  let found: Fall | null = null;
  let most = 0;
  let highest = 0;
  for (let row = 1; row < distances.length; row += 1) {
    const [high, here] = [distances[highest] ?? 0, distances[row] ?? 0];
    if (here > high) highest = row;
    else if (high - here > most && format(high) !== format(here)) {
      most = high - here;
      found = { from: highest, to: row };
    }
  }
  return found;
}
