import { chain, updates } from "../../model/state.ts";
import type { Store } from "../../model/store.ts";
import { nextOctave } from "../../model/temperature.ts";

/** Where a presentation of the training stops. */
const stops = [0, 1, 4, 10, 40, 100, updates];

/** Scores are shifted by this much, and so far. */
const shift = { by: 1, most: 6 };

/** One key press forth or back in what is shown: a step, a temperature, an update, a shift. */
export function advance(store: Store, by: 1 | -1): void {
  const { view, temperature, options } = store.state.peek();
  switch (view) {
    case "derive":
      store.walk(by);
      break;
    case "temperature":
      store.update({ temperature: nextOctave(temperature, by) ?? temperature });
      break;
    case "gradient": {
      const { at } = options;
      const next = by === 1 ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at);
      store.setOptions({ at: next ?? at });
      break;
    }
    case "normalizers": {
      const next = options.shift + by * shift.by;
      if (Math.abs(next) <= shift.most) store.setOptions({ shift: next });
      break;
    }
    case "scale":
      store.setOptions({ causal: by === 1 });
  }
}

/** To the first or the last of them. */
export function advanceToEnd(store: Store, end: "first" | "last"): void {
  const { view, split } = store.state.peek();
  const first = end === "first";
  switch (view) {
    case "derive":
      store.goTo(chain(split).at(first ? 0 : -1) ?? "S1");
      break;
    case "temperature":
      store.update({ temperature: first ? 0 : Number.POSITIVE_INFINITY });
      break;
    case "gradient":
      store.setOptions({ at: first ? 0 : updates });
      break;
    case "normalizers":
      store.setOptions({ shift: first ? -shift.most : shift.most });
      break;
    case "scale":
      store.setOptions({ causal: !first });
  }
}
