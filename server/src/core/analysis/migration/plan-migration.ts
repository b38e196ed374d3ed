import { groupCounterpartsByPage } from "../../site/navigation/translations.ts";
import { listUrls } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getVendorExtension } from "../../site/specs/generated-page-plan.ts";
import type { OperationModel, SpecModels } from "../../spec/model/operation-model.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { type SiteEdit, type SitePath, type TextEdit, addEdits, type EditsByFile } from "../../text/text-edit.ts";
import type { Difference, EndpointView } from "./endpoint-view.ts";
import {
  AssignedSlugs,
  createContent,
  assessPage,
  type PageReplacement,
  findReplacement,
  makeLinksAbsolute,
} from "./assess-page.ts";
import {
  type ExtensionFields,
  createFieldsEdit,
  createLinkEdits,
  createNavigationEdits,
  createNewRedirectEdits,
} from "./migration-edits.ts";
import { type EndpointPage, findEndpointPages, collectFacts } from "./operation-facts.ts";

/**
 * Decides for each endpoint page whether to replace it, and returns the necessary edits. A page is replaced only if the
 * generated page is certain to show the same content. Processes one page per step.
 */
export function* planMigration(
  site: Site,
  findModel: GetModel,
  options: MigrationOptions = {},
): Generator<void, Migration> {
  const assignedSlugs = new AssignedSlugs(site);
  const replacementsByPage = new Map<EndpointPage, PageReplacement>();
  const assessmentByEndpoint = new Map<EndpointPage, MigrationAssessment>();
  const keepPage = (
    endpoint: EndpointPage,
    reasons: readonly string[],
    differences: MigrationAssessment["differences"],
  ) => {
    replacementsByPage.delete(endpoint);
    assessmentByEndpoint.set(endpoint, createAssessment(endpoint, undefined, differences, reasons));
  };
  for (const endpoint of findEndpointPages(site)) {
    if (!(options.isIncluded?.(endpoint.page.outline.path) ?? true)) continue;
    yield;
    const replacementResult = findReplacement(site, endpoint);
    const assessment = replacementResult.isMigratable
      ? assessPage(endpoint, replacementResult.entry, replacementResult.foundOperation, {
          site,
          getModel: findModel,
          slugs: assignedSlugs,
          options,
        })
      : { ...replacementResult, differences: [] };
    if (!assessment.isMigratable) {
      keepPage(endpoint, assessment.reasons, assessment.differences);
      continue;
    }
    const { replacement: pageReplacement } = assessment;
    assignedSlugs.reserve(pageReplacement.newSlug);
    replacementsByPage.set(endpoint, pageReplacement);
    assessmentByEndpoint.set(endpoint, createAssessment(endpoint, pageReplacement, pageReplacement.differences));
  }
  keepCounterpartsOfKeptPages(site, replacementsByPage, keepPage);
  const redirects = createNewRedirectEdits(site, [...replacementsByPage.values()]);
  // Without these redirects, readers who open an old URL would see a 404 page.
  if (!redirects)
    for (const [endpoint, pageReplacement] of replacementsByPage)
      if (!keepsUrl(pageReplacement)) keepPage(endpoint, ["Redirects can't be added to docs.json."], []);
  return {
    pages: [...assessmentByEndpoint.values()],
    ...createEdits(site, [...replacementsByPage.values()], redirects ?? new Map(), findModel),
  };
}

/** Keeps a page if any of its counterparts is kept, because translations and versions are compared page by page. */
function keepCounterpartsOfKeptPages(
  site: Site,
  replacementsByPage: ReadonlyMap<EndpointPage, PageReplacement>,
  keepPage: (
    endpoint: EndpointPage,
    reasons: readonly string[],
    differences: MigrationAssessment["differences"],
  ) => void,
): void {
  const counterpartsBySlug = groupCounterpartsByPage(site.config);
  const endpointsBySlug = new Map([...replacementsByPage.keys()].map((endpoint) => [endpoint.slug, endpoint]));
  const queue = [...endpointsBySlug.keys()];
  for (const slug of queue) {
    const endpoint = endpointsBySlug.get(slug);
    const counterpartSlugs = [...(counterpartsBySlug.get(slug) ?? [])];
    const retainedSlug = counterpartSlugs.find((other) => !endpointsBySlug.has(other));
    if (!endpoint || retainedSlug === undefined) continue;
    endpointsBySlug.delete(slug);
    keepPage(endpoint, [`Its counterpart ${retainedSlug} in another language or version isn't migrated.`], []);
    // This page is now kept, so its counterparts must be checked again.
    queue.push(...counterpartSlugs);
  }
}

