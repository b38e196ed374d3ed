import type { Location } from "vscode-languageserver/node";
import type { SiteLocation } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** A range in a file of a site, as the protocol has it. */
export function toLocation({ file, range }: SiteLocation, site: LiveSite, session: Session): Location {
  const place = { site, path: file };
  return { uri: uriOf(place, session), range: toRange(session.lineMaps.of(place), range) };
}
