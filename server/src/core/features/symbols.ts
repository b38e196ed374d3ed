import type { NavElement, NavNode } from "../config/settings/navigation.ts";
import { getPageSections } from "../page/headings.ts";
import type { PageReferences, PageTag, ScriptOutline } from "../page/page.ts";
import { getPageSlug, getPageSlugs } from "../site/pages/pages.ts";
import { getNavigation, readPageEntry } from "../site/settings/navigation.ts";
import type { Site } from "../site/site.ts";
import { isRemoteSpec } from "../spec/detect-spec.ts";
import { isEndpointLike } from "../spec/operation-reference.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import { decodeEntities } from "../text/decode-text.ts";
import { type SitePath, type TextRange, isWithin } from "../text/text-edit.ts";
import { derive } from "../text/maps.ts";
import { getPageTitle } from "./hover/describe-page.ts";

/** A node in a file's outline. */
export interface OutlineNode {
  readonly kind: "heading" | "component" | "export" | "division" | "group" | "page" | "operation" | "link";
  readonly name: string;
  /** Additional text, such as `Card` or `tab`. Empty if the node has none. */
  readonly detail: string;
  /** The range of the entire node, including its children. */
  readonly range: TextRange;
  /** The range of the name. It's within `range`. */
  readonly nameRange: TextRange;
  readonly children: readonly OutlineNode[];
}

/** The maximum number of nodes. More nodes would slow down editors without being useful. */
const maxOutlineNodes = 10_000;

/**
 * Returns the part of the navigation that is defined in this file, either docs.json or an included file. The outline
 * contains sections, groups, and pages.
 */
export function createConfigOutline(site: Site, file: SitePath): readonly OutlineNode[] {
  const { root } = getNavigation(site.config);
  return root ? createElementOutline(site, file, root) : [];
}

function createElementOutline(site: Site, file: SitePath, element: NavElement): OutlineNode[] {
  const globals = element.globalElement ? [element.globalElement] : [];
  return [...element.children, ...globals].flatMap((node) => createOutline(site, file, node));
}

/**
 * Returns the outline of a navigation node. If the node is defined in another file, returns the outlines of its
 * descendants that are in this file.
 */
function createOutline(site: Site, file: SitePath, node: NavNode): OutlineNode[] {
  if (node.type === "entry") {
    if (node.node.file !== file) return [];
    const { range } = node.node;
    const isEndpoint = isEndpointLike(node.text);
    const name = node.text.trim() === "" ? "(empty)" : node.text;
    const detail = isEndpoint ? "" : (getTitle(site, node.text) ?? "");
    return [{ kind: isEndpoint ? "operation" : "page", name, detail, range, nameRange: range, children: [] }];
  }
  const children = createElementOutline(site, file, node);
  if (node.node.file !== file) return children;
  const { label, kind, href } = node;
  const { range } = node.node;
  const isNamed = label !== undefined && label.value.trim() !== "";
  // If the label is next to the `$ref` of an included element, the label and the element are in different files.
  const isLabelInElement = isNamed && label.file === file && isWithin(label.range, range);
  return [
    {
      kind: href ? "link" : kind === "group" ? "group" : "division",
      name: isNamed ? label.value : kind,
      detail: isNamed ? kind : "",
      range,
      nameRange: isLabelInElement ? label.range : { start: range.start, end: range.start + 1 },
      // Content from another file can in turn include content from this file, but from a position outside this element.
      children: children.filter((child) => isWithin(child.range, range)),
    },
  ];
}

function getTitle(site: Site, text: string): string | undefined {
  const pageEntry = readPageEntry(text);
  const file = pageEntry.kind === "page" ? getPageSlugs(site.files).fileBySlug.get(pageEntry.slug) : undefined;
  return file === undefined ? undefined : getPageTitle(site.pages.get(file));
}

/** Props that contain a component's visible title. The first one that is set is used. */
const titleProps = ["title", "label", "name", "body", "path", "query", "header", "cookie", "auth"];

/**
 * Returns the title in a component's tag, such as `Start` for `<Card title="Start">`. HTML elements don't have titles.
 */
