import type { LiveSite } from "../workspace/live-site.ts";
import type { SiteStoreEvents } from "../workspace/site-store.ts";
import type { ScanProgress } from "./scan-progress.ts";
import type { ProblemListener } from "./session.ts";

/** Who hears what of the sites: the one that shows problems, the progress, and the status line. */
export function siteEvents(
  problems: ProblemListener,
  progress: ScanProgress,
  sendStatus: () => void,
  refreshLenses: (site: LiveSite) => void,
): SiteStoreEvents {
  return {
    onProblems: problems.onProblems,
    onProgress: (site, done, total) => progress.onProgress(site, done, total),
    onRest: (site) => {
      problems.onRest(site);
      refreshLenses(site);
      sendStatus();
    },
    onRemoved: (site) => {
      problems.onRemoved(site);
      progress.end(site);
      sendStatus();
    },
    onScanning: (site) => {
      progress.onScanning(site);
      sendStatus();
    },
  };
}
