import {
  EVENT_ID,
  getScalarValue,
  SCALAR_STYLE,
  TooManyValues,
  YAMLException,
  type YamlEvent,
  parseYamlEvents,
  type YamlScalarEvent,
} from "./yaml-events.ts";
import type { Phrase, PhraseText } from "../text/phrase.ts";
import { getCharacterRange, type TextRange } from "../text/text-edit.ts";
import {
  maxSpecDepth,
  maxSpecNodes,
  type SpecEntry,
  type SpecNode,
  type SpecTree,
  type SpecParseError,
  TableTree,
} from "./spec-tree.ts";
import { noKey, parsePlainYamlValue, rowKinds, type SpecTable, TableBuilder } from "./spec-table.ts";

/**
 * Returns the table for a YAML file, or undefined if the file contains anchors, tags, merge keys, non-string keys,
 * duplicate keys, or multiple documents. Almost all specifications contain none of these.
 */
export function parseYamlTable(
  text: string,
  events: readonly YamlEvent[],
): { readonly table: SpecTable } | { readonly error: SpecParseError } | undefined {
  const rows = new YamlRows(text, events.length);
  for (const event of events) if (!rows.take(event)) return rows.error && { error: rows.error };
  return { table: rows.build() };
}

interface OpenRow {
  readonly row: number;
  /** The keys found in the map so far. */
  readonly keys: Set<string> | undefined;
}

class YamlRows {
  error: SpecParseError | undefined;
  readonly #text: string;
  readonly #rows: TableBuilder;
  readonly #unusualScalars = new Map<number, YamlScalarEvent>();
  readonly #parents: OpenRow[] = [];
  #documentCount = 0;
  /** The end of the last token. */
  #end = 0;
  /** Whether a key has been read but its value hasn't. */
  #hasKey = false;
  #keyStart = noKey;
  #keyEnd = noKey;
  #oddKey: string | undefined;

  constructor(text: string, expected: number) {
    this.#text = text;
    this.#rows = new TableBuilder(Math.min(maxSpecNodes, expected));
  }

  /** Adds an event to the table. Returns false if the file can't be represented as a table. */
  take(event: YamlEvent): boolean {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        return ++this.#documentCount === 1;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        if (isMarked(event) || !this.#mayAddValue()) return false;
        const isMap = event.type === EVENT_ID.MAPPING;
        const kind = isMap ? rowKinds.map : rowKinds.list;
        const row = this.#add(kind, event.start, event.start + 1);
        this.#parents.push({ row, keys: isMap ? new Set() : undefined });
        this.#end = event.start + 1;
        return true;
      }
      case EVENT_ID.SCALAR:
        return !isMarked(event) && this.#addScalar(event);
      case EVENT_ID.ALIAS:
        return false;
      case EVENT_ID.POP:
        this.#close();
        return true;
    }
  }

  build(): SpecTable {
    const text = this.#text;
    const unusualScalars = this.#unusualScalars;
    return this.#rows.build(text, (row) => {
      const event = unusualScalars.get(row);
      const value = event ? getScalarValue(text, event) : "";
      return event?.style === SCALAR_STYLE.PLAIN ? parsePlainYamlValue(value) : value;
    });
  }

  /** Whether a value can be added. The limit must not have been reached, and in a map, a key must have been read. */
  #mayAddValue(): boolean {
    if (this.#rows.count >= maxSpecNodes) {
      const range = { start: this.#end, end: this.#end + 1 };
      this.error = { kind: "too-large", reason: "it has too many values", range };
      return false;
    }
    return this.#hasKey || !this.#parents.at(-1)?.keys;
  }

  #add(kind: (typeof rowKinds)[keyof typeof rowKinds], start: number, end: number): number {
    const isEntry = this.#hasKey;
    this.#hasKey = false;
    const row = this.#rows.add(kind, start, end, isEntry ? this.#keyStart : noKey, isEntry ? this.#keyEnd : noKey);
    if (isEntry && this.#oddKey !== undefined) this.#rows.oddKeys.set(row, this.#oddKey);
    return row;
  }

  #addScalar(event: YamlScalarEvent): boolean {
    const isEmpty = event.valueStart < 0;
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    const quote = isQuoted ? 1 : 0;
    const start = isEmpty ? this.#end : event.valueStart - quote;
    const end = isEmpty ? this.#end : event.valueEnd + quote;
    this.#end = end;
    const keys = this.#parents.at(-1)?.keys;
    if (keys && !this.#hasKey) return this.#addKey(event, keys, start, end);
    if (!this.#mayAddValue()) return false;
    const isFast = event.fast || isEmpty;
    const kind = !isFast ? rowKinds.odd : isQuoted ? rowKinds.quoted : rowKinds.plain;
    const isBlock = !isQuoted && event.style !== SCALAR_STYLE.PLAIN;
    const row = this.#add(isBlock ? rowKinds.odd : kind, start, end);
    if (isBlock || !isFast) this.#unusualScalars.set(row, event);
    return true;
  }

  #addKey(event: YamlScalarEvent, keys: Set<string>, start: number, end: number): boolean {
    const isPlain = event.style === SCALAR_STYLE.PLAIN;
    const key = getScalarValue(this.#text, event);
    if ((isPlain && key === "<<") || keys.has(key)) return false;
    keys.add(key);
    this.#hasKey = true;
    this.#keyStart = start;
    this.#keyEnd = end;
    this.#oddKey = event.fast ? undefined : key;
    return true;
  }

  #close(): void {
    const openRow = this.#parents.pop();
    if (!openRow) return;
    const first = this.#text.charCodeAt(this.#rows.getStart(openRow.row));
    // There is no event for the bracket that closes `{` or `[`.
    if (first === 0x7b || first === 0x5b) {
      const closing = /^\s*,?\s*[}\]]/.exec(this.#text.slice(this.#end, this.#end + 200));
      if (closing) this.#end += closing[0].length;
    }
    this.#rows.close(openRow.row, Math.max(this.#rows.getEnd(openRow.row), this.#end));
  }
}

