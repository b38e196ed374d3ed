const maxLength = 1000;
const maxWildcards = 6;
const maxWildcardsInSegment = 3;
/** Segments of any number of folders, `**`. With four of them, a file below 100 folders takes seconds. */
const maxGlobstars = 3;

/**
 * Returns whether a pattern in gitignore syntax can be matched quickly. Patterns become regular expressions: many
 * wildcards take seconds to match, and some 10,000 characters are more than a regular expression may have.
 */
export function isQuickPattern(pattern: string): boolean {
  if (pattern.length > maxLength) return false;
  const segments = pattern.split("/");
  if (segments.filter((segment) => segment.includes("**")).length > maxGlobstars) return false;
  const counts = segments.map((segment) => segment.match(/\*+/g)?.length ?? 0);
  return (
    counts.every((count) => count <= maxWildcardsInSegment) &&
    counts.reduce((sum, count) => sum + count, 0) <= maxWildcards
  );
}
