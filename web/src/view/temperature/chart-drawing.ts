import type { Shown } from "../../model/store.ts";
import type { Curves } from "../../model/sweep.ts";
import type { TemperatureText, Text } from "../../model/text/index.ts";
import type { Scale } from "../plot/scale.ts";
import type { Flow } from "./flow.ts";
import type { ChartLayout, Plot } from "./layout.ts";

/** What one drawing is made from. */
export interface ChartDrawing {
  readonly shown: Shown;
  readonly text: Text;
  readonly words: TemperatureText;
  readonly layout: ChartLayout;
  readonly lit: number | null;
  /** null where some temperature has no answer. */
  readonly backdrop: Backdrop | null;
}

/** What follows from the data alone, and stands still while the temperature changes. */
export interface Backdrop {
  readonly curves: Curves;
  readonly layout: ChartLayout;
  readonly flow: Flow;
  readonly outlines: readonly string[];
  readonly scales: Readonly<Record<Plot, Scale>>;
}
