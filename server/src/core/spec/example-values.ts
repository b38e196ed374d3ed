import type { JsonProblem, JsonProblemKind } from "../config/json/json-reader.ts";
import { readJson } from "../config/json/json-tree.ts";
import type { Phrase, PhraseText } from "../text/phrase.ts";
import { endOfLine, type TextRange } from "../text/text-edit.ts";
import { readYamlTree } from "./parse-yaml.ts";
import { entriesOf, type SpecNode } from "./spec-tree.ts";

/** An error in a JSON or YAML sample that is otherwise valid. */
export interface SampleFault {
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
export function sampleFault(language: string, text: string): SampleFault | undefined {
  if (text.length > maxSampleLength) return undefined;
  if (language === "json") return jsonFault(text);
  return language === "yaml" || language === "yml" ? yamlFault(text) : undefined;
}

/**
 * Matches ellipses, placeholders, template syntax, comments, and diff markers. Text that contains these isn't plain
 * JSON.
 */
const notPlainJson = /\.\.\.|…|\{\{|\}\}|\$\{|<|\/\/|\/\*|#|^\s*[+-]\s/m;
const notPlainYaml = /<%|\[!code|^ *\t|^\s*[%+]|^\s*(\.\.\.|…)\s*$/m;
const placeholders = /\{\{[^{}\n]*\}\}|\$\{[^{}\n]*\}|<[\w .:/|-]+>/g;
/** Matches a tag such as `!Ref`. Only specific programs support such tags. */
const yamlTag = /(?<=^|[\s[{,-])!(?:<[^<>\n]*>|[^\s,[\]{}]*)/gm;
const jsonString = /"(?:[^"\\\n]|\\.)*"/g;

const jsonWords: Partial<Record<JsonProblemKind, PhraseText>> = {
  "trailing-comma": "a trailing comma isn't allowed",
  "missing-comma": "a comma is missing",
  "missing-colon": "a colon is missing",
  "missing-value": "a value is missing",
  "missing-close": "a bracket isn't closed",
  unexpected: "a character isn't valid here",
  "text-after-end": "there's text after the end",
};

function jsonFault(text: string): SampleFault | undefined {
  if (!/^\s*[{[]/.test(text) || notPlainJson.test(text.replace(jsonString, '""'))) return undefined;
  const { problems, refused } = readJson("", text);
  return refused
    ? undefined
    : (quoteFault(problems, text) ?? openKey(problems, text) ?? otherFault(problems, text));
}

const keyWithoutEnd = /^([ \t]*)("[^"\\\n:]{1,100}):(?=[ \t]*\S)/gm;

/** Returns the error for a key without a closing quote, as in `"choices: [`, if that is the only error. */
function openKey(problems: readonly JsonProblem[], text: string): SampleFault | undefined {
  if (problems.length === 0) return undefined;
  const [found, ...others] = text.matchAll(keyWithoutEnd);
  if (!found || others.length > 0) return undefined;
  const [, spaces = "", key = ""] = found;
  const start = found.index + spaces.length;
  const end = start + key.length;
  const repaired = `${text.slice(0, end)}"${text.slice(end)}`;
  return readJson("", repaired).problems.length === 0
    ? { range: { start, end }, reason: "a quote is missing" }
    : undefined;
}

/** Returns the error for a missing quote if it affects only its own line. */
function quoteFault(problems: readonly JsonProblem[], text: string): SampleFault | undefined {
  const quote = problems.find(({ kind }) => kind === "unclosed-string");
  if (!quote) return undefined;
  const start = text.lastIndexOf("\n", quote.range.start) + 1;
  const end = endOfLine(text, quote.range.start);
  const isAround = ({ kind, range }: JsonProblem) =>
    (range.start >= start && range.start <= end) || kind === "text-after-end" || kind === "missing-close";
  const [first] = problems;
  return first && problems.every(isAround) ? { range: first.range, reason: "a quote is missing" } : undefined;
}

/**
 * Returns any other error. Ignores text that intentionally isn't JSON, such as unquoted keys or several values in a
 * row.
 */
function otherFault(problems: readonly JsonProblem[], text: string): SampleFault | undefined {
  const [first] = problems;
  const words = first && jsonWords[first.kind];
  if (!first || words === undefined) return undefined;
  const isBehind = first.kind === "text-after-end";
  if (isBehind && !/^[\s}\]]*$/.test(text.slice(first.range.start))) return undefined;
  const isRepeated = first.kind === "trailing-comma" || first.kind === "missing-comma";
  const isOne = problems.length === 1 || (isRepeated && problems.every(({ kind }) => kind === first.kind));
  return isOne ? { range: first.range, reason: words } : undefined;
}

/**
 * Returns the error in a YAML sample. Replaces placeholders with words of the same length, removes tags, and parses
 * each document separately. Duplicate keys aren't errors, because samples often show one variant below another.
 */
function yamlFault(text: string): SampleFault | undefined {
  if (notPlainYaml.test(text)) return undefined;
  const plain = text
    .replace(yamlTag, (found) => " ".repeat(found.length))
    .replace(placeholders, (found) => "x".repeat(found.length));
  for (const { start, end } of documentsOf(plain)) {
    const { fault } = readYamlTree(plain.slice(start, end));
    if (fault?.kind !== "syntax" || fault.isDuplicateKey) continue;
    const range = { start: start + fault.range.start, end: start + fault.range.end };
    return { range, reason: hasColonInValue(plain, range.start) ? unquotedColon : fault.reason };
  }
  return undefined;
}

const unquotedColon = "a value that contains a colon and a space isn't in quotes";

/**
 * Whether an unquoted value contains a colon, as in `run: echo "Host: $HOST"`. YAML treats the text before the second
 * colon as another key, but a second key isn't allowed on the same line.
 */
function hasColonInValue(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const line = text.slice(start, Math.min(endOfLine(text, at), start + 500));
  return /^\s*(?:-\s+)*[\w.-]+:\s+[^\s"'|>{[&*!#][^\n]*:(?:\s|$)/.test(line);
}

/** Returns the ranges between `---` lines. */
function documentsOf(text: string): TextRange[] {
  const marks = [...text.matchAll(/^---.*$/gm)];
  const starts = [0, ...marks.map((mark) => mark.index + mark[0].length)];
  const ends = [...marks.map((mark) => mark.index), text.length];
  return starts.map((start, i) => ({ start, end: ends[i] ?? text.length }));
}

const maxDepth = 10;
const maxNodes = 2_000;

/**
 * Converts a node to plain JavaScript values. Omits parts that are too deeply nested or too large. All keys become the
 * object's own properties, even `__proto__`.
 */
export function plainValueOf(node: SpecNode): unknown {
  const budget = { left: maxNodes };
  return copy(node, 0, budget);
}

function copy(node: SpecNode, depth: number, budget: { left: number }): unknown {
  if (--budget.left < 0 || depth >= maxDepth) return null;
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list")
    return node.items.slice(0, budget.left).map((item) => copy(item, depth + 1, budget));
  return Object.fromEntries(
    [...entriesOf(node)].slice(0, budget.left).map(({ key, value }) => [key, copy(value, depth + 1, budget)]),
  );
}
