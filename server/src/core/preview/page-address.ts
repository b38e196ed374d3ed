import { derive } from "../site/derive.ts";
import type { GeneratedPage } from "../site/generated-pages.ts";
import { generatedAt, pageAt } from "../site/link-index.ts";
import { navigationWithPages, type TreeNode } from "../site/navigation-with-pages.ts";
import { nearestTarget } from "../site/nearest-target.ts";
import { titleOfSlug } from "../site/new-page.ts";
import { slugOf } from "../site/page-slugs.ts";
import { isPublished, urlsOf } from "../site/published-pages.ts";
import { resolveLink, type LinkTarget } from "../site/resolve-link.ts";
import type { Site } from "../site/site.ts";
import { fileName } from "../text/site-path.ts";
import type { SitePath } from "../text/text-range.ts";

/** What readers find at an address of the site. */
export type AtAddress =
  | { readonly kind: "page"; readonly file: SitePath; readonly url: string }
  | { readonly kind: "generated"; readonly page: GeneratedPage; readonly url: string }
  /** Readers are sent on, on this site. */
  | { readonly kind: "moved"; readonly url: string }
  | { readonly kind: "file"; readonly file: SitePath }
  | { readonly kind: "external"; readonly url: string }
  /** `text` tells the author why. */
  | {
      readonly kind: "nothing";
      readonly text: string;
      readonly nearest?: { readonly url: string; readonly title: string };
    };

/**
 * What answers at `/guides/start`, query and anchor allowed. What lies below the site's `basePath` too. A relative address
 * is one of `from`.
 */
export function atAddress(site: Site, url: string, from?: SitePath): AtAddress {
  const path = pathOf(url);
  if (path === "/") return firstPage(site) ?? { kind: "nothing", text: noPages };
  return ofTarget(site, resolveLink(site, path, from === undefined ? undefined : { path: from }), path);
}

/** Where readers find the file; undefined when it is no page of its own. */
export function addressOf(site: Site, file: SitePath): string | undefined {
  const slug = slugOf(file);
  if (slug === undefined || !isPublished(site.pages, file)) return undefined;
  const urls = urlsOf(slug);
  return urls.find((url) => pageAt(site.pages, url.slice(1))?.path === file) ?? urls[0];
}

/** What the page is called: its title, else what its file's name says. */
export function titleAt(site: Site, file: SitePath): string {
  const title = site.pages.get(file)?.fields.get("title");
  return typeof title === "string" && title.trim() !== ""
    ? title
    : titleOfSlug(slugOf(file) ?? fileName(file));
}

const noPages = "The navigation of docs.json shows no page yet, so readers of the site find nothing here.";

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  const bare = end < 0 ? url : url.slice(0, end);
  return bare.length > 1 ? bare.replace(/\/+$/, "") || "/" : bare;
}

function ofTarget(site: Site, target: LinkTarget, path: string): AtAddress {
  switch (target.kind) {
    case "page":
      return { kind: "page", file: target.file, url: addressOf(site, target.file) ?? `/${target.slug}` };
    case "generated":
      return { kind: "generated", page: target.page, url: `/${target.page.slug}` };
    case "file":
      return { kind: "file", file: target.file };
    case "redirect":
      return target.target.kind === "external"
        ? { kind: "external", url: target.target.url }
        : { kind: "moved", url: target.destination };
    case "spelling":
      return {
        kind: "nothing",
        text: `There is no page ${path}; the address is case-sensitive.`,
        nearest: near(site, `/${target.other.path}`),
      };
    case "folder":
      return firstBelow(site, target.path) ?? missing(site, path);
    case "external":
      return target;
    default:
      return missing(site, path);
  }
}

function missing(site: Site, path: string): AtAddress {
  const nearest = nearestTarget(site, path.replace(/^\//, ""), undefined);
  return {
    kind: "nothing",
    text: `There is no page at ${path}, so readers who follow a link to it find a page that says so.`,
    ...(nearest !== undefined && { nearest: near(site, nearest) }),
  };
}

function near(site: Site, url: string): { readonly url: string; readonly title: string } {
  const page = pageAt(site.pages, url.slice(1));
  const title = page ? titleAt(site, page.path) : generatedAt(site, url.slice(1))?.title;
  return { url, title: title ?? url };
}

/** The service opens the first page of the navigation where there is no `index`. */
function firstPage(site: Site): AtAddress | undefined {
  const index = pageAt(site.pages, "");
  if (index) return { kind: "page", file: index.path, url: "/" };
  const [slug] = shownSlugs(site);
  return slug === undefined ? undefined : atSlug(site, slug);
}

function firstBelow(site: Site, folder: string): AtAddress | undefined {
  for (const slug of shownSlugs(site)) if (slug.startsWith(`${folder}/`)) return atSlug(site, slug);
  return undefined;
}

function atSlug(site: Site, slug: string): AtAddress | undefined {
  const page = pageAt(site.pages, slug);
  if (page) return { kind: "page", file: page.path, url: `/${slug}` };
  const generated = generatedAt(site, slug);
  return generated && { kind: "generated", page: generated, url: `/${slug}` };
}

function* shownSlugs(site: Site): Generator<string> {
  const root = navigationWithPages(site);
  if (root) yield* slugsIn(root);
}

function* slugsIn(node: TreeNode): Generator<string> {
  if (node.kind === "page" && !node.hidden) yield node.slug;
  if (node.kind !== "element" && node.kind !== "group") return;
  if (node.hidden) return;
  for (const child of node.children) yield* slugsIn(child);
}

/** Groups that pages and menus of the site name, sorted. */
export const groupsOfPages = derive((pages: Site["pages"]): readonly string[] => {
  const groups = new Set<string>();
  for (const { fields } of pages.values()) {
    const named = fields.get("groups");
    for (const name of Array.isArray(named) ? (named as readonly unknown[]) : [])
      if (typeof name === "string" && name !== "") groups.add(name);
  }
  return [...groups].sort();
});
