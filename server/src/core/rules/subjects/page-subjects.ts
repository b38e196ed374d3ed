import { decodeFragment } from "../../text/decode-text.ts";
import type { MissingAnchor } from "../../site/links/anchors.ts";
import type { ResolvedLink } from "../../site/links/links.ts";
import type { IconLibrary } from "../../config/icons/icon-names.ts";
import { iconLibraries, isIconName, hasIcon, findNearestIcon } from "../../config/icons/icons.ts";
import type { Component } from "../../page/components/component.ts";
import { components } from "../../page/components/components.ts";
import { findUnfencedFields, type UnfencedFields } from "../../page/frontmatter-scan.ts";
import type { FieldType } from "../../page/frontmatter-fields.ts";
import type { FieldValue, FrontmatterField, Page, PageAttribute, PageReferences, PageTag } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { indexImportsByName } from "../../site/pages/imports.ts";
import { getPublishedPages, isSnippet, normalizeTitle } from "../../site/pages/pages.ts";
import { getPlaygroundDisplay, getSiteIconLibrary } from "../../site/settings/site-settings.ts";
import { createSiteView, type Site } from "../../site/site.ts";
import { type PhraseText, toVerbatim } from "../../text/phrase.ts";
import { getFileName, removePageExtension } from "../../text/site-path.ts";
import {
  createLineMap,
  getPosition,
  type SiteLocation,
  type SitePath,
  type TextEdit,
  type TextRange,
} from "../../text/text-edit.ts";
import { compactList, derive } from "../../text/maps.ts";
import type { Finding } from "../rule.ts";
import type { SuggestionSource } from "./fixes.ts";
import { createTargetData } from "./same-target.ts";

/**
 * Returns a frontmatter field of the page. As in the service, a field without a value (`title:`) is treated as missing.
 * In snippets, all fields are treated as missing, because frontmatter has no effect there.
 */
export function getFrontmatterField(page: Page, key: string): FrontmatterField | undefined {
  const field = page.references.frontmatter.fields.get(key);
  return field?.value === null || isSnippet(page.outline.path) ? undefined : field;
}

/** Returns all fields that `getFrontmatterField` returns, in file order. */
export function getFrontmatterFields(page: Page): readonly FrontmatterField[] {
  if (isSnippet(page.outline.path)) return [];
  return [...page.references.frontmatter.fields.values()].filter(({ value }) => value !== null);
}

/**
 * Returns a page's `api` field, or undefined if the page doesn't show its endpoint, because a reference takes
 * precedence or the page is only a link.
 */
export function getShownApi(page: Page): FrontmatterField | undefined {
  const precedingFields = ["openapi-schema", "openapi", "asyncapi", "url"];
  return precedingFields.some((key) => getFieldText(page, key)?.trim()) ? undefined : getFrontmatterField(page, "api");
}

/** Returns the text of a field, or undefined if the field is missing or isn't a string. */
export function getFieldText(page: Page, key: string): string | undefined {
  const value = getFrontmatterField(page, key)?.value;
  return typeof value === "string" ? value : undefined;
}

/** Whether the playground of an endpoint page can send requests. */
export function hasPlayground(page: Page, site: Site): boolean {
  const display = getFieldText(page, "playground") ?? getPlaygroundDisplay(site);
  return display !== "none" && display !== "simple";
}

export function getFieldValueLocation(page: Page, field: FrontmatterField): SiteLocation {
  return { file: page.outline.path, range: field.valueRange };
}

export function getFieldKeyLocation(page: Page, field: FrontmatterField): SiteLocation {
  return { file: page.outline.path, range: field.keyRange };
}

/** Returns the type of a field's value for a message, such as `a list`. */
function getValueKind(value: FieldValue): PhraseText {
  if (value instanceof Map) return "a map";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  if (typeof value === "boolean") return "true or false";
  return typeof value === "number" ? "a number" : "text";
}

/**
 * Returns the kind of a value that a field of this type can't have. If the field can be a list, the item that makes the
 * list invalid is included.
 */
export function getInvalidKind(type: FieldType, value: FieldValue): PhraseText {
  const acceptsList = type.kind === "list" || type.kind === "groups" || type.kind === "related";
  if (!acceptsList || !Array.isArray(value)) return getValueKind(value);
  if (type.kind !== "related" && value.some((item) => item instanceof Map)) return "a list that contains a map";
  return value.some((item) => Array.isArray(item)) ? "a list that contains a list" : "a list";
}

