import {
  getEntries,
  getItems,
  type SpecEntry,
  type SpecNode,
  type SpecTree,
  getNodeText,
  getValue,
} from "../../spec/spec-tree.ts";
import { truncateEnd } from "../../text/message.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { isMethodKey } from "./code-lenses.ts";

/** The kinds of outline rows. The kind determines a row's icon. */
export const symbolKinds = ["section", "path", "operation", "event", "part", "tag", "server"] as const;
export type SpecSymbolKind = (typeof symbolKinds)[number];

/**
 * The outline of a specification file. Each property contains the values of one column, because sending thousands of
 * row objects would be slow. The parent of a row is the last row before it that has a lower level.
 */
export interface SpecSymbols {
  readonly names: readonly string[];
  /** The summary or title of each row, or an empty string if a row has neither. */
  readonly details: readonly string[];
  /** The kind of each row, as an index into `symbolKinds`. */
  readonly kinds: Uint8Array;
  readonly levels: Uint8Array;
  /** Four offsets per row: the start and end of the full range, followed by the start and end of the name. */
  readonly offsets: Uint32Array;
}

/** The maximum number of rows. More rows would slow down editors without being useful. */
export const maxSymbols = 10_000;
const maxDetailLength = 100;

const sections: readonly (readonly [key: string, name: string])[] = [
  ["servers", "Servers"],
  ["tags", "Tags"],
  ["paths", "Paths"],
  ["webhooks", "Webhooks"],
  ["channels", "Channels"],
  ["operations", "Operations"],
];

const componentSectionNames: Readonly<Record<string, string>> = {
  schemas: "Schemas",
  responses: "Responses",
  parameters: "Parameters",
  examples: "Examples",
  requestBodies: "Request bodies",
  headers: "Headers",
  securitySchemes: "Security schemes",
  links: "Links",
  callbacks: "Callbacks",
  pathItems: "Path items",
  messages: "Messages",
  messageTraits: "Message traits",
  operationTraits: "Operation traits",
  correlationIds: "Correlation IDs",
};

/** Returns the outline of a specification file: operations by method and path, components, and channels. */
export function createSpecSymbols({ root }: Pick<SpecTree, "root">): SpecSymbols {
  const rows = new RowCollector();
  const isCompleteSpec = sections.some(([key]) => getValue(root, key)) || getValue(root, "components") !== undefined;
  if (!isCompleteSpec) addIncludedFile(root, rows);
  for (const entry of isCompleteSpec ? getEntries(root) : []) {
    const name = sections.find(([key]) => key === entry.key)?.[1];
    if (name !== undefined && entry.value.kind !== "scalar") addSection(entry, name, rows);
    else if (entry.key === "components") addComponents(entry, rows);
    else if (entry.key === "definitions") addNamedEntries(entry, "Schemas", rows);
  }
  return rows.toSymbols();
}

function addSection(entry: SpecEntry, name: string, rows: RowCollector): void {
  const { key, value } = entry;
  rows.add("section", name, entry, 0);
  if (key === "servers" && value.kind === "list") for (const item of value.items) addItem(item, "url", "server", rows);
  else if (key === "tags") for (const item of getItems(value)) addItem(item, "name", "tag", rows);
  else
    for (const member of getEntries(value)) {
      if (member.key.startsWith("x-")) continue;
      if (key === "paths" || key === "webhooks") addPath(member, key === "webhooks", 1, rows);
      else rows.add(key === "servers" ? "server" : "event", member.key, member, 1, getDetail(member.value));
    }
}

function addPath(entry: SpecEntry, isWebhook: boolean, level: number, rows: RowCollector): void {
  rows.add(isWebhook ? "event" : "path", entry.key, entry, level);
  addOperations(entry.value, isWebhook ? "" : entry.key, level + 1, rows);
}

function addOperations(item: SpecNode | undefined, path: string, level: number, rows: RowCollector): void {
  for (const member of getEntries(item)) {
    const additionalOperations = member.key === "additionalOperations" ? [...getEntries(member.value)] : [];
    const entries = isMethodKey(member.key) ? [member] : additionalOperations;
    for (const operation of entries) {
      const method = operation === member ? member.key.toUpperCase() : operation.key;
      rows.add("operation", `${method} ${path}`.trim(), operation, level, getDetail(operation.value));
    }
  }
}

function addComponents(entry: SpecEntry, rows: RowCollector): void {
  rows.add("section", "Components", entry, 0);
  for (const section of getEntries(entry.value)) {
    if (section.key.startsWith("x-") || section.value.kind !== "map") continue;
    addNamedEntries(section, componentSectionNames[section.key] ?? section.key, rows, 1);
  }
}

function addNamedEntries(section: SpecEntry, name: string, rows: RowCollector, level = 0): void {
  rows.add("section", name, section, level);
  for (const member of getEntries(section.value)) {
    if (section.key === "pathItems") addPath(member, false, level + 1, rows);
    else rows.add("part", member.key, member, level + 1, getDetail(member.value));
  }
}

/** Adds the operations of a file that a specification includes or, if the file has no operations, its named nodes. */
function addIncludedFile(root: SpecNode | undefined, rows: RowCollector): void {
  const rowCount = rows.count;
  addOperations(root, "", 0, rows);
  if (rows.count > rowCount) return;
  for (const member of getEntries(root)) {
    if (member.value.kind !== "map") continue;
    rows.add("part", member.key, member, 0, getDetail(member.value));
    addOperations(member.value, member.key, 1, rows);
  }
}

function addItem(item: SpecNode, nameKey: string, kind: SpecSymbolKind, rows: RowCollector): void {
  const name = getValue(item, nameKey);
  const text = getNodeText(name);
  if (name && text !== undefined) rows.push(kind, text, item.range, name.range, 1, getDetail(item));
}

function getDetail(node: SpecNode): string {
  const text = getNodeText(getValue(node, "summary")) ?? getNodeText(getValue(node, "title")) ?? "";
  const firstLine = text.split(/[\r\n]/, 1)[0] ?? "";
  return truncateEnd(firstLine, maxDetailLength);
}

class RowCollector {
  readonly #names: string[] = [];
  readonly #details: string[] = [];
  readonly #kinds: number[] = [];
  readonly #levels: number[] = [];
  readonly #offsets: number[] = [];

  get count(): number {
    return this.#names.length;
  }

  add(kind: SpecSymbolKind, name: string, { keyRange, value }: SpecEntry, level: number, detail = ""): void {
    const fullRange = { start: keyRange.start, end: Math.max(keyRange.end, value.range.end) };
    this.push(kind, name, fullRange, keyRange, level, detail);
  }

  push(
    kind: SpecSymbolKind,
    name: string,
    fullRange: TextRange,
    nameRange: TextRange,
    level: number,
    detail: string,
  ): void {
    // If the value is a YAML alias, its target is elsewhere in the file.
    const isEnclosing = fullRange.start <= nameRange.start && nameRange.end <= fullRange.end;
    const { start, end } = isEnclosing ? fullRange : nameRange;
    if (this.count >= maxSymbols) return;
    this.#names.push(name === "" ? '""' : name);
    this.#details.push(detail);
    this.#kinds.push(symbolKinds.indexOf(kind));
    this.#levels.push(level);
    this.#offsets.push(start, end, nameRange.start, nameRange.end);
  }

  toSymbols(): SpecSymbols {
    return {
      names: this.#names,
      details: this.#details,
      kinds: Uint8Array.from(this.#kinds),
      levels: Uint8Array.from(this.#levels),
      offsets: Uint32Array.from(this.#offsets),
    };
  }
}
