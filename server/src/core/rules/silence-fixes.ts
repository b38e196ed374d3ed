import { insertProperty, jsonText, quoted } from "../config/json/json-edit.ts";
import { isMisread } from "../config/json/json-reader.ts";
import { findProperty, type JsonObject, valueOf } from "../config/json/json-tree.ts";
import { namesRule } from "../config/settings/rule-codes.ts";
import type { PageReferences } from "../page/page.ts";
import { isFileAmong, type SettingsSource } from "../site/settings/site-settings.ts";
import type { Site } from "../site/site.ts";
import type { FileEdit, TextEdit } from "../text/text-edit.ts";
import { editsOf } from "./edit-at.ts";
import { formatMessage, type Translations } from "./format-message.ts";
import { ownVoices } from "./ignore-comments.ts";
import { commentAbove } from "./ignore-line.ts";
import type { Problem, ProblemFix } from "./problem.ts";

const titles = {
  here: "Ignore `{code}` in this line",
  everywhere: "Turn off `{code}` in .docwright.json",
} as const;

const settingsFile = ".docwright.json";

/**
 * The ways to have a problem no longer shown, for any problem: a comment above its line where a page can hold one,
 * and the team's settings. They mend nothing, so they are offered after the fixes.
 */
export function silenceFixes(problem: Problem, site: Site, translations?: Translations): ProblemFix[] {
  const { code } = problem;
  const title = (key: keyof typeof titles) =>
    formatMessage(translations?.get(`silence/${key}`) ?? titles[key], { code });
  const here = ignoreHere(problem, site);
  const everywhere = turnOff(problem, site);
  return [
    ...(here.length > 0 ? [{ title: title("here"), edits: here, all: false }] : []),
    ...(everywhere.length > 0 ? [{ title: title("everywhere"), edits: everywhere, all: false }] : []),
  ];
}

function ignoreHere({ code, at }: Problem, site: Site): FileEdit[] {
  const page = site.references.get(at.file);
  if (!page || ownVoices.has(code)) return [];
  const edit = addedName(page, code, at.range.start) ?? commentAbove(page, code, at.range.start);
  return edit ? editsOf(at.file, [edit]) : [];
}

/** The comment that is there already takes one more name. */
function addedName({ ignores }: PageReferences, code: string, offset: number): TextEdit | undefined {
  const comment = ignores.find(({ covers }) => covers.start <= offset && offset <= covers.end);
  const last = comment?.codes.at(-1);
  return last && { range: { start: last.range.end, end: last.range.end }, newText: `, ${code}` };
}

/** In the table that decides about the file now, so that the change counts. */
function turnOff({ code, at }: Problem, site: Site): FileEdit[] {
  const { source } = site.settings;
  if (!source) {
    if (site.files.has(settingsFile)) return [];
    const text = `${JSON.stringify({ rules: { [code]: "off" } }, null, 2)}\n`;
    return [{ kind: "create", file: settingsFile, text }];
  }
  if (source.root?.kind !== "object" || isMisread(source)) return [];
  return editsOf(source.path, turnedOff(source, source.root, code, at.file));
}

function turnedOff(source: SettingsSource, root: JsonObject, code: string, file: string): TextEdit[] {
  const table = overrideFor(root, code, file) ?? valueOf(root, "rules");
  if (!table)
    return findProperty(root, "rules")
      ? []
      : insertProperty(source, root, "rules", jsonText(source, { [code]: "off" }));
  if (table.kind !== "object") return [];
  const known = findProperty(table, code);
  if (!known) return insertProperty(source, table, code, quoted("off"));
  return known.value ? [{ range: known.value.range, newText: quoted("off") }] : [];
}

/** The rules of the last override that names this rule for this file. */
function overrideFor(root: JsonObject, code: string, file: string): JsonObject | undefined {
  const overrides = valueOf(root, "overrides");
  if (overrides?.kind !== "array") return undefined;
  for (const override of overrides.items.toReversed()) {
    const [files, rules] = [valueOf(override, "files"), valueOf(override, "rules")];
    if (rules?.kind !== "object" || files?.kind !== "array") continue;
    const globs = files.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
    if (isFileAmong(globs)(file) && rules.properties.some(({ key }) => namesRule(key, code))) return rules;
  }
  return undefined;
}
