import type { DeleteFilesParams, WorkspaceEdit } from "vscode-languageserver/node";
import { planDelete, type DeletePlan } from "../core/features/move/plan-delete.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { pathOfUri } from "./file-uri.ts";
import { makeEdit, unsettledReason } from "./edit-basis.ts";
import { groupedEdit } from "./grouped-edit.ts";
import { listingRemoved, redirectsLeft } from "./move-annotations.ts";
import type { Cancellable } from "./handle.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** `workspace/willDeleteFiles`: takes what goes out of the navigation, offers redirects, and says what still names it. */
export async function willDeleteFiles(
  { files }: DeleteFilesParams,
  session: Session,
  { token }: Cancellable,
): Promise<WorkspaceEdit | null> {
  session.documents.flush();
  const gone = new Map<LiveSite, SitePath[]>();
  for (const file of files) {
    const { uri } = file;
    const path = pathOfUri(uri);
    const place = path === undefined ? undefined : await whenRead(uri, token, session);
    if (!place || place.path === "" || place.path === "docs.json") continue;
    if (session.ownMoves.takeMade(place.site, file)) continue;
    gone.set(place.site, [...(gone.get(place.site) ?? []), place.path]);
  }
  const [first] = gone;
  if (!first || token.isCancellationRequested) return null;
  const [live, paths] = first;
  const made = await makeEdit(live, session, "site", (basis) => {
    const plan = planDelete(basis.site, paths);
    const groups = [
      { edits: plan.edits, annotation: listingRemoved },
      { edits: plan.redirects, annotation: redirectsLeft },
    ];
    const wanted = groups.filter(({ edits }) => edits.length > 0);
    return { edit: groupedEdit(wanted, basis), words: usesInWords(plan) };
  });
  const words = made ? made.words : unsettledReason;
  if (words !== undefined) session.connection.window.showWarningMessage(`Docwright: ${words}`);
  return made?.edit ?? null;
}

const mostNamed = 3;

function usesInWords({ files, uses }: DeletePlan): string | undefined {
  const places = [...new Set(uses.map(({ at }) => at.file))];
  const [only] = files;
  if (places.length === 0 || only === undefined) return undefined;
  const what = files.length === 1 ? `${only} is` : `${String(files.length)} files to be deleted are`;
  const more = places.length > mostNamed ? ` and ${String(places.length - mostNamed)} more files` : "";
  const named = places.slice(0, mostNamed).join(", ") + more;
  return `${what} still used in ${named}. These places will be broken for readers; the Problems view lists them.`;
}
