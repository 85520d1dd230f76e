/** On paper a figure is the one on the screen, made as wide as the page: for `beforeprint`. */
export function fitPaper(figure: HTMLElement): void {
  const width = figure.clientWidth;
  figure.style.setProperty("--screen-width", `${width}px`);
  figure.style.setProperty("--paper-zoom", String(Math.min(1, paperWidth / width)));
}

/** What A4 and US Letter have between usual margins, CSS px. */
const paperWidth = 700;
