import { findNearestNames } from "../../text/similarity.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { locate } from "../error-location.ts";
import type { SpecMap, SpecNode } from "../spec-tree.ts";
import type { SpecRepair } from "./analyze-spec.ts";
import type { FoundFault } from "./validator-errors.ts";

/** The obvious edit that puts a fault right; undefined where only the author can know. `text` is the file's. */
export function repairOf(fault: FoundFault, root: SpecNode, text: string): SpecRepair | undefined {
  const { node } = locate(root, fault.path);
  switch (fault.kind) {
    case "unknown-key":
      return fault.expected === "" && node.kind === "map" ? renamed(fault, node, text) : undefined;
    case "wrong-value":
      return meantValue(fault, node, text);
    case "wrong-form":
      return fault.expected.startsWith("a path") && !/^[/{]/.test(fault.name) && /^[\w-]/.test(fault.name)
        ? replaced("rename", fault.range, `/${fault.name}`, text)
        : undefined;
    case "wrong-type":
      return node.kind === "scalar" ? otherKind(fault, node.value, node.range, text) : undefined;
    case "missing-key":
      return node.kind === "map" && fault.expected === "" ? added(fault.name, node, text) : undefined;
    default:
      return undefined;
  }
}

function renamed(
  { name, range, candidates = [] }: FoundFault,
  node: SpecMap,
  text: string,
): SpecRepair | undefined {
  const taken = new Set(node.entries.map(({ key }) => key));
  const meant = findNearestNames(
    name,
    candidates.filter((key) => !taken.has(key)),
  );
  return meant === undefined ? undefined : replaced("rename", range, meant, text);
}

function meantValue(
  { name, range, candidates = [] }: FoundFault,
  node: SpecNode,
  text: string,
): SpecRepair | undefined {
  if (node.kind === "scalar" && node.value === false && candidates.length === 0) return setTrue(range, text);
  if (node.kind !== "scalar" || typeof node.value !== "string") return undefined;
  const meant = candidates.length === 1 ? candidates[0] : findNearestNames(name, candidates);
  return meant === undefined ? undefined : replaced("replace", range, meant, text);
}

/** The one value that is not a text and that the published schemas ask for: `required: true`. */
function setTrue(range: TextRange, text: string): SpecRepair | undefined {
  return text.slice(range.start, range.end) === "false"
    ? { kind: "replace", text: "true", edits: [{ range, newText: "true" }] }
    : undefined;
}

/** A number where a text belongs is put in quotes, a text that says a number or a boolean is taken out of them. */
function otherKind(
  { expected }: FoundFault,
  value: string | number | boolean | null,
  range: TextRange,
  text: string,
): SpecRepair | undefined {
  const written = text.slice(range.start, range.end);
  if (expected === "a text" && (typeof value === "number" || typeof value === "boolean"))
    return /^[\w.+-]+$/.test(written) ? toValue(range, `"${written}"`) : undefined;
  if (typeof value !== "string") return undefined;
  const isBoolean = expected.includes("`true`") && /^(true|false)$/.test(value);
  const isNumber = /number/.test(expected) && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value);
  return isBoolean || isNumber ? toValue(range, value) : undefined;
}

function toValue(range: TextRange, written: string): SpecRepair {
  return { kind: "replace", text: written, edits: [{ range, newText: written }] };
}

/** Another name or value with the quotes that the old one has; nothing when it would need other ones. */
function replaced(
  kind: SpecRepair["kind"],
  range: TextRange,
  name: string,
  text: string,
): SpecRepair | undefined {
  const written = text.slice(range.start, range.end);
  const quote = /^(["']).*\1$/s.exec(written)?.[1] ?? "";
  if (!/^[\w$/{}.-]+$/.test(name) || (quote === "" && !/^[\w$/][\w$/{}.-]*$/.test(name))) return undefined;
  return { kind, text: name, edits: [{ range, newText: `${quote}${name}${quote}` }] };
}

/** What may be added without knowing more than that it must be there. */
const plainValues: Readonly<Record<string, string | undefined>> = {
  responses: '{ "default": { "description": "" } }',
  description: '""',
  required: "true",
  scopes: "{}",
  paths: "{}",
  version: '"1.0.0"',
};

function added(key: string, node: SpecMap, text: string): SpecRepair | undefined {
  const value = plainValues[key];
  const [first] = node.entries;
  const last = node.entries.at(-1);
  if (value === undefined || !first || !last) return undefined;
  const isFlow = text[node.range.start] === "{";
  const start = isFlow ? last.value.range.end : first.keyRange.start;
  if (start < node.range.start || (isFlow && start > node.range.end)) return undefined;
  const edit = isFlow
    ? `,${text.slice(node.range.start + 1, first.keyRange.start) || " "}${quotedLike(first.keyRange, key, text)}: ${value}`
    : `${key}: ${value}${lineEnd(text)}${indentAt(first.keyRange.start, text)}`;
  if (isFlow && !/^\s*$/.test(text.slice(node.range.start + 1, first.keyRange.start))) return undefined;
  return { kind: "add", text: key, edits: [{ range: { start, end: start }, newText: edit }] };
}

function quotedLike(other: TextRange, key: string, text: string): string {
  const quote = /["']/.exec(text[other.start] ?? "")?.[0] ?? "";
  return `${quote}${key}${quote}`;
}

/** Blanks up to the column of this place: what stands before it on its line may be the dash of a list. */
function indentAt(offset: number, text: string): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return line.replace(/[^\t ]/g, " ");
}

function lineEnd(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
