const maxLength = 1000;
const maxWildcards = 6;
const maxWildcardsInSegment = 3;

/**
 * Returns whether a pattern in gitignore syntax can be matched quickly. Patterns become regular expressions: many
 * wildcards take seconds to match, and some 10,000 characters are more than a regular expression may have.
 */
export function isQuickPattern(pattern: string): boolean {
  if (pattern.length > maxLength) return false;
  const counts = pattern.split("/").map((segment) => segment.match(/\*+/g)?.length ?? 0);
  return (
    counts.every((count) => count <= maxWildcardsInSegment) &&
    counts.reduce((sum, count) => sum + count, 0) <= maxWildcards
  );
}
