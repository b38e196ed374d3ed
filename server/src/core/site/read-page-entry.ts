import { isAbsoluteReference } from "../text/site-path.ts";

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

const longestEntry = 1000;
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
  if (ordinaryPath.test(text) && text.length <= longestEntry)
    return { kind: "page", slug: text, oddities: noOddities };
  if (text.trim() === "") return { kind: "empty" };
  if (text.length > longestEntry || /[\0\u{d800}-\u{dfff}]/u.test(text)) return { kind: "not-a-path" };
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
