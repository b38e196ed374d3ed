import { isRuleName, matchesRule } from "../config/settings/settings-file-schema.ts";
import type { IgnoreComment, PageReferences } from "../page/page.ts";
import { isSnippet } from "../site/pages/pages.ts";
import { getChosenSeverity } from "../site/settings/site-settings.ts";
import type { Site } from "../site/site.ts";
import type { SiteLocation, TextEdit, TextRange } from "../text/text-edit.ts";
import { derive } from "../text/maps.ts";
import type { Rule } from "./rule.ts";

/** The codes of the rules that check ignore comments. Ignore comments can't ignore the problems of these rules. */
export const unignorableRuleCodes: ReadonlySet<string> = new Set(["settings/unused-ignore", "settings/unknown-rule"]);

/** Whether an ignore comment above the problem's first line contains its rule. */
export function isIgnoredByComment(code: string, at: SiteLocation, site: Site): boolean {
  const ignoreComments = site.references.get(at.file)?.ignoreComments;
  if (!ignoreComments || ignoreComments.length === 0 || unignorableRuleCodes.has(code)) return false;
  const ignoredRuleNames = createIgnoredLineFinder(ignoreComments)(at.range.start)?.names;
  return ignoredRuleNames !== undefined && (ignoredRuleNames.has(code) || ignoredRuleNames.has(getArea(code)));
}

/** Whether a problem is reported: no ignore comment contains its rule, and `.docwright.json` doesn't turn it off. */
export function isReported(code: string, at: SiteLocation, site: Site): boolean {
  return !isIgnoredByComment(code, at, site) && getChosenSeverity(code, at.file, site.settings) !== "off";
}

/** A line that one or more ignore comments apply to, and all rules in these comments. */
interface IgnoredLine {
  readonly range: TextRange;
  readonly names: ReadonlySet<string>;
}

/**
 * Returns a function that finds the line at an offset. It uses a binary search, because a page can have thousands of
 * comments.
 */
