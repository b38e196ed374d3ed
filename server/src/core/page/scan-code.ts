import { CodeReader } from "./code-reader.ts";
import type { PageFindings } from "./page-findings.ts";

/**
 * Reads JavaScript with JSX from behind an opening brace, taking the tags in it. Gives the place behind the brace
 * that closes it, or undefined when none does before `limit`; then nothing is taken.
 */
export function scanCode(page: PageFindings, start: number, limit: number): number | undefined {
  const before = page.mark;
  const end = new CodeReader(page, limit).read(start);
  if (end !== undefined) return end;
  page.reset(before);
  page.spend(limit - start);
  return undefined;
}

/**
 * Reads an `export` statement, or several, that begins at `start`, taking the tags in it. Gives the end of the line
 * at which it is complete and behind which a blank line or another such statement follows, or undefined when
 * it never is; then nothing is taken. The places where `import` and `export` begin statements are added to
 * `statements`.
 */
export function scanModule(page: PageFindings, start: number, statements: number[]): number | undefined {
  if (!page.mayTry) return undefined;
  const before = page.mark;
  const end = new CodeReader(page, page.text.length).readModule(start, statements);
  if (end !== undefined) return end;
  page.reset(before);
  page.spend(page.text.length - start);
  return undefined;
}

/** Where `import` and `export` begin a statement in a file of code. */
export function statementStarts(page: PageFindings): number[] {
  return new CodeReader(page, page.text.length).readStatements();
}
