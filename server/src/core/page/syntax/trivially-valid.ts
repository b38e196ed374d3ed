import { maskCustomIds } from "../headings.ts";
import { readFence } from "../frontmatter.ts";

/** Matches a variable. After `=`, the braces contain an object in JSX: `style={{color}}`. */
const variable = /(?<!=)\{\{[\w.-]+\}\}/g;

/**
 * Returns the page as it's passed to the MDX parser. It has the same length, which preserves offsets. The frontmatter
 * is replaced with blank lines, and syntax that the service replaces beforehand (`{{variable}}`, a heading's `{#id}`)
 * becomes plain text.
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
const moduleLine = /^(?:import|export)[ \t]/;

/**
 * Whether a page's MDX is certainly valid, determined without parsing it. If false, only the parser can determine
 * whether it's valid. A page is certainly valid if every `<` and `{` is in code and the code can be recognized line by
 * line.
 */
export function isTriviallyValid(text: string): boolean {
  const lines = maskCode(text).split(/\r\n|\n|\r/);
  let dollars = 0;
  let hasDollar = false;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const opening = fence.exec(line);
    if (opening) {
      const end = endOfFence(lines, i, opening[1] ?? "", opening[2] ?? "");
      if (end === undefined) return false;
      i = end;
      continue;
    }
    if (fenceBehindMark.test(line) || moduleLine.test(line)) return false;
    const prose = withoutCode(line);
    if (prose === undefined || /[<{]/.test(prose)) return false;
    // Two dollar signs may enclose a formula, in which backticks don't mark code. A dollar sign within code doesn't
    // start a formula.
    if (prose.includes("$")) hasDollar = true;
    dollars += line.split("$").length - 1;
    if (hasDollar && dollars > 1) return false;
  }
  return true;
}

/**
 * Returns the line that closes the fence if every line in between is indented at least as far, so that no list item
 * ends inside the block.
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
    // Another block starts within this one. This is reported as an error.
    if (content.startsWith(marks) && /^[`~]+[ \t]*[^\s`~]/.test(content)) return undefined;
    if (content.length >= marks.length && content === (marks[0] ?? "").repeat(content.length)) return i;
  }
  return indent === "" ? lines.length : undefined;
}

/**
 * Returns the line without its code spans. Returns undefined if a span may extend into another line, cell, or link, or
 * if there is a `<` or `{` outside code.
 */
function withoutCode(line: string): string | undefined {
  if (!line.includes("`")) return line;
  const runs = backtickRuns(line);
  let prose = "";
  /** Whether the position is after `](` or `]:` without the closing `)`. */
  let isInLink = false;
  for (let i = 0; i < line.length;) {
    const char = line[i] ?? "";
    if (char === "`") {
      const run = runAt(line, i);
      const close = nextOf(runs.get(run), i + run);
      if (close === undefined) return undefined;
      const code = line.slice(i + run, close);
      if (/[<{]/.test(code) && (isInLink || code.includes("|"))) return undefined;
      prose += "x";
      i = close + run;
      continue;
    }
    for (const each of char === "\\" ? line.slice(i, i + 2) : char) {
      if (each === "<" || each === "{") return undefined;
      if (each === ")") isInLink = false;
      else if ((each === "(" || each === ":") && prose.endsWith("]")) isInLink = true;
      prose += each;
      i += each.length;
    }
  }
  return prose;
}

/** Returns the start offsets of the runs of backticks by length, with the last run first. */
function backtickRuns(line: string): ReadonlyMap<number, number[]> {
  const runs = new Map<number, number[]>();
  for (let end = line.lastIndexOf("`") + 1; end > 0;) {
    let start = end - 1;
    while (line[start - 1] === "`") start--;
    const known = runs.get(end - start);
    if (known) known.push(start);
    else runs.set(end - start, [start]);
    end = start === 0 ? 0 : line.lastIndexOf("`", start - 1) + 1;
  }
  return runs;
}

/** Returns the first position at or after `from`. Removes those before it, because no later call needs them. */
function nextOf(places: number[] | undefined, from: number): number | undefined {
  while (places && (places.at(-1) ?? from) < from) places.pop();
  return places?.at(-1);
}

function runAt(line: string, start: number): number {
  let end = start;
  while (line[end] === "`") end++;
  return end - start;
}

/**
 * The maximum nesting depth of brackets in code. It far exceeds that of actual code, and is far below the depth at
 * which the parser's stack overflows.
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
