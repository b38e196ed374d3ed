import { pagesShowing } from "../feedback/pages/snippet-anchor.ts";
import type { PagesShowing } from "../protocol/feedback.ts";
import { uriOf } from "./file-uri.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `docwright/pagesShowing`, of what the editor has now; nothing while the site is being read. */
export function urisShowing(_: PagesShowing, session: Session, { place: file }: InFile): string[] {
  const site = file?.site.current?.site;
  if (!site) return [];
  return pagesShowing(site, file.path).map((page) => uriOf({ site: file.site, path: page }, session));
}
