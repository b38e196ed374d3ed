import type { Profile } from "../../config/settings/profile.ts";
import { isRemoteSpec, getSpecName } from "../../spec/detect-spec.ts";
import type {
  ChannelOutline,
  OperationOutline,
  SpecOutline,
  TagOutline,
  VendorExtension,
} from "../../spec/spec-outline.ts";
import { derive } from "../../text/maps.ts";
import type { GeneratedPage } from "./generated-pages.ts";

/**
 * Whether the generated menu hides the operation. Some services treat any value of `x-hidden` except `false` as true.
 */
export function isHidden({ isHidden: hidden, isLooselyHidden }: OperationOutline, profile: Profile): boolean {
  return hidden || (profile.name === "mintlify" && isLooselyHidden === true);
}

/** Whether the operation has no page. Some services treat any value of `x-excluded` except `false` as true. */
export function isExcluded({ isExcluded: excluded, isLooselyExcluded }: OperationOutline, profile: Profile): boolean {
  return excluded || (profile.name === "mintlify" && isLooselyExcluded === true);
}

/** A group that the service generates from a tag. */
export interface TagGroup {
  /** The group's key within its parent group. Groups with the same key are merged. */
  readonly key: string;
  /** The tag. Undefined for the group of operations without a tag. */
  readonly tag: string | undefined;
  readonly label: string;
}

/**
 * Returns the groups for an operation with these tags, from the outermost group to the group of its own tag. The list
 * is empty if the tags don't create any groups. Before OpenAPI 3.2, only the first tag is used, and tags with the same
 * label share a group. In OpenAPI 3.2 and later, tags form a tree. Tags with `kind: nav` take precedence over other
 * tags that the file defines, and defined tags take precedence over undefined ones. A parent that is missing or doesn't
 * create a group is skipped.
 */
export function getTagGroups(spec: SpecOutline, tags: readonly string[]): readonly TagGroup[] {
  const tagsByName = indexTags(spec);
  if (!supportsNestedTags(spec)) {
    const [firstTag] = tags;
    if (!firstTag) return [];
    const label = tagsByName.get(firstTag)?.label ?? firstTag;
    return [{ key: label, tag: firstTag, label }];
  }
  const candidates = tags.filter((name) => isGroup(tagsByName.get(name)));
  const name =
    candidates.find((candidate) => tagsByName.get(candidate)?.kind === "nav") ??
    candidates.find((candidate) => tagsByName.has(candidate)) ??
    candidates.find(Boolean);
  const tagGroups: TagGroup[] = [];
  const names = new Set<string>();
  for (let currentName = name; currentName !== undefined && !names.has(currentName);) {
    names.add(currentName);
    const tag = tagsByName.get(currentName);
    tagGroups.unshift({ key: currentName, tag: currentName, label: tag?.label ?? currentName });
    const parentTag = tag?.parent === undefined ? undefined : tagsByName.get(tag.parent);
    currentName = parentTag && isGroup(parentTag) ? parentTag.name : undefined;
  }
  return tagGroups;
}

/** Returns the label of the first tag that is a badge (OpenAPI 3.2), or undefined if no tag is a badge. */
export function getMethodBadge(spec: SpecOutline, tags: readonly string[]): string | undefined {
  if (!supportsNestedTags(spec)) return undefined;
  const tagsByName = indexTags(spec);
  return tags.map((name) => tagsByName.get(name)).find((tag) => tag?.kind === "badge")?.label;
}

function supportsNestedTags({ version }: SpecOutline): boolean {
  return /^3\.2\b/.test(version);
}

function isGroup(tag: TagOutline | undefined): boolean {
  return tag?.kind === undefined || tag.kind === "nav";
}

const indexTags = derive(({ tags }: SpecOutline): ReadonlyMap<string, TagOutline> => {
  const tagsByName = new Map<string, TagOutline>();
  for (const tag of tags) if (!tagsByName.has(tag.name)) tagsByName.set(tag.name, tag);
  return tagsByName;
});

/** A page as the service would generate it if no other page had the same slug. */
export interface PagePlan {
  /** The page's slug. If another page in the same group already has this slug, the service adds the suffix `-1`. */
  readonly baseSlug: string;
  readonly title: string;
  /** The title that the menu shows. Undefined if it's the same as the page's title. */
  readonly sidebarTitle: string | undefined;
  /** The groups that contain the page, starting with the outermost. */
  readonly tagGroups: readonly TagGroup[];
  /** The reason why the page isn't in the menu. Undefined if the page is in the menu. */
  readonly hiddenReason: "mark" | "metadata" | undefined;
  readonly method: string | undefined;
  readonly badge: string | undefined;
  readonly deprecated: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly content: string | undefined;
  readonly userGroups: readonly string[];
}

