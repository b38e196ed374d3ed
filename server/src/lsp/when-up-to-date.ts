import type { CancellationToken } from "vscode-languageserver/node";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { orCancelled } from "./cancellation.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/**
 * The site of a file as soon as its problems hold for the newest text; they are looked for in the background with all
 * others, so that whoever asks meanwhile is answered. Undefined when the file belongs to no site. Rejects as the protocol wants it when the client cancels.
 */
export function whenUpToDate(
  uri: string,
  token: CancellationToken,
  session: Session,
): Promise<SitePlace | undefined> {
  return orCancelled(token, waitUntilUpToDate(uri, token, session));
}

async function waitUntilUpToDate(
  uri: string,
  token: CancellationToken,
  { documents, sites }: Session,
): Promise<SitePlace | undefined> {
  const path = pathOfUri(uri);
  while (path !== undefined && !token.isCancellationRequested) {
    documents.flush();
    const place = await sites.whenReady(path);
    if (!place) return undefined;
    await sites.whenChecked(place);
    if (!documents.isBehind && !sites.isBehind(place)) return place;
  }
  return undefined;
}