/** Formats text as a YAML string. Every JSON string is also a valid YAML string. */
export function formatYamlText(text: string): string {
  return JSON.stringify(text);
}

/** Returns the fields at the start of a page that lack `---` lines, so that they aren't frontmatter. */
export const getUnfencedFields = derive(({ text, frontmatter }: PageReferences): UnfencedFields | undefined =>
  frontmatter.range ? undefined : findUnfencedFields(text, text.startsWith("\ufeff") ? 1 : 0),
);

/** Whether the service requires the field to be a string. If it isn't, the build fails. */
export function isEndpointField(key: string): boolean {
  return key === "api" || key === "openapi" || key === "asyncapi";
}

/** A tag of a built-in component. */
export interface BuiltInTag {
  readonly tag: PageTag;
  readonly component: Component;
}

/** Returns the tags of built-in components on a page that readers see, except for undocumented components. */
export function findBuiltInTags({ references }: Page, site: Site): readonly BuiltInTag[] {
  return isFileUsed(site, references.path) ? listBuiltInTags(references) : [];
}

const listBuiltInTags = derive((page: PageReferences): readonly BuiltInTag[] =>
  compactList(
    page.tags.flatMap((tag) => {
      const component = findBuiltInComponent(page, tag.name);
      return component && !component.isUnlisted ? [{ tag, component }] : [];
    }),
  ),
);

/**
 * Returns the built-in component for a tag's name, or undefined if the page imports or defines a component with the
 * same name.
 */
export function findBuiltInComponent(page: PageReferences, name: string): Component | undefined {
  return indexImportsByName(page).has(getRootComponent(name)) ? undefined : components.get(name);
}

/** Returns the part of a component's name before the dot, such as `Tree` for `Tree.File`. */
export function getRootComponent(name: string): string {
  const dotIndex = name.indexOf(".");
  return dotIndex < 0 ? name : name.slice(0, dotIndex);
}

/** Returns a tag's first attribute with this name. */
export function getAttribute(tag: PageTag, name: string): PageAttribute | undefined {
  return tag.attributes.find((attribute) => attribute.name === name);
}

export function getLocation(page: Page, range: TextRange): SiteLocation {
  return { file: page.references.path, range };
}

/** Returns the tag whose name or attribute starts at this location. Fixes use this function to find a tag again. */
export function findTagAt(site: Site, { file, range }: SiteLocation): PageTag | undefined {
  const page = site.references.get(file);
  return page && getTagsByOffset(page).get(range.start);
}

/**
 * The tags on a page, keyed by the offsets of their names and attribute names. Computed only once, because *fix all*
 * looks up every tag on a page.
 */
const getTagsByOffset = derive(({ tags }: PageReferences): ReadonlyMap<number, PageTag> => {
  const tagByOffset = new Map<number, PageTag>();
  for (const tag of tags) for (const { nameRange } of [tag, ...tag.attributes]) tagByOffset.set(nameRange.start, tag);
  return tagByOffset;
});

/** The components that contain others, by the names of the components that they contain. */
const containerByItem: ReadonlyMap<string, string> = new Map([
  ["Accordion", "AccordionGroup"],
  ["Column", "Columns"],
  ["Step", "Steps"],
  ["Tab", "Tabs"],
]);

/**
 * The tags that have the name of an item, such as `Accordion`, but that the author meant as the container of items, by
 * that container's name. Such a tag has no attributes, starts with an item that has some, and contains only items.
 */
export const findMisnamedContainers = derive((page: PageReferences): ReadonlyMap<PageTag, string> => {
  const containerByTag = new Map<PageTag, string>();
  const rejectedTags = new Set<PageTag>();
  for (const tag of page.tags) {
    const parent = tag.parentIndex === undefined ? undefined : page.tags[tag.parentIndex];
    if (!parent || rejectedTags.has(parent)) continue;
    const container = containerByItem.get(parent.name);
    const outerTag = parent.parentIndex === undefined ? undefined : page.tags[parent.parentIndex];
    const isItem = container !== undefined && tag.name === parent.name && findBuiltInComponent(page, tag.name);
    const isBare = parent.attributes.length === 0 && !parent.hasSpread && parent.closingTagRange !== undefined;
    const hasProps = tag.attributes.length > 0 || tag.name === "Column";
    const isFirst = containerByTag.has(parent) || page.text.slice(parent.range.end, tag.range.start).trim() === "";
    if (isItem && isBare && hasProps && isFirst && outerTag?.name !== container) containerByTag.set(parent, container);
    else {
      containerByTag.delete(parent);
      rejectedTags.add(parent);
    }
  }
  return containerByTag;
});

