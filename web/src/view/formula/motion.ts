/** Where a piece was drawn, within the formula, and a copy of it. */
interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly copy: HTMLElement;
}

const easing = "cubic-bezier(0.4, 0, 0.2, 1)";

/**
 * The change from one step to the next. What is struck is struck first; then the upper line fades
 * out upward, the lower one rises into its place and the new one is set below. Backwards, the same
 * is played in reverse. Pieces are known by `data-key`; they are measured only when a step changes.
 */
export class FormulaMotion {
  #drawn = new Map<string, Drawn>();
  #classes = "";
  #running: Animation[] = [];

  /** Before the change: remembers what is drawn in `root`. */
  remember(root: HTMLElement, ghosts: HTMLElement): void {
    this.#finish(ghosts);
    const origin = root.getBoundingClientRect();
    this.#classes = root.className;
    this.#drawn = new Map(
      keyed(root).map((piece) => {
        const { left, top, width, height } = piece.getBoundingClientRect();
        const x = left - origin.left;
        const y = top - origin.top;
        const copy = piece.cloneNode(true) as HTMLElement;
        const { fontSize, lineHeight, color } = getComputedStyle(piece);
        Object.assign(copy.style, {
          left: `${x}px`,
          top: `${y}px`,
          width: `${width}px`,
          height: `${height}px`,
          fontSize,
          lineHeight,
          color,
        });
        return [piece.dataset.key ?? "", { x, y, size: Number.parseFloat(fontSize), copy }];
      }),
    );
  }

  /** After the change. `struck` selects what is struck on the way forward. */
  play(root: HTMLElement, ghosts: HTMLElement, struck: string | null, backwards: boolean): void {
    const quick = duration(root, "--quick");
    const slow = duration(root, "--slow");
    const before = this.#drawn;
    this.#drawn = new Map();
    if (slow === 0 || before.size === 0) return;
    const strike = struck === null ? 0 : quick;
    const run = (target: Element, frames: Keyframe[], length: number, delay: number): void => {
      const direction = backwards ? "reverse" : "normal";
      this.#running.push(
        target.animate(frames, { duration: length, delay, direction, easing, fill: "both" }),
      );
    };
    // Keyframes say what happens on the way forward.
    const move = (target: Element, frames: Keyframe[]): void =>
      run(target, frames, slow, backwards ? 0 : strike);
    const shift = fontSize(root) * 2;
    const leaving = [
      { opacity: 1, transform: "none" },
      { opacity: 0, offset: 0.5 },
      { opacity: 0, transform: `translateY(${-shift}px)` },
    ];
    const entering = [
      { opacity: 0, transform: `translateY(${shift}px)` },
      { opacity: 0, offset: 0.4 },
      { opacity: 1, transform: "none" },
    ];

    const origin = root.getBoundingClientRect();
    for (const piece of keyed(root)) {
      const key = piece.dataset.key ?? "";
      const old = before.get(key);
      before.delete(key);
      if (old === undefined) {
        move(piece, backwards ? leaving : entering);
        continue;
      }
      const { left, top } = piece.getBoundingClientRect();
      const there = {
        transform: `translate(${old.x - left + origin.left}px, ${old.y - top + origin.top}px) scale(${old.size / fontSize(piece)})`,
      };
      const here = { transform: "none" };
      move(piece, backwards ? [here, there] : [there, here]);
    }
    ghosts.className = `ghosts ${this.#classes}`;
    for (const { copy } of before.values()) {
      ghosts.append(copy);
      move(copy, backwards ? entering : leaving);
    }
    if (struck !== null) {
      const frames = [
        { backgroundSize: "0 0.075em", color: "var(--ink)" },
        { backgroundSize: "100% 0.075em", color: "var(--hard)" },
      ];
      for (const target of root.querySelectorAll(struck)) {
        run(target, frames, quick, backwards ? slow : 0);
      }
    }
    Promise.all(this.#running.map((animation) => animation.finished)).then(
      () => this.#finish(ghosts),
      () => {},
    );
  }

  #finish(ghosts: HTMLElement): void {
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
    ghosts.replaceChildren();
  }
}

const keyed = (root: HTMLElement): HTMLElement[] =>
  Array.from(root.querySelectorAll<HTMLElement>("[data-key]")).filter(
    (piece) => piece.offsetParent !== null,
  );

const fontSize = (element: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(element).fontSize);

/** A duration of the tokens, in milliseconds; 0 where the reader wants no motion. */
const duration = (element: HTMLElement, token: string): number => {
  const text = getComputedStyle(element).getPropertyValue(token).trim();
  // A minifier writes 500ms as .5s.
  return (Number.parseFloat(text) || 0) * (text.endsWith("ms") ? 1 : 1000);
};
