import { truncateEnd } from "../../text/message.ts";
import { checkConfig, defineRule, removeAt } from "../rule.ts";

export const refIgnored = defineRule({
  code: "config/ref-ignored",
  on: ["config"],
  severity: "warning",
  summary: "Keys beside a `$ref` that brings no object.",
  why: "Keys beside a `$ref` are laid over the object it brings. When it brings a list or a text, they are lost.",
  messages: {
    ignored:
      "`{file}` brings no object that this key could join, so the key has no effect. Move it, or remove it.",
    remove: "Remove this key",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": { "$ref": "./pages.json", [|"icon"|]: "book" } } }\n//- pages.json\n["index"]',
      good: '//- docs.json\n{ "navigation": { "pages": { "$ref": "./pages.json" } } }\n//- pages.json\n["index"]',
    },
  ],
  check: checkConfig(function* ({ refs }) {
    for (const { verdict: result } of refs)
      if (result.kind === "resolved")
        for (const at of result.ignoredSiblings)
          yield {
            message: "ignored",
            at,
            args: { file: truncateEnd(result.file, 60) },
            tags: ["unnecessary"],
          };
  }),
  *fixes({ at }, site) {
    const edits = removeAt(site.config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});
