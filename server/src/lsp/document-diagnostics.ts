import {
  DocumentDiagnosticReportKind,
  type CancellationToken,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { orCancelled } from "./cancellation.ts";
import { toDiagnostics } from "./diagnostic.ts";
import { pathOfUri } from "./file-uri.ts";
import { giveResultId } from "./result-id.ts";
import type { Session } from "./session.ts";

/** `textDocument/diagnostic`: the problems of one file, for its newest text. */
export function documentDiagnostics(session: Session) {
  return async (
    { textDocument, previousResultId }: DocumentDiagnosticParams,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport> => {
    const path = pathOfUri(textDocument.uri);
    session.documents.flush();
    const place = path === undefined ? undefined : await orCancelled(token, session.sites.whenReady(path));
    if (!place) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    session.documents.flush();
    const problems = place.site.problems.problemsIn(place.path);
    const resultId = giveResultId(place, session);
    if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
    return {
      kind: DocumentDiagnosticReportKind.Full,
      resultId,
      items: toDiagnostics(problems, place, session),
    };
  };
}
