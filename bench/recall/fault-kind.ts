import type { Random } from "./random.ts";
import type { SiteCopy } from "./site-copy.ts";

/** A replacement of characters in one file. An edit at offset 0 of a missing file creates the file. */
export interface Edit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The position where an author would look for the problem, in the file after the injection's own edits. */
export interface Mark {
  readonly path: string;
  readonly at: number;
}

/** One problem added to a site. */
export interface Injection {
  readonly edits: readonly Edit[];
  /** The paths of deleted files. */
  readonly remove?: readonly string[];
  /**
   * The acceptable positions. The problem must be reported on the line of at least one of these positions. There are
   * several only if all of them are equally correct.
   */
  readonly marks: readonly Mark[];
  /** A description of the change, for the list of misses. */
  readonly what: string;
}

/** A kind of problem in the catalog, along with a way to create one. */
export interface FaultKind {
  /** The area and name, such as `link/card-href-broken`. */
  readonly name: string;
  /** Rule codes in the catalog, one of which must be reported. */
  readonly codes: readonly string[];
  /** Whether the problem hides or changes other problems. If it does, the copy can't contain any other problems. */
  readonly alone?: true;
  /** Additional options that `check` needs to find the problem. */
  readonly options?: readonly string[];
  /** Whether the original site must first be committed to a Git repository. */
  readonly committed?: true;
  /**
   * Returns an injection at a random position. Returns undefined if the position isn't suitable. In that case, the
   * caller tries another position.
   */
  readonly inject: (site: SiteCopy, random: Random) => Injection | undefined;
}

/**
 * Returns an edit along with its mark, which is the start of `marked` in the inserted text, or the start of the edit if
 * `marked` is empty.
 */
export function replaceAt(
  path: string,
  range: { readonly start: number; readonly end: number },
  text: string,
  marked = "",
): Pick<Injection, "edits" | "marks"> {
  return {
    edits: [{ path, start: range.start, end: range.end, text }],
    marks: [{ path, at: range.start + Math.max(0, text.indexOf(marked)) }],
  };
}

/** Returns the edit that creates a file, with the mark at `marked`. */
export function createFile(path: string, text: string, marked = ""): Pick<Injection, "edits" | "marks"> {
  return replaceAt(path, { start: 0, end: 0 }, text, marked);
}
