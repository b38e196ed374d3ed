import { readApiTarget } from "../../page/check-field.ts";
import type { FieldValue, PageOutline } from "../../page/page.ts";
import type { Site } from "../../site/site.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import { endpointsOfPage } from "../../site/specs/operation-references.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import { fileName } from "../../text/site-path.ts";
import {
  type Audience,
  filledIn,
  isList,
  isFrontmatterMap,
  getFrontmatterText,
} from "../source/page-source.ts";
import { siteFacts } from "../source/site-facts.ts";

export type ShownParts = Pick<Site, "config" | "specs" | "profile" | "settings">;

/** What menus show for an authored or generated page. */
export interface ShownPage {
  readonly title: string;
  readonly sidebarTitle: string;
  readonly description?: string;
  readonly icon?: FieldValue;
  readonly iconType?: FieldValue;
  readonly tag?: string;
  /** `GET`, `WEBHOOK`, `WSS`. */
  readonly method?: string;
  readonly deprecated: boolean;
  /** The target of a page that is a link. */
  readonly url?: string;
  /** Why the page isn't in any menu for this reader. */
  readonly unlisted?: "hidden" | "audience";
}

/**
 * Returns the page for a path. A file takes precedence over a generated page. If there is neither, only the path can be
 * shown.
 */
export function shownPage(
  site: ShownParts,
  slug: string,
  outline: PageOutline | undefined,
  generated: GeneratedPage | undefined,
  audience: Audience,
): ShownPage {
  const field = outline
    ? (name: string) => outline.fields.get(name)
    : (name: string) => metadataField(generated, name);
  const { variables } = siteFacts(site);
  const text = (name: string) => {
    const written = getFrontmatterText(field(name));
    return written?.includes("{{") ? filledIn(written, variables) : written;
  };
  const title =
    text("title") ?? generatedTitle(outline, generated) ?? summaryOf(site, outline) ?? titleOfPath(slug);
  const method = field("hideApiMarker") === true ? undefined : methodOf(outline, generated);
  const icon = field("icon");
  const iconType = field("iconType");
  const description = text("description");
  const tag = text("tag") ?? (outline ? undefined : generated?.badge);
  const url = outline ? text("url") : undefined;
  const unlisted = unlistedFor(site, field, audience);
  return {
    title,
    sidebarTitle: text("sidebarTitle") ?? (outline ? undefined : generated?.sidebarTitle) ?? title,
    deprecated: field("deprecated") === true || (!outline && generated?.deprecated === true),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(iconType !== undefined && { iconType }),
    ...(tag !== undefined && { tag }),
    ...(method !== undefined && { method }),
    ...(url !== undefined && { url }),
    ...(unlisted && { unlisted }),
  };
}

/** Returns a title derived from the path: `Getting started` for `guides/getting-started`. */
export function titleOfPath(slug: string): string {
  const words = fileName(slug).replace(/[-_]/g, " ");
  return words === "" ? slug : words.charAt(0).toUpperCase() + words.slice(1);
}

function metadataField(generated: GeneratedPage | undefined, name: string): FieldValue | undefined {
  const metadata = generated?.metadata ?? {};
  return Object.hasOwn(metadata, name) ? asField(metadata[name]) : undefined;
}

/** Metadata in a vendor extension is plain JSON. */
function asField(value: unknown): FieldValue | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.flatMap((item) => asField(item) ?? []);
  if (typeof value !== "object" || value === null) return undefined;
  return new Map(
    Object.entries(value).flatMap(([key, item]) => {
      const field = asField(item);
      return field === undefined ? [] : [[key, field] as const];
    }),
  );
}

function generatedTitle(outline: PageOutline | undefined, generated: GeneratedPage | undefined) {
  return outline ? undefined : generated?.title;
}

/** Returns the summary of the operation that an untitled page documents. */
function summaryOf(site: ShownParts, outline: PageOutline | undefined): string | undefined {
  if (!outline?.fields.has("openapi")) return undefined;
  for (const { resolution } of endpointsOfPage(site, outline)) {
    if (resolution.kind !== "found") continue;
    const { target } = resolution;
    if (target.kind === "operation" || target.kind === "webhook")
      return target.operation.summary?.trim() || undefined;
  }
  return undefined;
}

function methodOf(
  outline: PageOutline | undefined,
  generated: GeneratedPage | undefined,
): string | undefined {
  if (!outline) {
    if (generated?.target.kind === "channel") return "WSS";
    return generated?.target.kind === "webhook" ? "WEBHOOK" : generated?.method?.toUpperCase();
  }
  const openapi = outline.fields.get("openapi");
  if (typeof openapi === "string") {
    const read = readOperationReference(openapi);
    if (!read.ok) return undefined;
    const { reference } = read;
    if (reference.form === "webhook") return "WEBHOOK";
    return reference.form === "operation" ? reference.method.text.toUpperCase() : undefined;
  }
  if (typeof outline.fields.get("asyncapi") === "string") return "WSS";
  const api = outline.fields.get("api");
  const target = typeof api === "string" ? readApiTarget(api) : undefined;
  return target && target.kind !== "malformed" ? target.method : undefined;
}

function unlistedFor(
  { profile, settings }: ShownParts,
  field: (name: string) => FieldValue | undefined,
  audience: Audience,
): ShownPage["unlisted"] {
  if (field("hidden") === true) return "hidden";
  const limits =
    profile.groupsLimitPages && settings.authentication !== false && field("playground") !== "auth";
  return limits && !mayRead(field("groups"), audience) ? "audience" : undefined;
}

/**
 * Whether a page's `groups` include this reader. Each item is a group name or an object with `includes` and `excludes`,
 * and one match is enough.
 */
function mayRead(groups: FieldValue | undefined, { signedIn, groups: own }: Audience): boolean {
  if (!isList(groups) || groups.length === 0) return true;
  if (!signedIn) return false;
  return groups.some((entry) => {
    if (typeof entry === "string") return entry === "*" || own.includes(entry);
    if (!isFrontmatterMap(entry)) return false;
    const [includes, excludes] = ["includes", "excludes"].map((key) => texts(entry.get(key)));
    if (excludes?.some((name) => own.includes(name))) return false;
    return !includes || includes.includes("*") || includes.some((name) => own.includes(name));
  });
}

function texts(value: FieldValue | undefined): readonly string[] | undefined {
  return isList(value) ? value.filter((item) => typeof item === "string") : undefined;
}
