import type { Config } from "../config/config.ts";
import type { JsonProblemKind } from "../config/json/json-reader.ts";
import { derive } from "../text/view.ts";
import type { SiteLocation, SitePath, TextRange } from "../text/text-edit.ts";

/** Faults whose own text cannot be taken at its word. */
const breaking: ReadonlySet<JsonProblemKind> = new Set([
  "unclosed-string",
  "invalid-string",
  "unquoted",
  "missing-colon",
  "missing-value",
  "unexpected",
]);

/** The rules that speak of broken text themselves. */
const ownVoices: ReadonlySet<string> = new Set(["config/syntax", "config/duplicate-key"]);

/**
 * Whether a rule would judge text of docs.json that is not JSON yet, as `"theme": "mi` while it is typed. Its
 * author has one problem there, not two.
 */
export function judgesBrokenText(code: string, at: SiteLocation, config: Config): boolean {
  if (ownVoices.has(code)) return false;
  const broken = brokenRanges(config).get(at.file);
  return broken?.some(({ start, end }) => start < at.range.end && at.range.start < end) ?? false;
}

const brokenRanges = derive(
  (config: Config): ReadonlyMap<SitePath, readonly TextRange[]> =>
    new Map(
      config.files
        .filter(({ problems }) => problems.length > 0)
        .map(({ path, problems }) => [
          path,
          problems.filter(({ kind }) => breaking.has(kind)).map(({ range }) => range),
        ]),
    ),
);
