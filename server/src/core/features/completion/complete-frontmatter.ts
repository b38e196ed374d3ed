import { hasIcon } from "../../config/icons/icons.ts";
import { type FieldInfo, frontmatterFields, getFieldValues, getMeaning } from "../../page/frontmatter-fields.ts";
import { toTitle } from "../../site/pages/pages.ts";
import { isHidden } from "../../site/specs/generated-page-plan.ts";
import { endpointFields, listPageEndpoints, resolvePageReference } from "../../site/specs/operation-references.ts";
import { listNamedSources } from "../../site/specs/specs.ts";
import { isRemoteSpec, getSpecName } from "../../spec/detect-spec.ts";
import { findNamedSpec, findSpecs } from "../../spec/find-spec.ts";
import { readNameReference, readOperationReference, type ReferenceResult } from "../../spec/operation-reference.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { toRelativePath } from "../../site/links/written-path.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import type { FrontmatterCursor } from "../cursor/page-cursor.ts";
import { completeLinks, completeMediaFiles } from "./complete-links.ts";
import { findDocumentedOperations, listOperations, readTypedFile } from "./complete-navigation.ts";
import { completeIcons, getIconLibrary, formatYamlScalar, formatYamlItem } from "./complete-values.ts";
import type { Suggestion } from "./completion.ts";
import { type PageCaret, findNearbyPages } from "./context.ts";
import { computeSimilarity, computeNearness, splitWords } from "./ranking.ts";

/**
 * Suggests operations and webhooks for the `openapi` field in their shortest valid form, which includes the
 * specification's file only if the name is ambiguous without it. If the text starts with a file or a method and a
 * space, only operations in that file or with that method are suggested. Undocumented operations and those whose names
 * are similar to the page's name come first.
 */
export function completePageOperations(caret: PageCaret, title: string, typedText: string): Suggestion[] {
  const { site, path } = caret;
  const documentedOperations = findDocumentedOperations(site, path);
  const pageTerms = getPageTerms(path, title);
  const nearnessBySpec = computeNearnessBySpec(caret);
  const specs = [...site.specs.values()].filter(({ kind }) => kind !== "asyncapi");
  const typedFile = findTypedFile(caret, typedText, specs);
  const method = /^\w+\s/.exec(typedFile?.remainingText ?? typedText)?.[0].toLowerCase() ?? "";
  const matchOperations = (spec: SpecOutline) =>
    listOperations(spec, site.profile).filter(({ name }) => name.toLowerCase().startsWith(method));
  const operations = (typedFile?.specs ?? specs).flatMap((spec) =>
    matchOperations(spec).map(({ operation, name }): Suggestion => {
      const isDocumented = documentedOperations.has(operation);
      const remark = isDocumented ? "already documented" : isHidden(operation, site.profile) ? "hidden" : undefined;
      const label = typedFile
        ? `${typedFile.file} ${name}`
        : getShortestReference(caret, name, spec, readOperationReference, specs.length);
      return {
        kind: "operation",
        label,
        ...(operation.summary === undefined ? {} : { detail: operation.summary, searchText: operation.summary }),
        ...(remark === undefined ? {} : { remark }),
        text: label,
        rank:
          (isDocumented ? 3 : 0) -
          6 * computeOperationSimilarity(operation, pageTerms) -
          1.5 * (nearnessBySpec.get(spec.path) ?? 0),
      };
    }),
  );
  return [...operations, ...suggestSpecFiles(caret, typedText, specs)];
}

/** Returns the file at the start of the typed text, and the specifications in `specs` that it refers to. */
function findTypedFile({ site, path }: PageCaret, typedText: string, specs: readonly SpecOutline[]) {
  const typedFile = readTypedFile(typedText, (file) => findSpecs(site.specs, file, getFolderPath(path)));
  const namedSpecs = typedFile?.specs.filter((spec) => specs.includes(spec)) ?? [];
  return typedFile && namedSpecs.length > 0 ? { ...typedFile, specs: namedSpecs } : undefined;
}

