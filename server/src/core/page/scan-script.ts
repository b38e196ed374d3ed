import type { SitePath } from "../text/text-edit.ts";
import type { PageExport, ScriptOutline } from "./page.ts";
import { PageFindings } from "./page-findings.ts";
import { readImport } from "./scan-esm.ts";
import { statementStarts } from "./scan-code.ts";
import { scanExports } from "./scan-exports.ts";

const everything = /export\s*\*\s*from\b/y;
const passesOn = /export\s*(?:type\s*)?[{*]/y;
/** Code that asks for another file while it runs: `import("./x")`, `require("./x")`. */
const asked = /\b(?:import|require)\s*\(\s*(["'])([^"'\r\n]{1,300})\1\s*\)/g;
const mostExports = 2000;

/** What a file of code gives to pages that import it, and what it imports itself; nothing of it is run. */
export function scanScript(path: SitePath, text: string): ScriptOutline {
  const findings = new PageFindings(text);
  const starts = statementStarts(findings);
  const exports: PageExport[] = [];
  let exportsAll = false;
  for (const [i, start] of starts.entries()) {
    if (text.startsWith("import", start)) {
      readImport(findings, start, start + "import".length);
      continue;
    }
    if (isAt(passesOn, text, start)) readImport(findings, start, start + "export".length);
    if (isAt(everything, text, start)) exportsAll = true;
    else if (exports.length < mostExports)
      exports.push(...scanExports(text, start, starts[i + 1] ?? text.length));
  }
  const imports = [...findings.imports.map(({ source }) => source), ...askedFor(text)];
  return {
    path,
    exports: exports.map(({ range: _range, ...told }) => told),
    exportsAll,
    imports: [...new Set(imports)],
  };
}

function askedFor(text: string): string[] {
  return [...text.matchAll(asked)].slice(0, mostExports).map((found) => found[2] ?? "");
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
