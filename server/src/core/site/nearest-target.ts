import { closest } from "../text/similarity.ts";
import { fileName, folderOf, withoutPageExtension } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { generatedPages, type GeneratedPage } from "./generated-pages.ts";
import { nearestPage } from "./nearest-page.ts";
import { pageSlugsOf } from "./page-slugs.ts";
import { publishedPages } from "./published-pages.ts";
import type { Site } from "./site.ts";

/**
 * The page that a link to `path` most likely means, as `/guides/start`: one that was moved, one with a near name in the
 * same folder, or one whose title says the same. Looks at few pages however large the site is.
 */
export function nearestTarget(site: Site, path: string, from: SitePath | undefined): string | undefined {
  const known = foundFor(site);
  const key = `${from?.split("/", 1)[0] ?? ""}\n${path}`;
  const found = known.has(key) ? known.get(key) : findNearest(site, withoutPageExtension(path), from);
  known.set(key, found);
  return found === undefined ? undefined : `/${found}`;
}

/** A page that is gone is mostly linked to from many. */
const foundFor = derive((_site: Site) => new Map<string, string | undefined>());

function findNearest(site: Site, slug: string, from: SitePath | undefined): string | undefined {
  return (
    findMovedTarget(site, slug, from) ??
    published(site, nearestPage(site.files, slug)) ??
    nearestGenerated(site, slug) ??
    pageByTitle(site.pages).get(words(fileName(slug)))
  );
}

function published(site: Site, slug: string | undefined): string | undefined {
  if (slug === undefined || !publishedPages(site.pages).bySlug.has(slug)) return undefined;
  return slug.endsWith("/index") ? slug.slice(0, -"/index".length) : slug;
}

/** A page whose path ends as the link does, or of the same name: in the same language or version where there are several. */
function findMovedTarget(site: Site, slug: string, from: SitePath | undefined): string | undefined {
  const name = fileName(slug);
  const same = (name === "index" ? [] : (pageSlugsOf(site.files).byName.get(name) ?? [])).filter((page) =>
    publishedPages(site.pages).bySlug.has(page),
  );
  const longer = same.filter((page) => page.endsWith(`/${slug}`));
  const shorter = same.filter((page) => slug.endsWith(`/${page}`));
  // A name that pages of one language or version share, as `overview`, tells nothing.
  const translated = new Set(same.map((page) => page.slice(page.indexOf("/")))).size === 1 ? same : [];
  return [longer, shorter, translated].map((pages) => theOne(pages, [slug, from ?? ""])).find(Boolean);
}

/** The only page, or the only one that begins as one of these paths does. */
function theOne(pages: readonly string[], beside: readonly string[]): string | undefined {
  if (pages.length < 2 || pages.length > 50) return pages.length === 1 ? pages[0] : undefined;
  for (const path of beside) {
    const inside = pages.filter((page) => page.split("/", 1)[0] === path.split("/", 1)[0]);
    if (inside.length === 1) return inside[0];
  }
  return undefined;
}

/** A generated page of the same name with the end of the path in common, or of a near name in the same folder. */
function nearestGenerated(site: Site, slug: string): string | undefined {
  const { byFolder, byName } = generatedByPlace(generatedPages(site));
  const same = (byName.get(fileName(slug)) ?? []).slice(0, 100);
  const folder = fileName(folderOf(slug));
  const tail = `/${folder}/${fileName(slug)}`;
  // Of several versions the first in the navigation is the one readers get.
  const moved =
    same.find((page) => page.endsWith(tail)) ??
    same.find((page) => folder !== "" && folderOf(folderOf(page)) === folderOf(slug)) ??
    (same.length === 1 ? same[0] : undefined);
  if (moved !== undefined) return moved;
  const names = byFolder.get(folderOf(slug));
  const name = names && names.length <= 1000 ? closest(fileName(slug), names) : undefined;
  return name === undefined ? undefined : `${folderOf(slug)}/${name}`;
}

const generatedByPlace = derive((pages: readonly GeneratedPage[]) => {
  const byFolder = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, key: string, value: string) => {
    const known = map.get(key);
    if (known) known.push(value);
    else map.set(key, [value]);
  };
  for (const { slug } of pages) {
    add(byFolder, folderOf(slug), fileName(slug));
    add(byName, fileName(slug), slug);
  }
  return { byFolder, byName };
});

/** Pages by the words of their title; titles that several have say nothing. */
const pageByTitle = derive((pages: Site["pages"]): ReadonlyMap<string, string> => {
  const byTitle = new Map<string, string>();
  const several = new Set<string>();
  for (const [slug, { fields }] of publishedPages(pages).bySlug) {
    const title = fields.get("title");
    const key = typeof title === "string" ? words(title) : "";
    if (byTitle.has(key)) several.add(key);
    else if (key.length >= 4) byTitle.set(key, slug);
  }
  for (const key of several) byTitle.delete(key);
  return byTitle;
});

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The file that a link most likely means, as `/images/logo.png`: of the same name elsewhere, or nearly so beside it. */
export function nearestFile(files: ReadonlySet<SitePath>, path: string): string | undefined {
  const { byName, byFolder } = filesByPlace(files);
  const same = byName.get(fileName(path).toLowerCase()) ?? [];
  const moved = same.length === 1 ? same[0] : undefined;
  if (moved !== undefined) return `/${moved}`;
  const beside = byFolder.get(folderOf(path)) ?? [];
  const near = beside.length > 1000 ? undefined : closest(fileName(path), beside);
  if (near === undefined) return undefined;
  return folderOf(path) === "" ? `/${near}` : `/${folderOf(path)}/${near}`;
}

/** Files that are no pages. */
const filesByPlace = derive((files: ReadonlySet<SitePath>) => {
  const byName = new Map<string, SitePath[]>();
  const byFolder = new Map<string, string[]>();
  for (const file of files) {
    if (/\.(mdx?|json|ya?ml)$/i.test(file)) continue;
    const name = fileName(file).toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), file].slice(0, 2));
    const folder = byFolder.get(folderOf(file));
    if (folder) folder.push(fileName(file));
    else byFolder.set(folderOf(file), [fileName(file)]);
  }
  return { byName, byFolder };
});
