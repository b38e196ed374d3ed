import type { PageReferences, ScriptOutline } from "../../page/page.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

export const bestWorth = 10_000;

/**
 * Scores how well a name matches the typed text, whose characters must appear in order. Returns 0 for no match,
 * otherwise an integer up to `bestWorth`. Consecutive characters, starts of words, and short names score higher.
 * `typed` and `lower` are in lowercase.
 */
export function matchWorth(typed: string, name: string, lower = name.toLowerCase()): number {
  if (typed === "") return 1;
  const full = lower.indexOf(typed);
  if (full === 0) return lower.length === typed.length ? bestWorth : 5000 - Math.min(1000, name.length);
  if (full > 0) return (isWordStart(name, full) ? 3500 : 2500) - Math.min(999, name.length);
  if (typed.length === 1) return 0;
  let worth = 0;
  let run = 0;
  let at = 0;
  for (let i = 0; i < typed.length; i++) {
    const found = lower.indexOf(typed.charAt(i), at);
    if (found < 0) return 0;
    run = found === at && i > 0 ? run + 1 : 1;
    worth += 8 * run + (isWordStart(name, found) ? 20 : 0);
    at = found + 1;
  }
  return Math.max(1, Math.min(1400, worth) - Math.min(100, name.length));
}

function isWordStart(name: string, at: number): boolean {
  if (at === 0) return true;
  const [before, here] = [name.charCodeAt(at - 1), name.charCodeAt(at)];
  if (before > 127 || here > 127) return isWordStartAnywhere(name, at);
  if (!isLetter(before) && !isDigit(before)) return true;
  return isUpper(here) && !isUpper(before);
}

function isWordStartAnywhere(name: string, at: number): boolean {
  const before = name.charAt(at - 1);
  if (!/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(before)) return true;
  return /\p{Lu}/u.test(name.charAt(at)) && !/\p{Lu}/u.test(before);
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLetter(code: number): boolean {
  return isUpper(code & ~32);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A searchable name in a site. */
export interface NamedPlace {
  readonly kind: "page" | "heading" | "component" | "operation";
  readonly name: string;
  /** The container shown next to it, such as `guides/start`. */
  readonly container: string;
  /** Undefined if only the file is known. */
  readonly range?: TextRange;
  /** Another name to search for, such as a page's path or an operation's ID. */
  readonly otherName?: string;
}

/** Names with bit sets of their letters, which make it fast to skip most of them. */
export interface NameIndex {
  readonly places: readonly NamedPlace[];
  /** The letters of name and other name, as returned by `lettersOf`. */
  readonly letters: Int32Array;
  /** Each name and other name in lowercase, in alternation. Empty if there's no other name. */
  readonly lower: readonly string[];
}

export function indexNames(places: readonly NamedPlace[]): NameIndex {
  const letters = places.map(({ name, otherName = "" }) => lettersOf(name) | lettersOf(otherName));
  const lower = places.flatMap(({ name, otherName = "" }) => [name.toLowerCase(), otherName.toLowerCase()]);
  return { places, letters: Int32Array.from(letters), lower };
}

/**
 * Returns a bit set with a bit for each Latin letter, regardless of case, some for digits, and one for all non-ASCII
 * characters. A text can contain all characters of another only if it has all of its bits.
 */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const lower = code | 32;
    if (lower >= 97 && lower <= 122) bits |= 1 << (lower - 97);
    else if (code >= 48 && code <= 57) bits |= 1 << (26 + (code & 3));
    // A non-ASCII letter can have an ASCII letter as its other case.
    else if (code === 0x130 || code === 0x131 || code === 0x17f || code === 0x212a) bits = -1;
    else if (code > 127) bits |= 1 << 30;
  }
  return bits;
}

export interface FoundSymbol extends NamedPlace {
  readonly file: SitePath;
  /** The match score, higher is better. It ranks the results of several sites. */
  readonly worth: number;
}

export const maxSymbolsFound = 200;
const maxQueryLength = 200;

/**
 * Finds pages by title and path, headings, components, and operations whose name contains the characters of `query` in
 * order. Returns up to 200, best first. An empty query returns pages.
 */
export function findSymbols(site: Site, query: string): readonly FoundSymbol[] {
  const typed = query.slice(0, maxQueryLength).replace(/\s+/g, "").toLowerCase();
  const matches = new Matches(typed);
  for (const page of site.references.values()) matches.look(namesInPage(page), page.path);
  for (const script of site.scripts.values()) matches.look(namesInScript(script), script.path);
  for (const spec of site.specs.values())
    if (!isRemoteSpec(spec.path)) matches.look(namesInSpec(spec), spec.path);
  return matches.best();
}

