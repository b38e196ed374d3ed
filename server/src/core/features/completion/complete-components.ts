import { hasIcon } from "../../config/icons/icons.ts";
import type { Component, ComponentProp } from "../../page/components/component.ts";
import { components } from "../../page/components/components.ts";
import { readFrontmatterRanges } from "../../page/frontmatter.ts";
import { findImportedFile } from "../../site/pages/pages.ts";
import type { PageCursor } from "../cursor/page-cursor.ts";
import {
  findClosingTagNames,
  findOpenTags,
  type TagToken,
  listTagTokens,
  type TypedTag,
} from "../cursor/tag-cursor.ts";
import { getImportableNames, type ImportableName } from "./complete-imports.ts";
import { completeLinks, completeMediaFiles } from "./complete-links.ts";
import { getIconLibrary, completeIcons } from "./complete-values.ts";
import type { Suggestion } from "./completion.ts";
import { getTagLabel, type PageCaret } from "./context.ts";

const noProps: ReadonlyMap<string, ComponentProp> = new Map();

/**
 * Returns the props that a tag with this name accepts at the caret. A component that the page defines or imports takes
 * precedence over a built-in one with the same name.
 */
export function getProps(caret: PageCaret, name: string): ReadonlyMap<string, ComponentProp> {
  const exportProps = findExportProps(caret, name);
  return exportProps ?? components.get(name)?.props ?? htmlPropsByElement.get(name) ?? noProps;
}

function findExportProps({ site, page }: PageCaret, name: string): ReadonlyMap<string, ComponentProp> | undefined {
  const pageExport = page?.exports.find((candidate) => candidate.name === name);
  if (pageExport) return toProps(pageExport.props);
  for (const { source, names } of page?.imports ?? []) {
    const importName = names.find(({ localName }) => localName === name);
    if (!importName || !page) continue;
    const file = findImportedFile(source, page.path);
    if (file === undefined) return noProps;
    const exports = site.scripts.get(file)?.exports ?? site.pages.get(file)?.exports ?? [];
    return toProps(exports.find((candidate) => candidate.name === importName.importedName)?.props);
  }
  return undefined;
}

function toProps(names: readonly string[] | undefined): ReadonlyMap<string, ComponentProp> {
  return new Map((names ?? []).map((name) => [name, { name, type: "any", meaning: "" }]));
}

/** HTML attributes that pages often set. */
const htmlPropsByElement: ReadonlyMap<string, ReadonlyMap<string, ComponentProp>> = new Map(
  Object.entries({
    a: "href target rel",
    img: "src alt width height noZoom title",
    video: "src controls autoPlay loop muted playsInline width height title poster",
    source: "src type",
    iframe: "src title width height allow allowFullScreen frameBorder",
    div: "id",
    span: "id",
  }).map(([tag, nameList]) => [
    tag,
    new Map([...nameList.split(" "), "className", "style"].map((name) => [name, createHtmlProp(name)])),
  ]),
);

function createHtmlProp(name: string): ComponentProp {
  if (/^(noZoom|controls|autoPlay|loop|muted|playsInline|allowFullScreen)$/.test(name))
    return { name, type: "flag", meaning: "" };
  if (name === "style") return { name, type: "map", meaning: "" };
  if (name === "target") return { name, type: "text", meaning: "", values: ["_blank", "_self"] };
  if (name === "rel") return { name, type: "text", meaning: "", values: ["noopener noreferrer", "nofollow"] };
  if (name === "href") return { name, type: "text", meaning: "", names: "url", required: true };
  if (name === "src") return { name, type: "text", meaning: "", names: "image", required: true };
  return { name, type: "text", meaning: "" };
}

type TagNameCursor = Extract<PageCursor, { kind: "tag-name" }>;

/** HTML elements that pages often use. Completion doesn't suggest any others. */
const htmlElements: readonly string[] =
  "div span a img br table thead tbody tr td th ul ol li p video source iframe details summary sup sub kbd code strong em b i h1 h2 h3 h4 svg path section hr".split(
    " ",
  );

/**
 * Suggests the components that are allowed at the caret, with their required props and closing tag. Inserts only the
 * name if the tag already contains more text.
 */
