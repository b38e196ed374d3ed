import {
  DocumentDiagnosticReportKind,
  type CancellationToken,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { toDiagnostics } from "./diagnostic.ts";
import { giveResultId } from "./result-id.ts";
import type { Session } from "./session.ts";
import { whenUpToDate } from "./when-up-to-date.ts";

/** `textDocument/diagnostic`: the problems of one file, for its newest text. */
export function documentDiagnostics(session: Session) {
  return async (
    { textDocument, previousResultId }: DocumentDiagnosticParams,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport> => {
    const place = await whenUpToDate(textDocument.uri, token, session);
    if (!place) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    const problems = place.site.problems.lastProblemsIn(place.path);
    const resultId = giveResultId(place, session);
    if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
    return {
      kind: DocumentDiagnosticReportKind.Full,
      resultId,
      items: toDiagnostics(problems, place, session),
    };
  };
}
