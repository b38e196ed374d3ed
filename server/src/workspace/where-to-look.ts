import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { configEntry } from "../core/site/site.ts";
import { isInside, placeOf } from "./contained-path.ts";
import { mayHoldSites } from "./find-sites.ts";
import { nodeDisk } from "./node-disk.ts";

/** Where a site has come to be, or a folder in which some may be. Absolute. */
export type PlaceToLook = { readonly site: string } | { readonly folder: string };

/**
 * What news of a file or folder says of sites that nobody knows yet. A way through a link is not taken: it may lead
 * out of the editor's folders or to a site known already, so they are looked through anew, which tells both.
 */
export function whereToLook(folders: readonly string[], path: string): PlaceToLook | undefined {
  const isEntry = basename(path) === configEntry;
  const folder = isEntry ? dirname(path) : path;
  const limit = folders.find((candidate) => isInside(candidate, folder));
  const place = limit === undefined ? undefined : placeOf(limit, folder);
  if (limit === undefined || place === undefined || !mayHoldSites(place)) return undefined;
  if (!nodeDisk(limit).isFolder(place)) return undefined;
  if (isThroughLink(limit, place)) return { folder: limit };
  if (!isEntry) return { folder };
  return nodeDisk(folder).stamp(configEntry) === undefined ? undefined : { site: folder };
}

/** Whether a link is followed on the way from one folder to a folder below it. */
export function isThroughLink(limit: string, place: string): boolean {
  try {
    return realpathSync.native(join(limit, place)) !== join(realpathSync.native(limit), place);
  } catch {
    return true;
  }
}