export function completeComponents(caret: PageCaret, cursor: TagNameCursor): Suggestion[] {
  const { text } = caret;
  const position = cursor.tag.nameRange.start - 1;
  const openTags = findOpenTags(text, position, readFrontmatterRanges(text).bodyStart);
  const closingTagName = findClosingTagName(text, cursor, openTags);
  const context: Context = {
    caret,
    cursor,
    openTags,
    closingTagName,
    previousSibling: findPreviousSibling(text, position, openTags),
  };
  const listedComponents = [...components.values()].filter(
    ({ isUnlisted, replacedBy }) => !isUnlisted && replacedBy === undefined,
  );
  return [
    ...listedComponents.map((component) => suggestBuiltInComponent(component, context)),
    ...getImportableNames(caret)
      .filter(({ isComponent }) => isComponent)
      .map((name) => suggestImportable(name, context)),
    ...htmlElements.map((name) => createHtmlSuggestion(name, context)),
  ];
}

/** Suggests the name for the closing tag. The innermost open element comes first, followed by its ancestors. */
export function completeClosingTags(
  { text }: PageCaret,
  { start, needsClosing }: Extract<PageCursor, { kind: "closing-tag" }>,
): Suggestion[] {
  const openTags = findOpenTags(text, start, readFrontmatterRanges(text).bodyStart);
  return [...new Set([...openTags].reverse().map(({ name }) => name))].map((name, rank) => ({
    kind: "closing-tag",
    label: name,
    text: needsClosing ? `${name}>` : name,
    rank,
  }));
}

interface Context {
  readonly caret: PageCaret;
  readonly cursor: TagNameCursor;
  readonly openTags: readonly TagToken[];
  /** The name in the closing tag after the caret. The opening tag probably has the same name. */
  readonly closingTagName: string | undefined;
  /** The name of the preceding sibling: the last element that ends before the caret. */
  readonly previousSibling: string | undefined;
}

function suggestBuiltInComponent(component: Component, context: Context): Suggestion {
  const { name, meaning, parents } = component;
  const parent = context.openTags.at(-1)?.name;
  const parentComponent = parent === undefined ? undefined : components.get(parent);
  const isExpectedChild =
    parentComponent?.children?.includes(name) || (parent !== undefined && parents?.includes(parent));
  const misplacementPenalty = parents && !isExpectedChild ? 8 : 0;
  return {
    kind: "component",
    label: name,
    description: meaning,
    ...formatTag(name, component, context),
    rank:
      computeTagRank(name, context) +
      misplacementPenalty -
      (isExpectedChild ? 6 : 0) +
      (parentComponent?.children && !isExpectedChild ? 5 : 0),
  };
}

function suggestImportable(name: ImportableName, context: Context): Suggestion {
  const isImported = name.importEdit === undefined;
  return {
    kind: "snippet",
    label: name.name,
    detail: name.source,
    ...(isImported ? {} : { remark: "adds import" }),
    ...formatTag(name.name, undefined, context),
    ...(name.importEdit ? { additionalEdits: [name.importEdit] } : {}),
    rank: computeTagRank(name.name, context) + (isImported ? -2 : 4),
  };
}

function createHtmlSuggestion(name: string, context: Context): Suggestion {
  return { kind: "component", label: name, text: name, rank: computeTagRank(name, context) + 2 };
}

/**
 * Returns the component's rank. The rank is lower, and therefore better, if nearby pages use the component or if it
 * matches the tag's attributes and the closing tag.
 */
function computeTagRank(name: string, { caret, cursor, closingTagName, previousSibling, openTags }: Context): number {
  const useCount = caret.getUsageCounts().tags.get(name) ?? 0;
  const hasMatchingClosingTag = closingTagName === name;
  const repetitionBonus = previousSibling === name && !(openTags.at(-1)?.name === name) ? 1.5 : 0;
  return (
    -Math.log2(1 + Math.min(useCount, 400)) * 0.5 -
    repetitionBonus -
    (hasMatchingClosingTag ? 30 : 0) +
    computeAttributePenalty(name, caret, cursor.tag)
  );
}

/**
 * Returns a score that increases with each attribute of the tag that the component doesn't accept, and decreases with
 * each attribute that it accepts.
 */
function computeAttributePenalty(name: string, caret: PageCaret, tag: TypedTag): number {
  if (tag.attributes.length === 0) return 0;
  const { attributes } = caret.getUsageCounts();
  const props = getProps(caret, name);
  const recognizedAttributes = tag.attributes.filter(
    (attribute) => props.has(attribute.name) || attributes.has(`${name}.${attribute.name}`),
  );
  return 4 * (tag.attributes.length - recognizedAttributes.length) - recognizedAttributes.length;
}

