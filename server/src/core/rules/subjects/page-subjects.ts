import type { Component } from "../../page/components/component.ts";
import { components } from "../../page/components/components.ts";
import type {
  FieldValue,
  FrontmatterField,
  Page,
  PageAttribute,
  PageReferences,
  PageTag,
} from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { namesOf } from "../../site/pages/imports.ts";
import { isSnippet } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation, TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/**
 * A field of the page's frontmatter. One without a value (`title:`) counts as absent, as it does for the service, and
 * so does everything in the frontmatter of snippets, which means nothing.
 */
export function getFrontmatterField(page: Page, key: string): FrontmatterField | undefined {
  const field = page.references.frontmatter.fields.get(key);
  return field?.value === null || isSnippet(page.outline.path) ? undefined : field;
}

/** All fields that `getFrontmatterField` knows, in file order. */
export function getFrontmatterFields(page: Page): readonly FrontmatterField[] {
  if (isSnippet(page.outline.path)) return [];
  return [...page.references.frontmatter.fields.values()].filter(({ value }) => value !== null);
}

/** The text of a field; undefined when it is absent or no text. */
export function getFieldText(page: Page, key: string): string | undefined {
  const value = getFrontmatterField(page, key)?.value;
  return typeof value === "string" ? value : undefined;
}

export function locationOfFieldValue(page: Page, field: FrontmatterField): SiteLocation {
  return { file: page.outline.path, range: field.valueRange };
}

export function locationOfFieldKey(page: Page, field: FrontmatterField): SiteLocation {
  return { file: page.outline.path, range: field.keyRange };
}

/** The kind of a value in words. */
export function getFieldKind(value: FieldValue): string {
  if (value instanceof Map) return "a map";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  if (typeof value === "boolean") return "true or false";
  return typeof value === "number" ? "a number" : "text";
}

/** A text as YAML that is sure to be read as this text. JSON's way of writing it is YAML too. */
export function formatYamlText(text: string): string {
  return JSON.stringify(text);
}

/** Fields that the service insists on being text: with anything else it stops. */
export function isEndpointField(key: string): boolean {
  return key === "api" || key === "openapi" || key === "asyncapi";
}

/** A tag of a component that the service brings along. */
export interface BuiltInTag {
  readonly tag: PageTag;
  readonly component: Component;
}

/** The built-in components of a page that readers see. Those that nobody documents are left out. */
export function builtInTags({ references }: Page, site: Site): readonly BuiltInTag[] {
  return isFileUsed(site, references.path) ? builtInTagsOf(references) : [];
}

const builtInTagsOf = derive((page: PageReferences): readonly BuiltInTag[] =>
  page.tags.flatMap((tag) => {
    const component = builtIn(page, tag.name);
    return component && !component.unlisted ? [{ tag, component }] : [];
  }),
);

/** The built-in component that a tag means: none when the page has one of its own by that name. */
export function builtIn(page: PageReferences, name: string): Component | undefined {
  return namesOf(page).has(getRootComponent(name)) ? undefined : components.get(name);
}

/** `Tree` of `Tree.File`. */
export function getRootComponent(name: string): string {
  const dot = name.indexOf(".");
  return dot < 0 ? name : name.slice(0, dot);
}

/** The first attribute of this name. */
export function getAttribute(tag: PageTag, name: string): PageAttribute | undefined {
  return tag.attributes.find((attribute) => attribute.name === name);
}

export function locationIn(page: Page, range: TextRange): SiteLocation {
  return { file: page.references.path, range };
}

/** The tag whose name, or the name of one of whose attributes, begins at this place, to find it again for a fix. */
export function findTagAt(site: Site, { file, range }: SiteLocation): PageTag | undefined {
  const page = site.references.get(file);
  return page && tagsByPlace(page).get(range.start);
}

/** Read once, since *fix all* asks for every tag of a page. */
const tagsByPlace = derive(({ tags }: PageReferences): ReadonlyMap<number, PageTag> => {
  const byPlace = new Map<number, PageTag>();
  for (const tag of tags)
    for (const { nameRange } of [tag, ...tag.attributes]) byPlace.set(nameRange.start, tag);
  return byPlace;
});
