import type { Profile } from "../config/settings/profile.ts";
import { isRemoteSpec, specName } from "../spec/remote-spec.ts";
import type { ChannelOutline, OperationOutline, SpecOutline, VendorExtension } from "../spec/spec-outline.ts";
import { isHidden } from "./operation-marks.ts";
import { badgeOf, tagPath, type TagGroup } from "./tag-groups.ts";

/** What the service would call a page before it looks at its neighbours. */
export interface PagePlan {
  /** Gets `-1` when another page of the same group has it already. */
  readonly baseSlug: string;
  readonly title: string;
  /** Shown in the menu instead of the title. */
  readonly sidebarTitle: string | undefined;
  /** The groups it stands in, outermost first. */
  readonly place: readonly TagGroup[];
  /** Why no menu shows it. */
  readonly hidden: "mark" | "metadata" | undefined;
  readonly method: string | undefined;
  readonly badge: string | undefined;
  readonly deprecated: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly content: string | undefined;
  readonly userGroups: readonly string[];
}

/** Slugs and names are made of at most so much of a summary, tag or path. */
const longestName = 500;

/** `GET /users` with tag `Users` and summary `List users` → `api-reference/users/list-users`. */
export function pageOfOperation(
  spec: SpecOutline,
  operation: OperationOutline,
  kind: "operation" | "webhook",
  directory: string,
  profile: Profile,
): PagePlan {
  const extension = vendorExtension(operation, profile);
  const path = tagPath(spec, operation.tags);
  const summary = operation.summary === "" ? undefined : operation.summary;
  const method = operation.additional ? operation.method : operation.method.toLowerCase();
  const fallback =
    kind === "webhook" ? slugOf(operation.path) : `${method.toLowerCase()}-${slugOf(operation.path)}`;
  const name = summary === undefined ? fallback : slugOf(summary);
  const moved = slugOfHref(extension?.href);
  const { openapi: _, ...own } = extension?.metadata ?? {};
  const userGroups = [
    ...new Set([...textsIn(own["groups"]), ...pathGroups(operation, profile), ...(extension?.groups ?? [])]),
  ];
  // A webhook's entry in the menu is made of its address.
  const shown = kind === "webhook" || !summary?.trim() ? wordsOf(name || fallback) : summary;
  const deprecated = typeof own["deprecated"] === "boolean" ? own["deprecated"] : operation.deprecated;
  return {
    baseSlug: moved ?? joined(directory, slugOf(path.at(-1)?.tag ?? ""), name),
    title: textIn(own["title"]) ?? shown,
    sidebarTitle:
      textIn(own["sidebarTitle"]) ??
      (moved === undefined || isRemoteSpec(spec.path) ? undefined : wordsOf(lastPart(moved))),
    place: path.length > 0 ? path : [{ key: "", tag: undefined, label: "API Reference" }],
    hidden: isHidden(operation, profile) ? "mark" : own["hidden"] === true ? "metadata" : undefined,
    method: kind === "webhook" ? undefined : operation.method,
    badge: badgeOf(spec, operation.tags),
    deprecated,
    metadata: {
      openapi: `${fileOf(spec)} ${kind === "webhook" ? "webhook" : method} ${operation.path}`,
      ...(deprecated && { deprecated }),
      ...own,
      ...(userGroups.length > 0 && { groups: userGroups }),
    },
    content: extension?.content,
    userGroups,
  };
}

/** A channel `chat` without tag → `api-reference/websockets/chat`. */
export function pageOfChannel(spec: SpecOutline, channel: ChannelOutline, directory: string): PagePlan {
  const tag = channel.tags[0] ?? "Websockets";
  const title = channel.title?.trim() ? channel.title : sentenceOf(channel.id);
  return {
    baseSlug: joined(directory, slugOf(tag), slugOf(channel.title ?? channel.id)),
    title,
    sidebarTitle: undefined,
    place: [{ key: tag, tag, label: tag }],
    hidden: undefined,
    method: undefined,
    badge: undefined,
    deprecated: false,
    metadata: { asyncapi: `${fileOf(spec)} ${channel.id}` },
    content: undefined,
    userGroups: [],
  };
}

/** The vendor extension that counts. A field of a wrong type makes some services ignore all of it. */
export function vendorExtension(operation: OperationOutline, profile: Profile): VendorExtension | undefined {
  return inForce(operation.extensions, profile);
}

function pathGroups({ pathExtensions = [] }: OperationOutline, profile: Profile): readonly string[] {
  return inForce(pathExtensions, profile)?.groups ?? [];
}

function inForce(extensions: readonly VendorExtension[], profile: Profile): VendorExtension | undefined {
  const extension = profile.vendorExtensions
    .map((key) => extensions.find((candidate) => candidate.key === key))
    .find((candidate) => candidate !== undefined);
  return extension?.hasWrongType && profile.name === "mintlify" ? undefined : extension;
}

/** The text as a part of an address: `List {all} users` → `list---users`, of which two dashes in a row become one. */
export function slugOf(text: string): string {
  return text
    .slice(0, longestName)
    .replaceAll(" ", "-")
    .replace(/\{[^}]*\}/g, "-")
    .replace(/^-|-$/g, "")
    .replace(/[{}(),.'\n/]/g, "")
    .replaceAll("--", "-")
    .toLowerCase();
}

/** `/Guides/Start/` → `guides/start`; undefined where the extension names no address. */
/** The slug of the page that an operation's `href` moves. */
export function slugOfHref(href: string | undefined): string | undefined {
  if (!href) return undefined;
  const path = href
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.mdx?$/i, "")
    .toLowerCase();
  return path === "" ? "index" : path;
}

/** `get-a-b` → `Get a b`. */
function wordsOf(slug: string): string {
  return capitalised(slug.replaceAll("-", " "));
}

/** `userEvents` → `User events`. */
function sentenceOf(id: string): string {
  return capitalised(id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim());
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As the frontmatter of a page names it. */
function fileOf({ path }: SpecOutline): string {
  return isRemoteSpec(path) ? specName(path) : `/${path}`;
}

function textIn(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function lastPart(slug: string): string {
  return slug.slice(slug.lastIndexOf("/") + 1);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("/") || "index";
}
