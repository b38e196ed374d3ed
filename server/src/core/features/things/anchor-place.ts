import { anchorsOf } from "../../site/anchors-of.ts";
import { importedFile } from "../../site/published-pages.ts";
import type { Site } from "../../site/site.ts";
import { decodePercent } from "../../text/decode-text.ts";
import type { Location, SitePath } from "../../text/text-range.ts";

/** Where an anchor of a page stands: its heading or `id`, in the page itself or in what it imports. */
export function anchorPlace(site: Site, page: SitePath, id: string): Location | undefined {
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

/** Whether a link that ends in `#<written>` arrives at this anchor rather than at another of the page. */
export function isSameAnchor(site: Site, page: SitePath, written: string, id: string): boolean {
  if (plain(written) === plain(id)) return true;
  if (!anchorsOf(site, page).has(written)) return false;
  const [a, b] = [anchorPlace(site, page, written), anchorPlace(site, page, id)];
  return a !== undefined && b !== undefined && a.file === b.file && a.range.start === b.range.start;
}

/** Whether two spellings name the same anchor wherever it stands: encoded or not. */
export function isSameSpelling(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(id: string): string {
  return decodePercent(id).normalize("NFC");
}
