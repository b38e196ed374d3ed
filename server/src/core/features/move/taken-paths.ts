import { redirectPath } from "../../site/links/redirects.ts";
import { isPublished, pageSlugsOf, slugOf, urlsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { MovedFiles } from "./moved-files.ts";

/** Returns whether a path belongs to a page after the move, other than as the short path of an index page. */
export function takenPaths(site: Site, moved: MovedFiles): (slug: string) => boolean {
  const now = new Set([...moved.values()].map(slugOf));
  const { fileOf } = pageSlugsOf(site.files);
  return (slug) => {
    const file = fileOf.get(slug);
    return now.has(slug) || (file !== undefined && !moved.has(file) && isPublished(site.pages, file));
  };
}

/**
 * Returns the paths of a page, the usual one first: its slug, and the short path of an index page unless that belongs to
 * another page. The short path of the home page is empty.
 */
export function pathsOf(slug: string, isTaken: (slug: string) => boolean): readonly string[] {
  return urlsOf(slug)
    .map((url) => url.slice(1))
    .filter((path) => path === slug || !isTaken(path));
}

/** Returns the shortest path of a page: `guides` for `guides/index`, unless that belongs to another page. */
export function shortPath(slug: string, isTaken: (slug: string) => boolean): string {
  return pathsOf(slug, isTaken).toSorted((a, b) => a.length - b.length)[0] ?? slug;
}

/** Returns a path of the site as redirects write it, with the base path. */
export function redirectPathOf({ settings }: Pick<Site, "settings">, path: string): string {
  return `/${[redirectPath(settings.basePath ?? ""), path].filter((part) => part !== "").join("/")}`;
}
