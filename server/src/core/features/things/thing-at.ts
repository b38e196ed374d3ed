import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-range.ts";
import type { SiteThingAt } from "./site-thing.ts";
import { thingInConfig } from "./thing-in-config.ts";
import { thingInPage } from "./thing-in-page.ts";

/**
 * What is named at an offset of docs.json, of a file that it pulls in, or of a page. Undefined where nothing of the site
 * is named; what stands in specifications is told from their trees (`spec/spec-thing.ts`).
 */
export function siteThingAt(site: Site, file: SitePath, offset: number): SiteThingAt | undefined {
  const page = site.references.get(file);
  return page ? thingInPage(site, page, offset) : thingInConfig(site, file, offset);
}
