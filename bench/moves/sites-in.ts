import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the folder itself if it contains a docs.json, directly or in `docs`; otherwise, its subfolders that contain
 * one.
 */
export function sitesIn(folder: string): string[] {
  const own = siteIn(folder);
  return own.length > 0 ? own : readdirSync(folder).flatMap((name) => siteIn(join(folder, name)));
}

function siteIn(folder: string): string[] {
  return [folder, join(folder, "docs")].filter((path) => existsSync(join(path, "docs.json"))).slice(0, 1);
}
