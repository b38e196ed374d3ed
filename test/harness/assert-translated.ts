import assert from "node:assert/strict";
import { previewRuleCodes } from "../../server/src/core/rules/findings/mdx-findings.ts";
import { commonFixTitles, createIgnoreFixes } from "../../server/src/core/rules/engine/offered-fixes.ts";
import { createCombinedProblem } from "../../server/src/core/rules/engine/problem-groups.ts";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { findSiteProblems, type RunOptions, unusedSpecMessage } from "../../server/src/core/rules/engine/run-rules.ts";
import { formatMessage, prosePlaceholders, type MessageArgs } from "../../server/src/core/rules/format-message.ts";
import type { Problem } from "../../server/src/core/rules/rule.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { phrases } from "../../server/src/core/text/phrase.ts";
import type { Translations } from "../../server/src/core/text/message.ts";
import { pseudo } from "./pseudo-words.ts";

/** Returns the text with its plain letters replaced, except in placeholders and code. */
const strange = (text: string) =>
  text
    .split(/(\{\w+\}|`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? pseudo(part) : part))
    .join("");

/** A made-up language. If a text contains plain letters outside code, it hasn't been translated. */
const translations: Translations = {
  language: "de",
  texts: new Map(
    [
      ...rules.flatMap(({ messages }) => Object.values<string>(messages)),
      ...Object.values(commonFixTitles),
      unusedSpecMessage,
      ...phrases,
    ].map((text) => [text, strange(text)]),
  ),
};

/** Returns the names in a value, which are the same in all languages. */
function verbatimIn(value: MessageArgs[string] | undefined): string[] {
  if (typeof value !== "object") return [];
  if ("verbatim" in value) return [value.verbatim];
  if ("phrase" in value) return Object.values(value.values).map(String);
  return ("anyOf" in value ? value.anyOf : value.allOf).flatMap(verbatimIn);
}

/** Returns the plain words in a message outside code, quotation marks, and names. Lists are formatted in German. */
function wordsIn(message: string, args: MessageArgs = {}): string[] {
  const names = prosePlaceholders.flatMap((name) => verbatimIn(args[name]));
  const prose = names.reduce((text, name) => text.replaceAll(name, ""), message);
  const words = prose.replace(/`[^`]*(`|$)|“[^”]*”/g, "").match(/[A-Za-z]{2,}/g) ?? [];
  return words.filter((word) => word !== "oder" && word !== "und");
}

/** Checks that all texts of the problems in a site are translated into the made-up language. */
export function assertTranslated(site: Site, options: RunOptions = {}): void {
  const run = { ...options, translations };
  const problems = findSiteProblems(site, run);
  for (const problem of problems) {
    // The preview's own messages are in English, so they're skipped.
    if (previewRuleCodes.has(problem.code)) continue;
    const { finding, relatedLocations, message } = problem;
    const args = finding.args;
    assert.deepEqual(wordsIn(message, args), [], message);
    for (const [index, { message: label }] of relatedLocations.entries())
      assert.deepEqual(wordsIn(label, { ...args, ...finding.relatedLocations?.[index]?.args }), [], label);
    const together = groupsOf(problems, problem);
    assert.deepEqual(wordsIn(together.message, args), [], together.message);
    for (const { title } of createIgnoreFixes(problem, site, translations)) assert.deepEqual(wordsIn(title), []);
    for (const { title, args: values } of fixesIn(together, site)) {
      const formatted = formatMessage(title, values, translations);
      assert.deepEqual(wordsIn(formatted, values), [], formatted);
    }
  }
}

/** Returns the fixes of a problem and of all problems that it represents. Their titles are templates. */
function fixesIn({ code, finding, group = [] }: Problem, site: Site) {
  const rule = rules.find((one) => one.code === code);
  const together = group.map((member) => member.finding);
  return [...(rule?.createFixes?.(finding, site) ?? []), ...(rule?.grouping?.createFixes?.(together, site) ?? [])].map(
    ({ title, args }) => ({ title: rule?.messages[title] ?? title, ...(args && { args }) }),
  );
}

/**
 * Returns a problem in the form in which it's shown together with others that have the same cause, even if there are no
 * others.
 */
function groupsOf(problems: readonly Problem[], representative: Problem): Problem {
  const group = representative.cause?.group;
  const otherProblems = problems.filter(
    (other) => other !== representative && other.cause?.key === representative.cause?.key,
  );
  return group
    ? createCombinedProblem({ representative, otherProblems, combinedProblems: [representative, ...otherProblems] })
    : representative;
}
