import { describe, expect, test } from "vitest";
import { painted, paintOf, tag, xml } from "../../web/src/view/picture/svg.ts";

describe("SVG as text", () => {
  test("what is null is left out, numbers are rounded, an empty element closes itself", () => {
    expect(tag("rect", { x: 1 / 3, y: null, fill: "none" })).toBe('<rect x="0.33" fill="none"/>');
    expect(tag("g", {}, "<a/>", "<b/>")).toBe("<g><a/><b/></g>");
    expect(tag("rect", { x: -0.001 })).toBe('<rect x="0"/>');
  });

  test("no text ends an element or an attribute, or is forbidden in XML", () => {
    expect(xml('</text><a b="&">')).toBe("&#60;/text&#62;&#60;a b=&#34;&#38;&#34;&#62;");
    expect(tag("a", { b: '"><c>' })).toBe('<a b="&#34;&#62;&#60;c&#62;"/>');
    expect(xml("\u0000\u001b\ud800\uffff|苹果 🍎")).toBe("    |苹果 🍎");
  });
});

describe("colours", () => {
  test.each([
    ["rgb(191, 58, 18)", { colour: "#bf3a12", opacity: 1 }],
    ["rgba(0, 10, 255, 0.5)", { colour: "#000aff", opacity: 0.5 }],
    ["color(srgb 1 0.5 0.002)", { colour: "#ff8001", opacity: 1 }],
    ["color(srgb 0.2 0.4 0.6 / 0.25)", { colour: "#336699", opacity: 0.25 }],
  ])("%s", (computed, paint) => {
    expect(paintOf(computed)).toEqual(paint);
  });

  test.each(["none", "rgba(0, 0, 0, 0)", "", "url(#gradient)"])("%s is not seen", (computed) => {
    expect(paintOf(computed)).toBeNull();
    expect(painted("fill", paintOf(computed)).fill).toBe("none");
  });

  test("the opacity of a property and of its colour multiply", () => {
    expect(painted("stroke", { colour: "#000000", opacity: 0.5 }, 0.5)).toEqual({
      stroke: "#000000",
      "stroke-opacity": "0.25",
    });
  });
});
