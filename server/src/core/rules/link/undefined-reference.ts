import type { LinkReference, PageReferences } from "../../page/page.ts";
import { findPagesUsingFile } from "../../site/links/links.ts";
import { isPublished } from "../../site/pages/pages.ts";
import { findNearestName } from "../../text/similarity.ts";
import { derive } from "../../text/maps.ts";
import { checkPage, defineRule, createSuggestionFix, type Finding } from "../rule.ts";
import { createSuggestionSource, type SuggestionSource } from "../subjects/fixes.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";

export const undefinedReference = defineRule({
  code: "link/undefined-reference",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A reference link or footnote with a label that isn't defined on the page.",
  why: "The target of `[text][label]` is defined by a line such as `[label]: /guides/start` on the same page, and a footnote `[^1]` by a line such as `[^1]: Text`. Without that line, the service shows the text with its brackets. Labels defined on other pages or in snippets don't count.",
  howToFix:
    "Define the label on the page, for example, with `[label]: /guides/start`, or fix the label. If the text isn't a link, escape its brackets with backslashes.",
  whenToTurnOff: "Turn off this rule if your pages contain text in brackets that only looks like a reference link.",
  messages: {
    missing:
      "`{label}` isn't defined on this page, so readers see the text with its brackets. Add the line `[{label}]: URL`, or fix the label.",
    near: "`{label}` isn't defined on this page, so readers see the text with its brackets. Did you mean `{near}`?",
    footnote:
      "`{label}` isn't defined on this page, so readers see the text with its brackets. Add the line `[{label}]: TEXT`, or fix the label.",
    references:
      "{count} links use `{label}`, which isn't defined on the same page, so readers see the text with its brackets. Add the line `[{label}]: URL`, or fix the label.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: `---
title: Home
---

Read [how to install it][[|instal|]] and [what changed][[|changelog|]]. It's free.[[|^free|]]

[install]: https://example.com/install
`,
      good: `---
title: Home
---

Read [how to install it][install], or set \`rows[row][column]\`. It's free.[^free]

[Install]: https://example.com/install

[^free]: For teams with up to five members.
`,
    },
  ],
  check: checkPage(function* ({ references }, site) {
    const { path, text, linkReferences } = references;
    if (linkReferences.length === 0 || findPagesUsingFile(site, path).length === 0) return;
    const definedLabels = getDefinedLabels(references);
    const guess = createSuggestionSource();
    const referenceTexts = new Set(linkReferences.map(({ range }) => text.slice(range.start, range.end)));
    for (const reference of linkReferences) {
      const label = text.slice(reference.labelRange.start, reference.labelRange.end);
      if (label.startsWith("^") && text[reference.labelRange.start - 2] !== "]") {
        if (isPublished(site.pages, path)) yield* checkFootnote(label, reference, references, guess);
        continue;
      }
      if (definedLabels.has(normalizeLabel(label)) || !isIntendedLink(reference, text, referenceTexts)) continue;
      const labelLocation = { file: path, range: reference.labelRange };
      const args = { label };
      const suggestion = /\p{L}/u.test(label)
        ? guess(label, () => findNearestName(label, definedLabels.values()))
        : undefined;
      if (suggestion === undefined && !hasEvidence(reference, text, definedLabels)) continue;
      if (suggestion === undefined)
        yield { message: "missing", args, at: labelLocation, data: createTargetData(normalizeLabel(label)) };
      else
        yield { message: "near", args: { ...args, near: suggestion }, at: labelLocation, data: { near: suggestion } };
    }
  }),
  createFixes: (finding) => createSuggestionFix(finding),
  grouping: groupByTarget({ combinedMessages: { missing: "references" } }),
});

/** Matches the label of a footnote, but not a character class such as `^a-z`. */
const footnotePattern = /^\^(?:\d{1,4}|[A-Za-z][\w-]*[A-Za-z\d])$/;

/**
 * Yields a finding if a footnote isn't defined. Yields nothing if the page imports snippets, because they may contain
 * the definition.
 */
