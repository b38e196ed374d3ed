import type { SpecOutline } from "../../spec/spec-outline.ts";
import { getEntries, getItems, getNodeText, getValue } from "../../spec/spec-tree.ts";
import {
  getExtensionParent,
  type ExtensionParent,
  serviceKeys,
  findVendorField,
} from "../../spec/vendor-extensions.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { type JsonCursor, readJsonCursor } from "../cursor/json-cursor.ts";
import { findOperations } from "./code-lenses.ts";
import type { SpecFileSet } from "./symbols-and-references.ts";
import { type YamlCursor, findYamlCursor } from "./yaml-cursor.ts";

/** A caret in a specification, and the kind of content that can be inserted there. */
export interface SpecCaret {
  readonly cursor: ({ readonly format: "json" } & JsonCursor) | ({ readonly format: "yaml" } & YamlCursor);
  /** The text that the file uses for one indentation level. */
  readonly indentUnit: string;
  readonly request: SpecCompletionRequest;
}

export type SpecCompletionRequest =
  /** The name of a vendor extension on this kind of node. */
  | { readonly kind: "extensions"; readonly extensionParent: ExtensionParent }
  /**
   * A field in a vendor extension, or the value of such a field. The first of the `keys` is the key of the extension
   * itself.
   */
  | { readonly kind: "fields"; readonly keys: readonly string[]; readonly extensionParent: ExtensionParent }
  | { readonly kind: "field-value"; readonly keys: readonly string[] }
  /** One of these names. */
  | { readonly kind: "names"; readonly names: readonly SpecNameSuggestion[] }
  /** A reference to one of these names or to a file in the site. */
  | { readonly kind: "reference"; readonly names: readonly SpecNameSuggestion[] };

export interface SpecNameSuggestion {
  readonly text: string;
  /** Additional text to show, such as a title, a summary, or a type. */
  readonly detail: string | undefined;
  /** Whether the name ranks below other names because it's less likely. */
  readonly isUnlikely?: true;
}

const maxNames = 3_000;

/**
 * Returns the caret and the kind of content that can be inserted at the caret, or undefined if Docwright doesn't
 * suggest anything at that position.
 */
export function findSpecCaret(
  fileSet: SpecFileSet,
  outline: SpecOutline,
  file: SitePath,
  text: string,
  offset: number,
): SpecCaret | undefined {
  const cursor: SpecCaret["cursor"] | undefined = /\.json$/i.test(file)
    ? addFormat("json", readJsonCursor(text, offset))
    : addFormat("yaml", findYamlCursor(text, offset));
  if (!cursor) return undefined;
  const request = getRequest(fileSet, outline, file, cursor);
  return request && { cursor, indentUnit: getIndentUnit(text), request };
}

function addFormat<Format extends string, Cursor extends object>(
  format: Format,
  cursor: Cursor | undefined,
): ({ readonly format: Format } & Cursor) | undefined {
  return cursor && { format, ...cursor };
}

function getRequest(
  fileSet: SpecFileSet,
  outline: SpecOutline,
  file: SitePath,
  { expectedKind, path }: SpecCaret["cursor"],
): SpecCompletionRequest | undefined {
  const keys = path.map(String);
  const extensionIndex = keys.findIndex((key) => key.startsWith("x-"));
  if (extensionIndex >= 0) return getExtensionRequest(keys, extensionIndex, expectedKind, file === fileSet.files.entry);
  if (expectedKind === "key") {
    if (keys.at(-2) === "security" && /^\d+$/.test(keys.at(-1) ?? "")) return createNameRequest(listSchemes(fileSet));
    const extensionParent = file === fileSet.files.entry ? getExtensionParent(keys) : getKindInIncludedFile(keys);
    return extensionParent && outline.kind === "openapi" ? { kind: "extensions", extensionParent } : undefined;
  }
  return getValueRequest(fileSet, file, keys, expectedKind === "item");
}

