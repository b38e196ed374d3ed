import type { Config } from "../../config/config.ts";
import { hasUncertainMembers, isMisreadAt } from "../../config/json/misread-parts.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/** The rules that report broken text themselves. */
const syntaxRules: ReadonlySet<string> = new Set(["config/syntax", "config/duplicate-key"]);

/**
 * Whether a finding may only follow from a syntax error in docs.json, such as `"theme": "mi` while the author is typing
 * it. Each error is reported only once.
 */
export function comesOfBrokenConfig(code: string, at: SiteLocation, config: Config): boolean {
  if (syntaxRules.has(code)) return false;
  const file = config.files.find(({ path }) => path === at.file);
  if (!file) return false;
  if (file.problems.length === 0) return misplacedFiles(config).has(at.file);
  return (
    isMisreadAt(file, at.range) ||
    (readsMembers(code) && hasUncertainMembers(file, at.range, { skipsRoot: at.file === config.entry }))
  );
}

/** Files that are included from text that may be misread, so that they may be included at the wrong level. */
const misplacedFiles = derive((config: Config): ReadonlySet<SitePath> => {
  const misplaced = new Set<SitePath>();
  let count = -1;
  while (misplaced.size > count) {
    count = misplaced.size;
    for (const { at, verdict } of config.refs) {
      const file = config.files.find(({ path }) => path === at.file);
      if (verdict.kind === "resolved" && file && (misplaced.has(at.file) || isMisreadAt(file, at.range)))
        misplaced.add(verdict.file);
    }
  }
  return misplaced;
});

/** Whether a rule's result depends on the members of the object or array around it. */
function readsMembers(code: string): boolean {
  return /^(nav|openapi|asyncapi)\//.test(code) || code === "config/unknown-setting";
}
