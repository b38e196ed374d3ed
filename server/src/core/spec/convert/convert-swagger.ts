import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { toMessageValue } from "../../text/phrase.ts";
import { dump } from "../yaml-events.ts";
import { readSpecTree } from "../read-spec.ts";
import { unescapeSegment } from "../resolve-ref.ts";
import { getEntries, getEntry, type SpecNode, getNodeText, getValue } from "../spec-tree.ts";
import {
  getObjectAt,
  hideData,
  isJsonObject,
  type JsonObject,
  sortKeys,
  convertNullable,
  splitTypeLists,
} from "./json-values.ts";
import { prepareSwagger } from "./prepare-swagger.ts";
import { createMessage, refuse, type Refusal } from "../../text/message.ts";

export interface ConvertedDocument {
  readonly document: JsonObject;
  /** Sentences about assumptions made and content lost during the conversion, without duplicates. */
  readonly notes: readonly string[];
}

/**
 * Converts a Swagger 2.0 document to OpenAPI 3. A library does most of the conversion. Docwright converts the parts
 * that the library gets wrong before the library runs (see `prepareSwagger`) and afterward. The library never sees the
 * author's data. Returns undefined for documents that differ too much from Swagger 2.0.
 */
export function convertSwagger(source: JsonObject, target: ConversionTarget): ConvertedDocument | undefined {
  try {
    return convertDocument(source, target);
  } catch {
    // The library throws an error if the document isn't Swagger at all, for example, if it's a list instead of an
    // object.
    return undefined;
  }
}

function convertDocument(source: JsonObject, target: ConversionTarget): ConvertedDocument {
  const notes = new Set<string>();
  const addNote = (text: string) => void notes.add(text);
  const hiddenData = hideData(source);
  const preparedDocument = prepareSwagger({ ...hiddenData.document, swagger: "2.0" }, addNote);
  const upgradedDocument: unknown = upgradeFromTwoToThree(preparedDocument);
  const object = fixComponentNames(isJsonObject(upgradedDocument) ? upgradedDocument : {}, addNote);
  const convertedDocument = target === "3.1" ? convertNullable(object) : splitTypeLists(object);
  reportOtherFiles(convertedDocument, addNote);
  const restoredDocument = hiddenData.restore(orderKeys(convertedDocument as JsonObject, target)) as JsonObject;
  return { document: restoredDocument, notes: [...notes] };
}

const rootOrder = ["openapi", "info", "externalDocs", "servers", "security", "tags", "paths", "components"];
const operationOrder = [
  "tags", "summary", "description", "externalDocs", "operationId", "deprecated", "security", "servers", "parameters",
  "requestBody", "responses",
]; // prettier-ignore
const parameterOrder = ["name", "in", "description", "required", "deprecated", "allowEmptyValue", "style", "explode"];

/** Returns the document with its keys in the usual order. */
function orderKeys(document: JsonObject, target: ConversionTarget): JsonObject {
  const version = target === "3.1" ? "3.1.1" : "3.0.4";
  return sortKeys(orderNestedKeys({ ...document, openapi: version }) as JsonObject, rootOrder);
}

function orderNestedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orderNestedKeys);
  if (!isJsonObject(value)) return value;
  const orderedObject: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, orderNestedKeys(item)]),
  );
  if (isJsonObject(orderedObject["responses"]) && !("openapi" in orderedObject) && !("schemas" in orderedObject))
    return sortKeys(orderedObject, operationOrder);
  if (
    typeof orderedObject["in"] === "string" &&
    typeof orderedObject["name"] === "string" &&
    isJsonObject(orderedObject["schema"])
  )
    return sortKeys(orderedObject, parameterOrder);
  return orderedObject;
}

const validNamePattern = /^[\w.-]+$/;

