import { isMisread } from "./json-problem.ts";
import type { JsonFile } from "./json-tree.ts";

/** Settings that tell the configuration of a site from other files that happen to be named docs.json. */
const siteSettings: ReadonlySet<string> = new Set(["navigation", "theme", "colors", "$ref"]);

/**
 * Returns whether a docs.json configures a site. A file that another program owns, such as a list or an OpenAPI
 * document, doesn't. An empty file or one so broken that its keys can't be read does, so that a merge conflict or a file
 * that is being rewritten doesn't turn one site into several.
 */
export function isSiteConfig(file: JsonFile): boolean {
  const { root } = file;
  if (root?.kind === "object" && root.properties.some(({ key }) => siteSettings.has(key))) return true;
  return root === undefined || isMisread(file);
}
