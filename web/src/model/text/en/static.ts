/** What is written into the pages when they are built. */
const pages = {
  description:
    "How argmax turns into softmax, one step at a time, with live numbers: the bridge from hard to soft attention.",
  /** Under the title of the card. */
  tagline: "One step at a time, with live numbers. Only one step is not exact.",
  pictureAlt:
    "The chain of nine steps as a bridge: the error is zero up to S6 and jumps once, at S7.",
  output: (vector: string) => `The output: ${vector}.`,
  /** @param hard says which answer is the hard one */
  outcome: (hard: string, max: string, shares: string, distance: string) =>
    `${hard}, whose score is the highest, ${max}. The soft answer is ${shares}: ${distance} away.`,
  /** Why there is nothing but text. */
  needs: "To move it, allow JavaScript and WebAssembly.",
  /** To those who have opened a page as a file, where no browser lets it run. */
  asFile: (file: string) => `Opened as a file, take ${file}: it needs no server.`,
};

export { pages as static };
