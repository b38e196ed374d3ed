import type { SitePath } from "../../text/text-edit.ts";

/** What readers think of a page. */
export interface PageRating {
  readonly up: number;
  readonly down: number;
  /** Comments that still ask for work. */
  readonly open: number;
  /** How many these are in the language of the editor; English where it does not say so. */
  readonly words?: string;
}

/** The rating of a page's file, or of an operation (`GET /users`) of a specification; undefined where none is known. */
export type RatePage = (file: SitePath, operation?: string) => PageRating | undefined;

/** `▲ 34 ▼ 6 · 3 open comments`; undefined for a page that nobody has said anything about. */
export function describeRating(rating: PageRating | undefined): string | undefined {
  if (!rating) return undefined;
  const { up, down, open, words } = rating;
  const votes = up + down > 0 ? `▲ ${up} ▼ ${down}` : undefined;
  const inEnglish = `${open} open ${open === 1 ? "comment" : "comments"}`;
  const comments = open > 0 ? (words ?? inEnglish) : undefined;
  const parts = [votes, comments].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" · ");
}
