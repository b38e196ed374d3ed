import type { NavElement } from "../config/settings/navigation.ts";
import type { Profile } from "../config/settings/profile.ts";
import { folderOf } from "../text/site-path.ts";
import { titleOfSlug } from "./new-page.ts";
import { readPageEntry } from "./read-page-entry.ts";

/** A name for an element that has none, from the folder of its first page; for a language a code that is free. */
export function suggestLabel(element: NavElement, profile: Profile): string {
  const slug = firstSlug(element);
  if (element.kind === "language") return suggestLanguage(element, slug, profile);
  if (element.kind === "version") return /^v?\d[^/]*(?=\/)/.exec(slug ?? "")?.[0] ?? "v1";
  return slug === undefined || folderOf(slug) === "" ? "Untitled" : titleOfSlug(folderOf(slug));
}

function suggestLanguage(element: NavElement, slug: string | undefined, profile: Profile): string {
  const [folder] = slug?.split("/") ?? [];
  const codes = profile.languageCodes;
  if (folder !== undefined && codes.includes(folder)) return folder;
  const siblings = element.parent?.children ?? [];
  const taken = new Set(siblings.map((child) => (child.type === "element" ? child.label?.value : undefined)));
  return ["en", ...codes].find((code) => !taken.has(code)) ?? "en";
}

function firstSlug(element: NavElement): string | undefined {
  for (const child of element.children) {
    const read = child.type === "entry" ? readPageEntry(child.text) : undefined;
    const slug = child.type === "element" ? firstSlug(child) : read?.kind === "page" ? read.slug : undefined;
    if (slug !== undefined) return slug;
  }
  return undefined;
}
