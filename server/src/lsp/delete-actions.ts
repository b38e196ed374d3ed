import { CodeActionKind, type CodeAction } from "vscode-languageserver/node";
import type { Problem } from "../core/rules/problem.ts";
import { fileName } from "../core/text/site-path.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { deleteEdit } from "./delete-edit.ts";
import { toDiagnostics } from "./diagnostic.ts";
import type { EditBasis } from "./edit-basis.ts";

/** Titles by the rule whose problem says that a file isn't needed. */
const titles: Readonly<Record<string, (path: SitePath) => string>> = {
  "link/unused-file": (path) => `Delete ${fileName(path)}, which nothing uses`,
  "mdx/unused-snippet": (path) => `Delete ${fileName(path)}, which nothing uses`,
  "config/nested-site": (path) => `Delete ${path}`,
};

/** Deletes a file that isn't needed, where a problem says so. */
export function deleteActions(
  problems: readonly Problem[],
  { site, path }: SitePlace,
  basis: EditBasis,
): CodeAction[] {
  const problem = problems.find(({ code, at }) => code in titles && at.file === path);
  const planned = problem && deleteEdit([path], basis);
  if (!problem || !planned?.ok) return [];
  const title = titles[problem.code]?.(path) ?? "";
  const diagnostics = toDiagnostics([problem], { site, path }, basis.session);
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics, edit: planned.edit }];
}
