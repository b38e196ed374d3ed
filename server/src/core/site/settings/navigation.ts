import type { Config } from "../../config/config.ts";
import { isMisread } from "../../config/json/json-reader.ts";
import { mayBeCutOff, misreadParts } from "../../config/json/misread-parts.ts";
import { type JsonFile, type JsonNode, getJsonValue } from "../../config/json/json-tree.ts";
import { type NavElement, type Navigation, readNavigationNode } from "../../config/settings/navigation.ts";
import { isAbsoluteReference } from "../../text/site-path.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/** Returns the navigation of a configuration. Returns the same object if only text after it has changed. */
export function navigationOf({ root }: Config): Navigation {
  const node = getJsonValue(root, "navigation");
  return node ? ofNode(node) : none;
}

const ofNode = derive((node: JsonNode) => readNavigationNode(node));
const none = readNavigationNode(undefined);

/** A string in a `pages` array, or a `root`, that was parsed as a page path. */
export type PageEntry =
  | {
      readonly kind: "page";
      /** The page's path as the service resolves it, such as `guides/start`. */
      readonly slug: string;
      /** The differences from the usual form that the service corrected, or failed to correct. */
      readonly oddities: readonly PageEntryOddity[];
    }
  /** `https://example.com`, `//example.com`, `mailto:…`. */
  | { readonly kind: "url" }
  /** The path leaves the root or contains a drive letter: `../x`, `C:\x`. */
  | { readonly kind: "outside-site" }
  /** The text can't be a file name on any system: NUL, an unpaired surrogate, or more than 1,000 characters. */
  | { readonly kind: "not-a-path" }
  | { readonly kind: "empty" };

export type PageEntryOddity =
  /** `guides/start.mdx` */
  | "extension"
  /** `/guides/start` */
  | "leading-slash"
  /**
   * A path with a trailing slash, such as `guides/start/`. This is the only difference that the service doesn't
   * correct.
   */
  | "trailing-slash"
  /** `./guides//start`, `guides/../start` */
  | "detour";

const maxEntryLength = 1000;
const noOddities: readonly PageEntryOddity[] = [];

/** Matches nearly all entries, so that the slower parsing is needed only for the rest. */
const ordinaryPath = /^[\w-]+(\/[\w-]+)*$/;

/**
 * Control characters, directional formatting characters, line and paragraph separators, and other zero-width
 * characters.
 */
export const unseenCharacter = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/**
 * Parses an entry as the service does. Removes leading slashes, resolves `.` and `..`, and removes `.md` and `.mdx`.
 * Preserves the case and doesn't decode anything.
 */
export function readPageEntry(text: string): PageEntry {
  if (ordinaryPath.test(text) && text.length <= maxEntryLength)
    return { kind: "page", slug: text, oddities: noOddities };
  if (text.trim() === "") return { kind: "empty" };
  if (text.length > maxEntryLength || /[\0\u{d800}-\u{dfff}]/u.test(text)) return { kind: "not-a-path" };
  if (/^([a-z]:[\\/]?|\\\\)/i.test(text) && !/^[a-z]:\/\//i.test(text)) return { kind: "outside-site" };
  if (isAbsoluteReference(text)) return { kind: "url" };
  const segments: string[] = [];
  const written = text.replace(/^\/+/, "").replace(/\/+$/, "").split("/");
  for (const segment of written) {
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
  if (written.join("/") !== path) oddities.push("detour");
  return { kind: "page", slug, oddities };
}

/**
 * Whether the complete navigation could be read. If a bracket isn't closed or a `$ref` in the navigation can't be
 * resolved, missing entries can't be determined.
 */
export const isNavigationComplete = derive(
  (config: Config): boolean =>
    navigationOf(config).root !== undefined &&
    config.wanted.length === 0 &&
    config.refs.every(({ verdict: result, at }) => result.kind === "resolved" || isBeside(config, at)) &&
    [...misreadFiles(config)].every(
      (file) => file !== config.entry && isBeside(config, { file, range: { start: 0, end: 0 } }),
    ),
);

/**
 * Files with errors in brackets, commas, or colons. Content that seems to be missing in these files may only have been
 * misread.
 */
export const misreadFiles = derive(
  (config: Config): ReadonlySet<SitePath> => new Set(config.files.filter(isMisread).map(({ path }) => path)),
);

/**
 * Matches keys and entries that determine which paths exist in addition to the files of pages: redirects, and
 * specifications and operations that pages are generated from. A quote or colon may be missing.
 */
const determinesPaths =
  /(?<![\w$/-])(?:redirects|source|destination|api|openapi|asyncapi|\$ref)["']?\s{0,100}[:[{]|["'](?:get|put|post|delete|options|head|patch|trace|webhook)\s/i;

/** Whether a syntax error may affect redirects or generated pages, so that links to them can't be checked. */
export const arePathsUncertain = derive((config: Config): boolean =>
  config.files.some(
    (file) =>
      mayBeCutOff(file) ||
      settingsMisreadIn(file, config).some(({ start, end }) =>
        determinesPaths.test(file.text.slice(start, end)),
      ),
  ),
);

/**
 * Returns the text that may be misread, from the start of the setting that contains it. In an included file, or if the
 * navigation may be missing because of the error, returns the complete file.
 */
function settingsMisreadIn(file: JsonFile, { entry }: Config): readonly TextRange[] {
  const { rest, lines } = misreadParts(file);
  const { root, path, text } = file;
  const parts =
    rest === undefined
      ? lines
      : [...lines.filter(({ end }) => end <= rest), { start: rest, end: text.length }];
  if (parts.length === 0) return [];
  const isLost = rest !== undefined && getJsonValue(root, "navigation") === undefined;
  if (path !== entry || isLost || root?.kind !== "object") return [{ start: 0, end: text.length }];
  const extended: { start: number; end: number }[] = [];
  let next = 0;
  for (const { start, end } of parts) {
    while ((root.properties[next]?.keyRange.start ?? Number.POSITIVE_INFINITY) <= start) next++;
    const from = root.properties[next - 1]?.keyRange.start ?? start;
    const last = extended.at(-1);
    if (last && from < last.end) last.end = end;
    else extended.push({ start: from, end });
  }
  return extended;
}

/**
 * Whether the navigation can't be affected by an error at a location, because it's in another setting in docs.json or
 * in a file that only other settings include.
 */
function isBeside(config: Config, at: SiteLocation, met: ReadonlySet<SitePath> = new Set()): boolean {
  if (at.file === config.entry) {
    const root = config.files.find(({ path }) => path === at.file)?.root;
    const setting =
      root?.kind === "object"
        ? root.properties.findLast(({ keyRange }) => keyRange.start <= at.range.start)
        : undefined;
    return setting !== undefined && setting.key !== "navigation" && setting.key !== "$ref";
  }
  if (met.has(at.file)) return true;
  const importers = config.refs.filter(
    ({ verdict: result }) => result.kind === "resolved" && result.file === at.file,
  );
  return (
    importers.length > 0 && importers.every((ref) => isBeside(config, ref.at, new Set([...met, at.file])))
  );
}

/**
 * Returns a comparable key for an element's menu. Readers see one language and version at a time, and select a product
 * in the same way as a version. Cached for each element, because sites list thousands of pages in a few elements.
 */
export const getMenu = derive((element: NavElement): string =>
  JSON.stringify([element.language ?? "", element.version ?? "", productOf(element)]),
);

function productOf(element: NavElement | undefined): string {
  if (!element) return "";
  return element.kind === "product" ? (element.label?.value ?? "") : productOf(element.parent);
}
