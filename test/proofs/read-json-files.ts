import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Returns all .json files in a site, by path, because any of them can define navigation. */
export function readJsonFiles(root: string): Map<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [relative(root, path).split(sep).join("/"), readFileSync(path, "utf8")];
      }),
  );
}
