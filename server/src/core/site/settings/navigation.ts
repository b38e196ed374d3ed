import type { Config } from "../../config/config.ts";
import { isMisread } from "../../config/json/json-reader.ts";
import { mayBeTruncated, findMisreadParts } from "../../config/json/misread-parts.ts";
import {
  deriveFromContent,
  type JsonArray,
  type JsonFile,
  type JsonNode,
  getJsonValue,
} from "../../config/json/json-tree.ts";
import {
  type NavElement,
  type NavEntry,
  type Navigation,
  readNavigationNode,
} from "../../config/settings/navigation.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import { isAbsoluteReference } from "../../text/site-path.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";

/**
 * Returns the navigation of a configuration. If only text after the navigation has changed, returns the same object as
 * for the previous version.
 */
export function getNavigation({ root }: Config): Navigation {
  const node = getJsonValue(root, "navigation");
  return node ? readNode(node) : emptyNavigation;
}

const readNode = derive((node: JsonNode) => readNavigationNode(node));
const emptyNavigation = readNavigationNode(undefined);

/** A string from a `pages` array or a `root`, parsed as the path of a page. */
export type PageEntry =
  | {
      readonly kind: "page";
      /** The page's path as the service resolves it, such as `guides/start`. */
      readonly slug: string;
      /** The differences between the entry and the usual form. The service corrects most of these differences. */
      readonly oddities: readonly PageEntryOddity[];
    }
  /** A URL, such as `https://example.com`, `//example.com`, or `mailto:…`. */
  | { readonly kind: "url" }
  /** A path that leads outside the site or contains a drive letter, such as `../x` or `C:\x`. */
  | { readonly kind: "outside-site" }
  /**
   * Text that can't be a file name on any system, because it contains NUL or an unpaired surrogate, or has more than
   * 1,000 characters.
   */
  | { readonly kind: "not-a-path" }
  | { readonly kind: "empty" };

export type PageEntryOddity =
  /** The path has an extension, such as `guides/start.mdx`. */
  | "extension"
  /** The path has a leading slash, such as `/guides/start`. */
  | "leading-slash"
  /**
   * The path has a trailing slash, such as `guides/start/`. The service corrects all other differences, but not this
   * one.
   */
  | "trailing-slash"
  /** The path contains unnecessary segments, such as `./guides//start` or `guides/../start`. */
  | "detour";

const maxEntryLength = 1000;
const noOddities: readonly PageEntryOddity[] = [];

/** Matches nearly all entries, so the slower parser is rarely needed. */
const simplePathPattern = /^[\w-]+(\/[\w-]+)*$/;

/**
 * Matches control characters, directional formatting characters, line and paragraph separators, and zero-width
 * characters.
 */
export const invisibleCharacterPattern = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/**
 * Parses an entry as the service does. Removes leading slashes, resolves `.` and `..`, and removes `.md` and `.mdx`.
 * Doesn't change the case or decode anything.
 */
export function readPageEntry(text: string): PageEntry {
  if (simplePathPattern.test(text) && text.length <= maxEntryLength)
    return { kind: "page", slug: text, oddities: noOddities };
  if (text.trim() === "") return { kind: "empty" };
  if (text.length > maxEntryLength || /[\0\u{d800}-\u{dfff}]/u.test(text)) return { kind: "not-a-path" };
  if (/^([a-z]:[\\/]?|\\\\)/i.test(text) && !/^[a-z]:\/\//i.test(text)) return { kind: "outside-site" };
  if (isAbsoluteReference(text)) return { kind: "url" };
  const segments: string[] = [];
  const rawSegments = text.replace(/^\/+/, "").replace(/\/+$/, "").split("/");
  for (const segment of rawSegments) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return { kind: "outside-site" };
  }
  const path = segments.join("/");
  const slug = path.replace(/(?<=[^/])\.mdx?$/, "");
  if (slug === "") return { kind: "empty" };
  const oddities: PageEntryOddity[] = [];
  if (slug !== path) oddities.push("extension");
  if (text.startsWith("/")) oddities.push("leading-slash");
  if (text.endsWith("/")) oddities.push("trailing-slash");
  if (rawSegments.join("/") !== path) oddities.push("detour");
  return { kind: "page", slug, oddities };
}

