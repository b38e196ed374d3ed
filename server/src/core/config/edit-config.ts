import type { TextEdit } from "../text/text-edit.ts";
import type { TextRange } from "../text/text-range.ts";
import type { JsonArray, JsonFile, JsonNode, JsonObject, JsonProperty } from "./json-tree.ts";

/**
 * Minimal edits of a JSON file as its author wrote it: indentation, tabs, line ends and every untouched line stay.
 * Places are named by ranges of the file's own tree, so they hold for files that a `$ref` pulls in as well.
 */

/** A JSON text for a string. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Takes the property or array item that has this range (of its value, key or whole) out, with its comma and line. */
export function removeMember(file: JsonFile, range: TextRange): TextEdit[] {
  const place = placeOf(file.root, range);
  if (!place) return [];
  const { members, index } = place;
  const member = members[index];
  if (!member) return [];
  const next = members[index + 1];
  const previous = members[index - 1];
  if (next) return [{ range: { start: member.start, end: next.start }, newText: "" }];
  if (previous)
    return [{ range: { start: previous.end, end: endWithStrayComma(file, member.end) }, newText: "" }];
  const { start, end } = place.container.range;
  return [{ range: { start: start + 1, end: end - 1 }, newText: "" }];
}

/**
 * Writes `"key": value` as the last property of the object, or behind the property named. `value` is JSON text as
 * `jsonText` makes it: its further lines are moved to where they stand, or joined where the object is one line.
 * A merged object keeps its target's range, so what stands beside the `$ref` is not counted. Nothing is written
 * into another file's object, nor where a property has no value yet.
 */
export function insertProperty(
  file: JsonFile,
  object: JsonObject,
  key: string,
  value: string,
  after?: string,
): TextEdit[] {
  const own = object.file === file.path ? nodeAt(file.root, object.range) : undefined;
  if (own?.kind !== "object" || own.properties.some((property) => !property.value)) return [];
  const index = own.properties.findIndex((property) => property.key === after);
  return insertMember(file, own, `${quoted(key)}: ${value}`, index);
}

/** Writes `"key": value` (see `insertProperty`) as the first property of the object, where a name belongs. */
export function insertFirstProperty(
  file: JsonFile,
  object: JsonObject,
  key: string,
  value: string,
): TextEdit[] {
  const own = object.file === file.path ? nodeAt(file.root, object.range) : undefined;
  const [first] = own?.kind === "object" ? own.properties : [];
  if (!first || own?.kind !== "object") return insertProperty(file, object, key, value);
  const { eol } = layoutOf(file.text);
  const text = `${quoted(key)}: ${value}`;
  const { start } = first.keyRange;
  const at = { start, end: start };
  if (!file.text.slice(own.range.start, start).includes("\n"))
    return [{ range: at, newText: `${joinLines(text)}, ` }];
  const indentation = indentationAt(file.text, start);
  return [{ range: at, newText: `${indentLines(text, eol, indentation)},${eol}${indentation}` }];
}

/** Writes JSON text (see `insertProperty`) as the last item of the array, or behind the item at the range `after`. */
export function insertItem(file: JsonFile, array: JsonArray, value: string, after?: TextRange): TextEdit[] {
  const own = array.file === file.path ? nodeAt(file.root, array.range) : undefined;
  if (own?.kind !== "array") return [];
  const index = after ? own.items.findIndex((item) => item.range.start === after.start) : -1;
  return insertMember(file, own, value, index);
}

/** Line end and one step of indentation of a file: the step by which its lines most often go in; else two blanks. */
export function layoutOf(text: string): { readonly eol: string; readonly step: string } {
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", step: stepOf(text.slice(0, 20_000)) };
}

