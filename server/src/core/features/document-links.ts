import { listImports } from "../page/imports.ts";
import { type JsonString, getNodeLocation } from "../config/json/json-tree.ts";
import type { PageImport, PageReferences } from "../page/page.ts";
import { findScriptImports } from "../page/scan-script.ts";
import { findWorkingTarget, getFileLinks } from "../site/links/links.ts";
import { getRedirects } from "../site/links/redirects.ts";
import { getFinalTarget, findGeneratedPage, type LinkTarget, resolveLink } from "../site/links/resolve-link.ts";
import { getSnippetPaths } from "../site/navigation/used-files.ts";
import { resolveImport } from "../site/pages/imports.ts";
import { getPageSlugs } from "../site/pages/pages.ts";
import { getSettingsResult } from "../site/settings/site-settings.ts";
import { getNavigation, readPageEntry } from "../site/settings/navigation.ts";
import type { Site } from "../site/site.ts";
import { getPartRange } from "../spec/edit-spec.ts";
import { isRemoteSpec } from "../spec/detect-spec.ts";
import { resolveSitePath } from "../text/site-path.ts";
import type { SiteLocation, SitePath, TextRange } from "../text/text-edit.ts";
import { findAnchorLocation } from "./references/find-definitions.ts";
import { getTargetLocation, type SiteReference, listSiteReferencesInFile } from "./spec/symbols-and-references.ts";

/**
 * Returns the destination of a link on the page `from`, or undefined if the link leads neither to a location in the
 * site nor to a web URL.
 */
export function getDestination(
  site: Site,
  target: LinkTarget,
  linkingPage: SitePath | undefined,
): LinkDestination | undefined {
  const finalTarget = getFinalTarget(target);
  switch (finalTarget.kind) {
    case "page":
      return getPageDestination(site, finalTarget.file, finalTarget.anchor);
    case "file":
      return getFileStart(finalTarget.file);
    case "same-page":
      return linkingPage !== undefined && finalTarget.anchor !== undefined
        ? getPageDestination(site, linkingPage, finalTarget.anchor)
        : undefined;
    case "generated": {
      const location = getTargetLocation(finalTarget.page.spec, finalTarget.page.target);
      return location && { kind: "location", at: location };
    }
    case "external":
      return /^https?:\/\/[^\s/]/i.test(finalTarget.url) ? { kind: "web", url: finalTarget.url } : undefined;
    default:
      return undefined;
  }
}

/** Returns the start of the file as a link destination. */
export function getFileStart(file: SitePath): LinkDestination {
  return { kind: "location", at: { file, range: { start: 0, end: 0 } } };
}

/**
 * Returns the location of an anchor on a page. If the anchor doesn't exist, returns the top of the page, because that's
 * where such a link takes readers.
 */
function getPageDestination(site: Site, file: SitePath, anchor: string | undefined): LinkDestination {
  const location = anchor === undefined || anchor === "" ? undefined : findAnchorLocation(site, file, anchor);
  return location ? { kind: "location", at: location } : getFileStart(file);
}

/** Returns the links for references such as `api.json GET /users`: one link to the file and one to the operation. */
export function createReferenceLinks(site: Site, file: SitePath): DocumentLink[] {
  return listSiteReferencesInFile(site, file).flatMap((reference) => [
    ...createNameLink(reference),
    ...createTargetLink(reference),
  ]);
}

function createNameLink({ location, text, namedSpec }: SiteReference): DocumentLink[] {
  if (!namedSpec) return [];
  const { path } = namedSpec.spec;
  const destination: LinkDestination = isRemoteSpec(path) ? { kind: "web", url: text } : getFileStart(path);
  const range = getPartRange(text, location.range, namedSpec.nameRange);
  return destination.kind === "web" && !/^https?:\/\//i.test(text) ? [] : [{ range, destination }];
}

function createTargetLink({ location, text, namedSpec, resolvedTarget }: SiteReference): DocumentLink[] {
  const targetLocation = resolvedTarget && getTargetLocation(resolvedTarget.spec, resolvedTarget.target);
  if (!targetLocation) return [];
  const targetRange = getRangeAfterName(text, namedSpec?.nameRange);
  return [
    { range: getPartRange(text, location.range, targetRange), destination: { kind: "location", at: targetLocation } },
  ];
}

/** Returns the range of the reference after the file name, without leading and trailing whitespace. */
function getRangeAfterName(text: string, nameRange: TextRange | undefined): TextRange {
  const start = nameRange?.end ?? 0;
  const spaceCount = /^\s*/.exec(text.slice(start))?.[0].length ?? 0;
  return { start: start + spaceCount, end: text.trimEnd().length };
}

/**
 * Returns links for the pages, URLs, `$ref`s, other files, and specifications that docs.json or an included file refers
 * to.
 */
