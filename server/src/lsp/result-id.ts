import { join } from "node:path";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import type { Session } from "./session.ts";

/** Other servers' results and those of other days are never taken for this one's. */
const life = `${process.pid}.${Date.now()}`;

/** Names what is said of a file: another name whenever that may have changed. */
export function resultIdOf({ site, path }: SitePlace, { host }: Session): string {
  return `${life}:${site.problems.serialOf(path)}:${host.serial}`;
}

/** The name, noted as what the client has. */
export function giveResultId(place: SitePlace, session: Session): string {
  const resultId = resultIdOf(place, session);
  session.given.set(join(place.site.root, place.path), resultId);
  return resultId;
}
