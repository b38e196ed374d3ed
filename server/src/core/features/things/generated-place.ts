import { placeOf } from "../../config/json/json-tree.ts";
import { linksOfConfig, linksOfPage } from "../../site/links/links.ts";
import { finalTarget, generatedAt, resolveLink } from "../../site/links/resolve-link.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { placeOfTarget } from "../spec/site-things.ts";

/** The operation behind a link, or an entry of the navigation, to a page that the service makes of it; a file at that address wins. */
export function generatedPlaceAt(
  site: Site,
  file: SitePath,
  offset: number,
): { readonly range: TextRange; readonly place: SiteLocation } | undefined {
  const page = site.references.get(file);
  const links = page ? linksOfPage(page) : linksOfConfig(site.config);
  const link = links.find(({ at }) => at.file === file && isIn(at.range, offset));
  if (link) {
    const target = finalTarget(resolveLink(site, link.url, page));
    return target.kind === "generated" ? placed(target.page, link.at.range) : undefined;
  }
  const entry = page
    ? undefined
    : navigationOf(site.config).entries.find(({ node }) => node.file === file && isIn(node.range, offset));
  const read = entry && readPageEntry(entry.text);
  if (read?.kind !== "page" || pageSlugsOf(site.files).fileOf.has(read.slug)) return undefined;
  const generated = generatedAt(site, read.slug);
  return entry && generated && placed(generated, placeOf(entry.node).range);
}

function placed({ spec, target }: GeneratedPage, range: TextRange) {
  const place = placeOfTarget(spec, target);
  return place && { range, place };
}

function isIn({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
