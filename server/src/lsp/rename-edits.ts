import { ChangeAnnotation, type WorkspaceEdit } from "vscode-languageserver/node";
import { mergedEdits } from "../core/features/spec/merged-edits.ts";
import { renameInSite } from "../core/features/spec/rename-in-site.ts";
import type { FileEdit } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/site-store.ts";
import type { Session } from "./session.ts";
import type { FoundThing } from "./spec-things.ts";
import { specsWith } from "./spec-uses.ts";
import { withAnnotated } from "./with-annotated.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

/** The edit of all files, redirects for the author to agree to; or why there is none. */
export async function editsOfRename(
  { site: live }: SitePlace,
  { thing, definitions, spec }: FoundThing,
  newName: string,
  session: Session,
): Promise<WorkspaceEdit | string | null> {
  const site = live.current?.site;
  if (!site) return null;
  const all: FileEdit[] = [];
  for (const one of specsWith(site, thing, spec)) {
    const renamed = await session.specs.ask(live.files, one, { about: "rename", thing, newName });
    if (!renamed) return "The specification is being read. Try again in a moment.";
    if (!renamed.ok) return renamed.reason;
    all.push(...renamed.edits);
  }
  // What was asked for is about a text that is no longer there.
  if (live.current?.site !== site) return "The site has just changed. Try again.";
  const { edits, redirects } = renameInSite(site, { thing, definitions, spec }, newName);
  const edit = toWorkspaceEdit(mergedEdits([...all, ...edits]), live, session);
  if (!edit || redirects.length === 0) return edit ?? null;
  const annotation = ChangeAnnotation.create(
    "Add redirects",
    true,
    "Pages get other addresses by this. Redirects keep old links to them working.",
  );
  return withAnnotated(edit, redirects, annotation, live, session);
}
