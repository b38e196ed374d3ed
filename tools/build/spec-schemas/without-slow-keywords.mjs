/**
 * Removes keywords that take too long to validate. `uniqueItems` of objects compares every pair, so a list of 100,000
 * parameters would take minutes. `core/spec/validity` reports duplicates.
 */
export function withoutSlowKeywords(node) {
  if (Array.isArray(node)) return node.map(withoutSlowKeywords);
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(
    ([key, value]) => !(key === "uniqueItems" && value === true && node.items?.type !== "string"),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutSlowKeywords(value)]));
}
