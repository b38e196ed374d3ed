import type { CancellationToken, RenameParams, WorkspaceEdit } from "vscode-languageserver/node";
import { refusal, thingToRename } from "./prepare-rename.ts";
import { editsOfRename } from "./rename-edits.ts";
import type { Session } from "./session.ts";

/** `textDocument/rename`: one edit of every file that names it, closed ones too. */
export async function rename(
  params: RenameParams,
  token: CancellationToken,
  session: Session,
): Promise<WorkspaceEdit | null> {
  const { place, found } = await thingToRename(params, token, session);
  const edits = await editsOfRename(place, found, params.newName, session);
  if (typeof edits === "string") throw refusal(edits);
  return edits;
}
