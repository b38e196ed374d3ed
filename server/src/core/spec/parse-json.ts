import type { JsonProblem, JsonProblemKind } from "../config/json/json-reader.ts";
import { type JsonNode, readJson } from "../config/json/json-tree.ts";
import type { Phrase } from "../text/phrase.ts";
import { specKinds } from "./detect-spec.ts";
import { getCharacterRange, type SitePath } from "../text/text-edit.ts";
import {
  maxSpecDepth,
  maxSpecNodes,
  type SpecNode,
  type SpecTree,
  type SpecParseError,
  getEntry,
  getKey,
  TableTree,
} from "./spec-tree.ts";
import { noKey, rowKinds, type SpecTable, TableBuilder } from "./spec-table.ts";
import { createDuplicateKeyReason, readYamlTree } from "./parse-yaml.ts";

/**
 * The table for JSON text, or the reason why a table can't represent the text. Undefined if `JSON.parse` would reject
 * the text.
 */
export type JsonTable = { readonly table: SpecTable } | { readonly error: SpecParseError } | undefined;

/** Validates the text and builds the table in one pass, without extracting substrings. */
export function readJsonTable(text: string): JsonTable {
  const reader = new JsonRows(text);
  const isJson = reader.read();
  if (reader.error) return { error: reader.error };
  if (!isJson) return undefined;
  return { table: reader.rows.build(text, () => null) };
}

const quote = 0x22;
const backslash = 0x5c;

class JsonRows {
  readonly rows: TableBuilder;
  error: SpecParseError | undefined;
  readonly #text: string;
  #offset = 0;
  /** Whether the last string contains backslashes. */
  #hasEscapes = false;

  constructor(text: string) {
    this.#text = text;
    // Specifications usually have one value per 30 to 50 characters, and more values if they aren't indented.
    this.rows = new TableBuilder(Math.min(maxSpecNodes, 64 + (text.length >> 5)));
  }

