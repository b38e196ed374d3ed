import type { PageReferences } from "../../page/page.ts";
import { isMediaUsed, isUnlistedPage, isUnusedMedia, isUnusedSnippet } from "../../site/files/file-usage.ts";
import { linksOfConfig, linksOfPage, linksOfSpec } from "../../site/links/links.ts";
import { redirectsOf } from "../../site/links/redirects.ts";
import { finalTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { isPart } from "../../site/navigation/used-files.ts";
import { isSnippet } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** A file of which readers see nothing. */
export interface UnusedFile {
  readonly file: SitePath;
  /** `page`: published, but no menu lists it and nothing in the site leads there; only who knows its address reads it. */
  readonly kind: "media" | "snippet" | "page";
  /** Whether others name it, which are unused themselves. */
  readonly isNamed: boolean;
}

/** Images, snippets and pages that nothing uses, and what only those use, at any depth; in the order of paths. */
export function findUnused(site: Site): readonly UnusedFile[] {
  const own = unusedParts(site);
  const found = [
    ...own.map((file) => ({ file, isNamed: false })),
    ...leftUnused(site, new Set(own)).map((file) => ({ file, isNamed: true })),
  ].map(({ file, isNamed }): UnusedFile => ({
    file,
    isNamed,
    kind: isSnippet(file) && !isMedia(site, file) ? "snippet" : "media",
  }));
  const pages = lonelyPages(site).map((file): UnusedFile => ({ file, kind: "page", isNamed: false }));
  return [...found, ...pages].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Images and snippets that nothing uses any more once these files are gone, and that something uses now. */
export function leftUnused(site: Site, gone: ReadonlySet<SitePath>): readonly SitePath[] {
  const before = new Set(unusedParts(site));
  const all = new Set(gone);
  const left: SitePath[] = [];
  for (let more = 1; more > 0;) {
    // What cannot be told now is not told by fewer files either.
    const next = unusedParts(withoutFiles(site, all)).filter(
      (file) => !before.has(file) && (isSnippet(file) || isMediaUsed(site, file) === true),
    );
    for (const file of next) all.add(file);
    left.push(...next);
    more = next.length;
  }
  return left;
}

function unusedParts(site: Site): SitePath[] {
  return [...site.files].filter((file) => isUnusedMedia(site, file) || isUnusedSnippet(site, file));
}

function isMedia(site: Site, file: SitePath): boolean {
  return !site.pages.has(file) && !site.scripts.has(file);
}

function withoutFiles(site: Site, gone: ReadonlySet<SitePath>): Site {
  const without = <V>(map: ReadonlyMap<SitePath, V>): ReadonlyMap<SitePath, V> =>
    new Map([...map].filter(([path]) => !gone.has(path)));
  return {
    ...site,
    files: new Set([...site.files].filter((file) => !gone.has(file))),
    pages: without(site.pages),
    references: without(site.references),
    scripts: without(site.scripts),
    ...(site.mentions && { mentions: without(site.mentions) }),
  };
}

/** Pages beside the navigation to which no link, redirect or setting of another file leads. */
function lonelyPages(site: Site): SitePath[] {
  const unlisted = [...site.pages.values()].filter(
    (page) => !isPart(site, page.path) && isUnlistedPage(site, page),
  );
  if (unlisted.length === 0) return [];
  const reached = reachedPages(site);
  return unlisted.map(({ path }) => path).filter((path) => !reached.has(path));
}

function reachedPages(site: Site): ReadonlySet<SitePath> {
  const reached = new Set<SitePath>();
  const add = (url: string, page?: PageReferences) => {
    const target = finalTarget(resolveLink(site, url, page));
    if (target.kind === "page" && target.file !== page?.path) reached.add(target.file);
  };
  for (const page of site.references.values()) for (const { url } of linksOfPage(page)) add(url, page);
  for (const { url } of linksOfConfig(site.config)) add(url);
  for (const spec of site.specs.values()) for (const { url } of linksOfSpec(spec)) add(url);
  for (const { destination } of redirectsOf(site)) add(destination);
  return reached;
}
