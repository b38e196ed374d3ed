import { type JsonString, placeOf } from "../../config/json/json-tree.ts";
import { linksOfConfig } from "../../site/links/links.ts";
import { redirectsOf } from "../../site/links/redirects.ts";
import { generatedAt, resolveLink } from "../../site/links/resolve-link.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { settingsOf } from "../../site/settings/config-settings.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { placeOfTarget } from "../spec/site-things.ts";
import { destinationOf, startOf } from "./destination.ts";
import type { DocumentLink, LinkDestination } from "./document-links.ts";
import { linksOfUses } from "./links-of-uses.ts";

/** Pages, addresses, `$ref`s, files and specifications that docs.json, or a file that it pulls in, names. */
export function linksInConfig(site: Site, file: SitePath): readonly DocumentLink[] {
  if (!site.config.files.some(({ path }) => path === file)) return [];
  const links: DocumentLink[] = [];
  const add = (at: SiteLocation, to: LinkDestination | undefined, quotes: 0 | 1) => {
    if (at.file !== file || !to) return;
    links.push({ range: { start: at.range.start + quotes, end: at.range.end - quotes }, to });
  };
  const { entries, elements } = navigationOf(site.config);
  const roots = elements.flatMap(({ root }) => root ?? []);
  for (const node of [...entries.map((entry) => entry.node), ...roots])
    add(placeOf(node), pageOf(site, node), 1);
  for (const { at, url, writeAs } of linksOfConfig(site.config))
    add(at, destinationOf(site, resolveLink(site, url, undefined), undefined), writeAs === "json" ? 1 : 0);
  for (const { destinationNode, destination } of redirectsOf(site))
    add(
      placeOf(destinationNode),
      destinationOf(site, resolveLink(site, destination, undefined), undefined),
      1,
    );
  for (const { at, verdict } of site.config.refs)
    if (verdict.kind === "resolved") add(at, startOf(verdict.file), 1);
  for (const { node } of settingsOf(site).files) add(placeOf(node), fileOf(site, node.value), 1);
  const taken = new Set(links.map(({ range }) => range.start));
  return [...links, ...linksOfUses(site, file).filter(({ range }) => !taken.has(range.start))];
}

function pageOf(site: Site, { value }: JsonString): LinkDestination | undefined {
  const read = readPageEntry(value);
  if (read.kind === "url") return webOf(value);
  if (read.kind !== "page") return undefined;
  const file = pageSlugsOf(site.files).fileOf.get(read.slug);
  if (file !== undefined) return startOf(file);
  const generated = generatedAt(site, read.slug);
  const at = generated && placeOfTarget(generated.spec, generated.target);
  return at && { kind: "place", at };
}

function fileOf(site: Site, written: string): LinkDestination | undefined {
  const place = resolveSitePath(written.trim().replace(/[?#].*$/s, ""));
  return place.ok && site.files.has(place.path) ? startOf(place.path) : webOf(written.trim());
}

function webOf(text: string): LinkDestination | undefined {
  return /^https?:\/\/[^\s/]/i.test(text) ? { kind: "web", url: text } : undefined;
}
