import type { FieldValue, FrontmatterField, Page } from "../page/page.ts";
import { isSnippet } from "../site/pages/pages.ts";
import type { SiteLocation } from "../text/text-edit.ts";

/**
 * A field of the page's frontmatter. One without a value (`title:`) counts as absent, as it does for the service, and
 * so does everything in the frontmatter of snippets, which means nothing.
 */
export function fieldOf(page: Page, key: string): FrontmatterField | undefined {
  const field = page.references.frontmatter.fields.get(key);
  return field?.value === null || isSnippet(page.outline.path) ? undefined : field;
}

/** All fields that `fieldOf` knows, in file order. */
export function fieldsOf(page: Page): readonly FrontmatterField[] {
  if (isSnippet(page.outline.path)) return [];
  return [...page.references.frontmatter.fields.values()].filter(({ value }) => value !== null);
}

/** The text of a field; undefined when it is absent or no text. */
export function textOf(page: Page, key: string): string | undefined {
  const value = fieldOf(page, key)?.value;
  return typeof value === "string" ? value : undefined;
}

export function valuePlace(page: Page, field: FrontmatterField): SiteLocation {
  return { file: page.outline.path, range: field.valueRange };
}

export function keyPlace(page: Page, field: FrontmatterField): SiteLocation {
  return { file: page.outline.path, range: field.keyRange };
}

/** The kind of a value in words. */
export function kindOf(value: FieldValue): string {
  if (value instanceof Map) return "a map";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  if (typeof value === "boolean") return "true or false";
  return typeof value === "number" ? "a number" : "text";
}

/** A text as YAML that is sure to be read as this text. JSON's way of writing it is YAML too. */
export function yamlText(text: string): string {
  return JSON.stringify(text);
}

/** Fields that the service insists on being text: with anything else it stops. */
export function isEndpointField(key: string): boolean {
  return key === "api" || key === "openapi" || key === "asyncapi";
}
