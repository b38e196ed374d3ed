import { duplicateTitles } from "../site/navigation/navigation-suggestions.ts";
import { publishedPages } from "../site/pages/pages.ts";
import type { Site } from "../site/site.ts";
import { remoteSources } from "../site/specs/operation-references.ts";

/**
 * Computes, one per step, the views of all pages that are requested when a site is first shown. The results are cached
 * where they're derived.
 */
export function* warmUpViews(site: Site): Generator<void, void> {
  for (const view of [
    () => publishedPages(site.pages),
    () => remoteSources(site),
    () => duplicateTitles(site),
  ]) {
    view();
    yield;
  }
}