function getTagTitle({ name, attributes }: PageTag): { readonly text: string; readonly range: TextRange } | undefined {
  if (!/^[A-Z]/.test(name)) return undefined;
  for (const prop of titleProps) {
    const value = attributes.find((attribute) => attribute.name === prop)?.value;
    if (value?.kind === "text" && value.text.trim() !== "")
      return { text: decodeEntities(value.text).trim(), range: value.range };
  }
  return undefined;
}

type OutlineDraft = Omit<OutlineNode, "children"> & { readonly children: OutlineDraft[] };

/**
 * Returns the outline of a page: its headings as a tree of sections, components that have a title, and the page's
 * exports.
 */
export function createPageOutline(page: PageReferences): readonly OutlineNode[] {
  const drafts: OutlineDraft[] = [
    ...getPageSections(page).map(({ heading, range }): OutlineDraft => {
      const name = heading.text === "" ? "(empty)" : heading.text;
      return { kind: "heading", name, detail: "", range, nameRange: heading.range, children: [] };
    }),
    ...page.tags.flatMap((tag): OutlineDraft[] => {
      const title = tag.isInExpression ? undefined : getTagTitle(tag);
      if (!title) return [];
      const range = { start: tag.range.start, end: tag.closingTagRange?.end ?? tag.range.end };
      const { text: name, range: nameRange } = title;
      return [{ kind: "component", name, detail: tag.name, range, nameRange, children: [] }];
    }),
    ...page.exports.map(({ name, range }): OutlineDraft => {
      return { kind: "export", name, detail: "export", range, nameRange: range, children: [] };
    }),
  ];
  return nestDrafts(drafts.sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end));
}

/** Moves each node into the innermost node that contains it. */
function nestDrafts(drafts: readonly OutlineDraft[]): readonly OutlineNode[] {
  const topDrafts: OutlineDraft[] = [];
  const openDrafts: OutlineDraft[] = [];
  for (const draft of drafts.slice(0, maxOutlineNodes)) {
    for (
      let lastDraft = openDrafts.at(-1);
      lastDraft && lastDraft.range.end < draft.range.end;
      lastDraft = openDrafts.at(-1)
    )
      openDrafts.pop();
    (openDrafts.at(-1)?.children ?? topDrafts).push(draft);
    openDrafts.push(draft);
  }
  return topDrafts;
}

const maxScore = 10_000;

/**
 * Scores how well a name matches the typed text, whose characters must appear in the name in the same order. Returns 0
 * if the name doesn't match; otherwise, returns an integer up to `maxScore`. Consecutive characters, the starts of
 * words, and short names score higher. `query` and `lowerCaseName` are in lowercase.
 */
function computeMatchScore(query: string, name: string, lowerCaseName = name.toLowerCase()): number {
  if (query === "") return 1;
  const index = lowerCaseName.indexOf(query);
  if (index === 0) return lowerCaseName.length === query.length ? maxScore : 5000 - Math.min(1000, name.length);
  if (index > 0) return (isWordStart(name, index) ? 3500 : 2500) - Math.min(999, name.length);
  if (query.length === 1) return 0;
  let score = 0;
  let runLength = 0;
  let position = 0;
  for (let i = 0; i < query.length; i++) {
    const index = lowerCaseName.indexOf(query.charAt(i), position);
    if (index < 0) return 0;
    runLength = index === position && i > 0 ? runLength + 1 : 1;
    score += 8 * runLength + (isWordStart(name, index) ? 20 : 0);
    position = index + 1;
  }
  return Math.max(1, Math.min(1400, score) - Math.min(100, name.length));
}

function isWordStart(name: string, offset: number): boolean {
  if (offset === 0) return true;
  const [previousCode, currentCode] = [name.charCodeAt(offset - 1), name.charCodeAt(offset)];
  if (previousCode > 127 || currentCode > 127) return isUnicodeWordStart(name, offset);
  if (!isLetter(previousCode) && !isDigit(previousCode)) return true;
  return isUpper(currentCode) && !isUpper(previousCode);
}

