import type { StaticText } from "../translation.ts";

const pages: StaticText = {
  description:
    "How argmax turns into softmax, one step at a time, with live numbers: the bridge from hard to soft attention.",
  tagline: "One step at a time, with live numbers. Only one step is not exact.",
  pictureAlt:
    "The chain of nine steps as a bridge: the error is zero up to S6 and jumps once, at S7.",
  comma: ", ",
  output: (vector) => `The output: ${vector}.`,
  outcome: (hard, max, shares, distance) =>
    `${hard}, whose score is the highest, ${max}. The soft answer is ${shares}: ${distance} away.`,
  needs: "To move it, allow JavaScript and WebAssembly.",
};

export { pages as static };