function getExtensionRequest(
  keys: readonly string[],
  extensionIndex: number,
  expectedKind: SpecCaret["cursor"]["expectedKind"],
  isEntryFile: boolean,
): SpecCompletionRequest | undefined {
  const keysInExtension = keys.slice(extensionIndex);
  const extensionParent =
    (isEntryFile
      ? getExtensionParent(keys.slice(0, extensionIndex))
      : getKindInIncludedFile(keys.slice(0, extensionIndex))) ?? "operation";
  const isService = serviceKeys.some((key) => key === keysInExtension[0]);
  const isDefinedField =
    findVendorField(keysInExtension) !== undefined || (isService && keysInExtension[1] === "metadata");
  if (expectedKind === "key")
    return isDefinedField ? { kind: "fields", keys: keysInExtension, extensionParent } : undefined;
  const lastKey = keysInExtension.at(-1) ?? "";
  const fieldKeys = /^\d+$/.test(lastKey) ? keysInExtension.slice(0, -1) : keysInExtension;
  return { kind: "field-value", keys: fieldKeys };
}

/**
 * Returns the kind of an object in an included file, or undefined if it's unknown. Because the kind of the file itself
 * is unknown, any value whose key is an HTTP method is treated as an operation.
 */
function getKindInIncludedFile(keys: readonly string[]): ExtensionParent | undefined {
  const lastKey = keys.at(-1);
  if (lastKey !== undefined && /^(get|put|post|delete|options|head|patch|trace|query)$/.test(lastKey))
    return "operation";
  return getExtensionParent(keys) === "schema" ? "schema" : undefined;
}

function getValueRequest(
  fileSet: SpecFileSet,
  file: SitePath,
  keys: readonly string[],
  isItem: boolean,
): SpecCompletionRequest | undefined {
  const [lastKey = "", parentKey = "", grandparentKey = ""] = [...keys].reverse();
  if (lastKey === "$ref" && !isItem) return { kind: "reference", names: listReferences(fileSet, file, keys) };
  if (parentKey === "tags" && /^\d+$/.test(lastKey) && keys[0] !== "tags") return createNameRequest(listTags(fileSet));
  if (keys[0] === "tags" && lastKey === "parent") return createNameRequest(listTags(fileSet));
  if (lastKey === "operationId" && grandparentKey === "links") return createNameRequest(listOperationIds(fileSet));
  if (parentKey === "mapping" && grandparentKey === "discriminator")
    return createNameRequest(
      listComponents(fileSet, fileSet.files.entry, "schemas").map(({ key, detail }) => ({ text: key, detail })),
    );
  if (parentKey === "security" && /^\d+$/.test(lastKey) && isItem)
    return createNameRequest(listSchemes(fileSet).map((name) => ({ ...name, text: `${name.text}: []` })));
  return undefined;
}

function createNameRequest(suggestions: readonly SpecNameSuggestion[]): SpecCompletionRequest {
  return { kind: "names", names: suggestions.slice(0, maxNames) };
}

const sectionByKey: Readonly<Record<string, string>> = {
  parameters: "parameters",
  responses: "responses",
  requestBody: "requestBodies",
  headers: "headers",
  examples: "examples",
  links: "links",
  callbacks: "callbacks",
  securitySchemes: "securitySchemes",
  paths: "pathItems",
  webhooks: "pathItems",
  pathItems: "pathItems",
  schemas: "schemas",
  messages: "messages",
  message: "messages",
  traits: "operationTraits",
  correlationId: "correlationIds",
  requestBodies: "requestBodies",
};

/** Returns the section under `components` that contains possible targets of the reference. The default is `schemas`. */
function getSection(keys: readonly string[]): string {
  const [, parentKey = "", grandparentKey = ""] = [...keys].reverse();
  if (parentKey in sectionByKey && !/^\d+$/.test(parentKey)) return sectionByKey[parentKey] ?? "schemas";
  return Object.hasOwn(sectionByKey, grandparentKey) ? (sectionByKey[grandparentKey] ?? "schemas") : "schemas";
}

/**
 * Returns possible targets of a reference: components of the right kind, first in this file and then in other files. If
 * the reference is in a channel, also returns this file's channels. The named parts of included files without
 * `components` come last.
 */
