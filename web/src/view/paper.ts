import type { ReactiveElement } from "lit";

/** What A4 and US Letter have between usual margins, CSS px. */
const paperWidth = 700;

/** On paper a figure is the one on the screen, made as wide as the page. For `addInitializer`. */
export function fitsPaper(figure: ReactiveElement): void {
  const fit = (): void => {
    const { clientWidth: width, style } = figure;
    style.setProperty("--screen-width", `${width}px`);
    style.setProperty("--paper-zoom", String(Math.min(1, paperWidth / width)));
  };
  figure.addController({
    hostConnected: () => addEventListener("beforeprint", fit),
    hostDisconnected: () => removeEventListener("beforeprint", fit),
  });
}
