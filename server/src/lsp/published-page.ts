import type { CancellationToken } from "vscode-languageserver/node";
import { publishedAddress } from "../core/features/published-address.ts";
import type { FindPublishedPage, PublishedPage } from "../protocol/navigation.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** `docwright/publishedPage` */
export async function publishedPage(
  { uri, slug }: FindPublishedPage,
  token: CancellationToken,
  session: Session,
): Promise<PublishedPage> {
  const place = await whenRead(uri, token, session);
  const site = place?.site.current?.site;
  if (!place || !site) return { ok: false, reason: "This file belongs to no site." };
  return publishedAddress(site, place.path, slug);
}