function isUnicodeWordStart(name: string, offset: number): boolean {
  const previousCharacter = name.charAt(offset - 1);
  if (!/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(previousCharacter)) return true;
  return /\p{Lu}/u.test(name.charAt(offset)) && !/\p{Lu}/u.test(previousCharacter);
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

/** A named item in a site that can be searched for. */
export interface NamedLocation {
  readonly kind: "page" | "heading" | "component" | "operation";
  readonly name: string;
  /** The name of the container, which is shown next to the item's name, such as `guides/start`. */
  readonly container: string;
  /** The range of the name. Undefined if the position of the name in the file is unknown. */
  readonly range?: TextRange;
  /** An alternative name to search for, such as a page's path or an operation's ID. */
  readonly otherName?: string;
}

/** An index of names. It contains a bit set of each name's letters so that most names can be skipped quickly. */
export interface NameIndex {
  readonly locations: readonly NamedLocation[];
  /** One bit set per location. It represents the characters in both the name and the alternative name. */
  readonly letterBits: Int32Array;
  /**
   * Two items per location: its name and its alternative name, both in lowercase. If there's no alternative name, the
   * second item is an empty string.
   */
  readonly lowerNames: readonly string[];
}

function indexNames(locations: readonly NamedLocation[]): NameIndex {
  const letterBits = locations.map(
    ({ name, otherName = "" }) => computeLetterBits(name) | computeLetterBits(otherName),
  );
  const lowerNames = locations.flatMap(({ name, otherName = "" }) => [name.toLowerCase(), otherName.toLowerCase()]);
  return { locations, letterBits: Int32Array.from(letterBits), lowerNames };
}

/**
 * Returns a bit set that represents the characters in a string. There's one bit for each Latin letter regardless of
 * case, a few bits for digits, and one bit for all non-ASCII characters. A string can contain all characters of another
 * string only if its set contains all bits of the other string's set.
 */
function computeLetterBits(text: string): number {
  let letterBits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const lowerCode = code | 32;
    if (lowerCode >= 97 && lowerCode <= 122) letterBits |= 1 << (lowerCode - 97);
    else if (code >= 48 && code <= 57) letterBits |= 1 << (26 + (code & 3));
    // The uppercase or lowercase form of each of these non-ASCII letters is an ASCII letter.
    else if (code === 0x130 || code === 0x131 || code === 0x17f || code === 0x212a) letterBits = -1;
    else if (code > 127) letterBits |= 1 << 30;
  }
  return letterBits;
}

export interface FoundSymbol extends NamedLocation {
  readonly file: SitePath;
  /** The match score. Higher scores are better. The scores are also used to rank results from several sites. */
  readonly score: number;
}

const maxFoundSymbols = 200;
const maxQueryLength = 200;

/**
 * Finds pages by title and path, and headings, components, and operations by name. The characters in `query` must
 * appear in the name in the same order. Returns up to 200 matches, with the best ones first. If the query is empty,
 * returns pages.
 */
export function findSymbols(site: Site, query: string): readonly FoundSymbol[] {
  const normalizedQuery = query.slice(0, maxQueryLength).replace(/\s+/g, "").toLowerCase();
  const matches = new SymbolMatches(normalizedQuery);
  for (const page of site.references.values()) matches.addMatches(indexPageNames(page), page.path);
  for (const script of site.scripts.values()) matches.addMatches(indexScriptNames(script), script.path);
  for (const spec of site.specs.values())
    if (!isRemoteSpec(spec.path)) matches.addMatches(indexSpecNames(spec), spec.path);
  return matches.getBestSymbols();
}

/** Returns at most the 200 best matches. The order of matches with the same score is preserved. */
export function selectBestSymbols(symbols: readonly FoundSymbol[]): readonly FoundSymbol[] {
  return [...symbols].sort((a, b) => b.score - a.score).slice(0, maxFoundSymbols);
}

/**
 * The matches for a query. Results are created only for the best matches, because a single letter can match nearly all
 * of 100,000 names.
 */
class SymbolMatches {
  readonly #query: string;
  readonly #letterBits: number;
  readonly #locations: NamedLocation[] = [];
  readonly #files: SitePath[] = [];
  readonly #scores: number[] = [];
  /** The number of matches for each score. */
  readonly #counts = new Uint32Array(maxScore + 1);

