import { listImports } from "../page/imports.ts";
import { type JsonString, locationOfNode } from "../config/json/json-tree.ts";
import type { PageImport, PageReferences } from "../page/page.ts";
import { findScriptSources } from "../page/scan-script.ts";
import { firstWorkingTarget, linksOfFile } from "../site/links/links.ts";
import { redirectsOf } from "../site/links/redirects.ts";
import { finalTarget, generatedAt, type LinkTarget, resolveLink } from "../site/links/resolve-link.ts";
import { getSnippetPaths } from "../site/navigation/used-files.ts";
import { resolveImport } from "../site/pages/imports.ts";
import { pageSlugsOf } from "../site/pages/pages.ts";
import { settingsOf } from "../site/settings/site-settings.ts";
import { navigationOf, readPageEntry } from "../site/settings/navigation.ts";
import type { Site } from "../site/site.ts";
import { getPartRange } from "../spec/edit-spec.ts";
import { isRemoteSpec } from "../spec/detect-spec.ts";
import { resolveSitePath } from "../text/site-path.ts";
import type { SiteLocation, SitePath, TextRange } from "../text/text-edit.ts";
import { findAnchorLocation } from "./references/find-definitions.ts";
import {
  getTargetLocation,
  type SiteReference,
  listSiteReferencesIn,
} from "./spec/symbols-and-references.ts";

/**
 * Returns the destination of a link on the page `from`, or undefined if the link leads neither to a location in the
 * site nor to a web URL.
 */
export function destinationOf(
  site: Site,
  target: LinkTarget,
  from: SitePath | undefined,
): LinkDestination | undefined {
  const end = finalTarget(target);
  switch (end.kind) {
    case "page":
      return inPage(site, end.file, end.anchor);
    case "file":
      return startOf(end.file);
    case "same-page":
      return from !== undefined && end.anchor !== undefined ? inPage(site, from, end.anchor) : undefined;
    case "generated": {
      const at = getTargetLocation(end.page.spec, end.page.target);
      return at && { kind: "place", at };
    }
    case "external":
      return /^https?:\/\/[^\s/]/i.test(end.url) ? { kind: "web", url: end.url } : undefined;
    default:
      return undefined;
  }
}

/** Returns the location at the start of the file. */
export function startOf(file: SitePath): LinkDestination {
  return { kind: "place", at: { file, range: { start: 0, end: 0 } } };
}

/**
 * Returns the location of an anchor on a page. If the anchor doesn't exist, returns the top of the page, because that's
 * where such a link takes readers.
 */
function inPage(site: Site, file: SitePath, anchor: string | undefined): LinkDestination {
  const at = anchor === undefined || anchor === "" ? undefined : findAnchorLocation(site, file, anchor);
  return at ? { kind: "place", at } : startOf(file);
}

/** Returns the links for references such as `api.json GET /users`: one link to the file and one to the operation. */
export function linksOfUses(site: Site, file: SitePath): DocumentLink[] {
  return listSiteReferencesIn(site, file).flatMap((reference) => [
    ...linkOfName(reference),
    ...linkOfTarget(reference),
  ]);
}

function linkOfName({ at, text, named: nameRange }: SiteReference): DocumentLink[] {
  if (!nameRange) return [];
  const { path } = nameRange.spec;
  const to: LinkDestination = isRemoteSpec(path) ? { kind: "web", url: text } : startOf(path);
  const range = getPartRange(text, at.range, nameRange.part);
  return to.kind === "web" && !/^https?:\/\//i.test(text) ? [] : [{ range, to }];
}

function linkOfTarget({ at, text, named, resolvedTarget: found }: SiteReference): DocumentLink[] {
  const targetLocation = found && getTargetLocation(found.spec, found.target);
  if (!targetLocation) return [];
  const restOfText = rangeAfterName(text, named?.part);
  return [{ range: getPartRange(text, at.range, restOfText), to: { kind: "place", at: targetLocation } }];
}

/** Returns the range of the reference after the file name, without leading and trailing whitespace. */
function rangeAfterName(text: string, name: TextRange | undefined): TextRange {
  const start = name?.end ?? 0;
  const spaces = /^\s*/.exec(text.slice(start))?.[0].length ?? 0;
  return { start: start + spaces, end: text.trimEnd().length };
}

/**
 * Returns links for the pages, URLs, `$ref`s, other files, and specifications that docs.json or an included file refers
 * to.
 */
