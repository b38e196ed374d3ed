import {
  DocumentDiagnosticReportKind,
  type ClientCapabilities,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { toDiagnostics } from "./diagnostic.ts";
import { giveResultId } from "./result-id.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `textDocument/diagnostic`: the problems of one file, for its newest text. */
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

/** Whether the client requests problems; otherwise they are pushed. Never both, so that none is shown twice. */
export function isPulling(client: ClientCapabilities): boolean {
  return client.textDocument?.diagnostic !== undefined;
}