/** Returns the edits that rename a component in its opening and closing tag. */
export function createRenameEdits(
  { nameRange, closingTagRange: closingRange, name }: PageTag,
  newName: string,
): TextEdit[] {
  const edits = [{ range: nameRange, newText: newName }];
  if (!closingRange) return edits;
  const start = closingRange.start + "</".length;
  return [...edits, { range: { start, end: start + name.length }, newText: newName }];
}

/**
 * Whether the range is in a formula: between two dollar signs on its line, or between two lines that start with `$$`.
 */
export function isInFormula(page: PageReferences, { start, end }: TextRange): boolean {
  const { lines, dollars, fences } = findDollars(page);
  if (dollars.length === 0) return false;
  const getLine = (offset: number) => getPosition(lines, offset).line;
  const [dollarsBeforeStart, dollarsBeforeEnd] = [countOffsetsBefore(dollars, start), countOffsetsBefore(dollars, end)];
  const isOnLine = (offset: number | undefined, line: number) => offset !== undefined && getLine(offset) === line;
  if (isOnLine(dollars[dollarsBeforeStart - 1], getLine(start)) && isOnLine(dollars[dollarsBeforeEnd], getLine(end)))
    return true;
  return countOffsetsBefore(fences, lines.lineStarts[getLine(start)] ?? 0) % 2 === 1;
}

/** The offsets of dollar signs and of lines that start with two of them. Computed only once for all names on a page. */
const findDollars = derive(({ text }: PageReferences) => {
  const findOffsets = (pattern: RegExp) => Array.from(text.matchAll(pattern), ({ index }) => index);
  return { lines: createLineMap(text), dollars: findOffsets(/\$/g), fences: findOffsets(/^[ \t]*\$\$/gm) };
});

/** Returns the number of offsets before `end`. The offsets must be sorted. */
function countOffsetsBefore(offsets: readonly number[], end: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The messages and fix titles for an icon that isn't in the library. */
export const iconMessages = {
  meant: "`{icon}` isn't in the {library} library, so readers see no icon. Did you mean `{near}`?",
  unknown:
    "`{icon}` isn't in the {library} library, so readers see no icon. Choose another icon, or use the path of an image.",
  elsewhere:
    "`{icon}` isn't in the {library} library, so readers see no icon. The {otherLibrary} library has it. Choose another icon, or change `icons.library` if all of the site's icons are there.",
  meantAll: "`{icon}` isn't in the {library} library, so readers see no icon in {count} places. Did you mean `{near}`?",
  unknownAll:
    "`{icon}` isn't in the {library} library, so readers see no icon in {count} places. Choose another icon, or use the path of an image.",
  elsewhereAll:
    "Icons in {count} places, such as `{icon}`, are in the {otherLibrary} library, not in {library}, so readers don't see them. Choose others, or change `icons.library` if all of the site's icons are there.",
  use: "Change to `{near}`",
  useAll: "Change all {count} to `{near}`",
} as const;

/** Maps the message for a single occurrence of an icon to the message for several occurrences. */
export const severalIconMessages = { meant: "meantAll", unknown: "unknownAll", elsewhere: "elsewhereAll" } as const;

/**
 * Returns the problem with an icon's name, or undefined if the library contains the icon or if the value is a path,
 * URL, or emoji.
 */
export function findIconProblem(
  library: IconLibrary,
  icon: string,
  guess: SuggestionSource,
): Pick<Finding<keyof typeof severalIconMessages>, "message" | "args" | "data"> | undefined {
  if (!isIconName(icon) || hasIcon(library, icon)) return undefined;
  const args = { icon, library: toVerbatim(library) };
  const brand = icon.startsWith("brand-") ? icon.slice("brand-".length) : "";
  // Only Tabler marks the icons of brands.
  if (brand !== "" && hasIcon(library, brand))
    return {
      message: "meant",
      args: { ...args, near: brand },
      data: { ...createTargetData(library, icon), near: brand },
    };
  const matchingLibrary = iconLibraries.find((candidate) => hasIcon(candidate, icon));
  if (matchingLibrary !== undefined)
    return {
      message: "elsewhere",
      args: { ...args, otherLibrary: toVerbatim(matchingLibrary) },
      // Different icons that are all in the same other library have one cause: the site's own library.
      data: createTargetData(library, "any icon", matchingLibrary),
    };
  const data = createTargetData(library, icon);
  const suggestion = guess(`${library} ${icon}`, () => findNearestIcon(library, icon));
  return suggestion === undefined
    ? { message: "unknown", args, data }
    : { message: "meant", args: { ...args, near: suggestion }, data: { ...data, near: suggestion } };
}

/**
 * Counts the pages with an icon that's in another library than the site's, by the target of these problems.
 */
export const countPageIconsElsewhere = createSiteView(["config", "pages"], (site): ReadonlyMap<unknown, number> => {
  const library = getSiteIconLibrary(site);
  const countByTarget = new Map<unknown, number>();
  for (const { fields } of getPublishedPages(site.pages).pagesBySlug.values()) {
    const icon = fields.get("icon");
    const problem = typeof icon === "string" ? findIconProblem(library, icon, () => undefined) : undefined;
    if (problem?.message !== "elsewhere") continue;
    const target = problem.data?.["target"];
    countByTarget.set(target, (countByTarget.get(target) ?? 0) + 1);
  }
  return countByTarget;
});

/** The maximum length of a definition's label, with the characters around it, in UTF-16 code units. */
const maxLabelLength = 1010;

/** The label of each definition on a page and the offset of its opening bracket, keyed by the offset of the target. */
export const findDefinitions = derive(
  ({ links, text }: PageReferences): ReadonlyMap<number, { readonly label: string; readonly start: number }> =>
    new Map(
      links.flatMap(({ kind, range }) => {
        if (kind !== "definition") return [];
        const textBefore = text.slice(Math.max(0, range.start - maxLabelLength), range.start);
        const labelMatch = /\[((?:[^[\]\\]|\\.)+)\]:\s*<?$/.exec(textBefore);
        const start = range.start - (labelMatch?.[0].length ?? 0);
        return labelMatch ? [[range.start, { label: normalizeLabel(labelMatch[1] ?? ""), start }] as const] : [];
      }),
    ),
);

/** The normalized text of all brackets on a page that could be links to a definition. */
export const collectUsedLabels = derive((page: PageReferences): ReadonlySet<string> => {
  const definitionStarts = new Set([...findDefinitions(page).values()].map(({ start }) => start));
  const labels = new Set<string>();
  for (const { 1: label = "", index } of page.text.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/g))
    if (!definitionStarts.has(index)) labels.add(normalizeLabel(label));
  return labels;
});

