import { getJsonValue, type JsonNode, getNodeLocation, getJsonString } from "../../config/json/json-tree.ts";
import { parseApiTarget } from "../../page/check-field.ts";
import type { FieldValue, PageOutline } from "../../page/page.ts";
import { getNavigationTree, type TreeElement, type TreePage } from "../../site/navigation/navigation-tree.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { indexGeneratedPagesBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { getPageEndpoints } from "../../site/specs/operation-references.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import { BoundedMap, derive } from "../../text/maps.ts";
import { getFileName } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import {
  type Audience,
  replaceVariables,
  toFrontmatterText,
  isFrontmatterMap,
  isList,
  getSiteFacts,
} from "../source/page-source.ts";
import type { FrameContextMenu, FrameImage, FrameLocation } from "../view/site-frame.ts";
import { type IconFinder, resolveHref, getPageHref, readIcon, readImageSource } from "./frame-links.ts";

export type FrameSiteParts = Pick<Site, "config" | "specs" | "profile" | "settings">;

/** The data that menus show for a page, regardless of whether an author wrote the page or the service generated it. */
export interface ShownPage {
  readonly title: string;
  readonly sidebarTitle: string;
  readonly description?: string;
  readonly icon?: FieldValue;
  readonly iconType?: FieldValue;
  readonly tag?: string;
  /** The method of the page's operation, such as `GET`, `WEBHOOK`, or `WSS`. */
  readonly method?: string;
  readonly deprecated: boolean;
  /** The target URL of a page that is a link. */
  readonly url?: string;
  /** The reason why the page isn't in any menu for this reader. */
  readonly unlistedReason?: "hidden" | "audience";
}

/**
 * Returns the menu data of the page at a path. A file takes precedence over a generated page. If neither exists, the
 * title is derived from the path.
 */
export function createShownPage(
  site: FrameSiteParts,
  slug: string,
  outline: PageOutline | undefined,
  generatedPage: GeneratedPage | undefined,
  audience: Audience,
): ShownPage {
  const getField = outline
    ? (name: string) => outline.fields.get(name)
    : (name: string) => getMetadataField(generatedPage, name);
  const { variables } = getSiteFacts(site);
  const getText = (name: string) => {
    const ownText = toFrontmatterText(getField(name));
    return ownText?.includes("{{") ? replaceVariables(ownText, variables) : ownText;
  };
  const title =
    getText("title") ??
    getGeneratedTitle(outline, generatedPage) ??
    findOperationSummary(site, outline) ??
    deriveTitle(slug);
  const method = getField("hideApiMarker") === true ? undefined : findMethodLabel(outline, generatedPage);
  const icon = getField("icon");
  const iconType = getField("iconType");
  const description = getText("description");
  const tag = getText("tag") ?? (outline ? undefined : generatedPage?.badge);
  const url = outline ? getText("url") : undefined;
  const unlistedReason = getUnlistedReason(site, getField, audience);
  return {
    title,
    sidebarTitle: getText("sidebarTitle") ?? (outline ? undefined : generatedPage?.sidebarTitle) ?? title,
    deprecated: getField("deprecated") === true || (!outline && generatedPage?.deprecated === true),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(iconType !== undefined && { iconType }),
    ...(tag !== undefined && { tag }),
    ...(method !== undefined && { method }),
    ...(url !== undefined && { url }),
    ...(unlistedReason && { unlistedReason }),
  };
}

/** Returns a title that is derived from the path, such as `Getting started` for `guides/getting-started`. */
export function deriveTitle(slug: string): string {
  const title = getFileName(slug).replace(/[-_]/g, " ");
  return title === "" ? slug : title.charAt(0).toUpperCase() + title.slice(1);
}

function getMetadataField(generatedPage: GeneratedPage | undefined, name: string): FieldValue | undefined {
  const metadata = generatedPage?.metadata ?? {};
  return Object.hasOwn(metadata, name) ? toFieldValue(metadata[name]) : undefined;
}

