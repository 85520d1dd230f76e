import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addsUp,
  format,
  formatExact,
  parseNumber,
  percentages,
} from "../../web/src/model/format.ts";

describe("format", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [1, "1"],
    [-1, "−1"],
    [0.125, "0.125"],
    [4.75, "4.75"],
    [-1234.5, "−1234.5"],
    [0.1, "0.1000"],
    [0.4378, "0.4378"],
    [2.284135, "2.284"],
    [12.3456, "12.35"],
    [1234.5678, "1235"],
    [123456.7, "123457"],
    [0.99996, "1.0000"],
    [9.9996, "10.00"],
    [99.996, "100.0"],
    [999.96, "1000"],
    [9999.6, "10000"],
    [9999999.6, "1.000×10⁷"],
    [1e7, "1×10⁷"],
    [12345678, "1.235×10⁷"],
    [0.0001, "0.0001"],
    [0.00009999, "9.999×10⁻⁵"],
    [0.000099999, "1.000×10⁻⁴"],
    [-3e-5, "−3×10⁻⁵"],
    [2 ** -54, "5.551×10⁻¹⁷"],
    [5e-324, "4.941×10⁻³²⁴"],
    [Number.MAX_VALUE, "1.798×10³⁰⁸"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "∞"],
    [Number.NEGATIVE_INFINITY, "−∞"],
  ])("%d is %s", (x, text) => expect(format(x)).toBe(text));

  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  /** Magnitudes that a page shows, as often as the others. */
  const shown = fc.oneof(finite, fc.double({ min: -2000, max: 2000, noNaN: true }));

  test("only zero prints as 0", () => {
    fc.assert(
      fc.property(shown, (x) => {
        expect(/[1-9]/.test(format(x))).toBe(x !== 0);
      }),
    );
  });

  test("is within half a unit of the last digit that it prints", () => {
    fc.assert(
      fc.property(shown, (x) => {
        const text = format(x);
        const [, decimals = "", power = ""] = /^−?\d+(?:\.(\d+))?(?:×10(.+))?$/.exec(text) ?? [];
        const exponent = Number(
          power.replace(/./g, (c) => "-0123456789"["⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)] ?? ""),
        );
        const unit = Number(`1e${exponent - decimals.length}`);
        const printed = parseNumber(text) ?? Math.sign(x) * Number.MAX_VALUE;
        expect(Math.abs(printed - x)).toBeLessThanOrEqual(0.5000001 * unit);
      }),
    );
  });

  test("grows with the number, and mirrors at 0", () => {
    fc.assert(
      fc.property(shown, shown, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const size = (x: number): number => parseNumber(format(x)) ?? x;
        expect(size(low)).toBeLessThanOrEqual(size(high));
        if (a !== 0) expect(format(-a)).toBe(a < 0 ? format(a).slice(1) : `−${format(a)}`);
      }),
    );
  });

  test("has four decimals below 1 and four digits from 1 on, unless it is exact", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 9e6, noNaN: true }), (x) => {
        const text = format(x);
        if (parseNumber(text) === x) return;
        if (x < 1) expect(text).toMatch(/^[01]\.\d{4}$/);
        else
          expect(text.replace(".", "").length).toBe(Math.max(4, text.split(".")[0]?.length ?? 0));
      }),
    );
  });
});

test("formatExact reads back as the same bits", () => {
  fc.assert(
    fc.property(fc.double(), (x) => {
      expect(formatExact(x)).not.toContain("-");
      expect(parseNumber(formatExact(x), "any")).toBe(x);
    }),
  );
});

describe("percentages", () => {
  const weights = fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 })
    .filter((w) => w.some((x) => x > 1e-3))
    .map((w) => {
      const sum = w.reduce((a, b) => a + b, 0);
      return w.map((x) => x / sum);
    });

  test("sum to 100, each within 1 of its share", () => {
    fc.assert(
      fc.property(weights, (w) => {
        const whole = percentages(w);
        expect(whole.reduce((a, b) => a + b, 0)).toBe(100);
        whole.forEach((p, i) => {
          expect(Math.abs(p - 100 * (w[i] ?? 0))).toBeLessThan(1 + 1e-9);
        });
      }),
    );
  });

  test.each([
    [
      [1 / 3, 1 / 3, 1 / 3],
      [34, 33, 33],
    ],
    [
      [0.005, 0.995],
      [1, 99],
    ],
    [
      [1, 0, 0],
      [100, 0, 0],
    ],
    [
      [Number.NaN, 0.5, 0.5],
      [Number.NaN, 50, 50],
    ],
    [
      [Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN],
    ],
    [
      [0.25, 0.25, 0.25],
      [25, 25, 25],
    ],
    [
      [-3, 3, 1],
      [-300, 300, 100],
    ],
    [[], []],
  ])("%j are %j", (w, whole) => expect(percentages(w)).toEqual(whole));
});

