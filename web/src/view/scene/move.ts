import type { Pair, State } from "../../model/state.ts";
import type { Axes } from "../plot/axes.ts";
import type { PlaneChoice, PlaneMove } from "./plane.ts";

/** What of the state changes when something in a plane of values or keys was moved by hand. */
export function movedState(
  state: State,
  of: "values" | "keys",
  [across, up]: Axes,
  { item, point: [x, y] }: PlaneMove,
): Partial<State> {
  const moved = (row: readonly number[]): readonly number[] => {
    const next = row.with(across, x);
    return up === null ? next : next.with(up, y);
  };
  if (item === null) return { query: moved(state.query) };
  const rows = state[of];
  const row = rows?.[item];
  return !rows || row === undefined ? {} : { [of]: rows.with(item, moved(row)) };
}

/** Another component on one of the axes; there are two where there is one to choose. */
export const chosenAxes = ([across, up]: Axes, { axis, component }: PlaneChoice): Pair =>
  axis === 0 ? [component, up ?? 0] : [across, component];
