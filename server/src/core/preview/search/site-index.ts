import MiniSearch from "minisearch";
import type { EffectiveBoost, FoundPage } from "../view/found-page.ts";
import type { SearchDocument } from "./search-document.ts";

/** The texts of a site, to be searched; changed page by page. */
export interface SiteIndex {
  readonly put: (document: SearchDocument) => void;
  readonly remove: (id: string) => void;
  readonly search: (query: string, boostOf: (id: string) => EffectiveBoost) => readonly FoundPage[];
}

const mostFound = 30;
const longestQuery = 200;
const aroundMatch = 70;

export function createSiteIndex(): SiteIndex {
  const documents = new Map<string, SearchDocument>();
  const index = new MiniSearch<SearchDocument>({
    idField: "id",
    fields: ["title", "headings", "description", "text"],
    searchOptions: { prefix: true, fuzzy: (term) => (term.length > 5 ? 0.15 : false), boost: fieldWeights },
  });
  const remove = (id: string): void => {
    if (!documents.delete(id)) return;
    index.discard(id);
  };
  return {
    put: (document) => {
      remove(document.id);
      documents.set(document.id, document);
      index.add(document);
    },
    remove,
    search: (query, boostOf) => {
      const text = query.slice(0, longestQuery);
      const found = index.search(text, { combineWith: "AND" });
      const all = found.length > 0 ? found : index.search(text, { combineWith: "OR" });
      // The service multiplies the rank of a page (specification, “boost”).
      const ranked = all.map((hit, place) => {
        const id = hit.id as string;
        const boost = boostOf(id);
        return { id, boost, place, score: hit.score * boost.value, terms: hit.terms };
      });
      return ranked
        .sort((a, b) => b.score - a.score)
        .slice(0, mostFound)
        .flatMap(({ id, boost, place, score, terms }) => {
          const document = documents.get(id);
          if (!document) return [];
          const excerpt = excerptOf(document, terms);
          return [{ id, title: document.title, excerpt, score, boost, placeWithoutBoost: place + 1 }];
        });
    },
  };
}

const fieldWeights = { title: 5, headings: 3, description: 2, text: 1 };

function excerptOf({ description, text }: SearchDocument, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  if (places.length === 0) return description === "" ? text.slice(0, aroundMatch * 2) : description;
  const at = Math.min(...places);
  const start = at <= aroundMatch ? 0 : lower.indexOf(" ", at - aroundMatch) + 1 || at;
  const end = Math.min(text.length, at + aroundMatch * 1.5);
  return `${start > 0 ? "… " : ""}${text.slice(start, end).trim()}${end < text.length ? " …" : ""}`;
}
