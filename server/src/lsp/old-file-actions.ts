import { CodeActionKind, type CodeAction } from "vscode-languageserver/node";
import type { Problem } from "../core/rules/problem.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toDiagnostics } from "./diagnostic.ts";
import { uriOf } from "./file-uri.ts";
import type { EditBasis } from "./edit-basis.ts";
import { groupedEdit } from "./grouped-edit.ts";
import { oldFileDeleted } from "./move-annotations.ts";

const oldName = "mint.json";

/** For a mint.json beside docs.json: takes over what docs.json lacks, where the editor can show that, and deletes it. */
export function oldFileActions(
  problems: readonly Problem[],
  place: SitePlace,
  basis: EditBasis,
): CodeAction[] {
  const { session } = basis;
  const problem = problems.find(({ code }) => code === "config/old-file");
  if (!problem) return [];
  const common = { kind: CodeActionKind.QuickFix, diagnostics: toDiagnostics([problem], place, session) };
  const uri = uriOf({ site: place.site, path: oldName }, session);
  const title = "Take over what docs.json lacks, and delete mint.json…";
  const command = { title, command: "docwright.upgradeSettings", arguments: [uri] };
  const edit = groupedEdit([{ edits: [], deletes: [oldName], annotation: oldFileDeleted }], basis);
  return [
    ...(session.refactoring ? [{ ...common, title, command }] : []),
    ...(edit ? [{ ...common, title: "Delete mint.json, which the service does not read", edit }] : []),
  ];
}