/** The maximum number of characters of a summary, tag, or path that are used in slugs and names. */
const maxNameLength = 500;

/**
 * Plans an operation's page. For example, `GET /users` with the tag `Users` and the summary `List users` gets the slug
 * `api-reference/users/list-users`.
 */
export function planOperationPage(
  spec: SpecOutline,
  operation: OperationOutline,
  kind: "operation" | "webhook",
  directory: string,
  profile: Profile,
): PagePlan {
  const extension = getVendorExtension(operation, profile);
  const tagGroups = getTagGroups(spec, operation.tags);
  const summary = operation.summary === "" ? undefined : operation.summary;
  const method = operation.isAdditional ? operation.method : operation.method.toLowerCase();
  const fallbackName =
    kind === "webhook" ? toGeneratedSlug(operation.path) : `${method.toLowerCase()}-${toGeneratedSlug(operation.path)}`;
  const name = summary === undefined ? fallbackName : toGeneratedSlug(summary);
  const movedSlug = toSlug(extension?.href);
  const { openapi: _, ...ownMetadata } = extension?.metadata ?? {};
  const userGroups = [
    ...new Set([
      ...toStringList(ownMetadata["groups"]),
      ...getPathGroups(operation, profile),
      ...(extension?.groups ?? []),
    ]),
  ];
  // The label of a webhook in the menu is always derived from its name.
  const displayTitle = kind === "webhook" || !summary?.trim() ? toWords(name || fallbackName) : summary;
  const isDeprecated =
    typeof ownMetadata["deprecated"] === "boolean" ? ownMetadata["deprecated"] : operation.deprecated;
  return {
    baseSlug: movedSlug ?? joinPath(directory, toGeneratedSlug(tagGroups.at(-1)?.tag ?? ""), name),
    title: toText(ownMetadata["title"]) ?? displayTitle,
    sidebarTitle:
      toText(ownMetadata["sidebarTitle"]) ??
      (movedSlug === undefined || isRemoteSpec(spec.path) ? undefined : toWords(getLastSegment(movedSlug))),
    tagGroups: tagGroups.length > 0 ? tagGroups : [{ key: "", tag: undefined, label: "API Reference" }],
    hiddenReason: isHidden(operation, profile) ? "mark" : ownMetadata["hidden"] === true ? "metadata" : undefined,
    method: kind === "webhook" ? undefined : operation.method,
    badge: getMethodBadge(spec, operation.tags),
    deprecated: isDeprecated,
    metadata: {
      openapi: `${formatSpecReference(spec)} ${kind === "webhook" ? "webhook" : method} ${operation.path}`,
      ...(isDeprecated && { deprecated: isDeprecated }),
      ...ownMetadata,
      ...(userGroups.length > 0 && { groups: userGroups }),
    },
    content: extension?.content,
    userGroups,
  };
}

/** Plans a channel's page. For example, `chat` without a tag gets the slug `api-reference/websockets/chat`. */
export function planChannelPage(spec: SpecOutline, channel: ChannelOutline, directory: string): PagePlan {
  const tag = channel.tags[0] ?? "Websockets";
  const title = channel.title?.trim() ? channel.title : toSentence(channel.id);
  return {
    baseSlug: joinPath(directory, toGeneratedSlug(tag), toGeneratedSlug(channel.title ?? channel.id)),
    title,
    sidebarTitle: undefined,
    tagGroups: [{ key: tag, tag, label: tag }],
    hiddenReason: undefined,
    method: undefined,
    badge: undefined,
    deprecated: false,
    metadata: { asyncapi: `${formatSpecReference(spec)} ${channel.id}` },
    content: undefined,
    userGroups: [],
  };
}

/**
 * Returns the vendor extension that applies. Some services ignore the entire extension if any of its properties has the
 * wrong type.
 */
export function getVendorExtension(operation: OperationOutline, profile: Profile): VendorExtension | undefined {
  return mergeExtensions(operation.extensions, profile);
}

function getPathGroups({ pathExtensions = [] }: OperationOutline, profile: Profile): readonly string[] {
  return mergeExtensions(pathExtensions, profile)?.groups ?? [];
}

