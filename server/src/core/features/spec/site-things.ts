import type { Config } from "../../config/config.ts";
import { placeOf } from "../../config/json/json-tree.ts";
import type { Site } from "../../site/site.ts";
import { endpointEntries, endpointsOfPage, type EndpointTarget, type PageEndpoint, pageEndpoints, type Resolution } from "../../site/specs/operation-references.ts";
import { sourcesWithSpecs } from "../../site/specs/specs.ts";
import { partRange } from "../../spec/edit-spec.ts";
import { findSpecs } from "../../spec/find-spec.ts";
import type { EndpointReference, ReferencePart } from "../../spec/operation-reference.ts";
import { isRemoteSpec } from "../../spec/remote-spec.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { folderOf } from "../../text/site-path.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/** A place outside of specifications that names one, or something in one. */
export interface SiteUse {
  /** The value with its quotes. */
  readonly at: SiteLocation;
  /** As written, without quotes. */
  readonly text: string;
  /** The specification that its words name, and which of them. */
  readonly named: { readonly spec: SpecOutline; readonly part: TextRange } | undefined;
  readonly found: { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined;
  readonly reference: EndpointReference | undefined;
}

/** Every value of docs.json and of frontmatter that names a specification or something in one. */
export function siteUses(site: Site): readonly SiteUse[] {
  return [
    ...usesInConfig(site),
    ...pageEndpoints(site).flatMap((endpoint) => useOfPage(site, endpoint) ?? []),
  ];
}

/** The same of one file, docs.json with what it pulls in or a page. */
export function siteUsesIn(site: Site, file: SitePath): readonly SiteUse[] {
  const page = site.pages.get(file);
  const all = page
    ? endpointsOfPage(site, page).flatMap((endpoint) => useOfPage(site, endpoint) ?? [])
    : usesInConfig(site);
  return all.filter(({ at }) => at.file === file);
}

/** What the value at an offset of docs.json or of a page names. */
export function siteUseAt(site: Site, file: SitePath, offset: number): SiteUse | undefined {
  return siteUsesIn(site, file).find(({ at: { range } }) => range.start <= offset && offset <= range.end);
}

/** Whether the word at the offset is the name of the specification. */
export function isOnFileName({ at, text, named, found }: SiteUse, offset: number): boolean {
  if (!named) return false;
  const part = partRange(text, at.range, named.part);
  return !found || (part.start <= offset && offset <= part.end);
}

/** Where the key of what is named stands: of an operation that of its method or of its path. */
export function placeOfTarget(
  spec: SpecOutline,
  target: EndpointTarget,
  wanted: "method" | "path" = "method",
): SiteLocation | undefined {
  if (isRemoteSpec(spec.path)) return undefined;
  switch (target.kind) {
    case "operation":
    case "webhook":
      if (wanted === "path") return { file: spec.path, range: target.operation.pathRange };
      return { file: target.operation.file ?? spec.path, range: target.operation.range };
    case "schema":
      return { file: spec.path, range: target.schema.range };
    case "channel":
      return { file: spec.path, range: target.channel.range };
  }
}

/** The places whose value names what is defined at one of these places: an operation by its method, path or id. */
export function usesOfPlaces(site: Site, definitions: readonly SiteLocation[]): readonly SiteUse[] {
  const wanted = new Set(definitions.map(keyOf));
  return siteUses(site).filter(({ found, named }) => {
    if (named && wanted.has(keyOf({ file: named.spec.path, range: { start: 0, end: 0 } }))) return true;
    return found !== undefined && keysOfTarget(found.spec, found.target).some((key) => wanted.has(key));
  });
}

function keysOfTarget(spec: SpecOutline, target: EndpointTarget): string[] {
  const place = placeOfTarget(spec, target);
  if (!place) return [];
  if (target.kind !== "operation" && target.kind !== "webhook") return [keyOf(place)];
  const { pathRange, operationIdRange } = target.operation;
  const path = keyOf({ file: spec.path, range: pathRange });
  const id = operationIdRange && keyOf({ file: place.file, range: operationIdRange });
  return [keyOf(place), path, ...(id === undefined ? [] : [id])];
}

function keyOf({ file, range }: SiteLocation): string {
  return `${range.start} ${file}`;
}

function usesInConfig(site: Site): readonly SiteUse[] {
  return ofConfig(site.config)(site);
}

const ofConfig = derive((_config: Config) =>
  derive((site: Site): readonly SiteUse[] => [
    ...sourcesWithSpecs(site).map(({ source, spec }): SiteUse => {
      const { at, source: text } = source;
      const named = spec && { spec, part: { start: 0, end: text.length } };
      return { at, text, named, found: undefined, reference: undefined };
    }),
    ...endpointEntries(site).map(({ entry, resolution }) =>
      useOf(site, placeOf(entry.node), entry.text, resolution, ""),
    ),
  ]),
);

function useOfPage(site: Site, { page, field, text, resolution }: PageEndpoint): SiteUse | undefined {
  const written = site.references.get(page)?.frontmatter.fields.get(field);
  if (!written) return undefined;
  return useOf(site, { file: page, range: written.valueRange }, text, resolution, folderOf(page));
}

function useOf(site: Site, at: SiteLocation, text: string, resolution: Resolution, folder: SitePath): SiteUse {
  const reference = "reference" in resolution ? resolution.reference : undefined;
  const found = resolution.kind === "found" ? resolution : undefined;
  return { at, text, reference, found, named: namedBy(site, reference?.file, found?.spec, folder) };
}

function namedBy(
  site: Site,
  file: ReferencePart | undefined,
  found: SpecOutline | undefined,
  folder: SitePath,
): SiteUse["named"] {
  if (!file) return undefined;
  const lookup = found ? undefined : findSpecs(site.specs, file.text, folder);
  const spec = found ?? (lookup?.kind === "found" ? lookup.specs[0] : undefined);
  return spec && { spec, part: file.range };
}
