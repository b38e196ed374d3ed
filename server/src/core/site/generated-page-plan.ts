import type { Profile } from "../config/profile.ts";
import type { ChannelOutline, OperationOutline, SpecOutline, VendorExtension } from "../spec/spec-outline.ts";

/** What the service would call a page before it looks at its neighbours. */
export interface PagePlan {
  /** Gets `-1` when something else of the specification has it already. */
  readonly baseSlug: string;
  /** Set by the author through the vendor extension's `href`: taken as it stands. */
  readonly fixed: boolean;
  readonly title: string;
  readonly groups: readonly string[];
}

/** `GET /users` with tag `Users` and summary `List users` → `api-reference/users/list-users`. */
export function pageOfOperation(
  spec: SpecOutline,
  operation: OperationOutline,
  directory: string,
  profile: Profile,
): PagePlan {
  const extension = vendorExtension(operation, profile);
  const tag = navigationTag(spec, operation);
  const isWebhook = spec.webhooks.includes(operation);
  const ownName = operation.summary?.trim() ? operation.summary : undefined;
  const fallback = isWebhook ? operation.path : `${operation.method}-${operation.path}`;
  const name = slugOf(ownName ?? fallback) || slugOf(fallback);
  const href = extension?.href?.replace(/^\/+|\/+$/g, "").toLowerCase();
  const metadataTitle = extension?.metadata?.["title"];
  return {
    baseSlug: href || joined(directory, tag === undefined ? "" : slugOf(tag), name),
    fixed: Boolean(href),
    title: typeof metadataTitle === "string" ? metadataTitle : (ownName ?? wordsOf(name)),
    groups: tag === undefined ? [isWebhook ? "Webhooks" : "API Reference"] : tagLabels(spec, tag),
  };
}

/** A channel `chat` without tag → `api-reference/websockets/chat`. */
export function pageOfChannel(spec: SpecOutline, channel: ChannelOutline, directory: string): PagePlan {
  const tag = channel.tags[0] ?? "Websockets";
  const title = channel.title?.trim() ? channel.title : wordsOf(slugOf(channel.id));
  const groups = channel.tags.length > 0 ? tagLabels(spec, tag) : [tag];
  return { baseSlug: joined(directory, slugOf(tag), slugOf(title)), fixed: false, title, groups };
}

/** The vendor extension that counts. A field of a wrong type makes some services ignore all of it. */
export function vendorExtension(operation: OperationOutline, profile: Profile): VendorExtension | undefined {
  const extension = profile.vendorExtensions
    .map((key) => operation.extensions.find((candidate) => candidate.key === key))
    .find((candidate) => candidate !== undefined);
  return extension?.hasWrongType && profile.name === "mintlify" ? undefined : extension;
}

/** The text as a part of a URL: `List {all} users` → `list-users`. */
export function slugOf(text: string): string {
  return text
    .replaceAll(" ", "-")
    .replace(/\{[^{}]*\}/g, "-")
    .replace(/[{}(),.'\n/]/g, "")
    .replaceAll("--", "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}

/** `get-a-b` → `Get a b`. */
function wordsOf(slug: string): string {
  const words = slug.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first tag that stands for a group; OpenAPI 3.2 has tags that are only badges. */
function navigationTag(spec: SpecOutline, operation: OperationOutline): string | undefined {
  return operation.tags.find((name) => spec.tags.find((tag) => tag.name === name)?.kind !== "badge");
}

function tagLabels(spec: SpecOutline, name: string): readonly string[] {
  const labels: string[] = [];
  const seen = new Set<string>();
  for (let current: string | undefined = name; current !== undefined && !seen.has(current);) {
    seen.add(current);
    const tag = spec.tags.find((candidate) => candidate.name === current);
    labels.unshift(tag?.label ?? current);
    current = tag?.parent;
  }
  return labels;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("/");
}
