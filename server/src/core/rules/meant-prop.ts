import type { Component } from "../page/components/component.ts";
import { isCommonProp } from "../page/components/components.ts";
import type { PageAttribute, PageTag } from "../page/page.ts";
import { closest } from "../text/similarity.ts";
import { attributeOf } from "./page-tags.ts";

/** Whether the component does nothing with an attribute of this name. */
export function isUnknownProp(component: Component, name: string): boolean {
  return !component.props.has(name) && !isCommonProp(name);
}

/** The prop that was most likely meant by one that the component does not have, unless it is set as well. */
export function meantProp(component: Component, tag: PageTag, attribute: PageAttribute): string | undefined {
  const { name } = attribute;
  const offered = [...component.props.values()].filter(
    (prop) => !prop.unlisted && !attributeOf(tag, prop.name),
  );
  const near =
    otherNames.get(`${component.name}.${name}`) ??
    closest(
      name,
      offered.map((prop) => prop.name),
    );
  const prop = offered.find((each) => each.name === near);
  if (!prop) return undefined;
  const { value } = attribute;
  const fits = prop.type !== "enum" || value?.kind !== "text" || prop.values?.includes(value.text) !== false;
  // With a variant the callout takes the icon and colour of that, and passes over its own.
  const isOwnLook =
    component.name === "Callout" &&
    prop.name === "variant" &&
    ["icon", "color"].some((own) => attributeOf(tag, own));
  return fits && !isOwnLook ? prop.name : undefined;
}

/** What sites write for props that have another name. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["Callout.type", "variant"],
  ["CardGroup.columns", "cols"],
  ["Icon.name", "icon"],
  ["Columns.columns", "cols"],
  ["Update.date", "label"],
  ["Tooltip.content", "tip"],
  ["Tooltip.text", "tip"],
  ["CodeBlock.lang", "language"],
  ["CodeBlock.title", "filename"],
]);
