import type { Problem } from "./problem.ts";

const longestText = 200;

/**
 * Names a problem by what does not change when lines move or other problems come and go: its rule, its file, which
 * of the rule's sentences it is and the text it speaks of. Several problems can have one name. Of secrets the text
 * is left out, so that no trace of them is kept.
 */
export function identityOf({ code, at, finding }: Problem, file: string, text: string): string {
  return [file, code, finding.message, code.startsWith("security/") ? "" : spokenOf(text, at.range)].join(
    "\n",
  );
}

/** What stands at the range in one line; for an empty range or a lone bracket, the line. */
function spokenOf(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const own = oneLine(text.slice(start, Math.min(end, start + longestText)));
  if (own.length > 1) return own;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", start);
  return oneLine(
    text.slice(lineStart, Math.min(lineEnd < 0 ? text.length : lineEnd, lineStart + longestText)),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
