/** A page that the search of the site has found. */
export interface FoundPage {
  /** Its address without a slash in front: `guides/start`. */
  readonly id: string;
  readonly title: string;
  /** Some words around the first that was found. */
  readonly excerpt: string;
  /** How well it fits, the boost included. */
  readonly score: number;
  readonly boost: EffectiveBoost;
  /** The place that it would have without any boost, from 1. */
  readonly placeWithoutBoost: number;
}

/** By how much a page counts more in the search, and who says so. */
export interface EffectiveBoost {
  /** 1 where nobody says anything. */
  readonly value: number;
  readonly from: "page" | "navigation" | "nobody";
}
