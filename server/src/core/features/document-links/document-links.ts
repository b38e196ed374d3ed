import type { Site } from "../../site/site.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { linksInConfig } from "./links-in-config.ts";
import { linksInPage } from "./links-in-page.ts";

/** What opens when somebody follows a link: a place in the site, or an address on the web (http and https alone). */
export type LinkDestination =
  { readonly kind: "place"; readonly at: SiteLocation } | { readonly kind: "web"; readonly url: string };

/** Words of a file that lead somewhere. */
export interface DocumentLink {
  /** Without quotes. */
  readonly range: TextRange;
  readonly to: LinkDestination;
}

/**
 * The links of a page, or of docs.json and the files it pulls in, in the order of the text; only those that lead to a file of the
 * site or to the web. None for other files.
 */
export function documentLinks(site: Site, file: SitePath): readonly DocumentLink[] {
  const page = site.references.get(file);
  const links = page ? linksInPage(site, page) : linksInConfig(site, file);
  return [...links].sort((a, b) => a.range.start - b.range.start);
}
