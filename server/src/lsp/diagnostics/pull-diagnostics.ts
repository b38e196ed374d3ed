import { join } from "node:path";
import {
  type ClientCapabilities,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver/node";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { SitePlace } from "../../workspace/analysis/site-store.ts";
import { pathOfUri, uriOf } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { ProblemListener, Session } from "../session/session.ts";
import { giveResultId, rankOf, resultIdOf, toDiagnostics } from "./diagnostics.ts";

/** Handles `textDocument/diagnostic`: returns the problems of one file for its latest text. */
export function documentDiagnostics(
  { previousResultId }: DocumentDiagnosticParams,
  session: Session,
  { place }: InFile,
): DocumentDiagnosticReport {
  if (!place) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const problems = place.site.problems.lastProblemsIn(place.path);
  const resultId = giveResultId(place, session);
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return {
    kind: DocumentDiagnosticReportKind.Full,
    resultId,
    items: toDiagnostics(problems, place, session),
  };
}

/** Whether the client pulls diagnostics. Otherwise they're pushed, never both, so none is shown twice. */
export function isPulling(client: ClientCapabilities): boolean {
  return client.textDocument?.diagnostic !== undefined;
}

/**
 * Handles `workspace/diagnostic`: returns every file with problems, and the files that had problems at the client's
 * last request.
 */
export function workspaceDiagnostics(
  { previousResultIds }: WorkspaceDiagnosticParams,
  session: Session,
): WorkspaceDiagnosticReport {
  const previous = new Map(
    previousResultIds.map(({ uri, value }) => [pathOfUri(uri) ?? uri, { uri, value }]),
  );
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  for (const site of session.sites.sites)
    for (const path of mostHarmfulFirst(site)) {
      const absolute = join(site.root, path);
      items.push(reportOf({ site, path }, previous.get(absolute)?.value, session));
      previous.delete(absolute);
    }
  for (const [path, { uri, value }] of previous) {
    const place = session.sites.siteOf(path);
    if (place) items.push({ ...reportOf(place, value, session), uri });
    else items.push({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [] });
  }
  return { items };
}

/**
 * Returns the files with problems: first those with the most severe problems, and among those, the ones with
 * the most problems.
 */
function mostHarmfulFirst({ problems }: SiteState): readonly SitePath[] {
  const ranked = problems.files.map((path) => {
    const ranks = problems.lastProblemsIn(path).map(rankOf);
    const worst = ranks.reduce((one, other) => Math.min(one, other), Infinity);
    return { path, worst, count: ranks.filter((rank) => rank === worst).length };
  });
  return ranked.sort((a, b) => a.worst - b.worst || b.count - a.count).map(({ path }) => path);
}

function reportOf(
  place: SitePlace,
  previous: string | undefined,
  session: Session,
): WorkspaceDocumentDiagnosticReport {
  const resultId = giveResultId(place, session);
  const uri = uriOf(place, session);
  const version = session.sites.openFile(join(place.site.root, place.path))?.version ?? null;
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId };
  const items = toDiagnostics(place.site.problems.lastProblemsIn(place.path), place, session);
  return { kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items };
}

/** Notifies a client that pulls diagnostics to request them again after unreported problems have settled. */
export function refreshDiagnostics(session: () => Session): ProblemListener {
  const refresh = (): void => {
    const { connection, client } = session();
    if (client.workspace?.diagnostics?.refreshSupport)
      connection.languages.diagnostics
        .refresh()
        .catch((error: unknown) => connection.console.warn(`The client couldn't refresh: ${String(error)}`));
  };
  const isDelta = (site: SiteState, path: SitePath): boolean =>
    session().given.get(join(site.root, path)) !== resultIdOf({ site, path }, session());
  return {
    onProblems: () => undefined,
    onRest: (site) => {
      if (site.problems.takeChanged().some((path) => isDelta(site, path))) refresh();
    },
    onRemoved: refresh,
    onHostChanged: refresh,
  };
}
