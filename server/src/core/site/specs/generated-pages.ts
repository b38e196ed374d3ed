import type { Config } from "../../config/config.ts";
import type { JsonNode } from "../../config/json/json-tree.ts";
import {
  type NavElement,
  type NavEntry,
  type NavNode,
  type SpecSource,
  canHaveHref,
} from "../../config/settings/navigation.ts";
import { findNamedSpec, type SpecLookup } from "../../spec/find-spec.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { findNearestName, toLetters } from "../../text/similarity.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import { listEndpointEntries, getNavigation } from "../settings/navigation.ts";
import { type Site, createSiteView } from "../site.ts";
import {
  isExcluded,
  planOperations,
  planChannelPage,
  planOperationPage,
  type PagePlan,
  type TagGroup,
} from "./generated-page-plan.ts";
import {
  getEndpointEntries,
  type EndpointTarget,
  isReferenceShown,
  listPageEndpoints,
} from "./operation-references.ts";
import { getDirectory, isReadable, listNamedSources, getOwnSources, getReadProblem } from "./specs.ts";

/** A page that the service generates from an operation, a webhook, or a channel. */
export interface GeneratedPage {
  /** The slug in the format of page paths, such as `api-reference/users/list-users`. */
  readonly slug: string;
  readonly title: string;
  /** The label in the menu. Undefined if the label is the same as the title. */
  readonly sidebarTitle: string | undefined;
  readonly spec: SpecOutline;
  readonly target: Exclude<EndpointTarget, { kind: "schema" }>;
  /** The entry that lists the page, or the element that sets the specification from which the page is generated. */
  readonly node: NavNode;
  /**
   * The labels of the groups under `node` that contain the page, starting with the outermost. Empty if an entry lists
   * the page.
   */
  readonly groups: readonly string[];
  /** The groups in `groups`, with their keys. */
  readonly tagGroups: readonly TagGroup[];
  /** Whether the page is in the navigation. The pages of hidden operations aren't. */
  readonly isListed: boolean;
  /**
   * The reason why the page isn't in the navigation: `x-hidden` (`mark`), `hidden` in the page's metadata (`metadata`),
   * or a specification that is set at the root of the navigation, where groups aren't allowed (`root`).
   */
  readonly unlistedReason: "mark" | "metadata" | "root" | undefined;
  /** The method, such as `GET`. Undefined for webhooks and channels. */
  readonly method: string | undefined;
  /** The label of a badge tag, shown next to the title. */
  readonly badge: string | undefined;
  readonly deprecated: boolean;
  /** The version in the navigation that contains the page. */
  readonly version: string | undefined;
  readonly language: string | undefined;
  /**
   * The frontmatter that the service generates: `openapi` or `asyncapi`, followed by the vendor extension's properties.
   */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The MDX that precedes the endpoint's reference on the page. */
  readonly content: string | undefined;
  /** The groups of readers that can see the page. Empty if all readers can see the page. */
  readonly userGroups: readonly string[];
}

/** A specification, or an operation in it, for which the element has no page. */
export interface ExcludedOperation {
  readonly element: NavElement;
  readonly source: SpecSource;
  readonly reason: ExclusionReason;
  readonly spec?: SpecOutline;
  /** The affected operation. Undefined if no page is generated for the entire specification. */
  readonly operation?: OperationOutline;
}

export type ExclusionReason =
  /** The operation has `x-excluded`. */
  | "excluded"
  /** The element has entries that list operations one by one. */
  | "listed-one-by-one"
  /**
   * The element sets several specifications, and the operation isn't in the first one. Some services use only the first
   * specification.
   */
  | "not-the-first"
  | "asyncapi-beside-openapi"
  /** The element also has an `href`, so the service ignores everything else. */
  | "beside-href"
  | "not-found"
  | "outside-site"
  | "remote"
  | "unreadable"
  | "version-unsupported";

export interface GenerationResult {
  /** The generated pages in navigation order. */
  readonly pages: readonly GeneratedPage[];
  readonly excludedOperations: readonly ExcludedOperation[];
}

type GeneratorParts = Pick<Site, "config" | "specs" | "profile">;

/**
 * Returns all generated pages in navigation order: one for each entry that refers to an operation, and one for each
 * operation in a specification that is set in an element but not used by any entry inside the element. All other code
 * gets generated pages from this function.
 */
export function getGeneratedPages(site: GeneratorParts): readonly GeneratedPage[] {
  return getGenerationResult(site).pages;
}

/** Returns the generated pages and the parts of specifications that have no page. */
export const getGenerationResult = createSiteView(["config", "specs", "profile"], (site): GenerationResult =>
  generatePages(site),
);

