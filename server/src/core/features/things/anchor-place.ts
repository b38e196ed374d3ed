import { importedFile } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { decodePercent } from "../../text/decode-text.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";

/** Where an anchor of a page stands: its heading or `id`, in the page itself or in what it imports. */
export function anchorPlace(site: Site, page: SitePath, id: string): SiteLocation | undefined {
  const wanted = plain(id);
  const seen = new Set<SitePath>();
  const waiting = [page];
  for (let file = waiting.shift(); file !== undefined && seen.size < 100; file = waiting.shift()) {
    const references = seen.has(file) ? undefined : site.references.get(file);
    seen.add(file);
    if (!references) continue;
    const heading = references.headings.find((each) => plain(each.id) === wanted);
    if (heading) return { file, range: heading.range };
    const other = references.headings.find(({ otherIds }) => otherIds.some((each) => plain(each) === wanted));
    if (other) return { file, range: other.range };
    const anchor = references.anchors.find((each) => plain(each.id) === wanted);
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
  if ("id" in anchor) return anchor.file === page && isSameSpelling(written, anchor.id);
  const place = anchorPlace(site, page, written);
  return place?.file === anchor.file && place.range.start === anchor.range.start;
}

/** Whether two spellings name the same anchor wherever it stands: encoded or not. */
export function isSameSpelling(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(id: string): string {
  return decodePercent(id).normalize("NFC");
}
