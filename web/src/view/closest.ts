/** The nearest element around another that matches a selector, through shadow roots. */
export function closestAcrossRoots<Name extends keyof HTMLElementTagNameMap>(
  element: Element,
  selector: Name,
): HTMLElementTagNameMap[Name] | null;
export function closestAcrossRoots(element: Element, selector: string): Element | null;
export function closestAcrossRoots(element: Element, selector: string): Element | null {
  const found = element.closest(selector);
  if (found !== null) return found;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? closestAcrossRoots(root.host, selector) : null;
}