function generatePages(site: GeneratorParts): GenerationResult {
  const usedSources = listUsedSources(site.config);
  const pagesByNode = new Map(listEntryPages(site).map((page) => [page.node, page]));
  // Skips elements without endpoints, because only a few of the thousands of entries refer to endpoints.
  const parents = new Set([...pagesByNode.keys()].map(({ parent }) => parent));
  const visitedElements = new Set<NavElement>();
  for (const startElement of [...parents, ...listNamedSources(site.config).map(({ element }) => element)])
    for (let element = startElement; element && !visitedElements.has(element); element = element.parent)
      visitedElements.add(element);
  const pages: GeneratedPage[] = [];
  const excludedOperations: ExcludedOperation[] = [];
  const visit = (node: NavNode): void => {
    const page = pagesByNode.get(node);
    if (page) pages.push(page);
    if (node.type === "entry" || node.isIgnored || !visitedElements.has(node)) return;
    const hasListedPages = parents.has(node);
    for (const child of hasListedPages ? node.children : node.childElements) visit(child);
    if (getOwnSources(node, "openapi").length === 0 && getOwnSources(node, "asyncapi").length === 0) return;
    const slugs = new SlugRegister();
    for (const { source, exclusion, results } of listElementOutcomes(node, usedSources, site)) {
      if (exclusion) excludedOperations.push({ element: node, source, ...exclusion });
      for (const result of results) {
        if ("reason" in result) excludedOperations.push(result);
        else pages.push(slugs.register(result));
      }
    }
  };
  const root = getNavigation(site.config).root;
  if (root) visit(root);
  return { pages, excludedOperations };
}

/**
 * Returns the pages generated from entries. The service doesn't make the URLs of such pages unique, so two pages can
 * have the same URL.
 */
function listEntryPages(site: GeneratorParts): GeneratedPage[] {
  return getEndpointEntries(site).flatMap(({ entry, resolution }): GeneratedPage[] => {
    if (resolution.kind !== "found" || entry.isIgnored || !isReferenceShown(resolution, site.profile)) return [];
    const { spec, target } = resolution;
    if (target.kind !== "operation" && target.kind !== "webhook") return [];
    if (isExcluded(target.operation, site.profile)) return [];
    const directory = getDirectory(getEntrySource(entry, spec, site));
    const plan = planOperationPage(spec, target.operation, target.kind, directory, site.profile);
    const hiddenReason = plan.hiddenReason === "mark" ? undefined : plan.hiddenReason;
    return [toPage({ ...plan, hiddenReason, tagGroups: [] }, spec, target, entry)];
  });
}

/**
 * Returns the source that determines the folder of the page generated from an entry, even if the entry itself specifies
 * a file.
 */
export function getEntrySource(
  entry: Pick<NavEntry, "parent">,
  spec: SpecOutline,
  site: GeneratorParts,
): SpecSource | undefined {
  const sources = entry.parent.openapi?.value ?? [];
  if (site.profile.name === "mintlify") return sources[0];
  const matchingSource = sources.find(({ source }) => {
    const lookup = findNamedSpec(site.specs, source);
    return lookup.kind === "found" && lookup.specs.includes(spec);
  });
  return matchingSource ?? sources[0];
}

interface SourceOutcome {
  readonly source: SpecSource;
  /** The reason why the source doesn't generate any pages. */
  readonly exclusion?: { readonly reason: ExclusionReason; readonly spec?: SpecOutline };
  readonly results: readonly (GeneratedPage | ExcludedOperation)[];
}

/** Returns the result for each specification that the element itself sets. Inherited specifications aren't included. */
function listElementOutcomes(
  element: NavElement,
  usedSources: ReadonlySet<JsonNode>,
  site: GeneratorParts,
): SourceOutcome[] {
  const openapi = getOwnSources(element, "openapi");
  const isMintlify = site.profile.name === "mintlify";
  const isReplaced = element.href !== undefined && canHaveHref(element.kind);
  const ignoresChannels = isMintlify && element.kind === "group" && openapi.length > 0;
  const isListed = element.openapi !== undefined && usedSources.has(element.openapi.sourceNode);
  // If a specification is set at the root of the navigation, its pages are generated, but its groups aren't shown.
  const isRoot = isMintlify && element.kind === "root";
  const createExclusion = (source: SpecSource, reason: ExclusionReason): SourceOutcome => ({
    source,
    exclusion: { reason },
    results: [],
  });
  return [
    ...openapi.map((source, index) => {
      if (isReplaced) return createExclusion(source, "beside-href");
      if (isMintlify && index > 0) return createExclusion(source, "not-the-first");
      if (isListed && !isRoot) return createExclusion(source, "listed-one-by-one");
      return getSourceOutcome(source, site, (spec) => listAllOperations(element, source, spec, isRoot, site));
    }),
    ...getOwnSources(element, "asyncapi").map((source) => {
      if (isReplaced) return createExclusion(source, "beside-href");
      if (ignoresChannels) return createExclusion(source, "asyncapi-beside-openapi");
      return getSourceOutcome(source, site, (spec) =>
        spec.channels.map((channel) =>
          toPage(planChannelPage(spec, channel, getDirectory(source)), spec, { kind: "channel", channel }, element),
        ),
      );
    }),
  ];
}

