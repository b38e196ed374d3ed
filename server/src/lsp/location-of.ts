import { offsetAt } from "../core/text/line-map.ts";
import type { Location } from "../core/text/text-range.ts";
import type { NavigationPlace } from "../protocol.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** Where a place begins in the texts of a site. Places of another site are none of this one. */
export function locationOf({ uri, range }: NavigationPlace, live: LiveSite, session: Session): Location {
  const path = pathOfUri(uri);
  const place = path === undefined ? undefined : session.sites.siteOf(path);
  if (!place || place.site !== live) return { file: "", range: { start: 0, end: 0 } };
  const start = offsetAt(session.lineMaps.of(place), range.start);
  return { file: place.path, range: { start, end: start } };
}