/** What stands before the first line, as a byte order mark, is no indentation. */
function stepOf(text: string): string {
  const counts = new Map<string, number>();
  let previous = "";
  for (const [, indentation = ""] of text.trimStart().matchAll(/^([ \t]*)\S/gm)) {
    if (indentation.length > previous.length) {
      const step = indentation.slice(previous.length);
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    previous = indentation;
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? "  ";
}

/** `value` as JSON over several lines in the file's own steps and line ends; the first column is 0. For inserting. */
export function jsonText(file: JsonFile, value: unknown): string {
  const { eol, step } = layoutOf(file.text);
  return JSON.stringify(value, null, step).replaceAll("\n", eol);
}

/** The text of a node with all lines but the first moved from its own indentation to the first column, for `insertItem`. */
export function textOf(file: JsonFile, range: TextRange): string {
  const { eol } = layoutOf(file.text);
  const own = indentationAt(file.text, range.start);
  return file.text
    .slice(range.start, range.end)
    .split(eol)
    .map((line, i) => (i > 0 && line.startsWith(own) ? line.slice(own.length) : line))
    .join(eol);
}

interface Place {
  readonly container: JsonObject | JsonArray;
  readonly members: readonly TextRange[];
  readonly index: number;
}

function insertMember(
  file: JsonFile,
  container: JsonObject | JsonArray,
  text: string,
  afterIndex: number,
): TextEdit[] {
  const members = membersOf(container);
  const { eol, step } = layoutOf(file.text);
  const previous = members[afterIndex] ?? members.at(-1);
  if (!previous) {
    const outer = indentationAt(file.text, container.range.start);
    const inner = `${eol}${outer}${step}${indentLines(text, eol, outer + step)}${eol}${outer}`;
    return [{ range: { start: container.range.start + 1, end: container.range.end - 1 }, newText: inner }];
  }
  const at = { start: previous.end, end: previous.end };
  if (!file.text.slice(container.range.start, previous.start).includes("\n"))
    return [{ range: at, newText: `, ${joinLines(text)}` }];
  const indentation = indentationAt(file.text, previous.start);
  return [{ range: at, newText: `,${eol}${indentation}${indentLines(text, eol, indentation)}` }];
}

function indentLines(text: string, eol: string, indentation: string): string {
  return text.replaceAll(eol, eol + indentation);
}

/** Line ends and the blanks round them become one blank. A JSON string holds no line end. */
function joinLines(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

/** The blanks at the start of the line that `offset` stands in. */
function indentationAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  if (lineStart === 0) return "";
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

function membersOf(container: JsonObject | JsonArray): readonly TextRange[] {
  return container.kind === "array"
    ? container.items.map((item) => item.range)
    : container.properties.map(wholeRange);
}

function wholeRange(property: JsonProperty): TextRange {
  return { start: property.keyRange.start, end: property.value?.range.end ?? property.keyRange.end };
}

/** The node of the file's own tree with exactly this range. */
export function nodeAt(root: JsonNode | undefined, range: TextRange): JsonNode | undefined {
  let node = root;
  while (node && (node.range.start !== range.start || node.range.end !== range.end)) {
    const inside: JsonNode | undefined = childrenOf(node).find(
      (child) => child.range.start <= range.start && range.end <= child.range.end,
    );
    node = inside;
  }
  return node;
}

function placeOf(root: JsonNode | undefined, range: TextRange): Place | undefined {
  let node = root;
  while (node?.kind === "object" || node?.kind === "array") {
    const members = membersOf(node);
    const index = members.findIndex((member) => member.start <= range.start && range.end <= member.end);
    if (index < 0) return undefined;
    const child: JsonNode | undefined =
      node.kind === "array" ? node.items[index] : node.properties[index]?.value;
    const inChild = child && child.range.start <= range.start && range.end <= child.range.end;
    if (!inChild || (child.range.start === range.start && child.range.end === range.end))
      return { container: node, members, index };
    node = child;
  }
  return undefined;
}

function childrenOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === "array") return node.items;
  if (node.kind !== "object") return [];
  return node.properties.flatMap((property) => (property.value ? [property.value] : []));
}

/** A trailing comma behind the last member goes with it. */
function endWithStrayComma(file: JsonFile, end: number): number {
  const comma = /^\s*,/.exec(file.text.slice(end));
  return comma ? end + comma[0].length : end;
}
