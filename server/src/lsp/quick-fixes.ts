import {
  CodeActionKind,
  type CodeAction,
  type CodeActionContext,
  type Diagnostic,
} from "vscode-languageserver/node";
import { offeredFixes } from "../core/rules/engine/offered-fixes.ts";
import type { Problem } from "../core/rules/problem.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { identityOf, source, toDiagnostics } from "./diagnostic.ts";
import type { EditBasis } from "./edit-basis.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

/** The fixes of these problems, among `all` those of the file, each with the problem it is for. */
export function quickFixes(
  problems: readonly Problem[],
  all: readonly Problem[],
  { diagnostics }: CodeActionContext,
  place: SitePlace,
  basis: EditBasis,
): CodeAction[] {
  const site = place.site.current?.site;
  if (!site) return [];
  return offeredFixes(problems, all, site).flatMap(({ problem, title, edits, isPreferred }): CodeAction[] => {
    const edit = toWorkspaceEdit(edits, basis);
    if (!edit) return [];
    const diagnostic = theirs(problem, diagnostics) ?? toDiagnostics([problem], place, basis.session)[0];
    return [
      {
        title,
        kind: CodeActionKind.QuickFix,
        edit,
        ...(diagnostic ? { diagnostics: [diagnostic] } : {}),
        ...(isPreferred ? { isPreferred } : {}),
      },
    ];
  });
}

/** The client's own copy of the diagnostic, so that it can tell which one the fix belongs to. */
function theirs(problem: Problem, diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const identity = identityOf(problem);
  return diagnostics.find(({ source: from, data }) => {
    const named: unknown = data;
    return (
      from === source &&
      typeof named === "object" &&
      named !== null &&
      "problem" in named &&
      named.problem === identity
    );
  });
}
