import { checkConfig, defineRule } from "../rule.ts";

const oldFileName = "mint.json";

export const oldFile = defineRule({
  code: "config/old-file",
  on: ["config"],
  severity: "information",
  summary: "A mint.json beside docs.json.",
  why: "docs.json took the place of mint.json. The service reads docs.json alone when both are there.",
  messages: {
    old: "There is also a `{file}`, which the service no longer reads, so readers see nothing of it. Move what you need from it to docs.json and delete it.",
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
