import type { Config } from "../../config/config.ts";
import { getJsonValue, type JsonNode, type JsonString, getNodeLocation } from "../../config/json/json-tree.ts";
import { frontmatterFields } from "../../page/frontmatter-fields.ts";
import type {
  FieldValue,
  FrontmatterField,
  PageLink,
  PageOutline,
  PageReferences,
  ScriptReferences,
} from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import { getPartRange } from "../../spec/edit-spec.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { decodeEntities, decodeMarkdown, decodeScriptText } from "../../text/decode-text.ts";
import { addToGroup, compactList, derive } from "../../text/maps.ts";
import { isStyleSheet } from "../../text/site-path.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { getListedSlugs } from "../navigation/navigation-pages.ts";
import { isLinkProp } from "../pages/imports.ts";
import { getPageSlug, findImportedFile, isPublished, isSnippet, getPublishedPages } from "../pages/pages.ts";
import { type Site, createSiteView } from "../site.ts";
import { resolveLegacySnippet } from "./anchors.ts";
import { type LinkTarget, resolveLink } from "./resolve-link.ts";

export interface LinkReference {
  readonly location: SiteLocation;
  /** The URL as browsers receive it, still percent-encoded, such as `/guides/start#install`. */
  readonly url: string;
  /**
   * The kind of target: `file` for images, videos, and other sources that are displayed or fetched, and `place` for
   * targets that readers open.
   */
  readonly targetKind: "place" | "file";
  /**
   * The names of the component and its prop. Set if the text is a link only because the component's code uses the prop
   * as a link.
   */
  readonly linkProp?: { readonly component: string; readonly prop: string };
  /** Whether the link is a URL in CSS. Rules don't check these links. */
  readonly isInStyle?: true;
  /** Whether the text at `location` contains entities or escapes, so it differs from `url`. */
  readonly isEscaped?: true;
  /**
   * How the text at `location` must be encoded when it's replaced: as JSON, with entities for the characters that would
   * otherwise be decoded, or not at all. Undefined if the link can't be edited safely.
   */
  readonly encoding?: "plain" | "entities" | "json";
}

/** All links on a page: in its text, in attributes of components and HTML, and in frontmatter. */
export const getPageLinks = derive((page: PageReferences): readonly LinkReference[] =>
  compactList([
    ...[...page.frontmatter.fields.values()].flatMap((field) => getFieldLinks(page, field)),
    ...page.links.map((link) => toLinkReference(page, link)),
  ]),
);

/** All links in the JSX of a code file, or in a style sheet. */
export const getScriptLinks = derive((script: ScriptReferences): readonly LinkReference[] =>
  script.links.map((link) => toLinkReference(script, link)),
);

function toLinkReference(page: Pick<PageReferences, "path" | "text">, link: PageLink): LinkReference {
  const url = decodeTarget(link);
  return {
    location: { file: page.path, range: link.range },
    url,
    ...(url !== link.target && { isEscaped: true }),
    targetKind: link.kind === "image" ? "file" : "place",
    ...(link.isInStyle && { isInStyle: true }),
    ...(link.component !== undefined &&
      link.customProp !== undefined && { linkProp: { component: link.component, prop: link.customProp } }),
    encoding: link.isInCode ? "plain" : "entities",
  };
}

function decodeTarget({ target, component, prop, isInCode, isInStyle }: PageLink): string {
  if (isInStyle && !isInCode) return decodeEntities(target);
  if ((component === undefined && !isInStyle) || prop !== undefined) return decodeMarkdown(target);
  return isInCode ? decodeScriptText(target) : decodeEntities(target);
}

const imageFields: ReadonlySet<string> = new Set(["og:image", "twitter:image"]);

