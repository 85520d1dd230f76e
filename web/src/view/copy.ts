/**
 * Copies what stands in a field. Where the clipboard is refused (no https, a frame that was not
 * given it), the browser's old command; where that is refused too, the text is left selected.
 * @returns whether it was copied
 */
export async function copyField(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}
