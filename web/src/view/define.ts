/**
 * Gives a class its tag. It does nothing where there are no elements, as on a server, nor where another copy of
 * these scripts has been before: the elements of that one serve.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  const elements = globalThis.customElements as CustomElementRegistry | undefined;
  if (elements?.get(tag) === undefined) elements?.define(tag, element);
}
