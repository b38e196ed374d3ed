import { finalTarget, type LinkTarget } from "../../site/links/resolve-link.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { placeOfTarget } from "../spec/site-things.ts";
import { anchorPlace } from "../things/anchor-place.ts";
import type { LinkDestination } from "./document-links.ts";

/** What opens for a link; `from` is the page it stands on. Undefined where nothing of the site or the web does. */
export function destinationOf(
  site: Site,
  target: LinkTarget,
  from: SitePath | undefined,
): LinkDestination | undefined {
  const end = finalTarget(target);
  switch (end.kind) {
    case "page":
      return inPage(site, end.file, end.anchor);
    case "file":
      return startOf(end.file);
    case "same-page":
      return from !== undefined && end.anchor !== undefined ? inPage(site, from, end.anchor) : undefined;
    case "generated": {
      const at = placeOfTarget(end.page.spec, end.page.target);
      return at && { kind: "place", at };
    }
    case "external":
      return /^https?:\/\/[^\s/]/i.test(end.url) ? { kind: "web", url: end.url } : undefined;
    default:
      return undefined;
  }
}

/** The file as a whole. */
export function startOf(file: SitePath): LinkDestination {
  return { kind: "place", at: { file, range: { start: 0, end: 0 } } };
}

/** An anchor that is not there leads to the page, as it does for readers. */
function inPage(site: Site, file: SitePath, anchor: string | undefined): LinkDestination {
  const at = anchor === undefined || anchor === "" ? undefined : anchorPlace(site, file, anchor);
  return at ? { kind: "place", at } : startOf(file);
}
