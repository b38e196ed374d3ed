import type { Config } from "../../config/config.ts";
import { findMentionedMediaFiles } from "../../config/shared-settings.ts";
import type { PageOutline, PageReferences, ScriptOutline } from "../../page/page.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { mayMatchFile, normalizeMediaName, findMediaNames } from "../../text/media-types.ts";
import { getFileName, getFolderPath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { findRedirect } from "../links/redirects.ts";
import { listLinkedSlugs } from "../navigation/navigation-pages.ts";
import { hasPendingSpecs, isGenerated, getListedSlugs } from "../navigation/navigation-pages.ts";
import { isInNestedSite, getNestedSites } from "../navigation/nested-sites.ts";
import { getSnippetPaths } from "../navigation/used-files.ts";
import { getPageSlug, findImportedFile, isPublished, isSnippet } from "../pages/pages.ts";
import { isNavigationComplete } from "../settings/navigation.ts";
import { type Site, createSiteView } from "../site.ts";

/**
 * Whether any text in the site (a page, docs.json, a style sheet, a script, or a specification) mentions this image,
 * video, or audio file by name, regardless of its folder. Undefined if that can't be determined, because some of the
 * site's files weren't read or the file's name can't be searched for.
 */
export function isMediaFileUsed(site: Site, file: SitePath): boolean | undefined {
  if (site.mentions === undefined && hasUncheckedTextFiles(site.files)) return undefined;
  const name = normalizeMediaName(file);
  if (name.startsWith(".")) return undefined;
  const mentionedNames = site.mentions && collectOtherMentions(site.mentions);
  return [collectPageMentions(site.references), collectConfigMentions(site.config), mentionedNames].some(
    (names) => names?.names.has(name) || names?.patterns.some((pattern) => mayMatchFile(pattern, file)),
  );
}

interface MentionedNames {
  readonly names: ReadonlySet<string>;
  /** Names that contain wildcards. */
  readonly patterns: readonly string[];
}

const collectPageMentions = derive((references: Site["references"]) =>
  collectNames([...references.values()].map((page) => listPageMentions(page))),
);

/** Cached until the page changes, so each keystroke updates the names of only one page. */
const listPageMentions = derive(({ text }: PageReferences) => removeNamesWithoutFolder(findMediaNames(text)));

const collectConfigMentions = derive(({ files }: Config) => collectNames(files.map(findMentionedMediaFiles)));

const collectOtherMentions = derive((mentions: NonNullable<Site["mentions"]>) =>
  collectNames(
    [...mentions].map(([path, names]) => (scriptPattern.test(path) ? names : removeNamesWithoutFolder(names))),
  ),
);

const scriptPattern = /\.([cm]?[jt]s|[jt]sx|vue|svelte)$/i;

/**
 * Removes names without a folder, such as `*.png`, because they're usually patterns or samples in the page's text that
 * don't refer to an image.
 */
function removeNamesWithoutFolder(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !name.startsWith("*"));
}

function collectNames(nameLists: readonly Iterable<string>[]): MentionedNames {
  const allNames = new Set<string>();
  for (const nameList of nameLists) for (const name of nameList) allNames.add(name);
  return { names: allNames, patterns: [...allNames].filter((name) => name.includes("*")).slice(0, 1000) };
}

/** Whether the site contains files other than pages and docs.json that can mention media files. */
const hasUncheckedTextFiles = derive((files: ReadonlySet<SitePath>) =>
  [...files].some(
    (file) =>
      /\.(css|scss|jsx?|tsx?|mjs|html?|ya?ml|json|svg|xml|txt)$/i.test(file) &&
      file !== "docs.json" &&
      !file.endsWith(".svg"),
  ),
);

const mediaExtensionPattern = /\.(png|jpe?g|gif|svg|webp|avif|bmp|mp4|webm|mov|m4v|mp3|wav|ogg)$/i;

/** Names of files that browsers and other sites request automatically. */
const automaticFilePattern =
  /^(favicon|apple-touch-icon|android-chrome|mstile|og[-_]?image|social|preview|banner|cover|logo)\b/i;

/**
 * Whether this is an image, video, or audio file that isn't mentioned anywhere on the site. False if that can't be
 * determined.
 */
