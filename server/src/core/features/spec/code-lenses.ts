import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findBlockingProblem, getNamedOperation } from "../../site/navigation/coverage.ts";
import { getPageListings, groupMenuKeysByPage } from "../../site/navigation/navigation-pages.ts";
import { isPublished, getPageSlugs, getPageSlug } from "../../site/pages/pages.ts";
import { getPlaygroundDisplay } from "../../site/settings/site-settings.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { isExcluded } from "../../site/specs/generated-page-plan.ts";
import {
  type GeneratedPage,
  getGenerationResult,
  type ExcludedOperation,
  type ExclusionReason,
} from "../../site/specs/generated-pages.ts";
import { getEndpointEntries, listPageEndpoints, type Resolution } from "../../site/specs/operation-references.ts";
import { getOwnSources, getReadProblem, getSourcesWithSpecs } from "../../site/specs/specs.ts";
import { fixedMethods } from "../../spec/outline-operations.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { getEntries, getEntry, type SpecEntry, type SpecNode, type SpecTree, getValue } from "../../spec/spec-tree.ts";
import { truncateEnd } from "../../text/message.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { addToGroup, groupBy } from "../../text/maps.ts";

/** The CodeLens above an operation in a specification. It shows where readers find the operation, or why they don't. */
export interface OperationLens {
  /** The range of the key that contains the operation's method. */
  readonly range: TextRange;
  readonly title: string;
  /**
   * The location that opens when the author clicks the CodeLens: the entry or the specification's source in docs.json,
   * or the page.
   */
  readonly location: SiteLocation | undefined;
  /** The path of the page with the operation's playground, such as `/users/list`. */
  readonly playground?: string;
}

const maxUrlLength = 80;

/** Returns a CodeLens for each operation and webhook in the file, in file order. */
export function createOperationLenses(site: Site, file: SitePath): readonly OperationLens[] {
  if (!site.loaded.pages || !site.loaded.specs) return [];
  const lenses: OperationLens[] = [];
  const seenStarts = new Set<number>();
  for (const spec of site.specs.values()) {
    if (spec.path !== file && !spec.includedFiles.includes(file)) continue;
    for (const operation of [...spec.operations, ...spec.webhooks]) {
      if ((operation.file ?? spec.path) !== file || seenStarts.has(operation.range.start)) continue;
      seenStarts.add(operation.range.start);
      lenses.push({ range: operation.range, ...describeOperation(spec, operation, site) });
    }
  }
  return lenses;
}

interface OperationPage {
  readonly slug: string;
  readonly location: SiteLocation;
  /** Whether the page shows a playground that at least some readers can use. */
  readonly isInteractive: boolean;
  readonly unlistedReason: GeneratedPage["unlistedReason"] | "no-menu";
}

type LensText = Pick<OperationLens, "title" | "location" | "playground">;

function describeOperation(spec: SpecOutline, operation: OperationOutline, site: Site): LensText {
  const operationPages = getPagesByOperation(site).get(operation) ?? [];
  const problemText = describeProblem(spec, operation, site);
  if (problemText) return problemText;
  const listedPages = operationPages.filter(({ unlistedReason }) => unlistedReason === undefined);
  const [firstPage] = listedPages;
  if (firstPage) {
    const otherCount = new Set(listedPages.map(({ slug }) => slug)).size - 1;
    const moreText = otherCount === 0 ? "" : ` and at ${otherCount} more ${otherCount === 1 ? "URL" : "URLs"}`;
    return {
      title: `shown at ${formatUrl(firstPage.slug)}${moreText}`,
      location: firstPage.location,
      ...findPlayground(listedPages),
    };
  }
  if (isExcluded(operation, site.profile)) return createTitleText("not shown: marked x-excluded");
  const [unlistedPage] = operationPages;
  if (unlistedPage)
    return {
      title: `not shown: ${unlistedLabels[unlistedPage.unlistedReason ?? "no-menu"]} (page: ${formatUrl(unlistedPage.slug)})`,
      location: unlistedPage.location,
      ...findPlayground(operationPages),
    };
  return describeMissingPage(spec, site);
}

function findPlayground(operationPages: readonly OperationPage[]): Pick<OperationLens, "playground"> {
  const page = operationPages.find(({ isInteractive }) => isInteractive);
  return page ? { playground: `/${page.slug === "index" ? "" : page.slug}` } : {};
}

/** Whether the page shows a playground. The page's own setting takes precedence over the site's. */
function isInteractive(pageDisplay: unknown, site: Pick<Site, "config">): boolean {
  const display = typeof pageDisplay === "string" ? pageDisplay : getPlaygroundDisplay(site);
  return display !== "none" && display !== "simple";
}

