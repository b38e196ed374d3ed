import { createHash } from "node:crypto";
import type { Site } from "../core/site/site.ts";
import { lineMapOf, offsetAt, type SiteLocation } from "../core/text/text-edit.ts";
import type { NavigationPlace } from "../protocol/navigation.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { pathOfUri } from "./file-uri.ts";
import type { KnownFiles } from "./known-files.ts";
import type { Session } from "./session.ts";

const nowhere: SiteLocation = { file: "", range: { start: 0, end: 0 } };

/** A place of the navigation as the editor gets it, with a mark by which it's recognized when the editor returns it. */
export function navigationPlaceOf(at: SiteLocation, { config }: Site, files: KnownFiles): NavigationPlace {
  const text = config.files.find(({ path }) => path === at.file)?.text;
  const place = files.placeOf(at);
  return text === undefined ? place : { ...place, mark: markOf(text.slice(at.range.start, at.range.end)) };
}

/** Where a place begins in the texts of a site; nowhere if it's in another site or its text has changed since. */
export function locationOf(
  { uri, range, mark }: NavigationPlace,
  live: LiveSite,
  { sites, lineMaps }: Session,
): SiteLocation {
  const path = pathOfUri(uri);
  const place = path === undefined ? undefined : sites.siteOf(path);
  if (!place || place.site !== live) return nowhere;
  const text = live.current?.site.config.files.find((file) => file.path === place.path)?.text;
  const lines = text === undefined ? lineMaps.of(place) : lineMapOf(text);
  const start = offsetAt(lines, range.start);
  const isChanged =
    mark !== undefined &&
    text !== undefined &&
    markOf(text.slice(start, offsetAt(lines, range.end))) !== mark;
  return isChanged ? nowhere : { file: place.path, range: { start, end: start } };
}

function markOf(text: string): string {
  return createHash("sha1").update(text).digest("base64url").slice(0, 12);
}
