import type { CancellationToken } from "vscode-languageserver/node";
import type { SitePath } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { orCancelled } from "./cancellation.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/**
 * The site of a file as soon as the newest text of the file is in it, so that ranges told from the site are right in
 * the editor. Undefined when the file belongs to no site or is not wanted.
 */
export function whenRead(
  uri: string,
  token: CancellationToken,
  session: Session,
  isWanted: (path: SitePath) => boolean = () => true,
): Promise<SitePlace | undefined> {
  return orCancelled(token, waitUntilRead(uri, token, session, isWanted));
}

async function waitUntilRead(
  uri: string,
  token: CancellationToken,
  { documents, sites }: Session,
  isWanted: (path: SitePath) => boolean,
): Promise<SitePlace | undefined> {
  const path = pathOfUri(uri);
  if (path === undefined) return undefined;
  documents.flush();
  let place = sites.siteOf(path);
  if (place && !isWanted(place.path)) return undefined;
  while (!token.isCancellationRequested) {
    documents.flush();
    place = sites.siteOf(path);
    const isKnown = place !== undefined && isLoaded(place) && !sites.isBehind(place, "text");
    if (isKnown && !documents.isBehind) return place;
    place = await sites.whenReady(path);
    if (!place) return undefined;
    if (!isLoaded(place)) await place.site.whenCurrent();
    if (!place.site.current) return undefined;
  }
  return undefined;
}

/** Of a site without specifications the last stage of the first scan is there before its pages. */
function isLoaded(place: SitePlace): boolean {
  const loaded = place.site.current?.site.loaded;
  return loaded?.pages === true && loaded.specs;
}
