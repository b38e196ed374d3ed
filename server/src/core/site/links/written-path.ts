import { toJsonString } from "../../config/json/json-edit.ts";
import { encodeEntities, encodeFragment } from "../../text/decode-text.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { getPageSlug, listUrls } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { type LinkReference, getPageLinks } from "./links.ts";
import { resolveLink } from "./resolve-link.ts";

/**
 * Returns a path to the new target, in the style that the author used for the existing path. Absolute paths stay
 * absolute, relative paths stay relative, and unnecessary parent segments are preserved, as in `../guides/start` in the
 * folder `guides`.
 */
export function rewritePath(
  rawPath: string,
  { oldPath, newPath }: PathChange,
  { oldFolder, newFolder, style, isFromRoot = false }: FolderChange,
): string {
  if (isFromRoot || rawPath.startsWith("/")) return `/${newPath}`;
  const extraStepsUp = Math.max(0, countStepsUp(rawPath) - countStepsUp(toRelativePath(oldFolder, oldPath)));
  const isBelowFolder = !rawPath.startsWith("../");
  return toRelativePath(
    newFolder,
    newPath,
    extraStepsUp,
    isBelowFolder ? rawPath.startsWith("./") : style?.hasDot(newFolder, newPath) === true,
  );
}

/** The target's path from the root before and after the change, such as `guides/start`. */
export interface PathChange {
  readonly oldPath: string;
  readonly newPath: string;
}

/** The folder of the file that contains the written path, before and after the change. `""` is the root. */
export interface FolderChange {
  readonly oldFolder: SitePath;
  readonly newFolder: SitePath;
  /** The style to use if the existing path doesn't indicate a style. */
  readonly style?: LinkStyle;
  /** Whether a relative path becomes absolute. */
  readonly isFromRoot?: boolean;
}

/** Returns the folders against which a file's relative links are resolved, before and after the file moves to `to`. */
export function getFolderChange(file: SitePath, newPath: SitePath | undefined): FolderChange {
  return { oldFolder: getFolderPath(file), newFolder: getFolderPath(newPath ?? file) };
}

/**
 * Returns the relative path from a folder, such as `../b/c` for the path from `a` to `b/c`. `extraStepsUp` is the
 * number of unnecessary `..` segments to add. It's limited by the depth of the folder.
 */
export function toRelativePath(folder: SitePath, path: string, extraStepsUp = 0, startsWithDot = false): string {
  const folderSegments = folder === "" ? [] : folder.split("/");
  const pathSegments = path.split("/");
  let commonCount = 0;
  while (
    commonCount < folderSegments.length &&
    commonCount < pathSegments.length - 1 &&
    folderSegments[commonCount] === pathSegments[commonCount]
  )
    commonCount++;
  const sharedCount = Math.max(0, commonCount - extraStepsUp);
  const stepCount = folderSegments.length - sharedCount;
  const remainingPath = pathSegments.slice(sharedCount).join("/");
  return (stepCount > 0 ? "../".repeat(stepCount) : startsWithDot ? "./" : "") + remainingPath;
}

function countStepsUp(path: string): number {
  return (/^(?:\.\.\/)*/.exec(path)?.[0].length ?? 0) / 3;
}

