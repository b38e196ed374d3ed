import type { PageExport } from "./page.ts";
import { PageFindings } from "./page-findings.ts";
import { statementStarts } from "./scan-code.ts";
import { scanExports } from "./scan-exports.ts";

const mostExports = 2000;

/** What a file of code gives to others, each with the place of its name; nothing of it is run. */
export function exportsIn(text: string): readonly PageExport[] {
  const starts = statementStarts(new PageFindings(text));
  return starts
    .flatMap((start, i) => scanExports(text, start, starts[i + 1] ?? text.length))
    .slice(0, mostExports);
}
