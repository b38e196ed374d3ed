import type { NavEntry } from "../../config/settings/navigation.ts";
import { readApiTarget } from "../../page/check-field.ts";
import type { PageReferences } from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import { isRemoteSpec } from "../../spec/remote-spec.ts";
import type { OperationOutline, VendorExtension } from "../../spec/spec-outline.ts";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { serverSetting } from "../settings/config-settings.ts";
import { pageOfOperation, vendorExtension, type PagePlan } from "../specs/generated-page-plan.ts";
import type { Site } from "../site.ts";
import { addressOf, Addresses } from "./addresses.ts";
import type { EndpointPage, FoundOperation } from "./endpoint-pages.ts";
import { compareViews, type Difference, type EndpointView } from "./endpoint-view.ts";
import type { ExtensionFields } from "./extension-text.ts";
import { absoluteLinks } from "./link-edits.ts";
import { operationFacts, type OperationFacts } from "./operation-facts.ts";
import { readPageBody } from "./page-body.ts";
import { placeEntry, type EntryPlace } from "./place-entry.ts";
import type { Plain } from "./plain-value.ts";
import type { MigrationOptions, ModelOf } from "./migration.ts";
import { viewOfGenerated, viewOfPage } from "./written-view.ts";

/** A page that gives way to an entry. */
export interface Move {
  readonly endpoint: EndpointPage;
  readonly found: FoundOperation;
  readonly entry: NavEntry;
  readonly place: EntryPlace;
  /** Of the generated page. */
  readonly newSlug: string;
  /** What is written into the specification; its `content` is made anew when links have moved. */
  readonly extension: ExtensionFields | undefined;
  /** What the generated page would not show by itself. */
  readonly differences: readonly Difference[];
  readonly views: { readonly before: EndpointView; readonly after: EndpointView };
}

export type Judgement =
  | { readonly ok: true; readonly move: Move }
  | { readonly ok: false; readonly reasons: readonly string[]; readonly differences: readonly Difference[] };

export interface Judging {
  readonly site: Site;
  readonly modelOf: ModelOf;
  readonly addresses: Addresses;
  readonly options: MigrationOptions;
}

/** Whether the page generated from the operation would show what the page shows, and what it takes to make it so. */
export function judgePage(
  endpoint: EndpointPage,
  entry: NavEntry,
  found: FoundOperation,
  { site, modelOf, addresses, options }: Judging,
): Judgement {
  const refuse = (reason: string, differences: readonly Difference[] = []): Judgement => ({
    ok: false,
    reasons: [reason],
    differences,
  });
  const place = placeEntry(site, entry, found);
  if (!place) return refuse("No entry of the navigation can name its specification.");
  const { operation, spec, kind: target } = found;
  const known = modelOf(spec, { ...operation, isWebhook: target === "webhook" });
  if (!known) return refuse("The operation could not be read in full.");
  if (known.operation.cut) return refuse("The operation is too large to be compared.");
  const facts = operationFacts(known.operation, known.models);
  if (
    endpoint.field === "api" &&
    !isServedFrom(baseOf(endpoint.written, operation.path, site), facts.servers)
  )
    return refuse("Requests from its playground would go to another server than the page's.");
  const page = withAbsoluteLinks(endpoint.page.references);
  const showsOperation = endpoint.field === "openapi";
  const before = viewOfPage({ references: page }, endpoint.slug, facts, {
    showsOperation,
    summary: operation.summary,
  });
  const planWith = (fields: ExtensionFields): PagePlan =>
    pageOfOperation(spec, withFields(operation, fields, site), target, place.directory, site.profile);
  const plain = planWith({});
  const differences = compareViews(before, viewOfGenerated(plain, facts));
  const own = addressOf(endpoint.slug);
  const isPlainFree = addresses.isFree(plain.baseSlug, endpoint) && !differsByCase(plain.baseSlug, own);
  const isOnlyMore = options.acceptMore === true && differences.every(({ kind }) => kind === "gained");
  if ((differences.length === 0 || isOnlyMore) && isPlainFree) {
    const after = viewOfGenerated(plain, facts);
    const move = { endpoint, found, entry, place, differences, views: { before, after } };
    return { ok: true, move: { ...move, newSlug: plain.baseSlug, extension: undefined } };
  }
  const hasHref = vendorExtension(operation, site.profile)?.href !== undefined;
  const href =
    !hasHref && Addresses.isWritable(own) && addresses.isFree(own, endpoint) ? `/${own}` : undefined;
  if (href === undefined && !isPlainFree)
    return refuse(
      `Its address /${own} cannot be kept, and /${plain.baseSlug} is another page's.`,
      differences,
    );
  const fields = fieldsFor(before, { page, facts, showsOperation, href, planWith, differences });
  const after = viewOfGenerated(planWith(fields), facts);
  const left = compareViews(before, after);
  const more = left.filter((difference) => difference.kind === "gained" && options.acceptMore === true);
  if (left.length > more.length) return refuse(whyNot(left), left);
  const obstacle = Object.keys(fields).length > 0 ? whyNoExtension(found, fields, site) : undefined;
  if (obstacle !== undefined) return refuse(obstacle, differences);
  const newSlug = planWith(fields).baseSlug;
  const extension = Object.keys(fields).length > 0 ? fields : undefined;
  return {
    ok: true,
    move: { endpoint, found, entry, place, newSlug, extension, differences, views: { before, after } },
  };
}

