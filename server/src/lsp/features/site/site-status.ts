import { basename } from "node:path";
import type { WorkDoneProgressServerReporter } from "vscode-languageserver/node";
import { getJsonString } from "../../../core/config/json/json-tree.ts";
import { publishedPages } from "../../../core/site/pages/pages.ts";
import type { Site } from "../../../core/site/site.ts";
import { endpointFields, remoteSources } from "../../../core/site/specs/operation-references.ts";
import { derive } from "../../../core/text/maps.ts";
import { type SitesStatus, siteStatus, type SiteStatus } from "../../../protocol/site.ts";
import type { SiteState } from "../../../workspace/analysis/site-state.ts";
import { uriOfPath } from "../../convert/convert.ts";
import type { Session } from "../../session/session.ts";

/**
 * Returns a function that sends the status of the sites to editors with the Docwright extension if the status has
 * changed since it was last sent.
 */
export function siteStatusSender(session: () => Session): () => void {
  let last = "";
  return () => {
    const { connection } = session();
    const status: SitesStatus = { sites: siteStatuses(session()) };
    const text = JSON.stringify(status);
    if (text === last) return;
    last = text;
    void connection.sendNotification(siteStatus, status);
  };
}

export function statusOf(site: SiteState, { sites }: Session): SiteStatus {
  const current = site.current?.site;
  const specs = [...(current?.specs.values() ?? [])];
  return {
    ...identifySite(site),
    profile: current?.profile.name ?? "standard",
    pages: current ? publishedPages(current.pages).bySlug.size : 0,
    specs: specs.length,
    operations: specs.reduce((sum, spec) => sum + spec.operations.length, 0),
    counts: site.problems.counts,
    hasApi: specs.length > 0 || (current !== undefined && usesApi(current)),
    remoteSpecs: current ? remoteSources(current).length : 0,
    staleCopies: [...(current?.copies?.values() ?? [])].filter(({ isStale }) => isStale).length,
    scanning: !sites.isAtRest(site),
    scans: site.scans,
  };
}

function usesApi(site: Site): boolean {
  return remoteSources(site).length > 0 || hasEndpointPage(site.pages);
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
  return { root: uriOfPath(root), name: name === "" ? basename(root) : name };
}

/** Handles `docwright/sites`. */
export function siteStatuses(session: Session): SiteStatus[] {
  return session.sites.sites.map((site) => statusOf(site, session));
}

/**
 * Shows the progress of the first scan of sites if the editor supports progress reports. Every progress report that has
 * been started is ended.
 */
export class ScanProgress {
  readonly #session: () => Session;
  readonly #scanning = new Map<SiteState, { done: number; total: number }>();
  #reporter: Promise<WorkDoneProgressServerReporter | undefined> | undefined;
  #lastSent = -1;

  constructor(session: () => Session) {
    this.#session = session;
  }

  onScanning(site: SiteState): void {
    if (site.isScanning && site.scans === 1) this.#begin(site);
    else if (!site.isScanning) this.end(site);
  }

  onProgress(site: SiteState, done: number, total: number): void {
    if (!this.#scanning.has(site)) return;
    this.#scanning.set(site, { done, total });
    const sites = [...this.#scanning.values()];
    const sum = (key: "done" | "total") => sites.reduce((all, progress) => all + progress[key], 0);
    const percentage = Math.floor((100 * sum("done")) / Math.max(1, sum("total")));
    if (percentage === this.#lastSent) return;
    this.#lastSent = percentage;
    void this.#reporter?.then((reporter) =>
      reporter?.report(percentage, `${sum("done")} of ${sum("total")} pages`),
    );
  }

  end(site: SiteState): void {
    if (!this.#scanning.delete(site) || this.#scanning.size > 0) return;
    void this.#reporter?.then((reporter) => reporter?.done());
    this.#reporter = undefined;
  }

  #begin(site: SiteState): void {
    const { connection, client } = this.#session();
    if (!client.window?.workDoneProgress) return;
    this.#scanning.set(site, { done: 0, total: 0 });
    this.#lastSent = -1;
    this.#reporter ??= connection.window.createWorkDoneProgress().then(
      (reporter) => {
        reporter.begin("Docwright", 0, "Reading the site", false);
        return reporter;
      },
      () => undefined,
    );
  }
}
