import { svg } from "lit";
import { shortened } from "../../model/names.ts";
import type { Shown } from "../../model/store.ts";
import { type Axes, valueAxes } from "../plot/axes.ts";
import { labelRequest } from "../plot/label-lines.ts";
import { segment } from "../plot/labels.ts";
import { corners, isFinitePoint, type Point } from "../plot/path.ts";
import { type Place, type PlaneModel, valuePlane } from "../scene/model.ts";
import type { QueryRange } from "../scene/query-range.ts";

/** Where its word stands best. */
const beside = ["right", "left", "below", "se", "sw", "ne", "nw"] as const;
/** Half the frame around the pick, px. */
const half = 26;

/** The scene as it is before the first step: the things, the query, and a frame around the pick. */
export function mapModel(
  shown: Shown,
  axes: Axes,
  range: QueryRange,
  words: { readonly pick: string; readonly query: string; readonly drag: string },
  before: PlaneModel | null,
): PlaneModel {
  const plane = valuePlane(shown, axes, range, before);
  const pick = shown.derivation.argmax;
  const spot: Point = plane.items[pick]?.point ?? [0, 0];
  const name = { text: shortened(shown.names[pick] ?? ""), style: "query" } as const;
  const at = (place: Place): Point => place(spot);
  return {
    ...plane,
    step: "opening",
    // Two are shown and none can be chosen: nothing is named before it is needed.
    components: [axes[0], axes[1] ?? axes[0]].map((j) => shown.features[j] ?? ""),
    axes: axes[1] === null ? [0, null] : [0, 1],
    movable: false,
    outputs: null,
    queryWords: [[{ text: words.query, style: "query" }], [{ text: words.drag, style: "name" }]],
    overlay: {
      spot: (key, place) => (key === "pick" ? at(place) : undefined),
      labels: (place) => [
        ...(isFinitePoint(spot)
          ? [
              labelRequest(`item ${pick}`, at(place), half, [[name]], ["above", "below"]),
              labelRequest(
                "pick",
                at(place),
                half,
                [[{ text: words.pick, style: "hard" }]],
                beside,
              ),
            ]
          : []),
      ],
      segments: (place) => {
        const [x, y] = at(place);
        const side = (a: Point, b: Point) => segment(a, b, 4);
        return [
          side([x - half, y - half], [x + half, y - half]),
          side([x - half, y + half], [x + half, y + half]),
          side([x - half, y - half], [x - half, y + half]),
          side([x + half, y - half], [x + half, y + half]),
        ];
      },
      draw: (place) => svg`<path class="frame" d=${corners(at(place), half - 2, 9)} />`,
    },
  };
}

export const openingAxes = ({ derivation, state }: Shown): Axes =>
  valueAxes(derivation, state.values);
