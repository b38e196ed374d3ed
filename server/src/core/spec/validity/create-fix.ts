import { findNearestName } from "../../text/similarity.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { locateValue } from "../resolve-ref.ts";
import type { SpecMap, SpecNode } from "../spec-tree.ts";
import type { ValidityFix } from "./analyze-spec.ts";
import type { FoundProblem } from "./validator-errors.ts";

/**
 * Returns the edit that fixes a problem, or undefined if only the author can decide how to fix the problem. `text` is
 * the file's content.
 */
export function createFix(problem: FoundProblem, root: SpecNode, text: string): ValidityFix | undefined {
  const { node } = locateValue(root, problem.path);
  switch (problem.kind) {
    case "unknown-key":
      return problem.variant === undefined && node.kind === "map" ? createRenameFix(problem, node, text) : undefined;
    case "wrong-value":
      return createReplacementFix(problem, node, text);
    case "wrong-form":
      return problem.isPath && !/^[/{]/.test(problem.name) && /^[\w-]/.test(problem.name)
        ? createTextFix("rename", problem.range, `/${problem.name}`, text)
        : undefined;
    case "wrong-type":
      return node.kind === "scalar" ? createTypeFix(problem, node.value, node.range, text) : undefined;
    case "missing-key":
      return node.kind === "map" && problem.alternativeKeys === undefined
        ? createKeyFix(problem.name, node, text)
        : undefined;
    case "path-parameter": {
      const [name] = problem.candidates ?? [];
      return name === undefined ? undefined : createTextFix("rename", problem.range, name, text);
    }
    default:
      return undefined;
  }
}

function createRenameFix(
  { name, range, candidates = [] }: FoundProblem,
  node: SpecMap,
  text: string,
): ValidityFix | undefined {
  const keys = new Set(node.entries.map(({ key }) => key));
  const suggestion = findNearestName(
    name,
    candidates.filter((key) => !keys.has(key)),
  );
  return suggestion === undefined ? undefined : createTextFix("rename", range, suggestion, text);
}

function createReplacementFix(
  { name, range, candidates = [] }: FoundProblem,
  node: SpecNode,
  text: string,
): ValidityFix | undefined {
  if (node.kind === "scalar" && node.value === false && candidates.length === 0) return createTrueFix(range, text);
  if (node.kind === "scalar" && node.value === null && candidates.includes("null") && range.end > range.start)
    return createValueFix(range, '"null"');
  if (node.kind !== "scalar" || typeof node.value !== "string") return undefined;
  const suggestion = candidates.length === 1 ? candidates[0] : findNearestName(name, candidates);
  return suggestion === undefined ? undefined : createTextFix("replace", range, suggestion, text);
}

/**
 * Returns a fix that changes `required` to `true`. This is the only constant in the published schemas that isn't a
 * string.
 */
function createTrueFix(range: TextRange, text: string): ValidityFix | undefined {
  return text.slice(range.start, range.end) === "false"
    ? { kind: "replace", text: "true", edits: [{ range, newText: "true" }] }
    : undefined;
}

/**
 * Returns an edit that adds quotes to a number or boolean where a string is required, or removes the quotes from a
 * string where a number or boolean is required.
 */
function createTypeFix(
  { types = [], variant }: FoundProblem,
  value: string | number | boolean | null,
  range: TextRange,
  text: string,
): ValidityFix | undefined {
  const source = text.slice(range.start, range.end);
  const acceptsOnlyStrings = types.length > 0 && types.every((type) => type === "string");
  // A value that looks like a string but isn't one is a date.
  if (acceptsOnlyStrings && value !== null)
    return /^[\w.+:-]+$/.test(source) ? createValueFix(range, `"${source}"`) : undefined;
  if (typeof value !== "string") return undefined;
  const isBoolean = types.includes("boolean") && /^(true|false)$/.test(value);
  const isNumber =
    types.some((type) => type === "number" || type === "integer") && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value);
  if (variant === "underscores") return createValueFix(range, value.replaceAll("_", ""));
  return isBoolean || isNumber ? createValueFix(range, value) : undefined;
}

function createValueFix(range: TextRange, source: string): ValidityFix {
  return { kind: "replace", text: source, edits: [{ range, newText: source }] };
}

/**
 * Returns an edit that replaces a name or value and keeps its quotes, or undefined if the new text would need different
 * quotes.
 */
function createTextFix(
  kind: ValidityFix["kind"],
  range: TextRange,
  name: string,
  text: string,
): ValidityFix | undefined {
  const source = text.slice(range.start, range.end);
  const quote = /^(["']).*\1$/s.exec(source)?.[1] ?? "";
  if (!/^[\w$/{}.-]+$/.test(name) || (quote === "" && !/^[\w$/][\w$/{}.-]*$/.test(name))) return undefined;
  return { kind, text: name, edits: [{ range, newText: `${quote}${name}${quote}` }] };
}

/** Values that can be added for missing keys, regardless of what the author intends. */
const defaultValues: Readonly<Record<string, string | undefined>> = {
  responses: '{ "default": { "description": "" } }',
  description: '""',
  required: "true",
  scopes: "{}",
  paths: "{}",
  version: '"1.0.0"',
};

function createKeyFix(key: string, node: SpecMap, text: string): ValidityFix | undefined {
  const value = defaultValues[key];
  const [firstEntry] = node.entries;
  const lastEntry = node.entries.at(-1);
  if (value === undefined || !firstEntry || !lastEntry) return undefined;
  const isFlow = text[node.range.start] === "{";
  const start = isFlow ? lastEntry.value.range.end : firstEntry.keyRange.start;
  if (start < node.range.start || (isFlow && start > node.range.end)) return undefined;
  const newText = isFlow
    ? `,${text.slice(node.range.start + 1, firstEntry.keyRange.start) || " "}${quoteLike(firstEntry.keyRange, key, text)}: ${value}`
    : `${key}: ${value}${detectEol(text)}${getIndent(firstEntry.keyRange.start, text)}`;
  if (isFlow && !/^\s*$/.test(text.slice(node.range.start + 1, firstEntry.keyRange.start))) return undefined;
  return { kind: "add", text: key, edits: [{ range: { start, end: start }, newText }] };
}

function quoteLike(neighborRange: TextRange, key: string, text: string): string {
  const quote = /["']/.exec(text[neighborRange.start] ?? "")?.[0] ?? "";
  return `${quote}${key}${quote}`;
}

/**
 * Returns whitespace up to this offset's column. The text before the offset can't be copied, because it may be a list's
 * dash.
 */
function getIndent(offset: number, text: string): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return line.replace(/[^\t ]/g, " ");
}

function detectEol(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
