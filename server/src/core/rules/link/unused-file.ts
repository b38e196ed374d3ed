import { isUnusedMediaFile } from "../../site/files/file-usage.ts";
import { checkFile, defineRule } from "../rule.ts";

export const unusedFile = defineRule({
  code: "link/unused-file",
  subjectKinds: ["file"],
  requires: ["pages", "specs"],
  severity: "hint",
  summary: "An image, video, or audio file that the site doesn't use.",
  why: "An unused file makes the published site larger, but no one sees it. A file counts as used if its name appears anywhere on a page, in docs.json, or in a style sheet, script, or specification. Other sites may link to the file, so check before you delete it.",
  howToFix:
    "Use the file, or delete it. To delete several unused files at once, run **Docwright: Delete Unused Files…**.",
  whenToTurnOff: "Turn off this rule if other sites, applications, or emails use files from your site.",
  messages: {
    unused:
      "`{file}` isn't used on any page or in any setting, style sheet, or script, so readers never see it. If no other site links to it, delete the file.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["index"] } }
//- index.mdx
---
title: Home
---
//- images/old.png
[||]`,
      good: `
//- docs.json
{ "navigation": { "pages": ["index"] }, "logo": "/images/brand.svg" }
//- index.mdx
---
title: Home
---

![The screen](/images/screen.png)
//- images/screen.png
//- images/brand.svg
`,
    },
  ],
  check: checkFile(function* (file, site) {
    if (!isUnusedMediaFile(site, file)) return;
    yield {
      message: "unused",
      args: { file },
      at: { file, range: { start: 0, end: 0 } },
      tags: ["unnecessary"],
    };
  }),
});