export function isUnusedMediaFile(site: Site, file: SitePath): boolean {
  if (!mediaExtensionPattern.test(file) || automaticFilePattern.test(getFileName(file))) return false;
  if (isInNestedSite(file, getNestedSites(site))) return false;
  return isMediaFileUsed(site, file) === false;
}

/** Whether this is a file in `snippets` that no file imports. */
export function isUnusedSnippet(site: Site, file: SitePath): boolean {
  const isComponentFile = site.pages.has(file) || (site.scripts.has(file) && /\.[jt]sx$/.test(file));
  return isComponentFile && isSnippet(file) && !collectImportedFiles(site.pages)(site.scripts).has(file);
}

/** Whether this page is missing from the navigation even though it isn't marked as hidden. */
export function isUnlistedPage(site: Site, { path, fields }: PageOutline): boolean {
  const slug = getPageSlug(path);
  // The site opens with its `index` page, and its logo links to that page.
  if (slug === undefined || slug === "index") return false;
  if (fields.get("hidden") === true || fields.get("noindex") === true) return false;
  // Readers can't open a page whose URL is redirected. The rule `redirect/shadows-page` reports the redirect.
  if (!isUnlistedSlug(slug, site) || findRedirect(site, slug) || isListedElsewhere(site, path)) return false;
  // Outside the navigation, an `.md` file is treated as a note for other tools, unless it has a title and its folder
  // has `.md` pages in the navigation.
  if (path.endsWith(".md") && !(fields.has("title") && findMarkdownFolders(site).has(getFolderPath(path))))
    return false;
  return isPublished(site.pages, path);
}

/**
 * Whether the page is covered by another path because of symbolic links. If this path is a link, the other path is the
 * link's target. Otherwise, it's a link that the navigation lists.
 */
function isListedElsewhere({ links, files, config }: Site, path: SitePath): boolean {
  if (!links || links.size === 0) return false;
  const target = links.get(path);
  if (target !== undefined && files.has(target)) return true;
  const { has: isListed } = getListedSlugs(config);
  return (groupLinks(links).get(path) ?? []).some((link) => isListed(getPageSlug(link) ?? ""));
}

/** Maps the path of each file to the paths of the symbolic links to it. */
const groupLinks = derive((links: NonNullable<Site["links"]>): ReadonlyMap<SitePath, readonly SitePath[]> => {
  const linksByTarget = new Map<SitePath, SitePath[]>();
  for (const [link, target] of links) addToGroup(linksByTarget, target, link);
  return linksByTarget;
});

/** The folders of the `.md` pages in the navigation. */
const findMarkdownFolders = createSiteView(["config", "files"], ({ config, files }): ReadonlySet<string> => {
  const listedPaths = [...getListedSlugs(config).exactSlugs].map((slug) => `${slug}.md`);
  return new Set(listedPaths.filter((path) => files.has(path)).map(getFolderPath));
});

function isUnlistedSlug(slug: string, site: Site): boolean {
  if (!isNavigationComplete(site.config) || hasPendingSpecs(site)) return false;
  const slugs = getListedSlugs(site.config);
  if (slugs.has(slug) || slugs.lowerCaseSlugs.has(slug.toLowerCase())) return false;
  if (listLinkedSlugs(site.config).has(slug)) return false;
  return !isGenerated(site, slug);
}

const collectImportedFiles = derive((pages: ReadonlyMap<SitePath, PageOutline>) =>
  derive((scripts: ReadonlyMap<SitePath, ScriptOutline>): ReadonlySet<SitePath> => {
    const files = new Set<SitePath>();
    for (const { path, imports } of [...pages.values(), ...scripts.values()])
      for (const source of imports) {
        const file = findImportedFile(source, path);
        if (file === undefined || file === path) continue;
        for (const extension of extensions) files.add(file + extension);
      }
    for (const { snippets } of pages.values())
      for (const file of snippets)
        for (const snippetPath of getSnippetPaths(file))
          for (const ending of extensions) files.add(snippetPath + ending);
    return files;
  }),
);

/** The endings to try, because an import can omit the extension. */
const extensions = ["", ".mdx", ".md", ".jsx", ".tsx"];
