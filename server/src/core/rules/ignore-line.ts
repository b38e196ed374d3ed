import type { PageReferences } from "../page/page.ts";
import type { TextEdit, TextRange } from "../text/text-edit.ts";

const farthest = 200;

/**
 * An ignore comment in a line of its own above the line at `offset`. Undefined where no comment may stand, or where
 * it would change what readers see: within code, a tag, an expression, a table, a quotation, or lines of YAML that
 * are not the beginning of a field.
 */
export function commentAbove(page: PageReferences, code: string, offset: number): TextEdit | undefined {
  const { text, eol, frontmatter } = page;
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const line = lineAt(text, start);
  const at = { start, end: start };
  if (frontmatter.range && start < frontmatter.range.end) {
    const isField = [...frontmatter.fields.values()].some(({ keyRange }) => keyRange.start === start);
    return isField ? { range: at, newText: `# docwright-ignore ${code}${eol}` } : undefined;
  }
  if (isWithinSomething(page, start) || /^\s*[>|]/.test(line) || isInTable(text, start)) return undefined;
  if (/^(import|export)\b/.test(line) && !isBlankOrNothing(lineBefore(text, start))) return undefined;
  const indentation = indentationFor(text, start, line);
  return { range: at, newText: `${indentation}{/* docwright-ignore ${code} */}${eol}` };
}

/** Whether the beginning of a line lies within a block of code, a tag, a value or a statement of several lines. */
function isWithinSomething({ codeBlocks, tags, links, names, imports, text }: PageReferences, start: number) {
  const holds = ({ range }: { readonly range: TextRange }) => range.start < start && start < range.end;
  return (
    codeBlocks.some(holds) ||
    tags.some((tag) => holds(tag) || (tag.inExpression && isOnLine(tag.range, start, text))) ||
    links.some(holds) ||
    names.some(holds) ||
    imports.some(({ range }) => isOnLine(range, start, text) && !/^import\b/.test(lineAt(text, start)))
  );
}

function isOnLine(range: TextRange, lineStart: number, text: string): boolean {
  const end = lineStart + lineAt(text, lineStart).length;
  return lineStart <= range.start && range.start <= end;
}

/** A table has a line of dashes and bars among the lines that belong together. */
function isInTable(text: string, start: number): boolean {
  const isRuler = (line: string) => /\|/.test(line) && /^[\s|:-]{3,}$/.test(line);
  let at = start;
  for (let i = 0; i < farthest; i++) {
    const line = lineAt(text, at);
    if (line.trim() === "") break;
    if (isRuler(line)) return true;
    if (at === 0) break;
    at = text.lastIndexOf("\n", at - 2) + 1;
  }
  const next = start + lineAt(text, start).length + 1;
  return isRuler(lineAt(text, next));
}

/** That of the line; before a further item of a list that of what the item above holds, so that it stays one list. */
function indentationFor(text: string, start: number, line: string): string {
  const own = /^[ \t]*/.exec(line)?.[0] ?? "";
  if (!marker.test(line)) return own;
  let at = start;
  for (let i = 0; i < farthest && at > 0; i++) {
    at = text.lastIndexOf("\n", at - 2) + 1;
    const above = lineAt(text, at);
    const found = marker.exec(above);
    if (found && (found[1] ?? "") === own) return own + " ".repeat((found[2] ?? "").length);
    const isDeeper = above.trim() === "" || (/^[ \t]*/.exec(above)?.[0].length ?? 0) > own.length;
    if (!isDeeper) return own;
  }
  return own;
}

const marker = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)/;

function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "");
}

function lineBefore(text: string, start: number): string | undefined {
  return start === 0 ? undefined : lineAt(text, text.lastIndexOf("\n", start - 2) + 1);
}

function isBlankOrNothing(line: string | undefined): boolean {
  return line === undefined || line.trim() === "" || line === "---";
}
