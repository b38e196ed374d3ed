import { publishedAddress } from "../core/features/published-address.ts";
import type { FindPublishedPage, PublishedPage } from "../protocol/navigation.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `docwright/publishedPage` */
export function publishedPage(
  { slug }: FindPublishedPage,
  session: Session,
  { place }: InFile,
): PublishedPage {
  const site = place?.site.current?.site;
  if (!place || !site) return { ok: false, reason: "This file belongs to no site." };
  return publishedAddress(site, place.path, slug);
}
