import { decodeEntities, encodePercent, normalizeAnchor } from "../text/decode-text.ts";
import { getLineStart, type TextRange } from "../text/text-edit.ts";
import { derive } from "../text/maps.ts";
import type { HeadingReference, PageReferences } from "./page.ts";

/** Numbers slugs as the service does: the second slug with the same text gets the suffix `-2`, the third one `-3`. */
class SlugCounter {
  readonly #countsBySlug = new Map<string, number>();

  addNumber(slug: string): string {
    if (slug === "") return slug;
    const occurrence = (this.#countsBySlug.get(slug) ?? 0) + 1;
    // After `use`, `use-2`, and `use-3`, the service also numbers the first `use-1`.
    const isAfterNumbers = (this.#countsBySlug.get(removeNumbers(slug)) ?? 0) > 2;
    this.#countsBySlug.set(slug, occurrence);
    return occurrence > 1 || isAfterNumbers ? `${slug}-${occurrence}` : slug;
  }
}

function removeNumbers(slug: string): string {
  let end = slug.length;
  for (let dashIndex = slug.lastIndexOf("-"); dashIndex >= 0; dashIndex = slug.lastIndexOf("-", end - 1)) {
    if (!/^\d+$/.test(slug.slice(dashIndex + 1, end))) break;
    end = dashIndex;
    if (dashIndex === 0) break;
  }
  return slug.slice(0, end);
}

/**
 * Generates the same anchors as the service: converts the text to lowercase and its spaces to dashes, percent-encodes
 * the result, replaces each sequence of characters other than letters, digits, `%`, and `_` with one dash, merges a
 * separate `s` or `t` with the word before it, and applies `normalizeAnchor`. If several headings have the same text,
 * the second one gets the suffix `-2`, and the third one gets `-3`. Then headings that differ only in punctuation or
 * emoji, and headings with the same custom ID, also get the next unused number.
 */
export class HeadingIdGenerator {
  readonly #slugs = new SlugCounter();
  /** The last number that was added to an ID. 1 if the ID is used without a number. */
  readonly #lastNumberById = new Map<string, number>();

  createId(text: string): string {
    const slug = createSlug(text);
    if (slug === "") return "";
    const id = normalizeAnchor(this.#slugs.addNumber(slug));
    return id === "" ? normalizeAnchor(this.#makeUnique(slug)) : this.#makeUnique(id);
  }

  /** Returns the anchor for a custom ID, such as `install` for `{#install}`, or `first-steps` for `{#first steps}`. */
  createCustomId(customText: string): string {
    return this.#makeUnique(normalizeAnchor(customText.replace(/[<>&]/g, "")).trim().replace(/\s+/g, "-"));
  }

  #makeUnique(id: string): string {
    const lastNumber = this.#lastNumberById.get(id);
    if (lastNumber === undefined) {
      this.#lastNumberById.set(id, 1);
      return id;
    }
    let number = lastNumber + 1;
    while (this.#lastNumberById.has(`${id}-${number}`)) number++;
    this.#lastNumberById.set(id, number);
    this.#lastNumberById.set(`${id}-${number}`, 1);
    return `${id}-${number}`;
  }
}

/** The components for which the service generates anchors in a simpler way than for headings. */
const componentsWithSimpleIds: ReadonlySet<string> = new Set(["Accordion", "View"]);

/**
 * Titles for which anchors are generated exactly. In other titles, the service also replaces letters with similar ones,
 * removes Markdown, and treats a separate `s` or `t` as an ending.
 */
const plainTitlePattern = /^(?!.*(?:__|\]\())(?!.*(?<![a-z\d])[st](?![a-z\d]))[\w .,:;()[\]!?/-]*$/i;

/** Matches `&`, but not the start of an entity such as `&amp;`. */
const ampersandPattern = /&(?!#?\w{1,30};)/g;

/**
 * Generates the anchors of components from their titles or names in the same way as the service. Each kind of component
 * is numbered separately: the second accordion, view, or parameter with the same title gets the suffix `-1`, and any
 * other component gets `-2`.
 */
export class ComponentIdGenerator {
  readonly #counterByComponent = new Map<string, SlugCounter>();
  readonly #countsBySlug = new Map<string, number>();

  /** Returns the anchor for a title, and whether links have to use exactly this anchor. */
  createId(component: string, title: string): { readonly id: string; readonly isExact: boolean } {
    if (!componentsWithSimpleIds.has(component)) {
      const counter = this.#counterByComponent.get(component) ?? new SlugCounter();
      this.#counterByComponent.set(component, counter);
      const id = normalizeAnchor(counter.addNumber(createSlug(title)));
      return { id, isExact: plainTitlePattern.test(title) };
    }
    // In these anchors, the service replaces `&` with a word (`generateComponentId` in @mintlify/common 1.0.1176).
    const expandedTitle = title.replace(ampersandPattern, " and ");
    const isExact = plainTitlePattern.test(expandedTitle);
    const slug = isExact ? toDashedWords(expandedTitle) : normalizeAnchor(createSlug(title));
    return { id: this.#addNumber(component, slug), isExact };
  }

  /** Returns the anchor of a parameter or field. All of these components are numbered together. */
  createParameterId(name: string): { readonly id: string; readonly isExact: boolean } {
    const dashedWords = toDashedWords(separateWords(name));
    const id = dashedWords === "" ? "" : this.#addNumber("param", `param-${dashedWords}`);
    return { id, isExact: plainTitlePattern.test(name) };
  }

  #addNumber(kind: string, slug: string): string {
    const key = `${kind}\n${slug}`;
    const occurrenceCount = this.#countsBySlug.get(key) ?? 0;
    this.#countsBySlug.set(key, occurrenceCount + 1);
    return occurrenceCount === 0 || slug === "" ? slug : `${slug}-${occurrenceCount}`;
  }
}

function toDashedWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Separates the words of a parameter name as the service does. For example, `expiresInDays` becomes `expires In Days`.
 */
function separateWords(name: string): string {
  return name
    .replace(/(?<![A-Z])([A-Z]{2,})(\d+)/g, "$1 $2")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])(?=[A-Z][a-rt-z\d])/g, "$1 ");
}

const plainWordPattern = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

function createSlug(text: string): string {
  if (plainWordPattern.test(text)) return mergeEndings(text.toLowerCase().replaceAll(" ", "-"));
  const encodedText = encodePercent(text.trim().toLowerCase().replace(/\s+/g, "-"));
  return mergeEndings(encodedText.replace(/[^A-Za-z0-9%_]+/g, "-")).replace(/^-|-$/g, "");
}

/**
 * Merges each separate `s` or `t` with the word before it. For example, `event-s` becomes `events`, so `Event(s)` and
 * `What's` are each one word in an anchor.
 */
function mergeEndings(dashedText: string): string {
  return dashedText.replace(/(?<=[A-Za-z\d])-([st])(-|$)/g, "$1$2");
}

/** The deepest heading level (from 1 to 6) that has an anchor on the published page. */
export const maxAnchoredDepth = 4;

/** The maximum length of a heading in UTF-16 code units. If a heading is longer, the rest is ignored. */
export const maxHeadingLength = 1000;

/**
 * Returns a heading's text as readers see it: code without backticks, and links without targets, but no images, tags,
 * expressions, or emphasis marks. Every pattern stops at the next mark of the same kind, so the time depends only on
 * the heading's length, even for malicious text.
 */
export function toHeadingText(markdown: string): string {
  if (!/[\\`[<{*_~&\0]/.test(markdown)) return markdown.slice(0, maxHeadingLength).trim();
  const storedTexts: string[] = [];
  const storeText = (text: string) => `\0${storedTexts.push(text) - 1}\0`;
  return markdown
    .slice(0, maxHeadingLength)
    .replaceAll("\0", "")
    .replace(/(`+)([^`]+)\1(?!`)/g, (_, _ticks, code: string) => storeText(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, char: string) => storeText(char))
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, "")
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
    .replace(/<\/?[A-Za-z][^<>]*>/g, "")
    .replace(/\{[^{}]*\}/g, "")
    .replace(/(\*{1,3}|~~)(?=\S)([^*~]*[^*~\s])\1/g, "$2")
    .replace(/(^|[^\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_]*[^\s_])\2(?![\p{L}\p{N}_])/gu, "$1$3")
    .replace(/&[#\w]+;/g, (reference) => decodeEntities(reference).replace("\u00a0", " "))
    .replace(/\0(\d+)\0/g, (_, index: string) => storedTexts[Number(index)] ?? "")
    .trim();
}

/**
 * Matches a link without text to an anchor. Docusaurus adds such a link to each heading, and converted pages preserve
 * it.
 */
const emptyAnchorLinkPattern = /\[[\s\p{Cf}]*\]\(<?#([^\s()<>]{1,200})/u;

/** Returns the anchor of a link without text in a heading, such as `setup` for `Install [](#setup "Permalink")`. */
export function readFormerId(markdown: string): string | undefined {
  return markdown.includes("](") ? emptyAnchorLinkPattern.exec(markdown)?.[1] : undefined;
}

/** A heading and the content that follows it. */
interface PageSection {
  readonly heading: HeadingReference;
  /**
   * The range from the start of the heading's line to the last character before the next heading of the same or a
   * higher level. If no other heading ends the section, the section ends with the component that contains it or with
   * the page.
   */
  readonly range: TextRange;
}

/** Returns a page's sections in page order. If a section starts inside a component, it ends with that component. */
export const getPageSections = derive((page: PageReferences): readonly PageSection[] => {
  const { text, headings } = page;
  const sectionEnds = headings.map(() => text.length);
  const parents: ({ readonly end: number } | { readonly depth: number; readonly index: number })[] = [];
  const closeSection = (endOffset: number) => {
    const lastParent = parents.pop();
    if (lastParent && "index" in lastParent) sectionEnds[lastParent.index] = endOffset;
  };
  const closeTags = (endOffset: number) => {
    const firstClosedIndex = parents.findIndex((parent) => "end" in parent && parent.end <= endOffset);
    const tag = parents[firstClosedIndex];
    if (tag && "end" in tag) while (parents.length > firstClosedIndex) closeSection(tag.end);
  };
  const tags = page.tags.filter(
    ({ closingTagRange: closingRange, isInExpression }) => closingRange !== undefined && !isInExpression,
  );
  let nextTagIndex = 0;
  for (const [index, { depth, range }] of headings.entries()) {
    for (; (tags[nextTagIndex]?.range.start ?? Infinity) < range.start; nextTagIndex++) {
      const { range: tagRange, closingTagRange: closingRange } = tags[nextTagIndex] ?? {};
      if (!tagRange || !closingRange) continue;
      closeTags(tagRange.start);
      if (closingRange.start > range.start) parents.push({ end: closingRange.start });
    }
    closeTags(range.start);
    const start = getLineStart(text, range.start);
    for (
      let lastParent = parents.at(-1);
      lastParent && "depth" in lastParent && lastParent.depth >= depth;
      lastParent = parents.at(-1)
    )
      closeSection(start);
    parents.push({ depth, index });
  }
  while (parents.length > 0) {
    const tag = parents.findLast((parent) => "end" in parent);
    closeSection(tag && "end" in tag ? tag.end : text.length);
  }
  return headings.map((heading, index) => {
    const start = getLineStart(text, heading.range.start);
    return {
      heading,
      range: { start, end: findTrimmedEnd(text, heading.range.end, sectionEnds[index] ?? 0) },
    };
  });
});

function findTrimmedEnd(text: string, start: number, limit: number): number {
  let end = Math.max(start, limit);
  while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
  return end;
}

/**
 * Matches a heading with a custom ID. The groups are the text before the ID, such as `## Install`, and the ID, such as
 * `{#setup}`. The service replaces IDs before it parses the page, but only in headings that start with `#` and are
 * indented by at most three spaces. Everywhere else, `{#setup}` is an invalid expression (`mint` 4.2.941).
 */
const headingIdPattern = /^( {0,3}#{1,6}[ \t]+\S[^\r\n]*?)(\{[ \t]*#[^{}\r\n]+\})(?=[ \t]*$)/gm;
const trailingIdPattern = /[ \t]*\{[ \t]*#([^{}\r\n]+)\}$/;

/** The maximum length of a custom ID in UTF-16 code units. Longer IDs are ignored. */
const maxIdLength = 200;

/** Replaces the custom IDs of all headings with text of the same length so that offsets stay the same. */
export function maskCustomIds(text: string, replacement: "x" | " "): string {
  if (!/\{[ \t]*#/.test(text)) return text;
  return text.replace(headingIdPattern, (match, prefix: string) => prefix.padEnd(match.length, replacement));
}

/**
 * Splits a heading into its text and its custom ID, both as written. Returns undefined if the heading has no custom ID.
 */
export function splitCustomId(
  text: string,
  { start, end }: TextRange,
): { readonly id: string; readonly headingText: string } | undefined {
  const match = trailingIdPattern.exec(text.slice(Math.max(start, end - maxIdLength), end));
  const [suffix = "", id] = match ?? [];
  const headingText = text.slice(start, end - suffix.length);
  return id !== undefined && headingText !== "" && canHaveCustomId(text, { start, end })
    ? { id, headingText }
    : undefined;
}

/** Whether the text consists only of a custom ID, such as `{#setup}`. */
export function isCustomId(text: string): boolean {
  return trailingIdPattern.exec(text)?.[0] === text;
}

/**
 * Whether the service supports a custom ID after the heading. It doesn't if the heading is underlined, closed with `#`,
 * in a list or quote, or indented by more than three spaces.
 */
export function canHaveCustomId(text: string, { start, end }: TextRange): boolean {
  const isAlone = /^ {0,3}#{1,6}[ \t]+$/.test(text.slice(getLineStart(text, start), start));
  return isAlone && /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + 200));
}

/**
 * Starts with a heading's first character instead of `^`, because a search for `^` visits each position in the text.
 */
const unmarkedHeadingPattern =
  /[*#＃](?<=^[ \t]*.)(?:(?<=\*)\*[^*\r\n]+\*\*[ \t]*$|(?<=#)(?:#{1,5}[^#\s]|#{0,5}[\u00a0\u3000])|(?<=＃))/gm;

/**
 * Returns the number of lines that consist only of bold text or that would be a heading with a space after the last
 * `#`. Machine translation often removes this space, turns it into a no-break space, or replaces `#` with `＃`.
 */
export function countUnmarkedHeadings(text: string): number {
  return text.match(unmarkedHeadingPattern)?.length ?? 0;
}