function keepsUrl({ endpoint, newSlug }: PageReplacement): boolean {
  return listUrls(endpoint.slug).every((url) => url === `/${newSlug}`);
}

function createAssessment(
  { page, slug, rawReference, foundOperation }: EndpointPage,
  pageReplacement: PageReplacement | undefined,
  differences: MigrationAssessment["differences"],
  reasons: readonly string[] = [],
): MigrationAssessment {
  const methodText =
    foundOperation && (foundOperation.kind === "webhook" ? "webhook" : foundOperation.operation.method);
  return {
    file: page.outline.path,
    slug,
    rawReference,
    operation: foundOperation && `${methodText ?? ""} ${foundOperation.operation.path}`,
    spec: foundOperation?.spec.path,
    outcome: !pageReplacement ? "keep" : pageReplacement.extension ? "extension" : "loss-free",
    reasons,
    differences,
    newSlug: pageReplacement?.newSlug,
    extension: pageReplacement?.extension,
    views: pageReplacement?.views,
  };
}

function createEdits(
  site: Site,
  replacements: readonly PageReplacement[],
  redirects: EditsByFile,
  getModel: GetModel,
): Pick<Migration, "edits" | "extensionEdits"> {
  const slugByPath = new Map(
    replacements
      .filter((pageReplacement) => !keepsUrl(pageReplacement))
      .map((pageReplacement) => [pageReplacement.endpoint.page.outline.path, pageReplacement.newSlug]),
  );
  const removedPaths = new Set(replacements.map(({ endpoint }) => endpoint.page.outline.path));
  const linkEdits = createLinkEdits(site, slugByPath);
  const specEdits: EditsByFile = new Map();
  for (const pageReplacement of replacements) addExtensionEdit(site, pageReplacement, linkEdits, getModel, specEdits);
  const vendorExtensionEdits = new Set([...specEdits.values()].flat());
  const otherEdits: EditsByFile = new Map();
  for (const edits of [linkEdits, createNavigationEdits(site, replacements), redirects])
    for (const [file, fileEdits] of edits)
      if (!removedPaths.has(file)) addEdits(site.specs.has(file) ? specEdits : otherEdits, file, fileEdits);
  const configPaths = new Set(site.config.files.map(({ path }) => path));
  const [configEdits, pageEdits] = [
    [...otherEdits].filter(([file]) => configPaths.has(file)),
    [...otherEdits].filter(([file]) => !configPaths.has(file)),
  ];
  const changedFiles = [...specEdits, ...configEdits, ...pageEdits];
  return {
    edits: [
      ...changedFiles.map(([file, edits]): SiteEdit => ({ kind: "edit", file, edits })),
      ...[...removedPaths].map((file): SiteEdit => ({ kind: "delete", file })),
    ],
    extensionEdits: new Set(createExtensionEdits(replacements, vendorExtensionEdits, changedFiles)),
  };
}

/**
 * Returns the edits for pages that need an extension. If any of these pages needs a redirect, returns all edits,
 * because all redirects are added by a single edit that can't be split.
 */
function createExtensionEdits(
  replacements: readonly PageReplacement[],
  vendorExtensionEdits: ReadonlySet<TextEdit>,
  changedFiles: readonly (readonly [SitePath, readonly TextEdit[]])[],
): readonly TextEdit[] {
  const extendedReplacements = replacements.filter(({ extension }) => extension);
  if (extendedReplacements.some((pageReplacement) => !keepsUrl(pageReplacement)))
    return changedFiles.flatMap(([, edits]) => edits);
  const getEditKey = (file: SitePath, { start, end }: TextEdit["range"]) => `${start} ${end} ${file}`;
  const entryKeys = new Set(extendedReplacements.map(({ entry: { node } }) => getEditKey(node.file, node.range)));
  return changedFiles.flatMap(([file, edits]) =>
    edits.filter((edit) => vendorExtensionEdits.has(edit) || entryKeys.has(getEditKey(file, edit.range))),
  );
}