/** Converts metadata in a vendor extension, which is plain JSON, to a field's value. */
function toFieldValue(value: unknown): FieldValue | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.flatMap((item) => toFieldValue(item) ?? []);
  if (typeof value !== "object" || value === null) return undefined;
  return new Map(
    Object.entries(value).flatMap(([key, item]) => {
      const field = toFieldValue(item);
      return field === undefined ? [] : [[key, field] as const];
    }),
  );
}

function getGeneratedTitle(outline: PageOutline | undefined, generatedPage: GeneratedPage | undefined) {
  return outline ? undefined : generatedPage?.title;
}

/** Returns the summary of the operation that an untitled page documents. */
function findOperationSummary(site: FrameSiteParts, outline: PageOutline | undefined): string | undefined {
  if (!outline?.fields.has("openapi")) return undefined;
  for (const { resolution } of getPageEndpoints(site, outline)) {
    if (resolution.kind !== "found") continue;
    const { target } = resolution;
    if (target.kind === "operation" || target.kind === "webhook") return target.operation.summary?.trim() || undefined;
  }
  return undefined;
}

function findMethodLabel(
  outline: PageOutline | undefined,
  generatedPage: GeneratedPage | undefined,
): string | undefined {
  if (!outline) {
    if (generatedPage?.target.kind === "channel") return "WSS";
    return generatedPage?.target.kind === "webhook" ? "WEBHOOK" : generatedPage?.method?.toUpperCase();
  }
  const openapi = outline.fields.get("openapi");
  if (typeof openapi === "string") {
    const parsedReference = readOperationReference(openapi);
    if (!parsedReference.ok) return undefined;
    const { reference } = parsedReference;
    if (reference.form === "webhook") return "WEBHOOK";
    return reference.form === "operation" ? reference.method.text.toUpperCase() : undefined;
  }
  if (typeof outline.fields.get("asyncapi") === "string") return "WSS";
  const api = outline.fields.get("api");
  const target = typeof api === "string" ? parseApiTarget(api) : undefined;
  return target && target.kind !== "malformed" ? target.method : undefined;
}

function getUnlistedReason(
  { profile, settings }: FrameSiteParts,
  getField: (name: string) => FieldValue | undefined,
  audience: Audience,
): ShownPage["unlistedReason"] {
  if (getField("hidden") === true) return "hidden";
  const limitsPages =
    profile.groupsLimitPages && settings.authentication !== false && getField("playground") !== "auth";
  return limitsPages && !canRead(getField("groups"), audience) ? "audience" : undefined;
}

/**
 * Whether a page's `groups` include this reader. Each item is a group name or an object with `includes` and `excludes`.
 * A single match is enough.
 */
function canRead(groups: FieldValue | undefined, { signedIn, groups: audienceGroups }: Audience): boolean {
  if (!isList(groups) || groups.length === 0) return true;
  if (!signedIn) return false;
  return groups.some((entry) => {
    if (typeof entry === "string") return entry === "*" || audienceGroups.includes(entry);
    if (!isFrontmatterMap(entry)) return false;
    const [includes, excludes] = ["includes", "excludes"].map((key) => toStringList(entry.get(key)));
    if (excludes?.some((name) => audienceGroups.includes(name))) return false;
    return !includes || includes.includes("*") || includes.some((name) => audienceGroups.includes(name));
  });
}

function toStringList(value: FieldValue | undefined): readonly string[] | undefined {
  return isList(value) ? value.filter((item) => typeof item === "string") : undefined;
}

/** A site as one audience sees it, with data that all its pages share. */
export interface FrameContext {
  readonly site: Site;
  readonly audience: Audience;
  readonly findIcon: IconFinder;
  /** Undefined if the site has no navigation. */
  readonly tree: TreeElement | undefined;
  /** Returns the menu data of a page. */
  readonly getShownPage: (page: PageTarget) => ShownPage;
  /** The views of navigation elements that have already been computed, keyed by name and element. */
  readonly cache: {
    readonly viewsByName: Map<string, Map<TreeElement | undefined, unknown>>;
  };
}

/** A page's slug, and the file or specification that the page comes from. */
export type PageTarget = Pick<TreePage, "slug" | "file" | "generatedPage">;

/**
 * Returns the site as this audience sees it. The result is rebuilt only if something that the frame shows has changed.
 */