const unlistedLabels: Readonly<Record<NonNullable<OperationPage["unlistedReason"]>, string>> = {
  mark: "marked x-hidden",
  metadata: "hidden in its metadata",
  root: "a specification on the navigation itself generates no groups",
  "no-menu": "not in the navigation",
};

/**
 * Returns the problem that keeps an operation out of the docs, or undefined if there's none. Some services ignore the
 * entire file if it has errors, whereas others leave out only the affected operations.
 */
function describeProblem(spec: SpecOutline, operation: OperationOutline, site: Site): LensText | undefined {
  const readProblem = getReadProblem(spec);
  if (readProblem)
    return {
      title: "left out: the file can't be read",
      location: { file: spec.path, range: readProblem.range },
    };
  if (!spec.isSupported)
    return {
      title: "left out: this version isn't supported",
      location: { file: spec.path, range: spec.versionRange },
    };
  const problem = findBlockingProblem(site, spec, operation);
  if (!problem) return undefined;
  return {
    title: problem.isOwnProblem ? "left out: has validation errors" : "left out: the file has validation errors",
    location: problem.location,
  };
}

const exclusionLabels: Readonly<Record<ExclusionReason, string>> = {
  excluded: "marked x-excluded",
  "listed-one-by-one": "no navigation entry lists it",
  "not-the-first": "only the first specification in the list is used",
  "asyncapi-beside-openapi": "the group also has an OpenAPI specification",
  "beside-href": "the element that uses the file has an href",
  "not-found": "the file doesn't exist",
  "outside-site": "the file is outside the site",
  remote: "the file is remote",
  unreadable: "the file can't be read",
  "version-unsupported": "this version isn't supported",
};

function describeMissingPage(spec: SpecOutline, site: Site): LensText {
  const sources = getSourcesWithSpecs(site).filter((source) => source.spec === spec);
  const excludedOperations = getExcludedBySource(site).get(
    sources.find(({ element }) => element)?.source.location.range.start ?? -1,
  );
  const excludedOperation = excludedOperations?.find(
    ({ source, operation }) => !operation && sources.some((namedSource) => namedSource.source === source),
  );
  if (excludedOperation)
    return {
      title: `not shown: ${exclusionLabels[excludedOperation.reason]}`,
      location: excludedOperation.source.location,
    };
  const [namedSource] = sources;
  if (namedSource) return { title: "not shown: no navigation entry lists it", location: namedSource.source.location };
  return createTitleText("not shown: no navigation entry lists it");
}

/** The operations for which no page is generated, by the start offset of their source in docs.json. */
const getExcludedBySource = createSiteView(
  ["config", "specs", "profile"],
  (site): ReadonlyMap<number, readonly ExcludedOperation[]> =>
    groupBy(getGenerationResult(site).excludedOperations, (operation) => operation.source.location.range.start),
);

const lensParts = ["config", "specs", "profile", "files", "pages"] as const;

/**
 * Maps each operation to the pages that show it, in navigation order. Excludes generated pages that are replaced by a
 * file.
 */
const getPagesByOperation = createSiteView(
  lensParts,
  (site): ReadonlyMap<OperationOutline, readonly OperationPage[]> => {
    const pagesByOperation = new Map<OperationOutline, OperationPage[]>();
    const add = (operation: OperationOutline, page: OperationPage) => addToGroup(pagesByOperation, operation, page);
    const { fileBySlug } = getPageSlugs(site.files);
    const locationByEntry = new Map(
      getEndpointEntries(site).map(({ entry }) => [entry.node, getNodeLocation(entry.node)]),
    );
    for (const page of getGenerationResult(site).pages) {
      if (page.target.kind === "channel") continue;
      const location =
        page.node.type === "entry" ? locationByEntry.get(page.node.node) : getSourceLocation(page, page.node.node.file);
      const file = fileBySlug.get(page.slug);
      const pageStart = file === undefined ? location : { file, range: { start: 0, end: 0 } };
      const { operation } = page.target;
      const display = file === undefined ? page.metadata["playground"] : getPageDisplay(site, file);
      if (pageStart)
        add(operation, {
          slug: page.slug,
          location: pageStart,
          isInteractive: page.target.kind === "operation" && isInteractive(display, site),
          unlistedReason: page.unlistedReason,
        });
    }
    const indexBySlug = new Map(getPageListings(site.config).map(({ slug }, index) => [slug, index]));
    const getRank = (page: SitePath) => indexBySlug.get(getPageSlug(page) ?? "") ?? Number.POSITIVE_INFINITY;
    const endpoints = [...listPageEndpoints(site)].sort((a, b) => getRank(a.page) - getRank(b.page) || 0);
    for (const { page, resolution } of endpoints) {
      const operation = getNamedOperation(resolution, site.profile);
      const slug = getPageSlug(page);
      if (!operation || slug === undefined || !isPublished(site.pages, page)) continue;
      const unlistedReason = groupMenuKeysByPage(site.config).has(slug) ? undefined : "no-menu";
      add(operation, {
        slug,
        location: { file: page, range: { start: 0, end: 0 } },
        isInteractive: isCallable(resolution) && isInteractive(getPageDisplay(site, page), site),
        unlistedReason,
      });
    }
    return pagesByOperation;
  },
);

