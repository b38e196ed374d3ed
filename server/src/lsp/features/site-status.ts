import { basename } from "node:path";
import type { WorkDoneProgressServerReporter } from "vscode-languageserver/node";
import { stringOf } from "../../core/config/json/json-tree.ts";
import { rules } from "../../core/rules/engine/registry.ts";
import type { Problem } from "../../core/rules/problem.ts";
import { publishedPages } from "../../core/site/pages/pages.ts";
import { severities } from "../../core/site/settings/site-settings.ts";
import { remoteSources } from "../../core/site/specs/operation-references.ts";
import {
  type RuleCount,
  type SiteReport,
  type SitesStatus,
  siteStatus,
  type SiteStatus,
} from "../../protocol/site.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { toRange, uriOf, uriOfPath } from "../convert/convert.ts";
import type { Session } from "../session/session.ts";

/**
 * Returns a function that sends the status of the sites to editors with the Docwright extension, if it differs from the
 * last one sent.
 */
export function siteStatusSender(session: () => Session): () => void {
  let last = "";
  return () => {
    const { connection, sites } = session();
    const status: SitesStatus = { sites: sites.sites.map((site) => statusOf(site, session())) };
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
    root: uriOfPath(site.root),
    name: getSiteName(site),
    profile: current?.profile.name ?? "standard",
    pages: current ? publishedPages(current.pages).bySlug.size : 0,
    specs: specs.length,
    operations: specs.reduce((sum, spec) => sum + spec.operations.length, 0),
    counts: site.problems.counts,
    remoteSpecs: current ? remoteSources(current).length : 0,
    staleCopies: [...(current?.copies?.values() ?? [])].filter(({ isStale }) => isStale).length,
    scanning: !sites.isAtRest(site),
    scans: site.scans,
  };
}

/** Returns `name` from docs.json, or else the folder's name. */
export function getSiteName({ current, root }: SiteState): string {
  return stringOf(current?.site.config.root, "name") ?? basename(root);
}

const maxPlaces = 100;

/**
 * Handles `docwright/siteReport`: returns the rules of each site with counts, sorted by severity and then by frequency.
 */
export function siteReports(session: Session): SiteReport[] {
  return session.sites.sites.map((site) => ({
    status: statusOf(site, session),
    rules: [...problemsByCode(site)]
      .map(([code, problems]) => ruleCount(code, problems, site, session))
      .sort((a, b) => weight(a) - weight(b) || b.count - a.count || (a.code < b.code ? -1 : 1)),
  }));
}

function weight({ severity }: RuleCount): number {
  return severities.indexOf(severity);
}

function problemsByCode(site: SiteState): ReadonlyMap<string, Problem[]> {
  const byCode = new Map<string, Problem[]>();
  for (const problem of site.problems.all()) {
    const problems = byCode.get(problem.code);
    if (problems) problems.push(problem);
    else byCode.set(problem.code, [problem]);
  }
  return byCode;
}

function ruleCount(code: string, problems: readonly Problem[], site: SiteState, session: Session): RuleCount {
  const ordered = [...problems].sort(
    (a, b) => compare(a.at.file, b.at.file) || a.at.range.start - b.at.range.start,
  );
  return {
    code,
    summary: rules.find((rule) => rule.code === code)?.summary ?? "",
    severity:
      severities.find((severity) => problems.some((problem) => problem.severity === severity)) ?? "hint",
    count: problems.length,
    places: ordered.slice(0, maxPlaces).map(({ at, message }) => {
      const place = { site, path: at.file };
      return { uri: uriOf(place, session), message, range: toRange(session.lineMaps.of(place), at.range) };
    }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Shows the progress of the first scan of the sites, if the editor supports progress. It always ends. */
export class ScanProgress {
  readonly #session: () => Session;
  readonly #scanning = new Map<SiteState, { done: number; total: number }>();
  #reporter: Promise<WorkDoneProgressServerReporter | undefined> | undefined;
  #shown = -1;

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
    if (percentage === this.#shown) return;
    this.#shown = percentage;
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
    this.#shown = -1;
    this.#reporter ??= connection.window.createWorkDoneProgress().then(
      (reporter) => {
        reporter.begin("Docwright", 0, "Reading the site", false);
        return reporter;
      },
      () => undefined,
    );
  }
}
