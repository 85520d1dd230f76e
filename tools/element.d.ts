/** What the tools use of the element, whose sources they do not compile. */
interface HTMLElementTagNameMap {
  "softmax-bridge": HTMLElement & { state: object | null; readonly derivation: object | null };
}
