import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders with a docs.json: the folder itself, or those in it. */
export function sitesIn(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}

/** Files that may be pages, below a site, in order. */
export function pagesOf(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.mdx?$/.test(path) && !/(^|\/)(node_modules|\.[^/]+|_?snippets)\//.test(path))
    .sort();
}
