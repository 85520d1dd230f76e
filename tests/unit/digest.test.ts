/** The bits of the core as it was compiled, before anything is bundled: `npm run reproduce` asks it of another compiler. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { scenes } from "../../web/src/model/scenes.ts";
import { attentionFingerprint, callsFingerprint, fingerprint } from "../wasm/fingerprint.ts";
import { core } from "./core.ts";

test("the digest of all calls is the golden one", async () => {
  const golden = await readFile(new URL("../wasm/fingerprint.txt", import.meta.url), "utf8");
  expect([
    fingerprint(core),
    await attentionFingerprint(core),
    callsFingerprint(core, Object.values(scenes)),
  ]).toEqual(golden.trim().split("\n"));
});