const createIgnoredLineFinder = derive((ignoreComments: readonly IgnoreComment[]) => {
  const linesByStart = new Map<number, { range: TextRange; names: Set<string> }>();
  for (const { codes, lineRange } of ignoreComments) {
    if (lineRange.start === lineRange.end) continue;
    const line = linesByStart.get(lineRange.start) ?? { range: lineRange, names: new Set<string>() };
    linesByStart.set(lineRange.start, line);
    for (const { code } of codes) line.names.add(code);
  }
  const lines: readonly IgnoredLine[] = [...linesByStart.values()].sort((a, b) => a.range.start - b.range.start);
  return (offset: number): IgnoredLine | undefined => {
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
 * Returns the ranges of the rules in a page's ignore comments that don't find any problems in the next line. `problems`
 * contains all problems on the page, including ignored ones. Leaves out rules that are off or not ready, and all
 * comments in snippets, because snippets are also checked together with the pages that include them. Rules that check
 * only docs.json never find problems on pages, so they always count as unused.
 */
export function findUnusedRuleRanges(
  { path, ignoreComments }: PageReferences,
  problems: readonly { readonly code: string; readonly at: SiteLocation }[],
  rules: readonly Rule[],
  isRuleEnabled: (rule: Rule) => boolean,
): TextRange[] {
  if (isSnippet(path)) return [];
  const findLine = createIgnoredLineFinder(ignoreComments);
  /** The rules that find problems in each line, and the areas of these rules, keyed by the line's start. */
  const codesByLine = new Map<number, Set<string>>();
  for (const { code, at } of problems) {
    const line = at.file === path ? findLine(at.range.start) : undefined;
    if (!line) continue;
    const foundRuleNames = codesByLine.get(line.range.start) ?? new Set();
    codesByLine.set(line.range.start, foundRuleNames.add(code).add(getArea(code)));
  }
  const canCheckByName = new Map<string, boolean>();
  const canCheckUsage = (name: string): boolean => {
    const previousResult = canCheckByName.get(name);
    if (previousResult !== undefined) return previousResult;
    const canCheck =
      isRuleName(name) &&
      rules.filter((rule) => matchesRule(name, rule.code) && canReportInPages(rule)).every(isRuleEnabled);
    canCheckByName.set(name, canCheck);
    return canCheck;
  };
  return ignoreComments.flatMap(({ codes, lineRange }) =>
    codes
      .filter(({ code }) => canCheckUsage(code) && !codesByLine.get(lineRange.start)?.has(code))
      .map(({ range }) => range),
  );
}

function canReportInPages({ subjectKinds }: Rule): boolean {
  return subjectKinds.includes("page") || subjectKinds.includes("file");
}

/** Returns a rule's area as used in comments, such as `link/*` for `link/page-not-found`. */
function getArea(code: string): string {
  return `${code.slice(0, code.indexOf("/"))}/*`;
}

/**
 * Returns the edit that removes a rule from its ignore comment. If the comment contains no other rules, removes the
 * comment and, if nothing else is on its line, the line.
 */
export function createIgnoredRuleRemovalEdits(page: PageReferences, code: TextRange): TextEdit[] {
  const comment = getCommentsByRuleOffset(page).get(code.start);
  if (!comment) return [];
  const index = comment.codes.findIndex(({ range }) => range.start === code.start);
  const [previousRule, nextRule] = [comment.codes[index - 1], comment.codes[index + 1]];
  if (nextRule) return [{ range: { start: code.start, end: nextRule.range.start }, newText: "" }];
  if (previousRule) return [{ range: { start: previousRule.range.end, end: code.end }, newText: "" }];
  return [{ range: expandToLine(page.text, comment.range), newText: "" }];
}

/**
 * Maps the offset of each rule in an ignore comment to the comment. The map makes lookups fast, because each of
 * thousands of rules can have a fix that removes it.
 */
const getCommentsByRuleOffset = derive(
  ({ ignoreComments }: PageReferences) =>
    new Map(ignoreComments.flatMap((comment) => comment.codes.map(({ range }) => [range.start, comment] as const))),
);

function expandToLine(text: string, { start, end }: TextRange): TextRange {
  let spaceStart = start;
  while (spaceStart > 0 && /[ \t]/.test(text[spaceStart - 1] ?? "")) spaceStart--;
  const startsLine = spaceStart === 0 || text[spaceStart - 1] === "\n";
  const lineEndMatch = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end, end + 1000));
  return startsLine && lineEndMatch ? { start: spaceStart, end: end + lineEndMatch[0].length } : { start, end };
}

const maxLineDistance = 200;

/**
 * Returns the edit that inserts an ignore comment above the line at `offset`. Returns undefined if a comment isn't
 * possible there or would change the published page. This is the case in code, tags, expressions, tables, and block
 * quotes, and above YAML lines that don't start a field.
 */
export function createIgnoreCommentEdit(page: PageReferences, code: string, offset: number): TextEdit | undefined {
  const { text, eol, frontmatter } = page;
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const line = getLine(text, start);
  const insertRange = { start, end: start };
  if (frontmatter.range && start < frontmatter.range.end) {
    const isField = [...frontmatter.fields.values()].some(({ keyRange }) => keyRange.start === start);
    return isField ? { range: insertRange, newText: `# docwright-ignore ${code}${eol}` } : undefined;
  }
  if (isInsideConstruct(page, start) || /^\s*[>|]/.test(line) || isInTable(text, start)) return undefined;
  if (/^(import|export)\b/.test(line) && !isStatementBoundary(getLineBefore(text, start))) return undefined;
  const indentation = getIndentation(text, start, line);
  return { range: insertRange, newText: `${indentation}{/* docwright-ignore ${code} */}${eol}` };
}

/**
 * Whether a comment above the line would be inside another construct: a code block, tag, link, expression, or import
 * statement.
 */
function isInsideConstruct({ codeBlocks, tags, links, names, imports, text }: PageReferences, start: number) {
  const containsStart = ({ range }: { readonly range: TextRange }) => range.start < start && start < range.end;
  return (
    codeBlocks.some(containsStart) ||
    tags.some((tag) => containsStart(tag) || (tag.isInExpression && isOnLine(tag.range, start, text))) ||
    links.some(containsStart) ||
    names.some(containsStart) ||
    imports.some(({ range }) => isOnLine(range, start, text) && !/^import\b/.test(getLine(text, start)))
  );
}

function isOnLine(range: TextRange, lineStart: number, text: string): boolean {
  const end = lineStart + getLine(text, lineStart).length;
  return lineStart <= range.start && range.start <= end;
}

/**
 * Whether a line is in a table. A delimiter row of dashes and pipes is the next line, the line itself, or a line above
 * it without a blank line in between.
 */
function isInTable(text: string, start: number): boolean {
  const isDelimiterRow = (line: string) => /\|/.test(line) && /^[\s|:-]{3,}$/.test(line);
  let currentLineStart = start;
  for (let i = 0; i < maxLineDistance; i++) {
    const line = getLine(text, currentLineStart);
    if (line.trim() === "") break;
    if (isDelimiterRow(line)) return true;
    if (currentLineStart === 0) break;
    currentLineStart = text.lastIndexOf("\n", currentLineStart - 2) + 1;
  }
  const nextLineStart = start + getLine(text, start).length + 1;
  return isDelimiterRow(getLine(text, nextLineStart));
}

/**
 * Returns the indentation for a comment above this line. For a list item that isn't the first one, this is the
 * indentation of the previous item's content so that the comment doesn't split the list.
 */
function getIndentation(text: string, start: number, line: string): string {
  const ownIndentation = /^[ \t]*/.exec(line)?.[0] ?? "";
  if (!markerPattern.test(line)) return ownIndentation;
  let previousLineStart = start;
  for (let i = 0; i < maxLineDistance && previousLineStart > 0; i++) {
    previousLineStart = text.lastIndexOf("\n", previousLineStart - 2) + 1;
    const previousLine = getLine(text, previousLineStart);
    const markerMatch = markerPattern.exec(previousLine);
    if (markerMatch && (markerMatch[1] ?? "") === ownIndentation)
      return ownIndentation + " ".repeat((markerMatch[2] ?? "").length);
    const isBlankOrDeeper =
      previousLine.trim() === "" || (/^[ \t]*/.exec(previousLine)?.[0].length ?? 0) > ownIndentation.length;
    if (!isBlankOrDeeper) return ownIndentation;
  }
  return ownIndentation;
}

const markerPattern = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)/;

function getLine(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "");
}

function getLineBefore(text: string, start: number): string | undefined {
  return start === 0 ? undefined : getLine(text, text.lastIndexOf("\n", start - 2) + 1);
}

function isStatementBoundary(line: string | undefined): boolean {
  return line === undefined || line.trim() === "" || line === "---";
}
