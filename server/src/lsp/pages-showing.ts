import { pagesShowing } from "../feedback/pages-showing.ts";
import type { PagesShowing } from "../protocol/feedback.ts";
import { uriOf } from "./diagnostic.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** `docwright/pagesShowing`, of what the editor has now; nothing while the site is being read. */
export function urisShowing({ uri }: PagesShowing, session: Session): string[] {
  session.documents.flush();
  const path = pathOfUri(uri);
  const file = path === undefined ? undefined : session.sites.siteOf(path);
  const site = file?.site.current?.site;
  if (!site) return [];
  return pagesShowing(site, file.path).map((page) => uriOf({ site: file.site, path: page }, session));
}
