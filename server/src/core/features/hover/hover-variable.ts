import { getJsonValue, stringOf } from "../../config/json/json-tree.ts";
import type { PageReferences, PageVariable } from "../../page/page.ts";
import { findVariables } from "../../page/page-variables.ts";
import { formatInlineCode } from "../markdown.ts";
import type { Hover, HoverPlace } from "./hover.ts";

/** Returns the hover for a docs.json variable anywhere in a page, including its code blocks and frontmatter. */
export function hoverVariable(place: HoverPlace, page: PageReferences): Hover | undefined {
  const { offset } = place;
  const variable = findVariables(page).find(({ range }) => range.start <= offset && offset <= range.end);
  return variable && describeVariable(place, variable);
}

/** Describes a variable's value, or returns undefined if docs.json doesn't define the variable. */
export function describeVariable({ site }: HoverPlace, { name, range }: PageVariable): Hover | undefined {
  const value = stringOf(getJsonValue(site.config.root, "variables"), name);
  if (value === undefined) return undefined;
  return {
    range,
    markdown: `${formatInlineCode(name)} is ${formatInlineCode(value)}, from ${formatInlineCode("variables")} in docs.json.`,
  };
}
