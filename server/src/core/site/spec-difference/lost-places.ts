import { placeOf } from "../../config/json/json-tree.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { type LinkPlace, linksOfConfig, linksOfPage, linksOfSpec } from "../links/links.ts";
import { finalTarget, type LinkSource, resolveLink } from "../links/resolve-link.ts";
import type { Site } from "../site.ts";
import { generatedBySlug, type GeneratedPage } from "../specs/generated-pages.ts";
import { endpointEntries, pageEndpoints, type Resolution } from "../specs/operation-references.ts";
import { type PagePair, sourceOf } from "./compare-pages.ts";
import type { LostPlace } from "./difference.ts";
import type { OperationPair } from "./match-operations.ts";

/** The two states of a site: with the old specification at `path`, and with the new one. */
export interface SiteStates {
  readonly before: Site;
  readonly after: Site;
  readonly path: SitePath;
}

/**
 * What of the site stops working: links to pages of the specification that have gone or moved, or that open another
 * operation's page now, and entries and frontmatter that name an operation which is not there any more.
 */
export function lostPlaces(
  states: SiteStates,
  pages: readonly PagePair[],
  operations: readonly OperationPair[],
): readonly LostPlace[] {
  return [...lostLinks(states, pages), ...lostEntries(states, operations), ...lostFields(states, operations)];
}

function lostLinks({ before, after, path }: SiteStates, pages: readonly PagePair[]): LostPlace[] {
  const newSelf = new Map(pages.map((pair) => [pair.before, pair.after]));
  const [old, now] = [generatedBySlug(before), generatedBySlug(after)];
  // Only addresses at which another page answers now, or none, can be lost: most sites have none of those.
  const isLost = [...old].some(([slug, page]) => {
    return page.spec.path === path && newSelf.has(page) && !isSame(newSelf.get(page), now.get(slug));
  });
  if (!isLost) return [];
  return everyLink(after).flatMap(({ place, from }): LostPlace[] => {
    const was = finalTarget(resolveLink(before, place.url, from));
    if (was.kind !== "generated" || !newSelf.has(was.page)) return [];
    const self = newSelf.get(was.page);
    const leads = resolveLink(after, place.url, from);
    const is = finalTarget(leads);
    if (is.kind === "generated" && isSame(self, is.page)) return [];
    // A page of the site's own stands there, or a redirect leads on: what the author has seen to.
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

/** Whether both are pages of the same operation: one may be made twice. */
function isSame(one: GeneratedPage | undefined, other: GeneratedPage | undefined): boolean {
  return one !== undefined && other !== undefined && sourceOf(one) === sourceOf(other);
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

function lostEntries({ before, after, path }: SiteStates, operations: readonly OperationPair[]): LostPlace[] {
  const now = new Map(endpointEntries(after).map(({ entry, resolution }) => [entry, resolution]));
  return endpointEntries(before).flatMap(({ entry, resolution }): LostPlace[] => {
    const is = now.get(entry);
    if (!isOf(resolution, path) || !is || is.kind === "found") return [];
    const instead = renamed(entry.text, resolution, operations);
    return [{ kind: "navigation", at: placeOf(entry.node), text: entry.text, becomes: "missing", instead }];
  });
}

function lostFields({ before, after, path }: SiteStates, operations: readonly OperationPair[]): LostPlace[] {
  const now = new Map(pageEndpoints(after).map((endpoint) => [endpoint.page, endpoint.resolution]));
  return pageEndpoints(before).flatMap(({ page, field, text, resolution }): LostPlace[] => {
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

/** The reference as it would be written for the operation's new name. */
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
