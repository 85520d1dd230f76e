import type { SoftmaxBridge } from "./view/softmax-bridge.ts";

/**
 * Tells whoever frames this page how high it is, whenever that changes and whenever `embed.js` asks. The
 * height is that of the content, which depends on the width alone: a host that follows it comes to rest.
 */
export function tellHeight(figure: SoftmaxBridge): void {
  // As the host knows it. What the address says later is the reader's.
  const src = location.href;
  let told = 0;
  /** The height told before that one. */
  let before = 0;
  /** A height that the page does not keep: told of it, the host brings a scroll bar back. */
  let refused = 0;
  let width = 0;

  const forget = (): void => {
    before = 0;
    refused = 0;
  };

  const tell = (): void => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    const waiting = figure.derivation === null && figure.failure === null;
    // In a frame that is not displayed nothing has a height.
    if (waiting || height === 0 || height === told) return;
    if (innerWidth !== width) forget();
    width = innerWidth;
    if (height === refused && height < told) return;
    // Higher, lower and as high again, and nobody has done anything: without the scroll bar the page
    // is lower, and so low the bar comes back. The larger height holds.
    if (height === before && height > told) refused = told;
    before = told;
    told = height;
    for (const message of dialects(height, src)) {
      // To anyone: a frame does not learn for certain who its host is, and a height is no secret.
      parent.postMessage(message, "*");
    }
  };

  new ResizeObserver(tell).observe(document.body);
  figure.addEventListener("softmax-bridge:change", tell, { once: true });
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, forget, true);
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.type !== "softmax-bridge:ping") return;
    forget();
    told = 0;
    tell();
  });
}

/** How hosts want to be told. */
const dialects = (height: number, src: string): readonly unknown[] => [
  // Our own, which embed.js follows.
  { type: "softmax-bridge:resize", height },
  // Embedly, Medium.
  JSON.stringify({ src, context: "iframe.resize", height }),
  // AMP.
  { sentinel: "amp", type: "embed-size", height },
  // Canvas and other learning platforms.
  { subject: "lti.frameResize", height },
];
