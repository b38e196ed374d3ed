import { declaredOrigins } from "../core/site/specs/declared-origins.ts";
import type { PlaygroundFacts, PlaygroundSite } from "../protocol/preview.ts";
import type { InSite } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `docwright/playground/facts`: what the site says now, as soon as all of it has been read. */
export function playgroundFactsOf(
  _params: PlaygroundSite,
  _session: Session,
  { live }: InSite,
): PlaygroundFacts | null {
  const site = live?.current?.site;
  if (!site) return null;
  const { siteUrl } = site.settings;
  return {
    targets: declaredOrigins(site),
    ...(siteUrl !== undefined && { siteUrl }),
    proxyPath: site.profile.proxyPath,
  };
}
