import { type FileMove, movedFiles } from "../../core/features/move/moved-links.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { MovesToRepair } from "../../protocol/refactoring.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { movedOutside } from "../../workspace/git/detect-moves.ts";
import { planRepair } from "../../workspace/refactoring/move-site.ts";
import { redirectsAdded } from "../convert/change-annotations.ts";
import { type EditBasis, makeEdit, unsettledReason } from "../convert/edit-basis.ts";
import { buildGroupedEdit } from "../convert/workspace-edit.ts";
import type { Cancellable } from "../handlers.ts";
import { forEverySite } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { identifySite } from "./site/site-status.ts";

/** Handles `docwright/movesToRepair` for every site, after all edits have been processed. */
export async function movesToRepairIn(session: Session, { token }: Cancellable): Promise<MovesToRepair[]> {
  if (!session.git) return [];
  return forEverySite(session, token, ofSite);
}

async function ofSite(
  live: SiteState,
  session: Session,
  signal: AbortSignal,
): Promise<MovesToRepair | undefined> {
  if (!live.current) return undefined;
  const { root, name } = identifySite(live);
  const made = await makeEdit(live, session, "site", async (basis) => ({
    repair: await fromBasis(basis, { root, name }, signal),
  }));
  return made ? made.repair : { root, name, moves: [], reason: unsettledReason };
}

async function fromBasis(
  basis: EditBasis,
  { root, name }: Pick<MovesToRepair, "root" | "name">,
  signal: AbortSignal,
): Promise<MovesToRepair | undefined> {
  const { live, site } = basis;
  signal.throwIfAborted();
  const textOf = (path: SitePath) => site.references.get(path)?.text;
  const moves = await movedOutside(live.root, { ...site, textOf }, { signal });
  if (!moves.ok)
    return {
      root,
      name,
      moves: [],
      reason: moves.reason,
      ...(moves.localizedReason && { localizedReason: moves.localizedReason }),
    };
  if (moves.value.length === 0) return undefined;
  return { root, name, moves: moves.value, ...(await repairEdit(moves.value, basis)) };
}

/** Returns the edit for files that have already moved, if there's anything to update, or why it isn't possible. */
async function repairEdit(
  moves: readonly FileMove[],
  basis: EditBasis,
): Promise<Pick<MovesToRepair, "edit" | "reason">> {
  const { live, site, session } = basis;
  const answer = await planRepair(site, moves, live.files, session.specs);
  if (!answer.ok) return { reason: answer.reason };
  const { plan } = answer;
  // The repair shows all edits first, which editors do only if some need confirmation.
  const groups = [{ edits: plan.edits }, { edits: plan.redirects, annotation: redirectsAdded(false) }];
  const requested = groups.filter(({ edits }) => edits.length > 0);
  const edit = requested.length > 0 ? buildGroupedEdit(requested, basis) : undefined;
  return edit ? { edit } : {};
}

const notUpdated =
  "Docwright: References to the moved files weren't updated because the site's files keep changing on disk. Update them when the files stop changing.";
const updateReferences = { title: "Update References" };

/**
 * Reports that the references to files that the editor is about to move weren't updated, and offers to update them
 * later, until that's possible or the author declines.
 */
export function offerRepair(live: SiteState, moves: readonly FileMove[], session: Session): void {
  const site = live.current?.site;
  if (!site) return;
  const all = [...movedFiles(site.files, moves)].map(([from, to]) => ({ from, to }));
  repairOnRequest(live, all, session).catch((error: unknown) =>
    session.connection.console.warn(`Couldn't update references: ${String(error)}`),
  );
}

async function repairOnRequest(live: SiteState, moves: readonly FileMove[], session: Session): Promise<void> {
  const { window, workspace } = session.connection;
  for (;;) {
    const choice = await window.showWarningMessage(notUpdated, updateReferences);
    if (choice?.title !== updateReferences.title) return;
    const made = await makeEdit(live, session, "site", async (basis) => {
      const { files } = basis.site;
      const done = moves.filter(({ from, to }) => files.has(to) && !files.has(from));
      // The author can choose the action before the editor has moved the files.
      return done.length === 0 ? undefined : repairEdit(done, basis);
    });
    if (made?.reason !== undefined) window.showWarningMessage(`Docwright: ${made.reason}`);
    if (made?.edit) await workspace.applyEdit({ label: updateReferences.title, edit: made.edit });
    if (made) return;
  }
}