export function createConfigLinks(site: Site, file: SitePath): readonly DocumentLink[] {
  if (!site.config.files.some(({ path }) => path === file)) return [];
  const links: DocumentLink[] = [];
  const add = (location: SiteLocation, destination: LinkDestination | undefined, quoteLength: 0 | 1) => {
    if (location.file !== file || !destination) return;
    links.push({
      range: { start: location.range.start + quoteLength, end: location.range.end - quoteLength },
      destination,
    });
  };
  const { entries, elements } = getNavigation(site.config);
  const roots = elements.flatMap(({ root }) => root ?? []);
  for (const node of [...entries.map((entry) => entry.node), ...roots])
    add(getNodeLocation(node), getEntryTarget(site, node), 1);
  for (const { location, url, encoding } of getFileLinks(site, file))
    add(location, getDestination(site, resolveLink(site, url, undefined), undefined), encoding === "json" ? 1 : 0);
  for (const { destinationNode, destination } of getRedirects(site))
    add(
      getNodeLocation(destinationNode),
      getDestination(site, resolveLink(site, destination, undefined), undefined),
      1,
    );
  for (const { location, result } of site.config.refs)
    if (result.kind === "resolved") add(location, getFileStart(result.file), 1);
  for (const { node } of getSettingsResult(site).files) add(getNodeLocation(node), getFileTarget(site, node.value), 1);
  const linkedStarts = new Set(links.map(({ range }) => range.start));
  return [...links, ...createReferenceLinks(site, file).filter(({ range }) => !linkedStarts.has(range.start))];
}

function getEntryTarget(site: Site, { value }: JsonString): LinkDestination | undefined {
  const pageEntry = readPageEntry(value);
  if (pageEntry.kind === "url") return getWebTarget(value);
  if (pageEntry.kind !== "page") return undefined;
  const file = getPageSlugs(site.files).fileBySlug.get(pageEntry.slug);
  if (file !== undefined) return getFileStart(file);
  const generatedPage = findGeneratedPage(site, pageEntry.slug);
  const location = generatedPage && getTargetLocation(generatedPage.spec, generatedPage.target);
  return location && { kind: "location", at: location };
}

function getFileTarget(site: Site, rawPath: string): LinkDestination | undefined {
  const pathResult = resolveSitePath(rawPath.trim().replace(/[?#].*$/s, ""));
  return pathResult.ok && site.files.has(pathResult.path)
    ? getFileStart(pathResult.path)
    : getWebTarget(rawPath.trim());
}

function getWebTarget(text: string): LinkDestination | undefined {
  return /^https?:\/\/[^\s/]/i.test(text) ? { kind: "web", url: text } : undefined;
}

/** Returns the links on a page: Markdown links, images, imports, `<Snippet>` tags, and references to specifications. */
export function createPageLinks(site: Site, page: PageReferences): readonly DocumentLink[] {
  const links = createLinks(site, page.path);
  const importLinks = createImportLinks(site, page.path, listImports(page));
  return [...links, ...importLinks, ...createSnippetLinks(site, page), ...createReferenceLinks(site, page.path)];
}

function createLinks(site: Site, file: SitePath): readonly DocumentLink[] {
  return getFileLinks(site, file).flatMap(({ location, url }) => {
    const { page: linkingPage, target } = findWorkingTarget(site, file, url);
    const destination = getDestination(site, target, linkingPage);
    return destination ? [{ range: location.range, destination }] : [];
  });
}

function createImportLinks(
  site: Site,
  importingFile: SitePath,
  imports: readonly Pick<PageImport, "source" | "range">[],
): readonly DocumentLink[] {
  return imports.flatMap(({ source, range }) => {
    const file = findImportedFile(site, source, importingFile);
    return file === undefined ? [] : [{ range, destination: getFileStart(file) }];
  });
}

function createScriptLinks(site: Site, file: SitePath, text: string): readonly DocumentLink[] {
  return [...createLinks(site, file), ...createImportLinks(site, file, findScriptImports(text))];
}

function findImportedFile(site: Site, source: string, importingFile: SitePath): SitePath | undefined {
  const target = resolveImport(site, source, importingFile);
  if (target.kind === "module") return target.path;
  return target.kind === "unread" && site.files.has(target.path) ? target.path : undefined;
}

/** Returns the links in tags such as `<Snippet file="note.mdx" />`. */
function createSnippetLinks(site: Site, { tags }: PageReferences): DocumentLink[] {
  return tags.flatMap(({ name, attributes }): DocumentLink[] => {
    const value = name === "Snippet" ? attributes.find((attribute) => attribute.name === "file")?.value : undefined;
    if (value?.kind !== "text") return [];
    const file = getSnippetPaths(value.text).find((path) => site.pages.has(path));
    return file === undefined ? [] : [{ range: value.range, destination: getFileStart(file) }];
  });
}

/** The destination of a link: a location in the site, or an `http` or `https` URL. */
export type LinkDestination =
  | { readonly kind: "location"; readonly at: SiteLocation }
  | { readonly kind: "web"; readonly url: string };

/** A range in a file that links to something. */
export interface DocumentLink {
  /** The range of the link, without quotes. */
  readonly range: TextRange;
  readonly destination: LinkDestination;
}

/**
 * Returns the links on a page, in docs.json, in an included file, or in a code file, in text order. Includes only links
 * to files in the site or to the web. Returns an empty list for all other files. `readText` returns the text of a code
 * file.
 */
export function createDocumentLinks(
  site: Site,
  file: SitePath,
  readText: (file: SitePath) => string | undefined = () => undefined,
): readonly DocumentLink[] {
  const page = site.references.get(file);
  const links = page
    ? createPageLinks(site, page)
    : site.scripts.has(file)
      ? createScriptLinks(site, file, readText(file) ?? "")
      : createConfigLinks(site, file);
  return [...links].sort((a, b) => a.range.start - b.range.start);
}