export function getAudienceContext(site: Site, audience: Audience, findIcon: IconFinder): FrameContext {
  const cachedContexts = getFrameContexts(site)(findIcon);
  const key = createAudienceKey(audience);
  const cachedContext = cachedContexts.get(key);
  if (cachedContext) return cachedContext;
  const context = createFrameContext(site, audience, findIcon);
  cachedContexts.set(key, context);
  return context;
}

/**
 * The maximum number of audiences in a cache. The number is limited because authors can type any group names into a
 * text box.
 */
const maxAudiences = 20;

const getFrameContexts = createSiteView(["config", "specs", "files", "profile", "settings", "pages"], () =>
  derive((_findIcon: IconFinder) => new BoundedMap<string, FrameContext>(maxAudiences)),
);

function createFrameContext(site: Site, audience: Audience, findIcon: IconFinder): FrameContext {
  const shownPages = getShownPages(site, audience);
  return {
    site,
    audience,
    findIcon,
    tree: getNavigationTree(site),
    getShownPage: ({ slug, file, generatedPage }) => {
      const outline = file === undefined ? undefined : site.pages.get(file);
      const cacheKey = outline ?? generatedPage;
      const shownPage = cacheKey && shownPages.get(cacheKey);
      if (shownPage) return shownPage;
      const newShownPage = createShownPage(site, slug, outline, generatedPage, audience);
      if (cacheKey) shownPages.set(cacheKey, newShownPage);
      return newShownPage;
    },
    cache: { viewsByName: new Map() },
  };
}

type ShownPages = WeakMap<PageOutline | GeneratedPage, ShownPage>;

/** Returns the cache of menu data, keyed by page. While one page is edited, the data for other pages remains cached. */
function getShownPages(site: Site, audience: Audience): ShownPages {
  const shownPagesByKey = getShownPagesByAudience(site);
  const key = createAudienceKey(audience);
  const cachedShownPages = shownPagesByKey.get(key);
  if (cachedShownPages) return cachedShownPages;
  const shownPages: ShownPages = new WeakMap();
  shownPagesByKey.set(key, shownPages);
  return shownPages;
}

const getShownPagesByAudience = createSiteView(
  ["config", "specs", "profile", "settings"],
  () => new BoundedMap<string, ShownPages>(maxAudiences),
);

function createAudienceKey({ signedIn, groups }: Audience): string {
  return signedIn ? JSON.stringify([...groups].sort()) : "";
}

/** Returns a view of an element. The view is computed only once for each `FrameContext`. */
export function getCachedView<View>(
  { cache }: FrameContext,
  name: string,
  element: TreeElement | undefined,
  createView: () => View,
): View {
  const viewsByElement = cache.viewsByName.get(name) ?? new Map<TreeElement | undefined, unknown>();
  cache.viewsByName.set(name, viewsByElement);
  if (viewsByElement.has(element)) return viewsByElement.get(element) as View;
  const view = createView();
  viewsByElement.set(element, view);
  return view;
}

/**
 * Returns the page at this path, whether it's a file or a generated page. Returns undefined if the page doesn't exist.
 */
export function findPageTarget(site: Site, slug: string): PageTarget | undefined {
  const file: SitePath | undefined = getPageSlugs(site.files).fileBySlug.get(slug);
  const generatedPage: GeneratedPage | undefined =
    file === undefined ? indexGeneratedPagesBySlug(site).get(slug) : undefined;
  return file === undefined && !generatedPage ? undefined : { slug, file, generatedPage };
}

/** Returns a group's root page if it exists and this reader can access it. */
export function findRootPage(context: FrameContext, { element }: TreeElement): PageTarget | undefined {
  const pageEntry = element.kind === "group" && element.root ? readPageEntry(element.root.value) : undefined;
  const pageTarget = pageEntry?.kind === "page" ? findPageTarget(context.site, pageEntry.slug) : undefined;
  return pageTarget && !context.getShownPage(pageTarget).unlistedReason ? pageTarget : undefined;
}

/** Whether a menu shows this page to this reader. */
export function isListed(context: FrameContext, page: TreePage): boolean {
  return page.hiddenReason === undefined && !context.getShownPage(page).unlistedReason;
}

