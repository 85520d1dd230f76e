import { encode } from "uqr";
import { largestCode } from "../model/share.ts";

/** A QR code as the path of its dark modules, one unit each. */
interface Code {
  readonly size: number;
  readonly path: string;
}

/** Null where the text needs a larger code than phones read well. */
export function codeOf(text: string): Code | null {
  try {
    const { size, data } = encode(text, {
      ecc: "L",
      boostEcc: true,
      border: quietZone,
      maxVersion: largestCode,
    });
    return { size, path: data.map(runs).join("") };
  } catch {
    return null;
  }
}

/** Modules of white that readers need around a code. */
const quietZone = 4;

/** The dark stretches of a row. */
function runs(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
  }
  return path;
}
