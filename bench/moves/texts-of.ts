import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Texts } from "./read-site.ts";

/** Returns all files in a site, by path. For binary files, only the path is recorded. */
export function readTexts(folder: string): Texts {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/(^|\/)(\.git|node_modules)(\/|$)/.test(entry.parentPath.slice(folder.length)),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const isText = /\.(mdx?|json|ya?ml|jsx?|tsx?)$|^\.mintignore$/i.test(entry.name);
      return [relative(folder, path).split(sep).join("/"), isText ? readFileSync(path, "utf8") : ""];
    }),
  );
}
