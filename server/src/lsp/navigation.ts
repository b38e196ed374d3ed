import { navigationRows } from "../core/features/navigation/navigation-rows.ts";
import type { SiteNavigation } from "../protocol.ts";
import { uriOfPath } from "./file-uri.ts";
import { NavigationNodes } from "./navigation-nodes.ts";
import type { Session } from "./session.ts";
import { nameOf } from "./site-status.ts";

/** `docwright/navigation`: of each site what has been read of it by now. */
export function siteNavigations(session: Session): SiteNavigation[] {
  return session.sites.sites.map((live) => {
    const site = live.current?.site;
    const rows = site && navigationRows(site);
    const told = new NavigationNodes(live, session);
    return {
      root: uriOfPath(live.root),
      name: nameOf(live),
      loaded: site !== undefined && site.loaded.pages && site.loaded.specs,
      ...(rows && { rows: rows.map((row) => told.node(row)) }),
    };
  });
}
