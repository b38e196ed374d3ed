import type { SitePath } from "../core/text/text-edit.ts";
import { modifiedAt } from "./file-stamp.ts";
import type { LiveSite } from "./live-site.ts";

/**
 * The files of a site that have come, gone or been written since a time (milliseconds of the clock), whatever news there
 * has been of them; a step each.
 */
export function* filesSince(
  { files: { disk }, current }: Pick<LiveSite, "files" | "current">,
  since: number,
): Generator<void, readonly SitePath[]> {
  if (!current) return [];
  const { frame, site } = current;
  const listing = yield* disk.list((folder) => !frame.isIgnored(`${folder}/`));
  const there = new Set(listing.files.filter((path) => !frame.isIgnored(path)));
  const found = listing.complete ? [...site.files].filter((path) => !there.has(path)) : [];
  for (const path of there) {
    if (!site.files.has(path) || modifiedAt(disk.stamp(path) ?? "") >= since) found.push(path);
    yield;
  }
  return found;
}
