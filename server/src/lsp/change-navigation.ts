import { changeNavigation, type NavigationChange } from "../core/features/navigation/edit-navigation.ts";
import type { ChangedNavigation, ChangeNavigation, NavigationPlace } from "../protocol/navigation.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { whyNotWritable } from "../workspace/files/write-files.ts";
import { makeEdit, unsettledReason, type EditBasis } from "./edit-basis.ts";
import { pathOfUri } from "./file-uri.ts";
import { locationOf } from "./location-of.ts";
import { lockedWords } from "./move-annotations.ts";
import type { Session } from "./session.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

/** `docwright/changeNavigation` */
export async function changedNavigation(
  change: ChangeNavigation,
  session: Session,
): Promise<ChangedNavigation> {
  session.documents.flush();
  const named = "target" in change ? change.target : change.nodes[0];
  const path = named && pathOfUri(named.uri);
  const live = path === undefined ? undefined : session.sites.siteOf(path)?.site;
  if (!live?.current) return { ok: false, reason: "This file belongs to no site." };
  const changed = await makeEdit(live, session, "edited files", (basis) => changedFrom(change, basis));
  return changed ?? { ok: false, reason: unsettledReason };
}

function changedFrom(change: ChangeNavigation, basis: EditBasis): ChangedNavigation {
  const { live, site, session } = basis;
  const answer = changeNavigation(site, placed(change, live, session));
  if (!answer.ok) return answer;
  const locked = whyNotWritable(
    live.root,
    answer.edits.map(({ file }) => file),
  );
  if (locked !== undefined) return { ok: false, reason: lockedWords(locked) };
  const edit = toWorkspaceEdit(answer.edits, basis);
  return edit ? { ok: true, edit } : { ok: false, reason: "This editor cannot make files." };
}

/** Places of another site are none of this one. */
function placed(change: ChangeNavigation, live: LiveSite, session: Session): NavigationChange {
  const at = (place: NavigationPlace) => locationOf(place, live, session);
  const target = "target" in change && { target: at(change.target) };
  const nodes = "nodes" in change && { nodes: change.nodes.map(at) };
  return { ...change, ...target, ...nodes } as NavigationChange;
}
