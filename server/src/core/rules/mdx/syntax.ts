import { scanPage } from "../../page/scan-page.ts";
import type { PageReferences } from "../../page/page.ts";
import {
  isPublishedWithProblem,
  type SyntaxFixKind,
  type SyntaxProblemKind,
  type SyntaxProblem,
} from "../../page/syntax-problem.ts";
import { isParsedAsMdx } from "../../site/navigation/navigation-pages.ts";
import type { Site } from "../../site/site.ts";
import { derive } from "../../text/maps.ts";
import { toVerbatim } from "../../text/phrase.ts";
import type { FileEdit, SiteLocation, TextRange } from "../../text/text-edit.ts";
import { isCausedByBrokenMdx } from "../findings/mdx-findings.ts";
import { checkPage, createReplaceEdits, defineRule } from "../rule.ts";
import { createAllEdits } from "../subjects/same-target.ts";

export const syntax = defineRule({
  code: "mdx/syntax",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "error",
  summary: "MDX that can't be parsed, or that is parsed as text or code.",
  why: "MDX is stricter than Markdown: tags must be closed, and `<` and `{` have a special meaning. The service can't build a page that breaks these rules, so it leaves the page out or shows readers an error instead. A page with other errors, such as a code block without an end or a heading without a space after `#`, is published, but readers see its source.",
  howToFix: "Close each tag. In text, escape `<` as `\\<` and `{` as `\\{`, or use backticks.",
  whenToTurnOff:
    "Keep this rule on. If a page can't be parsed, the service can't publish it. To skip this check for a single run, use `docwright check --no-mdx-syntax`.",
  messages: {
    "tag-not-closed":
      "`<{text}>` is never closed, so the page can't be published. Add `</{text}>` where it ends, or use `<{text} />`.",
    "void-not-closed": "`<{text}>` must be self-closing in MDX, or the page can't be published. Use `<{text} />`.",
    placeholder:
      "`<{text}>` is parsed as a tag that's never closed, so the page can't be published. Escape it as `\\<{text}>`, or put it in backticks.",
    "closing-escaped":
      "The backslash before `</{text}>` escapes the tag, so it's parsed as text and the page can't be published. Use `\\\\` to show a backslash.",
    "closing-without-opening":
      "`</{text}>` has no opening tag, so the page can't be published. Remove it, or add `<{text}>` before it.",
    "closings-without-opening":
      "{count} closing tags, such as `</{text}>`, have no opening tags, so the page can't be published. Remove them, or add their opening tags.",
    "tags-crossed":
      "`</{text}>` appears where `<{other}>` must be closed, so the page can't be published. Use `</{other}>` here.",
    "tag-across-blocks":
      "`<{name}>` opens in one paragraph or list item and closes in another, so the page can't be published. Put both tags on their own lines, with the same indentation.",
    "tag-not-ended": "The tag `<{text}` has no `>`, so the page can't be published. Add `>` where the tag ends.",
    "quote-not-closed":
      "The value of `{text}` has no closing quote, so the page can't be published. Add the closing quote.",
    "quote-in-value":
      "The value of `{text}` ends at this quote, so the page can't be published. Use another kind of quote inside the value, such as `&quot;`.",
    "value-not-quoted":
      "Attribute values must be in straight quotes or braces, or the page can't be published. Put the value in quotes.",
    "tag-malformed": "`{text}` isn't allowed here inside a tag, so the page can't be published. Fix or remove it.",
    "angle-bracket":
      "`<` starts a tag in MDX, but `{text}` isn't one, so the page can't be published. Escape it as `\\<`, or put it in backticks.",
    autolink:
      "A URL or email address between `<` and `>` is parsed as a tag, so the page can't be published. Use `[text](url)` instead.",
    "backtick-not-closed":
      "This backtick starts code that never ends, so `{text}` is parsed as MDX and the page can't be published. Add a backtick where the code ends.",
    "backtick-in-url":
      "This backtick is part of the URL before it, so `{text}` is parsed as MDX and the page can't be published. Put backticks around the whole URL instead.",
    "bar-in-code":
      "`|` ends a table cell even in backticks, so `{text}` is parsed as MDX and the page can't be published. Escape it as `\\|`.",
    "fence-not-closed":
      "This code block isn't closed, so the text after it is parsed as code and the page can't be published. Add a line with {fence} where the code ends.",
    "fence-runs-on":
      "The next code block starts before this one ends, so readers see the text in between as code. Add a line with {fence} where the code ends.",
    "fence-stray":
      "This fence starts a code block, so readers see the text after it as code. Remove this line, or add the opening fence before the code.",
    "fence-inside-code":
      "This fence is in the middle of the code that starts above, so readers see it as part of the code. Remove this line.",
    "fence-repeated":
      "This fence and the next one both start a code block, so readers see the next one as code. Remove one of them.",
    "fence-to-end":
      "This code block isn't closed, so readers see the rest of the page as code. Add a line with {fence} where the code ends, or remove this fence.",
    "fence-within":
      "A code block inside this one has the same fence and ends it, so readers see the rest as text. Make the opening and closing fences of this block one character longer.",
    "fence-around-fence":
      "A code block inside this one has the same fence and ends it, so readers see its fence as code. Use a longer fence for this block, or close it before the other one.",
    "fence-outdented":
      "This line isn't indented like the fence before it, so it ends the code block, and the fence after it starts another one. Indent the code.",
    "code-outdented":
      "This line isn't indented like the fence before it, so it ends the code block, and the page can't be published. Indent the code.",
    "fence-around-page":
      "This fence turns the frontmatter after it into code, so its fields have no effect and readers see the source of the page. Remove this line.",
    "fence-around-body":
      "This fence and the one at the end of the page turn its content into code, so readers see the source of its components. Remove both lines.",
    "fence-after-code":
      "A closing fence must be on its own line, so this one doesn't end its code block and readers see the text after it as code. Move it to its own line.",
    "code-end-not-closing":
      "A closing fence must be on its own line, so this one doesn't end its code block and the page can't be published. Move it to its own line.",
    "fence-end-with-language":
      "A closing fence can't have text after it, so this line doesn't end its code block and readers see the text below it as code. Change it to {fence}.",
    "code-end-with-language":
      "A closing fence can't have text after it, so this line doesn't end its code block and the page can't be published. Change it to {fence}.",
    "fence-in-code":
      "A closing fence must be on its own line, so readers see this one as part of the code. Move it to its own line.",
    "fence-empty":
      "This fence at the end of the page has no counterpart, so readers see an empty code block. Remove this line, or add the opening fence before the code.",
    "html-comment": "MDX doesn't support `<!-- -->`, so the page can't be published. Write the comment as `{/* … */}`.",
    "brace-not-closed":
      "`{` starts an expression in MDX, and this one is never closed, so the page can't be published. Escape it as `\\{`, or close it.",
    "value-brace-not-closed":
      "The `{` before this value has no matching `}`, so the page can't be published. Add `}` where the value ends.",
    "comment-not-closed": "This comment is never closed, so the page can't be published. Add `*/}` where it ends.",
    "comment-changed":
      "A comment starts with `{/*` and ends with `*/}`, so this text is parsed as code and the page can't be published. Change `_` to `*`.",
    comments:
      "{count} comments start with `{/_` instead of `{/*`, so they're parsed as code and their pages can't be published. Change `_` to `*`.",
    value:
      "The text in these braces isn't a valid value, so the page can't be published. Use a string in quotes, or an object in double braces.",
    expression:
      "The text in these braces isn't a valid expression, so the page can't be published. Escape the brace as `\\{`, or put the text in backticks.",
    "brace-in-code":
      "A `{` at the start of a line starts an expression even within backticks, so the page can't be published. Join this line with the line above.",
    module: "This `{text}` can't be parsed, so the page can't be published. Fix the statement.",
    "module-word":
      "A line that starts with `{text}` is parsed as code, so the page can't be published. Start the line with another word or a space.",
    "module-not-ended":
      "This line is parsed as part of the `{text}` above it, so the page can't be published. Insert a blank line between them.",
    "line-outside-block":
      "This line belongs to `{text}` in a list or quote but isn't indented as far, so the page can't be published. Indent it to match.",
    "too-complex":
      "This page is too long or too deeply nested for Docwright to check its MDX. Split the page, or reduce the nesting of lists, quotes, and links.",
    other: "The MDX can't be parsed here, so the page can't be published. Fix the syntax.",
    heading:
      "This line isn't a heading because it doesn't start with `#` marks and a regular space, so readers see `{text}` as text. Change the start of the line.",
    headings:
      "{count} lines on this page aren't headings because they don't start with `#` marks and a regular space, so readers see them as text, such as `{text}`. Change the start of each line.",
    "fix-headings": "Fix all {count} headings",
    "fix-comments": "Fix all {count} comments",
    close: "Close with `{text}`",
    "self-close": "Change to `<{text} />`",
    "make-closing": "Change to `</{text}>`",
    "remove-closing": "Remove `</{text}>`",
    "remove-closings": "Remove all {count} closing tags",
    "rename-closing": "Change to `{text}`",
    rename: "Change to `{text}`",
    "swap-closings": "Swap closing tags",
    "own-lines": "Move tag to its own line",
    code: "Format as code",
    "close-code": "Close code with {fence}",
    "remove-fence": "Remove {fence}",
    "fence-own-line": "Move {fence} to its own line",
    "shorten-fence": "Change to {fence}",
    "wrap-braces": "Wrap in double braces",
    outdent: "Align with opening tag",
    "indent-line": "Indent line",
    "indent-code": "Indent code",
    "end-tag": "End tag with `{text}`",
    "close-quote": "Add closing quote",
    quote: "Wrap value in quotes",
    remove: "Remove `{text}`",
    escape: "Escape as `\\{text}`",
    link: "Convert to link",
    comment: "Change to `{text}`",
    "add-from": "Add `from`",
    "blank-line": "Insert blank line above",
    "join-lines": "Join with the line above",
    "indent-word": "Insert space before `{text}`",
  },
  examples: [
    {
      bad: '<CardGroup>\n  [|<Card|] title="Start">\n    Begin here.\n</CardGroup>\n',
      good: '<CardGroup>\n  <Card title="Start">\n    Begin here.\n  </Card>\n</CardGroup>\n',
    },
    { bad: "One line[|<br|]>and another.\n", good: "One line<br />and another.\n" },
    { bad: "Needs Node [|<|]20.\n", good: "Needs Node \\<20.\n" },
    { bad: "# Start\n\n[|<!-- later -->|]\n", good: "# Start\n\n{/* later */}\n" },
    { bad: 'Answers [|{ "id": 1 }|].\n', good: 'Answers `{ "id": 1 }`.\n' },
    { bad: "<Note>Take care.[|</Notes>|]\n", good: "<Note>Take care.</Note>\n" },
    { bad: "# Start\n\n[|##Install|]\n", good: "# Start\n\n## Install\n" },
    { bad: "Call it with [|<token>|].\n", good: "Call it with `<token>`.\n" },
  ],
  check: checkPage(function* ({ outline: { path }, references }, site) {
    const problems = site.syntaxProblems.get(path) ?? [];
    const brokenHeadings = listBrokenHeadings(references);
    if ((problems.length === 0 && brokenHeadings.length === 0) || !isParsedAsMdx(site, path)) return;
    for (const { range, text } of brokenHeadings)
      if (!isCausedByBrokenMdx(site, references, range, ""))
        yield { message: "heading", at: { file: path, range }, args: { text }, severity: "warning" };
    let runStart = 0;
    let previousEnd = 0;
    for (const problem of problems) {
      const { text, other } = problem;
      const isAdjacent =
        problem.range.start >= previousEnd && references.text.slice(previousEnd, problem.range.start).trim() === "";
      if (!isAdjacent) runStart = problem.range.start;
      previousEnd = Math.max(previousEnd, problem.range.end);
      yield {
        message: problem.kind satisfies SyntaxProblemKind,
        at: { file: path, range: problem.range },
        args: { text, fence: toVerbatim(text), other: other?.text ?? "", name: getTagName(text) },
        ...(problem.kind === "closing-without-opening" && { data: { run: runStart } }),
        ...(problem.kind === "too-complex" ? { severity: "information" as const } : {}),
        ...(isMinor(problem) ? { severity: "warning" as const } : {}),
        ...(mayEndWithPage(problem, references) ? { severity: "information" as const } : {}),
      };
    }
  }),
  *createFixes({ at, message }, site) {
    if (message === "heading") {
      const edits = createHeadingEdits(at, site);
      const [text = ""] = edits.flatMap((edit) =>
        edit.kind === "edit" ? edit.edits.map(({ newText }) => newText) : [],
      );
      if (edits.length > 0) yield { title: "rename", args: { text }, edits };
      return;
    }
    const problem = site.syntaxProblems
      .get(at.file)
      ?.find(({ kind, range }) => kind === message && range.start === at.range.start);
    for (const { kind, text, edits } of problem?.fixes ?? [])
      yield {
        title: kind satisfies SyntaxFixKind,
        args: { text, fence: toVerbatim(text) },
        edits: [{ kind: "edit", file: at.file, edits }],
      };
  },
  // Translation tools change all headings of a page in the same way, and formatters all comments of a site. Adjacent
  // closing tags are usually a copy of the end of the component before them.
  grouping: {
    getCause: ({ at, message, data }) => {
      if (message === "comment-changed") return message;
      if (message !== "heading" && message !== "closing-without-opening") return undefined;
      return [at.file, message, data?.["run"]].join("\n");
    },
    combinedMessage: ({ message }) => combinedMessages[message]?.message,
    *createFixes(findings, site) {
      const message = findings[0]?.message ?? "";
      const title = combinedMessages[message]?.fix;
      const edits = createAllEdits(findings, ({ at }) =>
        message === "heading" ? createHeadingEdits(at, site) : createCommonEdits(at, message, site),
      );
      if (title && edits.length > 0) yield { title, args: { count: findings.length }, edits };
    },
  },
});

