import { lineMapOf, offsetAt } from "../core/text/text-edit.ts";
import { countSeverities, type CheckResult, type ReportedProblem } from "./check-result.ts";

/**
 * Only what a change has to do with: problems in changed files, problems that point into one, and those elsewhere
 * whose text names one, as an entry of docs.json or a link whose page is gone.
 */
export function onlyChanged(result: CheckResult, changed: ReadonlySet<string>): CheckResult {
  const names = new Set([...changed].map(nameOf));
  const texts = new Map<string, { text: string; lines: ReturnType<typeof lineMapOf> }>();
  const spokenOf = ({ file, range }: ReportedProblem): string => {
    const known = texts.get(file) ?? { text: result.textOf(file) ?? "", lines: undefined };
    const entry = { text: known.text, lines: known.lines ?? lineMapOf(known.text) };
    texts.set(file, entry);
    return entry.text.slice(offsetAt(entry.lines, range.start), offsetAt(entry.lines, range.end));
  };
  const prefixes = result.sites.map(({ root }) => (root === "." ? "" : `${root}/`));
  const problems = result.problems.filter(
    (problem) =>
      changed.has(problem.file) ||
      // It stands in docs.json, and is about a file that the change took away.
      problem.code === "redirect/missing-for-moved-page" ||
      problem.related.some(({ file }) => changed.has(file)) ||
      namesOne(spokenOf(problem), problem.file, prefixes, names),
  );
  return { ...result, problems, counts: countSeverities(problems) };
}

function namesOne(
  text: string,
  file: string,
  prefixes: readonly string[],
  names: ReadonlySet<string>,
): boolean {
  if (text.length > 500) return false;
  const path = text.replace(/^["'`]|["'`]$/g, "").replace(/[?#].*$/s, "");
  const plain = nameOf(path.replace(/^\.?\//, ""));
  if (plain === "") return false;
  const prefix = prefixes
    .filter((candidate) => file.startsWith(candidate))
    .reduce((best, one) => (one.length > best.length ? one : best), "");
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return names.has(prefix + plain) || names.has(folder + plain);
}

/** A page by its path without `.mdx` and `/index`. */
function nameOf(path: string): string {
  return path
    .replace(/\/$/, "")
    .replace(/\.mdx?$/i, "")
    .replace(/\/index$/, "");
}
