/**
 * Leaves out what costs more than a file is worth: `uniqueItems` of objects compares each with each, so a list of a
 * hundred thousand parameters would take minutes. core/spec/validity says what stands twice.
 */
export function withoutSlowKeywords(node) {
  if (Array.isArray(node)) return node.map(withoutSlowKeywords);
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(
    ([key, value]) => !(key === "uniqueItems" && value === true && node.items?.type !== "string"),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutSlowKeywords(value)]));
}
