import { CodeActionKind, type CodeAction } from "vscode-languageserver/node";
import type { Problem } from "../core/rules/problem.ts";
import { safeFixes } from "../core/rules/engine/offered-fixes.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import type { EditBasis } from "./edit-basis.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

export const fixAllKind = `${CodeActionKind.SourceFixAll}.docwright`;

/** The safe fixes of all problems of a file as one edit; nothing where there is none. */
export function fixAll(problems: readonly Problem[], place: SitePlace, basis: EditBasis): CodeAction[] {
  const site = place.site.current?.site;
  const edits = site ? safeFixes(problems, place.path, site).edits : [];
  if (edits.length === 0) return [];
  const edit = toWorkspaceEdit([{ kind: "edit", file: place.path, edits }], basis);
  return edit ? [{ title: "Fix all Docwright problems", kind: fixAllKind, edit }] : [];
}
