import type { TextRange } from "../text/text-range.ts";
import { PageFindings } from "./page-findings.ts";
import { statementStarts } from "./scan-code.ts";
import { readImport } from "./scan-esm.ts";

/** Code that asks for another file while it runs: `import("./x")`, `require("./x")`. */
const asked = /\b(?:import|require)\s*\(\s*(["'])([^"'\r\n]{1,300})\1\s*\)/g;
const mostAsked = 2000;

/** A file that code names, with the place of the name without its quotes. */
export interface ScriptSource {
  readonly source: string;
  readonly range: TextRange;
}

/** Every file that a file of code imports, passes on or asks for, in no order; nothing of it is run. */
export function scriptSources(text: string): readonly ScriptSource[] {
  const findings = new PageFindings(text);
  for (const start of statementStarts(findings)) {
    const word = ["import", "export"].find((each) => text.startsWith(each, start));
    if (word !== undefined) readImport(findings, start, start + word.length);
  }
  const named = findings.imports.map(({ source, range }) => ({ source, range }));
  const seen = new Set(named.map(({ range }) => range.start));
  return [...named, ...askedIn(text).filter(({ range }) => !seen.has(range.start))];
}

function askedIn(text: string): ScriptSource[] {
  return [...text.matchAll(asked)].slice(0, mostAsked).map((found) => {
    const source = found[2] ?? "";
    const start = found.index + found[0].lastIndexOf(source);
    return { source, range: { start, end: start + source.length } };
  });
}
