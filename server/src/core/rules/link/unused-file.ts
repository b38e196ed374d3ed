import { isUnusedMedia } from "../../site/files/file-usage.ts";
import { truncateStart } from "../../text/message.ts";
import { checkFile, defineRule } from "../rule.ts";

export const unusedFile = defineRule({
  code: "link/unused-file",
  on: ["file"],
  needs: ["pages", "specs"],
  severity: "hint",
  summary: "An image, video or sound that nothing in the site names.",
  why: "It is published and makes the site larger, and nobody sees it. A file counts as used when its name stands anywhere: on a page, in docs.json, in a style, a script or a specification. Other sites may link to it, so look before you delete it.",
  messages: {
    unused:
      "No page, setting, style or script names `{file}`, so readers never see it. If no other site links to it, delete the file.",
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
    if (!isUnusedMedia(site, file)) return;
    yield {
      message: "unused",
      args: { file: truncateStart(file, 80) },
      at: { file, range: { start: 0, end: 0 } },
      tags: ["unnecessary"],
    };
  }),
});
