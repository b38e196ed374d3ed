import { join } from "node:path";
import type { LiveSite } from "../workspace/live-site.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { toDiagnostics, uriOf } from "./diagnostic.ts";
import type { ProblemListener, Session } from "./session.ts";

/** Tells a client that does not ask: whatever has changed, file by file, never for a text older than the newest. */
export function pushDiagnostics(session: () => Session): ProblemListener {
  /** The URI under which a file has problems in the client: an open file's is as the client writes it. */
  const published = new Map<LiveSite, Map<SitePath, string>>();
  const publish = (site: LiveSite, path: SitePath): void => {
    const { connection, sites, documents } = session();
    const place = { site, path };
    const absolute = join(site.root, path);
    const version = documents.get(absolute)?.version;
    if (version !== undefined && version !== sites.openFile(absolute)?.version) return;
    if (sites.isBehind(place)) return;
    const shown = published.get(site) ?? new Map<SitePath, string>();
    published.set(site, shown);
    const uri = uriOf(place, session());
    const before = shown.get(path);
    if (before !== undefined && before !== uri)
      void connection.sendDiagnostics({ uri: before, diagnostics: [] });
    const diagnostics = toDiagnostics(site.problems.lastProblemsIn(path), place, session());
    if (diagnostics.length === 0 && before === undefined && version === undefined) return;
    if (diagnostics.length > 0) shown.set(path, uri);
    else shown.delete(path);
    void connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
  };
  const withdraw = (site: LiveSite): void => {
    for (const uri of published.get(site)?.values() ?? [])
      void session().connection.sendDiagnostics({ uri, diagnostics: [] });
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
        for (const path of new Set([...paths.keys(), ...(site.files.openPaths?.() ?? [])]))
          publish(site, path);
    },
  };
}
