import type { FrontmatterProblem } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { isSnippet } from "../../site/pages/pages.ts";
import { checkPage, defineRule, createReplaceEdits, toFileEdits } from "../rule.ts";
import { formatYamlText, getUnfencedFields } from "../subjects/page-subjects.ts";

export const syntax = defineRule({
  code: "frontmatter/syntax",
  subjectKinds: ["page"],
  severity: "error",
  summary: "Frontmatter that can't be parsed.",
  why: "The service stops at the first page whose frontmatter it can't parse, and publishes nothing until you fix it. If the frontmatter isn't closed or has no `---` lines, the page is published without its fields.",
  howToFix:
    "Fix the line at the reported position. If a value contains a colon, quotes, or other YAML syntax, put the whole value in quotes.",
  whenToTurnOff: "Keep this rule on. If the service can't parse the frontmatter of a page, it can't publish the site.",
  messages: {
    "not-closed":
      "The frontmatter that starts here is never closed, so its fields have no effect and readers see them as text. Add a `---` line after the fields.",
    "no-fences":
      "The fields at the start of this page aren't between `---` lines, so they have no effect and readers see them as text. Add a `---` line before and after them.",
    "quote-not-closed":
      "The quote that starts here is never closed, so the page can't be published. Add the closing quote.",
    "text-after-value":
      "Text follows the end of this value, so the page can't be published. Put the whole value in quotes.",
    "escaped-quote":
      "In single quotes, a backslash doesn't escape `'`, so the value ends there and the page can't be published. Write `''`, or use double quotes.",
    apostrophe:
      "In single quotes, an apostrophe ends the value, so the page can't be published. Write `''`, or use double quotes.",
    "inner-quotes":
      "Quotes inside this value end it, so the page can't be published. Escape the inner quotes with `\\`.",
    "bracket-not-closed":
      "The bracket that starts here is never closed, so the page can't be published. Add the closing bracket.",
    "colon-in-value":
      "A colon followed by a space starts a new YAML value, so the page can't be published. Put this value in quotes.",
    "no-colon": "This line isn't a field with a value, so the page can't be published. Use the form `name: value`.",
    "start-character":
      "A value can't start with this character, so the page can't be published. Put the value in quotes.",
    alias:
      "YAML treats a value that starts with `*` as a reference to an anchor. That anchor isn't defined, so the page can't be published. Put the value in quotes.",
    escape:
      "A backslash in double quotes starts an escape sequence, and this one isn't valid, so the page can't be published. Use `\\\\` or single quotes.",
    tab: "YAML doesn't allow tabs as indentation, so the text after this tab is parsed as a separate field. Indent with spaces.",
    indentation:
      "The indentation of this line doesn't match the lines it belongs to, so the page can't be published. Indent it to match.",
    "second-document": "`...` ends the frontmatter here, so the fields after it have no effect. Remove it.",
    other:
      "The frontmatter can't be parsed here, so the page can't be published. Put the value in quotes, or fix the line.",
    "unknown-tag":
      "`{tag}` specifies a type that the service doesn't recognize, so the page can't be published. Put the value in quotes.",
    "not-text":
      "The frontmatter contains an invalid character, so the page can't be published. Remove the character, or save the file as UTF-8.",
    "not-utf8":
      "This file isn't encoded as UTF-8, so readers see wrong characters instead of its text. Save the file as UTF-8.",
    "add-fences": "Add `---` lines around the fields",
    quote: "Wrap value in quotes",
    double: "Change to double quotes",
    "escape-quotes": "Escape the inner quotes",
    blanks: "Indent with two spaces",
  },
  examples: [
    {
      bad: "---\ntitle: [|Part 1: Start|]\n---\n",
      good: '---\ntitle: "Part 1: Start"\n---\n',
    },
    {
      bad: '---\ntitle: [|"Start|]\nicon: rocket\n---\n',
      good: '---\ntitle: "Start"\nicon: rocket\n---\n',
    },
    {
      bad: "---\nicon:\n[|\t|]name: rocket\n---\n",
      good: "---\nicon:\n  name: rocket\n---\n",
    },
    {
      bad: "//- page.mdx\n[|---|]\ntitle: Start\n\nWelcome.\n",
      good: "---\ntitle: Start\n---\n\nWelcome.\n",
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n[|title: Start\ndescription: First steps|]\n\nWelcome.\n',
      good: "---\ntitle: Start\ndescription: First steps\n---\n\nWelcome.\n",
    },
  ],
  check: checkPage(function* ({ references }, site) {
    const { path, frontmatter } = references;
    const unfencedFields = getUnfencedFields(references);
    if (unfencedFields && isFileUsed(site, path) && !isSnippet(path))
      yield { message: "no-fences", at: { file: path, range: unfencedFields.range }, severity: "warning" };
    for (const problem of frontmatter.problems) {
      // Only a file that couldn't be read has a problem without a range. The service publishes it with other characters.
      if (problem.kind === "not-text" && problem.range.end === 0) {
        yield { message: "not-utf8", at: { file: path, range: problem.range }, severity: "warning" };
        continue;
      }
      const message = getMessageKey(problem);
      if (!message) continue;
      const at = { file: path, range: problem.range };
      const data = quotableErrors.has(message) && problem.text !== undefined ? { value: problem.text } : undefined;
      yield { message, at, args: { tag: problem.text ?? "" }, ...(data && { data }) };
    }
  }),
  *createFixes({ message, at, data }, site) {
    const references = site.references.get(at.file);
    const unfencedFields = message === "no-fences" && references ? getUnfencedFields(references) : undefined;
    if (references && unfencedFields) {
      const { range, isClosed } = unfencedFields;
      const bodyStart = references.text.startsWith("\ufeff") ? 1 : 0;
      const edits = [
        { range: { start: bodyStart, end: range.start }, newText: `---${references.eol}` },
        ...(isClosed ? [] : [{ range: { start: range.end, end: range.end }, newText: `${references.eol}---` }]),
      ];
      yield { title: "add-fences", edits: toFileEdits(at.file, edits) };
    }
    if (message === "tab") yield { title: "blanks", edits: createReplaceEdits(at, "  ") };
    const value = data?.["value"];
    if (typeof value !== "string") return;
    if (message === "escaped-quote" || message === "apostrophe")
      yield { title: "double", edits: createReplaceEdits(at, formatYamlText(removeEscapes(value))) };
    else if (message === "inner-quotes")
      yield { title: "escape-quotes", edits: createReplaceEdits(at, escapeInnerQuotes(value)) };
    else yield { title: "quote", edits: createReplaceEdits(at, formatYamlText(value)) };
  },
});

const quotableErrors: ReadonlySet<string> = new Set([
  "colon-in-value",
  "start-character",
  "alias",
  "escaped-quote",
  "apostrophe",
  "inner-quotes",
]);

/** Returns the text that the author probably meant by a value in single quotes. */
function removeEscapes(value: string): string {
  return value.slice(1, -1).replace(/\\'|''/g, "'");
}

/** Escapes the quotes in a value in double quotes. Text that's already escaped doesn't change. */
function escapeInnerQuotes(value: string): string {
  return `"${value.slice(1, -1).replace(/\\.|"/gs, (match) => (match === '"' ? '\\"' : match))}"`;
}

function getMessageKey({ kind, error = "other" }: FrontmatterProblem) {
  if (kind === "syntax") return error;
  return kind === "not-closed" || kind === "unknown-tag" || kind === "not-text" ? kind : undefined;
}