function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

/**
 * Returns the text of the Markdown link with this target, or undefined if the text is too long or contains brackets.
 */
export function getLinkText(text: string, { start }: TextRange): string | undefined {
  return /\[((?:[^[\]\n]|\n(?![ \t\r]*\n))+)\]\(\s*<?$/
    .exec(text.slice(Math.max(0, start - maxLinkTextLength), start))?.[1]
    ?.replace(/\s+/g, " ")
    .trim();
}

const maxLinkTextLength = 100;

/**
 * Whether readers can follow the link with this target. They can't if it's a Markdown link without visible text, as in
 * `[](#x "Permalink")`, or a definition, such as `[x]: #x`, that no link uses. Docusaurus puts a zero-width space in
 * the link of each heading.
 */
function canBeFollowed({ file, range }: SiteLocation, site: Site): boolean {
  const page = site.references.get(file);
  const textBefore = page?.text.slice(Math.max(0, range.start - maxEmptyLength), range.start) ?? "";
  if (!page || /(?:^|[^!\\])\[(?:[\s\p{Cf}]|&#8203;|&#x200b;|&ZeroWidthSpace;)*\]\(\s*<?$/iu.test(textBefore))
    return !page;
  const label = findDefinitions(page).get(range.start)?.label;
  return label === undefined || collectUsedLabels(page).has(label);
}

/** The maximum length of the text before the target of a Markdown link without text, in UTF-16 code units. */
const maxEmptyLength = 100;

/**
 * Returns the `title` of the component that has the link as a prop, as in `<Card title="Guides" href="/guides">`. The
 * range is that of the link.
 */
export function getTitleProp(text: string, { start, end }: TextRange): string | undefined {
  const textBefore = text.slice(Math.max(0, start - maxTagLength), start);
  const tagStart = textBefore.slice(textBefore.lastIndexOf("<"));
  if (!/^<[A-Z][^>]*$/.test(tagStart)) return undefined;
  const [tagEnd = ""] = text.slice(end, end + maxTagLength).split(">", 1);
  return /\stitle=(?:"([^"\n]+)"|'([^'\n]+)')/
    .exec(tagStart + tagEnd)
    ?.slice(1)
    .find(Boolean)
    ?.trim();
}

const maxTagLength = 300;

/** Returns the texts of the Markdown links in the same file that have the same target. */
export function listTextsOf({ reference: { location, url } }: ResolvedLink, site: Site): readonly string[] {
  const text = site.references.get(location.file)?.text ?? "";
  const link = `](${url})`;
  const texts = new Set<string>();
  for (let start = text.indexOf(link); start >= 0; start = text.indexOf(link, start + 1))
    texts.add(getLinkText(text, { start: start + 2, end: start + 2 }) ?? "");
  return [...texts];
}

/** Whether a redirect adds the anchor to the link. If so, the error is in the redirect, which another rule checks. */
function hasRedirectAnchor({ reference: { url }, targets }: ResolvedLink): boolean {
  const [, fragment] = /#(.*)$/s.exec(url) ?? [];
  return targets.some(({ target }) => {
    if (target.kind !== "redirect") return false;
    const [, anchor = ""] = /#(.*)$/s.exec(target.destination) ?? [];
    return fragment === undefined || decodeFragment(fragment) !== decodeFragment(anchor);
  });
}

/** The normalized texts of the headings in a page's code blocks. */
const collectHeadingsInCode = derive(({ codeBlocks, text }: PageReferences): ReadonlySet<string> => {
  const headingTexts = new Set<string>();
  for (const { contentRange } of codeBlocks)
    for (const [, heading = ""] of text.slice(contentRange.start, contentRange.end).matchAll(/^#{1,6}[ \t]+(\S.*)$/gm))
      headingTexts.add(normalizeTitle(heading));
  return headingTexts;
});

/**
 * Whether the page that contains the link has a heading for the anchor in a code block, and a fence on the page is
 * wrong. The fence is reported, and the heading probably isn't meant to be code.
 */
function isHeadingInOpenCode({ anchor, page: path }: MissingAnchor, { file }: SiteLocation, site: Site): boolean {
  const page = path === file ? site.references.get(path) : undefined;
  if (!page || !site.syntaxProblems.get(path)?.some(({ kind }) => kind.startsWith("fence-"))) return false;
  return collectHeadingsInCode(page).has(normalizeTitle(decodeFragment(anchor)));
}

/** Whether a missing anchor doesn't matter because readers can't follow the link, or has a cause that's reported. */
export function isOtherProblem(link: ResolvedLink, missingAnchor: MissingAnchor | undefined, site: Site): boolean {
  const { location } = link.reference;
  return (
    !canBeFollowed(location, site) ||
    hasRedirectAnchor(link) ||
    (missingAnchor !== undefined && isHeadingInOpenCode(missingAnchor, location, site))
  );
}

/** Whether the tag's line contains nothing else, except for other tags. False if the line is long. */
export function isOnOwnLine({ text }: PageReferences, { range }: PageTag): boolean {
  const textBefore = text.slice(Math.max(0, range.start - maxTagDistance), range.start);
  const textAfter = text.slice(range.end, range.end + maxTagDistance);
  return (
    /(?:^|[\r\n])(?:[ \t]*<[^<>\r\n]*>)*[ \t]*$/.test(textBefore) &&
    /^[ \t]*(?:<[^<>\r\n]*>[ \t]*)*(?:[\r\n]|$)/.test(textAfter)
  );
}

/** The maximum number of characters before and after a tag that can belong to the tags on its line. */
const maxTagDistance = 200;

/** The links to missing pages on the pages of the service's starter kit. */
const starterLinks: ReadonlyMap<string, readonly string[]> = new Map([
  ["essentials/images", ["/writing-content/embed"]],
  ["essentials/settings", ["/api-playground/demo"]],
  ["development", ["/changelog/command-line"]],
  [
    "quickstart",
    [
      "/analytics/supported-integrations",
      "/api-playground/configuration",
      "/essentials/code",
      "/essentials/images",
      "/essentials/markdown",
      "/essentials/reusable-snippets",
      "/essentials/settings",
      "/settings/custom-domain/subdomain",
      "/settings/global",
    ],
  ],
]);

/** Whether the link was in the starter kit, from which most sites are created. */
export function isInStarter(file: SitePath, url: string): boolean {
  const slug = removePageExtension(file);
  const name = getFileName(slug);
  // Tools that translate pages add the language to links.
  const path = url.replace(/^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/)/i, "");
  return [name, `essentials/${name}`].some(
    (page) =>
      (slug === page || slug.endsWith(`/${page}`)) &&
      [url, path].some((link) => starterLinks.get(page)?.includes(link)),
  );
}