function findClosingTagName(
  text: string,
  { tag, hasTextAfterName }: TagNameCursor,
  openTags: readonly TagToken[],
): string | undefined {
  if (tag.isSelfClosing) return undefined;
  const start = hasTextAfterName && tag.isClosed ? tag.end : tag.nameRange.end;
  const closingTagNames = findClosingTagNames(text, start);
  const reversedTags = [...openTags].reverse();
  const index = closingTagNames.findIndex((name, i) => name !== reversedTags[i]?.name);
  return index < 0 ? undefined : closingTagNames[index];
}

function findPreviousSibling(text: string, offset: number, surroundingTags: readonly TagToken[]): string | undefined {
  const start = Math.max(surroundingTags.at(-1)?.end ?? 0, offset - 3000);
  let lastName: string | undefined;
  for (const { kind, name } of listTagTokens(text, start, offset)) if (kind !== "open") lastName = name;
  return lastName;
}

/**
 * Returns the complete element with its required and commonly set props, or only the name if attributes follow. The
 * first caret position is at the first value to fill in, and the last one is in the element's content.
 */
function formatTag(
  name: string,
  component: Component | undefined,
  { caret, cursor, closingTagName }: Context,
): Pick<Suggestion, "text" | "caret" | "stops" | "choices"> {
  if (cursor.hasTextAfterName) return { text: name };
  const props = [...(component?.props.values() ?? [])].filter((prop) => isInserted(prop) && !prop.isUnlisted);
  const choices = getChoices(component, props);
  const [choice] = choices ?? [];
  let openingText = name;
  const valueOffsets =
    choice === undefined ? [] : [(openingText += ` ${choice}`).length, (openingText += '=""').length - 1];
  for (const prop of props) {
    const delimiters = prop.type === "number" ? "{}" : '""';
    openingText += ` ${prop.name}=${delimiters}`;
    valueOffsets.push(openingText.length - 1);
  }
  const isEmpty = component ? component.content === "none" : true;
  if (isEmpty) return addStops(`${openingText} />`, valueOffsets, choices);
  if (closingTagName === name) return addStops(`${openingText}>`, valueOffsets, choices);
  const isInline = component?.content === "inline" || component?.isInline === true;
  const eol = caret.page?.eol ?? "\n";
  const indent = getIndentAtOffset(caret.text, cursor.tag.nameRange.start - 1);
  const contentPrefix = isInline ? "" : `${eol}${indent}  `;
  const contentSuffix = isInline ? "" : `${eol}${indent}`;
  const contentStart = openingText.length + 1 + contentPrefix.length;
  return addStops(`${openingText}>${contentPrefix}${contentSuffix}</${name}>`, valueOffsets, choices, contentStart);
}

/**
 * Returns the props of which the author must choose one, or undefined if there's no choice or if one of them is
 * inserted anyway.
 */
function getChoices(
  component: Component | undefined,
  insertedProps: readonly ComponentProp[],
): readonly string[] | undefined {
  const { oneOf } = component ?? {};
  return insertedProps.some(({ name }) => oneOf?.includes(name)) ? undefined : oneOf;
}

function isInserted({ required, isSuggested }: ComponentProp): boolean {
  return required === true || isSuggested === true;
}

/** Adds caret positions to the text of a suggestion. */
function addStops(
  text: string,
  valueOffsets: readonly number[],
  choices: readonly string[] | undefined,
  finalCaret = text.length,
): ReturnType<typeof formatTag> {
  const [firstCaret, ...stops] = [...valueOffsets, finalCaret];
  if (firstCaret === undefined || firstCaret === text.length) return { text };
  return { text, caret: firstCaret, ...(stops.length > 0 && { stops }), ...(choices && { choices }) };
}

/** Matches the start of a line up to the content of its list items and block quotes. */
const containerPattern = /^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*$/;

/**
 * Returns the start of the lines after the tag at `offset` that keeps them in the same list item and block quote as the
 * tag. If other text precedes the tag, returns the indentation of its line.
 */
function getIndentAtOffset(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const linePrefix = text.slice(start, Math.min(offset, start + 200));
  return containerPattern.test(linePrefix)
    ? linePrefix.replace(/[^\s>]/g, " ")
    : (/^[ \t]*/.exec(linePrefix)?.[0] ?? "");
}

type AttributeNameCursor = Extract<PageCursor, { kind: "attribute-name" }>;
type AttributeValueCursor = Extract<PageCursor, { kind: "attribute-value" }>;

/**
 * Suggests props that aren't set yet. Required props come first, followed by common ones. If the attribute already has
 * a value, props that accept the value rank higher.
 */
