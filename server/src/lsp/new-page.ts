import { planNewPage, type NewPage } from "../core/features/new-page/plan-new-page.ts";
import { pagelessOperations } from "../core/features/new-page/page-homes.ts";
import { pageSlugsOf } from "../core/site/pages/pages.ts";
import type { Site } from "../core/site/site.ts";
import type { NewPageEdit, NewPageRequest } from "../protocol/new-page.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { templatesOf } from "../workspace/files/site-files.ts";
import { whyNotWritable } from "../workspace/files/write-files.ts";
import { makeEdit, unsettledReason, type EditBasis } from "./edit-basis.ts";
import { locationOf } from "./location-of.ts";
import { lockedWords } from "./move-annotations.ts";
import type { InSite } from "./readiness.ts";
import type { Session } from "./session.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

/** `docwright/newPage` */
export async function newPageEdit(
  request: NewPageRequest,
  session: Session,
  { live }: InSite,
): Promise<NewPageEdit> {
  if (!live?.current) return refuse("The site is not there any more.");
  const made = await makeEdit(live, session, "site", (basis) => pageFrom(request, basis));
  return made ?? refuse(unsettledReason);
}

function pageFrom(request: NewPageRequest, basis: EditBasis): NewPageEdit {
  const { live, site, session } = basis;
  const template = templatesOf(live.files, request.templatesFolder).find(({ id }) => id === request.template);
  if (!template) return refuse("The template is not there any more. Choose another.");
  const { title, path, operation: wanted, counterparts, today } = request;
  const operation = pagelessOperations(site).find(
    ({ spec, name }) => spec === wanted?.spec && name === wanted.name,
  );
  if (template.makes === "endpoint" && !operation)
    return refuse("This operation has a page now, or is not there any more. Choose another.");
  const plan = planNewPage(site, {
    template,
    title,
    path,
    ...(operation && { operation }),
    where: placeIn(request, site, live, session),
    ...(counterparts && { counterparts }),
    today,
  });
  if (!plan.ok) return plan;
  const locked = whyNotWritable(
    live.root,
    plan.edits.map(({ file }) => file),
  );
  if (locked !== undefined) return refuse(lockedWords(locked));
  const edit = toWorkspaceEdit(plan.edits, basis);
  if (!edit) return refuse("This editor cannot make files.");
  return { ok: true, uri: basis.uriOf(plan.file), edit, snippet: plan.snippet };
}

function refuse(reason: string): NewPageEdit {
  return { ok: false, reason };
}

function placeIn({ where }: NewPageRequest, site: Site, live: LiveSite, session: Session): NewPage["where"] {
  if (where.kind === "listed") return { ...where, at: locationOf(where.at, live, session) };
  if (where.kind !== "imported") return where;
  return { kind: "imported", by: pageSlugsOf(site.files).fileOf.get(where.by) ?? "" };
}
