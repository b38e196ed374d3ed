import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * Reads a site from disk for `siteOf`. Reads the texts of pages, configuration files, and specifications, but only the
 * names of all other files.
 */
export function filesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const isText = /\.(mdx?|json|ya?ml)$|^\.mintignore$/i.test(entry.name);
      return [relative(folder, path).split(sep).join("/"), isText ? readFileSync(path, "utf8") : ""];
    }),
  );
}
