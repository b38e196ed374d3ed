import type { CancellationToken, RenameFilesParams, WorkspaceEdit } from "vscode-languageserver/node";
import type { FileMove } from "../core/features/move/moved-files.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import { pathOfUri } from "./file-uri.ts";
import { moveEdit } from "./move-edit.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/**
 * `workspace/willRenameFiles`: what follows when files and folders are renamed or moved in the editor. What goes out of
 * its site, or cannot go where it is meant to, is said; the editor moves it all the same.
 */
export async function willRenameFiles(
  { files }: RenameFilesParams,
  token: CancellationToken,
  session: Session,
): Promise<WorkspaceEdit | null> {
  session.documents.flush();
  const moves = new Map<LiveSite, FileMove[]>();
  for (const { oldUri, newUri } of session.ownMoves.without(files)) {
    const [old, now] = [pathOfUri(oldUri), pathOfUri(newUri)];
    if (old !== undefined) await whenRead(oldUri, token, session);
    const from = old === undefined ? undefined : session.sites.siteOf(old);
    const to = now === undefined ? undefined : session.sites.siteOf(now);
    if (!from || !to || from.site !== to.site || from.path === "") continue;
    moves.set(from.site, [...(moves.get(from.site) ?? []), { from: from.path, to: to.path }]);
  }
  // An edit is of one site; whoever moves files of several at once moves them one after the other.
  const [first] = moves;
  if (!first || token.isCancellationRequested) return null;
  const [live, own] = first;
  const moved = await moveEdit(live, own, { movesFiles: true, counterparts: true }, session);
  if (moved.ok) return moved.edit;
  if (moved.reason !== "") session.connection.window.showWarningMessage(`Docwright: ${moved.reason}`);
  return null;
}
