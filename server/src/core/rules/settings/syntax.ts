import { jsonSyntaxFindings, jsonSyntaxFixes, jsonSyntaxMessages } from "../findings/json-syntax.ts";
import { checkSettingsSource, defineRule } from "../rule.ts";

export const settingsSyntax = defineRule({
  code: "settings/syntax",
  on: ["settings"],
  severity: "error",
  summary: "A .docwright.json that is not plain JSON.",
  why: "What can be read of the file still counts, but other programs refuse it, and a rule you have turned off may speak again, or the other way round.",
  messages: {
    ...jsonSyntaxMessages("so what your team has set may not count"),
    notAnObject:
      "This file holds no settings in braces, so nothing that your team has set counts. Put the settings between `{` and `}`.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": "warning"[|,|] } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": "warning" } }\n',
    },
  ],
  check: checkSettingsSource(function* (source) {
    yield* jsonSyntaxFindings(source);
    const { root, refused, problems, path } = source;
    if (refused?.reason === "too-large" || refused?.reason === "too-deep" || (root && root.kind !== "object"))
      yield { message: "notAnObject", at: { file: path, range: root?.range ?? { start: 0, end: 0 } } };
    else if (!root && !refused && problems.length === 0)
      yield { message: "notAnObject", at: { file: path, range: { start: 0, end: 0 } } };
  }),
  *fixes(finding, { settings }) {
    if (settings.source) yield* jsonSyntaxFixes(finding, settings.source);
  },
});