/** Renames shared components whose names OpenAPI 3 doesn't allow. Swagger 2.0 allows any characters in these names. */
function fixComponentNames(document: JsonObject, addNote: (text: string) => void): JsonObject {
  const newNamesByComponent = new Map<string, string>();
  const components = Object.entries(getObjectAt(document, "components") ?? {}).map(([kind, definitions]) => {
    if (!isJsonObject(definitions)) return [kind, definitions] as const;
    const names = new Set(Object.keys(definitions));
    const entries = Object.entries(definitions).map(([name, definition]): [string, unknown] => {
      if (validNamePattern.test(name)) return [name, definition];
      const baseName = name.replace(/[^\w.-]+/g, "_").replace(/^_+|_+$/g, "") || "Unnamed";
      let fixedName = baseName;
      for (let i = 2; names.has(fixedName); i++) fixedName = `${baseName}_${i}`;
      names.add(fixedName);
      newNamesByComponent.set(`${kind}/${name}`, fixedName);
      addNote(`The component ${name} was renamed to ${fixedName} because OpenAPI 3 allows fewer characters in names.`);
      return [fixedName, definition];
    });
    return [kind, Object.fromEntries(entries)] as const;
  });
  if (components.length === 0) return document;
  const renamedDocument = { ...document, components: Object.fromEntries(components) };
  return (
    newNamesByComponent.size > 0 ? renameReferences(renamedDocument, newNamesByComponent) : renamedDocument
  ) as JsonObject;
}

function renameReferences(value: unknown, newNamesByComponent: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, newNamesByComponent));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (key === "security" && Array.isArray(item))
      return [key, item.map((requirement) => renameSchemes(requirement, newNamesByComponent))];
    if (key === "$ref" && typeof item === "string") return [key, renameReference(item, newNamesByComponent)];
    return [key, renameReferences(item, newNamesByComponent)];
  });
  return Object.fromEntries(entries);
}

function renameReference(reference: string, newNamesByComponent: ReadonlyMap<string, string>): string {
  const [, kind = "", name = "", remainingPointer = ""] =
    /^#\/components\/([^/]+)\/([^/]+)(.*)$/s.exec(reference) ?? [];
  const fixedName = newNamesByComponent.get(`${kind}/${unescapeSegment(name)}`);
  return fixedName === undefined ? reference : `#/components/${kind}/${fixedName}${remainingPointer}`;
}

function renameSchemes(requirement: unknown, newNamesByComponent: ReadonlyMap<string, string>): unknown {
  if (!isJsonObject(requirement)) return requirement;
  const toName = (name: string) => newNamesByComponent.get(`securitySchemes/${name}`) ?? name;
  return Object.fromEntries(Object.entries(requirement).map(([name, scopes]) => [toName(name), scopes]));
}

function reportOtherFiles(value: unknown, addNote: (text: string) => void): void {
  if (Array.isArray(value)) for (const item of value) reportOtherFiles(item, addNote);
  if (!isJsonObject(value)) return;
  for (const [key, item] of Object.entries(value))
    if (key === "$ref" && typeof item === "string" && !item.startsWith("#"))
      addNote(`${item.replace(/#.*$/s, "")} isn't converted. Convert it separately.`);
    else reportOtherFiles(item, addNote);
}

export type Conversion =
  | {
      readonly ok: true;
      readonly text: string;
      /** Sentences with information that the author should know before using the converted file. */
      readonly notes: readonly string[];
    }
  /** The reason why the file can't be converted. */
  | Refusal;

/** The maximum number of values in the document. With YAML anchors, a document can be far larger than its file. */
const maxNodes = 2_000_000;

/**
 * Converts a Swagger 2.0 file to OpenAPI 3 and preserves its format, indentation, and line endings. Single-line JSON
 * stays on one line. Never evaluates anything in the file.
 */
