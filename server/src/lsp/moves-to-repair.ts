import type { MovesToRepair } from "../protocol/move-files.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { movedOutside } from "../workspace/git/detect-moves.ts";
import { planRepair } from "../workspace/refactoring/move-site.ts";
import { redirectsAdded } from "./move-annotations.ts";
import { makeEdit, unsettledReason, type EditBasis } from "./edit-basis.ts";
import { groupedEdit } from "./grouped-edit.ts";
import { ofEverySite } from "./of-every-site.ts";
import type { Cancellable } from "./handle.ts";
import type { Session } from "./session.ts";
import { statusOf } from "./site-status.ts";

/**
 * `docwright/movesToRepair`: of every site as it is once all that was typed has been read.
 */
export async function movesToRepairIn(session: Session, { token }: Cancellable): Promise<MovesToRepair[]> {
  if (!session.git) return [];
  return ofEverySite(session, token, ofSite);
}

async function ofSite(
  live: LiveSite,
  session: Session,
  signal: AbortSignal,
): Promise<MovesToRepair | undefined> {
  if (!live.current) return undefined;
  const { root, name } = statusOf(live, session);
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
  const { live, site, session } = basis;
  signal.throwIfAborted();
  const moves = await movedOutside(live.root, site, { signal });
  if (!moves.ok) return { root, name, moves: [], reason: moves.reason };
  if (moves.value.length === 0) return undefined;
  const answer = await planRepair(site, moves.value, live.files, session.specs);
  if (!answer.ok) return { root, name, moves: moves.value, reason: answer.reason };
  const { plan } = answer;
  const groups = [{ edits: plan.edits }, { edits: plan.redirects, annotation: redirectsAdded }];
  const wanted = groups.filter(({ edits }) => edits.length > 0);
  const edit = wanted.length > 0 ? groupedEdit(wanted, basis) : undefined;
  return { root, name, moves: moves.value, ...(edit && { edit }) };
}
