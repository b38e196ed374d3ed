import {
  EVENT_ID,
  getScalarValue,
  SCALAR_STYLE,
  TooManyValuesError,
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
import { noKey, parseUnquotedYamlValue, rowKinds, type SpecTable, TableBuilder } from "./spec-table.ts";

/**
 * Returns the table for a YAML file, or undefined if the file contains anchors, tags, merge keys, non-string keys,
 * duplicate keys, or multiple documents. Almost all specifications contain none of these.
 */
export function parseYamlTable(
  text: string,
  events: readonly YamlEvent[],
): { readonly table: SpecTable } | { readonly error: SpecParseError } | undefined {
  const rows = new YamlRows(text, events.length);
  for (const event of events) if (!rows.addEvent(event)) return rows.error && { error: rows.error };
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
  readonly #unusualScalarsByRow = new Map<number, YamlScalarEvent>();
  readonly #parents: OpenRow[] = [];
  #documentCount = 0;
  /** The end of the last token. */
  #end = 0;
  /** Whether a key has been read but its value hasn't. */
  #hasKey = false;
  #keyStart = noKey;
  #keyEnd = noKey;
  #escapedKey: string | undefined;

  constructor(text: string, expectedRowCount: number) {
    this.#text = text;
    this.#rows = new TableBuilder(Math.min(maxSpecNodes, expectedRowCount));
  }

  /** Adds an event to the table. Returns false if the file can't be represented as a table. */
  addEvent(event: YamlEvent): boolean {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        return ++this.#documentCount === 1;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        if (hasAnchorOrTag(event) || !this.#mayAddValue()) return false;
        const isMap = event.type === EVENT_ID.MAPPING;
        const kind = isMap ? rowKinds.map : rowKinds.list;
        const row = this.#addRow(kind, event.start, event.start + 1);
        this.#parents.push({ row, keys: isMap ? new Set() : undefined });
        this.#end = event.start + 1;
        return true;
      }
      case EVENT_ID.SCALAR:
        return !hasAnchorOrTag(event) && this.#addScalar(event);
      case EVENT_ID.ALIAS:
        return false;
      case EVENT_ID.POP:
        this.#closeContainer();
        return true;
    }
  }

  build(): SpecTable {
    const text = this.#text;
    const unusualScalarsByRow = this.#unusualScalarsByRow;
    return this.#rows.build(text, (row) => {
      const event = unusualScalarsByRow.get(row);
      const value = event ? getScalarValue(text, event) : "";
      return event?.style === SCALAR_STYLE.PLAIN ? parseUnquotedYamlValue(value) : value;
    });
  }

  /** Whether a value can be added. The limit must not have been reached, and in a map, a key must have been read. */
  #mayAddValue(): boolean {
    if (this.#rows.rowCount >= maxSpecNodes) {
      const range = { start: this.#end, end: this.#end + 1 };
      this.error = { kind: "too-large", reason: "it has too many values", range };
      return false;
    }
    return this.#hasKey || !this.#parents.at(-1)?.keys;
  }

  #addRow(kind: (typeof rowKinds)[keyof typeof rowKinds], start: number, end: number): number {
    const isEntry = this.#hasKey;
    this.#hasKey = false;
    const row = this.#rows.add(kind, start, end, isEntry ? this.#keyStart : noKey, isEntry ? this.#keyEnd : noKey);
    if (isEntry && this.#escapedKey !== undefined) this.#rows.decodedKeys.set(row, this.#escapedKey);
    return row;
  }

  #addScalar(event: YamlScalarEvent): boolean {
    const isEmpty = event.valueStart < 0;
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    const quoteLength = isQuoted ? 1 : 0;
    const start = isEmpty ? this.#end : event.valueStart - quoteLength;
    const end = isEmpty ? this.#end : event.valueEnd + quoteLength;
    this.#end = end;
    const keys = this.#parents.at(-1)?.keys;
    if (keys && !this.#hasKey) return this.#addKey(event, keys, start, end);
    if (!this.#mayAddValue()) return false;
    const isSimpleScalar = event.fast || isEmpty;
    const kind = !isSimpleScalar ? rowKinds.computed : isQuoted ? rowKinds.quoted : rowKinds.plain;
    const isBlock = !isQuoted && event.style !== SCALAR_STYLE.PLAIN;
    const row = this.#addRow(isBlock ? rowKinds.computed : kind, start, end);
    if (isBlock || !isSimpleScalar) this.#unusualScalarsByRow.set(row, event);
    return true;
  }

  #addKey(event: YamlScalarEvent, keys: Set<string>, start: number, end: number): boolean {
    const isUnquoted = event.style === SCALAR_STYLE.PLAIN;
    const key = getScalarValue(this.#text, event);
    if ((isUnquoted && key === "<<") || keys.has(key)) return false;
    keys.add(key);
    this.#hasKey = true;
    this.#keyStart = start;
    this.#keyEnd = end;
    this.#escapedKey = event.fast ? undefined : key;
    return true;
  }

  #closeContainer(): void {
    const openRow = this.#parents.pop();
    if (!openRow) return;
    const firstCode = this.#text.charCodeAt(this.#rows.getStart(openRow.row));
    // There is no event for the bracket that closes `{` or `[`.
    if (firstCode === 0x7b || firstCode === 0x5b) {
      const closingMatch = /^\s*,?\s*[}\]]/.exec(this.#text.slice(this.#end, this.#end + 200));
      if (closingMatch) this.#end += closingMatch[0].length;
    }
    this.#rows.close(openRow.row, Math.max(this.#rows.getEnd(openRow.row), this.#end));
  }
}

