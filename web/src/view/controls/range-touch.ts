/** px until it is seen where a finger is going. */
const slop = 3;

/**
 * The browser's own sliders jump to a finger as it is put down, though it may only want to scroll the
 * page from there. Within `figure` they keep their value until it goes sideways, or was lifted again.
 */
export function steadySliders(figure: HTMLElement): void {
  let held: {
    slider: HTMLInputElement;
    press: PointerEvent;
    value: string;
    wanted: string;
  } | null = null;
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => figure.addEventListener(type, listener, true);

  const take = (): void => {
    if (held === null) return;
    const { slider, value, wanted } = held;
    held = null;
    if (wanted === value) return;
    slider.value = wanted;
    slider.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  };
  listen("pointerdown", (press) => {
    const [slider] = press.composedPath();
    if (press.pointerType !== "touch" || !press.isPrimary) return;
    held =
      slider instanceof HTMLInputElement && slider.type === "range"
        ? { slider, press, value: slider.value, wanted: slider.value }
        : null;
  });
  listen("input", (event) => {
    if (event.composedPath()[0] !== held?.slider || held === null) return;
    event.stopImmediatePropagation();
    held.wanted = held.slider.value;
    held.slider.value = held.value;
  });
  listen("pointermove", (event) => {
    if (event.pointerId !== held?.press.pointerId) return;
    const across = Math.abs(event.clientX - held.press.clientX);
    const along = Math.abs(event.clientY - held.press.clientY);
    if (across > slop && across > along) take();
  });
  listen("pointerup", take);
  listen("pointercancel", () => {
    held = null;
  });
}
