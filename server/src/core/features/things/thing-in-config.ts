import { type JsonString, placeOf } from "../../config/json/json-tree.ts";
import { linksOfConfig } from "../../site/links/links.ts";
import { redirectsOf } from "../../site/links/redirects.ts";
import { resolveLink } from "../../site/links/resolve-link.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { settingsOf } from "../../site/settings/config-settings.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { jsonPlaceAt } from "../json-path-at.ts";
import type { SiteThing, SiteThingAt } from "./site-thing.ts";
import { thingOfTarget } from "./thing-of-target.ts";
import { variableAt } from "./variable-places.ts";

/** What docs.json, or a file that it pulls in, names at an offset. */
export function thingInConfig(site: Site, file: SitePath, offset: number): SiteThingAt | undefined {
  const json = site.config.files.find(({ path }) => path === file);
  const place = json && jsonPlaceAt(json.root, offset);
  if (!json || !place) return undefined;
  const variable = variableAt(site, json, offset, place);
  if (variable) return variable;
  const { value: node } = place;
  if (place.property || node?.kind !== "string") return undefined;
  const thing = thingOfString(site, node, offset);
  return thing && { thing, range: node.range, isOwn: thing.kind === "label" };
}

function thingOfString(site: Site, node: JsonString, offset: number): SiteThing | undefined {
  const isHere = (other: { file: SitePath; range: { start: number } } | undefined) =>
    other?.file === node.file && other.range.start === node.range.start;
  const { entries, elements } = navigationOf(site.config);
  if (entries.some((entry) => isHere(entry.node)) || elements.some(({ root }) => isHere(root)))
    return pageOf(site, node.value);
  if (elements.some(({ label }) => isHere(label)))
    return { kind: "label", at: placeOf(node), text: node.value };
  const isAnchor = offset > node.range.start + 1 + node.value.indexOf("#") && node.value.includes("#");
  const redirect = redirectsOf(site).find((one) => isHere(one.sourceNode) || isHere(one.destinationNode));
  if (redirect)
    return thingOfTarget(site, resolveLink(site, redirect.destination, undefined), undefined, isAnchor);
  if (linksOfConfig(site.config).some(({ at }) => isHere(at)))
    return thingOfTarget(site, resolveLink(site, node.value, undefined), undefined, isAnchor);
  const ref = site.config.refs.find(({ at }) => isHere(at));
  if (ref?.verdict.kind === "resolved") return { kind: "file", file: ref.verdict.file };
  if (settingsOf(site).files.some((use) => isHere(use.node))) return fileOf(site, node.value);
  return undefined;
}

function pageOf(site: Site, text: string): SiteThing | undefined {
  const read = readPageEntry(text);
  const file = read.kind === "page" ? pageSlugsOf(site.files).fileOf.get(read.slug) : undefined;
  return file === undefined ? undefined : { kind: "page", file };
}

function fileOf(site: Site, written: string): SiteThing | undefined {
  const place = resolveSitePath(written.trim().replace(/[?#].*$/s, ""));
  return place.ok && site.files.has(place.path) ? { kind: "file", file: place.path } : undefined;
}