/** Whether the value has an anchor or a tag. */
function isMarked({ anchorStart, tagStart }: { readonly anchorStart: number; readonly tagStart: number }): boolean {
  return anchorStart >= 0 || tagStart >= 0;
}

/** Plain-language descriptions that replace error messages from js-yaml. */
const reasonPatterns: readonly (readonly [pattern: RegExp, words: PhraseText])[] = [
  [/tab characters/, "a tab is used where spaces are required"],
  [/indentation/, "the indentation is wrong"],
  [/quoted scalar/, "a quote isn't closed"],
  [/flow collection|missed comma/, "a bracket isn't closed, or a comma is missing"],
  [/escape|hexadecimal/, "a backslash is followed by a character that can't be escaped"],
  [/non-printable|valid JSON character|null byte/, "a character isn't allowed in YAML"],
  [/multiline key|key-value separator/, "a key has no colon, or its value needs quotes"],
  [/alias|anchor/, "an anchor or alias is incomplete"],
  [/tag/i, "a tag isn't recognized"],
  [/document|stream/, "the line doesn't belong to the content above it"],
  [/node content/, "a value starts with a character that needs quotes"],
];

/** Returns the reason for the error that a duplicate key causes. */
export function createDuplicateKeyReason(key: string): Phrase {
  return { phrase: "the key `{key}` appears twice", values: { key } };
}

/** Returns the message for authors that replaces js-yaml's message. */
export function formatYamlError(reason: string): PhraseText {
  return reasonPatterns.find(([pattern]) => pattern.test(reason))?.[1] ?? "the line can't be read";
}

/**
 * Returns the tree for a YAML file, built from js-yaml's events. The events contain offsets, so ranges are exact, even
 * with anchors, flow style, or quoted keys. Aliases aren't expanded, because an alias is represented by its anchor's
 * node. Merge keys can copy only as many entries as js-yaml allows by default, so the cost is limited by the file's
 * length.
 */
export function readYamlTree(text: string): SpecTree {
  try {
    const events = parseYamlEvents(text, maxSpecDepth, maxParts);
    const table = parseYamlTable(text, events);
    if (!table) return parseObjectTree(text, events);
    if ("table" in table) return new TableTree(table.table);
    return { root: undefined, shared: new Set(), error: table.error };
  } catch (error) {
    return { root: undefined, shared: new Set(), error: toParseError(error, text) };
  }
}

/** The maximum number of keys and values, which is about four times the number in the largest known specification. */
const maxParts = 2_000_000;

/**
 * Returns a tree with one object per value. Such trees are used for files in which a value can appear in several
 * positions.
 */
export function parseObjectTree(text: string, events: readonly YamlEvent[]): SpecTree {
  const builder = new YamlTree(text);
  for (const event of events) {
    builder.take(event);
    if (builder.error) break;
  }
  const { root, shared, error } = builder;
  return { root: error ? undefined : root, shared, error };
}

const maxMergedKeys = 10_000;

interface OpenMap {
  readonly node: { readonly kind: "map"; range: TextRange; readonly entries: SpecEntry[] };
  readonly keys: Set<string>;
  /** Entries from `<<`, to be resolved when the map is closed. */
  readonly mergedNodes: SpecNode[];
  /**
   * The key whose value hasn't been read yet, `undefined` if the next event is a key, or `null` if the key isn't a
   * string.
   */
  key: { readonly text: string; readonly range: TextRange; readonly isMergeKey: boolean } | null | undefined;
}
interface OpenList {
  readonly node: { readonly kind: "list"; range: TextRange; readonly items: SpecNode[] };
}
type OpenNode = OpenMap | OpenList;

