import { placeInSite } from "../feedback/pages/snippet-anchor.ts";
import type { PlacedSnippet, PlaceSnippets } from "../protocol/feedback.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

const mostSnippets = 2000;

/** `docwright/placeSnippets`, in the text as the editor has it. */
export function placedSnippets(
  { snippets }: PlaceSnippets,
  session: Session,
  { place: page }: InFile,
): PlacedSnippet[] {
  const site = page?.site.current?.site;
  return snippets.slice(0, mostSnippets).map((snippet) => {
    const found = site && placeInSite(site, page.path, snippet);
    if (!found) return {};
    const place = { site: page.site, path: found.file };
    return {
      ...(found.file !== page.path && { uri: uriOf(place, session) }),
      range: toRange(session.lineMaps.of(place), found.range),
      anchor: found.anchor,
    };
  });
}