/** Where requests of an `api` page go: what stands before the path, else what the site sets; undefined for nothing. */
function baseOf(written: string, path: string, site: Site): string | undefined {
  const target = readApiTarget(written);
  if (target.kind === "url") return target.url.slice(0, -path.length);
  const setting = serverSetting(site)?.value;
  const first = setting?.kind === "array" ? setting.items[0] : setting;
  return first?.kind === "string" ? first.value : undefined;
}

/** A generated page sends requests to the first server. */
function isServedFrom(base: string | undefined, [first]: readonly string[]): boolean {
  const bare = (url: string) => url.replace(/\/+$/, "").toLowerCase();
  return base === undefined || first === undefined || bare(base) === bare(first);
}

/** Some systems take no notice of letter case, so that such a redirect would lead to itself. */
function differsByCase(slug: string, other: string): boolean {
  return slug !== other && slug.toLowerCase() === other.toLowerCase();
}

/** What the author has written in relation to the page's folder must hold wherever the text stands. */
export function withAbsoluteLinks(page: PageReferences, more: readonly TextEdit[] = []): PageReferences {
  // Of two edits of one link the first counts.
  const edits = [...more, ...absoluteLinks(page)];
  return edits.length === 0 ? page : scanPage(page.path, applyEdits(page.text, edits)).references;
}

/** The MDX that readers of the generated page get before its reference. */
export function contentFor(page: PageReferences, facts: OperationFacts, showsOperation: boolean): string {
  const body = readPageBody(page, facts);
  return showsOperation ? body.text : body.rest;
}

interface Wish {
  readonly page: PageReferences;
  readonly facts: OperationFacts;
  readonly showsOperation: boolean;
  readonly href: string | undefined;
  readonly planWith: (fields: ExtensionFields) => PagePlan;
  readonly differences: readonly Difference[];
}

/** The fewest fields of the extension with which the generated page shows what the page shows. */
function fieldsFor(
  before: EndpointView,
  { page, facts, showsOperation, href, planWith, differences }: Wish,
): ExtensionFields {
  const subjects = new Set(differences.map(({ subject }) => subject));
  const metadata: Record<string, Plain> = {};
  if (subjects.has("the title")) metadata["title"] = before.title;
  if (subjects.has("the description") && before.description !== "")
    metadata["description"] = before.description;
  if (subjects.has("the mark “deprecated”")) metadata["deprecated"] = before.deprecated;
  for (const [key, value] of before.metadata)
    if (subjects.has(`the frontmatter field ${key}`)) metadata[key] = value;
  const needsContent = differences.some(
    ({ kind, subject }) => kind !== "gained" && /^the (text|example|.* parameter|.*field of)/.test(subject),
  );
  const content = needsContent ? contentFor(page, facts, showsOperation) : "";
  const fields = (): ExtensionFields => ({
    ...(href !== undefined && { href }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(content !== "" && { content }),
  });
  if (href === undefined && Object.keys(fields()).length === 0) return {};
  // An address of its own gives the page another name in the menu.
  if (viewOfGenerated(planWith(fields()), facts).menuTitle !== before.menuTitle)
    metadata["sidebarTitle"] = before.menuTitle;
  return fields();
}

function withFields(
  operation: OperationOutline,
  fields: ExtensionFields,
  { profile }: Site,
): OperationOutline {
  const own = vendorExtension(operation, profile);
  const { href, metadata, content } = fields;
  if (href === undefined && metadata === undefined && content === undefined) return operation;
  const extension: VendorExtension = {
    ...(own ?? { groups: undefined, hasWrongType: false }),
    key: profile.vendorExtensions[0] ?? "x-service",
    range: operation.range,
    href: typeof href === "string" ? href : own?.href,
    metadata: isMap(metadata) ? metadata : own?.metadata,
    content: typeof content === "string" ? content : own?.content,
  };
  return { ...operation, extensions: [extension] };
}

function isMap(value: Plain | undefined): value is { readonly [key: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function whyNoExtension(
  { operation, spec }: FoundOperation,
  fields: ExtensionFields,
  { profile }: Site,
): string | undefined {
  if (isRemoteSpec(operation.file ?? spec.path))
    return "Its specification is on the web, so nothing can be written into it.";
  const present = operation.extensions.filter(({ key }) => profile.vendorExtensions.includes(key));
  const [own, second] = present;
  if (!own)
    return operation.insertAt
      ? undefined
      : "There is no plain place in the specification for what would have to be written there.";
  if (second || own.hasWrongType || !own.insertAt)
    return `The operation has an extension (${own.key}) to which nothing can be added safely.`;
  const taken = (["href", "metadata", "content"] as const).find(
    (key) => fields[key] !== undefined && own[key] !== undefined,
  );
  return taken && `The operation's extension (${own.key}) sets its ${taken} already.`;
}

/** The first of what cannot be kept, in one sentence. */
function whyNot(left: readonly Difference[]): string {
  const [first] = left;
  const more = left.length > 1 ? ` and ${left.length - 1} more` : "";
  const all = left.every(({ kind }) => kind === "gained");
  if (all) return `The specification says more than the page: ${first?.subject ?? ""}${more}.`;
  const worst = left.find(({ kind }) => kind !== "gained") ?? first;
  const verb = worst?.kind === "lost" ? "would be missing" : "would be another";
  return `The specification says something else than the page: ${worst?.subject ?? ""} ${verb}${more && `,${more}`}.`;
}