/** Matches the tags that are accepted. Like js-yaml, Docwright rejects all other tags. */
const knownTagPattern = /^(!|!!(str|int|float|bool|null|map|seq|timestamp|binary|merge))$/;

/** Matches the tags of values that are read like plain ones, even if they're in quotes. */
const typeTagPattern = /^!!(int|float|bool|null)$/;

class YamlTree {
  root: SpecNode | undefined;
  error: SpecParseError | undefined;
  readonly shared = new Set<SpecNode>();
  readonly #text: string;
  readonly #parents: OpenNode[] = [];
  readonly #anchors = new Map<string, SpecNode>();
  #documentCount = 0;
  #nodeCount = 0;
  #mergedKeyCount = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  take(event: YamlEvent): void {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        return this.#startDocument();
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        return this.#openContainer(event);
      case EVENT_ID.SCALAR:
        return this.#addScalar(event);
      case EVENT_ID.ALIAS:
        return this.#addAlias(event);
      case EVENT_ID.POP:
        return this.#close();
    }
  }

  #startDocument(): void {
    if (++this.#documentCount === 1) return;
    const start = Math.max(this.#end, this.#text.indexOf("---", this.#end));
    this.#fail("syntax", "a second document starts after `---`", { start, end: start + 3 });
  }

  #openContainer(event: Exclude<YamlEvent, { type: 1 | 4 | 5 | 6 }>): void {
    const range = { start: event.start, end: event.start + 1 };
    this.#checkTag(event);
    const open: OpenNode =
      event.type === EVENT_ID.MAPPING
        ? { node: { kind: "map", range, entries: [] }, keys: new Set(), mergedNodes: [], key: undefined }
        : { node: { kind: "list", range, items: [] } };
    this.#registerAnchor(event, open.node);
    this.#add(open.node);
    this.#parents.push(open);
    this.#end = range.end;
  }

  #addScalar(event: YamlScalarEvent): void {
    this.#checkTag(event);
    const quoteLength =
      event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
    // An empty value's range is after the preceding token.
    const start = event.valueStart < 0 ? this.#end : event.valueStart - quoteLength;
    const range = { start, end: Math.min(this.#text.length, Math.max(start, event.valueEnd + quoteLength)) };
    const text = getScalarValue(this.#text, event);
    const isTagged = event.tagStart >= 0;
    const isPlain = event.style === SCALAR_STYLE.PLAIN && !isTagged;
    const isTyped = isPlain || (isTagged && typeTagPattern.test(this.#text.slice(event.tagStart, event.tagEnd)));
    this.#end = range.end;
    if (this.#takeKey(text, range, isPlain)) return;
    const node: SpecNode = { kind: "scalar", range, value: isTyped ? parsePlainYamlValue(text) : text };
    this.#registerAnchor(event, node);
    this.#add(node);
  }

  /**
   * Uses a scalar as the next key of the innermost map. Returns false if the map doesn't expect a key at this point.
   */
  #takeKey(text: string, range: TextRange, isPlain: boolean): boolean {
    const open = this.#parents.at(-1);
    if (!open || !("keys" in open) || open.key !== undefined) return false;
    const isMerge = isPlain && text === "<<";
    if (!isMerge && open.keys.has(text))
      this.error ??= {
        kind: "syntax",
        reason: createDuplicateKeyReason(text),
        range,
        isDuplicateKey: true,
      };
    open.keys.add(text);
    open.key = { text, range, isMergeKey: isMerge };
    return true;
  }

  #addAlias(event: Extract<YamlEvent, { type: 5 }>): void {
    const range = { start: Math.max(0, event.anchorStart - 1), end: event.anchorEnd };
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const node = this.#anchors.get(name);
    this.#end = range.end;
    if (!node)
      return this.#fail("syntax", { phrase: "the anchor `{anchor}` isn't defined", values: { anchor: name } }, range);
    this.shared.add(node);
    this.#add(node);
  }

  #add(node: SpecNode): void {
    if (++this.#nodeCount > maxSpecNodes) this.#fail("too-large", "it has too many values", node.range);
    const open = this.#parents.at(-1);
    if (!open) this.root ??= node;
    else if (!("keys" in open)) open.node.items.push(node);
    else if (open.key === undefined) open.key = null;
    else {
      if (open.key?.isMergeKey) open.mergedNodes.push(node);
      else if (open.key) open.node.entries.push({ key: open.key.text, keyRange: open.key.range, value: node });
      open.key = undefined;
    }
  }

  #close(): void {
    const open = this.#parents.pop();
    if (!open) return;
    const first = this.#text[open.node.range.start];
    if (first === "{" || first === "[") {
      const closing = /^\s*,?\s*[}\]]/.exec(this.#text.slice(this.#end, this.#end + 200));
      if (closing) this.#end += closing[0].length;
    }
    open.node.range = { start: open.node.range.start, end: Math.max(open.node.range.end, this.#end) };
    if ("keys" in open) this.#merge(open);
  }

  #merge({ node, keys, mergedNodes }: OpenMap): void {
    for (const value of mergedNodes)
      // Each item of a list counts toward the limit, even if the item is empty, because an alias can repeat the list
      // any number of times.
      for (const source of value.kind === "list" ? value.items : [value]) {
        const entries = source.kind === "map" ? source.entries : [];
        this.#mergedKeyCount += 1 + entries.length;
        if (this.#mergedKeyCount > maxMergedKeys)
          return this.#fail("too-large", "its merge keys copy too many values", node.range);
        for (const entry of entries) {
          if (keys.has(entry.key)) continue;
          keys.add(entry.key);
          node.entries.push(entry);
          this.shared.add(entry.value);
        }
      }
  }

  #registerAnchor(event: { readonly anchorStart: number; readonly anchorEnd: number }, node: SpecNode): void {
    if (event.anchorStart >= 0) this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), node);
  }

  #checkTag(event: { readonly tagStart: number; readonly tagEnd: number }): void {
    if (event.tagStart < 0) return;
    const tag = this.#text.slice(event.tagStart, event.tagEnd);
    if (!knownTagPattern.test(tag))
      this.#fail(
        "syntax",
        { phrase: "the tag `{tag}` isn't recognized", values: { tag } },
        {
          start: event.tagStart,
          end: event.tagEnd,
        },
      );
  }

  #fail(kind: SpecParseError["kind"], reason: Phrase, range: TextRange): void {
    this.error ??= { kind, reason, range };
  }
}

