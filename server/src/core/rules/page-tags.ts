import type { Component } from "../page/components/component.ts";
import { components } from "../page/components/components.ts";
import type { Page, PageAttribute, PageReferences, PageTag } from "../page/page.ts";
import { derive } from "../text/view.ts";
import { namesOf } from "../site/pages/imports.ts";
import type { Site } from "../site/site.ts";
import { isUsed } from "../site/navigation/used-files.ts";
import type { SiteLocation, TextRange } from "../text/text-edit.ts";

/** A tag of a component that the service brings along. */
export interface BuiltInTag {
  readonly tag: PageTag;
  readonly component: Component;
}

/** The built-in components of a page that readers see. Those that nobody documents are left out. */
export function builtInTags({ references }: Page, site: Site): readonly BuiltInTag[] {
  return isUsed(site, references.path) ? builtInTagsOf(references) : [];
}

const builtInTagsOf = derive((page: PageReferences): readonly BuiltInTag[] =>
  page.tags.flatMap((tag) => {
    const component = builtIn(page, tag.name);
    return component && !component.unlisted ? [{ tag, component }] : [];
  }),
);

/** The built-in component that a tag means: none when the page has one of its own by that name. */
export function builtIn(page: PageReferences, name: string): Component | undefined {
  return namesOf(page).has(rootOf(name)) ? undefined : components.get(name);
}

/** `Tree` of `Tree.File`. */
export function rootOf(name: string): string {
  const dot = name.indexOf(".");
  return dot < 0 ? name : name.slice(0, dot);
}

/** The first attribute of this name. */
export function attributeOf(tag: PageTag, name: string): PageAttribute | undefined {
  return tag.attributes.find((attribute) => attribute.name === name);
}

export function placeIn(page: Page, range: TextRange): SiteLocation {
  return { file: page.references.path, range };
}

/** The tag whose name, or the name of one of whose attributes, begins at this place, to find it again for a fix. */
export function tagAt(site: Site, { file, range }: SiteLocation): PageTag | undefined {
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