  read(): boolean {
    const text = this.#text;
    const parentRows = new Uint32Array(maxSpecDepth + 1);
    const mapFlags = new Uint8Array(maxSpecDepth + 1);
    let depth = 0;
    this.#skipSpace();
    for (;;) {
      // In a map, the key is read before its value.
      let keyStart = noKey;
      let keyEnd = noKey;
      let hasEscapedKey = false;
      if (depth > 0 && mapFlags[depth] === 1) {
        keyStart = this.#offset;
        if (text.charCodeAt(keyStart) !== quote || !this.#skipString()) return false;
        hasEscapedKey = this.#hasEscapes;
        keyEnd = this.#offset;
        this.#skipSpace();
        if (text.charCodeAt(this.#offset++) !== 0x3a) return false;
        this.#skipSpace();
      }
      if (this.rows.rowCount >= maxSpecNodes) return this.#fail("too-large", "it has too many values");
      if (hasEscapedKey)
        this.rows.decodedKeys.set(this.rows.rowCount, String(JSON.parse(text.slice(keyStart, keyEnd))));
      const start = this.#offset;
      const code = text.charCodeAt(start);
      if (code === 0x7b || code === 0x5b) {
        const row = this.rows.add(code === 0x7b ? rowKinds.map : rowKinds.list, start, start, keyStart, keyEnd);
        this.#offset++;
        if (depth === maxSpecDepth) return this.#fail("too-deep", "it's nested too deeply");
        depth++;
        parentRows[depth] = row;
        mapFlags[depth] = code === 0x7b ? 1 : 0;
        this.#skipSpace();
        // The codes of `}` and `]` are two higher than those of `{` and `[`.
        if (text.charCodeAt(this.#offset) !== code + 2) continue;
      } else if (code === quote) {
        if (!this.#skipString()) return false;
        const kind = this.#hasEscapes ? rowKinds.escaped : rowKinds.quoted;
        this.rows.add(kind, start, this.#offset, keyStart, keyEnd);
      } else {
        if (!this.#skipLiteral()) return false;
        this.rows.add(rowKinds.literal, start, this.#offset, keyStart, keyEnd);
      }
      // Reads any closing brackets, followed by a comma or the end of the text.
      for (;;) {
        this.#skipSpace();
        if (depth === 0) return this.#offset === text.length;
        const nextCode = text.charCodeAt(this.#offset++);
        if (nextCode === 0x2c) break;
        if (nextCode !== (mapFlags[depth] === 1 ? 0x7d : 0x5d)) return false;
        this.rows.close(parentRows[depth] ?? 0, this.#offset);
        depth--;
      }
      this.#skipSpace();
    }
  }

  /**
   * Skips a string and records whether it contains backslashes. Returns false if the current position isn't the start
   * of a string.
   */
  #skipString(): boolean {
    const text = this.#text;
    this.#hasEscapes = false;
    let offset = this.#offset + 1;
    for (;;) {
      const code = text.charCodeAt(offset);
      if (code === quote) break;
      // At the end of the text, the character code is `NaN`, so this condition is also true.
      if (!(code >= 0x20)) return false;
      offset++;
      if (code !== backslash) continue;
      this.#hasEscapes = true;
      const escapeCode = text.charCodeAt(offset++);
      if (escapeCode === 0x75) {
        for (let i = 0; i < 4; i++) if (!isHex(text.charCodeAt(offset++))) return false;
      } else if (!isEscape(escapeCode)) return false;
    }
    this.#offset = offset + 1;
    return true;
  }

  /** Skips a number, `true`, `false`, or `null`. Returns false if the current position isn't the start of one. */
  #skipLiteral(): boolean {
    const text = this.#text;
    const code = text.charCodeAt(this.#offset);
    if (code === 0x74) return this.#skipWord("true");
    if (code === 0x66) return this.#skipWord("false");
    if (code === 0x6e) return this.#skipWord("null");
    if (code === 0x2d) this.#offset++;
    if (text.charCodeAt(this.#offset) === 0x30) this.#offset++;
    else if (!this.#skipDigits()) return false;
    if (text.charCodeAt(this.#offset) === 0x2e) {
      this.#offset++;
      if (!this.#skipDigits()) return false;
    }
    // Matches `E` or `e`.
    if ((text.charCodeAt(this.#offset) | 0x20) !== 0x65) return true;
    this.#offset++;
    const firstCode = text.charCodeAt(this.#offset);
    if (firstCode === 0x2b || firstCode === 0x2d) this.#offset++;
    return this.#skipDigits();
  }

  #skipWord(word: string): boolean {
    if (!this.#text.startsWith(word, this.#offset)) return false;
    this.#offset += word.length;
    return true;
  }

  #skipDigits(): boolean {
    const start = this.#offset;
    for (;;) {
      const code = this.#text.charCodeAt(this.#offset);
      if (!(code >= 0x30 && code <= 0x39)) return this.#offset > start;
      this.#offset++;
    }
  }

  #skipSpace(): void {
    const text = this.#text;
    let offset = this.#offset;
    for (;;) {
      const code = text.charCodeAt(offset);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      offset++;
    }
    this.#offset = offset;
  }

  #fail(kind: SpecParseError["kind"], reason: Phrase): boolean {
    this.error = { kind, reason, range: getCharacterRange(this.#text, this.#offset) };
    return false;
  }
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

/** Whether the character can follow a backslash: `"`, `\`, `/`, b, f, n, r, or t. */
function isEscape(code: number): boolean {
  switch (code) {
    case 0x22:
    case 0x5c:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74: // prettier-ignore
      return true;
    default:
      return false;
  }
}

/**
 * Returns the tree for a JSON file. The service reads every specification as YAML, which allows trailing commas,
 * strings without quotes, and block style, but no duplicate keys. A file that isn't valid YAML either is parsed again
 * with error recovery so that completion works in that file.
 */
export function readJsonTree(path: SitePath, text: string): SpecTree {
  const textWithoutMark = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  const tableResult = readJsonTable(textWithoutMark);
  if (!tableResult) return readInvalidJson(path, textWithoutMark);
  if ("error" in tableResult) return { root: undefined, sharedNodes: new Set(), error: tableResult.error };
  const tree = new TableTree(tableResult.table);
  const error = findDuplicateKey(tableResult.table);
  return error ? { root: tree.root, sharedNodes: tree.sharedNodes, error } : tree;
}

/** Returns the error for the first map with a duplicate key, which isn't allowed in YAML. */
function findDuplicateKey(table: SpecTable): SpecParseError | undefined {
  const { kinds, keyStarts, keyEnds } = table;
  const duplicateSearch = new DuplicateSearch(table);
  for (let row = 0; row < table.rowCount; row++) {
    const duplicateRow = kinds[row] === rowKinds.map ? duplicateSearch.findIn(row) : 0;
    if (duplicateRow === 0) continue;
    return {
      kind: "syntax",
      reason: createDuplicateKeyReason(getKey(table, duplicateRow)),
      range: { start: keyStarts[duplicateRow] ?? 0, end: keyEnds[duplicateRow] ?? 0 },
      isDuplicateKey: true,
    };
  }
  return undefined;
}

/** The maximum number of keys in a map whose keys are compared with each other. */
const maxComparisons = 32;

/**
 * Finds duplicate keys by comparing numbers that are computed from a few characters of each key, because extracting all
 * keys would take as long as parsing the file.
 */
class DuplicateSearch {
  readonly #table: SpecTable;
  readonly #comparedRows = new Uint32Array(maxComparisons);
  readonly #checksums = new Int32Array(maxComparisons);

  constructor(table: SpecTable) {
    this.#table = table;
  }

  /** Returns the row of the second of two entries with the same key in a map, or 0 if there are no duplicates. */
  findIn(mapRow: number): number {
    const { text, keyStarts, keyEnds, nextRows, decodedKeys } = this.#table;
    const rows = this.#comparedRows;
    const checksums = this.#checksums;
    const end = (nextRows[mapRow] ?? 0) | 0;
    // Many maps have only one key.
    if (mapRow + 1 >= end || nextRows[mapRow + 1] === end) return 0;
    const hasEscapedKeys = decodedKeys.size > 0;
    let count = 0;
    for (let row = mapRow + 1; row < end; row = (nextRows[row] ?? end) | 0) {
      if (count === maxComparisons || (hasEscapedKeys && decodedKeys.has(row))) return this.#findInLargeMap(mapRow);
      // The positions include the quotes, so each key has at least two characters. `| 0` keeps them from becoming
      // floating-point numbers.
      const start = (keyStarts[row] ?? 0) | 0;
      const keyEnd = (keyEnds[row] ?? 0) | 0;
      const length = keyEnd - start;
      const checksum =
        length ^
        (text.charCodeAt(start + 1) << 6) ^
        (text.charCodeAt(start + (length >> 1)) << 12) ^
        (text.charCodeAt(keyEnd - (length >> 2) - 1) << 18) ^
        (text.charCodeAt(keyEnd - 2) << 24);
      for (let i = 0; i < count; i++)
        if (checksums[i] === checksum && this.#isSameText(keyStarts[rows[i] ?? 0] ?? 0, start, length)) return row;
      checksums[count] = checksum;
      rows[count++] = row;
    }
    return 0;
  }

  #findInLargeMap(mapRow: number): number {
    const keys = new Set<string>();
    const { nextRows } = this.#table;
    const end = nextRows[mapRow] ?? 0;
    let count = 0;
    for (let row = mapRow + 1; row < end; row = nextRows[row] ?? end)
      if (keys.add(getKey(this.#table, row)).size === count++) return row;
    return 0;
  }

  /** Whether the text at both positions is the same. */
  #isSameText(start: number, otherStart: number, length: number): boolean {
    const { text } = this.#table;
    for (let i = 0; i < length; i++) if (text.charCodeAt(start + i) !== text.charCodeAt(otherStart + i)) return false;
    return true;
  }
}

const reasonsByKind: Readonly<Record<JsonProblemKind, Phrase>> = {
  comment: "JSON doesn't allow comments",
  "trailing-comma": "a trailing comma isn't allowed",
  "missing-comma": "a comma is missing",
  "missing-colon": "a colon is missing",
  "missing-value": "a value is missing",
  "missing-close": "a bracket isn't closed",
  "unclosed-string": "a string has no closing double quote",
  "invalid-string": "a string contains a character that JSON doesn't allow",
  unquoted: "a string isn't in double quotes",
  unexpected: "there's unexpected text",
  "text-after-end": "there's text after the last bracket",
  "duplicate-key": "a key appears twice",
};

/** Errors after which YAML can't be read, or is read differently from what the author means. */
const nonYamlKinds: ReadonlySet<JsonProblemKind> = new Set(["comment", "missing-close", "unclosed-string"]);

/**
 * Reads JSON with syntax errors as YAML, as the service does. Returns undefined if the errors prevent this, or if the
 * result isn't a specification. If all errors are trailing commas, the result doesn't have to be a specification.
 */
function readAsYaml(text: string, problems: readonly JsonProblem[]): SpecTree | undefined {
  const [problem] = problems;
  if (!problem || problems.some(({ kind }) => nonYamlKinds.has(kind))) return undefined;
  const { root, sharedNodes, error } = readYamlTree(text);
  const hasOnlyCommas = problems.every(({ kind }) => kind === "trailing-comma");
  if (error?.isDuplicateKey && hasOnlyCommas) return { root, sharedNodes, error };
  if (error || !(hasOnlyCommas || specKinds.some((kind) => getEntry(root, kind)))) return undefined;
  return hasOnlyCommas
    ? { root, sharedNodes, error, trailingCommas: problems.map(({ range }) => range) }
    : {
        root,
        sharedNodes,
        error,
        jsonError: {
          reason: reasonsByKind[problem.kind],
          range: problem.range,
          isYaml: !/^[\ufeff\s]*[{[]/.test(text),
        },
      };
}

function readInvalidJson(path: SitePath, text: string): SpecTree {
  const parsedJson = readJson(path, text);
  if (parsedJson.refusal) {
    const kind = parsedJson.refusal.reason === "too-deep" ? "too-deep" : "syntax";
    const range = kind === "too-deep" ? parsedJson.refusal.range : getCharacterRange(text, findErrorOffset(text));
    const reason = kind === "too-deep" ? "it's nested too deeply" : "there's unexpected text";
    const yamlTree = kind === "syntax" && readAsYaml(text, [{ kind: "unexpected", range }]);
    if (yamlTree) return yamlTree;
    return { root: undefined, sharedNodes: new Set(), error: { kind, reason, range } };
  }
  const problems = parsedJson.problems.filter(({ kind }) => kind !== "duplicate-key");
  const [problem] = problems;
  const yamlTree = readAsYaml(text, problems);
  if (yamlTree && !yamlTree.error) return yamlTree;
  const error: SpecParseError = yamlTree?.error ?? {
    kind: "syntax",
    reason: reasonsByKind[problem?.kind ?? "unexpected"],
    range: problem?.range ?? { start: 0, end: Math.min(1, text.length) },
  };
  return { root: parsedJson.root && toSpecNode(parsedJson.root), sharedNodes: new Set(), error };
}

function findErrorOffset(text: string): number {
  try {
    JSON.parse(text);
    return 0;
  } catch (error) {
    return Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
  }
}

function toSpecNode(node: JsonNode): SpecNode {
  const { range } = node;
  switch (node.kind) {
    case "object":
      return {
        kind: "map",
        range,
        entries: node.properties.map(({ key, keyRange, value }) => ({
          key,
          keyRange,
          value: value ? toSpecNode(value) : { kind: "scalar", range: keyRange, value: null },
        })),
      };
    case "array":
      return { kind: "list", range, items: node.items.map(toSpecNode) };
    case "null":
      return { kind: "scalar", range, value: null };
    default:
      return { kind: "scalar", range, value: node.value };
  }
}