function toParseError(error: unknown, text: string): SpecParseError {
  if (error instanceof TooManyValues)
    return {
      kind: "too-large",
      reason: "it has too many values",
      range: { start: 0, end: Math.min(1, text.length) },
    };
  const mark = error instanceof YAMLException ? error.mark : undefined;
  const reason = error instanceof YAMLException ? error.reason : "";
  const isTooDeep = reason.includes("maxDepth") || error instanceof RangeError;
  const tab = isTooDeep ? undefined : findTab(text, mark?.position ?? 0);
  if (tab !== undefined)
    return { kind: "syntax", reason: formatYamlError("tab characters"), range: { start: tab, end: tab + 1 } };
  let start = Math.max(0, Math.min(mark?.position ?? 0, text.length - 1));
  // js-yaml reports some errors at the end of a line or on the next line, so the position is moved back to visible
  // text.
  while (start > 0 && /\s/.test(text[start] ?? " ")) start--;
  const key = isTooDeep ? undefined : findKeyAbove(text, start);
  if (key) return { kind: "syntax", reason: formatYamlError("key-value separator"), range: key };
  return {
    kind: isTooDeep ? "too-deep" : "syntax",
    reason: isTooDeep ? "it's nested too deeply" : formatYamlError(reason),
    range: getCharacterRange(text, start),
  };
}

/**
 * Returns the range of the tab that indents the line at the offset or the previous line. js-yaml may report a different
 * error after the tab.
 */
function findTab(text: string, offset: number): number | undefined {
  const line = text.lastIndexOf("\n", Math.max(0, offset - 1)) + 1;
  for (const start of [line, text.lastIndexOf("\n", Math.max(0, line - 2)) + 1]) {
    const indent = /^ *\t/.exec(text.slice(start, start + 200));
    if (indent) return start + indent[0].length - 1;
  }
  return undefined;
}

/**
 * Returns the range of the previous line if that line is a single word with the same indentation. The word is a key
 * that the author is still typing, but js-yaml parses it as the start of the next key.
 */
function findKeyAbove(text: string, offset: number): TextRange | undefined {
  const line = text.lastIndexOf("\n", offset - 1);
  const above = text.lastIndexOf("\n", line - 1) + 1;
  const word = line < 0 ? null : /^( *)([\w$.-]{1,200})\s*$/.exec(text.slice(above, Math.min(line, above + 400)));
  if (!word) return undefined;
  const [, indent = "", key = ""] = word;
  const spaces = /^ */.exec(text.slice(line + 1, line + 201))?.[0];
  if (spaces !== indent) return undefined;
  return { start: above + indent.length, end: above + indent.length + key.length };
}
