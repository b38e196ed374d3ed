import { join } from "node:path";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { uriOf } from "../convert/convert.ts";
import type { ProblemListener, Session } from "../session/session.ts";
import { toDiagnostics } from "./diagnostics.ts";

/** Publishes diagnostics to a client that doesn't pull them: each changed file, never for an outdated text. */
export function pushDiagnostics(session: () => Session): ProblemListener {
  /** The URI of each file with published problems, in the client's spelling if it was open. */
  const published = new Map<SiteState, Map<SitePath, string>>();
  const publish = (site: SiteState, path: SitePath): void => {
    const { connection, sites, documents } = session();
    const place = { site, path };
    const absolute = join(site.root, path);
    if (handOver(site, path)) return;
    const version = documents.get(absolute)?.version;
    if (version !== undefined && version !== sites.openFile(absolute)?.version) return;
    if (sites.isBehind(place)) return;
    const shown = shownOf(site);
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
  const shownOf = (site: SiteState): Map<SitePath, string> => {
    const shown = published.get(site) ?? new Map<SitePath, string>();
    published.set(site, shown);
    return shown;
  };
  /** Publishes the problems that another site has in the file, if the file now belongs to that site. */
  const handOver = (site: SiteState, path: SitePath): boolean => {
    const owner = session().sites.siteOf(join(site.root, path));
    if (!owner || owner.site === site) return false;
    const uri = published.get(site)?.get(path);
    if (uri === undefined) return true;
    published.get(site)?.delete(path);
    shownOf(owner.site).set(owner.path, uri);
    publish(owner.site, owner.path);
    return true;
  };
  const withdraw = (site: SiteState): void => {
    for (const [path, uri] of published.get(site) ?? [])
      if (!handOver(site, path)) void session().connection.sendDiagnostics({ uri, diagnostics: [] });
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