function getSourceOutcome(
  source: SpecSource,
  site: GeneratorParts,
  listResults: (spec: SpecOutline) => readonly (GeneratedPage | ExcludedOperation)[],
): SourceOutcome {
  const lookup = findNamedSpec(site.specs, source.source);
  const spec = lookup.kind === "found" ? lookup.specs[0] : undefined;
  if (!spec) return { source, exclusion: { reason: toExclusionReason(lookup) }, results: [] };
  if (!isReadable(spec)) {
    const reason = getReadProblem(spec) ? "unreadable" : "version-unsupported";
    return { source, exclusion: { reason, spec }, results: [] };
  }
  return { source, results: listResults(spec) };
}

function toExclusionReason({ kind }: SpecLookup): ExclusionReason {
  return kind === "found" ? "not-found" : kind;
}

function listAllOperations(
  element: NavElement,
  source: SpecSource,
  spec: SpecOutline,
  isRoot: boolean,
  site: GeneratorParts,
): (GeneratedPage | ExcludedOperation)[] {
  return planOperations(spec)(site.profile)(getDirectory(source)).map(
    ({ target, plan }): GeneratedPage | ExcludedOperation => {
      if (!plan) return { element, source, reason: "excluded", spec, operation: target.operation };
      const page = toPage(plan, spec, target, element);
      return isRoot ? { ...page, isListed: false, unlistedReason: page.unlistedReason ?? "root" } : page;
    },
  );
}

/** Returns the page as planned, with a slug that may not be unique yet. */
function toPage(plan: PagePlan, spec: SpecOutline, target: GeneratedPage["target"], node: NavNode): GeneratedPage {
  const { version, language } = node.type === "entry" ? node.parent : node;
  const { tagGroups, hiddenReason } = plan;
  return {
    slug: plan.baseSlug,
    title: plan.title,
    sidebarTitle: plan.sidebarTitle,
    method: plan.method,
    badge: plan.badge,
    deprecated: plan.deprecated,
    metadata: plan.metadata,
    content: plan.content,
    userGroups: plan.userGroups,
    spec,
    target,
    node,
    groups: tagGroups.map(({ label }) => label),
    tagGroups,
    isListed: hiddenReason === undefined,
    unlistedReason: hiddenReason,
    version,
    language,
  };
}

/** Returns the `openapi` values that apply to entries that don't specify a file. */
function listUsedSources(config: Config): ReadonlySet<JsonNode> {
  const usedSources = new Set<JsonNode>();
  for (const { text, parent, isIgnored } of listEndpointEntries(getNavigation(config))) {
    if (isIgnored || !parent.openapi) continue;
    const parsedReference = readOperationReference(text);
    if (!parsedReference.ok || !parsedReference.reference.file) usedSources.add(parent.openapi.sourceNode);
  }
  return usedSources;
}

/** Assigns slugs that are unique within a group. Pages that aren't in the menu don't reserve their slugs. */
class SlugRegister {
  readonly #slugs = new Set<string>();
  /**
   * The next free suffix for each slug in a group. The suffixes are stored because thousands of pages can have the same
   * slug.
   */
  readonly #suffixesBySlug = new Map<string, number>();