function mergeExtensions(extensions: readonly VendorExtension[], profile: Profile): VendorExtension | undefined {
  const extension = profile.vendorExtensions
    .map((key) => extensions.find((candidate) => candidate.key === key))
    .find((candidate) => candidate !== undefined);
  return extension?.hasWrongType && profile.name === "mintlify" ? undefined : extension;
}

/**
 * Converts text to a URL segment. For example, `List {all} users` becomes `list--users`, because each pair of dashes in
 * `list---users` is replaced with a single dash.
 */
export function toGeneratedSlug(text: string): string {
  return text
    .slice(0, maxNameLength)
    .replaceAll(" ", "-")
    .replace(/\{[^}]*\}/g, "-")
    .replace(/^-|-$/g, "")
    .replace(/[{}(),.'\n/]/g, "")
    .replaceAll("--", "-")
    .toLowerCase();
}

/**
 * Returns the slug that an operation's `href` moves its page to, such as `guides/start` for `/Guides/Start/`, or
 * undefined if the extension has no `href`.
 */
export function toSlug(href: string | undefined): string | undefined {
  if (!href) return undefined;
  const path = href
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.mdx?$/i, "")
    .toLowerCase();
  return path === "" ? "index" : path;
}

/** Converts a slug to words, such as `get-a-b` to `Get a b`. */
function toWords(slug: string): string {
  return capitalize(slug.replaceAll("-", " "));
}

/** Converts an identifier to a phrase, such as `userEvents` to `User events`. */
function toSentence(id: string): string {
  return capitalize(id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim());
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the specification's name in the form used in frontmatter. */
function formatSpecReference({ path }: SpecOutline): string {
  return isRemoteSpec(path) ? getSpecName(path) : `/${path}`;
}

function toText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function toStringList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function getLastSegment(slug: string): string {
  return slug.slice(slug.lastIndexOf("/") + 1);
}

function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("/") || "index";
}

const ranksByMethod: ReadonlyMap<string, number> = new Map(
  ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"].map((method, index) => [
    method,
    index,
  ]),
);

/**
 * The operations in the order in which the service generates their pages: by path in file order, and then by method.
 * Methods that the service doesn't list come last.
 */
export const sortInServiceOrder = derive((operations: readonly OperationOutline[]): readonly OperationOutline[] => {
  const ranksByPath = new Map<string, number>();
  for (const { path } of operations) if (!ranksByPath.has(path)) ranksByPath.set(path, ranksByPath.size);
  const getRank = ({ path, method, isAdditional }: OperationOutline) =>
    (ranksByPath.get(path) ?? 0) * 16 + (isAdditional ? 15 : (ranksByMethod.get(method) ?? 15));
  return [...operations].sort((a, b) => getRank(a) - getRank(b));
});

export interface OperationPlan {
  readonly target: { readonly kind: "operation" | "webhook"; readonly operation: OperationOutline };
  /** The planned page. Undefined if the operation is excluded. */
  readonly plan: PagePlan | undefined;
}

/**
 * The planned page for each operation in a specification. Cached for each outline, so an edit to one specification
 * doesn't cause the pages of other specifications to be planned again.
 */
export const planOperations = derive((spec: SpecOutline) =>
  derive((profile: Profile) => {
    const plansByDirectory = new Map<string, readonly OperationPlan[]>();
    return (directory: string): readonly OperationPlan[] => {
      const existingPlans = plansByDirectory.get(directory);
      if (existingPlans) return existingPlans;
      const createPlan = (kind: "operation" | "webhook", operation: OperationOutline): OperationPlan => ({
        target: { kind, operation },
        plan: isExcluded(operation, profile) ? undefined : planOperationPage(spec, operation, kind, directory, profile),
      });
      const plans = [
        ...sortInServiceOrder(spec.operations).map((operation) => createPlan("operation", operation)),
        ...sortInServiceOrder(spec.webhooks).map((webhook) => createPlan("webhook", webhook)),
      ];
      plansByDirectory.set(directory, plans);
      return plans;
    };
  }),
);

/**
 * Returns the name of the endpoint that a generated page documents, such as `GET /users`, `WEBHOOK order.paid`, or
 * `CHANNEL chat`.
 */
export function getOperationName(target: GeneratedPage["target"]): string {
  switch (target.kind) {
    case "channel":
      return `CHANNEL ${target.channel.id}`;
    case "webhook":
      return `WEBHOOK ${target.operation.path}`;
    case "operation":
      return `${target.operation.method} ${target.operation.path}`;
  }
}
