import { findConfigFile } from "../../config/config.ts";
import { insertProperty, findNodeAtRange } from "../../config/json/json-edit.ts";
import { getHeadLocation, getKeyLocation } from "../../config/json/json-tree.ts";
import { createInitialValue } from "../../config/settings/schema-lookup.ts";
import type { ExampleValue } from "../../config/settings/setting-schema.ts";
import type { MissingSettingProblem } from "../../config/settings/check-value.ts";
import { getSettingProblems } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { getProblemEffect, createEffectParts } from "../findings/broken-config.ts";
import { checkConfig, defineRule, toFileEdits, type Finding } from "../rule.ts";

export const missingSetting = defineRule({
  code: "config/missing-setting",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A missing required setting.",
  why: "Without the required settings, the service rejects docs.json and publishes nothing. If the setting is missing in a list of a tab, version, or other section, the service leaves out the section's content.",
  howToFix: "Add the missing setting.",
  whenToTurnOff: "Keep this rule on, because the service can't publish the site without the required settings.",
  messages: {
    missing: "`{path}` is missing, so {effect}. Add it.",
    add: "Add `{key}`",
  },
  examples: [
    {
      bad: '[|{|]\n  "name": "Acme"\n}',
      good: '{\n  "name": "Acme",\n  "navigation": { "pages": ["index"] }\n}',
    },
    {
      bad: '{\n  "navigation": { "pages": ["index"] },\n  [|"logo"|]: { "light": "/images/light.svg" }\n}',
      good: '{\n  "navigation": { "pages": ["index"] },\n  "logo": { "light": "/images/light.svg", "dark": "/images/dark.svg" }\n}',
    },
  ],
  check: checkConfig((_, site) =>
    getSettingProblems(site, "missing-setting").flatMap((problem) => createFinding(problem, site) ?? []),
  ),
  *createFixes({ args = {}, data }, site) {
    const { file: path, key, value, start, end } = data ?? {};
    if (typeof path !== "string" || typeof key !== "string" || typeof value !== "string") return;
    const file = findConfigFile(site.config, path);
    if (!file || typeof start !== "number" || typeof end !== "number") return;
    const parentObject = findNodeAtRange(file.root, { start, end });
    if (parentObject?.kind !== "object") return;
    const edits = toFileEdits(path, insertProperty(file, parentObject, key, value));
    yield { title: "add", args: { key: args["key"] ?? key }, edits };
  },
});

function createFinding(
  { key, path, setting, parent, parentProperty }: MissingSettingProblem,
  site: Site,
): Finding<"missing"> | undefined {
  const effect = getProblemEffect(site, path);
  if (effect.kind === "unread") return undefined;
  return {
    ...createEffectParts("missing", { path, key }, effect),
    at: parentProperty ? getKeyLocation(parentProperty) : getHeadLocation(parent),
    data: {
      file: parent.file,
      key,
      value: formatOnOneLine(createInitialValue(setting, site.profile.name)),
      start: parent.range.start,
      end: parent.range.end,
    },
  };
}

/** Formats a value on a single line, such as `{ "pages": ["index"] }`. */
function formatOnOneLine(value: ExampleValue): string {
  if (isList(value)) return `[${value.map(formatOnOneLine).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const properties = Object.entries(value).map(
    ([key, propertyValue]) => `${JSON.stringify(key)}: ${formatOnOneLine(propertyValue)}`,
  );
  return properties.length > 0 ? `{ ${properties.join(", ")} }` : "{}";
}

function isList(value: ExampleValue): value is readonly ExampleValue[] {
  return Array.isArray(value);
}
