import { duplicateTitles } from "../site/navigation/navigation-suggestions.ts";
import { publishedPages } from "../site/pages/pages.ts";
import type { Site } from "../site/site.ts";
import { remoteSources } from "../site/specs/operation-references.ts";

/**
 * Makes, a step each, the views of all pages that whoever sees a site for the first time asks for at once. They are
 * remembered where they are derived.
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