export function convertText(path: string, text: string, target: ConversionTarget): Conversion {
  const tree = readSpecTree(path, text);
  if (tree.error) return refuse(createMessage("The file can't be read: {0}.", toMessageValue(tree.error.reason)));
  const version = getValue(tree.root, "swagger");
  const versionText = version?.kind === "scalar" ? String(version.value) : "";
  if (!/^2(\.0)?$/.test(versionText)) return refuse(createMessage("The file isn't a Swagger 2.0 specification."));
  const state: ConversionState = {
    text,
    numberPrefix: createUnusedPrefix(text),
    remainingNodes: maxNodes,
    openNodes: new Set(),
  };
  const source = toJsonValue(tree.root, state);
  if (!isJsonObject(source)) return refuse(createMessage("The file expands to more data than can be converted."));
  const convertedDocument = convertSwagger(convertVersionToString(source, tree.root, text), target);
  if (!convertedDocument) return refuse(createMessage("The file is too different from Swagger 2.0 to be converted."));
  const { document, notes } = convertedDocument;
  const isJson = /\.json$/i.test(path);
  const indent = detectIndent(text, isJson);
  const serializeValue = (value: unknown): string => {
    const serializedText = isJson
      ? `${JSON.stringify(value, undefined, indent)}\n`
      : dump(value, { indent: Number(indent), lineWidth: -1, noRefs: true });
    const textWithNumbers = serializedText.replace(
      new RegExp(`["']?${state.numberPrefix}([-+.\\deE]+)_["']?`, "g"),
      "$1",
    );
    return text.includes("\r\n") ? textWithNumbers.replaceAll("\n", "\r\n") : textWithNumbers;
  };
  const isReformatted = isJson && serializeValue(source).trim() !== text.replace(/^\ufeff/, "").trim();
  return {
    ok: true,
    text: serializeValue(document),
    notes: [
      ...(isReformatted ? [reformattedNote] : listFormatNotes(text, isJson, tree.sharedNodes.size > 0)),
      ...notes,
    ],
  };
}

const reformattedNote = "The file is reformatted, so its line breaks and spaces may differ.";

interface ConversionState {
  readonly text: string;
  /**
   * The prefix that marks numbers that JavaScript would round. Such a number is stored as a string that contains its
   * digits.
   */
  readonly numberPrefix: string;
  remainingNodes: number;
  readonly openNodes: Set<SpecNode>;
}

function createUnusedPrefix(text: string): string {
  let prefix = "docwright_number_";
  while (text.includes(prefix)) prefix += "_";
  return prefix;
}

/**
 * Converts the node to a plain value, or returns undefined if the node contains a circular reference or the budget is
 * used up.
 */
function toJsonValue(node: SpecNode | undefined, state: ConversionState): unknown {
  if (!node || --state.remainingNodes < 0 || state.openNodes.has(node)) {
    state.remainingNodes = -1;
    return undefined;
  }
  if (node.kind === "scalar") return toJsonScalar(node, state);
  state.openNodes.add(node);
  const value =
    node.kind === "list"
      ? node.items.map((item) => toJsonValue(item, state))
      : Object.fromEntries([...getEntries(node)].map((entry) => [entry.key, toJsonValue(entry.value, state)]));
  state.openNodes.delete(node);
  return state.remainingNodes < 0 ? undefined : value;
}

function toJsonScalar({ value, range }: Extract<SpecNode, { kind: "scalar" }>, state: ConversionState): unknown {
  if (typeof value !== "number" || !Number.isFinite(value) || Number.isSafeInteger(value)) return value;
  const digits = state.text.slice(range.start, range.end);
  const isRounded = Number.isInteger(value) && /^-?\d+$/.test(digits);
  return isRounded ? `${state.numberPrefix}${digits}_` : value;
}

/**
 * Returns the document with its version as a string. YAML parses `version: 1.10` as a number, even though the author
 * means the string `1.10`.
 */
function convertVersionToString(source: JsonObject, root: SpecNode | undefined, text: string): JsonObject {
  const info = source["info"];
  const node = getEntry(getValue(root, "info"), "version")?.value;
  if (!isJsonObject(info) || !node || node.kind !== "scalar" || getNodeText(node) !== undefined) return source;
  return { ...source, info: { ...info, version: text.slice(node.range.start, node.range.end) } };
}

function detectIndent(text: string, isJson: boolean): number | string {
  const indent = /^[{\w"'][^\n]*\n(?:\r?\n)*([ \t]+)\S/m.exec(text.slice(0, 20_000))?.[1];
  if (isJson && !/\n\s*\S/.test(text.trim())) return 0;
  if (indent?.includes("\t") && isJson) return "\t";
  return Math.min(8, Math.max(2, indent?.length ?? 2));
}

function listFormatNotes(text: string, isJson: boolean, hasAnchors: boolean): string[] {
  if (isJson) return [];
  return [
    ...(/(^|\s)#/m.test(text) ? ["Comments aren't preserved."] : []),
    ...(hasAnchors ? ["YAML anchors are expanded."] : []),
  ];
}

/** The OpenAPI versions that Swagger 2.0 can be converted to. The first is the default. */
export const conversionTargets = ["3.1", "3.0"] as const;
export type ConversionTarget = (typeof conversionTargets)[number];