/** Returns up to 200 of the best matches. Ties keep their order. */
export function bestSymbols(found: readonly FoundSymbol[]): readonly FoundSymbol[] {
  return [...found].sort((a, b) => b.worth - a.worth).slice(0, maxSymbolsFound);
}

/**
 * The matches of a query. A single letter matches nearly all of 100,000 names, so most matches are stored only as a
 * number.
 */
class Matches {
  readonly #typed: string;
  readonly #letters: number;
  readonly #places: NamedPlace[] = [];
  readonly #files: SitePath[] = [];
  readonly #worths: number[] = [];
  /** The number of matches by score. */
  readonly #counts = new Uint32Array(bestWorth + 1);

  constructor(typed: string) {
    this.#typed = typed;
    this.#letters = lettersOf(typed);
  }

  look({ places, letters, lower }: NameIndex, file: SitePath): void {
    for (let i = 0; i < letters.length; i++) {
      if (((letters[i] ?? 0) & this.#letters) !== this.#letters) continue;
      const place = places[i];
      if (!place || (this.#typed === "" && place.kind !== "page")) continue;
      const byName = matchWorth(this.#typed, place.name, lower[2 * i]);
      const { otherName } = place;
      const byOther = otherName === undefined ? 0 : matchWorth(this.#typed, otherName, lower[2 * i + 1]);
      const worth = byName > byOther ? byName : byOther;
      if (worth === 0) continue;
      this.#places.push(place);
      this.#files.push(file);
      this.#worths.push(worth);
      this.#counts[worth] = (this.#counts[worth] ?? 0) + 1;
    }
  }

  best(): readonly FoundSymbol[] {
    let least = bestWorth;
    for (let count = 0; least > 1; least--) {
      count += this.#counts[least] ?? 0;
      if (count >= maxSymbolsFound) break;
    }
    const found: FoundSymbol[] = [];
    for (const [i, worth] of this.#worths.entries()) {
      const place = this.#places[i];
      if (worth >= least && place) found.push({ ...this.#shown(place), file: this.#files[i] ?? "", worth });
    }
    return bestSymbols(found);
  }

  /** Editors filter by the returned name, so it must contain the typed text. */
  #shown(place: NamedPlace): NamedPlace {
    const { name, otherName } = place;
    if (otherName === undefined || matchWorth(this.#typed, otherName) <= matchWorth(this.#typed, name))
      return place;
    return { ...place, name: otherName, container: name };
  }
}

const namesInPage = derive(({ path, frontmatter, headings, exports }: PageReferences): NameIndex => {
  const title = frontmatter.fields.get("title");
  const slug = getPageSlug(path) ?? path;
  const words = typeof title?.value === "string" ? title.value.trim() : "";
  const isTitled = title !== undefined && words !== "";
  const page: NamedPlace = {
    kind: "page",
    name: isTitled ? words : slug,
    container: isTitled ? slug : "",
    range: isTitled ? title.valueRange : { start: 0, end: 0 },
    ...(isTitled && { otherName: slug }),
  };
  return indexNames([
    page,
    ...headings.flatMap(({ text, range }): NamedPlace[] =>
      text === "" ? [] : [{ kind: "heading", name: text, container: slug, range }],
    ),
    ...exports.flatMap(({ name, range, isComponent }): NamedPlace[] =>
      isComponent && name !== "default" ? [{ kind: "component", name, container: path, range }] : [],
    ),
  ]);
});

const namesInScript = derive(({ path, exports }: ScriptOutline): NameIndex =>
  indexNames(
    exports.flatMap(({ name, isComponent }): NamedPlace[] =>
      isComponent && name !== "default" ? [{ kind: "component", name, container: path }] : [],
    ),
  ),
);

/** Operations in another file are found where their path is referenced. */
const namesInSpec = derive(({ path: file, operations, webhooks, title }: SpecOutline): NameIndex =>
  indexNames(
    [...operations, ...webhooks].map((operation): NamedPlace => {
      const { method, path, summary, operationId, range, pathRange } = operation;
      const other = summary ?? operationId;
      return {
        kind: "operation",
        name: `${method} ${path}`,
        container: title ?? file,
        range: operation.file === undefined ? range : pathRange,
        ...(other !== undefined && other.trim() !== "" && { otherName: other.slice(0, 200) }),
      };
    }),
  ),
);
