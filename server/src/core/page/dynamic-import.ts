import type { TextRange } from "../text/text-edit.ts";
import type { PageReferences } from "./page.ts";

/** A file that code loads at run time: `import("./x.jsx")`, `require("./x")`. */
export interface DynamicImport {
  /** The source as written. */
  readonly source: string;
  /** The source without its quotes. */
  readonly range: TextRange;
}

/** Returns the sources of all imports of a page, static and dynamic. */
export function everyImport({ imports, dynamicImports }: PageReferences): readonly DynamicImport[] {
  return [...imports, ...dynamicImports];
}

const call = /\b(?:import|require)\s*\(\s*(?:\/\*[^]{0,200}?\*\/\s*)?(["'`])([^"'`$\r\n]{1,300})\1\s*[,)]/y;

/** Returns the dynamic import whose `import` or `require` is at the offset. Undefined if its source isn't a string. */
export function dynamicImportAt(text: string, at: number): DynamicImport | undefined {
  call.lastIndex = at;
  const found = call.exec(text);
  if (!found) return undefined;
  const [all, quote = "", source = ""] = found;
  const start = at + all.lastIndexOf(quote + source + quote) + 1;
  return { source, range: { start, end: start + source.length } };
}
