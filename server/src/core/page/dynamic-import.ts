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

const call = String.raw`\b(?:import|require)\s*\(\s*(?:\/\*[^]{0,200}?\*\/\s*)?(["'${"`"}])([^"'${"`"}$\r\n]{1,300})\1\s*[,)]`;
const callHere = new RegExp(call, "y");
const everyCall = new RegExp(call, "g");
const maxCalls = 2000;

/** Returns the dynamic import whose `import` or `require` is at the offset. Undefined if its source isn't a string. */
export function dynamicImportAt(text: string, at: number): DynamicImport | undefined {
  callHere.lastIndex = at;
  const found = callHere.exec(text);
  return found ? toImport(found) : undefined;
}

/** Returns every dynamic import in the text of a code file. */
export function findDynamicImports(text: string): readonly DynamicImport[] {
  return [...text.matchAll(everyCall)].slice(0, maxCalls).map(toImport);
}

function toImport({ 0: all, 1: quote = "", 2: source = "", index }: RegExpExecArray): DynamicImport {
  const start = index + all.lastIndexOf(quote + source + quote) + 1;
  return { source, range: { start, end: start + source.length } };
}