/** Encodes an ID for use as the fragment of any kind of link. */
export function toFragment(id: string): string {
  return encodeFragment(id)
    .replace(/[()[\]{}\\&]/g, encodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
}

/** Matches characters that can end a link, depending on its syntax. A quote ends it in an attribute or a string. */
const unsafeCharacterPattern = /[\s"'<>`{}|\\^()]/g;
/** Matches the same characters, and entire variables, such as `{{version}}`. */
const variableOrUnsafePattern = /\{\{[ \t]{0,20}[\w.-]{1,200}[ \t]{0,20}\}\}|[\s"'<>`{}|\\^()]/g;

/**
 * Encodes a path for a link. For example, `release notes` becomes `release%20notes`. Letters in any script stay
 * unchanged.
 */
export function encodePath(path: string): string {
  return path
    .replace(/%(?![0-9A-F]{2})/gi, "%25")
    .replace(unsafeCharacterPattern, percentEncodeCharacter)
    .replace(/[?#]/g, percentEncodeCharacter);
}

/**
 * Encodes the characters in a URL that can end a link. Its query, fragment, percent-encoding, and variables stay
 * unchanged.
 */
export function encodeUrl(url: string): string {
  return url.replace(variableOrUnsafePattern, (character) =>
    character.startsWith("{{") ? character : percentEncodeCharacter(character),
  );
}

/** Returns a link's URL in a form that can be written without the escapes that its text has now. */
export function toWritableUrl({ url, isEscaped }: Pick<LinkReference, "url" | "isEscaped">): string {
  return isEscaped ? encodeUrl(url) : url;
}

/** Formats the text of a link so that the file's syntax decodes it to the URL. */
export function formatLink(url: string, encoding: NonNullable<LinkReference["encoding"]>): string {
  if (encoding === "json") return toJsonString(url);
  return encoding === "entities" ? encodeEntities(url) : url;
}

/** Returns the percent-encoding of a character. `encodeURIComponent` leaves some ASCII characters unchanged. */
export function percentEncodeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0x7f ? encodeURIComponent(character) : `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * The style of links that can be written in several ways. This style applies if an existing link doesn't indicate a
 * style.
 */
export interface LinkStyle {
  /** Whether links from a page in this folder to a page or another file are written as `./start` instead of `start`. */
  readonly hasDot: (folder: SitePath, path: SitePath) => boolean;
  /** Whether links include `index`, as in `/guides/index` instead of `/guides`. */
  readonly hasIndex: boolean;
}

/**
 * The style of most links. The `./` prefix is used if most links from the same folder to the same kind of file have it.
 * If the folder doesn't contain any such links, all links on the site are considered.
 */
export const getLinkStyle = derive((references: Site["references"]): LinkStyle => {
  // Most edits don't depend on the style, and counting the links of all pages takes time.
  let counts: ReturnType<typeof countLinks> | undefined;
  const getCounts = () => (counts ??= countLinks(references));
  return {
    hasDot: (folder, path) => {
      const dotDifferences = listGroups(folder, path).map((group) => getCounts().dotDifferencesByGroup.get(group) ?? 0);
      return (dotDifferences.find((difference) => difference !== 0) ?? 0) > 0;
    },
    get hasIndex() {
      return getCounts().indexCount > getCounts().bareCount;
    },
  };
});

/**
 * Counts links by group, where each link with `./` counts as 1 and each link without it counts as -1. Also counts the
 * links to index pages with and without `index`.
 */
function countLinks(references: Site["references"]): {
  readonly dotDifferencesByGroup: ReadonlyMap<string, number>;
  readonly indexCount: number;
  readonly bareCount: number;
} {
  let [indexCount, bareCount] = [0, 0];
  const dotDifferencesByGroup = new Map<string, number>();
  const folders = new Set<string>();
  for (const path of references.keys()) {
    const folder = /^(.+)\/index\.mdx?$/.exec(path)?.[1];
    if (folder !== undefined) folders.add(`/${folder}`);
  }
  for (const page of references.values())
    for (const { url } of getPageLinks(page)) {
      const path = url.slice(0, url.search(/[?#]|$/));
      const dotValue = url.startsWith("/") ? 0 : url.startsWith("./") ? 1 : isFileStylePath(path) ? -1 : 0;
      if (dotValue !== 0)
        for (const group of listGroups(getFolderPath(page.path), path))
          dotDifferencesByGroup.set(group, (dotDifferencesByGroup.get(group) ?? 0) + dotValue);
      if (path.endsWith("/index")) indexCount++;
      else if (folders.has(path)) bareCount++;
    }
  return { dotDifferencesByGroup, indexCount, bareCount };
}

/** Whether the path is relative and has no prefix, such as `start` or `images/key.png`. False for hosts and anchors. */
function isFileStylePath(path: string): boolean {
  return /^[\w-][\w -]*(\/|$|\.\w+$)/.test(path);
}

/** Returns the groups that a link is counted in, starting with the most specific group. */
function listGroups(folder: SitePath, path: string): string[] {
  const kind = /\.(?!mdx?$)\w+$/i.test(path) ? "file" : "page";
  return [`${kind} in ${folder}`, kind, "all"];
}

/** Returns the URL of a page, or undefined if readers can't open the page at this URL. */
export function getPageUrl(site: Site, page: SitePath): string | undefined {
  const slug = getPageSlug(page);
  const urls = slug === undefined ? [] : listUrls(slug);
  const url =
    (getLinkStyle(site.references).hasIndex ? undefined : urls.find((each) => !each.endsWith("/index"))) ?? urls[0];
  const target = url === undefined ? undefined : resolveLink(site, url, undefined);
  return target?.kind === "page" && target.file === page ? url : undefined;
}