  constructor(query: string) {
    this.#query = query;
    this.#letterBits = computeLetterBits(query);
  }

  addMatches({ locations, letterBits, lowerNames }: NameIndex, file: SitePath): void {
    for (let i = 0; i < letterBits.length; i++) {
      if (((letterBits[i] ?? 0) & this.#letterBits) !== this.#letterBits) continue;
      const namedLocation = locations[i];
      if (!namedLocation || (this.#query === "" && namedLocation.kind !== "page")) continue;
      const nameScore = computeMatchScore(this.#query, namedLocation.name, lowerNames[2 * i]);
      const { otherName } = namedLocation;
      const otherScore = otherName === undefined ? 0 : computeMatchScore(this.#query, otherName, lowerNames[2 * i + 1]);
      const score = nameScore > otherScore ? nameScore : otherScore;
      if (score === 0) continue;
      this.#locations.push(namedLocation);
      this.#files.push(file);
      this.#scores.push(score);
      this.#counts[score] = (this.#counts[score] ?? 0) + 1;
    }
  }

  getBestSymbols(): readonly FoundSymbol[] {
    let minScore = maxScore;
    for (let count = 0; minScore > 1; minScore--) {
      count += this.#counts[minScore] ?? 0;
      if (count >= maxFoundSymbols) break;
    }
    const symbols: FoundSymbol[] = [];
    for (const [i, score] of this.#scores.entries()) {
      const namedLocation = this.#locations[i];
      if (score >= minScore && namedLocation)
        symbols.push({ ...this.#toDisplayedLocation(namedLocation), file: this.#files[i] ?? "", score });
    }
    return selectBestSymbols(symbols);
  }

  /**
   * Returns the location with the name that should be shown. That name must contain the typed text, because editors
   * filter by it.
   */
  #toDisplayedLocation(namedLocation: NamedLocation): NamedLocation {
    const { name, otherName } = namedLocation;
    if (otherName === undefined || computeMatchScore(this.#query, otherName) <= computeMatchScore(this.#query, name))
      return namedLocation;
    return { ...namedLocation, name: otherName, container: name };
  }
}

const indexPageNames = derive(({ path, frontmatter, headings, exports }: PageReferences): NameIndex => {
  const title = frontmatter.fields.get("title");
  const slug = getPageSlug(path) ?? path;
  const titleText = typeof title?.value === "string" ? title.value.trim() : "";
  const hasTitle = title !== undefined && titleText !== "";
  const page: NamedLocation = {
    kind: "page",
    name: hasTitle ? titleText : slug,
    container: hasTitle ? slug : "",
    range: hasTitle ? title.valueRange : { start: 0, end: 0 },
    ...(hasTitle && { otherName: slug }),
  };
  return indexNames([
    page,
    ...headings.flatMap(({ text, range }): NamedLocation[] =>
      text === "" ? [] : [{ kind: "heading", name: text, container: slug, range }],
    ),
    ...exports.flatMap(({ name, range, isComponent }): NamedLocation[] =>
      isComponent && name !== "default" ? [{ kind: "component", name, container: path, range }] : [],
    ),
  ]);
});

const indexScriptNames = derive(({ path, exports }: ScriptOutline): NameIndex =>
  indexNames(
    exports.flatMap(({ name, isComponent }): NamedLocation[] =>
      isComponent && name !== "default" ? [{ kind: "component", name, container: path }] : [],
    ),
  ),
);

/** Operations that are defined in another file are listed in the file that references them. */
const indexSpecNames = derive(({ path: file, operations, webhooks, title }: SpecOutline): NameIndex =>
  indexNames(
    [...operations, ...webhooks].map((operation): NamedLocation => {
      const { method, path, summary, operationId, range, pathRange } = operation;
      const otherName = summary ?? operationId;
      return {
        kind: "operation",
        name: `${method} ${path}`,
        container: title ?? file,
        range: operation.file === undefined ? range : pathRange,
        ...(otherName !== undefined && otherName.trim() !== "" && { otherName: otherName.slice(0, 200) }),
      };
    }),
  ),
);
