import { nothing, type SVGTemplateResult, svg } from "lit";
import type { Derivation } from "../../core/core.ts";
import { ground } from "../plot/ground.ts";
import { barsPath, type Columns, marksPath, type Span, scoreAxis, spansOf } from "./bars.ts";
import { drawn, isGutter, type LedgerLayout, type RowBox } from "./layout.ts";

/** How far the lit row's wash reaches over the sheet on either side. */
const bleed = 10;

const thickness = { value: 5, weights: 8, compact: 3, feature: 3 } as const;
const slimValue = 3;

const thicknessOf = ({ kind }: RowBox, { slim }: LedgerLayout): number => {
  const full = thickness[kind as keyof typeof thickness];
  return kind === "value" ? full + (slimValue - full) * slim : full;
};

export interface Scene {
  readonly d: Derivation;
  readonly layout: LedgerLayout;
  /** The columns to draw. */
  readonly columns: Columns;
  /** How far the walk along the chain has come. */
  readonly reach: number;
  /** The rows of the current step: one, or the shares with all that they open into. */
  readonly current: readonly RowBox[];
  readonly lit: number | null;
  /** Whether the river's arm for an item has come down to its bar. */
  readonly landed: (item: number) => boolean;
}

/** What is drawn behind the numbers: the lit row, the band of weight 1, and the bars. */
export function drawing(scene: Scene): SVGTemplateResult {
  const { layout, current } = scene;
  const first = current[0];
  const last = current.at(-1);
  const height = first && last ? last.top + last.height - first.top : 0;
  return svg`
    <rect
      class="wash"
      x=${-bleed}
      y=${first?.top ?? 0}
      width=${layout.width + 2 * bleed}
      height=${height}
    />
    <g transform="translate(${layout.label} 0)">
      ${ground(-layout.label - bleed, 0, layout.width + 2 * bleed, layout.height)}
      ${band(scene)}
      ${layout.rows.map((row) => (isGutter(row) ? nothing : bars(row, scene)))}
    </g>
  `;
}

/** Weight 1, falling down the winner's column through the rows that the walk has reached. */
function band({ d, layout, reach, lit }: Scene): SVGTemplateResult | typeof nothing {
  const rows = layout.rows.filter(({ kind, id }) => kind === "value" && id !== "scores");
  const [head] = rows;
  if (head === undefined || drawn(head, reach) === 0) return nothing;
  const cap = thicknessOf(head, layout);
  const top = head.top + head.base - cap;
  const bottom = rows.reduce((y, row) => {
    const from = row === head ? top : row.top;
    return y + (row.top + row.height - from) * drawn(row, reach);
  }, top);
  const x = d.argmax * layout.pitch;
  const dim = lit !== null && lit !== d.argmax ? "dim" : "";
  return svg`
    <rect class="band ${dim}" x=${x} y=${top} width=${layout.bar} height=${bottom - top} />
    <rect
      class="cap ${dim}"
      x=${x}
      y=${top}
      width=${layout.bar * drawn(head, reach)}
      height=${cap}
    />
  `;
}

function bars(row: RowBox, scene: Scene): SVGTemplateResult {
  const { d, layout, columns, reach, lit, landed } = scene;
  const { pitch, bar } = layout;
  const grown = drawn(row, reach);
  const y = row.top + row.base;
  if (row.id === "shares") return svg``;
  const thick = thicknessOf(row, layout);
  const frame = { pitch, base: y, thickness: thick };
  const axis = scoreAxis(d.scores, bar);
  const all = spansOf(row.id, d, bar, axis);
  const isRiver = row.id === "weights";
  const spans = isRiver ? all.map((span, i) => (landed(i) ? span : nowhere)) : all;
  const growth = isRiver ? 1 : grown;
  const soft = row.kind === "value" ? "" : "soft";
  const tick = ticks(row, d, axis);
  return svg`
    <path class="line" d=${marksPath(columns, pitch, (x) => `M${x} ${y + 0.5}h${bar}`)} />
    <path
      class="bars ${soft} ${lit === null ? "" : "dim"}"
      d=${barsPath(spans, columns, frame, growth)}
    />
    ${lit === null ? nothing : svg`<path class="bars ${soft}" d=${barsPath(spans, one(lit), frame, growth)} />`}
    ${
      // The pick passes from the scores to the one-hot, and leaves its frame.
      row.id === "scores" && reach > 0
        ? svg`
            ${
              reach < 2
                ? svg`<path
                    class="bars hard"
                    opacity=${1 - Math.abs(reach - 1)}
                    d=${barsPath(spans, one(d.argmax), frame, 1)}
                  />`
                : nothing
            }
            <rect
              class="frame ${lit !== null && lit !== d.argmax ? "dim" : ""}"
              x=${d.argmax * pitch}
              y=${y - thick}
              width=${bar}
              height=${thick}
            />`
        : nothing
    }
    ${
      tick === null
        ? nothing
        : svg`<path class="tick" d=${marksPath(columns, pitch, (x) => `M${x + tick} ${y - 8}v9`)} />`
    }
  `;
}

const one = (item: number): Columns => ({ first: item, end: item + 1 });

const nowhere: Span = { from: 0, to: 0 };

/** Zero on the scores' axis where some lie below it; the winner's zero for the shifted scores. */
function ticks(row: RowBox, d: Derivation, axis: ReturnType<typeof scoreAxis>): number | null {
  if (row.id === "shifted") return axis.x(d.max);
  return row.id === "scores" && axis.zero > 0 ? axis.zero : null;
}
