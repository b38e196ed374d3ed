import { basename } from "node:path";
import { stringOf } from "../core/config/json/json-tree.ts";
import { publishedPages } from "../core/site/pages/pages.ts";
import { siteStatus, type SitesStatus, type SiteStatus } from "../protocol/site.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { uriOfPath } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** Tells an editor that knows Docwright where its sites are at, when that is not what it last heard. */
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

export function statusOf(site: LiveSite, { sites }: Session): SiteStatus {
  const current = site.current?.site;
  const specs = [...(current?.specs.values() ?? [])];
  return {
    root: uriOfPath(site.root),
    name: nameOf(site),
    profile: current?.profile.name ?? "standard",
    pages: current ? publishedPages(current.pages).bySlug.size : 0,
    specs: specs.length,
    operations: specs.reduce((sum, spec) => sum + spec.operations.length, 0),
    counts: site.problems.counts,
    staleCopies: [...(current?.copies?.values() ?? [])].filter(({ isStale }) => isStale).length,
    scanning: !sites.isAtRest(site),
    scans: site.scans,
  };
}

/** `name` of docs.json, else the folder's name. */
export function nameOf({ current, root }: LiveSite): string {
  return stringOf(current?.site.config.root, "name") ?? basename(root);
}
