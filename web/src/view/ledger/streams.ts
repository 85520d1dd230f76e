import { nothing, type SVGTemplateResult, svg } from "lit";
import type { Derivation } from "../../core/core.ts";
import type { LedgerLayout, RowBox } from "./layout.ts";
import { type Arm, narrowing, type River, type RiverFrame, springs } from "./river.ts";

export const frameOf = ({ pitch, bar }: LedgerLayout, { full }: RowBox): RiverFrame => ({
  pitch,
  bar,
  height: full,
});

const dimmed = (lit: number | null, item: number): string =>
  lit === null || lit === item ? "" : "dim";

/** The way that an arm has run when the river has run for a part of its time. */
export function run({ arms }: River, part: number): (arm: Arm) => number {
  const longest = Math.max(...arms.map((arm) => arm.length));
  return (arm) => (part === 1 ? arm.length : Math.min(arm.length, part * longest));
}

/** The river: from the band to the bars of p. */
export function streams(
  flow: River,
  ran: (arm: Arm) => number,
  lit: number | null,
): SVGTemplateResult {
  // What is too thin to be pointed at is one path when it has run: one attribute to change for many.
  const isFine = (arm: Arm): boolean =>
    arm.outline !== undefined && arm.item !== lit && ran(arm) === arm.length;
  const [fine, wide] = [flow.arms.filter(isFine), flow.arms.filter((arm) => !isFine(arm))];
  return svg`
    <path class="stream ${lit === null ? "" : "dim"}" d=${fine.map(({ outline }) => outline).join("")} />
    ${wide.map((arm) => {
      const way = ran(arm);
      return svg`<path
        class="arm ${dimmed(lit, arm.item)}"
        data-item=${arm.item}
        d=${arm.path}
        stroke-width=${arm.width}
        stroke-dasharray=${way === arm.length ? nothing : `${way} ${arm.length}`}
      />`;
    })}
    <path class="seam" d=${flow.seams.join("")} />
  `;
}

/** S7a: the winner keeps its weight 1, and every other weight u is added to it. */
export function additions(
  d: Derivation,
  layout: LedgerLayout,
  row: RowBox,
  lit: number | null,
): SVGTemplateResult {
  return svg`
    <rect
      class="stream ${dimmed(lit, d.argmax)}"
      data-item=${d.argmax}
      x=${d.argmax * layout.pitch}
      y="0"
      width=${layout.bar}
      height=${row.full}
    />
    ${springs(d.expShifted, d.argmax, frameOf(layout, row)).map(
      ({ item, area, edge, ripples }) => svg`
        <g class=${dimmed(lit, item)} data-item=${item}>
          <path class="spring" d=${area} />
          <path class="ripples" d=${ripples} />
          <path class="edge" d=${edge} />
        </g>
      `,
    )}
  `;
}

/** S7b: every weight narrows by the same factor, 1/S. */
export function narrowed(
  d: Derivation,
  layout: LedgerLayout,
  row: RowBox,
  lit: number | null,
): SVGTemplateResult[] {
  return narrowing(d.expShifted, d.weights, frameOf(layout, row)).map(
    ({ item, path }) =>
      svg`<path class="stream ${dimmed(lit, item)}" data-item=${item} d=${path} />`,
  );
}