/** Suggests the files of specifications that start with the typed text, in the style of that text. */
function suggestSpecFiles({ path }: PageCaret, typedText: string, specs: readonly SpecOutline[]): Suggestion[] {
  if (typedText === "" || /\s/.test(typedText)) return [];
  return specs.flatMap((spec): Suggestion[] => {
    if (isRemoteSpec(spec.path)) return [];
    const label = typedText.startsWith(".")
      ? toRelativePath(getFolderPath(path), spec.path, 0, typedText.startsWith("./"))
      : typedText.startsWith("/")
        ? `/${spec.path}`
        : spec.path;
    const isMatch = [label, getFileName(label)].some((name) => name.toLowerCase().startsWith(typedText.toLowerCase()));
    return isMatch ? [{ kind: "file", label, text: label, rank: 4 }] : [];
  });
}

/** Suggests channels from AsyncAPI specifications. */
export function completeChannels(caret: PageCaret, title: string, typedText: string): Suggestion[] {
  const pageWords = getPageTerms(caret.path, title).allWords;
  const specs = [...caret.site.specs.values()].filter(({ kind }) => kind === "asyncapi");
  const typedFile = findTypedFile(caret, typedText, specs);
  const channels = (typedFile?.specs ?? specs).flatMap((spec) =>
    spec.channels.map((channel): Suggestion => {
      const readReference = (text: string) => readNameReference(text, "channel");
      const label = typedFile
        ? `${typedFile.file} ${channel.id}`
        : getShortestReference(caret, channel.id, spec, readReference, specs.length);
      return {
        kind: "operation",
        label,
        ...(channel.title === undefined ? {} : { detail: channel.title }),
        text: label,
        rank: -computeSimilarity(splitWords(`${channel.id} ${channel.title ?? ""}`), pageWords),
      };
    }),
  );
  return [...channels, ...suggestSpecFiles(caret, typedText, specs)];
}

/** Suggests schemas from OpenAPI specifications. */
export function completeSchemas(caret: PageCaret, title: string, typedText: string): Suggestion[] {
  const pageWords = getPageTerms(caret.path, title).allWords;
  const specs = [...caret.site.specs.values()].filter(({ kind }) => kind !== "asyncapi");
  const typedFile = findTypedFile(caret, typedText, specs);
  const schemas = (typedFile?.specs ?? specs).flatMap((spec) =>
    spec.schemas.map(({ name }): Suggestion => {
      const readReference = (text: string) => readNameReference(text, "schema");
      const label = typedFile
        ? `${typedFile.file} ${name}`
        : getShortestReference(caret, name, spec, readReference, specs.length);
      return { kind: "operation", label, text: label, rank: -computeSimilarity(splitWords(name), pageWords) };
    }),
  );
  return [...schemas, ...suggestSpecFiles(caret, typedText, specs)];
}

/** Returns only the name if it's unique to this specification; otherwise, returns the file followed by the name. */
export function getShortestReference(
  { site, path }: Pick<PageCaret, "site" | "path">,
  name: string,
  spec: SpecOutline,
  readReference: (text: string) => ReferenceResult,
  specCount: number,
): string {
  if (specCount === 1) return name;
  const result = readReference(name);
  if (!result.ok) return name;
  const preferredSpecs = findPreferredSpecs(site);
  const resolution = resolvePageReference(site.specs, result.reference, getFolderPath(path), preferredSpecs, false);
  const isNameSufficient = resolution.kind === "found" && resolution.spec === spec && resolution.candidates.length <= 1;
  return isNameSufficient ? name : `${isRemoteSpec(spec.path) ? getSpecName(spec.path) : `/${spec.path}`} ${name}`;
}

function findPreferredSpecs(site: PageCaret["site"]): readonly SpecOutline[] {
  return listNamedSources(site.config).flatMap(({ source, element }) => {
    const lookup = element ? undefined : findNamedSpec(site.specs, source.source);
    return lookup?.kind === "found" ? lookup.specs : [];
  });
}

/**
 * Maps each specification's path to the proximity of the nearest page that uses the specification. The proximity ranges
 * from 0 to 1, where 1 means the same folder.
 */
