import { insertProperty, formatJson, findNodeAtRange } from "../../config/json/json-edit.ts";
import { type JsonFile, readJson } from "../../config/json/json-tree.ts";
import { exceedsDepth } from "../../request/response/json-schema-outcome.ts";
import { isJsonMediaType } from "../../request/media/media-types.ts";
import { findResponseFor, findMediaType } from "../../request/response/specified-response.ts";
import { findInsertion } from "../../spec/edit-spec.ts";
import { ModelReader, getInnerLocation } from "../../spec/model/model-reader.ts";
import { findOperationNode, type RequestedOperation } from "../../spec/model/read-operation.ts";
import { readSpecTree } from "../../spec/read-spec.ts";
import {
  getEntries,
  getEntry,
  type SpecEntry,
  type SpecFiles,
  type SpecMap,
  type SpecNode,
  type SpecTree,
  getValue,
} from "../../spec/spec-tree.ts";
import { isPlainRecord } from "../../text/plain-record.ts";
import { applyEdits, type SitePath, type TextEdit, type TextRange } from "../../text/text-edit.ts";
import { findBlockEnd, getColumn, formatYamlEntry } from "./yaml-cursor.ts";
import { createMessage, type Refusal, refuse } from "../../text/message.ts";

/** Whether a node of a specification has the same content as a JSON value. */
export function isDeepEqual(node: SpecNode, value: unknown): boolean {
  if (node.kind === "scalar") return node.value === value;
  if (node.kind === "list")
    return (
      Array.isArray(value) &&
      value.length === node.items.length &&
      node.items.every((item, i) => isDeepEqual(item, value[i]))
    );
  if (!isPlainRecord(value)) return false;
  const valueByKey = new Map(Object.entries(value));
  const entries = [...getEntries(node)];
  return (
    entries.length === valueByKey.size &&
    entries.every(({ key, value: entryValue }) => valueByKey.has(key) && isDeepEqual(entryValue, valueByKey.get(key)))
  );
}

/** A response that is saved as an operation's example. */
export interface ResponseExample {
  readonly operation: RequestedOperation;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export type SavedExample =
  | { readonly ok: true; readonly file: SitePath; readonly edits: readonly TextEdit[] }
  /** The reason why nothing was changed. */
  | Refusal;

/** The maximum length of an example in UTF-16 code units. */
const maxLength = 100_000;
const maxDepth = 50;

/**
 * Sets the `example` of the response that the specification defines for this status and media type, without changing
 * anything else in the file. The result is parsed again, and the edit is rejected if the value isn't exactly the same.
 */
export function saveResponseAsExample(
  files: SpecFiles,
  readText: (path: SitePath) => string | undefined,
  response: ResponseExample,
): SavedExample {
  const valueResult = parseValue(response);
  if (!valueResult.ok) return valueResult;
  const mediaTypeResult = findMediaTypeEntry(files, response);
  if (!mediaTypeResult.ok) return mediaTypeResult;
  const { file, map, entry } = mediaTypeResult;
  const tree = files.getTree(file);
  const text = readText(file);
  if (!tree || text === undefined || tree.error)
    return refuse(createMessage("`{0}` contains an error. Fix it first.", file));
  if (getEntry(map, "examples"))
    return refuse(
      createMessage("This response has named `examples` in the specification. Add the example there manually."),
    );
  if (tree.sharedNodes.has(map))
    return refuse(createMessage("This response is part of a YAML anchor in `{0}`. Add the example manually.", file));
  const isJson = /\.json$/i.test(file);
  const edits = isJson
    ? createJsonEdits(file, text, map, valueResult.value)
    : createYamlEdits(tree, text, map, entry, valueResult.value);
  if (!edits)
    return refuse(
      createMessage(
        "The response is written in braces or next to a YAML anchor in `{0}`. Add the example manually.",
        file,
      ),
    );
  return isSaved(files, file, applyEdits(text, edits), response, valueResult.value)
    ? { ok: true, file, edits }
    : refuse(
        createMessage(
          "Docwright can't write this example to `{0}` without changing its value. Add the example manually.",
          file,
        ),
      );
}

function parseValue({ type, text }: ResponseExample) {
  if (text.length > maxLength)
    return refuse(createMessage("The response is longer than 100,000 characters, which is too long for an example."));
  if (!isJsonMediaType(type)) return { ok: true, value: text } as const;
  if (exceedsDepth(text, maxDepth))
    return refuse(
      createMessage("The response is nested more than {0} levels deep, which is too deep for an example.", maxDepth),
    );
  // JavaScript can't represent numbers with that many digits exactly.
  if (/\d{16}/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, "")))
    return refuse(
      createMessage(
        "The response contains a number with 16 or more digits, which would be rounded. Add the example manually.",
      ),
    );
  try {
    return { ok: true, value: JSON.parse(text) as unknown } as const;
  } catch {
    return refuse(createMessage("The response isn't valid JSON."));
  }
}

type MediaTypeResult =
  | { readonly ok: true; readonly file: SitePath; readonly map: SpecMap; readonly entry: SpecEntry }
  | Refusal;

