import { declaredOrigins } from "../core/site/declared-origins.ts";
import type { PlaygroundFacts, PlaygroundSite } from "../protocol.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** `docwright/playground/facts`: what the site says now, as soon as all of it has been read. */
export async function playgroundFactsOf(
  { root }: PlaygroundSite,
  session: Session,
): Promise<PlaygroundFacts | null> {
  session.documents.flush();
  const folder = pathOfUri(root);
  const live = session.sites.sites.find((one) => one.root === folder);
  if (live && !live.current?.site.loaded.specs) await live.whenCurrent();
  const site = live?.current?.site;
  if (!site) return null;
  const { siteUrl } = site.settings;
  return {
    targets: declaredOrigins(site),
    ...(siteUrl !== undefined && { siteUrl }),
    proxyPath: site.profile.proxyPath,
  };
}
