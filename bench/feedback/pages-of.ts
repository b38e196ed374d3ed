import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the folder itself if it contains a docs.json; otherwise, its subfolders that contain one. */
export function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}

/** Returns the paths of the files in a site that may be pages, sorted. */
export function listPages(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.mdx?$/.test(path) && !/(^|\/)(node_modules|\.[^/]+|_?snippets)\//.test(path))
    .sort();
}
