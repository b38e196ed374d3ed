import type { PageReferences } from "../../page/page.ts";
import { firstLead, linksOfPage } from "../../site/links/links.ts";
import { snippetPlaces } from "../../site/navigation/used-files.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { destinationOf, startOf } from "./destination.ts";
import type { DocumentLink } from "./document-links.ts";
import { linksOfUses } from "./links-of-uses.ts";

/** Links, images, imports, old snippets and references to specifications. */
export function linksInPage(site: Site, page: PageReferences): readonly DocumentLink[] {
  const written = linksOfPage(page).flatMap(({ at, url }): DocumentLink[] => {
    const { page: from, target } = firstLead(site, page.path, url);
    const to = destinationOf(site, target, from);
    return to ? [{ range: at.range, to }] : [];
  });
  const imports = page.imports.flatMap(({ source, range }) => {
    const file = importedFile(site, source, page.path);
    return file === undefined ? [] : [{ range, to: startOf(file) }];
  });
  return [...written, ...imports, ...snippetsOf(site, page), ...linksOfUses(site, page.path)];
}

function importedFile(site: Site, source: string, from: SitePath): SitePath | undefined {
  const target = resolveImport(site, source, from);
  if (target.kind === "module") return target.path;
  return target.kind === "unread" && site.files.has(target.path) ? target.path : undefined;
}

/** `<Snippet file="note.mdx" />` */
function snippetsOf(site: Site, { tags }: PageReferences): DocumentLink[] {
  return tags.flatMap(({ name, attributes }): DocumentLink[] => {
    const value = name === "Snippet" ? attributes.find((each) => each.name === "file")?.value : undefined;
    if (value?.kind !== "text") return [];
    const file = snippetPlaces(value.text).find((place) => site.pages.has(place));
    return file === undefined ? [] : [{ range: value.range, to: startOf(file) }];
  });
}
