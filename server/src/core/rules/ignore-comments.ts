import { namesRule, ruleSummaries } from "../config/rule-codes.ts";
import type { IgnoreComment, PageReferences } from "../page/page.ts";
import { isSnippet } from "../site/page-slugs.ts";
import type { Site } from "../site/site.ts";
import type { TextEdit } from "../text/text-edit.ts";
import type { Location, TextRange } from "../text/text-range.ts";
import type { Rule } from "./rule.ts";

/** Rules that speak of the comments themselves; a comment does not silence what is said of it. */
export const ownVoices: ReadonlySet<string> = new Set(["settings/unused-ignore", "settings/unknown-rule"]);

/** Whether a comment above the line in which the problem begins asks for silence about its rule. */
export function isSilenced(code: string, at: Location, site: Site): boolean {
  const ignores = site.references.get(at.file)?.ignores;
  if (!ignores || ignores.length === 0 || ownVoices.has(code)) return false;
  return ignores.some(
    (comment) =>
      covers(comment, at.range.start) && comment.codes.some((named) => namesRule(named.code, code)),
  );
}

/**
 * Where the comments of a page name rules that have nothing to say in the line below. `found` is all that rules say
 * of the page when no comment counts; rules that speak of docs.json alone never have. Silent where it cannot be told:
 * rules that wait or are turned off, and snippets, of which other pages' rules speak.
 */
export function unusedNames(
  { path, ignores }: PageReferences,
  found: readonly { readonly code: string; readonly at: Location }[],
  rules: readonly Rule[],
  canSpeak: (rule: Rule) => boolean,
): TextRange[] {
  if (isSnippet(path)) return [];
  return ignores.flatMap((comment) =>
    comment.codes
      .filter(({ code }) => {
        if (code.endsWith("/*") ? !isArea(code) : !ruleSummaries.has(code)) return false;
        const meant = rules.filter((rule) => namesRule(code, rule.code) && speaksInPages(rule));
        if (!meant.every(canSpeak)) return false;
        return !found.some(
          (problem) =>
            problem.at.file === path &&
            namesRule(code, problem.code) &&
            covers(comment, problem.at.range.start),
        );
      })
      .map(({ range }) => range),
  );
}

function speaksInPages({ on }: Rule): boolean {
  return on.includes("page") || on.includes("file");
}

function isArea(name: string): boolean {
  return [...ruleSummaries.keys()].some((code) => namesRule(name, code));
}

function covers({ covers: line }: IgnoreComment, offset: number): boolean {
  return line.start <= offset && offset <= line.end;
}

/** Takes one name out of its comment; the last one with the comment, and with its line when nothing else stands there. */
export function removeIgnoredCode({ ignores, text }: PageReferences, code: TextRange): TextEdit[] {
  const comment = ignores.find(({ range }) => range.start <= code.start && code.end <= range.end);
  if (!comment) return [];
  const index = comment.codes.findIndex(({ range }) => range.start === code.start);
  const [before, after] = [comment.codes[index - 1], comment.codes[index + 1]];
  if (after) return [{ range: { start: code.start, end: after.range.start }, newText: "" }];
  if (before) return [{ range: { start: before.range.end, end: code.end }, newText: "" }];
  return [{ range: withItsLine(text, comment.range), newText: "" }];
}

function withItsLine(text: string, { start, end }: TextRange): TextRange {
  let from = start;
  while (from > 0 && /[ \t]/.test(text[from - 1] ?? "")) from--;
  const before = from === 0 || text[from - 1] === "\n";
  const lineEnd = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end, end + 1000));
  return before && lineEnd ? { start: from, end: end + lineEnd[0].length } : { start, end };
}
