import MiniSearch from "minisearch";
import type { Config } from "../config/config.ts";
import type { Page } from "../page/page.ts";
import { getPageListings } from "../site/navigation/navigation-pages.ts";
import type { Site } from "../site/site.ts";
import { derive } from "../text/maps.ts";
import type { EffectiveBoost, FoundPage } from "./view/page-view.ts";

/** Returns a page's own boost or, if it has none, the boost of the nearest navigation element around it. */
export function getEffectiveBoost(
  site: Pick<Site, "config" | "pages">,
  slug: string,
  file: string | undefined,
): EffectiveBoost {
  const pageBoost = file === undefined ? undefined : site.pages.get(file)?.fields.get("boost");
  if (typeof pageBoost === "number" && pageBoost > 0) return { value: pageBoost, source: "page" };
  const inheritedBoost = getBoostsBySlug(site.config).get(slug);
  return inheritedBoost === undefined
    ? { value: 1, source: "default" }
    : { value: inheritedBoost, source: "navigation" };
}

const getBoostsBySlug = derive((config: Config): ReadonlyMap<string, number> => {
  const boostsBySlug = new Map<string, number>();
  for (const { entry, slug } of getPageListings(config)) {
    const value = entry.parent.boost?.value;
    if (value !== undefined && value > 0 && !entry.isIgnored && !boostsBySlug.has(slug)) boostsBySlug.set(slug, value);
  }
  return boostsBySlug;
});

/** A page in the site's search index. */
export interface SearchDocument {
  /** The URL path without a leading slash, such as `guides/start`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly headings: string;
  readonly text: string;
}

/** The maximum length of a page's indexed text, in UTF-16 code units. */
const maxTextLength = 20_000;

/** Converts a page to a search document. The text doesn't include Markdown marks, tags, or code fences. */
export function toSearchDocument(id: string, title: string, { outline, references }: Page): SearchDocument {
  const description = outline.fields.get("description");
  const bodyStart = references.frontmatter.range?.end ?? 0;
  return {
    id,
    title,
    description: typeof description === "string" ? description : "",
    headings: outline.headings.map(({ text }) => text).join("\n"),
    text: extractPlainText(references.text.slice(bodyStart, bodyStart + maxTextLength)),
  };
}

/**
 * Returns the text approximately as readers see it. A few Markdown marks may remain, but they don't affect search
 * results.
 */
export function extractPlainText(mdx: string): string {
  return mdx
    .replace(/^(?:import|export)\b[^\n]*$/gm, " ")
    .replace(/\{\/\*[^]{0,2000}?\*\/\}/g, " ")
    .replace(/<\/?[A-Za-z][^<>]{0,2000}>/g, (tag) => ` ${extractAttributeText(tag)} `)
    .replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, " ")
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\n]{0,500}\)/g, "$1")
    .replace(/[`*_#>|{}]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns the visible text in a tag's attributes, such as `title` and `description`. */
function extractAttributeText(tag: string): string {
  return [...tag.matchAll(/\b(?:title|description|label|name|caption)="([^"]*)"/g)]
    .map(([, text = ""]) => text)
    .join(" ");
}

/** A site's search index, which is updated page by page. */
export interface SiteIndex {
  readonly update: (document: SearchDocument) => void;
  readonly remove: (id: string) => void;
  readonly search: (query: string, getBoost: (id: string) => EffectiveBoost) => readonly FoundPage[];
}

const maxResults = 30;
const maxQueryLength = 200;
const excerptPadding = 70;

export function createSiteIndex(): SiteIndex {
  const documentsById = new Map<string, SearchDocument>();
  const index = new MiniSearch<SearchDocument>({
    idField: "id",
    fields: ["title", "headings", "description", "text"],
    searchOptions: { prefix: true, fuzzy: (term) => (term.length > 5 ? 0.15 : false), boost: fieldWeights },
  });
  const removePage = (id: string): void => {
    if (!documentsById.delete(id)) return;
    index.discard(id);
  };
  return {
    update: (document) => {
      removePage(document.id);
      documentsById.set(document.id, document);
      index.add(document);
    },
    remove: removePage,
    search: (query, getBoost) => {
      const text = query.slice(0, maxQueryLength);
      const searchResults = index.search(text, { combineWith: "AND" });
      const results = searchResults.length > 0 ? searchResults : index.search(text, { combineWith: "OR" });
      // The service multiplies a page's score by its boost.
      const rankedPages = results.map((result, rank) => {
        const id = result.id as string;
        const boost = getBoost(id);
        return { id, boost, position: rank, score: result.score * boost.value, terms: result.terms };
      });
      return rankedPages
        .sort((a, b) => b.score - a.score)
        .slice(0, maxResults)
        .flatMap(({ id, boost, position, score, terms }) => {
          const document = documentsById.get(id);
          if (!document) return [];
          const excerpt = createExcerpt(document, terms);
          return [{ id, title: document.title, excerpt, score, boost, rankWithoutBoost: position + 1 }];
        });
    },
  };
}

const fieldWeights = { title: 5, headings: 3, description: 2, text: 1 };

function createExcerpt({ description, text }: SearchDocument, terms: readonly string[]): string {
  const lowerCaseText = text.toLowerCase();
  const matchIndexes = terms.map((term) => lowerCaseText.indexOf(term)).filter((index) => index >= 0);
  if (matchIndexes.length === 0) return description === "" ? text.slice(0, excerptPadding * 2) : description;
  const firstMatchIndex = Math.min(...matchIndexes);
  const excerptStart =
    firstMatchIndex <= excerptPadding
      ? 0
      : lowerCaseText.indexOf(" ", firstMatchIndex - excerptPadding) + 1 || firstMatchIndex;
  const end = Math.min(text.length, firstMatchIndex + excerptPadding * 1.5);
  return `${excerptStart > 0 ? "… " : ""}${text.slice(excerptStart, end).trim()}${end < text.length ? " …" : ""}`;
}
