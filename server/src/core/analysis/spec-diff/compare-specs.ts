import { getNodeLocation } from "../../config/json/json-tree.ts";
import {
  type LinkReference,
  getConfigLinks,
  getPageLinks,
  getSpecLinks,
  resolveScriptLinks,
} from "../../site/links/links.ts";
import { getFinalTarget, type LinkSource, resolveLink } from "../../site/links/resolve-link.ts";
import { type Site, applyFile } from "../../site/site.ts";
import { indexGeneratedPagesBySlug, type GeneratedPage, getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { getEndpointEntries, listPageEndpoints, type Resolution } from "../../site/specs/operation-references.ts";
import { getOperationKey } from "../../spec/model/operation-model.ts";
import type { ChannelOutline, OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { compareOperations } from "./compare-operations.ts";
import { createSpecIdentity, type Version } from "./compare-variants.ts";
import {
  type Finding,
  matchOperations,
  type NamedOperation,
  type OperationDifference,
  type OperationPair,
  type PageAppearance,
  type PageDifference,
  type RemovedLocation,
  type SpecDifference,
} from "./difference.ts";

/**
 * A page before and after the change. Pages match if they have the same operation and the same navigation entry or
 * element.
 */
export interface PagePair {
  readonly before: GeneratedPage | undefined;
  readonly after: GeneratedPage | undefined;
}

/** Pairs the pages that are generated from the specification at `path` in two states of a site. */
function matchPages(
  oldSite: Site,
  newSite: Site,
  path: SitePath,
  operations: readonly OperationPair[],
): readonly PagePair[] {
  const oldOutlineByNew = new Map<OperationOutline | ChannelOutline, OperationOutline | ChannelOutline>();
  for (const pair of operations) if (pair.before && pair.after) oldOutlineByNew.set(pair.after, pair.before);
  const [oldSpec, newSpec] = [oldSite, newSite].map((site) => site.specs.get(path));
  for (const [channel, oldChannel] of pairSameChannels(oldSpec, newSpec)) oldOutlineByNew.set(channel, oldChannel);
  const unmatchedPagesByNode = new Map<GeneratedPage["node"], Map<unknown, GeneratedPage>>();
  for (const page of getPages(oldSite, path)) {
    const pageByTarget = unmatchedPagesByNode.get(page.node) ?? new Map<unknown, GeneratedPage>();
    pageByTarget.set(getPageSource(page), page);
    unmatchedPagesByNode.set(page.node, pageByTarget);
  }
  const pairs = getPages(newSite, path).map((page): PagePair => {
    const pageByTarget = unmatchedPagesByNode.get(page.node);
    const oldSource = oldOutlineByNew.get(getPageSource(page));
    const oldPage = oldSource && pageByTarget?.get(oldSource);
    if (oldPage) pageByTarget?.delete(oldSource);
    return { before: oldPage, after: page };
  });
  const removedPages = [...unmatchedPagesByNode.values()].flatMap((pages) => [...pages.values()]);
  return [...pairs, ...removedPages.map((page) => ({ before: page, after: undefined }))];
}

function getPages(site: Site, path: SitePath): readonly GeneratedPage[] {
  return getGeneratedPages(site).filter(({ spec }) => spec.path === path);
}

/** Returns the operation or channel that a page is generated from. */
function getPageSource({ target }: GeneratedPage): OperationOutline | ChannelOutline {
  return target.kind === "channel" ? target.channel : target.operation;
}

function pairSameChannels(
  oldSpec: SpecOutline | undefined,
  newSpec: SpecOutline | undefined,
): readonly (readonly [ChannelOutline, ChannelOutline])[] {
  const channelsById = new Map(oldSpec?.channels.map((channel) => [channel.id, channel]));
  return (newSpec?.channels ?? []).flatMap((channel) => {
    const oldChannel = channelsById.get(channel.id);
    return oldChannel ? [[channel, oldChannel] as const] : [];
  });
}

/** Returns the pages that are added or removed or whose URL, title, or position in the navigation changes. */
function comparePages(pairs: readonly PagePair[]): readonly PageDifference[] {
  return pairs.flatMap(({ before, after }): PageDifference[] => {
    const oldAppearance = before && getAppearance(before);
    const newAppearance = after && getAppearance(after);
    if (!oldAppearance || !newAppearance)
      return [{ kind: oldAppearance ? "removed" : "added", before: oldAppearance, after: newAppearance }];
    return JSON.stringify(oldAppearance) === JSON.stringify(newAppearance)
      ? []
      : [{ kind: "changed", before: oldAppearance, after: newAppearance }];
  });
}

function getAppearance({ slug, title, sidebarTitle, groups, isListed }: GeneratedPage): PageAppearance {
  return { slug, title: sidebarTitle ?? title, groups, listed: isListed };
}

/** Two states of a site: one with the old specification at `path`, and one with the new specification. */
export interface SiteStates {
  readonly before: Site;
  readonly after: Site;
  readonly path: SitePath;
}

/**
 * Finds everything on the site that stops working: links to generated pages that were removed, were moved, or now show
 * another operation, and entries and frontmatter that refer to a removed operation.
 */
function findRemovedLocations(
  states: SiteStates,
  pages: readonly PagePair[],
  operations: readonly OperationPair[],
): readonly RemovedLocation[] {
  return [
    ...findRemovedLinks(states, pages),
    ...findRemovedEntries(states, operations),
    ...findRemovedFields(states, operations),
  ];
}

function findRemovedLinks({ before, after, path }: SiteStates, pages: readonly PagePair[]): RemovedLocation[] {
  const newPageByOldPage = new Map(pages.map((pair) => [pair.before, pair.after]));
  const [oldPageBySlug, newPageBySlug] = [indexGeneratedPagesBySlug(before), indexGeneratedPagesBySlug(after)];
  // Links can break only if the URL of an old page now shows another page or no page. If no URLs change in this way, as
  // on most sites, the links don't have to be checked.
  const hasLostPage = [...oldPageBySlug].some(([slug, page]) => {
    return (
      page.spec.path === path &&
      newPageByOldPage.has(page) &&
      !showsSameOperation(newPageByOldPage.get(page), newPageBySlug.get(slug))
    );
  });
  if (!hasLostPage) return [];
  return listLinks(after).flatMap(({ reference, from }): RemovedLocation[] => {
    const oldTarget = getFinalTarget(resolveLink(before, reference.url, from));
    if (oldTarget.kind !== "generated" || !newPageByOldPage.has(oldTarget.page)) return [];
    const newPage = newPageByOldPage.get(oldTarget.page);
    const newResolution = resolveLink(after, reference.url, from);
    const newTarget = getFinalTarget(newResolution);
    if (newTarget.kind === "generated" && showsSameOperation(newPage, newTarget.page)) return [];
    // The site has a page or a redirect at this URL, so the author has already handled the change.
    if (newTarget.kind === "page" || (newResolution.kind === "redirect" && newTarget.kind !== "missing")) return [];
    const outcome = newTarget.kind === "generated" ? "other-page" : "missing";
    const anchor = oldTarget.anchor === undefined ? "" : `#${oldTarget.anchor}`;
    return [
      {
        kind: "link",
        location: reference.location,
        text: reference.url,
        outcome,
        replacement: newPage && `/${newPage.slug}${anchor}`,
      },
    ];
  });
}

/**
 * Whether both pages show the same operation. The pages themselves can differ, because an operation can have several
 * pages.
 */
function showsSameOperation(page: GeneratedPage | undefined, otherPage: GeneratedPage | undefined): boolean {
  return page !== undefined && otherPage !== undefined && getPageSource(page) === getPageSource(otherPage);
}

function listLinks(
  site: Site,
): readonly { readonly reference: LinkReference; readonly from: LinkSource | undefined }[] {
  return [
    ...getConfigLinks(site.config).map((reference) => ({ reference, from: undefined })),
    ...[...site.references.values()].flatMap((page) =>
      getPageLinks(page).map((reference) => ({ reference, from: { path: page.path } })),
    ),
    ...[...site.scriptReferences.values()].flatMap((script) =>
      resolveScriptLinks(site, script).map(({ reference, targets: [target] }) => ({
        reference,
        from: { path: target?.page ?? script.path },
      })),
    ),
    ...[...site.specs.values()].flatMap((spec) =>
      getSpecLinks(spec).map((reference) => ({ reference, from: undefined })),
    ),
  ];
}

function findRemovedEntries(
  { before, after, path }: SiteStates,
  operations: readonly OperationPair[],
): RemovedLocation[] {
  const newResolutionByEntry = new Map(getEndpointEntries(after).map(({ entry, resolution }) => [entry, resolution]));
  return getEndpointEntries(before).flatMap(({ entry, resolution }): RemovedLocation[] => {
    const newResolution = newResolutionByEntry.get(entry);
    if (!isReferenceTo(resolution, path) || !newResolution || newResolution.kind === "found") return [];
    const replacement = getRenamedReference(entry.text, resolution, operations);
    return [
      {
        kind: "navigation",
        location: getNodeLocation(entry.node),
        text: entry.text,
        outcome: "missing",
        replacement,
      },
    ];
  });
}

function findRemovedFields(
  { before, after, path }: SiteStates,
  operations: readonly OperationPair[],
): RemovedLocation[] {
  const newResolutionsByPage = new Map(
    listPageEndpoints(after).map((endpoint) => [endpoint.page, endpoint.resolution]),
  );
  return listPageEndpoints(before).flatMap(({ page, field, text, resolution }): RemovedLocation[] => {
    const newResolution = newResolutionsByPage.get(page);
    if (!isReferenceTo(resolution, path) || !newResolution || newResolution.kind === "found") return [];
    const range = after.references.get(page)?.frontmatter.fields.get(field)?.valueRange;
    if (!range) return [];
    const replacement = getRenamedReference(text, resolution, operations);
    return [{ kind: "frontmatter", location: { file: page, range }, text, outcome: "missing", replacement }];
  });
}

function isReferenceTo(resolution: Resolution, path: SitePath): resolution is Extract<Resolution, { kind: "found" }> {
  return resolution.kind === "found" && resolution.spec.path === path;
}

/**
 * Returns the reference with the operation's new method and path. Returns undefined if the operation was removed or if
 * the reference isn't to an operation under `paths`.
 */
function getRenamedReference(
  text: string,
  { target }: Extract<Resolution, { kind: "found" }>,
  operations: readonly OperationPair[],
): string | undefined {
  if (target.kind !== "operation") return undefined;
  const after = operations.find(({ before }) => before === target.operation)?.after;
  if (!after) return undefined;
  const { method, path } = target.operation;
  const match = new RegExp(`\\b${method}(\\s+)`, "i").exec(text);
  if (!match || !text.endsWith(path)) return `${after.method} ${after.path}`;
  return text.slice(0, match.index) + after.method + (match[1] ?? " ") + after.path;
}

/** One version of a specification, with the models of all its operations. */
export interface SpecVersion extends Version {
  readonly outline: SpecOutline;
}

/**
 * A site that uses the specification, and the specification's path on that site. The site can contain either version of
 * the specification.
 */
export interface SpecSite {
  readonly site: Site;
  readonly path: SitePath;
}

/** Returns the changes that readers notice when the new version of a specification replaces the old one. */
export function compareSpecs(
  oldVersion: SpecVersion,
  newVersion: SpecVersion,
  specSite: SpecSite | undefined,
): SpecDifference {
  const operations = matchOperations(oldVersion.outline, newVersion.outline);
  const states = specSite && createStates(specSite, oldVersion.outline, newVersion.outline);
  const pages = states && matchPages(states.before, states.after, states.path, operations);
  const versions = {
    oldModels: oldVersion.models,
    newModels: newVersion.models,
    specIdentity: createSpecIdentity(oldVersion, newVersion),
  };
  let isPartial = false;
  const differences = operations.flatMap((pair): OperationDifference[] => {
    const namedOperations = { before: toNamedOperation(pair.before, pair), after: toNamedOperation(pair.after, pair) };
    const commonProperties = { ...namedOperations, pages: getPageSlugs(pair, pages ?? []) };
    if (!pair.before || !pair.after)
      return [{ kind: pair.before ? "removed" : "added", ...commonProperties, findings: [] }];
    const [oldModel, newModel] = [getModel(oldVersion, pair.before, pair), getModel(newVersion, pair.after, pair)];
    if (!oldModel || !newModel) return [];
    const comparison = compareOperations(oldModel, newModel, versions);
    isPartial ||= comparison.isPartial && comparison.findings.length > 0;
    return comparison.findings.length > 0
      ? [{ kind: "changed", ...commonProperties, findings: comparison.findings }]
      : [];
  });
  const pairCount = operations.filter((pair) => pair.before && pair.after).length;
  const commonFindings = findCommonFindings(differences, pairCount);
  return {
    general: commonFindings,
    operations:
      commonFindings.length === 0
        ? differences
        : differences.flatMap((difference) => removeFindings(difference, commonFindings)),
    pages: pages && comparePages(pages),
    removedLocations: states && pages ? findRemovedLocations(states, pages, operations) : [],
    isPartial,
  };
}

/** Returns the changes to servers and authentication that are the same for all operations. */
function findCommonFindings(operations: readonly OperationDifference[], pairCount: number): readonly Finding[] {
  if (pairCount < 2) return [];
  const findingCountsByText = new Map<string, { readonly finding: Finding; occurrenceCount: number }>();
  for (const finding of operations.flatMap(({ findings }) => findings)) {
    if (finding.kind !== "servers" && finding.kind !== "security") continue;
    const countedFinding = findingCountsByText.get(finding.text);
    if (countedFinding) countedFinding.occurrenceCount++;
    else findingCountsByText.set(finding.text, { finding, occurrenceCount: 1 });
  }
  return [...findingCountsByText.values()]
    .filter(({ occurrenceCount }) => occurrenceCount === pairCount)
    .map(({ finding }) => finding);
}

function removeFindings(operation: OperationDifference, commonFindings: readonly Finding[]): OperationDifference[] {
  if (operation.kind !== "changed") return [operation];
  const texts = new Set(commonFindings.map(({ text }) => text));
  const findings = operation.findings.filter(({ text }) => !texts.has(text));
  return findings.length > 0 ? [{ ...operation, findings }] : [];
}

/** Returns two states of the site, one with each version of the specification. */
function createStates({ site, path }: SpecSite, oldSpec: SpecOutline, newSpec: SpecOutline): SiteStates {
  const createState = (spec: SpecOutline): Site =>
    applyFile(site, { kind: "spec", path, spec: spec.path === path ? spec : { ...spec, path } }).site;
  return { before: createState(oldSpec), after: createState(newSpec), path };
}

function toNamedOperation(
  operation: OperationOutline | undefined,
  { isWebhook }: OperationPair,
): NamedOperation | undefined {
  return operation && { method: operation.method, path: operation.path, isWebhook, title: operation.summary };
}

function getModel({ models }: Version, { method, path }: OperationOutline, { isWebhook }: OperationPair) {
  return models.operations.get(getOperationKey({ method, path, isWebhook }));
}

function getPageSlugs({ after }: OperationPair, pages: readonly PagePair[]): readonly string[] {
  if (!after) return [];
  const operationPages = pages.flatMap(({ after: page }) => (page && getPageSource(page) === after ? [page] : []));
  const orderedPages = [
    ...operationPages.filter(({ isListed }) => isListed),
    ...operationPages.filter(({ isListed }) => !isListed),
  ];
  return [...new Set(orderedPages.map(({ slug }) => slug))];
}