/** The entries in a `pages` array, wherever the array is. */
export interface ParsedEntries {
  /**
   * The parsed entries in order. The value is undefined for an entry that refers to an endpoint, such as `GET /users`.
   */
  readonly pages: readonly (PageEntry | undefined)[];
  readonly hasEndpoints: boolean;
  /**
   * Whether every entry is the path of a page in its usual form, and consists of letters, digits, `_`, `-`, and `/`.
   */
  readonly areOrdinary: boolean;
}

const parseEntries = deriveFromContent(({ items }: JsonArray): ParsedEntries => {
  const pages: (PageEntry | undefined)[] = [];
  for (const item of items)
    if (item.kind === "string") pages.push(isEndpointLike(item.value) ? undefined : readPageEntry(item.value));
  return {
    pages,
    hasEndpoints: pages.includes(undefined),
    areOrdinary: pages.every((page) => page?.kind === "page" && page.oddities === noOddities),
  };
});

/** The entries of each element that has a `pages` array. */
const indexEntriesByElement = derive(({ elements }: Navigation): ReadonlyMap<NavElement, ParsedEntries> => {
  const entriesByElement = new Map<NavElement, ParsedEntries>();
  for (const element of elements)
    for (const { key, array } of element.childProperties)
      if (key === "pages" && array) entriesByElement.set(element, parseEntries(array));
  return entriesByElement;
});

/** Returns the entries of each `pages` array in the navigation. */
export function listParsedEntries(navigation: Navigation): readonly ParsedEntries[] {
  return [...indexEntriesByElement(navigation).values()];
}

/** Returns the elements that contain entries. */
export function listParents(navigation: Navigation): readonly NavElement[] {
  return [...indexEntriesByElement(navigation)].flatMap(([element, { pages }]) => (pages.length > 0 ? [element] : []));
}

/**
 * Calls `visitEntry` with the entries, in file order, of each `pages` array that `isSelected` accepts. An array's
 * entries are parsed only once, even if an edit shifts the array, because the navigation can list thousands of pages.
 */
export function visitEntries(
  navigation: Navigation,
  isSelected: (entries: ParsedEntries) => boolean,
  visitEntry: (entry: NavEntry, page: PageEntry | undefined) => void,
): void {
  const entriesByElement = indexEntriesByElement(navigation);
  const selectedEntries = new Set<ParsedEntries>();
  for (const each of entriesByElement.values()) if (isSelected(each)) selectedEntries.add(each);
  const visit = (element: NavElement): void => {
    if (element.globalElement) visit(element.globalElement);
    const elementEntries = entriesByElement.get(element);
    const pages = elementEntries && selectedEntries.has(elementEntries) ? elementEntries.pages : undefined;
    let index = 0;
    for (const child of pages ? element.children : element.childElements)
      if (child.type === "element") visit(child);
      else visitEntry(child, pages?.[index++]);
  };
  if (navigation.root && selectedEntries.size > 0) visit(navigation.root);
}

/** Returns the entries that refer to endpoints, in file order. */
export const listEndpointEntries = derive((navigation: Navigation): readonly NavEntry[] => {
  const entries: NavEntry[] = [];
  visitEntries(
    navigation,
    ({ hasEndpoints }) => hasEndpoints,
    (entry, page) => {
      if (!page) entries.push(entry);
    },
  );
  return entries;
});

/**
 * Whether the navigation could be read completely. If a bracket isn't closed or a `$ref` in the navigation can't be
 * resolved, it's unknown which entries are missing.
 */
export const isNavigationComplete = derive(
  (config: Config): boolean =>
    getNavigation(config).root !== undefined &&
    config.requestedPaths.length === 0 &&
    config.refs.every(({ result, location }) => result.kind === "resolved" || isOutsideNavigation(config, location)) &&
    [...listMisreadFiles(config)].every(
      (file) => file !== config.entry && isOutsideNavigation(config, { file, range: { start: 0, end: 0 } }),
    ),
);

/**
 * Files with errors in brackets, commas, or colons. Content that seems to be missing from such a file may only have
 * been misread.
 */
export const listMisreadFiles = derive(
  (config: Config): ReadonlySet<SitePath> => new Set(config.files.filter(isMisread).map(({ path }) => path)),
);

