/**
 * `<script src="…/embed.js" async></script>` in a host page: makes every frame of embed.html as high as what
 * it shows. It stands alone, as a classic script or as a module.
 */
{
  const [lowest, highest] = [80, 30_000];

  const frames = (): HTMLIFrameElement[] =>
    [...document.querySelectorAll("iframe")].filter((frame) =>
      /\/embed(\.html)?$/.test(addressOf(frame).pathname),
    );

  const addressOf = (frame: HTMLIFrameElement): URL => {
    try {
      return new URL(frame.src, document.baseURI);
    } catch {
      return new URL("about:blank");
    }
  };

  /** Whose messages a frame's are; "null" where a sandbox takes its origin. */
  const originOf = (frame: HTMLIFrameElement): string =>
    frame.hasAttribute("sandbox") && !frame.sandbox.contains("allow-same-origin")
      ? "null"
      : addressOf(frame).origin;

  /** What the frame's own box needs beside its content. */
  const edges = (frame: HTMLIFrameElement): number => {
    const style = getComputedStyle(frame);
    if (style.boxSizing !== "border-box") return 0;
    const { borderTopWidth, borderBottomWidth, paddingTop, paddingBottom } = style;
    return [borderTopWidth, borderBottomWidth, paddingTop, paddingBottom]
      .map(Number.parseFloat)
      .reduce((sum, width) => sum + width, 0);
  };

  // To whatever is there: before a lazy frame is loaded, that is nobody.
  const ask = (frame: HTMLIFrameElement): void =>
    frame.contentWindow?.postMessage({ type: "softmax-bridge:ping" }, "*");

  /** What their authors gave them before they were sized: below that, what follows them would move up. */
  const given = new WeakMap<HTMLIFrameElement, number>();

  const heightGiven = (frame: HTMLIFrameElement): number => {
    const height = given.get(frame) ?? frame.getBoundingClientRect().height;
    given.set(frame, height);
    return height;
  };

  const follow = (): void => {
    addEventListener("message", ({ data, source, origin }) => {
      if (data?.type !== "softmax-bridge:resize" || !Number.isFinite(data.height)) return;
      const frame = frames().find((frame) => frame.contentWindow === source);
      if (frame === undefined || originOf(frame) !== origin) return;
      const height = Math.min(Math.max(data.height, lowest), highest);
      frame.style.height = `${Math.max(height + edges(frame), heightGiven(frame))}px`;
    });

    // What a frame said before this script was there is lost: it is asked.
    document.addEventListener(
      "load",
      ({ target }) => {
        if (target instanceof HTMLIFrameElement && frames().includes(target)) ask(target);
      },
      true,
    );
  };

  // Themes that swap pages without loading them run this script with each one: the listeners are there still,
  // only the frames are new.
  if (!("softmaxBridgeEmbed" in globalThis)) {
    Object.assign(globalThis, { softmaxBridgeEmbed: true });
    follow();
  }
  for (const frame of frames()) ask(frame);
}