function getFieldLinks(page: PageReferences, field: FrontmatterField): LinkReference[] {
  const type = frontmatterFields.get(field.key)?.type;
  if (type?.kind === "related") return getRelatedLinks(page, field);
  const isUrl = type?.kind === "reference" && type.names === "url";
  const { value } = field;
  const isIcon = type?.kind === "icon" && typeof value === "string" && /^\.{0,2}\//.test(value);
  const isImage = imageFields.has(field.key) || isIcon;
  if (typeof value !== "string" || value.trim() === "" || !(isUrl || isImage || field.key === "og:url")) return [];
  const rawValue = page.text.slice(field.valueRange.start, field.valueRange.end);
  const isUnescaped = rawValue === value;
  const isQuoted = /^(["'])[^]*\1$/.test(rawValue) && rawValue.slice(1, -1) === value;
  return [
    {
      location: { file: page.path, range: getPartRange(value, field.valueRange, { start: 0, end: value.length }) },
      url: value,
      targetKind: isImage ? "file" : "place",
      ...((isUnescaped || isQuoted) && { encoding: "plain" }),
    },
  ];
}

/**
 * Reads a list such as `related: [/guides/start, { "First steps": /guides/first }]`. The search for each link's
 * position starts after the previous link.
 */
function getRelatedLinks(page: PageReferences, { value, valueRange }: FrontmatterField): LinkReference[] {
  if (!Array.isArray(value)) return [];
  const items: readonly FieldValue[] = value;
  let searchStart = valueRange.start;
  return items.flatMap((item): LinkReference[] => {
    const url: unknown = item instanceof Map ? [...(item as ReadonlyMap<string, unknown>).values()][0] : item;
    if (typeof url !== "string" || url === "") return [];
    const start = page.text.indexOf(url, searchStart);
    if (start < 0 || start + url.length > valueRange.end) return [];
    searchStart = start + url.length;
    return [
      {
        location: { file: page.path, range: { start, end: searchStart } },
        url,
        targetKind: "place",
        encoding: "plain",
      },
    ];
  });
}

/** All links in docs.json that readers can follow: every `href`, and links in Markdown text. */
export const getConfigLinks = derive(({ root }: Config): readonly LinkReference[] => {
  const errorNode = getJsonValue(getJsonValue(getJsonValue(root, "errors"), "404"), "description");
  const members = root?.kind === "object" ? root.properties : [];
  return [
    ...members.flatMap(({ key, value }) => (value && !internalSettings.has(key) ? getLinksBelow(value) : [])),
    ...getBannerLinks(root),
    ...(errorNode?.kind === "string" ? getLinksWithin(errorNode.value, getNodeLocation(errorNode)) : []),
  ];
});

/**
 * Cached for each member in docs.json, because a change doesn't affect earlier members. Thousands of entries are
 * skipped based on their keys alone.
 */
const getLinksBelow = derive((member: JsonNode): readonly LinkReference[] => {
  const references: LinkReference[] = [];
  const visit = (node: JsonNode, depth: number): void => {
    if (depth > maxSettingDepth) return;
    if (node.kind === "array") for (const item of node.items) if (item.kind !== "string") visit(item, depth + 1);
    if (node.kind !== "object") return;
    for (const { key, value } of node.properties) {
      if (!value) continue;
      if (value.kind !== "string") visit(value, depth + 1);
      else if (key === "href") references.push(...getSettingLinks(value));
    }
    references.push(...getBannerLinks(node));
  };
  visit(member, 1);
  return references;
});

const maxSettingDepth = 200;

const internalSettings: ReadonlySet<string> = new Set(["redirects", "variables", "seo", "metadata", "api"]);

/**
 * Returns the link in a setting, or an empty list if the value doesn't start with a slash, `http:`, or `https:`.
 * `config/invalid-value` reports such values.
 */
function getSettingLinks(node: JsonString): readonly LinkReference[] {
  if (!/^(\/|https?:)/i.test(node.value)) return [];
  return [{ location: getNodeLocation(node), url: node.value, targetKind: "place", encoding: "json" }];
}

function getBannerLinks(node: JsonNode | undefined): readonly LinkReference[] {
  if (node?.kind !== "object" || !node.properties.some(({ key }) => key === "banner")) return [];
  const content = getJsonValue(getJsonValue(node, "banner"), "content");
  return content?.kind === "string" ? getLinksWithin(content.value, getNodeLocation(content)) : [];
}

/** Links in a specification's vendor extensions. These links appear on generated pages. */
export const getSpecLinks = derive((spec: SpecOutline): readonly LinkReference[] =>
  [...spec.operations, ...spec.webhooks].flatMap(({ extensions }) =>
    extensions.flatMap(({ content, contentRange, range }) =>
      content === undefined ? [] : getLinksWithin(content, { file: spec.path, range: contentRange ?? range }),
    ),
  ),
);

/** Returns the links in a Markdown value in another file. Their positions are exact where possible. */
function getLinksWithin(markdown: string, { file, range }: SiteLocation): LinkReference[] {
  if (!/[[<]/.test(markdown)) return [];
  const { references } = scanPage(file, `\n${markdown}`);
  return references.links.map((link): LinkReference => {
    const offsetRange: TextRange = { start: link.range.start - 1, end: link.range.end - 1 };
    const linkRange = getPartRange(markdown, range, offsetRange);
    const isExact = linkRange.end - linkRange.start === link.target.length;
    const reference = toLinkReference(references, link);
    return {
      location: { file, range: linkRange },
      url: reference.url,
      targetKind: reference.targetKind,
      ...(reference.isEscaped && { isEscaped: true }),
      ...(isExact && reference.encoding && { encoding: reference.encoding }),
    };
  });
}

/** The maximum number of pages to check for a file that appears on many pages. */
export const maxPages = 50;

/**
 * Returns the pages that show this file's content. For a page, this is the file itself. For any other file, these are
 * the pages that import it directly or indirectly. The list is empty if the file doesn't appear on any page or is an
 * `.md` file outside the navigation, because such files are notes for authors.
 */
export function findPagesUsingFile(site: Site, path: SitePath): readonly SitePath[] {
  if (isPublished(site.pages, path)) {
    const isAuthorNote = path.endsWith(".md") && !getListedSlugs(site.config).has(getPageSlug(path) ?? "");
    return isAuthorNote ? [] : [path];
  }
  return findImportingPages(site)(path).filter((page) => isPublished(site.pages, page));
}

/**
 * Returns all pages on which a file's links are resolved. An edit must be correct on each of these pages. If the file
 * is a page or style sheet, or isn't included anywhere, returns only the file itself.
 */
export function findResolutionPages({ pages, scripts }: Site, path: SitePath): readonly SitePath[] {
  return isPublished(pages, path) || isStyleSheet(path) ? [path] : findShowingPages({ pages, scripts })(path);
}

/**
 * Returns a file and all files that include it, directly or indirectly, even if readers don't see them. A link in any
 * of the returned files can lead to an anchor in this file.
 */
export function findFilesIncluding({ pages, scripts }: Site, path: SitePath): readonly SitePath[] {
  return isPublished(pages, path) ? [path] : findIncludingFiles({ pages, scripts })(path);
}

const findIncludingFiles = createSiteView(["pages", "scripts"], ({ pages, scripts }) =>
  cacheByPath((path) => [path, ...findImporters({ pages, scripts }, path, pages.size + scripts.size)]),
);

const findShowingPages = createSiteView(["pages", "scripts"], (site) =>
  cacheByPath((path) => {
    const publishedPages = findIncludingFiles(site)(path).filter((page) => isPublished(site.pages, page));
    return publishedPages.length > 0 ? publishedPages : [path];
  }),
);

const findImportingPages = createSiteView(["pages", "scripts"], (site) =>
  cacheByPath((path) => findImporters(site, path, 10 * maxPages).slice(0, maxPages)),
);

/** Returns a function that finds the files for each path only once. */
function cacheByPath(find: (path: SitePath) => readonly SitePath[]): (path: SitePath) => readonly SitePath[] {
  const pathsByFile = new Map<SitePath, readonly SitePath[]>();
  return (path) => {
    const cachedPaths = pathsByFile.get(path) ?? find(path);
    pathsByFile.set(path, cachedPaths);
    return cachedPaths;
  };
}

function findImporters(
  { pages, scripts }: Pick<Site, "pages" | "scripts">,
  path: SitePath,
  limit: number,
): readonly SitePath[] {
  const paths = new Set<SitePath>([path]);
  const importerMaps = [
    getPublishedPages(pages).importersByFile,
    groupLegacyImporters(pages),
    groupScriptImporters(scripts),
  ];
  for (const file of paths) {
    if (paths.size > limit) break;
    for (const importersByPath of importerMaps)
      for (const importer of importersByPath.get(file) ?? []) paths.add(importer);
  }
  paths.delete(path);
  return [...paths].sort();
}

const groupScriptImporters = derive((scripts: Site["scripts"]) => {
  const importersByPath = new Map<SitePath, SitePath[]>();
  for (const { path, imports } of scripts.values())
    for (const source of imports) {
      const importedPath = findImportedFile(source, path);
      if (importedPath === undefined) continue;
      const file =
        codeExtensions.map((extension) => importedPath + extension).find((candidate) => scripts.has(candidate)) ??
        importedPath;
      addToGroup(importersByPath, file, path);
    }
  return importersByPath;
});

/** Extensions that imports in code can omit. */
const codeExtensions = ["", ".jsx", ".tsx", ".js", ".ts"];

const groupLegacyImporters = derive((pages: ReadonlyMap<SitePath, PageOutline>) => {
  const importersByPath = new Map<SitePath, SitePath[]>();
  for (const { path, snippets } of pages.values())
    for (const snippetPath of snippets) {
      const file = resolveLegacySnippet(snippetPath, pages);
      if (file === undefined) continue;
      addToGroup(importersByPath, file, path);
    }
  return importersByPath;
});

/** A link and its targets. */
export interface ResolvedLink {
  readonly reference: LinkReference;
  /**
   * The link's target on each page that contains the link. Relative links and `#…` links in snippets can have several
   * targets.
   */
  readonly targets: readonly TargetOnPage[];
}

export interface TargetOnPage {
  /** The page that readers are on when they follow the link. Undefined for links in docs.json and specifications. */
  readonly page: SitePath | undefined;
  readonly target: LinkTarget;
}

/**
 * Returns the links in a file in order, resolved on each page that shows the file. The list is empty if no page shows
 * the file. The text of a custom component's prop is included only if the component's code uses the prop as a link.
 */
export function resolvePageLinks(site: Site, page: PageReferences): readonly ResolvedLink[] {
  return resolvePage(site)(page);
}

/**
 * Resolves a file's links on every page that includes the file. If readers don't see the file, resolves the links as if
 * the file were a page.
 */
export function resolveOnAllPages(
  site: Site,
  path: SitePath,
  links: readonly LinkReference[],
): readonly ResolvedLink[] {
  return resolveLinksOnPages(site, links, findResolutionPages(site, path));
}

/**
 * Returns the target of a link in the file on each page that shows the link. If all targets are the same, returns only
 * one of them.
 */
export function listTargetsOnPages(site: Site, path: SitePath, url: string): readonly PageTarget[] {
  const pages = findResolutionPages(site, path);
  return (isPageIndependent(url) ? pages.slice(0, 1) : pages).map((page) => getTargetFrom(site, page, url));
}

/**
 * Returns the target of a link in the file on the first page where the link works. If the link is broken on all pages,
 * returns its target on the first page.
 */
export function findWorkingTarget(site: Site, path: SitePath, url: string): PageTarget {
  const pages = findResolutionPages(site, path);
  for (const page of pages.slice(0, isPageIndependent(url) ? 1 : maxPages)) {
    const target = getTargetFrom(site, page, url);
    if (target.target.kind !== "missing") return target;
  }
  return getTargetFrom(site, pages[0] ?? path, url);
}

interface PageTarget extends TargetOnPage {
  readonly page: SitePath;
}

function getTargetFrom(site: Site, page: SitePath, url: string): PageTarget {
  return { page, target: resolveLink(site, url, { path: page }) };
}

/**
 * Returns the links in a style sheet, or in the JSX of a code file if they can be resolved. If a code file isn't a
 * snippet and isn't included in any page, returns an empty list, because the links may belong to another site.
 */
export function getResolvableScriptLinks(site: Site, script: ScriptReferences): readonly LinkReference[] {
  return isStyleSheet(script.path) ||
    isSnippet(script.path) ||
    findResolutionPages(site, script.path)[0] !== script.path
    ? getScriptLinks(script)
    : [];
}

/** Returns the links on a page, in a code file (`getResolvableScriptLinks`), in docs.json, or in an included file. */
export function getFileLinks(site: Site, file: SitePath): readonly LinkReference[] {
  const page = site.references.get(file);
  if (page) return getPageLinks(page);
  const script = site.scriptReferences.get(file);
  if (script) return getResolvableScriptLinks(site, script);
  return getConfigLinks(site.config).filter(({ location }) => location.file === file);
}

/**
 * Returns the links in the JSX of a code file, resolved on the first pages that include the file, directly or
 * indirectly. Relative links are resolved from the page's folder, because browsers resolve them against the page's URL.
 */
export function resolveScriptLinks(site: Site, script: ScriptReferences): readonly ResolvedLink[] {
  return resolveScript(site)(script);
}

export function resolveConfigLinks(site: Site): readonly ResolvedLink[] {
  return resolveConfig(site);
}

export function resolveSpecLinks(site: Site, spec: SpecOutline): readonly ResolvedLink[] {
  return resolveSpec(site)(spec);
}

const resolvePage = derive((site: Site) =>
  derive((page: PageReferences): readonly ResolvedLink[] => {
    const links = getPageLinks(page).filter(
      ({ linkProp, isInStyle }) =>
        !isInStyle && (!linkProp || isLinkProp(site, page, linkProp.component, linkProp.prop)),
    );
    if (links.length === 0) return [];
    return resolveLinksOnPages(site, links, findPagesUsingFile(site, page.path));
  }),
);

function resolveLinksOnPages(
  site: Site,
  links: readonly LinkReference[],
  pages: readonly SitePath[],
): readonly ResolvedLink[] {
  const [firstPage] = pages;
  if (firstPage === undefined) return [];
  return links.map((reference) => ({
    reference,
    targets: (isPageIndependent(reference.url) ? [firstPage] : pages).map((page) =>
      getTargetFrom(site, page, reference.url),
    ),
  }));
}

const resolveScript = derive((site: Site) =>
  derive((script: ScriptReferences): readonly ResolvedLink[] => {
    const pages = findResolutionPages(site, script.path).slice(0, maxPages);
    const links = getResolvableScriptLinks(site, script).filter(({ isInStyle }) => !isInStyle);
    return resolveLinksOnPages(site, links, pages);
  }),
);

const resolveConfig = derive((site: Site) =>
  getConfigLinks(site.config).map((reference) => resolveReference(site, reference)),
);

const resolveSpec = derive((site: Site) =>
  derive((spec: SpecOutline) => getSpecLinks(spec).map((reference) => resolveReference(site, reference))),
);

function resolveReference(site: Site, reference: LinkReference): ResolvedLink {
  return { reference, targets: [{ page: undefined, target: resolveLink(site, reference.url, undefined) }] };
}

/** Whether the URL leads to the same target on every page, because it's relative to the site's root or has a scheme. */
function isPageIndependent(url: string): boolean {
  return /^[/\\]|^[a-z][a-z0-9+.-]*:/i.test(url);
}

/**
 * Whether two versions of a site contain the same URLs in their links, regardless of the links' positions on a page.
 * Pages whose text hasn't changed aren't compared, so the cost depends only on the changes.
 */
export function haveSameLinkUrls(a: Site, b: Site): boolean {
  return (
    haveSameLinks(a.references, b.references, getPageLinks) &&
    haveSameLinks(a.scriptReferences, b.scriptReferences, getScriptLinks)
  );
}

function haveSameLinks<File>(
  a: ReadonlyMap<SitePath, File>,
  b: ReadonlyMap<SitePath, File>,
  getLinks: (file: File) => readonly LinkReference[],
): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  const hasSameLinks = (oldFile: File, newFile: File) => {
    const [oldLinks, links] = [getLinks(oldFile), getLinks(newFile)];
    return oldLinks.length === links.length && oldLinks.every(({ url }, i) => url === links[i]?.url);
  };
  for (const [path, file] of b) {
    const oldFile = a.get(path);
    if (oldFile !== file && !(oldFile && hasSameLinks(oldFile, file))) return false;
  }
  return true;
}