function computeNearnessBySpec({ site, path }: PageCaret): ReadonlyMap<string, number> {
  const nearnessBySpec = new Map<string, number>();
  for (const { page, resolution } of listPageEndpoints(site)) {
    if (page === path || resolution.kind !== "found") continue;
    const { path: specPath } = resolution.spec;
    nearnessBySpec.set(specPath, Math.max(nearnessBySpec.get(specPath) ?? 0, computeNearness(page, path)));
  }
  return nearnessBySpec;
}

interface PageTerms {
  readonly titleWords: ReadonlySet<string>;
  readonly nameWords: ReadonlySet<string>;
  readonly allWords: ReadonlySet<string>;
}

function getPageTerms(path: string, title: string): PageTerms {
  const slug = removePageExtension(path);
  const name = slug.slice(slug.lastIndexOf("/") + 1);
  const folder = getFolderPath(slug).split("/").at(-1) ?? "";
  return {
    titleWords: splitWords(title),
    nameWords: splitWords(`${name} ${folder}`),
    allWords: splitWords(`${title} ${name}`),
  };
}

const titleVerbsByMethod: Readonly<Record<string, readonly string[]>> = {
  GET: ["get", "list", "retrieve", "search", "fetch"],
  POST: ["create", "add", "post", "send", "start", "generate", "new"],
  PUT: ["update", "put", "upsert", "replace"],
  PATCH: ["update", "patch", "edit"],
  DELETE: ["delete", "remove", "cancel"],
};

function computeOperationSimilarity(
  { summary, operationId, path, method }: OperationOutline,
  { titleWords, nameWords, allWords }: PageTerms,
): number {
  const verbBonus = (titleVerbsByMethod[method] ?? []).some((verb) => allWords.has(verb)) ? 0.15 : 0;
  const summarySimilarity = summary === undefined ? 0 : computeSimilarity(splitWords(summary), titleWords);
  const idSimilarity = operationId === undefined ? 0 : computeSimilarity(splitWords(operationId), nameWords);
  const pathSimilarity = computeSimilarity(splitWords(path), nameWords) * 0.8;
  return Math.max(summarySimilarity, idSimilarity, pathSimilarity) + verbBonus + 0.1 * (pathSimilarity + idSimilarity);
}

/** Returns the suggestions for the field or value at the caret in a page's frontmatter. */
export function completeFrontmatter(caret: PageCaret, cursor: FrontmatterCursor): Suggestion[] {
  switch (cursor.kind) {
    case "block":
      return [createFenceBlock(caret, cursor)];
    case "field":
      return suggestFields(caret, cursor);
    case "value":
    case "item":
      return suggestFieldValues(caret, cursor).map((suggestion) =>
        // Without a space, the comment would become part of the value.
        cursor.isBeforeComment
          ? { ...suggestion, text: `${suggestion.text} `, caret: suggestion.text.length }
          : suggestion,
      );
  }
}

/**
 * Offers the opening and closing fence and a `title` field. The title is derived from the file name, and the caret is
 * at its end.
 */
function createFenceBlock({ path, text, page }: PageCaret, { replace: replaceRange }: FrontmatterCursor): Suggestion {
  const eol = page?.eol ?? (text.includes("\r\n") ? "\r\n" : "\n");
  const title = formatYamlScalar(toTitle(removePageExtension(path)));
  const block = `---${eol}title: ${title}${eol}---`;
  return {
    kind: "element",
    label: "---",
    detail: "frontmatter with a title",
    text: block + (text.slice(replaceRange.end).trim() === "" ? eol : ""),
    caret: `---${eol}title: ${title}`.length,
    rank: 0,
  };
}

/**
 * Suggests fields that aren't set yet. The fields that the site's pages use most often come first. API fields come last
 * unless this is an API page.
 */
