import { slugOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { usesOfThing } from "../things/uses-of-thing.ts";
import { explainFile } from "./explain-file.ts";
import { headOf } from "./page-findings.ts";
import { placeOfPlacement, wayTo } from "./placement-words.ts";
import { placementsOf } from "./placements.ts";
import { firstPart } from "../../text/message.ts";

/** What stands above a page's title: where readers find it, or why they do not. */
export interface PageLens {
  readonly range: TextRange;
  /** `shown in Guides › Basics · 12 links`, `not shown: the group “Basics” is hidden` */
  readonly title: string;
  /** Its entry in docs.json; absent where there is none. */
  readonly place: SiteLocation | undefined;
}

const longest = 90;

/** Undefined for a file that is no page and no part of pages. */
export function pageLens(
  site: Site,
  file: SitePath,
  read: (path: string) => string | undefined,
): PageLens | undefined {
  if (!site.pages.has(file)) return undefined;
  const { range } = headOf(site, file);
  const { about, shown, because, steps } = explainFile(site, file, read);
  if (about === "part") {
    const uses = steps.filter(({ kind, state }) => kind === "use" && state === "ok").length;
    const title = shown ? "shown as a part of pages" : "a part for pages that no page shows";
    return { range, title, place: uses > 0 ? steps.find(({ kind }) => kind === "use")?.place : undefined };
  }
  const [first, ...more] = placementsOf(site, slugOf(file) ?? "");
  const place = first && placeOfPlacement(first);
  if (!shown) return { range, title: firstPart(`not shown: ${inQuotes(because ?? "")}`, longest), place };
  const way = first ? wayTo(first) : "";
  const others = more.filter(({ barrier }) => !barrier).length;
  const where = `shown in ${way === "" ? "the menu" : way}${others > 0 ? ` and ${others} more` : ""}`;
  return { range, title: `${firstPart(where, longest)} · ${linksOf(site, file)}`, place };
}

function linksOf(site: Site, file: SitePath): string {
  const links = usesOfThing(site, { kind: "page", file }).filter(({ kind }) => kind === "link").length;
  return links === 0 ? "no links" : links === 1 ? "1 link" : `${links} links`;
}

/** A lens is plain text, in which `hidden: true` without marks would read as words of the sentence. */
function inQuotes(markdown: string): string {
  return markdown.replace(/`([^`]*)`/g, "“$1”");
}
