import type { Config } from "../../config/config.ts";
import type { PageOutline, PageReferences, ScriptOutline } from "../../page/page.ts";
import { canBeMade, mediaName, mediaNamesIn } from "../../text/media-types.ts";
import { fileName } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { findRedirect } from "../links/redirects.ts";
import { awaitsSpecs, isGenerated, listedSlugs } from "../navigation/navigation-pages.ts";
import { snippetPlaces } from "../navigation/used-files.ts";
import { importedFile, isPublished, isSnippet, getPageSlug } from "../pages/pages.ts";
import { isNavigationComplete } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { isInNestedSite, nestedSites } from "./nested-sites.ts";

/**
 * Whether any text of the site names this image, video or sound, by name alone wherever it lies: a page, docs.json, a
 * style, a script, a specification. Undefined where that cannot be told, as some of those texts were not read.
 */
export function isMediaUsed(site: Site, file: SitePath): boolean | undefined {
  if (site.mentions === undefined && hasUnreadTexts(site.files)) return undefined;
  const name = mediaName(file);
  if (name.startsWith(".")) return undefined;
  const mentioned = site.mentions && namesMentioned(site.mentions);
  return [namesOfPages(site.references), namesOfConfig(site.config), mentioned].some(
    (named) => named?.names.has(name) || named?.patterns.some((pattern) => canBeMade(pattern, file)),
  );
}

interface Named {
  readonly names: ReadonlySet<string>;
  /** Names with a star. */
  readonly patterns: readonly string[];
}

const namesOfPages = derive((references: Site["references"]) =>
  gather([...references.values()].map((page) => namesOfPage(page))),
);

/** Kept for as long as the page is the same, so that a keystroke costs one page. */
const namesOfPage = derive(({ text }: PageReferences) => withFolders(mediaNamesIn(text)));

const namesOfConfig = derive(({ files }: Config) => gather(files.map(({ text }) => mediaNamesIn(text))));

const namesMentioned = derive((mentions: NonNullable<Site["mentions"]>) =>
  gather([...mentions].map(([path, names]) => (isScript.test(path) ? names : withFolders(names)))),
);

const isScript = /\.([cm]?[jt]s|[jt]sx|vue|svelte)$/i;

/** Without `*.png` alone, which in a text for readers is a pattern or a sample and shows nothing. */
function withFolders(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !name.startsWith("*"));
}

function gather(lists: readonly Iterable<string>[]): Named {
  const all = new Set<string>();
  for (const list of lists) for (const name of list) all.add(name);
  return { names: all, patterns: [...all].filter((name) => name.includes("*")).slice(0, 1000) };
}

/** Texts besides pages and docs.json in which files can be named. */
const hasUnreadTexts = derive((files: ReadonlySet<SitePath>) =>
  [...files].some(
    (file) =>
      /\.(css|scss|jsx?|tsx?|mjs|html?|ya?ml|json|svg|xml|txt)$/i.test(file) &&
      file !== "docs.json" &&
      !file.endsWith(".svg"),
  ),
);

const media = /\.(png|jpe?g|gif|svg|webp|avif|bmp|mp4|webm|mov|m4v|mp3|wav|ogg)$/i;

/** Names under which browsers and other sites look for files by themselves. */
const defaultValue =
  /^(favicon|apple-touch-icon|android-chrome|mstile|og[-_]?image|social|preview|banner|cover|logo)\b/i;

/** Whether this is an image, video or sound that nothing in the site names; false where that cannot be told. */
export function isUnusedMedia(site: Site, file: SitePath): boolean {
  if (!media.test(file) || defaultValue.test(fileName(file))) return false;
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
  const slug = getPageSlug(path);
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
