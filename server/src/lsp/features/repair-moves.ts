import { type FileMove, findMovedFiles } from "../../core/features/move/moved-links.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { MovesToRepair } from "../../protocol/refactoring.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { findMovesOutsideEditor } from "../../workspace/git/detect-moves.ts";
import { planRepair } from "../../workspace/refactoring/move-site.ts";
import { createRedirectAnnotation } from "../convert/change-annotations.ts";
import { type EditBasis, createMissingEditMessage, findMissingEditCause, makeEdit } from "../convert/edit-basis.ts";
import { buildGroupedEdit } from "../convert/workspace-edit.ts";
import type { Cancellable } from "../handlers.ts";
import { collectFromSites } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { locateRemainingLinks, type PartialMove, warnOfManualUpdates } from "../convert/client-messages.ts";
import { identifySite } from "./site/site-status.ts";
import { createMessage } from "../../core/text/message.ts";

/** Handles `docwright/movesToRepair`. Returns the moves in every site once all edits have been processed. */
export async function findMovesToRepair(session: Session, { token }: Cancellable): Promise<MovesToRepair[]> {
  if (!session.canRunGit) return [];
  return collectFromSites(session, token, findMovesInSite);
}

async function findMovesInSite(
  siteState: SiteState,
  session: Session,
  signal: AbortSignal,
): Promise<MovesToRepair | undefined> {
  if (!siteState.current) return undefined;
  const { root, name } = identifySite(siteState);
  const result = await makeEdit(siteState, session, "site", async (basis) => ({
    repair: await planRepairs(basis, { root, name }, signal),
  }));
  return result
    ? result.repair
    : {
        root,
        name,
        moves: [],
        reason: session.messages.formatMessage(createMissingEditMessage(siteState, session)),
      };
}

async function planRepairs(
  basis: EditBasis,
  { root, name }: Pick<MovesToRepair, "root" | "name">,
  signal: AbortSignal,
): Promise<MovesToRepair | undefined> {
  const { siteState, site, session } = basis;
  signal.throwIfAborted();
  const readText = (path: SitePath) => site.references.get(path)?.text;
  const movesResult = await findMovesOutsideEditor(siteState.root, { ...site, getText: readText }, { signal });
  const { messages } = session;
  if (!movesResult.ok) return { root, name, moves: [], reason: messages.formatMessage(movesResult.reason) };
  if (movesResult.value.length === 0) return undefined;
  const { edit, move, reason } = await createRepairEdit(movesResult.value, basis);
  return {
    root,
    name,
    moves: movesResult.value,
    ...(edit && { edit }),
    ...(move && {
      manualRedirects: move.plan.manualRedirects,
      remainingLocations: move.remainingLocations,
      remainingCount: move.plan.remainingLinks.length,
    }),
    ...(reason !== undefined && { reason }),
  };
}

interface RepairEdit extends Pick<MovesToRepair, "edit" | "reason"> {
  readonly move?: PartialMove;
}

/**
 * Returns the edit for files that have already been moved, or the reason why the edit isn't possible. The edit is
 * absent if there's nothing to update.
 */
async function createRepairEdit(moves: readonly FileMove[], basis: EditBasis): Promise<RepairEdit> {
  const { siteState, site, session } = basis;
  const result = await planRepair(site, moves, siteState.files, session.specs);
  if (!result.ok) return { reason: session.messages.formatMessage(result.reason) };
  const { plan } = result;
  // Authors should see all edits before they're applied, but editors show edits only if some of the edits require
  // confirmation.
  const groups = [{ edits: plan.edits }, { edits: plan.redirects, annotation: createRedirectAnnotation(false) }];
  const changedGroups = groups.filter(({ edits }) => edits.length > 0);
  const edit = changedGroups.length > 0 ? buildGroupedEdit(changedGroups, basis) : undefined;
  return {
    move: { plan, remainingLocations: locateRemainingLinks(plan.remainingLinks, plan.edits, [], basis) },
    ...(edit && { edit }),
  };
}

/** Messages that explain why references to moved files weren't updated and how to fix the problem. */
const updateFailureMessages = {
  unloaded: createMessage(
    "References to the moved files weren't updated because the site isn't loaded. Update them after Docwright has loaded the site.",
  ),
  unsettled: createMessage(
    "References to the moved files weren't updated because the site's files keep changing on disk. Update them when the files stop changing.",
  ),
  "not-moved": createMessage(
    "References to the moved files weren't updated because the editor hasn't moved the files. Update them after the files have moved.",
  ),
  "not-applied": createMessage(
    "References to the moved files weren't updated because the editor didn't apply the edit.",
  ),
};
type UpdateFailure = keyof typeof updateFailureMessages;
const updateReferencesTitle = createMessage("Update References");

const upToDateMessage = createMessage("References to the moved files are already up to date.");

/**
 * Reports that the references to files that the editor is about to move weren't updated. Offers to update the
 * references later, and repeats the offer until the update succeeds or the author declines.
 */
export function offerRepair(siteState: SiteState, moves: readonly FileMove[], session: Session): void {
  repairOnRequest(siteState, moves, session).catch((error: unknown) =>
    session.connection.console.warn(`Couldn't update references: ${String(error)}`),
  );
}

async function repairOnRequest(siteState: SiteState, moves: readonly FileMove[], session: Session): Promise<void> {
  // A folder can be expanded to its files only before the editor moves the folder.
  const files = siteState.current?.site.files;
  const expandedMoves = files
    ? [...findMovedFiles(files, moves)].map(([oldPath, newPath]) => ({ from: oldPath, to: newPath }))
    : moves;
  const { connection, messages } = session;
  const action = { title: messages.formatMessage(updateReferencesTitle) };
  let cause: UpdateFailure | undefined = findMissingEditCause(siteState, session);
  while (cause !== undefined) {
    const choice: typeof action | undefined = await connection.window.showWarningMessage(
      `Docwright: ${messages.formatMessage(updateFailureMessages[cause])}`,
      action,
    );
    cause = choice?.title === action.title ? await repairReferences(siteState, expandedMoves, session) : undefined;
  }
}

/**
 * Updates the references to files that have been moved. Returns the reason for a failure if another attempt may
 * succeed.
 */
async function repairReferences(
  siteState: SiteState,
  moves: readonly FileMove[],
  session: Session,
): Promise<UpdateFailure | undefined> {
  const { connection, messages } = session;
  const { window, workspace } = connection;
  const result = await makeEdit(siteState, session, "site", async (basis) => {
    const { files } = basis.site;
    const reverseMoves = moves.map(({ from, to }) => ({ from: to, to: from }));
    const completedMoves = [...findMovedFiles(files, reverseMoves)].flatMap(([newPath, oldPath]) =>
      files.has(oldPath) ? [] : [{ from: oldPath, to: newPath }],
    );
    // The author may select the action before the editor has moved the files.
    return completedMoves.length === 0 ? "not-moved" : createRepairEdit(completedMoves, basis);
  });
  if (!result) return findMissingEditCause(siteState, session);
  if (result === "not-moved") return result;
  const { edit, move, reason } = result;
  if (reason !== undefined) window.showWarningMessage(`Docwright: ${reason}`);
  else if (!edit) window.showInformationMessage(`Docwright: ${messages.formatMessage(upToDateMessage)}`);
  else {
    const { applied } = await workspace.applyEdit({ label: messages.formatMessage(updateReferencesTitle), edit });
    if (!applied) return "not-applied";
  }
  if (move) warnOfManualUpdates(move, session);
  return undefined;
}