function suggestFields(caret: PageCaret, cursor: Extract<FrontmatterCursor, { kind: "field" }>): Suggestion[] {
  const { site } = caret;
  const profile = site.profile.name;
  const fieldCounts = caret.getUsageCounts().fields;
  const pageCount = Math.max(1, fieldCounts.get("title") ?? 0);
  const isApiPage = [...endpointFields, "api"].some((field) => cursor.keys.has(field));
  return [...frontmatterFields.values()]
    .filter(({ name, isUnlisted }) => !cursor.keys.has(name) && (!isUnlisted || fieldCounts.has(name)))
    .map((field, index): Suggestion => {
      const { name } = field;
      const key = name.includes(":") ? JSON.stringify(name) : name;
      const valueStart = getValueStart(field);
      const isApiField =
        /^(playground|authMethod|contentType|hideApiMarker|openapi-schema|asyncapi|graphql|sdk|api)$/.test(name);
      const usageShare = (fieldCounts.get(name) ?? 0) / pageCount;
      return {
        kind: "setting",
        label: name,
        description: describeField(field, profile),
        text: cursor.hasColon ? key : `${key}:${valueStart.text}`,
        ...(cursor.hasColon || valueStart.charactersAfterCaret === 0
          ? {}
          : { caret: key.length + 1 + valueStart.text.length - valueStart.charactersAfterCaret }),
        rank:
          index / 200 -
          3 * usageShare +
          (isApiField && !isApiPage ? 1 : 0) +
          (name.includes(":") ? 1 : 0) +
          getTypePenalty(caret, field, cursor),
      };
    });
}

function getValueStart({ type }: FieldInfo): { readonly text: string; readonly charactersAfterCaret: number } {
  if (type.kind === "list" || type.kind === "groups") return { text: " []", charactersAfterCaret: 1 };
  return { text: " ", charactersAfterCaret: 0 };
}

