import { declaredOrigins } from "../core/site/declared-origins.ts";
import type { PlaygroundFacts, PlaygroundSite } from "../protocol/preview.ts";
import type { Session } from "./session.ts";
import { siteAtRoot } from "./site-at-root.ts";

/** `docwright/playground/facts`: what the site says now, as soon as all of it has been read. */
export async function playgroundFactsOf(
  { root }: PlaygroundSite,
  session: Session,
): Promise<PlaygroundFacts | null> {
  const live = await siteAtRoot(root, session);
  const site = live?.current?.site;
  if (!site) return null;
  const { siteUrl } = site.settings;
  return {
    targets: declaredOrigins(site),
    ...(siteUrl !== undefined && { siteUrl }),
    proxyPath: site.profile.proxyPath,
  };
}
