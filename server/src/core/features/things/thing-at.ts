import { exportsIn } from "../../page/scan-script.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { SiteThingAt } from "./site-thing.ts";
import { thingInConfig } from "./thing-in-config.ts";
import { thingInPage } from "./thing-in-page.ts";

/**
 * What is named at an offset of docs.json, of a file that it pulls in, of a page, or of a file of code, whose text `textOf`
 * returns. Undefined where nothing of the site is named; what is in specifications is told from their trees
 * (`spec/spec-thing.ts`).
 */
export function siteThingAt(
  site: Site,
  file: SitePath,
  offset: number,
  textOf: (file: SitePath) => string | undefined = () => undefined,
): SiteThingAt | undefined {
  const page = site.references.get(file);
  if (page) return thingInPage(site, page, offset);
  return site.scripts.has(file)
    ? exportAt(file, textOf(file) ?? "", offset)
    : thingInConfig(site, file, offset);
}

function exportAt(file: SitePath, text: string, offset: number): SiteThingAt | undefined {
  const found = exportsIn(text).find(({ range }) => range.start <= offset && offset <= range.end);
  return found && { thing: { kind: "export", file, name: found.name }, range: found.range, isOwn: true };
}
