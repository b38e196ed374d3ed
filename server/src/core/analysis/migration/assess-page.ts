import type { NavEntry } from "../../config/settings/navigation.ts";
import { parseApiTarget } from "../../page/check-field.ts";
import { components } from "../../page/components/components.ts";
import type { PageReferences } from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import { findRedirect } from "../../site/links/redirects.ts";
import { findGeneratedPage, findPageBySlug } from "../../site/links/resolve-link.ts";
import { getPageListings } from "../../site/navigation/navigation-pages.ts";
import { isPublished, getPublishedPages, listUrls } from "../../site/pages/pages.ts";
import { getMenuKey, getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import { findServerSetting } from "../../site/settings/site-settings.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import {
  isExcluded,
  planOperationPage,
  type PagePlan,
  getVendorExtension,
} from "../../site/specs/generated-page-plan.ts";
import { type GeneratedPage, getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import type { OperationOutline, VendorExtension } from "../../spec/spec-outline.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { isPlainRecord } from "../../text/plain-record.ts";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { compareViews, type Difference, type EndpointView } from "./endpoint-view.ts";
import {
  createAbsoluteLinkEdits,
  type EntryReference,
  type ExtensionFields,
  findEntryReference,
} from "./migration-edits.ts";
import {
  type EndpointPage,
  findEndpointPages,
  type FoundOperation,
  collectFacts,
  type OperationFacts,
  type PlainValue,
  toPlainFieldValue,
} from "./operation-facts.ts";
import { readPageBody, createGeneratedView, createPageView } from "./page-view.ts";
import type { MigrationOptions, GetModel } from "./plan-migration.ts";

/**
 * Returns the URL path at which readers usually see a page, without the leading slash. For example, returns the
 * folder's path, `users`, for `users/index`.
 */
export function getCanonicalSlug(slug: string): string {
  return slug.endsWith("/index") ? slug.slice(0, -"/index".length) : slug;
}

/** Keeps track of the slugs that a migration assigns so that each slug is unique. */
export class AssignedSlugs {
  readonly #site: Site;
  readonly #reservedSlugs = new Set<string>();

  constructor(site: Site) {
    this.#site = site;
  }

  /** Whether the slug isn't used by any other page, either now or after the migration. */
  isFree(slug: string, { page, foundOperation }: EndpointPage): boolean {
    if (this.#reservedSlugs.has(slug) || slug === "" || slug === "index") return false;
    const existingPage = findPageBySlug(this.#site.pages, slug);
    if (existingPage && existingPage.path !== page.outline.path) return false;
    const generatedPage = findGeneratedPage(this.#site, slug)?.target;
    const isOtherGeneratedPage =
      generatedPage && (generatedPage.kind === "channel" || generatedPage.operation !== foundOperation?.operation);
    return !isOtherGeneratedPage && !findRedirect(this.#site, slug);
  }

  reserve(slug: string): void {
    this.#reservedSlugs.add(slug);
  }

  /**
   * Whether the slug can be written in the vendor extension. The slug must be in lowercase, and it can't contain
   * characters that would have to be escaped.
   */
  static isWritable(slug: string): boolean {
    return slug === slug.toLowerCase() && /^[\p{L}\p{N}/_.~-]+$/u.test(slug);
  }
}

/** The replacement of a page with a navigation entry. */
export interface PageReplacement {
  readonly endpoint: EndpointPage;
  readonly foundOperation: FoundOperation;
  readonly entry: NavEntry;
  readonly entryReference: EntryReference;
  /** The slug of the generated page. */
  readonly newSlug: string;
  /** The fields to add to the specification. If links change, the `content` field is generated again. */
  readonly extension: ExtensionFields | undefined;
  /** The content of the author's page that the generated page wouldn't show without these fields. */
  readonly differences: readonly Difference[];
  readonly views: { readonly before: EndpointView; readonly after: EndpointView };
}

export type PageAssessment =
  | { readonly isMigratable: true; readonly replacement: PageReplacement }
  | {
      readonly isMigratable: false;
      readonly reasons: readonly string[];
      readonly differences: readonly Difference[];
    };

export interface AssessmentContext {
  readonly site: Site;
  readonly getModel: GetModel;
  readonly slugs: AssignedSlugs;
  readonly options: MigrationOptions;
}

/**
 * Checks whether the page generated from the operation can show the same content as the author's page, and determines
 * the necessary changes.
 */
export function assessPage(
  endpoint: EndpointPage,
  entry: NavEntry,
  foundOperation: FoundOperation,
  { site, getModel, slugs, options }: AssessmentContext,
): PageAssessment {
  const createRejection = (reason: string, differences: readonly Difference[] = []): PageAssessment => ({
    isMigratable: false,
    reasons: [reason],
    differences,
  });
  const entryReference = findEntryReference(site, entry, foundOperation);
  if (!entryReference) return createRejection("No navigation entry can refer to its specification.");
  const { operation, spec, kind: operationKind } = foundOperation;
  const loadedOperation = getModel(spec, { ...operation, isWebhook: operationKind === "webhook" });
  if (!loadedOperation) return createRejection("The operation couldn't be read completely.");
  if (loadedOperation.operation.isTruncated) return createRejection("The operation is too large to compare.");
  const facts = collectFacts(loadedOperation.operation, loadedOperation.models);
  if (
    endpoint.field === "api" &&
    !isServedFrom(getBaseUrl(endpoint.rawReference, operation.path, site), facts.serverUrls)
  )
    return createRejection("The generated page's playground would send requests to a different server.");
  const page = makeLinksAbsolute(endpoint.page.references);
  const showsOperation = endpoint.field === "openapi";
  const oldView = createPageView({ references: page }, endpoint.slug, facts, {
    showsOperation,
    summary: operation.summary,
  });
  const planPage = (fields: ExtensionFields): PagePlan =>
    planOperationPage(
      spec,
      applyExtensionFields(operation, fields, site),
      operationKind,
      entryReference.directory,
      site.profile,
    );
  const basePlan = planPage({});
  const differences = compareViews(oldView, createGeneratedView(basePlan, facts));
  const canonicalSlug = getCanonicalSlug(endpoint.slug);
  const isBaseSlugFree = slugs.isFree(basePlan.baseSlug, endpoint) && !differsByCase(basePlan.baseSlug, canonicalSlug);
  const hasAcceptedGains = options.acceptMore === true && differences.every(({ kind }) => kind === "gained");
  if ((differences.length === 0 || hasAcceptedGains) && isBaseSlugFree) {
    const newView = createGeneratedView(basePlan, facts);
    const replacement = {
      endpoint,
      foundOperation,
      entry,
      entryReference,
      differences,
      views: { before: oldView, after: newView },
    };
    return { isMigratable: true, replacement: { ...replacement, newSlug: basePlan.baseSlug, extension: undefined } };
  }
  const hasHref = getVendorExtension(operation, site.profile)?.href !== undefined;
  const href =
    !hasHref && AssignedSlugs.isWritable(canonicalSlug) && slugs.isFree(canonicalSlug, endpoint)
      ? `/${canonicalSlug}`
      : undefined;
  if (href === undefined && !isBaseSlugFree)
    return createRejection(
      `Its path /${canonicalSlug} can't be kept, and /${basePlan.baseSlug} belongs to another page.`,
      differences,
    );
  const fields = buildFields(oldView, { page, facts, showsOperation, href, planPage, differences });
  const newView = createGeneratedView(planPage(fields), facts);
  const remainingDifferences = compareViews(oldView, newView);
  const acceptedGains = remainingDifferences.filter(
    (difference) => difference.kind === "gained" && options.acceptMore === true,
  );
  if (remainingDifferences.length > acceptedGains.length)
    return createRejection(describeDifferences(remainingDifferences), remainingDifferences);
  const obstacle = Object.keys(fields).length > 0 ? findExtensionObstacle(foundOperation, fields, site) : undefined;
  if (obstacle !== undefined) return createRejection(obstacle, differences);
  const newSlug = planPage(fields).baseSlug;
  const extension = Object.keys(fields).length > 0 ? fields : undefined;
  return {
    isMigratable: true,
    replacement: {
      endpoint,
      foundOperation,
      entry,
      entryReference,
      newSlug,
      extension,
      differences,
      views: { before: oldView, after: newView },
    },
  };
}

/**
 * Returns the base URL for requests on an `api` page: the part of the URL before the path. If the URL consists only of
 * a path, returns the value of the site's setting, or undefined if the setting isn't set.
 */
function getBaseUrl(reference: string, path: string, site: Site): string | undefined {
  const target = parseApiTarget(reference);
  if (target.kind === "url") return target.url.slice(0, -path.length);
  const setting = findServerSetting(site)?.value;
  const firstServer = setting?.kind === "array" ? setting.items[0] : setting;
  return firstServer?.kind === "string" ? firstServer.value : undefined;
}

/**
 * Whether the base URL equals the URL of the first server, which is where generated pages send requests. Also returns
 * true if either URL is unknown.
 */
function isServedFrom(baseUrl: string | undefined, [firstServer]: readonly string[]): boolean {
  const normalizeUrl = (url: string) => url.replace(/\/+$/, "").toLowerCase();
  return baseUrl === undefined || firstServer === undefined || normalizeUrl(baseUrl) === normalizeUrl(firstServer);
}

/**
 * Whether the slugs differ only in case. On systems that ignore case, a redirect from one slug to the other would
 * redirect to itself.
 */
function differsByCase(slug: string, otherSlug: string): boolean {
  return slug !== otherSlug && slug.toLowerCase() === otherSlug.toLowerCase();
}

/** Makes relative links on the page absolute, because the text is moved to another file. */
export function makeLinksAbsolute(page: PageReferences, extraEdits: readonly TextEdit[] = []): PageReferences {
  // If two edits change the same link, the first one is used.
  const edits = [...extraEdits, ...createAbsoluteLinkEdits(page)];
  return edits.length === 0 ? page : scanPage(page.path, applyEdits(page.text, edits)).references;
}

/** Returns the MDX that the generated page should show before its reference. */
export function createContent(page: PageReferences, facts: OperationFacts, showsOperation: boolean): string {
  const body = readPageBody(page, facts);
  return showsOperation ? body.text : body.remainingText;
}

interface FieldsContext {
  readonly page: PageReferences;
  readonly facts: OperationFacts;
  readonly showsOperation: boolean;
  readonly href: string | undefined;
  readonly planPage: (fields: ExtensionFields) => PagePlan;
  readonly differences: readonly Difference[];
}

/**
 * Matches the subjects of differences that only the `content` field can resolve, such as text, examples, and fields
 * with descriptions.
 */
const contentSubjectPattern = /^the (text$|(?!frontmatter ).*((example|code sample)$|(parameter|field) ))/;

/**
 * Returns the minimal set of extension fields that make the generated page show the same content as the author's page.
 */
function buildFields(
  oldView: EndpointView,
  { page, facts, showsOperation, href, planPage, differences }: FieldsContext,
): ExtensionFields {
  const subjects = new Set(differences.map(({ subject }) => subject));
  const metadata: Record<string, PlainValue> = {};
  if (subjects.has("the title")) metadata["title"] = oldView.title;
  if (subjects.has("the description") && oldView.description !== "") metadata["description"] = oldView.description;
  if (subjects.has("the deprecated flag")) metadata["deprecated"] = oldView.deprecated;
  for (const [key, value] of oldView.metadata) if (subjects.has(`the frontmatter field ${key}`)) metadata[key] = value;
  const needsContent = differences.some(
    ({ kind, subject }) => kind !== "gained" && contentSubjectPattern.test(subject),
  );
  const content = needsContent ? createContent(page, facts, showsOperation) : "";
  const createFields = (): ExtensionFields => ({
    ...(href !== undefined && { href }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(content !== "" && { content }),
  });
  if (href === undefined && Object.keys(createFields()).length === 0) return {};
  // A custom URL in the extension can change the page's title in the sidebar.
  if (createGeneratedView(planPage(createFields()), facts).sidebarTitle !== oldView.sidebarTitle)
    metadata["sidebarTitle"] = oldView.sidebarTitle;
  return createFields();
}

function applyExtensionFields(
  operation: OperationOutline,
  fields: ExtensionFields,
  { profile }: Site,
): OperationOutline {
  const oldExtension = getVendorExtension(operation, profile);
  const { href, metadata, content } = fields;
  if (href === undefined && metadata === undefined && content === undefined) return operation;
  const extension: VendorExtension = {
    ...(oldExtension ?? { groups: undefined, hasWrongType: false }),
    key: profile.vendorExtensions[0] ?? "x-service",
    range: operation.range,
    href: typeof href === "string" ? href : oldExtension?.href,
    metadata: isPlainRecord(metadata) ? metadata : oldExtension?.metadata,
    content: typeof content === "string" ? content : oldExtension?.content,
  };
  return { ...operation, extensions: [extension] };
}

function findExtensionObstacle(
  { operation, spec }: FoundOperation,
  fields: ExtensionFields,
  { profile }: Site,
): string | undefined {
  if (isRemoteSpec(operation.file ?? spec.path)) return "Its specification is remote, so Docwright can't edit it.";
  const extensions = operation.extensions.filter(({ key }) => profile.vendorExtensions.includes(key));
  const [extension, secondExtension] = extensions;
  if (!extension)
    return operation.insertAt ? undefined : "The specification has no suitable location for the required extension.";
  if (secondExtension || extension.hasWrongType || !extension.insertAt)
    return `The operation has an extension (${extension.key}) that can't be edited safely.`;
  const existingKey = (["href", "metadata", "content"] as const).find(
    (key) => fields[key] !== undefined && extension[key] !== undefined,
  );
  return existingKey && `The operation's extension (${extension.key}) already sets ${existingKey}.`;
}

/**
 * Describes, in one sentence, the first content that would be lost or changed or, if there is none, the first content
 * that only the specification contains.
 */
function describeDifferences(differences: readonly Difference[]): string {
  const [firstDifference] = differences;
  const moreSuffix = differences.length > 1 ? ` and ${differences.length - 1} more` : "";
  const hasOnlyGains = differences.every(({ kind }) => kind === "gained");
  if (hasOnlyGains)
    return `The specification contains more than the page: ${firstDifference?.subject ?? ""}${moreSuffix}.`;
  const worstDifference = differences.find(({ kind }) => kind !== "gained") ?? firstDifference;
  const effect = worstDifference?.kind === "lost" ? "would be missing" : "would change";
  return `The generated page would differ from this one: ${worstDifference?.subject ?? ""} ${effect}${moreSuffix && `,${moreSuffix}`}.`;
}

/**
 * The navigation entry and operation that can replace a page, or the reasons why the page can't be replaced, regardless
 * of its content.
 */
export type ReplacementResult =
  | { readonly isMigratable: true; readonly entry: NavEntry; readonly foundOperation: FoundOperation }
  | { readonly isMigratable: false; readonly reasons: readonly string[] };

/**
 * Checks that exactly one navigation entry can replace the page and that this entry wouldn't replace any other page.
 */
export function findReplacement(site: Site, endpoint: EndpointPage): ReplacementResult {
  const { foundOperation, reason, slug, page } = endpoint;
  const reasons: string[] = [];
  if (!foundOperation) return { isMigratable: false, reasons: [reason] };
  const { path } = page.outline;
  const [importer] = getPublishedPages(site.pages).importersByFile.get(path) ?? [];
  if (importer !== undefined) reasons.push(`${importer} imports this page.`);
  else if (!isPublished(site.pages, path)) reasons.push("It isn't published as a page.");
  if (slug === "index") reasons.push("It's the first page of the docs.");
  reasons.push(...describeDuplicates(site, endpoint, foundOperation.operation));
  if (isExcluded(foundOperation.operation, site.profile))
    reasons.push("The operation is marked x-excluded, so it has no page.");
  if (listUrls(slug).some((url) => findRedirect(site, url)))
    reasons.push("A redirect sends readers of this page elsewhere.");
  const entries = createEntryFinder(site)(slug);
  const [entry, secondEntry] = entries;
  if (!entry) reasons.push("It isn't in the navigation, so there's no entry to replace.");
  if (secondEntry)
    reasons.push(
      new Set(entries.map(({ parent }) => getMenuKey(parent))).size > 1
        ? `The navigation lists it ${entries.length} times, for several languages, versions, or products.`
        : `The navigation lists it ${entries.length} times.`,
    );
  if (getRootSlugs(site).has(slug)) reasons.push("It's the `root` page of a group.");
  reasons.push(...findObstacles(page.references));
  return reasons.length > 0 || !entry
    ? { isMigratable: false, reasons }
    : { isMigratable: true, entry, foundOperation };
}

function describeDuplicates(site: Site, endpoint: EndpointPage, operation: OperationOutline): string[] {
  const otherPages = (getPagesByOperation(site).get(operation) ?? []).filter((other) => other !== endpoint);
  const [otherPage] = otherPages;
  const generatedPage = (getGeneratedPagesByOperation(site).get(operation) ?? []).find(
    ({ unlistedReason }) => unlistedReason !== "root",
  );
  return [
    ...(otherPage
      ? [
          `${otherPages.length + 1} pages document this operation, including ${otherPage.page.outline.path}, but it can have only one generated page.`,
        ]
      : []),
    ...(generatedPage ? [`The operation already has a generated page: /${generatedPage.slug}.`] : []),
  ];
}

const getPagesByOperation = derive((site: Site) =>
  groupByKey(findEndpointPages(site), ({ foundOperation }) => foundOperation?.operation),
);

const getGeneratedPagesByOperation = createSiteView(["config", "specs", "profile"], (site) =>
  groupByKey<OperationOutline, GeneratedPage>(getGeneratedPages(site), ({ target }) =>
    target.kind === "channel" ? undefined : target.operation,
  ),
);

const createEntryFinder = createSiteView(["config"], (site) => {
  const entriesBySlug = groupByKey(getPageListings(site.config), ({ entry, slug }) =>
    entry.isIgnored || slug === "" ? undefined : slug,
  );
  return (slug: string): readonly NavEntry[] => (entriesBySlug.get(slug) ?? []).map(({ entry }) => entry);
});

const getRootSlugs = createSiteView(
  ["config"],
  (site): ReadonlySet<string> =>
    new Set(
      getNavigation(site.config).elements.flatMap(({ root }) => {
        const pageEntry = root && readPageEntry(root.value);
        return pageEntry?.kind === "page" ? [pageEntry.slug] : [];
      }),
    ),
);

function groupByKey<Key, Item>(
  items: Iterable<Item>,
  getKey: (item: Item) => Key | undefined,
): ReadonlyMap<Key, readonly Item[]> {
  const itemsByKey = new Map<Key, Item[]>();
  for (const item of items) {
    const key = getKey(item);
    if (key === undefined) continue;
    addToGroup(itemsByKey, key, item);
  }
  return itemsByKey;
}

/** Frontmatter fields that generated pages don't support. */
const unsupportedFields: readonly string[] = ["url", "slug", "openapi-schema", "asyncapi"];

/** Returns a sentence for each feature of the page that can't be represented as text in a specification. */
function findObstacles(page: PageReferences): string[] {
  const { frontmatter, imports, exports, names, variables, tags } = page;
  const unsupportedKey = unsupportedFields.find((key) => frontmatter.fields.has(key));
  const customTag = tags.find(({ name }) => /^[A-Z]/.test(name) && !isBuiltIn(name));
  const firstName = names[0];
  const inconvertibleField = [...frontmatter.fields.values()].find(
    ({ value }) => toPlainFieldValue(value) === undefined,
  );
  return [
    ...(frontmatter.problems.length > 0 ? ["Its frontmatter has an error."] : []),
    ...(unsupportedKey === undefined
      ? []
      : [`Its frontmatter sets ${unsupportedKey}, which a generated page can't have.`]),
    ...(inconvertibleField
      ? [`Its frontmatter field ${inconvertibleField.key} has a value that a specification can't contain.`]
      : []),
    ...(imports.length > 0
      ? [`It imports ${imports[0]?.source ?? ""}, and text in a specification can't import files.`]
      : []),
    ...(exports.length > 0 ? ["It exports names, and text in a specification can't export anything."] : []),
    ...(tags.some(({ name }) => name === "Snippet")
      ? ["It includes a snippet, and text in a specification can't include snippets."]
      : customTag && imports.length === 0
        ? [`It uses <${customTag.name}>, which isn't a built-in component.`]
        : []),
    ...(firstName && imports.length + exports.length === 0
      ? [`It uses {${firstName.name}}, which may not be available in a specification.`]
      : []),
    ...(variables.length > 0 ? ["It uses variables from docs.json."] : []),
  ];
}

function isBuiltIn(name: string): boolean {
  return components.has(name) || components.has(name.split(".")[0] ?? name);
}
