import type { ConfigSources } from "../../server/src/core/config/config.ts";
import { readJson } from "../../server/src/core/config/json/json-tree.ts";
import type { Problem } from "../../server/src/core/rules/rule.ts";
import { createFixes, findSiteProblems, findSubjectProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { getNavigation } from "../../server/src/core/site/settings/navigation.ts";
import { configEntry, type Site, applyFile } from "../../server/src/core/site/site.ts";
import type { SitePath, TextRange } from "../../server/src/core/text/text-edit.ts";

/**
 * The parts of the product that run on a mangled docs.json: the rules of docs.json, the rules of all files, or the
 * fixes as well.
 */
export type Reach = "config" | "site" | "fixes";

/**
 * Returns descriptions of errors in the way the product handles this text as docs.json: exceptions, and ranges that are
 * outside the file they refer to. Returns an empty list if there are no errors. `sources` and `texts` contain the other
 * files in the site.
 */
export function faultsOfMangled(
  site: Site,
  text: string,
  sources: ConfigSources,
  texts: ReadonlyMap<SitePath, string>,
  reach: Reach,
): string[] {
  const faults: string[] = [];
  try {
    const mangled = new Map([...sources, [configEntry, readJson(configEntry, text)] as const]);
    const changed = applyFile(site, { kind: "config", sources: mangled }).site;
    const lengths = new Map([...texts].map(([path, other]) => [path, other.length]));
    for (const file of changed.config.files) lengths.set(file.path, file.text.length);
    const check = (file: SitePath, range: TextRange, what: string) => {
      const length = lengths.get(file) ?? 0;
      if (!(range.start >= 0 && range.start <= range.end && range.end <= length))
        faults.push(`${what}: ${range.start}-${range.end} in ${file} of ${length}`);
    };
    const { elements, entries } = getNavigation(changed.config);
    for (const { node } of [...elements, ...entries]) check(node.file, node.range, "navigation node");
    const problems = problemsIn(changed, reach, (code, error) => faults.push(`${code} threw ${String(error)}`));
    for (const { at, relatedLocations, code } of problems)
      for (const place of [at, ...relatedLocations.map((one) => one.at)]) check(place.file, place.range, code);
    if (reach === "fixes") checkFixes(changed, problems, check);
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return faults;
}

function problemsIn(site: Site, reach: Reach, onRuleFailed: (code: string, error: unknown) => void): Problem[] {
  if (reach !== "config") return findSiteProblems(site, { onRuleFailure: onRuleFailed });
  return findSubjectProblems({ kind: "config", value: site.config }, site, { onRuleFailure: onRuleFailed });
}

function checkFixes(
  site: Site,
  problems: readonly Problem[],
  check: (file: SitePath, range: TextRange, what: string) => void,
): void {
  for (const problem of problems)
    for (const fix of createFixes(problem, site))
      for (const edit of fix.edits)
        if (edit.kind === "edit")
          for (const { range } of edit.edits) check(edit.file, range, `fix “${fix.title}” of ${problem.code}`);
}
