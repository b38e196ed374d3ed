import type { Config } from "../../config/config.ts";
import { hasUncertainMembers, isMisreadAt } from "../../config/json/misread-parts.ts";
import type { JsonFile } from "../../config/json/json-tree.ts";
import { arePathsUncertain } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/** The rules that report syntax errors. */
const syntaxRules: ReadonlySet<string> = new Set([
  "config/syntax",
  "config/duplicate-key",
  "settings/syntax",
]);

/** The rules whose results depend on all paths in docs.json, regardless of where the rules report problems. */
const pathRules: ReadonlySet<string> = new Set([
  "link/file-not-found",
  "link/page-not-found",
  "redirect/missing-for-moved-page",
  "redirect/target-not-found",
]);

/**
 * Whether a finding may only be a consequence of a syntax error in docs.json or `.docwright.json`, such as `"theme":
 * "mi` while the author is typing. Such findings aren't reported, because the syntax error already is.
 */
export function isCausedBySyntaxError(code: string, at: SiteLocation, { config, settings }: Site): boolean {
  if (syntaxRules.has(code)) return false;
  if (pathRules.has(code) && arePathsUncertain(config)) return true;
  if (settings.source?.path === at.file) return isMisreadAt(settings.source, at.range);
  return (
    misplacedFiles(config).has(at.file) ||
    isMisreadIn(config, at) ||
    (dependsOnMembers(code) && (uncertainFiles(config).has(at.file) || hasUncertainMembersAt(config, at)))
  );
}

function isMisreadIn(config: Config, { file, range }: SiteLocation): boolean {
  const broken = brokenFiles(config).get(file);
  return broken !== undefined && isMisreadAt(broken, range);
}

function hasUncertainMembersAt(config: Config, { file, range }: SiteLocation): boolean {
  const broken = brokenFiles(config).get(file);
  return broken !== undefined && hasUncertainMembers(broken, range, { skipsRoot: file === config.entry });
}

const brokenFiles = derive(
  ({ files }: Config): ReadonlyMap<SitePath, JsonFile> =>
    new Map(files.flatMap((file) => (file.problems.length > 0 ? [[file.path, file] as const] : []))),
);

/** The files that are included from text that may be misread. Their content may therefore be at the wrong level. */
const misplacedFiles = derive((config: Config) => filesIncludedAt(config, (at) => isMisreadIn(config, at)));

/** The files that are included in an object or list whose members are uncertain because of a syntax error. */
const uncertainFiles = derive((config: Config) =>
  filesIncludedAt(config, (at) => hasUncertainMembersAt(config, at)),
);

/** Returns the files that the matching `$ref` references include, directly or indirectly. */
function filesIncludedAt(config: Config, matches: (at: SiteLocation) => boolean): ReadonlySet<SitePath> {
  const found = new Set<SitePath>();
  if (brokenFiles(config).size === 0) return found;
  // A reference in an included file comes after the reference that includes the file, so the references are reversed.
  const refs = config.refs.toReversed();
  for (let count = -1; count < found.size;) {
    count = found.size;
    for (const { at, verdict } of refs)
      if (verdict.kind === "resolved" && (found.has(at.file) || matches(at))) found.add(verdict.file);
  }
  return found;
}

/** Whether a rule's result depends on other members of the objects and lists around a finding. */
function dependsOnMembers(code: string): boolean {
  return /^(nav|openapi|asyncapi)\//.test(code) || code === "config/unknown-setting";
}
