import type { SiteStoreEvents } from "../workspace/analysis/site-store.ts";
import { lensRefresher } from "./refresh-lenses.ts";
import type { ScanProgress } from "./scan-progress.ts";
import type { ProblemListener, Session } from "./session.ts";
import { siteStatusSender } from "./site-status.ts";

/** Who hears what of the sites: the one that shows problems, the progress, the status line, and views of whole sites. */
export function siteEvents(
  problems: ProblemListener,
  progress: ScanProgress,
  hasStatus: boolean,
  session: () => Session,
): SiteStoreEvents {
  const lenses = lensRefresher(session);
  const sendStatus = hasStatus ? siteStatusSender(session) : () => undefined;
  const sendNews = () => {
    sendStatus();
    session().coverage.tell();
    session().navigation.look();
    session().feedback.look();
  };
  return {
    onChanged: (site) => session().previews.follow(site),
    onProblems: (site) => {
      problems.onProblems(site);
      lenses.onProblems(site);
    },
    onProgress: (site, done, total) => progress.onProgress(site, done, total),
    onRest: (site) => {
      problems.onRest(site);
      lenses.onRest(site);
      sendNews();
    },
    onRemoved: (site) => {
      problems.onRemoved(site);
      progress.end(site);
      sendNews();
    },
    onScanning: (site) => {
      progress.onScanning(site);
      sendNews();
    },
  };
}
