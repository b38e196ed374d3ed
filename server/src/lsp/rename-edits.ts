import { ChangeAnnotation, type WorkspaceEdit } from "vscode-languageserver/node";
import { mergedEdits, renameInSite } from "../core/features/spec/rename.ts";
import type { FileEdit } from "../core/text/text-edit.ts";
import type { EditBasis } from "./edit-basis.ts";
import type { FoundThing } from "./spec-things.ts";
import { specsWith } from "./spec-uses.ts";
import { withAnnotated } from "./with-annotated.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

/** The edit of all files, redirects for the author to agree to; or why there is none. */
export async function editsOfRename(
  { thing, definitions, spec }: FoundThing,
  newName: string,
  basis: EditBasis,
): Promise<WorkspaceEdit | string | null> {
  const { live, site, session } = basis;
  const all: FileEdit[] = [];
  for (const one of specsWith(site, thing, spec)) {
    const renamed = await session.specs.ask(live.files, one, { about: "rename", thing, newName });
    if (!renamed) return "The specification is being read. Try again in a moment.";
    if (!renamed.ok) return renamed.reason;
    all.push(...renamed.edits);
  }
  const { edits, redirects } = renameInSite(site, { thing, definitions, spec }, newName);
  const edit = toWorkspaceEdit(mergedEdits([...all, ...edits]), basis);
  if (!edit || redirects.length === 0) return edit ?? null;
  const annotation = ChangeAnnotation.create(
    "Add redirects",
    true,
    "Pages get other addresses by this. Redirects keep old links to them working.",
  );
  return withAnnotated(edit, redirects, annotation, basis);
}
