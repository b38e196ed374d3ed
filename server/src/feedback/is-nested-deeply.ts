/** Short texts are parsed quickly, however they are nested. */
const shortest = 100_000;
const deepest = 100;

/** Whether a long text of JSON is nested so deeply that parsing it would take seconds. An answer of the service has four levels. */
export function isNestedDeeply(text: string): boolean {
  if (text.length < shortest) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      // To the end of the string.
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
