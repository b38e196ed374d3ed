/**
 * Formats the allowed values of a setting, field, or prop for a message: "`a`, `b`, or `c`". If this exceeds
 * `maxLength`, the list contains only the first values and ends with "or another valid value".
 */
export function formatChoices(values: readonly string[], maxLength: number): string {
  const all = values.map((value) => `\`${value}\``);
  for (let count = all.length; count > 0; count--) {
    const shown = count < all.length ? [...all.slice(0, count), "another valid value"] : all;
    const list = listFormat.format(shown);
    if (list.length <= maxLength) return list;
  }
  return "another valid value";
}

const listFormat = new Intl.ListFormat("en", { type: "disjunction" });
