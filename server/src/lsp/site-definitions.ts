import { definitionsOfThing, entriesOfPage, generatedPlaceAt } from "../core/features/references/find-definitions.ts";
import { siteThingAt } from "../core/features/references/symbol-at.ts";
import type { SiteLocation, SitePath, TextRange } from "../core/text/text-edit.ts";
import { largestText } from "../workspace/files/disk.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { readFile, textOf } from "../workspace/files/site-files.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";

/** Reads the text of files of code, of which a site contains only what they export. */
export function codeOf({ files }: LiveSite): (file: SitePath) => string | undefined {
  return (file) => textOf(readFile(files, file, largestText));
}

/** Where what a page or docs.json names at an offset is defined; from a page's own title, where the navigation lists it. */
export function siteDefinitions(
  { site: live, path }: SitePlace,
  offset: number,
): { readonly range: TextRange; readonly definitions: readonly SiteLocation[] } | undefined {
  const site = live.current?.site;
  if (!site) return undefined;
  const generated = generatedPlaceAt(site, path, offset);
  if (generated) return { range: generated.range, definitions: [generated.place] };
  const read = codeOf(live);
  const found = siteThingAt(site, path, offset, read);
  if (!found) return undefined;
  const { thing, range, isOwn } = found;
  if (thing.kind === "page" && isOwn) return { range, definitions: entriesOfPage(site, thing.file) };
  return { range, definitions: definitionsOfThing(site, thing, read) };
}
