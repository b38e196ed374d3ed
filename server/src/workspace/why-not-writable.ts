import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SitePath } from "../core/text/text-edit.ts";

/**
 * The first of these files that may not be written, or that may not be made where it is to be; undefined when all may.
 * Asked before anything is changed, so that nothing is left half done.
 */
export function whyNotWritable(root: string, files: Iterable<SitePath>): SitePath | undefined {
  for (const file of files) {
    let place = join(root, ...file.split("/"));
    while (!existsSync(place) && place !== dirname(place)) place = dirname(place);
    try {
      accessSync(place, constants.W_OK);
    } catch {
      return file;
    }
  }
  return undefined;
}
