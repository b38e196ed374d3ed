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

/** Writes `"key": value` as the last property of the object, or behind the property named. */
export function insertProperty(
  file: JsonFile,
  object: JsonObject,
  key: string,
  value: string,
  after?: string,
): TextEdit[] {
  const own = ownObject(file, object);
  return own
    ? insertMember(
        file,
        own,
        `${quoted(key)}: ${value}`,
        own.properties.findIndex((property) => property.key === after),
      )
    : [];
}

/** Writes a value as the last item of the array, or behind the item that has the range `after`. */
export function insertItem(file: JsonFile, array: JsonArray, value: string, after?: TextRange): TextEdit[] {
  const index = after ? array.items.findIndex((item) => item.range.start === after.start) : -1;
  return insertMember(file, array, value, index);
}

/** Exchanges the text at a range, as a value or a quoted key. */
export function replaceText(range: TextRange, newText: string): TextEdit[] {
  return [{ range, newText }];
}

/** Line end and one step of indentation of a file, by its first indented line; two blanks when it has none. */
export function layoutOf(text: string): { readonly eol: string; readonly step: string } {
  const indented = /\n([ \t]+)\S/.exec(text);
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", step: indented?.[1] ?? "  " };
}

/** `value` written as JSON over several lines, fitted to the indentation of the line at `offset`. */
export function writeValue(file: JsonFile, offset: number, value: unknown): string {
  const { eol, step } = layoutOf(file.text);
  return JSON.stringify(value, null, step).replaceAll("\n", eol + indentationAt(file.text, offset));
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
    const inner = `${eol}${outer}${step}${indentMore(text, eol, step)}${eol}${outer}`;
    return [{ range: { start: container.range.start + 1, end: container.range.end - 1 }, newText: inner }];
  }
  const multiline = file.text.slice(container.range.start, previous.start).includes("\n");
  const separator = multiline ? eol + indentationAt(file.text, previous.start) : " ";
  return [{ range: { start: previous.end, end: previous.end }, newText: `,${separator}${text}` }];
}

function indentMore(text: string, eol: string, step: string): string {
  return text.replaceAll(eol, eol + step);
}

/** The blanks at the start of the line that `offset` stands in. */
function indentationAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
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

/** A merged object has the target's range but also siblings of the `$ref`; only what stands in the file counts here. */
function ownObject(file: JsonFile, object: JsonObject): JsonObject | undefined {
  const found = nodeAt(file.root, object.range);
  return found?.kind === "object" ? found : undefined;
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