/**
 * Adds the edits that write a page's vendor extension. If the extension has a `content` field, the field is generated
 * again from the page with its updated links.
 */
function addExtensionEdit(
  site: Site,
  { endpoint, foundOperation, extension }: PageReplacement,
  linkEditsByFile: ReadonlyMap<SitePath, readonly TextEdit[]>,
  getModel: GetModel,
  edits: EditsByFile,
): void {
  if (!extension) return;
  const { spec, operation, kind } = foundOperation;
  const loadedOperation = getModel(spec, { ...operation, isWebhook: kind === "webhook" });
  const { references, outline } = endpoint.page;
  const fileLinkEdits = linkEditsByFile.get(outline.path) ?? [];
  const needsNewContent = extension["content"] !== undefined && fileLinkEdits.length > 0 && loadedOperation;
  const page = makeLinksAbsolute(references, fileLinkEdits);
  const facts = needsNewContent && collectFacts(loadedOperation.operation, loadedOperation.models);
  const fields: ExtensionFields = facts
    ? { ...extension, content: createContent(page, facts, endpoint.field === "openapi") }
    : extension;
  const existingExtension = getVendorExtension(operation, site.profile);
  const [key = "x-service"] = site.profile.vendorExtensions;
  const edit = existingExtension?.insertAt
    ? createFieldsEdit(existingExtension.insertAt, fields)
    : operation.insertAt && createFieldsEdit(operation.insertAt, { [key]: fields });
  if (edit) addEdits(edits, operation.file ?? spec.path, [edit]);
}

/** The planned result for an endpoint page. */
export interface MigrationAssessment {
  readonly file: SitePath;
  readonly slug: string;
  /** The reference in the frontmatter, such as `openapi.json GET /users`. */
  readonly rawReference: string;
  /** The operation, such as `GET /users`. Undefined if no specification contains it. */
  readonly operation: string | undefined;
  readonly spec: SitePath | undefined;
  /**
   * Whether the generated page shows the same content (`loss-free`), shows the same content only if fields are added to
   * the specification (`extension`), or can't replace the page (`keep`). In the last case, the page's file is kept.
   */
  readonly outcome: "loss-free" | "extension" | "keep";
  /** Full sentences that explain why the file is kept. */
  readonly reasons: readonly string[];
  /** The content of the author's page that the generated page wouldn't show without the extension. */
  readonly differences: readonly Difference[];
  /** The slug of the generated page, which can be the same as the old slug. */
  readonly newSlug: string | undefined;
  /** The fields to add to the specification. */
  readonly extension: ExtensionFields | undefined;
  /** The content that readers find before and after the migration. Undefined if the page is kept. */
  readonly views: { readonly before: EndpointView; readonly after: EndpointView } | undefined;
}

/** A complete migration: the result for each page, and all edits. */
export interface Migration {
  readonly pages: readonly MigrationAssessment[];
  /**
   * The edits, one per file, in this order: specifications, docs.json and the files that it includes, pages, and
   * deletions.
   */
  readonly edits: readonly SiteEdit[];
  /**
   * The text edits for pages that need an extension. The other edits can be applied without these edits if the files of
   * these pages aren't deleted. If the edits can't be separated in this way, the set contains all edits.
   */
  readonly extensionEdits: ReadonlySet<TextEdit>;
}

export interface MigrationOptions {
  /** Whether to migrate a page. By default, all pages are migrated. */
  readonly isIncluded?: (file: SitePath) => boolean;
  /**
   * Whether to migrate pages that omit parts of the specification. After the migration, readers see these parts as
   * well.
   */
  readonly acceptMore?: boolean;
}

/** Returns the details of an operation that aren't in its outline, or undefined if the details aren't available. */
export type GetModel = (
  spec: SpecOutline,
  operation: { readonly method: string; readonly path: string; readonly isWebhook: boolean },
) => { readonly operation: OperationModel; readonly models: SpecModels } | undefined;
