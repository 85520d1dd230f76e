/** How the opening becomes the first step, and the first step the opening. */
import { wantsStillness } from "../motion.ts";

const length = 600;
const timing: KeyframeAnimationOptions = { duration: length, easing: "cubic-bezier(.4,0,.2,1)" };

/** Where the parts of the opening stand, and what each becomes. */
const parts = {
  ".bridge": ["sb-rail"],
  ".map": ["sb-scene"],
  ".knobs": ["sb-query"],
  ".start": [".bar"],
  ".columns": ["sb-ledger"],
} as const;

/** Frames to wait for what is only loaded now. */
const patience = 120;

/** Goes on to the first step: every part of it comes from where its part of the opening was. */
export function handOver(opening: HTMLElement, walk: () => void): void {
  const root = opening.getRootNode() as ShadowRoot | Document;
  const places = Object.keys(parts).map((part) =>
    opening.shadowRoot?.querySelector(part)?.getBoundingClientRect(),
  );
  const focused = root.activeElement === opening;
  const still = wantsStillness();
  walk();
  scrollTo({ top: 0, behavior: "instant" });
  let frames = 0;
  requestAnimationFrame(function look() {
    const derive = root.querySelector("sb-derive")?.shadowRoot;
    const rail = derive?.querySelector("sb-rail")?.shadowRoot?.querySelector("svg");
    if (!derive || !rail) {
      if (frames++ < patience) requestAnimationFrame(look);
      return;
    }
    if (focused) focusNext(derive);
    if (still) return;
    Object.values(parts).forEach(([to], i) => {
      const [from, target] = [places[i], derive.querySelector(to)];
      const there = target?.getBoundingClientRect();
      if (!from || !target || !there) return;
      const moves = `translateY(${from.top - there.top}px)`;
      target.animate([{ transform: moves }, {}], timing);
    });
    // What is new comes once the bridge has passed.
    for (const part of derive.querySelectorAll("h2, .explanation, sb-formula, sb-ledger, .bar"))
      part.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, {}], timing);
  });
}

/** The button has become the one that leads on. */
function focusNext(derive: ShadowRoot): void {
  const buttons = derive
    .querySelector("sb-transport")
    ?.shadowRoot?.querySelectorAll<HTMLElement>(".transport button");
  buttons?.[buttons.length - 1]?.focus({ preventScroll: true });
}

/** Back from the first step: the columns rise, and the bridge goes down to its place. */
export function arrive(root: ParentNode): void {
  if (wantsStillness()) return;
  const bridge = root.querySelector<HTMLElement>(".bridge");
  const top = bridge?.getBoundingClientRect().top ?? 0;
  bridge?.animate([{ transform: `translateY(${70 - top}px)` }, {}], timing);
  root
    .querySelector(".columns")
    ?.animate([{ transform: "scaleY(0.1)", transformOrigin: "0 90%", opacity: 0 }, {}], timing);
  root.querySelector(".knobs")?.animate([{ opacity: 0 }, {}], timing);
}
