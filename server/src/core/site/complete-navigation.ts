import type { Config } from "../config/config.ts";
import type { JsonFile } from "../config/json/json-tree.ts";
import type { SiteLocation, SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { navigationOf } from "./navigation-of.ts";

/**
 * Whether everything that belongs to the navigation could be read. While a bracket is open or a `$ref` of the
 * navigation leads nowhere, nobody can say what the navigation lacks.
 */
export const isNavigationComplete = derive(
  (config: Config): boolean =>
    navigationOf(config).root !== undefined &&
    config.wanted.length === 0 &&
    config.refs.every(({ verdict, at }) => verdict.kind === "resolved" || isBeside(config, at)) &&
    [...misreadFiles(config)].every(
      (file) => file !== config.entry && isBeside(config, { file, range: { start: 0, end: 0 } }),
    ),
);

/** Files whose brackets, commas or colons are wrong: what seems to be missing there may only be misread. */
export const misreadFiles = derive(
  (config: Config): ReadonlySet<SitePath> => new Set(config.files.filter(isMisread).map(({ path }) => path)),
);

/**
 * Whether a place has nothing to do with the navigation: it stands in another setting of docs.json, or in a file
 * that only other settings pull in.
 */
function isBeside(config: Config, at: SiteLocation, met: ReadonlySet<SitePath> = new Set()): boolean {
  if (at.file === config.entry) {
    const root = config.files.find(({ path }) => path === at.file)?.root;
    const setting =
      root?.kind === "object"
        ? root.properties.findLast(({ keyRange }) => keyRange.start <= at.range.start)
        : undefined;
    return setting !== undefined && setting.key !== "navigation" && setting.key !== "$ref";
  }
  if (met.has(at.file)) return true;
  const importers = config.refs.filter(
    ({ verdict }) => verdict.kind === "resolved" && verdict.file === at.file,
  );
  return (
    importers.length > 0 && importers.every((ref) => isBeside(config, ref.at, new Set([...met, at.file])))
  );
}

function isMisread(file: JsonFile): boolean {
  return file.problems.some(
    ({ kind }) => kind !== "comment" && kind !== "trailing-comma" && kind !== "duplicate-key",
  );
}