/**
 * Matches keys and entries that define paths other than those of page files: redirects, as well as the specifications
 * and operations that pages are generated from. A quote or colon may be missing.
 */
const pathDefiningKeyPattern =
  /(?<![\w$/-])(?:redirects|source|destination|api|openapi|asyncapi|\$ref)["']?\s{0,100}[:[{]|["'](?:get|put|post|delete|options|head|patch|trace|webhook)\s/i;

/**
 * Whether redirects or generated pages may be missing because of a syntax error or because a file is too large or too
 * deeply nested to be read. If so, links to such pages can't be checked.
 */
export const arePathsUncertain = derive((config: Config): boolean =>
  config.files.some(
    (file) =>
      file.refusal !== undefined ||
      (file.path === config.entry && mayBeTruncated(file)) ||
      findMisreadSettings(file, config).some(({ start, end }) =>
        pathDefiningKeyPattern.test(file.text.slice(start, end)),
      ),
  ),
);

/**
 * Returns the ranges that may be misread. Each range starts at the setting with the error. For an included file, or if
 * the navigation may be missing because of an error, returns the range of the entire file.
 */
function findMisreadSettings(file: JsonFile, { entry }: Config): readonly TextRange[] {
  const { unmatchedStart, lines } = findMisreadParts(file);
  const { root, path, text } = file;
  const misreadRanges =
    unmatchedStart === undefined
      ? lines
      : [...lines.filter(({ end }) => end <= unmatchedStart), { start: unmatchedStart, end: text.length }];
  if (misreadRanges.length === 0) return [];
  const isNavigationLost = unmatchedStart !== undefined && getJsonValue(root, "navigation") === undefined;
  if (path !== entry || isNavigationLost || root?.kind !== "object") return [{ start: 0, end: text.length }];
  const extendedRanges: { start: number; end: number }[] = [];
  let nextPropertyIndex = 0;
  for (const { start, end } of misreadRanges) {
    while ((root.properties[nextPropertyIndex]?.keyRange.start ?? Number.POSITIVE_INFINITY) <= start)
      nextPropertyIndex++;
    const extendedStart = root.properties[nextPropertyIndex - 1]?.keyRange.start ?? start;
    const lastRange = extendedRanges.at(-1);
    if (lastRange && extendedStart < lastRange.end) lastRange.end = end;
    else extendedRanges.push({ start: extendedStart, end });
  }
  return extendedRanges;
}

/**
 * Whether an error at a location leaves the navigation unaffected, because it's in another docs.json setting or in a
 * file that only other settings include.
 */
function isOutsideNavigation(
  config: Config,
  location: SiteLocation,
  visitedPaths: ReadonlySet<SitePath> = new Set(),
): boolean {
  if (location.file === config.entry) {
    const root = config.files.find(({ path }) => path === location.file)?.root;
    const setting =
      root?.kind === "object"
        ? root.properties.findLast(({ keyRange }) => keyRange.start <= location.range.start)
        : undefined;
    return setting !== undefined && setting.key !== "navigation" && setting.key !== "$ref";
  }
  if (visitedPaths.has(location.file)) return true;
  const includingRefs = config.refs.filter(({ result }) => result.kind === "resolved" && result.file === location.file);
  return (
    includingRefs.length > 0 &&
    includingRefs.every((ref) => isOutsideNavigation(config, ref.location, new Set([...visitedPaths, location.file])))
  );
}

/**
 * Returns a comparable key for an element's menu. Elements with the same key are in the same menu. Readers see one
 * language and version at a time, and a product is treated like a version. Cached for each element, because thousands
 * of pages are listed in only a few elements.
 */
export const getMenuKey = derive((element: NavElement): string => {
  const { parent, language, version } = element;
  const isInSameMenu =
    parent && element.kind !== "product" && parent.language === language && parent.version === version;
  return isInSameMenu ? getMenuKey(parent) : JSON.stringify([language ?? "", version ?? "", getProduct(element)]);
});

function getProduct(element: NavElement | undefined): string {
  if (!element) return "";
  return element.kind === "product" ? (element.label?.value ?? "") : getProduct(element.parent);
}