/** Finds the definition of the response's media type, following references. */
function findMediaTypeEntry(files: SpecFiles, { operation, status, type }: ResponseExample): MediaTypeResult {
  const reader = new ModelReader(files);
  const location = findOperationNode(reader, operation);
  if (!location) return refuse(createMessage("The specification no longer contains this operation."));
  const entries = [...getEntries(getValue(location.node, "responses"))];
  const errorLocation = { file: location.file, range: location.node.range };
  const definedResponses = entries.map(({ key }) => ({ status: key, location: errorLocation, content: [] }));
  const responseEntry = entries.find(
    ({ key }) => key === findResponseFor({ responses: definedResponses }, status)?.status,
  );
  const response = responseEntry && reader.follow(getInnerLocation(location, responseEntry.value));
  if (!responseEntry || !response)
    return refuse(
      createMessage("The specification doesn't define a response with status {0}. Add it there first.", status),
    );
  const content = [...getEntries(getValue(response.node, "content"))];
  const definedMediaTypes = content.map(({ key }) => ({
    type: key,
    location: errorLocation,
    schema: undefined,
    itemSchema: undefined,
  }));
  const mediaType = findMediaType(
    { status: responseEntry.key, location: errorLocation, content: definedMediaTypes },
    type,
  );
  const entry = content.find(({ key }) => key === mediaType?.type);
  const mediaTypeNode = entry && reader.follow(getInnerLocation(response, entry.value));
  if (!entry || mediaTypeNode?.node.kind !== "map")
    return refuse(
      createMessage(
        "The specification doesn't define content of this type for status {0}. Add it there first.",
        responseEntry.key,
      ),
    );
  return { ok: true, file: mediaTypeNode.file, map: mediaTypeNode.node, entry };
}

function createJsonEdits(file: SitePath, text: string, map: SpecMap, value: unknown): readonly TextEdit[] | undefined {
  const jsonFile: JsonFile = readJson(file, text);
  const object = findNodeAtRange(jsonFile.root, map.range);
  if (object?.kind !== "object") return undefined;
  const exampleNode = object.properties.findLast(({ key }) => key === "example")?.value;
  if (!exampleNode) return insertProperty(jsonFile, object, "example", formatJson(jsonFile, value));
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", exampleNode.range.start - 1) + 1))?.[0] ?? "";
  return [{ range: exampleNode.range, newText: formatJson(jsonFile, value).replace(/\n/g, `\n${indent}`) }];
}

function createYamlEdits(
  tree: SpecTree,
  text: string,
  map: SpecMap,
  mediaTypeEntry: SpecEntry,
  value: unknown,
): readonly TextEdit[] | undefined {
  if (text[map.range.start] === "{") return undefined;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const exampleEntry = getEntry(map, "example");
  if (exampleEntry) return replaceInYaml(text, exampleEntry, value, eol);
  // If the media type is defined elsewhere and only referenced, there's no key for it at this position, so the key on
  // the line above determines the indentation.
  const key: TextRange =
    mediaTypeEntry.value === map ? mediaTypeEntry.keyRange : getPrecedingKey(text, map.range.start);
  const insertion = findInsertion(tree, map, key);
  if (insertion?.style !== "block") return undefined;
  const column = getColumn(text, insertion.offset);
  const newText =
    formatYamlEntry("example", value, " ".repeat(column), insertion.indentUnit, eol) + insertion.linePrefix;
  return [{ range: { start: insertion.offset, end: insertion.offset }, newText }];
}

function replaceInYaml(
  text: string,
  { keyRange, value: node }: SpecEntry,
  value: unknown,
  eol: string,
): readonly TextEdit[] | undefined {
  const start = keyRange.start;
  const column = getColumn(text, start);
  const linePrefix = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (/[^ ]/.test(linePrefix) || node.range.start < keyRange.end) return undefined;
  const end = findBlockEnd(text, keyRange.end, column, node.kind === "list");
  if (/(^|\s)[&*!][\w!]/.test(text.slice(keyRange.end, end).replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, "")))
    return undefined;
  const newText = formatYamlEntry("example", value, " ".repeat(column), "  ", eol);
  return [{ range: { start, end }, newText }];
}

/** Returns the range of the key on the line above, which determines the indentation. */
function getPrecedingKey(text: string, offset: number): TextRange {
  const end = Math.max(0, text.lastIndexOf("\n", offset - 1));
  const lineStart = text.lastIndexOf("\n", end - 1) + 1;
  const start = lineStart + (/^[ \t-]*/.exec(text.slice(lineStart, end))?.[0].length ?? 0);
  return { start, end: Math.min(end, start + 1) };
}

/** Whether the edited text can be parsed without errors and contains this example. */
function isSaved(files: SpecFiles, file: SitePath, text: string, response: ResponseExample, value: unknown): boolean {
  const tree = readSpecTree(file, text);
  if (tree.error) return false;
  const getTree = (path: SitePath) => (path === file ? tree : files.getTree(path));
  const mediaTypeResult = findMediaTypeEntry({ entry: files.entry, getTree }, response);
  const node = mediaTypeResult.ok ? getValue(mediaTypeResult.map, "example") : undefined;
  return node !== undefined && isDeepEqual(node, value);
}