function* checkFootnote(
  label: string,
  { range, labelRange }: LinkReference,
  references: PageReferences,
  guess: SuggestionSource,
): Generator<Finding<"footnote" | "near">> {
  const { path, text, imports } = references;
  if (!footnotePattern.test(label) || isCharacterClass(label.slice(1)) || imports.length > 0) return;
  const previousCharacter = text[range.start - 1] ?? "";
  if (/[[({:+*?]/.test(text[range.end] ?? "") || /[[(^\\!]/.test(previousCharacter)) return;
  const footnotes = getDefinedFootnotes(references);
  // On a page without footnotes, a word in brackets is more probably a character class, such as `[^aeiou]`.
  if (footnotes.size === 0 && !/^\^\d/.test(label) && !/[\p{L}\p{N}\p{P}]/u.test(previousCharacter)) return;
  if (footnotes.has(normalizeLabel(label))) return;
  const suggestion = guess(label, () => findNearestName(label, footnotes.values()));
  const finding = { args: { label }, at: { file: path, range: labelRange } };
  if (suggestion === undefined) yield { message: "footnote", ...finding };
  else yield { message: "near", ...finding, args: { label, near: suggestion }, data: { near: suggestion } };
}

/** The labels of footnotes that the page might define, keyed by their normalized form. */
const getDefinedFootnotes = derive(({ text }: PageReferences): ReadonlyMap<string, string> => {
  const definitionMatches = text.matchAll(/\[(\^(?:[^[\]\\]|\\.){1,999})\]:/g);
  return new Map([...definitionMatches].map(([, label = ""]) => [normalizeLabel(label), label]));
});

/**
 * The labels that the page might define, keyed by their normalized form. They include labels in text that only looks
 * like a definition, such as text in a code block.
 */
const getDefinedLabels = derive(({ text }: PageReferences): ReadonlyMap<string, string> => {
  const labelByNormalizedLabel = new Map<string, string>();
  for (const [, label = ""] of text.matchAll(/\[(?!\^)((?:[^[\]\\]|\\.){1,999})\]:/g))
    labelByNormalizedLabel.set(normalizeLabel(label), label);
  return labelByNormalizedLabel;
});

function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

/**
 * Whether the author probably meant the text to be a link. Brackets also occur in text such as `rows[i][j]`,
 * `[OPTIONS][FILE]`, `[Number][StreetName]`, `+[country code][number]`, `[command][args...]`, `[0][1]`, and
 * `[a-z][0-9]`.
 */
function isIntendedLink(
  { range, labelRange }: LinkReference,
  text: string,
  referenceTexts: ReadonlySet<string>,
): boolean {
  const linkText = text.slice(range.start + 1, labelRange.start - 2);
  const previousCharacter = text[range.start - 1] === "!" ? text[range.start - 2] : text[range.start - 1];
  if (/[\p{L}\p{N}_$\][)\\+=#@%]/u.test(previousCharacter ?? "") || /[[({]/.test(text[range.end] ?? "")) return false;
  const labelText = text.slice(labelRange.start, labelRange.end);
  if (!/\p{L}/u.test(linkText) || !/^[\p{L}\p{N}][^{}<>\x60$]*$/u.test(labelText)) return false;
  if (isCharacterClass(linkText) || isCharacterClass(labelText) || /(?:\.{3}|…)$/.test(labelText)) return false;
  const isNotation = /[a-z][A-Z]/.test(labelText) || referenceTexts.has(`[${labelText}][${linkText}]`);
  if (isNotation && linkText !== labelText && [linkText, labelText].every((word) => /^[A-Z]\w*$/.test(word)))
    return false;
  return !/^[-.,|]/.test(linkText) && !(isPlaceholder(linkText) && isPlaceholder(labelText));
}

/**
 * Whether anything other than the brackets shows that a link is meant: the page defines other labels, the text is a
 * phrase, or it's an image. Titles of changes, such as `[3/n][Config] Flatten options`, and lists that are written
 * twice also have brackets.
 */
function hasEvidence(
  { range, labelRange }: LinkReference,
  text: string,
  definedReferences: ReadonlyMap<string, string>,
): boolean {
  const linkText = text.slice(range.start + 1, labelRange.start - 2);
  if (linkText === text.slice(labelRange.start, labelRange.end)) return false;
  const lineStart = text.lastIndexOf("\n", range.start - 1) + 1;
  const isTitle =
    /^[ \t>]*(?:[-*+]|\d+[.)]|#+)[ \t]+$/.test(text.slice(lineStart, range.start)) &&
    /^[ \t]+\S/.test(text.slice(range.end, range.end + maxGap));
  if (isTitle && !/\s/.test(linkText)) return false;
  return definedReferences.size > 0 || /\p{Ll}\s+\p{Ll}/u.test(linkText) || text[range.start - 1] === "!";
}

/** The maximum number of characters from a reference to the text after it. */
const maxGap = 20;

function isCharacterClass(text: string): boolean {
  return /^(?:[\p{L}\p{N}]-[\p{L}\p{N}]_?)+$/u.test(text);
}

function isPlaceholder(text: string): boolean {
  return /^[\p{Lu}\p{N}_-]+(\.\.\.)?$/u.test(text);
}
