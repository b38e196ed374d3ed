import { getNodeLocation } from "../../config/json/json-tree.ts";
import { parseImportNames } from "../../page/imports.ts";
import type { PageImport } from "../../page/page.ts";
import { findExports, findScriptImports } from "../../page/scan-script.ts";
import { getPageAnchors } from "../../site/links/anchors.ts";
import { findWorkingTarget, getFileLinks } from "../../site/links/links.ts";
import { getFinalTarget, findGeneratedPage, resolveLink } from "../../site/links/resolve-link.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import { normalizeAnchor } from "../../text/decode-text.ts";
import { type SiteLocation, type SitePath, type TextRange, containsOffset } from "../../text/text-edit.ts";
import { getTargetLocation } from "../spec/symbols-and-references.ts";
import { type SiteSymbol, findImportSymbol, getVariableKeys } from "./symbol-at.ts";

/**
 * Returns the location of an anchor (a heading or an element with an `id`) on a page, either in the page's file or in a
 * file that it imports. Returns undefined if the anchor doesn't exist.
 */
export function findAnchorLocation(site: Site, page: SitePath, id: string): SiteLocation | undefined {
  const normalizedId = normalizeAnchor(id);
  for (const { path: file } of getPageAnchors(site, page).parts) {
    const references = site.references.get(file);
    const heading = references?.headings.find((candidate) => normalizeAnchor(candidate.id) === normalizedId);
    const anchor = heading ?? references?.anchors.find((candidate) => normalizeAnchor(candidate.id) === normalizedId);
    if (anchor) return { file, range: anchor.range };
  }
  return undefined;
}

/**
 * Whether a link to a page that ends with `#<fragment>` leads to this anchor, which can also be in one of the page's
 * snippets.
 */
export function isSameAnchor(
  site: Site,
  page: SitePath,
  fragment: string,
  anchor: SiteLocation | { readonly file: SitePath; readonly id: string },
): boolean {
  if ("id" in anchor) return anchor.file === page && isSameFragment(fragment, anchor.id);
  const location = findAnchorLocation(site, page, fragment);
  return location?.file === anchor.file && location.range.start === anchor.range.start;
}

/** Whether two spellings of a fragment lead to the same anchor. */
export function isSameFragment(a: string, b: string): boolean {
  return normalizeAnchor(a) === normalizeAnchor(b);
}

/**
 * Returns the locations of a symbol's definitions. `readText` returns the text of a script, because a site stores only
 * outlines of scripts.
 */
export function findDefinitions(
  site: Site,
  symbol: SiteSymbol,
  readText: (file: SitePath) => string | undefined = () => undefined,
): readonly SiteLocation[] {
  switch (symbol.kind) {
    case "page":
      return [getTitleLocation(site, symbol.file)];
    case "file":
      return [getFileStart(symbol.file)];
    case "anchor": {
      const location = findAnchorLocation(site, symbol.file, symbol.id);
      return [location ?? getTitleLocation(site, symbol.file)];
    }
    case "export":
      return [findExportLocation(site, symbol, readText)];
    case "variable":
      return getVariableKeys(site, symbol.name);
    case "label":
      return [symbol.location];
  }
}

/** Returns a page's navigation entries. Go to Definition on the page itself opens them. */
export function findPageEntries(site: Site, file: SitePath): readonly SiteLocation[] {
  const { fileBySlug } = getPageSlugs(site.files);
  return getNavigation(site.config).entries.flatMap(({ text, node }) => {
    const pageEntry = readPageEntry(text);
    return pageEntry.kind === "page" && fileBySlug.get(pageEntry.slug) === file ? [getNodeLocation(node)] : [];
  });
}

/** Returns the location of the page's title or, if its frontmatter has no title, the start of the file. */
function getTitleLocation(site: Site, file: SitePath): SiteLocation {
  const title = site.references.get(file)?.frontmatter.fields.get("title");
  return title ? { file, range: title.valueRange } : getFileStart(file);
}

function getFileStart(file: SitePath): SiteLocation {
  return { file, range: { start: 0, end: 0 } };
}

type Export = Extract<SiteSymbol, { kind: "export" }>;

/** Returns the location of an export, following re-exports to the file that declares the name. */
function findExportLocation(
  site: Site,
  symbol: Export,
  readText: (file: SitePath) => string | undefined,
): SiteLocation {
  let location: SiteLocation | undefined;
  let currentSymbol: SiteSymbol | undefined = symbol;
  // Files can re-export a name from each other, which creates a cycle.
  const visitedKeys = new Set<string>();
  while (currentSymbol?.kind === "export" && !visitedKeys.has(`${currentSymbol.file}:${currentSymbol.name}`)) {
    const exportSymbol: Export = currentSymbol;
    const { file } = exportSymbol;
    visitedKeys.add(`${file}:${exportSymbol.name}`);
    const page = site.references.get(file);
    const text = page?.text ?? readText(file) ?? "";
    const pageExport = (page?.exports ?? findExports(text)).find(({ name }) => name === exportSymbol.name);
    location = pageExport ? { file, range: pageExport.range } : (location ?? getFileStart(file));
    currentSymbol =
      pageExport && findExportSource(site, file, text, page?.imports ?? findScriptImports(text), pageExport.range);
  }
  return currentSymbol?.kind === "page"
    ? getTitleLocation(site, currentSymbol.file)
    : (location ?? getFileStart(symbol.file));
}

/** Returns the symbol that is re-exported at a range in a file. */
function findExportSource(
  site: Site,
  file: SitePath,
  text: string,
  imports: readonly PageImport[],
  { start, end }: TextRange,
): SiteSymbol | undefined {
  const exportText = text.slice(start, end);
  for (const { source, clauseRange } of imports)
    for (const { importedName, localName, localRange, isReExported } of parseImportNames(text, clauseRange))
      if (isReExported ? localRange.start === start : localName === exportText)
        return findImportSymbol(site, source, file, importedName);
  return undefined;
}

/**
 * Returns the location of the operation shown on the generated page that a link or navigation entry leads to, and the
 * range of the link or entry. A file at the same path takes precedence over a generated page.
 */
export function findGeneratedLocation(
  site: Site,
  file: SitePath,
  offset: number,
): { readonly range: TextRange; readonly location: SiteLocation } | undefined {
  const page = site.references.get(file);
  const link = getFileLinks(site, file).find(({ location }) => containsOffset(location.range, offset));
  if (link) {
    const isScript = site.scriptReferences.has(file);
    const linkTarget = isScript ? findWorkingTarget(site, file, link.url).target : resolveLink(site, link.url, page);
    const target = getFinalTarget(linkTarget);
    return target.kind === "generated" ? createLocatedRange(target.page, link.location.range) : undefined;
  }
  const entry = page
    ? undefined
    : getNavigation(site.config).entries.find(({ node }) => node.file === file && containsOffset(node.range, offset));
  const pageEntry = entry && readPageEntry(entry.text);
  if (pageEntry?.kind !== "page" || getPageSlugs(site.files).fileBySlug.has(pageEntry.slug)) return undefined;
  const generatedPage = findGeneratedPage(site, pageEntry.slug);
  return entry && generatedPage && createLocatedRange(generatedPage, getNodeLocation(entry.node).range);
}

function createLocatedRange({ spec, target }: GeneratedPage, range: TextRange) {
  const location = getTargetLocation(spec, target);
  return location && { range, location };
}
