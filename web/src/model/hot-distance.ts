import type { Core } from "../core/core.ts";
import { SoftmaxBridgeError } from "../core/core.ts";
import type { Shown } from "./store.ts";

/**
 * ‖o − h‖ at τ = ∞: how far the output is from the hard one when the scores no longer count. It is
 * the scale on which the distance is drawn, since no temperature moves it.
 */
export function hotDistance(core: Core, { state, derivation }: Shown): number {
  try {
    const { scores } = derivation;
    return core.derive({
      X: state.values,
      scores,
      temperature: Number.POSITIVE_INFINITY,
      derivatives: false,
    }).outputDistance;
  } catch (error) {
    // A score of +∞ has no such limit.
    if (error instanceof SoftmaxBridgeError) return 0;
    throw error;
  }
}
