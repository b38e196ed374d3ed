import type { JsonProblem, JsonProblemKind } from "../config/json/json-reader.ts";
import { readJson } from "../config/json/json-tree.ts";
import type { Phrase, PhraseText } from "../text/phrase.ts";
import { getLineEnd, type TextRange } from "../text/text-edit.ts";
import { readYamlTree } from "./parse-yaml.ts";
import { getEntries, type SpecNode } from "./spec-tree.ts";

/** An error in a JSON or YAML sample that is otherwise valid. */
export interface SampleProblem {
  readonly range: TextRange;
  /** The description of the error, such as `a comma is missing`. */
  readonly reason: Phrase;
}

const maxSampleLength = 100_000;

/**
 * Returns the error in a JSON or YAML sample if the sample has exactly one error. Samples are meant to be read, so they
 * may contain comments, ellipses, placeholders, members without an object around them, and several documents. None of
 * these count as errors. A sample that is unusual in several ways is probably intentional, so no error is returned.
 */
export function findSampleProblem(language: string, text: string): SampleProblem | undefined {
  if (text.length > maxSampleLength) return undefined;
  if (language === "json") return findJsonProblem(text);
  return language === "yaml" || language === "yml" ? findYamlProblem(text) : undefined;
}

/**
 * Matches ellipses, placeholders, template syntax, comments, and diff markers. Text that contains these isn't plain
 * JSON.
 */
