/** Files as the programs of several countries still write them. */
import { describe, expect, test } from "vitest";
import { decodeFile, type Encoding } from "../../web/src/model/paste-encoding.ts";

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/[\da-f]{2}/g) ?? [], (byte) => Number.parseInt(byte, 16));
const ascii = (text: string): string =>
  Array.from(text, (c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");

/** A row of a CSV each: the name in the encoding, then `,0.5,1`. */
const rows: ReadonlyArray<readonly [encoding: Encoding, hex: string, name: string]> = [
  ["utf-8", "e88bb9e69e9c", "苹果"],
  ["utf-8", "efbbbfe88bb9e69e9c", "苹果"],
  ["gb18030", "c6bbb9fb", "苹果"],
  ["gb18030", "b7acc7d1", "番茄"],
  ["gb18030", "cfe3bdb6a3acbbc6", "香蕉，黄"],
  ["big5", "c4abaa47", "蘋果"],
  ["big5", "adbbbfbc", "香蕉"],
  ["shift_jis", "82e882f182b2", "りんご"],
  ["shift_jis", "8367837d8367", "トマト"],
  ["windows-1252", "4be47365", "Käse"],
  ["windows-1252", "70e274e9", "pâté"],
  ["windows-1252", "4772f6df65", "Größe"],
];

describe("a file is read in the encoding that it was written in", () => {
  test.each(rows)("%s %s is %s", (encoding, hex, name) => {
    const file = decodeFile(bytesOf(hex + ascii(",0.5,1\r\n")));
    expect(file).toMatchObject({ ok: true, encoding, text: `${name},0.5,1\r\n` });
    if (file.ok && encoding !== "utf-8") expect(file.sample).toContain(name.slice(0, 2));
  });

  test.each(["utf-16le", "utf-16be"] as const)("%s with its mark and without", (encoding) => {
    for (const mark of ["\ufeff", ""]) {
      const units = Uint16Array.from(`${mark}苹果,0.5\r\n`, (c) => c.charCodeAt(0));
      const bytes = new Uint8Array(units.buffer);
      if (encoding === "utf-16be") {
        for (let i = 0; i < bytes.length; i += 2) bytes.subarray(i, i + 2).reverse();
      }
      expect(decodeFile(bytes)).toMatchObject({ ok: true, encoding, text: "苹果,0.5\r\n" });
    }
  });

  test("another can be chosen, and is offered only where it can be", () => {
    const bytes = bytesOf(`c4abaa47${ascii(",1\n")}`);
    const file = decodeFile(bytes);
    expect(file.others).toContain("gb18030");
    expect(file.others).not.toContain("big5");
    expect(decodeFile(bytes, "gb18030")).toMatchObject({ ok: true, encoding: "gb18030" });
    expect(decodeFile(bytes, "gb18030").others).toContain("big5");
    // 0xff begins no character of these.
    const other = decodeFile(bytesOf("ffff2c31"));
    expect(other.others).not.toContain("shift_jis");
  });

  test("what is in none of them is refused, and Windows-1251 is offered", () => {
    const file = decodeFile(bytesOf(`ffe1ebeeeaee${ascii(",0.5\n")}`));
    expect(file).toMatchObject({ ok: false, reason: "unknown" });
    expect(file.others).toContain("windows-1251");
  });

  test.each([
    ["a workbook", "504b030414000600"],
    ["an old workbook", "d0cf11e0a1b11ae1"],
    ["a PDF", "255044462d312e37"],
    ["a picture", "89504e470d0a1a0a"],
    ["an array of NumPy", "934e554d505901"],
  ])("%s is no text", (_, hex) => {
    expect(decodeFile(bytesOf(hex))).toMatchObject({ ok: false, reason: "binary" });
  });

  test("a zero here and there makes no UTF-16 of it", () => {
    for (const text of ["a,b\n1\0,2\n3,4", "ab,b\n1\0,2\n3,4"]) {
      expect(decodeFile(bytesOf(ascii(text)))).toMatchObject({ ok: true, encoding: "utf-8", text });
    }
  });

  test("a mark that lies leaves the other encodings to choose from", () => {
    const file = decodeFile(bytesOf("efbbbf31ff322c33"));
    expect(file.others).toContain("windows-1251");
  });

  test("plain ASCII and nothing at all are UTF-8", () => {
    expect(decodeFile(bytesOf(ascii("1,2\n")))).toMatchObject({ ok: true, encoding: "utf-8" });
    expect(decodeFile(new Uint8Array())).toMatchObject({ ok: true, text: "" });
  });
});