  register(page: GeneratedPage): GeneratedPage {
    const { slug: baseSlug } = page;
    const group = JSON.stringify(page.tagGroups.map(({ key }) => key));
    const slugKey = `${group}\n${baseSlug}`;
    let suffixNumber = this.#suffixesBySlug.get(slugKey) ?? 0;
    const createSlug = () => (suffixNumber === 0 ? baseSlug : `${baseSlug}-${suffixNumber}`);
    while (this.#slugs.has(`${group}\n${createSlug()}`)) suffixNumber++;
    this.#suffixesBySlug.set(slugKey, suffixNumber);
    const slug = createSlug();
    if (page.isListed) this.#slugs.add(`${group}\n${slug}`);
    return slug === baseSlug ? page : { ...page, slug };
  }
}

/**
 * Returns the page at each URL. If several pages have the same URL, returns the one that the service writes last. The
 * service first writes the pages of entries, followed by the pages of entire specifications, from the outermost element
 * inward.
 */
export const indexGeneratedPagesBySlug = createSiteView(
  ["config", "specs", "profile"],
  (site): ReadonlyMap<string, GeneratedPage> => {
    const pages = getGeneratedPages(site);
    const pagesBySlug = new Map<string, GeneratedPage>();
    const addPage = (page: GeneratedPage) => {
      const existingPage = pagesBySlug.get(page.slug);
      // If the same page is generated both inside and outside the menu, the page in the menu takes precedence.
      if (existingPage?.isListed && !page.isListed && isSameTarget(existingPage, page)) return;
      pagesBySlug.set(page.slug, page);
    };
    const pagesByElement = new Map<NavNode, GeneratedPage[]>();
    for (const page of pages) {
      const elementPages = pagesByElement.get(page.node);
      if (page.node.type === "entry") addPage(page);
      else if (elementPages) elementPages.push(page);
      else pagesByElement.set(page.node, [page]);
    }
    for (const element of pagesByElement.size > 0 ? getNavigation(site.config).elements : [])
      for (const page of pagesByElement.get(element) ?? []) addPage(page);
    return pagesBySlug;
  },
);

function isSameTarget({ target }: GeneratedPage, { target: otherTarget }: GeneratedPage): boolean {
  if (target.kind === "channel" || otherTarget.kind === "channel") return false;
  return target.operation === otherTarget.operation;
}

/**
 * Returns a generated page with the same name and a path that ends in the same way, or with a similar name in the same
 * folder.
 */
export function findNearestGeneratedPage(
  site: GeneratorParts,
  slug: string,
  isCandidate: (slug: string) => boolean,
): string | undefined {
  const { namesByFolder, slugsByName } = indexGeneratedPages(getGeneratedPages(site));
  const sameNamePages = (slugsByName.get(getFileName(slug)) ?? []).slice(0, 100).filter(isCandidate);
  const folder = getFileName(getFolderPath(slug));
  const pathSuffix = `/${folder}/${getFileName(slug)}`;
  // If the page exists in several versions, readers get the first version in the navigation.
  const movedPage =
    sameNamePages.find((page) => page.endsWith(pathSuffix)) ??
    sameNamePages.find((page) => folder !== "" && getFolderPath(getFolderPath(page)) === getFolderPath(slug)) ??
    (sameNamePages.length === 1 ? sameNamePages[0] : undefined);
  if (movedPage !== undefined) return movedPage;
  const names = namesByFolder.get(getFolderPath(slug));
  const name = names && names.length <= 1000 ? findNearestName(getFileName(slug), names) : undefined;
  const nearestPath = name === undefined ? undefined : `${getFolderPath(slug)}/${name}`;
  return nearestPath !== undefined && isCandidate(nearestPath) ? nearestPath : undefined;
}

const indexGeneratedPages = derive((pages: readonly GeneratedPage[]) => {
  const namesByFolder = new Map<string, string[]>();
  const slugsByName = new Map<string, string[]>();
  for (const { slug } of pages) {
    addToGroup(namesByFolder, getFolderPath(slug), getFileName(slug));
    addToGroup(slugsByName, getFileName(slug), slug);
  }
  return { namesByFolder, slugsByName };
});

/**
 * The paths of the pages for operations, by the letters and digits of `METHOD /path` and of the operation's ID, in
 * lowercase. Other services derive the paths of these pages from one of the two.
 */
export const indexPagesByOperation = createSiteView(
  ["config", "specs", "profile", "pages"],
  (site): ReadonlyMap<string, ReadonlySet<string>> => {
    const slugsByKey = new Map<string, Set<string>>();
    const add = (text: string, slug: string) => {
      const key = toLetters(text);
      if (key !== "") slugsByKey.set(key, (slugsByKey.get(key) ?? new Set()).add(slug));
    };
    const addOperation = ({ method, path, operationId }: OperationOutline, slug: string) => {
      add(`${method} ${path}`, slug);
      if (operationId !== undefined) add(operationId, slug);
    };
    for (const { slug, target } of getGeneratedPages(site))
      if (target.kind === "operation") addOperation(target.operation, slug);
    for (const { page, resolution } of listPageEndpoints(site)) {
      const slug = removePageExtension(page);
      if (resolution.kind === "malformed") continue;
      if (resolution.kind === "found" && resolution.target.kind === "operation")
        addOperation(resolution.target.operation, slug);
      else if (resolution.reference.form === "operation")
        add(`${resolution.reference.method.text} ${resolution.reference.path.text}`, slug);
    }
    return slugsByKey;
  },
);
