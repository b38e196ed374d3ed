import type { CancellationToken, RenameParams, WorkspaceEdit } from "vscode-languageserver/node";
import { thingToRename } from "./prepare-rename.ts";
import { refusal } from "./refusal.ts";
import { editsOfRename } from "./rename-edits.ts";
import { renameInSite } from "./rename-in-site.ts";
import { siteRename } from "./site-rename.ts";
import type { Session } from "./session.ts";

/** `textDocument/rename`: one edit of every file that names it, closed ones too. */
export async function rename(
  params: RenameParams,
  token: CancellationToken,
  session: Session,
): Promise<WorkspaceEdit | null> {
  const own = await siteRename(params, token, session);
  if (own) return renameInSite(own.place, own.start, params.newName, session);
  const { place, found } = await thingToRename(params, token, session);
  const edits = await editsOfRename(place, found, params.newName, session);
  if (typeof edits === "string") throw refusal(edits);
  return edits;
}