/** Whether the value has an anchor or a tag. */
function hasAnchorOrTag({
  anchorStart,
  tagStart,
}: {
  readonly anchorStart: number;
  readonly tagStart: number;
}): boolean {
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
    const tableResult = parseYamlTable(text, events);
    if (!tableResult) return parseObjectTree(text, events);
    if ("table" in tableResult) return new TableTree(tableResult.table);
    return { root: undefined, sharedNodes: new Set(), error: tableResult.error };
  } catch (error) {
    return { root: undefined, sharedNodes: new Set(), error: toParseError(error, text) };
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
    builder.addEvent(event);
    if (builder.error) break;
  }
  const { root, sharedNodes, error } = builder;
  return { root: error ? undefined : root, sharedNodes, error };
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
const acceptedTagPattern = /^(!|!!(str|int|float|bool|null|map|seq|timestamp|binary|merge))$/;

/** Matches the tags of values that are read like plain ones, even if they're in quotes. */
const typeTagPattern = /^!!(int|float|bool|null)$/;

class YamlTree {
  root: SpecNode | undefined;
  error: SpecParseError | undefined;
  readonly sharedNodes = new Set<SpecNode>();
  readonly #text: string;
  readonly #parents: OpenNode[] = [];
  readonly #nodesByAnchor = new Map<string, SpecNode>();
  #documentCount = 0;
  #nodeCount = 0;
  #mergedKeyCount = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  addEvent(event: YamlEvent): void {
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
        return this.#closeContainer();
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
    const openNode: OpenNode =
      event.type === EVENT_ID.MAPPING
        ? { node: { kind: "map", range, entries: [] }, keys: new Set(), mergedNodes: [], key: undefined }
        : { node: { kind: "list", range, items: [] } };
    this.#registerAnchor(event, openNode.node);
    this.#addNode(openNode.node);
    this.#parents.push(openNode);
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
    const isUnquoted = event.style === SCALAR_STYLE.PLAIN && !isTagged;
    const isTyped = isUnquoted || (isTagged && typeTagPattern.test(this.#text.slice(event.tagStart, event.tagEnd)));
    this.#end = range.end;
    if (this.#takeKey(text, range, isUnquoted)) return;
    const node: SpecNode = { kind: "scalar", range, value: isTyped ? parseUnquotedYamlValue(text) : text };
    this.#registerAnchor(event, node);
    this.#addNode(node);
  }

  /**
   * Uses a scalar as the next key of the innermost map. Returns false if the map doesn't expect a key at this point.
   */
  #takeKey(text: string, range: TextRange, isUnquoted: boolean): boolean {
    const openNode = this.#parents.at(-1);
    if (!openNode || !("keys" in openNode) || openNode.key !== undefined) return false;
    const isMerge = isUnquoted && text === "<<";
    if (!isMerge && openNode.keys.has(text))
      this.error ??= {
        kind: "syntax",
        reason: createDuplicateKeyReason(text),
        range,
        isDuplicateKey: true,
      };
    openNode.keys.add(text);
    openNode.key = { text, range, isMergeKey: isMerge };
    return true;
  }

  #addAlias(event: Extract<YamlEvent, { type: 5 }>): void {
    const range = { start: Math.max(0, event.anchorStart - 1), end: event.anchorEnd };
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const node = this.#nodesByAnchor.get(name);
    this.#end = range.end;
    if (!node)
      return this.#fail("syntax", { phrase: "the anchor `{anchor}` isn't defined", values: { anchor: name } }, range);
    this.sharedNodes.add(node);
    this.#addNode(node);
  }

