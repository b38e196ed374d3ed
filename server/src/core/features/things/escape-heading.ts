import { components } from "../../page/components/components.ts";
import type { PageReferences } from "../../page/page.ts";
import { namesOf } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { variableKeys } from "./variable-places.ts";

const escaped = /\\[!-/:-@[-`{-~]/y;
const variable = /\{\{[ \t]*([\w.-]+)[ \t]*\}\}/y;
const expression = /\{[^{}]*\}/y;
const comment = /^\{\/\*[^*]*\*\/\}$/;
const string = /^\{\s*(?:"[^"\\]*"|'[^'\\]*')\s*\}$/;
const member = /^\{\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*\s*\}$/u;
const tag = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*)\s*(\/?)>/y;
const inlineElements =
  /^(a|abbr|b|br|cite|code|del|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)$/;

/** Where a heading is: names, variables, and what it contained before, which the author may keep. */
export interface HeadingScope {
  readonly site: Site;
  readonly page: PageReferences;
  readonly written: string;
}

/**
 * Returns the text of a heading as MDX reads it: `{` and `<` are escaped unless they belong to code, a variable, a name or
 * component that the page knows, or to a part that was in the heading before. Marks that would end it are escaped too.
 */
export function escapeHeading(words: string, scope: HeadingScope): string {
  const tags = pairedTags(words, scope);
  let text = "";
  for (let i = 0; i < words.length;) {
    const length = lengthKept(words, i, scope) || (tags.get(i) ?? 0);
    if (length > 0) text += words.slice(i, i + length);
    else text += /^(?:\{|<(?! ))/.test(words.slice(i, i + 2)) ? `\\${words[i] ?? ""}` : (words[i] ?? "");
    i += length || 1;
  }
  return text.replace(/(^|[ \t])(#+)$/, "$1\\$2");
}

/** Escapes what starts another block where no `#` is in front of the heading: `- a`, `1. a`, `> a`, `[a]: b`. */
export function escapeBlockStart(words: string): string {
  return words
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
    .replace(/^\[(?=(?:[^[\]\\]|\\.)*\]:)/, "\\[")
    .replace(/^(?:[-+>#=~|:]|[*_](?=[\s*_]*$|\s))/, "\\$&");
}

/** The length of what stays as it is at an offset: an escape, code, a variable, or an expression that works. */
function lengthKept(words: string, at: number, { site, page, written }: HeadingScope): number {
  const first = words[at];
  if (first === "\\") return matchAt(escaped, words, at)?.[0].length ?? 0;
  if (first === "`") return codeLength(words, at);
  if (first !== "{") return 0;
  const filled = matchAt(variable, words, at);
  if (filled)
    return variableKeys(site, filled[1] ?? "").length > 0 || written.includes(filled[0])
      ? filled[0].length
      : 0;
  const text = matchAt(expression, words, at)?.[0];
  if (text === undefined) return 0;
  const name = member.exec(text)?.[1];
  const isKnown = name !== undefined && namesOf(page).has(name);
  return isKnown || comment.test(text) || string.test(text) || written.includes(text) ? text.length : 0;
}

/** The run of backticks at an offset with the code after it, or the run alone if nothing closes it. */
function codeLength(words: string, at: number): number {
  const run = /^`+/.exec(words.slice(at))?.[0].length ?? 0;
  for (const { 0: marks, index } of words.slice(at + run).matchAll(/`+/g))
    if (marks.length === run) return run + index + run;
  return run;
}

/** The length of each tag that is known and has its counterpart, by its offset. */
function pairedTags(words: string, scope: HeadingScope): ReadonlyMap<number, number> {
  const paired = new Map<number, number>();
  const open: { readonly at: number; readonly name: string; readonly length: number }[] = [];
  for (let i = 0; i < words.length;) {
    const found = words[i] === "<" ? matchAt(tag, words, i) : undefined;
    const [whole = "", closes = "", name = "", attributes = "", isClosed = ""] = found ?? [];
    const isKnown =
      found !== undefined &&
      isTag(name, scope) &&
      (!attributes.includes("{") || scope.written.includes(whole));
    if (!isKnown) {
      i += lengthKept(words, i, scope) || 1;
      continue;
    }
    if (closes !== "") {
      const start = open.findLastIndex((each) => each.name === name);
      const own = open[start];
      if (own && attributes === "" && isClosed === "") {
        open.length = start;
        paired.set(own.at, own.length).set(i, whole.length);
      }
    } else if (isClosed !== "") paired.set(i, whole.length);
    else open.push({ at: i, name, length: whole.length });
    i += whole.length;
  }
  return paired;
}

function isTag(name: string, { page }: HeadingScope): boolean {
  return (
    inlineElements.test(name) || components.has(name) || namesOf(page).has(name.split(".", 1)[0] ?? name)
  );
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
