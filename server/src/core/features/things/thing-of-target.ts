import { finalTarget, type LinkTarget } from "../../site/links/resolve-link.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { SiteThing } from "./site-thing.ts";

/** What a link leads to, as far as it has a place in the site; behind `#` the anchor, when the caret is there. */
export function thingOfTarget(
  site: Site,
  target: LinkTarget,
  from: SitePath | undefined,
  isOnAnchor: boolean,
): SiteThing | undefined {
  const end = finalTarget(target);
  switch (end.kind) {
    case "page":
      return isOnAnchor && end.anchor !== undefined
        ? { kind: "anchor", file: end.file, id: end.anchor }
        : { kind: "page", file: end.file };
    case "file":
      return { kind: site.pages.has(end.file) ? "page" : "file", file: end.file };
    case "same-page":
      return from !== undefined && end.anchor !== undefined
        ? { kind: "anchor", file: from, id: end.anchor }
        : undefined;
    default:
      return undefined;
  }
}
