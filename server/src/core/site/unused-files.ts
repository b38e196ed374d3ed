import type { PageOutline, ScriptOutline } from "../page/page.ts";
import { fileName } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { isNavigationComplete } from "./complete-navigation.ts";
import { derive } from "../text/view.ts";
import { isInNestedSite, nestedSites } from "./nested-sites.ts";
import { awaitsSpecs, isGenerated, listedSlugs } from "./navigation-pages.ts";
import { isSnippet, slugOf } from "./page-slugs.ts";
import { importedFile, isPublished } from "./published-pages.ts";
import { findRedirect } from "./redirects.ts";
import type { Site } from "./site.ts";
import { snippetPlaces } from "./used-files.ts";
import { isMediaUsed } from "./used-media.ts";

const media = /\.(png|jpe?g|gif|svg|webp|avif|bmp|mp4|webm|mov|m4v|mp3|wav|ogg)$/i;

/** Names under which browsers and other sites look for files by themselves. */
const usual =
  /^(favicon|apple-touch-icon|android-chrome|mstile|og[-_]?image|social|preview|banner|cover|logo)\b/i;

/** Whether this is an image, video or sound that nothing in the site names; false where that cannot be told. */
export function isUnusedMedia(site: Site, file: SitePath): boolean {
  if (!media.test(file) || usual.test(fileName(file))) return false;
  if (isInNestedSite(file, nestedSites(site))) return false;
  return isMediaUsed(site, file) === false;
}

/** Whether this is a file in `snippets` that nothing imports. */
export function isUnusedSnippet(site: Site, file: SitePath): boolean {
  const isPart = site.pages.has(file) || (site.scripts.has(file) && /\.[jt]sx$/.test(file));
  return isPart && isSnippet(file) && !filesImportedBy(site.pages)(site.scripts).has(file);
}

/** Whether this is a page that the navigation leaves out without saying that this is meant. */
export function isUnlistedPage(site: Site, { path, fields }: PageOutline): boolean {
  const slug = slugOf(path);
  // The site opens with its first page, and the logo leads there.
  if (slug === undefined || slug === "index") return false;
  if (fields.get("hidden") === true || fields.get("noindex") === true) return false;
  // A page whose address a redirect takes has no readers at all: redirect/shadows-page tells it.
  if (!isLeftOut(slug, site) || findRedirect(site, slug)) return false;
  // Beside the navigation, files ending in .md are notes for other programs more often than pages.
  return !path.endsWith(".md") && isPublished(site.pages, path);
}

function isLeftOut(slug: string, site: Site): boolean {
  if (!isNavigationComplete(site.config) || awaitsSpecs(site)) return false;
  const listed = listedSlugs(site.config);
  if (listed.exact.has(slug) || listed.lowerCase.has(slug.toLowerCase())) return false;
  return !isGenerated(site, slug);
}

const filesImportedBy = derive((pages: ReadonlyMap<SitePath, PageOutline>) =>
  derive((scripts: ReadonlyMap<SitePath, ScriptOutline>): ReadonlySet<SitePath> => {
    const files = new Set<SitePath>();
    for (const { path, imports } of [...pages.values(), ...scripts.values()])
      for (const source of imports) {
        const file = importedFile(source, path);
        if (file === undefined || file === path) continue;
        for (const ending of endings) files.add(file + ending);
      }
    for (const { snippets } of pages.values())
      for (const file of snippets)
        for (const place of snippetPlaces(file)) for (const ending of endings) files.add(place + ending);
    return files;
  }),
);

/** An import may leave the ending out. */
const endings = ["", ".mdx", ".md", ".jsx", ".tsx"];
