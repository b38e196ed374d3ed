import { alikeFromEnd, alikeFromStart } from "../text/similarity.ts";
import type { TextRange } from "../text/text-edit.ts";
import { mostJsonProblems } from "./json-problem.ts";
import type { JsonArray, JsonFile, JsonNode, JsonObject, JsonProperty } from "./json-tree.ts";

/**
 * The objects and lists of a file as it was before a change, for reading it again: those that the change does not touch
 * and that had no fault are what they were, moved by the length of the change.
 */
export class KnownTree {
  readonly #root: JsonNode | undefined;
  readonly #text: string;
  readonly #faults: readonly number[];
  readonly #edit: Edit;

  constructor({ root, text: before, problems }: JsonFile, text: string) {
    // Of so many problems some may have been left out, and with them the faults that they speak of.
    this.#root = problems.length < mostJsonProblems ? root : undefined;
    this.#text = before;
    this.#faults = problems.map(({ range }) => range.start).sort((a, b) => a - b);
    this.#edit = editBetween(before, text);
  }

  /**
   * The object or list that begins at an offset of the new text, where it is the same as before. What holds faults is
   * read again, as brackets around it say what they are; so is what lies deeper than it did.
   */
  at(offset: number, depth: number): JsonNode | undefined {
    const { start, end, delta } = this.#edit;
    const isBehind = offset >= end + delta;
    if (!isBehind && offset >= start) return undefined;
    const found = containerAt(this.#root, isBehind ? offset - delta : offset);
    if (!found || found.depth < depth || !isClosed(found.node, this.#text)) return undefined;
    const { range } = found.node;
    if ((!isBehind && range.end > start) || this.#hasFault(range)) return undefined;
    return isBehind && delta !== 0 ? moved(found.node, delta) : found.node;
  }

  /** What is missing behind a bracket is said at the bracket and no fault of what it closes. */
  #hasFault({ start, end }: TextRange): boolean {
    let low = 0;
    for (let high = this.#faults.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#faults[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (this.#faults[low] ?? Number.POSITIVE_INFINITY) < end - 1;
  }
}

/** The range of the old text that is another in the new one, and by how much longer it is there. */
interface Edit extends TextRange {
  readonly delta: number;
}

function editBetween(before: string, after: string): Edit {
  const start = alikeFromStart(before, after);
  const delta = after.length - before.length;
  const most = Math.min(before.length, after.length) - start;
  const end = before.length - alikeFromEnd(before, after, most);
  return { start, end, delta };
}

type Container = JsonObject | JsonArray;

function containerAt(
  root: JsonNode | undefined,
  offset: number,
): { readonly node: Container; readonly depth: number } | undefined {
  let node = root;
  for (let depth = 0; node?.kind === "object" || node?.kind === "array"; depth++) {
    if (node.range.start === offset) return { node, depth };
    node = childAround(node, offset);
  }
  return undefined;
}

/** The last child that begins at the offset or before. */
function childAround(node: Container, offset: number): JsonNode | undefined {
  const members: readonly (JsonNode | JsonProperty)[] = node.kind === "array" ? node.items : node.properties;
  let low = 0;
  for (let high = members.length; low < high;) {
    const middle = (low + high) >> 1;
    const member = members[middle];
    if (member && startOf(member) <= offset) low = middle + 1;
    else high = middle;
  }
  const member = members[low - 1];
  return member && "keyRange" in member ? member.value : member;
}

function startOf(member: JsonNode | JsonProperty): number {
  return "keyRange" in member ? member.keyRange.start : member.range.start;
}

/** Whether a bracket of its own ends it. Where that is missing it ends with its last member, or with what stands behind. */
function isClosed(node: Container, text: string): boolean {
  if (text[node.range.end - 1] !== (node.kind === "array" ? "]" : "}")) return false;
  const last = node.kind === "array" ? node.items.at(-1) : node.properties.at(-1);
  const end = last && ("keyRange" in last ? (last.value?.range ?? last.keyRange) : last.range).end;
  return (end ?? node.range.start + 1) < node.range.end;
}

/** The same further behind in the file. Fields come in the order in which the reader writes them. */
function moved(node: JsonNode, delta: number): JsonNode {
  const { file } = node;
  const range = movedRange(node.range, delta);
  switch (node.kind) {
    case "object":
      return {
        kind: "object",
        file,
        range,
        properties: node.properties.map((one) => movedProperty(one, delta)),
      };
    case "array":
      return { kind: "array", file, range, items: node.items.map((item) => moved(item, delta)) };
    case "string":
      return { kind: "string", file, range, value: node.value };
    case "number":
      return { kind: "number", file, range, value: node.value };
    case "boolean":
      return { kind: "boolean", file, range, value: node.value };
    case "null":
      return { kind: "null", file, range };
  }
}

function movedProperty({ key, file, keyRange, value }: JsonProperty, delta: number): JsonProperty {
  return { key, file, keyRange: movedRange(keyRange, delta), value: value && moved(value, delta) };
}

function movedRange({ start, end }: TextRange, delta: number): TextRange {
  return { start: start + delta, end: end + delta };
}