function listReferences(fileSet: SpecFileSet, file: SitePath, keys: readonly string[]): readonly SpecNameSuggestion[] {
  const section = getSection(keys);
  const suggestions: SpecNameSuggestion[] = [];
  for (const path of [file, ...fileSet.paths.filter((other) => other !== file)])
    for (const { key, detail } of listComponents(fileSet, path, section))
      suggestions.push({
        text: `${path === file ? "" : getRelativePath(file, path)}#/components/${section}/${escapeKey(key)}`,
        detail,
      });
  if (keys.includes("channel") || keys.includes("channels"))
    for (const { key } of getEntries(getValue(fileSet.files.getTree(file)?.root, "channels")))
      suggestions.push({ text: `#/channels/${escapeKey(key)}`, detail: undefined });
  for (const path of fileSet.paths) {
    if (path === fileSet.files.entry || path === file) continue;
    const root = fileSet.files.getTree(path)?.root;
    if (getValue(root, "components")) continue;
    for (const { key, value } of getEntries(root))
      if (value.kind === "map")
        suggestions.push({
          text: `${getRelativePath(file, path)}#/${escapeKey(key)}`,
          detail: undefined,
          isUnlikely: true,
        });
  }
  return suggestions.slice(0, maxNames);
}

function listComponents(
  { files }: SpecFileSet,
  path: SitePath,
  section: string,
): { readonly key: string; readonly detail: string | undefined }[] {
  const components = getValue(files.getTree(path)?.root, "components");
  return [...getEntries(getValue(components, section))].map(({ key, value }) => {
    const details = ["title", "summary", "description", "type"].map((name) => getNodeText(getValue(value, name)));
    return {
      key,
      detail: details
        .find((text) => text !== undefined && text !== "")
        ?.split(/[\r\n]/, 1)[0]
        ?.slice(0, 100),
    };
  });
}

function listTags({ files, paths }: SpecFileSet): readonly SpecNameSuggestion[] {
  const descriptionByTag = new Map<string, string | undefined>();
  for (const tag of getItems(getValue(files.getTree(files.entry)?.root, "tags"))) {
    const name = getNodeText(getValue(tag, "name"));
    if (name !== undefined) descriptionByTag.set(name, getNodeText(getValue(tag, "description"))?.slice(0, 100));
  }
  for (const path of paths) {
    const tree = files.getTree(path);
    for (const { entry } of tree ? findOperations(tree) : [])
      for (const item of getItems(getValue(entry.value, "tags"))) {
        const name = getNodeText(item);
        if (name !== undefined && !descriptionByTag.has(name)) descriptionByTag.set(name, undefined);
      }
  }
  return [...descriptionByTag].map(([text, detail]) => ({ text, detail }));
}

function listSchemes(fileSet: SpecFileSet): readonly SpecNameSuggestion[] {
  return listComponents(fileSet, fileSet.files.entry, "securitySchemes").map(({ key, detail }) => ({
    text: key,
    detail,
  }));
}

function listOperationIds({ files, paths }: SpecFileSet): readonly SpecNameSuggestion[] {
  return paths.flatMap((path) => {
    const tree = files.getTree(path);
    return (tree ? findOperations(tree) : []).flatMap(({ entry }) => {
      const text = getNodeText(getValue(entry.value, "operationId"));
      return text === undefined ? [] : [{ text, detail: getNodeText(getValue(entry.value, "summary")) }];
    });
  });
}

/**
 * Returns the relative path from one file to another, such as `../models/user.yaml` from `api/main.yaml` to
 * `models/user.yaml`.
 */
export function getRelativePath(baseFile: SitePath, file: SitePath): string {
  const folderSegments = getFolderPath(baseFile).split("/").filter(Boolean);
  const segments = file.split("/");
  let commonSegmentCount = 0;
  while (
    commonSegmentCount < folderSegments.length &&
    commonSegmentCount < segments.length - 1 &&
    folderSegments[commonSegmentCount] === segments[commonSegmentCount]
  )
    commonSegmentCount++;
  const parentPath = "../".repeat(folderSegments.length - commonSegmentCount);
  return `${parentPath === "" ? "./" : parentPath}${segments.slice(commonSegmentCount).join("/")}`;
}

function escapeKey(key: string): string {
  return encodeURI(key.replaceAll("~", "~0").replaceAll("/", "~1")).replaceAll("#", "%23");
}

/** Returns the indentation of the first indented line, or two spaces if no line is indented. */
function getIndentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text.slice(0, 5_000))?.[1] ?? "  ";
}
