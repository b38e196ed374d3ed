import { locationOfNode } from "../../config/json/json-tree.ts";
import { parseImportNames } from "../../page/imports.ts";
import type { PageImport } from "../../page/page.ts";
import { findExports, findScriptSources } from "../../page/scan-script.ts";
import { getPageAnchors } from "../../site/links/anchors.ts";
import { firstWorkingTarget, linksOfFile } from "../../site/links/links.ts";
import { finalTarget, generatedAt, resolveLink } from "../../site/links/resolve-link.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import { normalizeAnchor } from "../../text/decode-text.ts";
import { type SiteLocation, type SitePath, type TextRange, containsOffset } from "../../text/text-edit.ts";
import { getTargetLocation } from "../spec/symbols-and-references.ts";
import { type SiteSymbol, symbolOfImport, variableKeys } from "./symbol-at.ts";

/**
 * Returns the location of an anchor (a heading or an element with an `id`) on a page, either in the page's file or in a
 * file that it imports. Returns undefined if the anchor doesn't exist.
 */
export function findAnchorLocation(site: Site, page: SitePath, id: string): SiteLocation | undefined {
  const requested = normalizeAnchor(id);
  for (const { path: file } of getPageAnchors(site, page).parts) {
    const references = site.references.get(file);
    const heading = references?.headings.find((candidate) => normalizeAnchor(candidate.id) === requested);
    const anchor =
      heading ?? references?.anchors.find((candidate) => normalizeAnchor(candidate.id) === requested);
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
 * Returns the locations of a symbol's definitions. `textOf` returns the text of a script, because a site stores only
 * outlines of scripts.
 */
export function findDefinitions(
  site: Site,
  symbol: SiteSymbol,
  textOf: (file: SitePath) => string | undefined = () => undefined,
): readonly SiteLocation[] {
  switch (symbol.kind) {
    case "page":
      return [headOf(site, symbol.file)];
    case "file":
      return [startOf(symbol.file)];
    case "anchor": {
      const location = findAnchorLocation(site, symbol.file, symbol.id);
      return [location ?? headOf(site, symbol.file)];
    }
    case "export":
      return [findExportLocation(site, symbol, textOf)];
    case "variable":
      return variableKeys(site, symbol.name);
    case "label":
      return [symbol.at];
  }
}

/** Returns a page's navigation entries. Go to Definition on the page itself opens them. */
export function entriesOfPage(site: Site, file: SitePath): readonly SiteLocation[] {
  const { fileOf } = pageSlugsOf(site.files);
  return navigationOf(site.config).entries.flatMap(({ text, node }) => {
    const pageEntry = readPageEntry(text);
    return pageEntry.kind === "page" && fileOf.get(pageEntry.slug) === file ? [locationOfNode(node)] : [];
  });
}

/** Returns the location of the page's title or, if its frontmatter has no title, the start of the file. */
function headOf(site: Site, file: SitePath): SiteLocation {
  const title = site.references.get(file)?.frontmatter.fields.get("title");
  return title ? { file, range: title.valueRange } : startOf(file);
}

function startOf(file: SitePath): SiteLocation {
  return { file, range: { start: 0, end: 0 } };
}

type Export = Extract<SiteSymbol, { kind: "export" }>;

/** Returns the location of an export, following re-exports to the file that declares the name. */
function findExportLocation(
  site: Site,
  symbol: Export,
  textOf: (file: SitePath) => string | undefined,
): SiteLocation {
  let location: SiteLocation | undefined;
  let pending: SiteSymbol | undefined = symbol;
  // Files can re-export a name from each other, which creates a cycle.
  const visited = new Set<string>();
  while (pending?.kind === "export" && !visited.has(`${pending.file}:${pending.name}`)) {
    const exported: Export = pending;
    const { file } = exported;
    visited.add(`${file}:${exported.name}`);
    const page = site.references.get(file);
    const text = page?.text ?? textOf(file) ?? "";
    const found = (page?.exports ?? findExports(text)).find(({ name }) => name === exported.name);
    location = found ? { file, range: found.range } : (location ?? startOf(file));
    pending =
      found && sourceOfExport(site, file, text, page?.imports ?? findScriptSources(text), found.range);
  }
  return pending?.kind === "page" ? headOf(site, pending.file) : (location ?? startOf(symbol.file));
}

/** Returns the symbol that is re-exported at a range in a file. */
function sourceOfExport(
  site: Site,
  file: SitePath,
  text: string,
  imports: readonly PageImport[],
  { start, end }: TextRange,
): SiteSymbol | undefined {
  const exported = text.slice(start, end);
  for (const { source, clause } of imports)
    for (const { imported, local, localRange, isReExported } of parseImportNames(text, clause))
      if (isReExported ? localRange.start === start : local === exported)
        return symbolOfImport(site, source, file, imported);
  return undefined;
}

/**
 * Returns the operation shown on the generated page that a link or navigation entry leads to. A file at the same path
 * takes precedence over a generated page.
 */
export function findGeneratedLocation(
  site: Site,
  file: SitePath,
  offset: number,
): { readonly range: TextRange; readonly location: SiteLocation } | undefined {
  const page = site.references.get(file);
  const link = linksOfFile(site, file).find(({ at }) => containsOffset(at.range, offset));
  if (link) {
    const isScript = site.scriptReferences.has(file);
    const linkTarget = isScript
      ? firstWorkingTarget(site, file, link.url).target
      : resolveLink(site, link.url, page);
    const target = finalTarget(linkTarget);
    return target.kind === "generated" ? createLocatedRange(target.page, link.at.range) : undefined;
  }
  const entry = page
    ? undefined
    : navigationOf(site.config).entries.find(
        ({ node }) => node.file === file && containsOffset(node.range, offset),
      );
  const pageEntry = entry && readPageEntry(entry.text);
  if (pageEntry?.kind !== "page" || pageSlugsOf(site.files).fileOf.has(pageEntry.slug)) return undefined;
  const generated = generatedAt(site, pageEntry.slug);
  return entry && generated && createLocatedRange(generated, locationOfNode(entry.node).range);
}

function createLocatedRange({ spec, target }: GeneratedPage, range: TextRange) {
  const location = getTargetLocation(spec, target);
  return location && { range, location };
}
