import { join } from "node:path";
import type { LiveSite } from "../workspace/live-site.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { toDiagnostics, uriOf } from "./diagnostic.ts";
import type { ProblemListener, Session } from "./session.ts";

/** Tells a client that does not ask: whatever has changed, file by file, never for a text older than the newest. */
export function pushDiagnostics(session: () => Session): ProblemListener {
  const published = new Map<LiveSite, Set<SitePath>>();
  const publish = (site: LiveSite, path: SitePath): void => {
    const { connection, sites, documents } = session();
    const place = { site, path };
    const absolute = join(site.root, path);
    const version = documents.get(absolute)?.version;
    if (version !== undefined && version !== sites.openFile(absolute)?.version) return;
    if (sites.isBehind(place)) return;
    const shown = published.get(site) ?? new Set();
    published.set(site, shown);
    const diagnostics = toDiagnostics(site.problems.lastProblemsIn(path), place, session());
    if (diagnostics.length === 0 && !shown.has(path) && version === undefined) return;
    if (diagnostics.length > 0) shown.add(path);
    else shown.delete(path);
    void connection.sendDiagnostics({
      uri: uriOf(place, session()),
      diagnostics,
      ...(version === undefined ? {} : { version }),
    });
  };
  const withdraw = (site: LiveSite): void => {
    for (const path of published.get(site) ?? [])
      void session().connection.sendDiagnostics({ uri: uriOf({ site, path }, session()), diagnostics: [] });
    published.delete(site);
  };
  return {
    onProblems: (site) => {
      for (const path of site.problems.takeChanged()) publish(site, path);
    },
    onRest: () => undefined,
    onRemoved: withdraw,
    onHostChanged: () => {
      for (const [site, paths] of published)
        for (const path of new Set([...paths, ...(site.files.openPaths?.() ?? [])])) publish(site, path);
    },
  };
}
