/**
 * A text that is the same for values that JSON Schema counts as equal: the order of properties does not matter, `1`
 * and `1.0` are one number. `spend` is told of each value on the way.
 */
export function valueKey(value: unknown, spend: (steps: number) => void): string {
  spend(1);
  if (Array.isArray(value)) return `[${value.map((each) => valueKey(each, spend)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${valueKey(each, spend)}`).join(",")}}`;
}
