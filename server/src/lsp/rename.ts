import type { CancellationToken, RenameParams, WorkspaceEdit } from "vscode-languageserver/node";
import { documentChanged, isSameDocument, makeEdit, unsettledReason, type EditBasis } from "./edit-basis.ts";
import { nothingToRename, thingToRename } from "./prepare-rename.ts";
import { refusal } from "./refusal.ts";
import { warnOfLeftLinks } from "./move-edit.ts";
import { editsOfRename } from "./rename-edits.ts";
import { planRenameInSite, type RenamedInSite } from "./rename-in-site.ts";
import { siteRename } from "./site-rename.ts";
import type { Cancellable } from "./handle.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** `textDocument/rename`: one edit of every file that names it, closed ones too. */
export async function rename(
  params: RenameParams,
  session: Session,
  { token }: Cancellable,
): Promise<WorkspaceEdit | null> {
  session.documents.flush();
  const { uri } = params.textDocument;
  const isSame = isSameDocument(uri, session);
  const place = await whenRead(uri, token, session);
  if (!place) throw refusal(nothingToRename);
  const renamed = await makeEdit(place.site, session, "site", (basis) => {
    if (!isSame()) throw refusal(documentChanged);
    return renameFrom(params, token, basis);
  });
  if (!renamed) throw refusal(unsettledReason);
  if (renamed.plan) warnOfLeftLinks(renamed.plan, session);
  return renamed.edit;
}

async function renameFrom(
  params: RenameParams,
  token: CancellationToken,
  basis: EditBasis,
): Promise<RenamedInSite> {
  const own = await siteRename(params, token, basis.session);
  if (own) return planRenameInSite(own.place.path, own.start, params.newName, basis);
  const { found } = await thingToRename(params, token, basis.session);
  const edits = await editsOfRename(found, params.newName, basis);
  if (typeof edits === "string") throw refusal(edits);
  return { edit: edits };
}
