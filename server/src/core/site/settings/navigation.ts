import type { Config } from "../../config/config.ts";
import { type JsonFile, type JsonNode, getJsonValue } from "../../config/json/json-tree.ts";
import { type NavElement, type Navigation, readNavigationNode } from "../../config/settings/navigation.ts";
import { isAbsoluteReference } from "../../text/site-path.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/** The navigation of a configuration; the same as before a change that stands behind it. */
export function navigationOf({ root }: Config): Navigation {
  const node = getJsonValue(root, "navigation");
  return node ? ofNode(node) : none;
}

const ofNode = derive((node: JsonNode) => readNavigationNode(node));
const none = readNavigationNode(undefined);

/** What a string in a `pages` array, or a `root`, says when it is taken for a page. */
export type PageEntry =
  | {
      readonly kind: "page";
      /** The page's path as the service looks it up: `guides/start`. */
      readonly slug: string;
      /** What the service had to put right for that, or would have had to. */
      readonly oddities: readonly PageEntryOddity[];
    }
  /** `https://example.com`, `//example.com`, `mailto:…`. */
  | { readonly kind: "url" }
  /** Climbs above the root or names a drive: `../x`, `C:\x`. */
  | { readonly kind: "outside-site" }
  /** No system could name a file so: NUL, half of a surrogate pair, over 1,000 characters. */
  | { readonly kind: "not-a-path" }
  | { readonly kind: "empty" };

export type PageEntryOddity =
  /** `guides/start.mdx` */
  | "extension"
  /** `/guides/start` */
  | "leading-slash"
  /** `guides/start/`: the one that the service does not put right. */
  | "trailing-slash"
  /** `./guides//start`, `guides/../start` */
  | "detour";

const maxEntryLength = 1000;
const noOddities: readonly PageEntryOddity[] = [];

/** Nearly every entry of nearly every site; the rest of the reading is for the others. */
const ordinaryPath = /^[\w-]+(\/[\w-]+)*$/;

/** Control and direction characters, line and paragraph separators, and other characters without width. */
export const unseenCharacter = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/**
 * Reads an entry as the service does (research/docsjson.md §1, reference/properties.jsonl `navigation.pages`):
 * leading slashes go, `.` and `..` are resolved, `.md` and `.mdx` are cut off, letter case stays, nothing is decoded.
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
 * Whether everything that belongs to the navigation could be read. While a bracket is open or a `$ref` of the
 * navigation leads nowhere, nobody can say what the navigation lacks.
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

/** Files whose brackets, commas or colons are wrong: what seems to be missing there may only be misread. */
export const misreadFiles = derive(
  (config: Config): ReadonlySet<SitePath> => new Set(config.files.filter(isMisread).map(({ path }) => path)),
);

/**
 * Whether a place has nothing to do with the navigation: it stands in another setting of docs.json, or in a file
 * that only other settings pull in.
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

function isMisread(file: JsonFile): boolean {
  return file.problems.some(
    ({ kind }) => kind !== "comment" && kind !== "trailing-comma" && kind !== "duplicate-key",
  );
}

/**
 * The menu that an element stands in, as a text to compare: readers see one language and version at a time, and
 * choose a product as they choose a version. Known per element, as sites list thousands of pages in few of them.
 */
export const getMenu = derive((element: NavElement): string =>
  JSON.stringify([element.language ?? "", element.version ?? "", productOf(element)]),
);

function productOf(element: NavElement | undefined): string {
  if (!element) return "";
  return element.kind === "product" ? (element.label?.value ?? "") : productOf(element.parent);
}