/** Returns how badly the existing value fits the field. Higher numbers mean a worse fit. */
function getTypePenalty(
  { site }: PageCaret,
  field: FieldInfo,
  cursor: Extract<FrontmatterCursor, { kind: "field" }>,
): number {
  if (!cursor.hasColon) return 0;
  const value = cursor.value.replace(/^(["'])(.*)\1$/, "$2");
  const isFlag = /^(true|false)$/.test(value);
  const isNumber = /^\d+(\.\d+)?$/.test(value);
  const isOperation = /(^|\s)(get|post|put|patch|delete|options|head|trace|webhook)\s+\S+$/i.test(value);
  const isUrl = /^(https?:|\/)/.test(value) && !/\s/.test(value);
  const isList = value.startsWith("[") || value === "";
  switch (field.type.kind) {
    case "flag":
      return isFlag ? -2 : 5;
    case "number":
      return isNumber ? -2 : 5;
    case "enum":
      return getFieldValues(field, site.profile.name)?.some((candidate) => candidate.value === value) ? -4 : 5;
    case "icon":
      return hasIcon(getIconLibrary(site), value) ? -2.5 : isUrl ? 0.5 : 4;
    case "list":
    case "groups":
    case "related":
      return isList ? -1 : 5;
    case "map":
      return value === "" ? 0 : 5;
    case "reference":
      if (field.type.names === "operation" || field.type.names === "endpoint")
        return isOperation ? (/https?:/.test(value) === (field.type.names === "endpoint") ? -4 : -1) : 5;
      return field.type.names === "url" ? (isUrl ? -3 : 5) : isOperation || isFlag ? 4 : 1;
    default:
      return (isFlag || isNumber || isOperation || isUrl ? 2.5 : 0) + computeLengthPenalty(field.name, value);
  }
}

/**
 * Returns how badly a value's length fits the field. Titles should be short, and descriptions should be sentences.
 * Higher numbers mean a worse fit.
 */
function computeLengthPenalty(name: string, value: string): number {
  const wordCount = value.split(/\s+/).length;
  const isSentence = wordCount > 7 || /[.!?。]$/.test(value);
  if (name === "description" || name === "og:description") return isSentence ? -1.5 : 0.5;
  if (name === "title" || name === "sidebarTitle") return isSentence ? 1 : 0;
  if (name === "tag") return wordCount === 1 ? 0 : 1.5;
  return 0.5;
}

function suggestFieldValues(
  caret: PageCaret,
  cursor: Extract<FrontmatterCursor, { kind: "value" | "item" }>,
): Suggestion[] {
  const { site, path } = caret;
  const field = frontmatterFields.get(cursor.key);
  const leadingSpace = cursor.needsSpace ? " " : "";
  const isInFlow =
    cursor.kind === "item" && caret.text.slice(0, cursor.replace.start).trimEnd().match(/[[,]$/) !== null;
  const formatValue = (value: string) => leadingSpace + (isInFlow ? formatYamlItem(value) : formatYamlScalar(value));
  const formatSuggestions = (suggestions: readonly Suggestion[]) =>
    suggestions.map((suggestion) => ({ ...suggestion, text: formatValue(suggestion.text) }));
  const title = getTitle(caret);
  const values = field && getFieldValues(field, site.profile.name);
  if (values) {
    const valueCounts = countUsedValues(caret, cursor.key);
    return values.map(({ value, meaning }, index) => ({
      kind: "value",
      label: value,
      detail: meaning,
      text: leadingSpace + value,
      rank: index / 100 - Math.log2(1 + (valueCounts.get(value) ?? 0)) - (isDefaultFlag(cursor.key, value) ? 0.5 : 0),
    }));
  }
  switch (field?.type.kind) {
    case "icon":
      return completeIcons(site, {
        label: title,
        typedText: cursor.typedText,
        formatText: formatValue,
        nearbyCountsByIcon: countUsedValues(caret, "icon"),
      });
    case "reference":
      if (field.type.names === "operation")
        return formatSuggestions(completePageOperations(caret, title, cursor.typedText));
      if (field.type.names === "channel") return formatSuggestions(completeChannels(caret, title, cursor.typedText));
      if (field.type.names === "schema") return formatSuggestions(completeSchemas(caret, title, cursor.typedText));
      if (field.type.names === "url") return formatSuggestions(completeLinks(caret, cursor.typedText, title));
      break;
    case "related":
      return formatSuggestions(
        completeLinks(caret, cursor.typedText, title).filter(({ label }) => !cursor.items.has(label)),
      );
    default:
  }
  const mediaSuggestions = cursor.key.endsWith("image") ? completeMediaFiles(caret, cursor.typedText, path) : [];
  const valueCounts = /^(title|description|sidebarTitle|og:title|og:description)$/.test(cursor.key)
    ? []
    : countUsedValues(caret, cursor.key);
  return [
    ...formatSuggestions(mediaSuggestions),
    ...[...valueCounts]
      .filter(([value]) => !cursor.items.has(value))
      .map(([value, count]): Suggestion => ({
        kind: "value",
        label: value,
        text: formatValue(value),
        rank: -count,
      })),
  ];
}

/** Whether this is the value that authors usually set for the flag. */
function isDefaultFlag(key: string, value: string): boolean {
  return value === (key === "searchable" ? "false" : "true");
}

function getTitle({ page, path }: PageCaret): string {
  const title = page?.frontmatter.fields.get("title")?.value;
  return typeof title === "string" && title !== "" ? title : toTitle(removePageExtension(path));
}

/** Counts how often other nearby pages use each value of this field. If the field is a list, counts its items. */
function countUsedValues({ site, path }: PageCaret, key: string): ReadonlyMap<string, number> {
  const countsByValue = new Map<string, number>();
  const add = (value: unknown) => {
    if (typeof value === "string" || typeof value === "boolean")
      countsByValue.set(String(value), (countsByValue.get(String(value)) ?? 0) + 1);
  };
  for (const page of findNearbyPages(site, path)) {
    if (page.path === path) continue;
    const value = page.frontmatter.fields.get(key)?.value;
    if (Array.isArray(value)) for (const item of value) add(item);
    else add(value);
  }
  return countsByValue;
}

function describeField(field: FieldInfo, profile: PageCaret["site"]["profile"]["name"]): string {
  const values = field.type.kind === "flag" ? undefined : getFieldValues(field, profile);
  return [
    getMeaning(field, profile),
    values ? values.map(({ value }) => `\`${value}\``).join(" · ") : "",
    field.default === undefined ? "" : `Default: ${field.default}.`,
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}
