import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the folder itself if it contains a docs.json, directly or in `docs`; otherwise, its subfolders that contain
 * one.
 */
export function listSites(folder: string): string[] {
  const ownSite = findSite(folder);
  return ownSite.length > 0 ? ownSite : readdirSync(folder).flatMap((name) => findSite(join(folder, name)));
}

function findSite(folder: string): string[] {
  return [folder, join(folder, "docs")].filter((path) => existsSync(join(path, "docs.json"))).slice(0, 1);
}
