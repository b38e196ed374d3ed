import {
  DocumentDiagnosticReportKind,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { join } from "node:path";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toDiagnostics } from "./diagnostic.ts";
import { uriOf, pathOfUri } from "./file-uri.ts";
import { giveResultId } from "./result-id.ts";
import type { Session } from "./session.ts";

/** `workspace/diagnostic`: every file with problems, and those that had some when the client last asked. */
export function workspaceDiagnostics(
  { previousResultIds }: WorkspaceDiagnosticParams,
  session: Session,
): WorkspaceDiagnosticReport {
  const previous = new Map(
    previousResultIds.map(({ uri, value }) => [pathOfUri(uri) ?? uri, { uri, value }]),
  );
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  for (const site of session.sites.sites)
    for (const path of site.problems.files) {
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
