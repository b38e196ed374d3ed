import type { RenameFilesParams, WorkspaceEdit } from "vscode-languageserver/node";
import type { FileMove } from "../core/features/move/moved-links.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { pathOfUri } from "./file-uri.ts";
import { makeEdit, unsettledReason } from "./edit-basis.ts";
import { moveEdit, warnOfLeftLinks } from "./move-edit.ts";
import type { Cancellable } from "./handle.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/**
 * `workspace/willRenameFiles`: what follows when files and folders are renamed or moved in the editor. What goes out of
 * its site, or cannot go where it is meant to, is said; the editor moves it all the same.
 */
export async function willRenameFiles(
  { files }: RenameFilesParams,
  session: Session,
  { token }: Cancellable,
): Promise<WorkspaceEdit | null> {
  session.documents.flush();
  const moves = new Map<LiveSite, FileMove[]>();
  for (const file of files) {
    const { oldUri, newUri } = file;
    const [old, now] = [pathOfUri(oldUri), pathOfUri(newUri)];
    if (old !== undefined) await whenRead(oldUri, token, session);
    const from = old === undefined ? undefined : session.sites.siteOf(old);
    const to = now === undefined ? undefined : session.sites.siteOf(now);
    if (!from || !to || from.site !== to.site || from.path === "") continue;
    if (session.ownMoves.takeMade(from.site, file)) continue;
    moves.set(from.site, [...(moves.get(from.site) ?? []), { from: from.path, to: to.path }]);
  }
  // An edit is of one site; whoever moves files of several at once moves them one after the other.
  const [first] = moves;
  if (!first || token.isCancellationRequested) return null;
  const [live, own] = first;
  const wishes = { movesFiles: true, counterparts: true };
  const moved = await makeEdit(live, session, "site", (basis) => moveEdit(own, wishes, basis));
  if (moved?.ok) {
    warnOfLeftLinks(moved.plan, session);
    return moved.edit;
  }
  const reason = moved ? moved.reason : unsettledReason;
  if (reason !== "") session.connection.window.showWarningMessage(`Docwright: ${reason}`);
  return null;
}
