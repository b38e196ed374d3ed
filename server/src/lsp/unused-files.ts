import { statSync } from "node:fs";
import { join } from "node:path";
import { findUnused } from "../core/features/move/plan-delete.ts";
import type { DeleteFiles, PlannedEdit, UnusedFiles } from "../protocol/refactoring.ts";
import { deleteEdit } from "./delete-edit.ts";
import { makeEdit, unsettledReason } from "./edit-basis.ts";
import { uriOf } from "./file-uri.ts";
import type { InSite } from "./readiness.ts";
import type { Session } from "./session.ts";
import { statusOf } from "./site-status.ts";

/** `docwright/unusedFiles`: of every site as it is once all that was typed has been read. */
export function unusedFilesOf(session: Session): UnusedFiles[] {
  return session.sites.sites.flatMap((live) => {
    const site = live.current?.site;
    if (!site) return [];
    const { root, name } = statusOf(live, session);
    const files = findUnused(site).map(({ file, kind, isNamed }) => {
      const bytes = statSync(join(live.root, file), { throwIfNoEntry: false })?.size ?? 0;
      return { path: file, uri: uriOf({ site: live, path: file }, session), kind, isNamed, bytes };
    });
    return [{ root, name, files }];
  });
}

/** `docwright/deleteFiles` */
export async function deletedFiles(
  { files }: DeleteFiles,
  session: Session,
  { live }: InSite,
): Promise<PlannedEdit> {
  if (!live) return { ok: false, reason: "This folder is no site." };
  const planned = await makeEdit(live, session, "site", (basis) => deleteEdit(files, basis));
  return planned ?? { ok: false, reason: unsettledReason };
}
