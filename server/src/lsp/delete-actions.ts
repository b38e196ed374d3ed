import { CodeActionKind, type CodeAction } from "vscode-languageserver/node";
import type { Problem } from "../core/rules/problem.ts";
import { fileName } from "../core/text/site-path.ts";
import type { SitePlace } from "../workspace/site-store.ts";
import { deleteEdit } from "./delete-edit.ts";
import { toDiagnostics } from "./diagnostic.ts";
import type { EditBasis } from "./edit-basis.ts";

const unused: ReadonlySet<string> = new Set(["link/unused-file", "mdx/unused-snippet"]);

/** Deletes a file that nothing uses, where a problem says so. */
export function deleteActions(
  problems: readonly Problem[],
  { site, path }: SitePlace,
  basis: EditBasis,
): CodeAction[] {
  const problem = problems.find(({ code, at }) => unused.has(code) && at.file === path);
  const planned = problem && deleteEdit([path], basis);
  if (!problem || !planned?.ok) return [];
  const title = `Delete ${fileName(path)}, which nothing uses`;
  const diagnostics = toDiagnostics([problem], { site, path }, basis.session);
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics, edit: planned.edit }];
}
