import type { Site } from "../../site/site.ts";
import { partRange } from "../../spec/edit-spec.ts";
import { isRemoteSpec } from "../../spec/remote-spec.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { placeOfTarget, siteUsesIn, type SiteUse } from "../spec/site-things.ts";
import type { DocumentLink, LinkDestination } from "./document-links.ts";
import { startOf } from "./destination.ts";

/** `api.json GET /users` as two links: the file's name leads to the file, the rest to the operation. */
export function linksOfUses(site: Site, file: SitePath): DocumentLink[] {
  return siteUsesIn(site, file).flatMap((use) => [...linkOfName(use), ...linkOfTarget(use)]);
}

function linkOfName({ at, text, named }: SiteUse): DocumentLink[] {
  if (!named) return [];
  const { path } = named.spec;
  const to: LinkDestination = isRemoteSpec(path) ? { kind: "web", url: text } : startOf(path);
  const range = partRange(text, at.range, named.part);
  return to.kind === "web" && !/^https?:\/\//i.test(text) ? [] : [{ range, to }];
}

function linkOfTarget({ at, text, named, found }: SiteUse): DocumentLink[] {
  const place = found && placeOfTarget(found.spec, found.target);
  if (!place) return [];
  const rest = behind(text, named?.part);
  return [{ range: partRange(text, at.range, rest), to: { kind: "place", at: place } }];
}

/** The words behind the file's name. */
function behind(text: string, name: TextRange | undefined): TextRange {
  const start = name?.end ?? 0;
  const blanks = /^\s*/.exec(text.slice(start))?.[0].length ?? 0;
  return { start: start + blanks, end: text.trimEnd().length };
}