export function completeProps(caret: PageCaret, cursor: AttributeNameCursor): Suggestion[] {
  const { tag } = cursor;
  const props = getProps(caret, tag.name);
  const usedNames = new Set(
    tag.attributes.filter(({ nameRange }) => nameRange.start !== cursor.replace.start).map(({ name }) => name),
  );
  const { attributes, tags } = caret.getUsageCounts();
  const tagCount = tags.get(tag.name) ?? 0;
  const alternatives = components.get(tag.name)?.oneOf ?? [];
  const hasAlternative = alternatives.some((name) => usedNames.has(name));
  const nearbyNames = [...attributes.keys()]
    .filter((key) => key.startsWith(`${tag.name}.`) && !key.includes("="))
    .map((key) => key.slice(tag.name.length + 1));
  const names = new Set([
    ...[...props.values()].filter(({ isUnlisted }) => !isUnlisted).map(({ name }) => name),
    ...nearbyNames,
  ]);
  return [...names]
    .filter((name) => !usedNames.has(name))
    .map((name, index): Suggestion => {
      const prop = props.get(name);
      const usageShare = tagCount === 0 ? 0 : Math.min(1, (attributes.get(`${tag.name}.${name}`) ?? 0) / tagCount);
      const requiredBonus = prop?.required || (alternatives.includes(name) && !hasAlternative) ? 2 : 0;
      return {
        kind: "setting",
        label: name,
        ...(prop && prop.meaning !== "" ? { description: describeProp(prop) } : {}),
        ...formatProp(name, prop, cursor.hasValue),
        rank:
          index / 1000 -
          requiredBonus -
          2 * usageShare +
          (prop?.deprecated === undefined ? 0 : 3) +
          computeValuePenalty(caret, cursor, prop, name),
      };
    });
}

function formatProp(
  name: string,
  prop: ComponentProp | undefined,
  hasValue: boolean,
): { text: string; caret?: number } {
  if (hasValue || prop?.type === "flag") return { text: name };
  const value = prop?.type === "number" ? "{}" : prop?.type === "list" ? "{[]}" : prop?.type === "map" ? "{{}}" : '""';
  const text = `${name}=${value}`;
  return { text, caret: text.length - value.length / 2 };
}

/**
 * Returns how badly the existing value fits the prop. A positive number means that the value doesn't fit, and a
 * negative number means that it does. The result is 0 if this can't be determined.
 */
