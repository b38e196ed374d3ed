import { afterLineEnd, endOfLine } from "../text/text-edit.ts";
import type { PageImport } from "./page.ts";
import type { PageFindings } from "./page-findings.ts";
import { scanModule } from "./scan-code.ts";
import { scanExports } from "./scan-exports.ts";

const exportStart = /export\s+(?:const|let|var|function|async|class|default|type|interface|\{|\*)/y;
const importStart = /import[\s"'{*]/y;
const nextStatement = /[\r\n][ \t]*(?:import|export)\b/;
const nextOnLine = /[ \t]*;?[ \t]*(?=(?:import|export)[ \t])/y;
const longestImport = 4000;
/** A comment without an end extends to the end of the text. */
const comment = /\/\*[^]*?(?:\*\/|$)|\/\/[^\r\n]*/g;
const commentOrStop = new RegExp(`${comment.source}|["']|\\n\\s*\\n|\\r\\s*\\r`, "g");

/**
 * Reads the `import` or `export` that begins at `start`, a line's start. Gives the start of the line behind it, or
 * undefined when this is prose that only begins with the word.
 */
export function scanEsm(page: PageFindings, start: number): number | undefined {
  let next = scanStatement(page, start);
  // Several may stand on one line.
  for (let more = next; more !== undefined && !startsLine(page.text, more);) {
    more = scanStatement(page, more);
    if (more !== undefined) next = more;
  }
  return next === undefined || startsLine(page.text, next)
    ? next
    : afterLineEnd(page.text, endOfLine(page.text, next));
}

function scanStatement(page: PageFindings, start: number): number | undefined {
  const { text } = page;
  importStart.lastIndex = start;
  if (importStart.test(text)) return readImport(page, start, start + "import".length);
  exportStart.lastIndex = start;
  if (!exportStart.test(text)) return undefined;
  const opening = text[exportStart.lastIndex - 1];
  if (opening === "{" || opening === "*") {
    const end = readImport(page, start, start + "export".length);
    if (end !== undefined) {
      page.addExports(scanExports(text, start, end));
      return end;
    }
  }
  const before = page.openTags.mark;
  const statements: number[] = [];
  const end = scanModule(page, start, statements) ?? blankLine(text, start);
  page.openTags.leave(before);
  for (const [i, at] of [start, ...statements.slice(1).filter((each) => each < end)].entries())
    if (text.startsWith("export", at)) page.addExports(scanExports(text, at, statements[i + 1] ?? end));
    else readImport(page, at, at + "import".length);
  return afterLineEnd(text, end);
}

/** `import A, { b as C } from "x"`, `import "x"`, `export { a } from "x"`. */
export function readImport(page: PageFindings, start: number, clauseStart: number): number | undefined {
  const { text } = page;
  if (!page.mayTry) return undefined;
  const statement = text.slice(start, start + longestImport);
  const open = quoteOrBlankLine(statement);
  const quote = statement[open];
  if (quote !== '"' && quote !== "'") {
    page.spend(open < 0 ? statement.length : open);
    return undefined;
  }
  const close = statement.indexOf(quote, open + 1);
  const source = statement.slice(open + 1, close);
  if (close < 0 || /[\r\n]/.test(source)) return undefined;
  const clause = statement
    .slice(clauseStart - start, open)
    .replace(comment, " ")
    .trim();
  if (clause !== "" && (!/(^|[\s}])from$/.test(clause) || nextStatement.test(clause))) return undefined;
  const names = namesOf(clause.slice(0, -"from".length).trim());
  page.imports.push({
    source,
    range: { start: start + open + 1, end: start + close },
    clause: { start: clauseStart, end: start + open },
    names,
  });
  nextOnLine.lastIndex = start + close + 1;
  return nextOnLine.test(text) ? nextOnLine.lastIndex : afterLineEnd(text, endOfLine(text, start + close));
}

/** Returns the offset of the first quote or blank line outside comments, or -1. */
function quoteOrBlankLine(statement: string): number {
  for (const { 0: found, index } of statement.matchAll(commentOrStop)) if (found[0] !== "/") return index;
  return -1;
}

function startsLine(text: string, at: number): boolean {
  return at >= text.length || text[at - 1] === "\n" || text[at - 1] === "\r";
}

/** Names of `A, { b as C, d }` and `* as All`. */
function namesOf(clause: string): PageImport["names"] {
  const braces = /\{([^{}]*)\}/.exec(clause);
  const named = (braces?.[1] ?? "").split(",").flatMap((part) => {
    const [, imported, local] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
    if (imported === undefined) return [];
    return [
      { imported, local: local ?? imported, ...(local === imported && { isWrittenTwice: true as const }) },
    ];
  });
  const outside = clause.replace(/\{[^{}]*\}/, "").split(",");
  const whole = outside.flatMap((part) => {
    const [, star, local] = /^\s*(?:type\s+)?(\*\s+as\s+)?([\w$]+)\s*$/.exec(part) ?? [];
    return local === undefined ? [] : [{ imported: star === undefined ? "default" : "*", local }];
  });
  return [...whole, ...named];
}

/** The end of the line before the next blank one. */
function blankLine(text: string, start: number): number {
  const blank = /\r?\n[ \t]*\r?\n/g;
  blank.lastIndex = start;
  return blank.exec(text)?.index ?? text.length;
}
