import { declaredOrigins } from "../core/site/declared-origins.ts";
import type { PlaygroundFacts, PlaygroundSite } from "../protocol.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** `docwright/playground/facts`: what the site says now. */
export function playgroundFactsOf({ root }: PlaygroundSite, session: Session): PlaygroundFacts | null {
  session.documents.flush();
  const folder = pathOfUri(root);
  const site = session.sites.sites.find((live) => live.root === folder)?.current?.site;
  if (!site) return null;
  const { siteUrl } = site.settings;
  return {
    targets: declaredOrigins(site),
    ...(siteUrl !== undefined && { siteUrl }),
    proxyPath: site.profile.proxyPath,
  };
}