/** Returns the URL that a click on a page opens. */
export function getHref(context: FrameContext, page: PageTarget): string {
  return getPageHref(context.site, page.slug);
}

/** Returns a string setting without surrounding whitespace, or undefined if the string is missing or empty. */
export function readText(node: JsonNode | undefined, key: string): string | undefined {
  return getJsonString(node, key)?.trim() || undefined;
}

export function readFlag(node: JsonNode | undefined, key: string): boolean | undefined {
  const value = getJsonValue(node, key);
  return value?.kind === "boolean" ? value.value : undefined;
}

export function readItems(node: JsonNode | undefined, key: string): readonly JsonNode[] {
  const value = getJsonValue(node, key);
  return value?.kind === "array" ? value.items : [];
}

export function readOneOf<Name extends string>(text: string | undefined, names: readonly Name[]): Name | undefined {
  return names.find((name) => name === text);
}

/**
 * Reads a color with three or six hexadecimal digits. Rejects any other value, because the color is inserted into a
 * style.
 */
export function readHexColor(node: JsonNode | undefined, key: string): string | undefined {
  const text = getJsonString(node, key);
  return text !== undefined && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text : undefined;
}

/** Returns the colors that are set for light and dark mode. */
export function readColorPair(node: JsonNode | undefined): {
  readonly light?: string;
  readonly dark?: string;
} {
  const [light, dark] = [readHexColor(node, "light"), readHexColor(node, "dark")];
  return { ...(light !== undefined && { light }), ...(dark !== undefined && { dark }) };
}

/** Reads an image, or a pair of images for light and dark mode. */
export function readImage(node: JsonNode | undefined): FrameImage | undefined {
  const getText = (key: string) => (node?.kind === "string" ? node.value : getJsonString(node, key));
  const [light, dark] = [getText("light"), getText("dark")].map((text) =>
    text === undefined ? undefined : readImageSource(text),
  );
  const onlyImage = light ?? dark;
  if (!node || !onlyImage) return undefined;
  return { light: light ?? onlyImage, dark: dark ?? onlyImage, location: getNodeLocation(node) };
}

export function toFrameLocation(node: JsonNode | undefined): { readonly location?: FrameLocation } {
  return node ? { location: getNodeLocation(node) } : {};
}

/**
 * Returns the contextual menu, which copies the page or opens it elsewhere. The page's own settings override the site's
 * settings.
 */
export function readContextMenu(
  context: FrameContext,
  contextualField: FieldValue | undefined,
): FrameContextMenu | undefined {
  const setting = getJsonValue(context.site.config.root, "contextual");
  const pageSettings = isFrontmatterMap(contextualField) ? contextualField : undefined;
  const optionNames = pageSettings?.get("options");
  const display = pageSettings?.get("display") ?? getJsonString(setting, "display");
  const options = readItems(setting, "options").flatMap((node) => readOption(context, node) ?? []);
  const location = setting
    ? getNodeLocation(setting)
    : { file: context.site.config.entry, range: { start: 0, end: 0 } };
  const chosenOptions = isList(optionNames)
    ? optionNames.flatMap((name) => {
        if (typeof name !== "string") return [];
        return options.find((option) => option.name === name) ?? { name, location };
      })
    : options;
  return chosenOptions.length === 0
    ? undefined
    : { display: display === "toc" ? "toc" : "header", options: chosenOptions };
}

function readOption({ site, findIcon }: FrameContext, node: JsonNode): FrameContextMenu["options"][number] | undefined {
  if (node.kind === "string") return { name: node.value, location: getNodeLocation(node) };
  const name = readText(node, "title");
  if (name === undefined) return undefined;
  const description = readText(node, "description");
  const icon = readIcon(site, getJsonValue(node, "icon"), findIcon);
  const href = getJsonString(node, "href") ?? getJsonString(getJsonValue(node, "href"), "base");
  const link = href === undefined ? {} : resolveHref(site, href);
  return {
    name,
    ...(description !== undefined && { description }),
    ...(icon && { icon }),
    ...(link.href !== undefined && { href: link.href }),
    location: getNodeLocation(node),
  };
}