const nonJsonPattern = /\.\.\.|…|\{\{|\}\}|\$\{|<|\/\/|\/\*|#|^\s*[+-]\s/m;
const nonYamlPattern = /<%|\[!code|^ *\t|^\s*[%+]|^\s*(\.\.\.|…)\s*$/m;
const placeholderPattern = /\{\{[^{}\n]*\}\}|\$\{[^{}\n]*\}|<[\w .:/|-]+>/g;
/** Matches a tag such as `!Ref`. Only specific programs support such tags. */
const yamlTagPattern = /(?<=^|[\s[{,-])!(?:<[^<>\n]*>|[^\s,[\]{}]*)/gm;
const jsonStringPattern = /"(?:[^"\\\n]|\\.)*"/g;

const jsonReasons: Partial<Record<JsonProblemKind, PhraseText>> = {
  "trailing-comma": "a trailing comma isn't allowed",
  "missing-comma": "a comma is missing",
  "missing-colon": "a colon is missing",
  "missing-value": "a value is missing",
  "missing-close": "a bracket isn't closed",
  unexpected: "a character isn't valid here",
  "text-after-end": "there's text after the end",
};

function findJsonProblem(text: string): SampleProblem | undefined {
  if (!/^\s*[{[]/.test(text) || nonJsonPattern.test(text.replace(jsonStringPattern, '""'))) return undefined;
  const { problems, refusal } = readJson("", text);
  return refusal
    ? undefined
    : (findQuoteProblem(problems, text) ?? findUnclosedKey(problems, text) ?? findOtherProblem(problems, text));
}

const unclosedKeyPattern = /^([ \t]*)("[^"\\\n:]{1,100}):(?=[ \t]*\S)/gm;

/** Returns the error for a key without a closing quote, as in `"choices: [`, if that is the only error. */
function findUnclosedKey(problems: readonly JsonProblem[], text: string): SampleProblem | undefined {
  if (problems.length === 0) return undefined;
  const [match, ...otherMatches] = text.matchAll(unclosedKeyPattern);
  if (!match || otherMatches.length > 0) return undefined;
  const [, spaces = "", key = ""] = match;
  const start = match.index + spaces.length;
  const end = start + key.length;
  const fixedText = `${text.slice(0, end)}"${text.slice(end)}`;
  return readJson("", fixedText).problems.length === 0
    ? { range: { start, end }, reason: "a quote is missing" }
    : undefined;
}

/** Returns the error for a missing quote if it affects only its own line. */
function findQuoteProblem(problems: readonly JsonProblem[], text: string): SampleProblem | undefined {
  const quoteProblem = problems.find(({ kind }) => kind === "unclosed-string");
  if (!quoteProblem) return undefined;
  const lineStart = text.lastIndexOf("\n", quoteProblem.range.start) + 1;
  const end = getLineEnd(text, quoteProblem.range.start);
  const isCausedByQuote = ({ kind, range }: JsonProblem) =>
    (range.start >= lineStart && range.start <= end) || kind === "text-after-end" || kind === "missing-close";
  const [firstProblem] = problems;
  return firstProblem && problems.every(isCausedByQuote)
    ? { range: firstProblem.range, reason: "a quote is missing" }
    : undefined;
}

/**
 * Returns any other error. Ignores text that intentionally isn't JSON, such as unquoted keys or several values in a
 * row.
 */
function findOtherProblem(problems: readonly JsonProblem[], text: string): SampleProblem | undefined {
  const [firstProblem] = problems;
  const reason = firstProblem && jsonReasons[firstProblem.kind];
  if (!firstProblem || reason === undefined) return undefined;
  const isTextAfterEnd = firstProblem.kind === "text-after-end";
  if (isTextAfterEnd && !/^[\s}\]]*$/.test(text.slice(firstProblem.range.start))) return undefined;
  const isRepeated = firstProblem.kind === "trailing-comma" || firstProblem.kind === "missing-comma";
  const isSingleError =
    problems.length === 1 || (isRepeated && problems.every(({ kind }) => kind === firstProblem.kind));
  return isSingleError ? { range: firstProblem.range, reason } : undefined;
}

/**
 * Returns the error in a YAML sample. Replaces placeholders with words of the same length, removes tags, and parses
 * each document separately. Duplicate keys aren't errors, because samples often show one variant below another.
 */
function findYamlProblem(text: string): SampleProblem | undefined {
  if (nonYamlPattern.test(text)) return undefined;
  const maskedText = text
    .replace(yamlTagPattern, (tag) => " ".repeat(tag.length))
    .replace(placeholderPattern, (placeholder) => "x".repeat(placeholder.length));
  for (const { start, end } of splitDocuments(maskedText)) {
    const { error } = readYamlTree(maskedText.slice(start, end));
    if (error?.kind !== "syntax" || error.isDuplicateKey) continue;
    const range = { start: start + error.range.start, end: start + error.range.end };
    return { range, reason: hasColonInValue(maskedText, range.start) ? unquotedColonReason : error.reason };
  }
  return undefined;
}

const unquotedColonReason = "a value that contains a colon and a space isn't in quotes";

/**
 * Whether an unquoted value contains a colon, as in `run: echo "Host: $HOST"`. YAML treats the text before the second
 * colon as another key, but a second key isn't allowed on the same line.
 */
function hasColonInValue(text: string, offset: number): boolean {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const line = text.slice(lineStart, Math.min(getLineEnd(text, offset), lineStart + 500));
  return /^\s*(?:-\s+)*[\w.-]+:\s+[^\s"'|>{[&*!#][^\n]*:(?:\s|$)/.test(line);
}

/** Returns the ranges between `---` lines. */
function splitDocuments(text: string): TextRange[] {
  const separators = [...text.matchAll(/^---.*$/gm)];
  const documentStarts = [0, ...separators.map((separator) => separator.index + separator[0].length)];
  const ends = [...separators.map((separator) => separator.index), text.length];
  return documentStarts.map((start, i) => ({ start, end: ends[i] ?? text.length }));
}

const maxDepth = 10;
const maxNodes = 2_000;

/**
 * Converts a node to plain JavaScript values. Omits parts that are too deeply nested or too large. All keys become the
 * object's own properties, even `__proto__`.
 */
export function toJsonValue(node: SpecNode): unknown {
  const budget = { remainingNodes: maxNodes };
  return copyNode(node, 0, budget);
}

function copyNode(node: SpecNode, depth: number, budget: { remainingNodes: number }): unknown {
  if (--budget.remainingNodes < 0 || depth >= maxDepth) return null;
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list")
    return node.items.slice(0, budget.remainingNodes).map((item) => copyNode(item, depth + 1, budget));
  return Object.fromEntries(
    [...getEntries(node)]
      .slice(0, budget.remainingNodes)
      .map(({ key, value }) => [key, copyNode(value, depth + 1, budget)]),
  );
}
