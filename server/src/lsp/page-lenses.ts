import type { CodeLens, Command } from "vscode-languageserver/node";
import { pageLens, type PageLens } from "../core/features/explain/page-lens.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import { textsOf } from "./explain.ts";
import type { Session } from "./session.ts";
import { showPlaceCommand } from "./show-place.ts";

export const explainId = "docwright.explain";

export function isPage(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

/** One lens above a page: where readers find it, or why they do not. */
export function pageLenses(place: SitePlace, session: Session): CodeLens[] {
  const site = place.site.current?.site;
  const lens = site && session.pageLens && pageLens(site, place.path, textsOf(place.site));
  if (!lens) return [];
  const range = toRange(session.lineMaps.of(place), lens.range);
  return [{ range, command: commandOf(lens, place, session) }];
}

/** An editor without the command goes to the entry in docs.json. */
function commandOf({ title, place: entry }: PageLens, place: SitePlace, session: Session): Command {
  if (session.explain)
    return { title, command: explainId, arguments: [{ uri: uriOf(place, session), target: place.path }] };
  return entry ? showPlaceCommand(title, entry, place.site, session) : { title, command: "" };
}
