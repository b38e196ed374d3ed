import { join } from "node:path";
import type { LiveSite } from "../workspace/live-site.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** The site whose docs.json is in this folder, as soon as all of it has been read; undefined for a folder that is no site. */
export async function siteAtRoot(uri: string, session: Session): Promise<LiveSite | undefined> {
  session.documents.flush();
  const folder = pathOfUri(uri);
  const place = folder === undefined ? undefined : await session.sites.whenReady(join(folder, "docs.json"));
  if (place?.site.root !== folder) return undefined;
  if (!place?.site.current?.site.loaded.specs) await place?.site.whenCurrent();
  return place?.site;
}