function computeValuePenalty(
  caret: PageCaret,
  { value, valueText, tag, hasValue }: AttributeNameCursor,
  prop: ComponentProp | undefined,
  name: string,
): number {
  if (!hasValue) return tag.attributes.length > 0 && prop?.type === "flag" ? 0.2 : 0;
  const useCount = caret.getUsageCounts().attributes.get(`${tag.name}.${name}=${valueText}`) ?? 0;
  const usedBonus = useCount > 0 ? -1.5 : 0;
  const isPath = /^(\/|#|\.{1,2}\/|https?:|mailto:)/.test(valueText);
  const isStringValue = value?.opening !== "{";
  if (!prop) return isPath ? 2 + usedBonus : usedBonus;
  if (prop.values && (prop.type === "enum" || prop.values.includes(valueText)))
    return (prop.values.includes(valueText) ? -2 : 5) + usedBonus;
  switch (prop.names) {
    case "url":
      return (isPath ? -3 : 4) + usedBonus;
    case "image":
      return (isPath && /\.\w{2,4}$/.test(valueText) ? -3.5 : isPath ? 1 : 4) + usedBonus;
    case "icon":
      return (hasIcon(getIconLibrary(caret.site), valueText) ? -2.5 : isStringValue ? 3 : 0) + usedBonus;
    case "color":
      return (/^#[0-9a-f]{3,8}$/i.test(valueText) ? -3 : 3) + usedBonus;
    default:
  }
  if (prop.type === "flag") return (/^(true|false)$/.test(valueText) ? -2 : 5) + usedBonus;
  if (prop.type === "number") return (/^\d+$/.test(valueText) ? -2 : 5) + usedBonus;
  if (prop.type === "list" || prop.type === "map") return (/^[[{]/.test(valueText.trim()) ? -2 : 5) + usedBonus;
  return (isStringValue ? 0 : 2) + (isPath ? 2 : 0) + (/^\d+$/.test(valueText) ? 2 : 0) + usedBonus;
}

/**
 * Suggests a prop's allowed values or, if the prop refers to a page, file, or icon, the site's pages, files, or icons.
 * For other props, suggests values that are used nearby.
 */
export function completePropValues(caret: PageCaret, cursor: AttributeValueCursor): Suggestion[] {
  const { tag, attribute, opening, typedText } = cursor;
  const prop = getProps(caret, tag.name).get(attribute);
  const label = getTagLabel(tag, caret.text);
  const formatValue = createValueFormatter(cursor);
  const isStringValue = opening !== "{";
  const toAttributeSuggestions = (suggestions: Suggestion[]) =>
    suggestions.map((suggestion) => ({ ...suggestion, text: formatValue(suggestion.text, false) }));
  if (isStringValue && (prop?.names === "url" || attribute === "href"))
    return toAttributeSuggestions(completeLinks(caret, typedText, label));
  if (isStringValue && (prop?.names === "image" || attribute === "src" || attribute === "img"))
    return toAttributeSuggestions(completeMediaFiles(caret, typedText, label));
  if (isStringValue && prop?.names === "icon") {
    const { icons: nearbyCountsByIcon } = caret.getUsageCounts();
    const formatText = (name: string) => formatValue(name, false);
    return completeIcons(caret.site, { label, typedText, formatText, nearbyCountsByIcon });
  }
  return [...getFixedValues(prop), ...getUsedValues(caret, tag.name, attribute, prop)].map(
    ({ value, isCode }, index): Suggestion => {
      const useCount = caret.getUsageCounts().attributes.get(`${tag.name}.${attribute}=${value}`) ?? 0;
      const isDefault = prop?.default === value;
      return {
        kind: "value",
        label: value,
        ...(isDefault ? { remark: "default" } : {}),
        text: formatValue(value, isCode),
        rank: index / 100 - Math.log2(1 + useCount),
      };
    },
  );
}

interface PropValue {
  readonly value: string;
  /** Whether the value is written in braces, such as a number or `true`. */
  readonly isCode: boolean;
}

function getFixedValues(prop: ComponentProp | undefined): PropValue[] {
  if (!prop) return [];
  if (prop.type === "flag") return ["true", "false"].map((value) => ({ value, isCode: true }));
  if (prop.values) return prop.values.map((value) => ({ value, isCode: prop.type === "number" }));
  if (prop.range && prop.range.max - prop.range.min < 10)
    return Array.from({ length: prop.range.max - prop.range.min + 1 }, (_, i) => ({
      value: String((prop.range?.min ?? 0) + i),
      isCode: true,
    }));
  return [];
}

/**
 * Returns the distinct values that nearby pages use for this prop. Free text, such as a title, is included only if
 * nearby pages use it several times.
 */
function getUsedValues(
  { getUsageCounts }: PageCaret,
  tag: string,
  attribute: string,
  prop: ComponentProp | undefined,
): PropValue[] {
  const prefix = `${tag}.${attribute}=`;
  const fixedValues = new Set(getFixedValues(prop).map(({ value }) => value));
  const minCount = /^(title|description|alt|caption|label|id|name)$/.test(attribute) ? 3 : 1;
  return [...getUsageCounts().attributes]
    .filter(([key, count]) => key.startsWith(prefix) && count >= minCount)
    .map(([key]) => key.slice(prefix.length))
    .filter((value) => value !== "" && !fixedValues.has(value))
    .slice(0, 50)
    .map((value) => ({ value, isCode: /^(\d+|true|false)$/.test(value) && prop?.type !== "text" }));
}

/**
 * Returns a function that adds the missing quotes or braces to a value. Directly after `=`, the function adds both
 * delimiters. If the opening delimiter already exists, the function adds only the closing one if it's missing.
 */
function createValueFormatter({
  opening,
  needsClosing,
}: AttributeValueCursor): (value: string, isCode: boolean) => string {
  return (value, isCode) => {
    if (opening === "") return isCode ? `{${value}}` : `"${value.replaceAll('"', "&quot;")}"`;
    if (opening === "{") return `${isCode ? value : JSON.stringify(value)}${needsClosing ? "}" : ""}`;
    const escapedValue = value.replaceAll(opening, opening === "'" ? "&apos;" : "&quot;");
    return `${escapedValue}${needsClosing ? opening : ""}`;
  };
}

function describeProp(prop: ComponentProp): string {
  return [
    prop.meaning,
    prop.values ? prop.values.map((value) => `\`${value}\``).join(" · ") : "",
    prop.default === undefined ? "" : `Default: ${prop.default}.`,
    prop.deprecated === undefined ? "" : `Deprecated. Use \`${prop.deprecated}\` instead.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
