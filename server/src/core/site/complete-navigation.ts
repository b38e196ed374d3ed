import type { Config } from "../config/config.ts";
import type { JsonFile } from "../config/json-tree.ts";
import type { SitePath } from "../text/text-range.ts";
import { derive } from "./derive.ts";
import { navigationOf } from "./navigation-of.ts";

/**
 * Whether everything that belongs to the navigation could be read. While a bracket is open or a `$ref` leads
 * nowhere, nobody can say what the navigation lacks.
 */
export const isNavigationComplete = derive(
  (config: Config): boolean =>
    navigationOf(config).root !== undefined &&
    config.wanted.length === 0 &&
    config.refs.every(({ verdict }) => verdict.kind === "resolved") &&
    misreadFiles(config).size === 0,
);

/** Files whose brackets, commas or colons are wrong: what seems to be missing there may only be misread. */
export const misreadFiles = derive(
  (config: Config): ReadonlySet<SitePath> => new Set(config.files.filter(isMisread).map(({ path }) => path)),
);

function isMisread(file: JsonFile): boolean {
  return file.problems.some(
    ({ kind }) => kind !== "comment" && kind !== "trailing-comma" && kind !== "duplicate-key",
  );
}
