import { checkConfig, defineRule, createMemberRemovalEdits } from "../rule.ts";

export const refIgnored = defineRule({
  code: "config/ref-ignored",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "Keys next to a `$ref` that doesn't include an object.",
  why: "The service merges keys next to a `$ref` into the object that the `$ref` includes, where they take precedence. If the `$ref` includes a list or a string, the service ignores these keys.",
  howToFix: "Move the key to the object that it belongs to, or remove it.",
  whenToTurnOff: "Keep this rule on, because the service silently ignores these keys.",
  messages: {
    ignored:
      "`{file}` doesn't contain an object that this key could be merged into, so the key has no effect. Move or remove it.",
    remove: "Remove key",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": { "$ref": "./pages.json", [|"icon"|]: "book" } } }\n//- pages.json\n["index"]',
      good: '//- docs.json\n{ "navigation": { "pages": { "$ref": "./pages.json" } } }\n//- pages.json\n["index"]',
    },
  ],
  check: checkConfig(function* ({ refs }) {
    for (const { result } of refs)
      if (result.kind === "resolved")
        for (const at of result.ignoredSiblings)
          yield {
            message: "ignored",
            at,
            args: { file: result.file },
            tags: ["unnecessary"],
          };
  }),
  *createFixes({ at }, site) {
    const edits = createMemberRemovalEdits(site.config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});
