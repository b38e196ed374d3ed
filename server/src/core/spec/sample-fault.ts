import { readJson } from "../config/json-tree.ts";
import type { JsonProblem, JsonProblemKind } from "../config/json-problem.ts";
import type { TextRange } from "../text/text-range.ts";
import { readYamlTree } from "./read-yaml-tree.ts";

/** A slip in a JSON or YAML sample that is otherwise plain. */
export interface SampleFault {
  readonly range: TextRange;
  /** Plain words: `a comma is missing`. */
  readonly text: string;
}

const longestSample = 100_000;

/**
 * The one slip in a sample of JSON or YAML. Samples are written for people: with comments, dots for what is left
 * out, placeholders, single members, several documents. All of that is no slip, and where one thing looks odd in
 * several ways nothing is said at all.
 */
export function sampleFault(language: string, text: string): SampleFault | undefined {
  if (text.length > longestSample) return undefined;
  if (language === "json") return jsonFault(text);
  return language === "yaml" || language === "yml" ? yamlFault(text) : undefined;
}

/** Dots for what is left out, placeholders, template marks, comments, line marks of diffs. */
const notPlainJson = /\.\.\.|…|\{\{|\}\}|\$\{|<|\/\/|\/\*|#|^\s*[+-]\s/m;
const notPlainYaml = /\{\{|\}\}|\$\{|<[\w -]+>|<%|\[!code|^[ ]*\t|^\s*[%+]|^\s*(---|\.\.\.|…)\s*$/m;
const jsonString = /"(?:[^"\\\n]|\\.)*"/g;

const jsonWords: Partial<Record<JsonProblemKind, string>> = {
  "trailing-comma": "a comma stands before a closing bracket",
  "missing-comma": "a comma is missing",
  "missing-colon": "a colon is missing",
  "missing-value": "a value is missing",
  "missing-close": "a bracket is not closed",
  "unclosed-string": "a quote is not closed",
  unexpected: "a character does not belong here",
  "text-after-end": "more follows after the end",
};

function jsonFault(text: string): SampleFault | undefined {
  if (!/^\s*[{[]/.test(text) || notPlainJson.test(text.replace(jsonString, '""'))) return undefined;
  const { problems, refused } = readJson("", text);
  const [first] = problems;
  if (refused || !first || !isOneSlip(problems, text)) return undefined;
  const words = jsonWords[first.kind];
  return words === undefined ? undefined : { range: first.range, text: words };
}

/** What is no JSON by intent (names without quotes, several texts after each other) has no slip. */
function isOneSlip(problems: readonly JsonProblem[], text: string): boolean {
  const [first] = problems;
  if (first?.kind === "text-after-end") return /^[\s}\]]*$/.test(text.slice(first.range.start));
  const kinds = new Set(problems.map(({ kind }) => kind));
  // A quote that is not closed swallows what follows it on the line, so more seems to be missing there.
  if (first?.kind === "unclosed-string") return problems.length <= 3 && !kinds.has("comment");
  return (
    problems.length === 1 || (kinds.size === 1 && (kinds.has("trailing-comma") || kinds.has("missing-comma")))
  );
}

/** A key that stands twice is left alone: samples show one variant below the other. */
function yamlFault(text: string): SampleFault | undefined {
  if (notPlainYaml.test(text)) return undefined;
  const { fault } = readYamlTree(text);
  if (fault?.kind !== "syntax" || fault.text.endsWith("twice")) return undefined;
  return { range: fault.range, text: fault.text };
}
