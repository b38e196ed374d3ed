import { type FieldInfo, frontmatterFields, getFieldValues, getMeaning } from "../../page/frontmatter-fields.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { canBeSpec } from "../../spec/detect-spec.ts";
import {
  type ExtensionParent,
  type ExtensionFieldType,
  serviceKeys,
  fieldTypeLabels,
  vendorExtensions,
  findVendorField,
  type VendorField,
} from "../../spec/vendor-extensions.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { completeInJson, formatYamlScalar, formatYamlItem } from "../completion/complete-values.ts";
import { type Completion, type Completions, emptyCompletions, type Suggestion } from "../completion/completion.ts";
import { chooseSuggestions } from "../completion/ranking.ts";
import { getRelativePath, type SpecCaret, type SpecNameSuggestion } from "./spec-cursor.ts";
import type { YamlCursor } from "./yaml-cursor.ts";

/**
 * Converts the suggestions that match the typed text into edits to the YAML text. Adds quotes if necessary, and adds
 * missing spaces and commas.
 */
function completeInYaml(
  suggestions: readonly SpecSuggestion[],
  cursor: YamlCursor,
  indentUnit: string,
  text: string,
): Completions {
  const suggestionByLabel = new Map(suggestions.map((suggestion) => [suggestion.label, suggestion]));
  const choice = chooseSuggestions(
    suggestions.map((suggestion) => ({ ...suggestion, text: suggestion.label })),
    cursor.typedText,
  );
  const quote = /^["']/.exec(text.slice(cursor.replace.start, cursor.replace.end))?.[0] ?? "";
  const { commaOffset } = cursor;
  const commaEdits =
    commaOffset === undefined ? [] : [{ range: { start: commaOffset, end: commaOffset }, newText: "," }];
  return {
    items: choice.suggestions.flatMap((suggestion): Completion[] => {
      const specSuggestion = suggestionByLabel.get(suggestion.label);
      if (!specSuggestion) return [];
      const { newText, caret } = createInsertion(specSuggestion, cursor, indentUnit, quote, getLineEnding(text));
      const { additionalEdits: _, ...rest } = suggestion;
      return [
        {
          ...rest,
          text: newText,
          edit: { range: cursor.replace, newText: newText + (cursor.needsComma ? "," : "") },
          ...(caret !== undefined && { caret }),
          additionalEdits: commaEdits,
          filterText: `${cursor.needsSpace && cursor.replace.start === cursor.replace.end ? "" : quote}${suggestion.label}`,
        },
      ];
    }),
    isComplete: choice.isComplete,
  };
}

interface Insertion {
  readonly newText: string;
  /** The caret position in the inserted text. The default is the end of the text. */
  readonly caret?: number;
}

function createInsertion(
  { label, newText: insertText }: SpecSuggestion,
  cursor: YamlCursor,
  indentUnit: string,
  quote: string,
  eol: string,
): Insertion {
  const space = cursor.needsSpace ? " " : "";
  if (insertText.kind === "literal") return { newText: space + label };
  if (insertText.kind === "text") return { newText: space + formatScalar(label, cursor.isFlow, quote) };
  const key = formatScalar(label, cursor.isFlow, quote);
  if (cursor.hasColon) return { newText: space + key };
  const keyText = `${space}${key}:`;
  const initialValue = formatInitialValue(insertText.initialValue, cursor, indentUnit, eol);
  const newText = keyText + initialValue.text;
  return initialValue.charactersAfterCaret === 0
    ? { newText }
    : { newText, caret: newText.length - initialValue.charactersAfterCaret };
}

function formatInitialValue(
  kind: InitialValueKind,
  { isFlow, indent }: YamlCursor,
  indentUnit: string,
  eol: string,
): { readonly text: string; readonly charactersAfterCaret: number } {
  switch (kind) {
    case "true":
    case "false":
      return { text: ` ${kind}`, charactersAfterCaret: 0 };
    case "list":
      return { text: " []", charactersAfterCaret: 1 };
    case "object":
      return isFlow
        ? { text: " {}", charactersAfterCaret: 1 }
        : { text: `${eol}${" ".repeat(indent)}${indentUnit}`, charactersAfterCaret: 0 };
    case "text":
    case "any":
      return { text: " ", charactersAfterCaret: 0 };
  }
}

/** Formats a scalar, preserving the existing quotes. Text that starts with `#` is always quoted. */
function formatScalar(text: string, isFlow: boolean, quote: string): string {
  if (quote === "'") return `'${text.replaceAll("'", "''")}'`;
  if (quote === '"') return JSON.stringify(text);
  return isFlow ? formatYamlItem(text) : formatYamlScalar(text);
}

function getLineEnding(text: string): string {
  return /\r?\n/.exec(text.slice(0, 100_000))?.[0] ?? "\n";
}

/** A suggestion that hasn't been formatted as JSON or YAML yet. */
export interface SpecSuggestion extends Pick<Suggestion, "label" | "kind" | "rank"> {
  readonly detail?: string;
  readonly description?: string;
  /**
   * The text to insert. `key`: the label as a key, with an initial value to fill in. `text`: the label as a string,
   * quoted if necessary. `literal`: the label as is.
   */
  readonly newText:
    | { readonly kind: "key"; readonly initialValue: InitialValueKind }
    | { readonly kind: "text" }
    | { readonly kind: "literal" };
}

/** The kind of initial value for a new key. */
export type InitialValueKind = "text" | "true" | "false" | "list" | "object" | "any";

const maxFiles = 500;

/** Returns completion items for extensions and their fields, references, tags, and other names in a specification. */
export function completeSpec(site: Site, file: SitePath, text: string, caret: SpecCaret): Completions {
  const suggestions = suggestForRequest(site, file, caret);
  if (suggestions.length === 0) return emptyCompletions;
  return caret.cursor.format === "json"
    ? completeInJson(suggestions.map(toJsonSuggestion), caret.cursor, text)
    : completeInYaml(suggestions, caret.cursor, caret.indentUnit, text);
}

function suggestForRequest(site: Site, file: SitePath, { cursor, request }: SpecCaret): SpecSuggestion[] {
  switch (request.kind) {
    case "extensions":
      return [...vendorExtensions.values()]
        .filter(
          ({ name, locations }) =>
            locations.includes(request.extensionParent) && !cursor.keys.has(name) && isSupportedBy(site, name),
        )
        .map((field, index) => suggestField(field, index));
    case "fields":
      return suggestFields(site, request.keys, request.extensionParent).filter(({ label }) => !cursor.keys.has(label));
    case "field-value":
      return suggestValues(site, request.keys);
    case "names": {
      const isKey = cursor.expectedKind === "key";
      return request.names.map((name, index) => suggestName(name, index, isKey));
    }
    case "reference":
      return [
        ...request.names.map((name, index) => suggestName(name, index, false)),
        ...suggestNearbyFiles(site, file),
      ];
  }
}

/** Whether the site's service supports the key. Keys that it doesn't support aren't suggested. */
function isSupportedBy({ profile }: Site, name: string): boolean {
  const isService = serviceKeys.some((key) => key === name);
  if (isService) return profile.vendorExtensions.includes(name);
  return !name.startsWith("x-mint") && name !== "x-mcp" ? true : profile.name === "mintlify" && name !== "x-mcp";
}

function suggestFields(site: Site, keys: readonly string[], extensionParent: ExtensionParent): SpecSuggestion[] {
  if (keys[1] === "metadata")
    return keys.length > 2
      ? []
      : [...frontmatterFields.values()].flatMap((field, i) => suggestMetadata(site, field, i));
  return (findVendorField(keys)?.fields ?? [])
    .filter(({ locations }) => locations.includes(extensionParent))
    .map((field, index) => suggestField(field, index));
}

const initialValues: Readonly<Record<ExtensionFieldType, InitialValueKind>> = {
  text: "text",
  texts: "list",
  object: "object",
  boolean: "true",
  samples: "list",
  any: "any",
};

function suggestField(
  { name, fieldType, meaning, wrongTypeEffect, replacedBy }: VendorField,
  index: number,
): SpecSuggestion {
  const requirement = fieldType === "any" ? "" : `Must be ${fieldTypeLabels[fieldType]}.`;
  return {
    kind: "setting",
    label: name,
    detail: fieldTypeLabels[fieldType],
    description: [meaning, [requirement, wrongTypeEffect ?? ""].join(" ").trim()]
      .filter((part) => part !== "")
      .join("\n\n"),
    rank: index / 100 + (replacedBy === undefined ? 0 : 1),
    newText: { kind: "key", initialValue: initialValues[fieldType] },
  };
}

/**
 * Returns a suggestion for a frontmatter field. Returns an empty list for fields that can't be set in an operation's
 * metadata, because the operation itself determines them.
 */
function suggestMetadata(site: Site, field: FieldInfo, index: number): SpecSuggestion[] {
  if (field.isUnlisted || /^(openapi|openapi-schema|asyncapi|api)$/.test(field.name)) return [];
  const { kind } = field.type;
  const initialValue = kind === "flag" ? "true" : kind === "list" || kind === "groups" ? "list" : "text";
  return [
    {
      kind: "setting",
      label: field.name,
      description: getMeaning(field, site.profile.name),
      rank: index / 100,
      newText: { kind: "key", initialValue: kind === "map" ? "object" : initialValue },
    },
  ];
}

function suggestValues(site: Site, keys: readonly string[]): SpecSuggestion[] {
  const [, containerKey = "", fieldName = ""] = keys;
  const lastKey = keys.at(-1) ?? "";
  if (containerKey === "metadata" && keys.length === 3) {
    const field = frontmatterFields.get(fieldName);
    if (field?.type.kind === "groups") return suggestReaderGroups(site);
    const values = (field && getFieldValues(field, site.profile.name)) ?? [];
    const isFlag = field?.type.kind === "flag";
    return values.map(({ value, meaning }, index) => ({
      kind: "value",
      label: value,
      detail: meaning,
      rank: index / 100,
      newText: { kind: isFlag ? "literal" : "text" },
    }));
  }
  const field = findVendorField(keys);
  if (field?.fieldType === "boolean")
    return ["true", "false"].map((label, rank) => createLiteralSuggestion(label, rank));
  return lastKey === "groups" && field?.fieldType === "texts" ? suggestReaderGroups(site) : [];
}

function createLiteralSuggestion(label: string, rank: number): SpecSuggestion {
  return { kind: "value", label, rank, newText: { kind: "literal" } };
}

function suggestReaderGroups(site: Site): SpecSuggestion[] {
  return [...countReaderGroups(site)].map(([label, count]) => ({
    kind: "value",
    label,
    rank: -count,
    newText: { kind: "text" },
  }));
}

/** Counts how often the site's pages and operations refer to each group of readers. */
const countReaderGroups = createSiteView(["pages", "specs"], (site): ReadonlyMap<string, number> => {
  const groupCounts = new Map<string, number>();
  const add = (name: unknown) => {
    if (typeof name === "string" && name !== "") groupCounts.set(name, (groupCounts.get(name) ?? 0) + 1);
  };
  for (const { fields } of site.pages.values()) {
    const value: unknown = fields.get("groups");
    if (Array.isArray(value)) for (const name of value as readonly unknown[]) add(name);
  }
  for (const { operations, webhooks } of site.specs.values())
    for (const { extensions, pathExtensions = [] } of [...operations, ...webhooks])
      for (const { groups: ownGroups = [] } of [...extensions, ...pathExtensions])
        for (const name of ownGroups) add(name);
  return groupCounts;
});

function suggestName({ text, detail, isUnlikely }: SpecNameSuggestion, index: number, isKey: boolean): SpecSuggestion {
  return {
    kind: isKey ? "setting" : "value",
    label: text,
    ...(detail !== undefined && detail !== "" && { detail }),
    rank: index / 1_000 + (isUnlikely ? 5 : 0),
    newText: isKey ? { kind: "key", initialValue: "list" } : { kind: text.endsWith(": []") ? "literal" : "text" },
  };
}

/**
 * Returns suggestions for the JSON and YAML files that a reference can point to. Files in the nearest folder come
 * first.
 */
function suggestNearbyFiles(site: Site, file: SitePath): SpecSuggestion[] {
  const suggestions: SpecSuggestion[] = [];
  for (const path of site.files) {
    if (path === file || !canBeSpec(path) || path === site.config.entry || path.startsWith(".")) continue;
    const label = getRelativePath(file, path);
    const depth = label.split("/").length;
    suggestions.push({ kind: "file", label, rank: 10 + depth, newText: { kind: "text" } });
    if (suggestions.length >= maxFiles) break;
  }
  return suggestions;
}

function toJsonSuggestion(suggestion: SpecSuggestion): Suggestion {
  const { newText: insertText, ...rest } = suggestion;
  const quotedLabel = JSON.stringify(suggestion.label);
  if (insertText.kind === "literal") return { ...rest, text: suggestion.label };
  if (insertText.kind === "text") return { ...rest, text: quotedLabel };
  const { text, caret } = initialJsonByKind[insertText.initialValue];
  return { ...rest, text: `${quotedLabel}: ${text}`, caret: quotedLabel.length + 2 + caret };
}

const initialJsonByKind: Readonly<Record<InitialValueKind, { readonly text: string; readonly caret: number }>> = {
  text: { text: '""', caret: 1 },
  true: { text: "true", caret: 4 },
  false: { text: "false", caret: 5 },
  list: { text: "[]", caret: 1 },
  object: { text: "{}", caret: 1 },
  any: { text: '""', caret: 1 },
};
