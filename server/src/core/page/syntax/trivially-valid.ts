import { maskCustomIds } from "../headings.ts";
import { readFence } from "../frontmatter.ts";
import { SimpleLines } from "./simple-lines.ts";

/** Matches a variable. After `=`, the braces contain an object in JSX: `style={{color}}`. */
const variable = /(?<!=)\{\{[\w.-]+\}\}/g;

/**
 * Returns the page as it's passed to the MDX parser. The length stays the same, which preserves offsets. The
 * frontmatter is replaced with blank lines, and syntax that the service replaces beforehand (`{{variable}}`, a
 * heading's `{#id}`) becomes plain text.
 */
export function maskCode(text: string): string {
  const { bodyStart } = readFence(text);
  const body = text.slice(bodyStart);
  const withoutVariables = body.replace(variable, (found) => "x".repeat(found.length));
  return blanked(text.slice(0, bodyStart)) + maskCustomIds(withoutVariables, "x");
}

/**
 * Returns the same lines without content. A byte order mark becomes a line break, because the parser wouldn't count it.
 */
function blanked(text: string): string {
  return text.replace(/\ufeff/, "\n").replace(/[^\r\n]/g, " ");
}

const fence = /^([ \t]*)(`{3,}(?=[^`\r\n]*$)|~{3,})/;
const fenceBehindMark = /^[ \t]*(?:[>*+-]|\d{1,9}[.)])[ \t>*+\-\d.)]*(?:`{3}|~{3})/;
/** Matches the characters that the parser counts against its limit for a paragraph, heading, or table cell. */
const marks = /[!$&*[\]\\_`~<{\r\n]/g;
const maxMarks = 10_000;
const blankLine = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/;

/**
 * Whether a page's MDX is certainly valid, determined without parsing it. If false, only the parser can determine
 * whether it's valid. A page is certainly valid if its code, tags, and imports can be recognized line by line
 * (`simple-lines.ts`).
 */
export function isTriviallyValid(text: string): boolean {
  const masked = maskCode(text);
  // No paragraph extends beyond a blank line.
  if (masked.split(blankLine).some((part) => (part.match(marks)?.length ?? 0) > maxMarks)) return false;
  const lines = masked.split(/\r\n|\n|\r/);
  const simple = new SimpleLines();
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? "";
    const opening = fence.exec(line);
    if (opening) {
      const end = endOfFence(lines, i, opening[1] ?? "", opening[2] ?? "");
      if (end === undefined || !simple.skipFence()) return false;
      i = end + 1;
      continue;
    }
    const count = fenceBehindMark.test(line) ? undefined : simple.read(lines, i);
    if (count === undefined) return false;
    i += count;
  }
  return simple.isComplete;
}

/**
 * Returns the line that closes the fence. Returns undefined unless every line in between is indented at least as far,
 * which ensures that no list item ends inside the block.
 */
function endOfFence(
  lines: readonly string[],
  start: number,
  indent: string,
  marks: string,
): number | undefined {
  for (let i = start + 1; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "") continue;
    if (!line.startsWith(indent)) return undefined;
    const content = line.trim();
    // Another block starts within this one, which is reported as an error.
    if (content.startsWith(marks) && /^[`~]+[ \t]*[^\s`~]/.test(content)) return undefined;
    if (content.length >= marks.length && content === (marks[0] ?? "").repeat(content.length)) return i;
  }
  return indent === "" ? lines.length : undefined;
}

/**
 * The maximum nesting depth of brackets in code. This limit far exceeds the depth of actual code, and is far below the
 * depth at which the parser's stack overflows.
 */
const maxDepth = 250;

/**
 * Whether code in the text is nested too deeply to be parsed. A parser normally throws an error on a stack overflow.
 * However, if a regular expression is compiled at that depth, V8 ends the entire process, even from a worker thread.
 * Brackets in prose and unclosed braces don't count, because they're never parsed as code.
 */
export function isTooDeep(text: string): boolean {
  const first = text.indexOf("{");
  if (first < 0 || !(text.includes("}", first) || /^(?:import|export)\b/m.test(text))) return false;
  let depth = 0;
  for (let at = first; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        if (++depth > maxDepth) return true;
        break;
      case 0x28: // (
      case 0x5b: // [
        if (depth > 0 && ++depth > maxDepth) return true;
        break;
      case 0x7d: // }
      case 0x29: // )
      case 0x5d: // ]
        if (depth > 0) depth--;
    }
  }
  return false;
}
