import type { MatrixKey, Pasted, PastedFault } from "../../model/scale/pasted.ts";
import type { Store } from "../../model/store.ts";
import type { ScaleText } from "../../model/text/index.ts";

const pasted = new WeakMap<Store, Pasted>();
const drafts = new WeakMap<Store, Map<MatrixKey, string>>();

/** What a reader has pasted, while something else is shown. */
export const keep = (store: Store, what: Pasted): void => {
  pasted.set(store, what);
};
export const keptOf = (store: Store): Pasted | null => pasted.get(store) ?? null;

/** The texts that were pasted, as they are, whether they can be used or not. */
export function draftsOf(store: Store): Map<MatrixKey, string> {
  const known = drafts.get(store) ?? new Map<MatrixKey, string>();
  drafts.set(store, known);
  return known;
}

/** Why matrices do not fit together, in words. */
export function faultText(
  { pasted: { fault: words, letters } }: ScaleText,
  fault: PastedFault,
): string {
  switch (fault.kind) {
    case "pair":
    case "rows":
      return words[fault.kind](letters[fault.at]);
    case "negative":
      return words.negative(String(fault.row), String(fault.column));
    case "sum":
      return words.sum(String(fault.row), String(Number(fault.sum.toPrecision(4))));
    default:
      return words[fault.kind];
  }
}
