import { readFence } from "../frontmatter.ts";

/** Behind `=` it is an object of JSX: `style={{color}}`. */
const variable = /(?<!=)\{\{[\w.-]+\}\}/g;
const headingId = /^([ \t>]*#{1,6}[ \t][^\r\n]*?)\{#[^\s{}]+\}(?=[ \t]*$)/gm;

/**
 * The page as the MDX parser is given it, at equal length so that places stay true: frontmatter is gone, and what the
 * service replaces beforehand (`{{variable}}`, the `{#id}` of a heading; research/docsjson.md §3) is plain text.
 */
export function maskCode(text: string): string {
  const { bodyStart } = readFence(text);
  const body = text.slice(bodyStart);
  return (
    blanked(text.slice(0, bodyStart)) +
    body
      .replace(variable, (found) => "x".repeat(found.length))
      .replace(headingId, (found, before: string) => before + "x".repeat(found.length - before.length))
  );
}

/** The same lines with nothing on them. A byte order mark becomes a line end: the parser would not count it. */
function blanked(text: string): string {
  return text.replace(/\ufeff/, "\n").replace(/[^\r\n]/g, " ");
}

const fence = /^([ \t]*)(`{3,}(?=[^`\r\n]*$)|~{3,})/;
const fenceBehindMark = /^[ \t]*(?:[>*+-]|\d{1,9}[.)])[ \t>*+\-\d.)]*(?:`{3}|~{3})/;
const moduleLine = /^(?:import|export)[ \t]/;

/**
 * Whether the MDX of a page can be read, told without parsing it. True is certain; false means that only the parser
 * knows. Certain are pages whose `<` and `{` all stand in code, where the code can be told line by line.
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
    // Two dollars may hold a formula, in which backticks are no code; one that begins within code begins none.
    if (prose.includes("$")) hasDollar = true;
    dollars += line.split("$").length - 1;
    if (hasDollar && dollars > 1) return false;
  }
  return true;
}

/** The line that closes the fence, when every line between stands at least as deep; then no list item ends inside. */
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
    // Another block begins within this one, which is told.
    if (content.startsWith(marks) && /^[`~]+[ \t]*[\w+#-]/.test(content)) return undefined;
    if (content.length >= marks.length && content === (marks[0] ?? "").repeat(content.length)) return i;
  }
  return indent === "" ? lines.length : undefined;
}

/**
 * The line without its code spans; undefined where a span may reach into another line, cell or link, and where `<` or `{`
 * stands outside of code.
 */
function withoutCode(line: string): string | undefined {
  if (!line.includes("`")) return line;
  const runs = backtickRuns(line);
  let prose = "";
  /** Behind `](` or `]:` without the `)` that ends it. */
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

/** Where runs of backticks start, the last one first, by their length. */
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

/** The first of these places at or after `from`. Those before it are dropped, as no later call asks for them. */
function nextOf(places: number[] | undefined, from: number): number | undefined {
  while (places && (places.at(-1) ?? from) < from) places.pop();
  return places?.at(-1);
}

function runAt(line: string, start: number): number {
  let end = start;
  while (line[end] === "`") end++;
  return end - start;
}

/** Brackets within each other in code: far more than anybody writes, far fewer than cost the parser its stack. */
const maxDepth = 250;

/**
 * Whether code in a text is nested so deep that it must not be parsed. A parser that runs out of stack throws, as a rule;
 * where a regular expression is compiled at that depth, V8 ends the whole process instead, and no thread is a protection
 * from that. Brackets in prose do not count, nor do braces that nothing closes: they are never read as code.
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
