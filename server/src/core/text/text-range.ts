/**
 * The one way `core` speaks of places in text. Offsets are UTF-16 code units from the start of the file, as
 * JavaScript strings count them; the protocol's lines and characters exist only at the edge (`line-map.ts`).
 */
export interface TextRange {
  readonly start: number;
  /** Exclusive, so `text.slice(start, end)` is the text meant. */
  readonly end: number;
}

/**
 * A file of the site, POSIX, relative to the site's root, without a leading slash or `.` segments.
 * Example: `guides/start.mdx`. Made only by `resolveSitePath` or by the scan, so it never leaves the site.
 */
export type SitePath = string;

/** A range in a file of the site. */
export interface SiteLocation {
  readonly file: SitePath;
  readonly range: TextRange;
}

/** The same range of the same file. */
export function isSamePlace(a: SiteLocation, b: SiteLocation): boolean {
  return a.file === b.file && a.range.start === b.range.start && a.range.end === b.range.end;
}