  #addNode(node: SpecNode): void {
    if (++this.#nodeCount > maxSpecNodes) this.#fail("too-large", "it has too many values", node.range);
    const openNode = this.#parents.at(-1);
    if (!openNode) this.root ??= node;
    else if (!("keys" in openNode)) openNode.node.items.push(node);
    else if (openNode.key === undefined) openNode.key = null;
    else {
      if (openNode.key?.isMergeKey) openNode.mergedNodes.push(node);
      else if (openNode.key)
        openNode.node.entries.push({ key: openNode.key.text, keyRange: openNode.key.range, value: node });
      openNode.key = undefined;
    }
  }

  #closeContainer(): void {
    const openNode = this.#parents.pop();
    if (!openNode) return;
    const firstChar = this.#text[openNode.node.range.start];
    if (firstChar === "{" || firstChar === "[") {
      const closingMatch = /^\s*,?\s*[}\]]/.exec(this.#text.slice(this.#end, this.#end + 200));
      if (closingMatch) this.#end += closingMatch[0].length;
    }
    openNode.node.range = { start: openNode.node.range.start, end: Math.max(openNode.node.range.end, this.#end) };
    if ("keys" in openNode) this.#mergeEntries(openNode);
  }

  #mergeEntries({ node, keys, mergedNodes }: OpenMap): void {
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
          this.sharedNodes.add(entry.value);
        }
      }
  }

  #registerAnchor(event: { readonly anchorStart: number; readonly anchorEnd: number }, node: SpecNode): void {
    if (event.anchorStart >= 0) this.#nodesByAnchor.set(this.#text.slice(event.anchorStart, event.anchorEnd), node);
  }

  #checkTag(event: { readonly tagStart: number; readonly tagEnd: number }): void {
    if (event.tagStart < 0) return;
    const tag = this.#text.slice(event.tagStart, event.tagEnd);
    if (!acceptedTagPattern.test(tag))
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
  if (error instanceof TooManyValuesError)
    return {
      kind: "too-large",
      reason: "it has too many values",
      range: { start: 0, end: Math.min(1, text.length) },
    };
  const mark = error instanceof YAMLException ? error.mark : undefined;
  const reason = error instanceof YAMLException ? error.reason : "";
  const isTooDeep = reason.includes("maxDepth") || error instanceof RangeError;
  const tabOffset = isTooDeep ? undefined : findTab(text, mark?.position ?? 0);
  if (tabOffset !== undefined)
    return {
      kind: "syntax",
      reason: formatYamlError("tab characters"),
      range: { start: tabOffset, end: tabOffset + 1 },
    };
  let start = Math.max(0, Math.min(mark?.position ?? 0, text.length - 1));
  // js-yaml reports some errors at the end of a line or on the next line, so the position is moved back to visible
  // text.
  while (start > 0 && /\s/.test(text[start] ?? " ")) start--;
  const keyRange = isTooDeep ? undefined : findKeyAbove(text, start);
  if (keyRange) return { kind: "syntax", reason: formatYamlError("key-value separator"), range: keyRange };
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
  const currentLineStart = text.lastIndexOf("\n", Math.max(0, offset - 1)) + 1;
  for (const lineStart of [currentLineStart, text.lastIndexOf("\n", Math.max(0, currentLineStart - 2)) + 1]) {
    const indentMatch = /^ *\t/.exec(text.slice(lineStart, lineStart + 200));
    if (indentMatch) return lineStart + indentMatch[0].length - 1;
  }
  return undefined;
}

/**
 * Returns the range of the previous line if that line is a single word with the same indentation. The word is a key
 * that the author is still typing, but js-yaml parses it as the start of the next key.
 */
function findKeyAbove(text: string, offset: number): TextRange | undefined {
  const newlineOffset = text.lastIndexOf("\n", offset - 1);
  const lineStart = text.lastIndexOf("\n", newlineOffset - 1) + 1;
  const keyMatch =
    newlineOffset < 0
      ? null
      : /^( *)([\w$.-]{1,200})\s*$/.exec(text.slice(lineStart, Math.min(newlineOffset, lineStart + 400)));
  if (!keyMatch) return undefined;
  const [, indent = "", key = ""] = keyMatch;
  const lineIndent = /^ */.exec(text.slice(newlineOffset + 1, newlineOffset + 201))?.[0];
  if (lineIndent !== indent) return undefined;
  return { start: lineStart + indent.length, end: lineStart + indent.length + key.length };
}
