import {
  DocumentDiagnosticReportKind,
  type CancellationToken,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { join } from "node:path";
import type { SitePlace } from "../workspace/site-store.ts";
import { orCancelled } from "./cancellation.ts";
import { toDiagnostics, uriOf } from "./diagnostic.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** `textDocument/diagnostic`: the problems of one file, for its newest text. */
export async function documentDiagnostics(
  { textDocument, previousResultId }: DocumentDiagnosticParams,
  token: CancellationToken,
  session: Session,
): Promise<DocumentDiagnosticReport> {
  const path = pathOfUri(textDocument.uri);
  session.documents.flush();
  const place = path === undefined ? undefined : await orCancelled(token, session.sites.whenReady(path));
  if (!place) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  session.documents.flush();
  const problems = place.site.problems.problemsIn(place.path);
  const resultId = giveResult(place, session);
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return {
    kind: DocumentDiagnosticReportKind.Full,
    resultId,
    items: toDiagnostics(problems, place, session),
  };
}

/** `workspace/diagnostic`: every file with problems, and those that had some when the client last asked. */
export async function workspaceDiagnostics(
  { previousResultIds }: WorkspaceDiagnosticParams,
  token: CancellationToken,
  session: Session,
): Promise<WorkspaceDiagnosticReport> {
  session.documents.flush();
  await orCancelled(token, session.sites.whenAtRest());
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
  const resultId = giveResult(place, session);
  const uri = uriOf(place, session);
  const version = session.sites.openFile(join(place.site.root, place.path))?.version ?? null;
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId };
  const problems = place.site.problems.lastProblemsIn(place.path);
  const items = toDiagnostics(problems, place, session);
  return { kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items };
}

/** Other servers' results and those of other days are never taken for this one's. */
const life = `${process.pid}.${Date.now()}`;

export function resultIdOf({ site, path }: SitePlace, { host }: Session): string {
  return `${life}:${site.problems.serialOf(path)}:${host.serial}`;
}

function giveResult(place: SitePlace, session: Session): string {
  const resultId = resultIdOf(place, session);
  session.given.set(join(place.site.root, place.path), resultId);
  return resultId;
}
