import { quoted } from "../config/json/json-edit.ts";
import { isPortableSlug, newPageText, titleOfSlug } from "../site/pages/new-page.ts";
import { isSnippet } from "../site/pages/pages.ts";
import type { Site } from "../site/site.ts";
import type { FileEdit, SiteLocation } from "../text/text-edit.ts";
import { replaceAt } from "./edit-at.ts";

/** Makes the page with a title; undefined where no page could be or the name would not do on every system. */
export function createPage(site: Site, slug: string): FileEdit | undefined {
  const file = `${slug}.mdx`;
  const isPossible =
    slug !== "" && isPortableSlug(slug) && !isSnippet(file) && !site.isIgnored(file) && !site.files.has(file);
  return isPossible ? { kind: "create", file, text: newPageText(titleOfSlug(slug)) } : undefined;
}

/** Writes another page path in place of the string at this place. */
export function namePage(at: SiteLocation, slug: string): FileEdit[] {
  return replaceAt(at, quoted(slug));
}