export function linksInConfig(site: Site, file: SitePath): readonly DocumentLink[] {
  if (!site.config.files.some(({ path }) => path === file)) return [];
  const links: DocumentLink[] = [];
  const add = (location: SiteLocation, to: LinkDestination | undefined, quotes: 0 | 1) => {
    if (location.file !== file || !to) return;
    links.push({ range: { start: location.range.start + quotes, end: location.range.end - quotes }, to });
  };
  const { entries, elements } = navigationOf(site.config);
  const roots = elements.flatMap(({ root }) => root ?? []);
  for (const node of [...entries.map((entry) => entry.node), ...roots])
    add(locationOfNode(node), pageOf(site, node), 1);
  for (const { at, url, writeAs } of linksOfFile(site, file))
    add(at, destinationOf(site, resolveLink(site, url, undefined), undefined), writeAs === "json" ? 1 : 0);
  for (const { destinationNode, destination } of redirectsOf(site))
    add(
      locationOfNode(destinationNode),
      destinationOf(site, resolveLink(site, destination, undefined), undefined),
      1,
    );
  for (const { at, result } of site.config.refs)
    if (result.kind === "resolved") add(at, startOf(result.file), 1);
  for (const { node } of settingsOf(site).files) add(locationOfNode(node), fileOf(site, node.value), 1);
  const linkedStarts = new Set(links.map(({ range }) => range.start));
  return [...links, ...linksOfUses(site, file).filter(({ range }) => !linkedStarts.has(range.start))];
}

function pageOf(site: Site, { value }: JsonString): LinkDestination | undefined {
  const pageEntry = readPageEntry(value);
  if (pageEntry.kind === "url") return webOf(value);
  if (pageEntry.kind !== "page") return undefined;
  const file = pageSlugsOf(site.files).fileOf.get(pageEntry.slug);
  if (file !== undefined) return startOf(file);
  const generated = generatedAt(site, pageEntry.slug);
  const at = generated && getTargetLocation(generated.spec, generated.target);
  return at && { kind: "place", at };
}

function fileOf(site: Site, rawPath: string): LinkDestination | undefined {
  const resolvedPath = resolveSitePath(rawPath.trim().replace(/[?#].*$/s, ""));
  return resolvedPath.ok && site.files.has(resolvedPath.path)
    ? startOf(resolvedPath.path)
    : webOf(rawPath.trim());
}

function webOf(text: string): LinkDestination | undefined {
  return /^https?:\/\/[^\s/]/i.test(text) ? { kind: "web", url: text } : undefined;
}

/** Returns the links on a page: Markdown links, images, imports, `<Snippet>` tags, and references to specifications. */
export function linksInPage(site: Site, page: PageReferences): readonly DocumentLink[] {
  const links = linksFrom(site, page.path);
  const imports = linksOfImports(site, page.path, listImports(page));
  return [...links, ...imports, ...snippetsOf(site, page), ...linksOfUses(site, page.path)];
}

function linksFrom(site: Site, file: SitePath): readonly DocumentLink[] {
  return linksOfFile(site, file).flatMap(({ at, url }) => {
    const { page: from, target } = firstWorkingTarget(site, file, url);
    const to = destinationOf(site, target, from);
    return to ? [{ range: at.range, to }] : [];
  });
}

function linksOfImports(
  site: Site,
  from: SitePath,
  imports: readonly Pick<PageImport, "source" | "range">[],
): readonly DocumentLink[] {
  return imports.flatMap(({ source, range }) => {
    const file = importedFile(site, source, from);
    return file === undefined ? [] : [{ range, to: startOf(file) }];
  });
}

function linksInScript(site: Site, file: SitePath, text: string): readonly DocumentLink[] {
  return [...linksFrom(site, file), ...linksOfImports(site, file, findScriptSources(text))];
}

function importedFile(site: Site, source: string, from: SitePath): SitePath | undefined {
  const target = resolveImport(site, source, from);
  if (target.kind === "module") return target.path;
  return target.kind === "unread" && site.files.has(target.path) ? target.path : undefined;
}

/** Returns the links in tags such as `<Snippet file="note.mdx" />`. */
function snippetsOf(site: Site, { tags }: PageReferences): DocumentLink[] {
  return tags.flatMap(({ name, attributes }): DocumentLink[] => {
    const value =
      name === "Snippet" ? attributes.find((attribute) => attribute.name === "file")?.value : undefined;
    if (value?.kind !== "text") return [];
    const file = getSnippetPaths(value.text).find((path) => site.pages.has(path));
    return file === undefined ? [] : [{ range: value.range, to: startOf(file) }];
  });
}

/** The destination of a link: a location in the site, or an `http` or `https` URL. */
export type LinkDestination =
  | { readonly kind: "place"; readonly at: SiteLocation }
  | { readonly kind: "web"; readonly url: string };

/** A range in a file that links to something. */
export interface DocumentLink {
  /** The range of the link, without quotes. */
  readonly range: TextRange;
  readonly to: LinkDestination;
}

/**
 * Returns the links on a page, in docs.json, in an included file, or in a code file, in text order. Includes only links
 * to files in the site or to the web. Returns an empty list for all other files. `textOf` returns the text of a code
 * file.
 */
export function documentLinks(
  site: Site,
  file: SitePath,
  textOf: (file: SitePath) => string | undefined = () => undefined,
): readonly DocumentLink[] {
  const page = site.references.get(file);
  const links = page
    ? linksInPage(site, page)
    : site.scripts.has(file)
      ? linksInScript(site, file, textOf(file) ?? "")
      : linksInConfig(site, file);
  return [...links].sort((a, b) => a.range.start - b.range.start);
}
