import { isRuleName, namesRule } from "../config/settings/rule-codes.ts";
import type { IgnoreComment, PageReferences } from "../page/page.ts";
import { isSnippet } from "../site/pages/pages.ts";
import type { Site } from "../site/site.ts";
import type { SiteLocation, TextEdit, TextRange } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import type { Rule } from "./rule.ts";

/** Rules that speak of the comments themselves; a comment does not silence what is said of it. */
export const ownVoices: ReadonlySet<string> = new Set(["settings/unused-ignore", "settings/unknown-rule"]);

/** Whether a comment above the line in which the problem begins asks for silence about its rule. */
export function isSilenced(code: string, at: SiteLocation, site: Site): boolean {
  const ignores = site.references.get(at.file)?.ignores;
  if (!ignores || ignores.length === 0 || ownVoices.has(code)) return false;
  const names = silencedLines(ignores)(at.range.start)?.names;
  return names !== undefined && (names.has(code) || names.has(areaOf(code)));
}

/** A line that comments speak of, and the names they give. */
interface SilencedLine {
  readonly range: TextRange;
  readonly names: ReadonlySet<string>;
}

/** Which of the lines an offset lies in, without asking every comment of a page that has thousands. */
const silencedLines = derive((ignores: readonly IgnoreComment[]) => {
  const byStart = new Map<number, { range: TextRange; names: Set<string> }>();
  for (const { codes, covers } of ignores) {
    if (covers.start === covers.end) continue;
    const line = byStart.get(covers.start) ?? { range: covers, names: new Set<string>() };
    byStart.set(covers.start, line);
    for (const { code } of codes) line.names.add(code);
  }
  const lines: readonly SilencedLine[] = [...byStart.values()].sort((a, b) => a.range.start - b.range.start);
  return (offset: number): SilencedLine | undefined => {
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lines[middle]?.range.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const line = lines[low - 1];
    return line && offset <= line.range.end ? line : undefined;
  };
});

/**
 * Where the comments of a page name rules that have nothing to say in the line below. `found` is all that rules say
 * of the page when no comment counts; rules that speak of docs.json alone never have. Silent where it cannot be told:
 * rules that wait or are turned off, and snippets, of which other pages' rules speak.
 */
export function unusedNames(
  { path, ignores }: PageReferences,
  found: readonly { readonly code: string; readonly at: SiteLocation }[],
  rules: readonly Rule[],
  canSpeak: (rule: Rule) => boolean,
): TextRange[] {
  if (isSnippet(path)) return [];
  const lineAt = silencedLines(ignores);
  /** What is said in each line that a comment speaks of, by the line's start. */
  const said = new Map<number, Set<string>>();
  for (const { code, at } of found) {
    const line = at.file === path ? lineAt(at.range.start) : undefined;
    if (!line) continue;
    const names = said.get(line.range.start) ?? new Set();
    said.set(line.range.start, names.add(code).add(areaOf(code)));
  }
  const judged = new Map<string, boolean>();
  const canBeJudged = (name: string): boolean => {
    const known = judged.get(name);
    if (known !== undefined) return known;
    const can =
      isRuleName(name) &&
      rules.filter((rule) => namesRule(name, rule.code) && speaksInPages(rule)).every(canSpeak);
    judged.set(name, can);
    return can;
  };
  return ignores.flatMap(({ codes, covers }) =>
    codes
      .filter(({ code }) => canBeJudged(code) && !said.get(covers.start)?.has(code))
      .map(({ range }) => range),
  );
}

function speaksInPages({ on }: Rule): boolean {
  return on.includes("page") || on.includes("file");
}

/** `link/*` of `link/page-not-found`, as comments name it. */
function areaOf(code: string): string {
  return `${code.slice(0, code.indexOf("/"))}/*`;
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
