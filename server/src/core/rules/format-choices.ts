import { formatPhrase, inCode, type Phrase } from "../text/phrase.ts";

/**
 * Formats the allowed values of a setting, field, or prop for a message: "`a`, `b`, or `c`". If this exceeds
 * `maxLength` in English, the list contains only the first values and ends with "or another valid value".
 */
export function formatChoices(values: readonly string[], maxLength: number): Phrase {
  const all = values.map(inCode);
  for (let count = all.length; count > 0; count--) {
    const list: Phrase = {
      anyOf: count < all.length ? [...all.slice(0, count), "another valid value"] : all,
    };
    if (formatPhrase(list).length <= maxLength) return list;
  }
  return "another valid value";
}