/** Whether readers can call the endpoint. They can't call a webhook, because the API itself sends it. */
function isCallable(resolution: Resolution): boolean {
  return resolution.kind === "found" && resolution.target.kind === "operation";
}

function getPageDisplay(site: Pick<Site, "pages">, page: SitePath): unknown {
  return site.pages.get(page)?.fields.get("playground");
}

/**
 * Returns the location of the source in docs.json that causes the page to be generated. It's in the navigation element
 * that sets the specification.
 */
function getSourceLocation({ node, spec }: GeneratedPage, file: SitePath): SiteLocation | undefined {
  if (node.type !== "element") return undefined;
  const sources = getOwnSources(node, "openapi");
  const matchingSource = sources.find(({ source }) => spec.path.endsWith(source.replace(/^[./]+/, "")));
  return (matchingSource ?? sources[0])?.location ?? { file, range: node.node.range };
}

function formatUrl(slug: string): string {
  return truncateEnd(`/${slug === "index" ? "" : slug}`, maxUrlLength);
}

function createTitleText(title: string): LensText {
  return { title, location: undefined };
}

/** An operation at any position in a file, and the keys on the path to it. */
export interface OperationEntry {
  readonly keys: readonly string[];
  readonly entry: SpecEntry;
}

const methodKeys: ReadonlySet<string> = new Set(fixedMethods.map((method) => method.toLowerCase()));
const maxOperations = 50_000;
const maxCallbackDepth = 4;

/**
 * Returns every operation in a file: in paths, webhooks, components, and callbacks. If the file contains only part of a
 * specification, its root can also be a path item, an operation, or a map of path items or operations.
 */
export function findOperations({ root }: Pick<SpecTree, "root">): readonly OperationEntry[] {
  const entries: OperationEntry[] = [];
  if (!root) return entries;
  for (const section of ["paths", "webhooks"]) collectFromItems(getValue(root, section), [section], entries);
  const components = getValue(root, "components");
  collectFromItems(getValue(components, "pathItems"), ["components", "pathItems"], entries);
  for (const { key, value } of getEntries(getValue(components, "callbacks")))
    collectFromItems(value, ["components", "callbacks", key], entries);
  if (entries.length > 0) return entries;
  collectFromItem(root, [], entries);
  if (entries.length === 0) collectFromItems(root, [], entries);
  if (entries.length === 0) collectFromIncludedFile(root, entries);
  return entries;
}

/**
 * Finds operations in a file that a specification references. A map with the key `responses` is treated as an
 * operation, because only operations and components have this key.
 */
function collectFromIncludedFile(root: SpecNode, entries: OperationEntry[]): void {
  const keyRange = root.kind === "map" ? root.entries[0]?.keyRange : undefined;
  if (keyRange && isOperation(root)) return collectFromOperation({ key: "", keyRange, value: root }, [], entries, 0);
  if (getEntry(root, "components")) return;
  for (const entry of getEntries(root))
    if (isOperation(entry.value)) collectFromOperation(entry, [entry.key], entries, 0);
}

function isOperation(node: SpecNode): boolean {
  return getValue(node, "responses")?.kind === "map" && !getEntry(node, "schemas");
}

export function isMethodKey(key: string): boolean {
  return methodKeys.has(key);
}

function collectFromItems(items: SpecNode | undefined, keys: readonly string[], entries: OperationEntry[]): void {
  for (const { key, value } of getEntries(items)) collectFromItem(value, [...keys, key], entries);
}

function collectFromItem(item: SpecNode, keys: readonly string[], entries: OperationEntry[], depth = 0): void {
  for (const entry of getEntries(item)) {
    if (methodKeys.has(entry.key)) collectFromOperation(entry, [...keys, entry.key], entries, depth);
    else if (entry.key === "additionalOperations")
      for (const additionalEntry of getEntries(entry.value))
        collectFromOperation(additionalEntry, [...keys, entry.key, additionalEntry.key], entries, depth);
  }
}

function collectFromOperation(
  entry: SpecEntry,
  keys: readonly string[],
  entries: OperationEntry[],
  depth: number,
): void {
  if (entry.value.kind !== "map" || entries.length >= maxOperations) return;
  entries.push({ keys, entry });
  if (depth >= maxCallbackDepth) return;
  for (const { key, value } of getEntries(getValue(entry.value, "callbacks")))
    for (const item of getEntries(value))
      collectFromItem(item.value, [...keys, "callbacks", key, item.key], entries, depth + 1);
}
