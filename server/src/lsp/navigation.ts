import { navigationRows } from "../core/features/navigation/navigation-rows.ts";
import { navigationChanged, type SiteNavigation } from "../protocol/navigation.ts";
import { AnswerNews } from "../workspace/analysis/change-notifier.ts";
import { uriOfPath } from "./file-uri.ts";
import { NavigationNodes } from "./navigation-nodes.ts";
import type { Session } from "./session.ts";
import { nameOf } from "./site-status.ts";

export type NavigationNews = AnswerNews<undefined, SiteNavigation[]>;

/** `docwright/navigation`, and whoever has asked is told when the answer is another. */
export function navigationNews(session: () => Session): NavigationNews {
  return new AnswerNews<undefined, SiteNavigation[]>({
    answer: () => siteNavigations(session()),
    onNews: () => void session().connection.sendNotification(navigationChanged),
  });
}

/** Of each site what has been read of it by now; a row a step, as sites list thousands. */
function* siteNavigations(session: Session): Generator<void, SiteNavigation[]> {
  const sites: SiteNavigation[] = [];
  for (const live of session.sites.sites) {
    const site = live.current?.site;
    const rows = site && (yield* navigationRows(site));
    const nodes = rows && (yield* new NavigationNodes(live, site, session).nodes(rows));
    sites.push({
      root: uriOfPath(live.root),
      name: nameOf(live),
      loaded: site !== undefined && site.loaded.pages && site.loaded.specs,
      ...(nodes && { rows: nodes }),
    });
  }
  return sites;
}
