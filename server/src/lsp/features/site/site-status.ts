import { basename } from "node:path";
import type { WorkDoneProgressServerReporter } from "vscode-languageserver/node";
import { getJsonString } from "../../../core/config/json/json-tree.ts";
import { getPublishedPages } from "../../../core/site/pages/pages.ts";
import type { Site } from "../../../core/site/site.ts";
import { endpointFields, listRemoteSources } from "../../../core/site/specs/operation-references.ts";
import { derive } from "../../../core/text/maps.ts";
import { type SitesStatus, siteStatus, type SiteStatus } from "../../../protocol/site.ts";
import type { SiteState } from "../../../workspace/analysis/site-state.ts";
import { toFileUri } from "../../convert/convert.ts";
import type { Session } from "../../session/session.ts";

/**
 * Returns a function that sends the status of the sites to editors with the Docwright extension if the status has
 * changed since it was last sent.
 */
export function createSiteStatusSender(getSession: () => Session): () => void {
  let lastSentText = "";
  return () => {
    const { connection } = getSession();
    const status: SitesStatus = { sites: listSiteStatuses(getSession()) };
    const text = JSON.stringify(status);
    if (text === lastSentText) return;
    lastSentText = text;
    void connection.sendNotification(siteStatus, status);
  };
}

export function createSiteStatus(site: SiteState, { sites }: Session): SiteStatus {
  const currentSite = site.current?.site;
  const specs = [...(currentSite?.specs.values() ?? [])];
  return {
    ...identifySite(site),
    profile: currentSite?.profile.name ?? "standard",
    pageCount: currentSite ? getPublishedPages(currentSite.pages).pagesBySlug.size : 0,
    specCount: specs.length,
    operationCount: specs.reduce((sum, spec) => sum + spec.operations.length, 0),
    counts: site.problemStore.counts,
    hasApi: specs.length > 0 || (currentSite !== undefined && usesApi(currentSite)),
    remoteSpecCount: currentSite ? listRemoteSources(currentSite).length : 0,
    staleCopyCount: [...(currentSite?.copies?.values() ?? [])].filter(({ isStale }) => isStale).length,
    isScanning: !sites.isIdle(site),
    scanCount: site.scanCount,
  };
}

function usesApi(site: Site): boolean {
  return listRemoteSources(site).length > 0 || hasEndpointPage(site.pages);
}

const hasEndpointPage = derive((pages: Site["pages"]) =>
  [...pages.values()].some(({ fields }) => ["api", ...endpointFields].some((field) => fields.has(field))),
);

/**
 * Returns the URI of the site's folder and the site's name. The name is the `name` in docs.json or, if that isn't set,
 * the folder's name.
 */
export function identifySite({ current, root }: SiteState): Pick<SiteStatus, "root" | "name"> {
  const name = getJsonString(current?.site.config.root, "name")?.trim() ?? "";
  return { root: toFileUri(root), name: name === "" ? basename(root) : name };
}

/** Handles `docwright/sites`. */
export function listSiteStatuses(session: Session): SiteStatus[] {
  return session.sites.sites.map((site) => createSiteStatus(site, session));
}

/**
 * Shows the progress of the first scan of sites if the editor supports progress reports. Every progress report that has
 * been started is ended.
 */
export class ScanProgress {
  readonly #getSession: () => Session;
  readonly #progressBySite = new Map<SiteState, { done: number; total: number }>();
  #reporter: Promise<WorkDoneProgressServerReporter | undefined> | undefined;
  #lastPercentage = -1;

  constructor(getSession: () => Session) {
    this.#getSession = getSession;
  }

  onScanChanged(site: SiteState): void {
    if (site.isScanning && site.scanCount === 1) this.#begin(site);
    else if (!site.isScanning) this.end(site);
  }

  onProgress(site: SiteState, doneCount: number, total: number): void {
    if (!this.#progressBySite.has(site)) return;
    this.#progressBySite.set(site, { done: doneCount, total });
    const sites = [...this.#progressBySite.values()];
    const sumCounts = (key: "done" | "total") => sites.reduce((sum, progress) => sum + progress[key], 0);
    const percentage = Math.floor((100 * sumCounts("done")) / Math.max(1, sumCounts("total")));
    if (percentage === this.#lastPercentage) return;
    this.#lastPercentage = percentage;
    void this.#reporter?.then((reporter) =>
      reporter?.report(percentage, `${sumCounts("done")} of ${sumCounts("total")} pages`),
    );
  }

  end(site: SiteState): void {
    if (!this.#progressBySite.delete(site) || this.#progressBySite.size > 0) return;
    void this.#reporter?.then((reporter) => reporter?.done());
    this.#reporter = undefined;
  }

  #begin(site: SiteState): void {
    const { connection, client } = this.#getSession();
    if (!client.window?.workDoneProgress) return;
    this.#progressBySite.set(site, { done: 0, total: 0 });
    this.#lastPercentage = -1;
    this.#reporter ??= connection.window.createWorkDoneProgress().then(
      (reporter) => {
        reporter.begin("Docwright", 0, "Reading the site", false);
        return reporter;
      },
      () => undefined,
    );
  }
}
