import type { PageImport } from "./page.ts";
import { PageFindings } from "./page-findings.ts";
import { statementStarts } from "./scan-code.ts";
import { readImport } from "./scan-esm.ts";

/** Code that asks for another file while it runs: `import("./x")`, `require("./x")`. */
const asked = /\b(?:import|require)\s*\(\s*(["'])([^"'\r\n]{1,300})\1\s*\)/g;
const mostAsked = 2000;

/**
 * Returns every file that a file of code imports, passes on, or requests while it runs, in no order. A request has no
 * names.
 */
export function scriptSources(text: string): readonly PageImport[] {
  const findings = new PageFindings(text);
  for (const start of statementStarts(findings)) {
    const word = ["import", "export"].find((each) => text.startsWith(each, start));
    if (word !== undefined) readImport(findings, start, start + word.length);
  }
  const named = findings.imports;
  const seen = new Set(named.map(({ range }) => range.start));
  return [...named, ...askedIn(text).filter(({ range }) => !seen.has(range.start))];
}

function askedIn(text: string): PageImport[] {
  return [...text.matchAll(asked)].slice(0, mostAsked).map((found) => {
    const source = found[2] ?? "";
    const start = found.index + found[0].lastIndexOf(source);
    const range = { start, end: start + source.length };
    return { source, range, clause: { start, end: start }, names: [] };
  });
}
