import type { PageReferences } from "../page/page.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { linksOfConfig, linksOfPage, linksOfSpec, type LinkPlace } from "./link-places.ts";
import { mostPages, pagesShowing, pagesWith } from "./pages-with.ts";
import { resolveLink, type LinkTarget } from "./resolve-link.ts";
import type { Site } from "./site.ts";

/** A link with where it leads. */
export interface JudgedLink {
  readonly place: LinkPlace;
  /** One for each page on which the link stands: several only for a link of a snippet that is relative or `#…`. */
  readonly leads: readonly Lead[];
}

export interface Lead {
  /** The page on which readers follow it; absent for docs.json and specifications. */
  readonly page: SitePath | undefined;
  readonly target: LinkTarget;
}

/** The links of a page, in its order, as readers of each page that shows it find them. None where nobody does. */
export function judgedLinksOfPage(site: Site, page: PageReferences): readonly JudgedLink[] {
  return ofPage(site)(page);
}

/** Like `judgedLinksOfPage`, but for every page that includes a file, and for files that readers don't see. */
export function linksOnAllPages(site: Site, page: PageReferences): readonly JudgedLink[] {
  return judgeOn(site, linksOfPage(page), pagesShowing(site, page.path));
}

/** Where a link of a file leads, on each page that shows it; once if it leads there from everywhere. */
export function leadsOf(site: Site, path: SitePath, url: string): readonly WrittenLead[] {
  const pages = pagesShowing(site, path);
  return (isSameEverywhere(url) ? pages.slice(0, 1) : pages).map((page) => leadFrom(site, page, url));
}

/** Where a link of a file leads on the first page that shows it where it isn't broken, else on the first. */
export function firstLead(site: Site, path: SitePath, url: string): WrittenLead {
  const pages = pagesShowing(site, path);
  for (const page of pages.slice(0, isSameEverywhere(url) ? 1 : mostPages)) {
    const lead = leadFrom(site, page, url);
    if (lead.target.kind !== "missing") return lead;
  }
  return leadFrom(site, pages[0] ?? path, url);
}

interface WrittenLead extends Lead {
  readonly page: SitePath;
}

function leadFrom(site: Site, page: SitePath, url: string): WrittenLead {
  return { page, target: resolveLink(site, url, { path: page }) };
}

/** The links of docs.json. */
export function judgedLinksOfConfig(site: Site): readonly JudgedLink[] {
  return ofConfig(site);
}

/** The links that a specification's extensions put on pages. */
export function judgedLinksOfSpec(site: Site, spec: SpecOutline): readonly JudgedLink[] {
  return ofSpec(site)(spec);
}

const ofPage = derive((site: Site) =>
  derive((page: PageReferences): readonly JudgedLink[] => {
    const links = linksOfPage(page);
    if (links.length === 0) return [];
    return judgeOn(site, links, pagesWith(site, page.path));
  }),
);

function judgeOn(site: Site, links: readonly LinkPlace[], pages: readonly SitePath[]): readonly JudgedLink[] {
  const [first] = pages;
  if (first === undefined) return [];
  return links.map((place) => ({
    place,
    leads: (isSameEverywhere(place.url) ? [first] : pages).map((page) => leadFrom(site, page, place.url)),
  }));
}

const ofConfig = derive((site: Site) => linksOfConfig(site.config).map((place) => judge(site, place)));

const ofSpec = derive((site: Site) =>
  derive((spec: SpecOutline) => linksOfSpec(spec).map((place) => judge(site, place))),
);

function judge(site: Site, place: LinkPlace): JudgedLink {
  return { place, leads: [{ page: undefined, target: resolveLink(site, place.url, undefined) }] };
}

/** From the root, or to another site. */
function isSameEverywhere(url: string): boolean {
  return /^[/\\]|^[a-z][a-z0-9+.-]*:/i.test(url);
}