/** The message and the fix for several errors with the same cause, by the message for one error. */
const combinedMessages: Readonly<
  Record<
    string,
    | {
        readonly message: "headings" | "comments" | "closings-without-opening";
        readonly fix: "fix-headings" | "fix-comments" | "remove-closings";
      }
    | undefined
  >
> = {
  heading: { message: "headings", fix: "fix-headings" },
  "comment-changed": { message: "comments", fix: "fix-comments" },
  "closing-without-opening": { message: "closings-without-opening", fix: "remove-closings" },
};

/** Returns the edits of an error's fix for all errors of its kind, or an empty list if it doesn't have this fix. */
function createCommonEdits(at: SiteLocation, message: string, site: Site): FileEdit[] {
  const problem = site.syntaxProblems
    .get(at.file)
    ?.find(({ kind, range }) => kind === message && range.start === at.range.start);
  const fix = problem?.fixes?.find(({ kind }) => kind === "remove-closing" || kind === "comment");
  return fix ? [{ kind: "edit", file: at.file, edits: fix.edits }] : [];
}

/** Matches a line that was meant as a heading but doesn't start with `#` marks and a space. */
const brokenHeadingPattern =
  /^[ \t]{0,20}(?:#{2,6}(?=[\p{L}\p{N}\p{Extended_Pictographic}])|#{1,6}[\u00a0\u3000]|＃{1,6})[ \t\u00a0\u3000]{0,20}(?=\S)[^\r\n]{1,300}$/gmu;

interface BrokenHeading {
  readonly range: TextRange;
  readonly text: string;
}

/**
 * Returns the lines that were meant as headings and follow a blank line. If a page has only one such line and no
 * headings, the line is omitted. Lines in code, comments, and expressions are also omitted, because they wouldn't be
 * headings even with a space.
 */
const listBrokenHeadings = derive((page: PageReferences): readonly BrokenHeading[] => {
  const { path, text, frontmatter, headings } = page;
  if (!/#[^#\s]|[#＃][\u00a0\u3000]|＃/.test(text)) return [];
  const bodyStart = frontmatter.range?.end ?? 0;
  const candidates: BrokenHeading[] = [];
  for (const { 0: line, index } of text.matchAll(brokenHeadingPattern)) {
    const start = index + line.length - line.trimStart().length;
    const textBefore = text.slice(Math.max(bodyStart, index - 100), index);
    if (index < bodyStart || !/(?:\n|\r(?!\n))[ \t]*(?:\n|\r\n?)$|^\s*$/.test(textBefore)) continue;
    candidates.push({ range: { start, end: start + line.trim().length }, text: line.trim().slice(0, 60) });
  }
  if (candidates.length === 0) return [];
  const lineEnds: number[] = [];
  let fixedText = "";
  let copiedEnd = 0;
  for (const { range } of candidates) {
    fixedText += text.slice(copiedEnd, range.start) + fixHeading(text.slice(range.start, range.end));
    lineEnds.push(fixedText.length);
    copiedEnd = range.end;
  }
  const { references } = scanPage(path, fixedText + text.slice(copiedEnd));
  const headingEnds = new Set(references.headings.map(({ range }) => range.end));
  const preRanges = listPreRanges(text);
  let preRangeIndex = 0;
  const brokenHeadings = candidates.filter(({ range: { start } }, i) => {
    while ((preRanges[preRangeIndex]?.end ?? Infinity) <= start) preRangeIndex++;
    return headingEnds.has(lineEnds[i] ?? -1) && start < (preRanges[preRangeIndex]?.start ?? Infinity);
  });
  return headings.length > 0 || brokenHeadings.length > 1 ? brokenHeadings : [];
});

/** Returns the ranges of `<pre>` elements. The scan reads their lines as Markdown, but readers see them unformatted. */
function listPreRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (let start = text.indexOf("<pre"); start >= 0;) {
    const end = text.indexOf("</pre>", start);
    if (end < 0) break;
    ranges.push({ start, end });
    start = text.indexOf("<pre", end);
  }
  return ranges;
}

/** Returns the edits that give a heading `#` marks and a space. */
function createHeadingEdits(at: SiteLocation, site: Site): FileEdit[] {
  const line = site.references.get(at.file)?.text.slice(at.range.start, at.range.end) ?? "";
  const fixedLine = fixHeading(line);
  return fixedLine === line ? [] : createReplaceEdits(at, fixedLine);
}

function fixHeading(line: string): string {
  const [headingStart, marks = ""] = /^([#＃]{1,6})[\s\u00a0\u3000]*/.exec(line) ?? [];
  return headingStart === undefined ? line : `${"#".repeat(marks.length)} ${line.slice(headingStart.length)}`;
}

/** Whether a problem is less severe than others: the page is published, but a misplaced fence changes some of its text. */
function isMinor({ kind }: SyntaxProblem): boolean {
  return isPublishedWithProblem(kind) && kind !== "fence-around-page" && kind !== "too-complex";
}

/**
 * Whether the author may have meant the code to extend to the end of the page, as with a prompt for an AI model: it has
 * no headings and components, which would be parts of the page.
 */
function mayEndWithPage({ kind, range }: SyntaxProblem, { text }: PageReferences): boolean {
  return kind === "fence-to-end" && !/^[ \t]*(?:#{2,6} \S|<\/?[A-Z])/m.test(text.slice(range.end));
}

/** Returns the name of a tag, such as `Card` for `</Card>`. */
function getTagName(tag: string): string {
  return tag.replace(/^<\/?|>$/g, "");
}
