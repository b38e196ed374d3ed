import { locationOfNode } from "../../config/json/json-tree.ts";
import { type LinkPlace, linksOfConfig, linksOfPage, linksOfSpec } from "../../site/links/links.ts";
import { finalTarget, type LinkSource, resolveLink } from "../../site/links/resolve-link.ts";
import type { Site } from "../../site/site.ts";
import { generatedBySlug, type GeneratedPage, generatedPages } from "../../site/specs/generated-pages.ts";
import { endpointEntries, pageEndpoints, type Resolution } from "../../site/specs/operation-references.ts";
import type { ChannelOutline, OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { RemovedLocation, OperationPair, PageDifference, PageAppearance } from "./difference.ts";

/** Two pages of the same entry or element and the same operation are the same page. */
export interface PagePair {
  readonly before: GeneratedPage | undefined;
  readonly after: GeneratedPage | undefined;
}

/** Pairs the pages generated from the specification at `path` in two states of a site. */
export function matchPages(
  before: Site,
  after: Site,
  path: SitePath,
  operations: readonly OperationPair[],
): readonly PagePair[] {
  const others = new Map<OperationOutline | ChannelOutline, OperationOutline | ChannelOutline>();
  for (const pair of operations) if (pair.before && pair.after) others.set(pair.after, pair.before);
  const [old, young] = [before, after].map((site) => site.specs.get(path));
  for (const [channel, other] of sameChannels(old, young)) others.set(channel, other);
  const left = new Map<GeneratedPage["node"], Map<unknown, GeneratedPage>>();
  for (const page of pagesOf(before, path)) {
    const ofNode = left.get(page.node) ?? new Map<unknown, GeneratedPage>();
    ofNode.set(getPageSource(page), page);
    left.set(page.node, ofNode);
  }
  const pairs = pagesOf(after, path).map((page): PagePair => {
    const ofNode = left.get(page.node);
    const key = others.get(getPageSource(page));
    const old = key && ofNode?.get(key);
    if (old) ofNode?.delete(key);
    return { before: old, after: page };
  });
  const gone = [...left.values()].flatMap((pages) => [...pages.values()]);
  return [...pairs, ...gone.map((page) => ({ before: page, after: undefined }))];
}

function pagesOf(site: Site, path: SitePath): readonly GeneratedPage[] {
  return generatedPages(site).filter(({ spec }) => spec.path === path);
}

/** Returns the operation or channel that a page is generated from. */
export function getPageSource({ target }: GeneratedPage): OperationOutline | ChannelOutline {
  return target.kind === "channel" ? target.channel : target.operation;
}

function sameChannels(
  before: SpecOutline | undefined,
  after: SpecOutline | undefined,
): readonly (readonly [ChannelOutline, ChannelOutline])[] {
  const byId = new Map(before?.channels.map((channel) => [channel.id, channel]));
  return (after?.channels ?? []).flatMap((channel) => {
    const old = byId.get(channel.id);
    return old ? [[channel, old] as const] : [];
  });
}

/** Returns the pages whose menu entry or URL changes for readers. */
export function comparePages(pairs: readonly PagePair[]): readonly PageDifference[] {
  return pairs.flatMap(({ before, after }): PageDifference[] => {
    const one = before && faceOf(before);
    const other = after && faceOf(after);
    if (!one || !other) return [{ kind: one ? "removed" : "added", before: one, after: other }];
    return JSON.stringify(one) === JSON.stringify(other)
      ? []
      : [{ kind: "changed", before: one, after: other }];
  });
}

function faceOf({ slug, title, sidebarTitle, groups, listed }: GeneratedPage): PageAppearance {
  return { slug, title: sidebarTitle ?? title, groups, listed };
}

/** The two states of a site: with the old specification at `path`, and with the new one. */
export interface SiteStates {
  readonly before: Site;
  readonly after: Site;
  readonly path: SitePath;
}

/**
 * Finds what stops working on the site: links to generated pages that were removed, moved, or now show another
 * operation, and entries or frontmatter that refer to a removed operation.
 */
export function findRemovedLocations(
  states: SiteStates,
  pages: readonly PagePair[],
  operations: readonly OperationPair[],
): readonly RemovedLocation[] {
  return [...lostLinks(states, pages), ...lostEntries(states, operations), ...lostFields(states, operations)];
}

function lostLinks({ before, after, path }: SiteStates, pages: readonly PagePair[]): RemovedLocation[] {
  const newSelf = new Map(pages.map((pair) => [pair.before, pair.after]));
  const [old, now] = [generatedBySlug(before), generatedBySlug(after)];
  // Only URLs that now show another page, or none, can break. Most sites have none of those.
  const isLost = [...old].some(([slug, page]) => {
    return page.spec.path === path && newSelf.has(page) && !isSame(newSelf.get(page), now.get(slug));
  });
  if (!isLost) return [];
  return everyLink(after).flatMap(({ place, from }): RemovedLocation[] => {
    const was = finalTarget(resolveLink(before, place.url, from));
    if (was.kind !== "generated" || !newSelf.has(was.page)) return [];
    const self = newSelf.get(was.page);
    const leads = resolveLink(after, place.url, from);
    const is = finalTarget(leads);
    if (is.kind === "generated" && isSame(self, is.page)) return [];
    // The author already handles this URL with a page or a redirect.
    if (is.kind === "page" || (leads.kind === "redirect" && is.kind !== "missing")) return [];
    const becomes = is.kind === "generated" ? "other-page" : "missing";
    const anchor = was.anchor === undefined ? "" : `#${was.anchor}`;
    return [
      {
        kind: "link",
        at: place.at,
        text: place.url,
        becomes,
        instead: self && `/${self.slug}${anchor}`,
      },
    ];
  });
}

/** Whether both pages show the same operation, which can have more than one page. */
function isSame(one: GeneratedPage | undefined, other: GeneratedPage | undefined): boolean {
  return one !== undefined && other !== undefined && getPageSource(one) === getPageSource(other);
}

function everyLink(
  site: Site,
): readonly { readonly place: LinkPlace; readonly from: LinkSource | undefined }[] {
  return [
    ...linksOfConfig(site.config).map((place) => ({ place, from: undefined })),
    ...[...site.references.values()].flatMap((page) =>
      linksOfPage(page).map((place) => ({ place, from: { path: page.path } })),
    ),
    ...[...site.specs.values()].flatMap((spec) =>
      linksOfSpec(spec).map((place) => ({ place, from: undefined })),
    ),
  ];
}

function lostEntries(
  { before, after, path }: SiteStates,
  operations: readonly OperationPair[],
): RemovedLocation[] {
  const now = new Map(endpointEntries(after).map(({ entry, resolution }) => [entry, resolution]));
  return endpointEntries(before).flatMap(({ entry, resolution }): RemovedLocation[] => {
    const is = now.get(entry);
    if (!isOf(resolution, path) || !is || is.kind === "found") return [];
    const instead = renamed(entry.text, resolution, operations);
    return [
      { kind: "navigation", at: locationOfNode(entry.node), text: entry.text, becomes: "missing", instead },
    ];
  });
}

function lostFields(
  { before, after, path }: SiteStates,
  operations: readonly OperationPair[],
): RemovedLocation[] {
  const now = new Map(pageEndpoints(after).map((endpoint) => [endpoint.page, endpoint.resolution]));
  return pageEndpoints(before).flatMap(({ page, field, text, resolution }): RemovedLocation[] => {
    const is = now.get(page);
    if (!isOf(resolution, path) || !is || is.kind === "found") return [];
    const range = after.references.get(page)?.frontmatter.fields.get(field)?.valueRange;
    if (!range) return [];
    const instead = renamed(text, resolution, operations);
    return [{ kind: "frontmatter", at: { file: page, range }, text, becomes: "missing", instead }];
  });
}

function isOf(resolution: Resolution, path: SitePath): resolution is Extract<Resolution, { kind: "found" }> {
  return resolution.kind === "found" && resolution.spec.path === path;
}

/** Returns the reference with the operation's new name. */
function renamed(
  text: string,
  { target }: Extract<Resolution, { kind: "found" }>,
  operations: readonly OperationPair[],
): string | undefined {
  if (target.kind !== "operation") return undefined;
  const after = operations.find(({ before }) => before === target.operation)?.after;
  if (!after) return undefined;
  const { method, path } = target.operation;
  const written = new RegExp(`\\b${method}(\\s+)`, "i").exec(text);
  if (!written || !text.endsWith(path)) return `${after.method} ${after.path}`;
  return text.slice(0, written.index) + after.method + (written[1] ?? " ") + after.path;
}
