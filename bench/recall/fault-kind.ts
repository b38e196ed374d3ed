import type { Random } from "./random.ts";
import type { SiteCopy } from "./site-copy.ts";

/** Characters of one file replaced. A file that is not there is made by an edit at 0. */
export interface Edit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A place where an author would look for the fault, in the file as its own edits leave it. */
export interface Mark {
  readonly path: string;
  readonly at: number;
}

/** One fault put into a site. */
export interface Injection {
  readonly edits: readonly Edit[];
  /** Files taken away. */
  readonly remove?: readonly string[];
  /** The line of one of these must carry the problem; more than one only where either line is as true. */
  readonly marks: readonly Mark[];
  /** For the list of misses: what was done. */
  readonly what: string;
}

/** A kind of fault of the catalogue, and how to make one. */
export interface FaultKind {
  /** Area and name, as in `link/card-href-broken`. */
  readonly name: string;
  /** Codes of the catalogue, one of which must be said. */
  readonly codes: readonly string[];
  /** Hides or changes what is said elsewhere, so nothing else may be in the copy. */
  readonly alone?: true;
  /** What `check` must be told to look for it, beside what it is always told. */
  readonly options?: readonly string[];
  /** Before the fault is put in, the site is the last commit of a git repository. */
  readonly committed?: true;
  /** Undefined when the place that chance chose does not do; the caller tries again elsewhere. */
  readonly inject: (site: SiteCopy, random: Random) => Injection | undefined;
}

/** One edit with its place: where `marked` begins in the text put in, or the edit's own begin. */
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

/** A new file, marked at `marked`. */
export function newFile(path: string, text: string, marked = ""): Pick<Injection, "edits" | "marks"> {
  return replaceAt(path, { start: 0, end: 0 }, text, marked);
}
