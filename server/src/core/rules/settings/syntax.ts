import { isMisread } from "../../config/json/json-reader.ts";
import { findJsonSyntaxErrors, createJsonSyntaxFixes, createJsonSyntaxMessages } from "../findings/json-syntax.ts";
import { checkSettingsSource, defineRule } from "../rule.ts";

export const settingsSyntax = defineRule({
  code: "settings/syntax",
  subjectKinds: ["settings"],
  severity: "error",
  summary: "A .docwright.json that isn't valid JSON.",
  why: "Docwright applies the settings that it can read, but other programs reject the file. As a result, a rule that you turned off may report problems again, or a rule that you turned on may not report any.",
  howToFix: "Start with the first error, because it often causes the ones after it.",
  whenToTurnOff: "Keep this rule on. If the file can't be parsed, your team's settings may not apply.",
  messages: {
    ...createJsonSyntaxMessages("so your team's settings may not apply"),
    notAnObject:
      "This file doesn't contain a JSON object, so none of your team's settings apply. Put the settings between `{` and `}`.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": "warning"[|,|] } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": "warning" } }\n',
    },
  ],
  check: checkSettingsSource(function* (source) {
    yield* findJsonSyntaxErrors(source);
    // If an object's opening bracket is missing, the file's value isn't an object, but that isn't a separate error.
    if (isMisread(source)) return;
    const { root, refusal, problems, path } = source;
    if (refusal?.reason === "too-large" || refusal?.reason === "too-deep" || (root && root.kind !== "object"))
      yield { message: "notAnObject", at: { file: path, range: root?.range ?? { start: 0, end: 0 } } };
    else if (!root && !refusal && problems.length === 0)
      yield { message: "notAnObject", at: { file: path, range: { start: 0, end: 0 } } };
  }),
  *createFixes(finding, { settings }) {
    if (settings.source) yield* createJsonSyntaxFixes(finding, settings.source);
  },
});
