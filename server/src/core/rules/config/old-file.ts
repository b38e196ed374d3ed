import { checkConfig, defineRule } from "../rule.ts";

const oldFileName = "mint.json";

export const oldFile = defineRule({
  code: "config/old-file",
  on: ["config"],
  severity: "information",
  summary: "A mint.json next to docs.json.",
  why: "docs.json replaces mint.json. If both exist, the service reads only docs.json.",
  howToFix:
    "Move the settings that you need to docs.json, and delete mint.json. In VS Code, a quick fix copies the missing settings and deletes the file.",
  whenToTurnOff: "Turn off this rule if another tool still reads mint.json.",
  messages: {
    old: "`{file}` is no longer read because docs.json exists, so its settings have no effect. Move the ones you need to docs.json, then delete the file.",
  },
  examples: [
    {
      bad: '//- docs.json\n[|{|] "navigation": { "pages": ["index"] } }\n//- mint.json\n{ "name": "Acme" }',
      good: '{ "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* ({ entry, files }, site) {
    if (!site.files.has(oldFileName)) return;
    const start = files.find(({ path }) => path === entry)?.root?.range.start;
    if (start === undefined) return;
    yield {
      message: "old",
      at: { file: entry, range: { start, end: start + 1 } },
      args: { file: oldFileName },
    };
  }),
});
