import { setTimeout as pause } from "node:timers/promises";
import type { LoadedSite } from "../analysis/load-site.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import { maxEmptyTime, ReadStamps } from "../files/file-stamps.ts";
import type { SiteFiles } from "../files/site-files.ts";

/** The maximum number of attempts. If all of them fail, the site's files are considered to be changing constantly. */
const maxRounds = 5;

export const keepsChanging = "the site's files keep changing; run the command again when they stop";

interface Planned {
  readonly loaded: LoadedSite;
}

/**
 * Creates a plan for writing files in a site, based on the files on disk. If a file has changed since it was read, the
 * plan is created again. `plan` must read the site and the text of all files through the `SiteFiles` that it receives.
 * Returns undefined if the files keep changing.
 */
export async function planOnDisk<Plan extends Planned>(
  from: SiteFiles,
  plan: (from: SiteFiles) => Promise<Plan>,
): Promise<Plan | undefined> {
  for (let round = 0; round < maxRounds; round++) {
    const stamps = new ReadStamps();
    const planned = await plan({ ...from, disk: stamps.noting(from.disk) });
    const { files, isIgnored } = planned.loaded.frame;
    const changed = await runTimeSliced(stamps.changed(from.disk, files, isIgnored));
    if (changed.length === 0) return planned;
    if (changed.some((path) => stamps.mayBeUnfinished(path))) await pause(maxEmptyTime / 2);
  }
  return undefined;
}
