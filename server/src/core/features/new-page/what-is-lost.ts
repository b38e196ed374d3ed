import { readJson, type JsonFile } from "../../config/json-tree.ts";
import { readConfig } from "../../config/read-config.ts";
import type { EditsByFile } from "../../site/migration/link-edits.ts";
import { navigationOf } from "../../site/navigation-of.ts";
import type { Site } from "../../site/site.ts";
import { applyEdits } from "../../text/text-edit.ts";

/**
 * Reads docs.json once more as it would be with `more` entries: why they must not be made, in a sentence. Nothing may
 * be lost that readers found before, and each entry has to be there.
 */
export function whatIsLostBy(site: Site, edits: EditsByFile, more: number): string | undefined {
  const sources = new Map(
    site.config.files.map((file): [string, JsonFile | null] => {
      const own = edits.get(file.path);
      return [file.path, own ? readJson(file.path, applyEdits(file.text, own)) : file];
    }),
  );
  const config = readConfig(site.config.entry, sources);
  const shown = (of: Site["config"]) => navigationOf(of).entries.filter(({ lost }) => !lost).length;
  const hasFault = config.files.some(
    ({ problems }, i) => problems.length > (site.config.files[i]?.problems.length ?? 0),
  );
  if (!hasFault && shown(config) === shown(site.config) + more) return undefined;
  const shared = [...edits.keys()].find((path) => isPulledInTwice(site.config, path));
  return shared === undefined
    ? "docs.json has a fault here that has to be mended first. The problems list shows it."
    : `The file ${shared} is pulled in at several places by $ref, which would all change. List the page in it by hand.`;
}

function isPulledInTwice({ refs }: Site["config"], path: string): boolean {
  return refs.filter(({ verdict }) => verdict.kind === "resolved" && verdict.file === path).length > 1;
}
