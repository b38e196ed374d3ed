import { isMisread } from "./json-problem.ts";
import type { JsonFile } from "./json-tree.ts";

/** Settings that tell the configuration of a site from other files that happen to be named docs.json. */
const siteSettings: ReadonlySet<string> = new Set(["navigation", "theme", "colors", "$ref"]);

/**
 * Returns whether a docs.json configures a site. A file that another program owns, such as a list or an OpenAPI
 * document, doesn't. An empty file does, and so does one that is too broken to be read: a merge conflict or a half-typed
 * file doesn't turn one site into several.
 */
export function isSiteConfig(file: JsonFile): boolean {
  const { root } = file;
  if (root?.kind === "object" && root.properties.some(({ key }) => siteSettings.has(key))) return true;
  return root === undefined || isMisread(file);
}
