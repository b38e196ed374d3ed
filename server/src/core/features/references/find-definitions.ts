import { locationOfNode } from "../../config/json/json-tree.ts";
import { findExports } from "../../page/scan-script.ts";
import { linksOfConfig, linksOfPage } from "../../site/links/links.ts";
import { finalTarget, generatedAt, resolveLink } from "../../site/links/resolve-link.ts";
import { importedFile, pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import { decodePercent } from "../../text/decode-text.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { placeOfTarget } from "../spec/symbols-and-references.ts";
import { type SiteSymbol, variableKeys } from "./symbol-at.ts";

/** Where an anchor of a page stands: its heading or `id`, in the page itself or in what it imports. */
export function anchorPlace(site: Site, page: SitePath, id: string): SiteLocation | undefined {
  const requested = plain(id);
  const seen = new Set<SitePath>();
  const waiting = [page];
  for (let file = waiting.shift(); file !== undefined && seen.size < 100; file = waiting.shift()) {
    const references = seen.has(file) ? undefined : site.references.get(file);
    seen.add(file);
    if (!references) continue;
    const heading = references.headings.find((each) => plain(each.id) === requested);
    if (heading) return { file, range: heading.range };
    const other = references.headings.find(({ otherIds }) =>
      otherIds.some((each) => plain(each) === requested),
    );
    if (other) return { file, range: other.range };
    const anchor = references.anchors.find((each) => plain(each.id) === requested);
    if (anchor) return { file, range: anchor.range };
    for (const { source } of references.imports) waiting.push(importedFile(source, file) ?? file);
  }
  return undefined;
}

/** Whether a link to a page that ends in `#<written>` arrives at this place, which may be in a snippet of the page. */
export function isSameAnchor(
  site: Site,
  page: SitePath,
  written: string,
  anchor: SiteLocation | { readonly file: SitePath; readonly id: string },
): boolean {
  if ("id" in anchor) return anchor.file === page && isEquivalentPath(written, anchor.id);
  const place = anchorPlace(site, page, written);
  return place?.file === anchor.file && place.range.start === anchor.range.start;
}

/** Whether two spellings name the same anchor wherever it stands: encoded or not. */
export function isEquivalentPath(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(id: string): string {
  return decodePercent(id).normalize("NFC");
}

/** Where a thing is defined. `textOf` gives the text of files of code, of which a site keeps outlines alone. */
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
      const place = anchorPlace(site, symbol.file, symbol.id);
      return [place ?? headOf(site, symbol.file)];
    }
    case "export":
      return [placeOfExport(site, symbol, textOf)];
    case "variable":
      return variableKeys(site, symbol.name);
    case "label":
      return [symbol.at];
  }
}

/** The entries of the navigation that show a page: what the page itself leads to. */
export function entriesOfPage(site: Site, file: SitePath): readonly SiteLocation[] {
  const { fileOf } = pageSlugsOf(site.files);
  return navigationOf(site.config).entries.flatMap(({ text, node }) => {
    const read = readPageEntry(text);
    return read.kind === "page" && fileOf.get(read.slug) === file ? [locationOfNode(node)] : [];
  });
}

/** Its title, where it says one. */
function headOf(site: Site, file: SitePath): SiteLocation {
  const title = site.references.get(file)?.frontmatter.fields.get("title");
  return title ? { file, range: title.valueRange } : startOf(file);
}

function startOf(file: SitePath): SiteLocation {
  return { file, range: { start: 0, end: 0 } };
}

function placeOfExport(
  site: Site,
  { file, name }: { readonly file: SitePath; readonly name: string },
  textOf: (file: SitePath) => string | undefined,
): SiteLocation {
  const page = site.references.get(file);
  const text = page ? undefined : textOf(file);
  const exports = page?.exports ?? (text === undefined ? [] : findExports(text));
  const found = exports.find((each) => each.name === name);
  return found ? { file, range: found.range } : startOf(file);
}

/** The operation behind a link, or an entry of the navigation, to a page that the service makes of it; a file at that address wins. */
export function generatedPlaceAt(
  site: Site,
  file: SitePath,
  offset: number,
): { readonly range: TextRange; readonly place: SiteLocation } | undefined {
  const page = site.references.get(file);
  const links = page ? linksOfPage(page) : linksOfConfig(site.config);
  const link = links.find(({ at }) => at.file === file && isIn(at.range, offset));
  if (link) {
    const target = finalTarget(resolveLink(site, link.url, page));
    return target.kind === "generated" ? placed(target.page, link.at.range) : undefined;
  }
  const entry = page
    ? undefined
    : navigationOf(site.config).entries.find(({ node }) => node.file === file && isIn(node.range, offset));
  const read = entry && readPageEntry(entry.text);
  if (read?.kind !== "page" || pageSlugsOf(site.files).fileOf.has(read.slug)) return undefined;
  const generated = generatedAt(site, read.slug);
  return entry && generated && placed(generated, locationOfNode(entry.node).range);
}

function placed({ spec, target }: GeneratedPage, range: TextRange) {
  const place = placeOfTarget(spec, target);
  return place && { range, place };
}

function isIn({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
