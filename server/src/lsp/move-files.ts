import type { MovedFilesEdit, MoveFiles } from "../protocol/move-files.ts";
import { makeEdit, unsettledReason } from "./edit-basis.ts";
import { moveEdit } from "./move-edit.ts";
import { movedTo } from "./moved-to.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `docwright/moveFiles` */
export async function movedFilesEdit(
  { to, counterparts }: MoveFiles,
  session: Session,
  { place }: InFile,
): Promise<MovedFilesEdit> {
  if (!place || place.path === "") return { ok: false, reason: "This file belongs to no site." };
  const move = { from: place.path, to: movedTo(place.path, to) };
  const moved = await makeEdit(place.site, session, "site", (basis) =>
    moveEdit([move], { counterparts }, basis),
  );
  if (!moved?.ok) return moved ?? { ok: false, reason: unsettledReason };
  const { addresses, left } = moved.plan;
  return { ok: true, edit: moved.edit, redirects: addresses, left: left.length };
}
