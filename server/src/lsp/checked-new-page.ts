import { checkNewPage, freePath } from "../core/features/navigation/check-new-page.ts";
import { nodeAt } from "../core/features/navigation/navigation-rows.ts";
import { counterpartHomes } from "../core/features/new-page/page-homes.ts";
import type { CheckedNewPage, CheckNewPage } from "../protocol/new-page.ts";
import { locationOf } from "./location-of.ts";
import type { InSite } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `docwright/checkNewPage` */
export function checkedNewPage(
  { makes, title, folder, path, at }: CheckNewPage,
  session: Session,
  { live }: InSite,
): CheckedNewPage {
  const site = live?.current?.site;
  if (!live || !site) return nothing(path, "The site is not there any more.");
  const wanted = path ?? freePath(site, makes === "snippet" ? "snippets" : folder, title);
  const check = checkNewPage(site, makes, wanted);
  if (!check.ok) return nothing(wanted, check.reason);
  const near = at && nodeAt(site, locationOf(at, live, session));
  const counterparts = near ? counterpartHomes(site, near, check.slug, makes) : [];
  return {
    path: wanted,
    ...(check.warning !== undefined && { warning: check.warning }),
    isListed: check.isListed,
    counterparts: counterparts.map(({ slug, label }) => ({ slug, label })),
  };
}

function nothing(path: string | undefined, refusal: string): CheckedNewPage {
  return { path: path ?? "", refusal, isListed: false, counterparts: [] };
}
