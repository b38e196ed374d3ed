import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The .json files of a site by their path in it: all that navigation can be made of. */
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