describe("addsUp", () => {
  test.each([
    [["1", "0.3679", "0.2231", "0.6065", "0.0564", "0.0302"], "2.284"],
    [["0.4378", "0.1611", "0.0977", "0.2655", "0.0247", "0.0132"], "1"],
    [["2.5", "−1.25"], "1.25"],
    [["1×10⁻⁵", "2.345×10⁻⁵"], "3.345×10⁻⁵"],
    [["1.5×10³⁰⁰", "1"], "1.500×10³⁰⁰"],
    [["9.999×10⁻⁵", "0.0001"], "0.0002"],
    [["12.34", "0.1234"], "12.46"],
    [["600.25", "500.5"], "1101"],
  ])("%j is %s", (terms, total) => expect(addsUp(terms, total)).toBe(true));

  test.each([
    [["0.4378", "0.1611", "0.0977", "0.2655", "0.0247", "0.0133"], "1"],
    [["0.7501"], "0.75"],
    [["0.3333", "0.3333", "0.3333"], "1"],
    [["1.5×10³⁰⁰", "1"], "1.5×10³⁰⁰"],
    [["1×10⁻⁵", "2.345×10⁻⁵"], "3.346×10⁻⁵"],
    [["1", "NaN"], "NaN"],
    [["1", "∞"], "∞"],
  ])("%j is not %s", (terms, total) => expect(addsUp(terms, total)).toBe(false));

  test("holds for any terms that are printed exactly", () => {
    const eighths = fc.array(fc.integer({ min: -8000, max: 8000 }).map((n) => n / 8));
    fc.assert(
      fc.property(eighths, (terms) => {
        const total = terms.reduce((a, b) => a + b, 0);
        expect(addsUp(terms.map(format), format(total))).toBe(true);
        expect(addsUp(terms.map(format), format(total + 0.125))).toBe(
          Math.abs(total) >= 1000 && addsUp([format(total)], format(total + 0.125)),
        );
      }),
    );
  });
});

describe("parseNumber", () => {
  test.each([
    ["1.5", 1.5],
    [" 1.5 ", 1.5],
    ["+.5", 0.5],
    ["5.", 5],
    ["-0", -0],
    ["−0", -0],
    ["−2.5", -2.5],
    ["–2.5", -2.5],
    ["－２．５", -2.5],
    ["１２", 12],
    ["0,5", 0.5],
    ["0，5", 0.5],
    ["12,5", 12.5],
    ["0,125", 0.125],
    ["0。5", 0.5],
    ["1e-3", 0.001],
    ["1E+3", 1000],
    ["−4e−2", -0.04],
    ["1.294×10⁻⁵", 1.294e-5],
    ["1.5*10^3", 1500],
    ["4.9e-324", 5e-324],
  ])("%j is %d", (text, x) => expect(parseNumber(text)).toBe(x));

  test.each([
    "",
    " ",
    "-",
    "+",
    ".",
    "e5",
    "1e",
    "1e+",
    "1.2.3",
    "1 2",
    "1,234",
    "1,2,3",
    "1,234.5",
    "1.234,5",
    "1/8",
    "1+1",
    "2*3",
    "50%",
    "1+2i",
    "0x10",
    "½",
    "abc",
    "1e400",
    "1e-400",
    "inf",
    "∞",
    "−∞",
    "NaN",
    "Infinity",
    "null",
    "x".repeat(1000),
    "1".repeat(1000),
  ])("%j is none", (text) => expect(parseNumber(text)).toBeNull());

  test.each([
    ["1_000", 1000],
    ["1'000.5", 1000.5],
    ["1 234,5", 1234.5],
  ])("%j, its digits in groups, is %d", (text, x) => expect(parseNumber(text)).toBe(x));

  test.each(["inf", "Inf", "∞", "+∞", "infinity", "Infinity"])("%j where ∞ is allowed", (text) => {
    expect(parseNumber(text, "infinite")).toBe(Number.POSITIVE_INFINITY);
    expect(parseNumber(`-${text.replace("+", "")}`, "any")).toBe(Number.NEGATIVE_INFINITY);
  });

  test("NaN only where anything is allowed", () => {
    expect(parseNumber("NaN", "infinite")).toBeNull();
    expect(parseNumber("nan", "any")).toBeNaN();
    expect(parseNumber("", "any")).toBeNull();
  });
});
