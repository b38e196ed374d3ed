import { toJsonString, removeMember } from "../../config/json/json-edit.ts";
import { findIndependentProblems } from "../../config/json/misread-parts.ts";
import { getKeyLocation } from "../../config/json/json-tree.ts";
import { listSettingsFileProblems } from "../../site/settings/site-settings.ts";
import { checkSettingsSource, defineRule, toFileEdits, createReplaceEdits } from "../rule.ts";

export const unknownKey = defineRule({
  code: "settings/unknown-key",
  subjectKinds: ["settings"],
  severity: "warning",
  summary: "An unknown key in .docwright.json.",
  why: "Docwright ignores keys that it doesn't recognize, so the setting has no effect.",
  howToFix: "Fix the name of the key, or remove the key.",
  whenToTurnOff:
    "Turn off this rule if some members of your team use a newer version of Docwright that supports the key.",
  messages: {
    near: "`{path}` isn't a setting, so Docwright ignores it. Rename it to `{nearest}`, or remove it.",
    unknown: "`{path}` isn't a setting, so Docwright ignores it. Remove it.",
    twice: "`{key}` appears twice in this object, so Docwright uses only this later value. Remove one of them.",
    first: "Docwright ignores this earlier `{key}`.",
    rename: "Rename to `{nearest}`",
    remove: "Remove `{key}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ [|"rule"|]: { "nav/*": "warning" } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": "warning" } }\n',
    },
  ],
  check: checkSettingsSource(function* (source) {
    for (const problem of listSettingsFileProblems(source)) {
      if (problem.kind !== "unknown-setting") continue;
      const { property, path, nearestKey } = problem;
      yield {
        message: nearestKey === undefined ? "unknown" : "near",
        at: getKeyLocation(property),
        args: { path, key: property.key, nearest: nearestKey ?? "" },
        ...(nearestKey === undefined ? { tags: ["unnecessary"] } : { data: { nearest: nearestKey } }),
      };
    }
    for (const { kind, range, relatedRange, text = "" } of findIndependentProblems(source)) {
      if (kind !== "duplicate-key" || !relatedRange) continue;
      const args = { key: text };
      const relatedLocations = [{ at: { file: source.path, range: relatedRange }, message: "first", args } as const];
      yield { message: "twice", at: { file: source.path, range }, args, relatedLocations };
    }
  }),
  *createFixes({ at, args = {}, data }, { settings }) {
    const nearest = data?.["nearest"];
    if (typeof nearest === "string")
      yield { title: "rename", args: { nearest }, edits: createReplaceEdits(at, toJsonString(nearest)) };
    const edits = settings.source ? toFileEdits(at.file, removeMember(settings.source, at.range)) : [];
    if (edits.length > 0) yield { title: "remove", args: { key: args["key"] ?? "" }, edits };
  },
});
