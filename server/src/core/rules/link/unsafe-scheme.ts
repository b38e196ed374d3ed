import { getLinks, linkSubjectKinds, findTargetOfKind } from "../subjects/site-subjects.ts";
import { defineRule } from "../rule.ts";

export const unsafeScheme = defineRule({
  code: "link/unsafe-scheme",
  subjectKinds: linkSubjectKinds,
  severity: "warning",
  requires: ["pages"],
  summary: "A link that runs code or opens a local file.",
  why: "URLs that start with `javascript:`, `vbscript:`, `data:`, `file:`, or `command:` don't open a page. Browsers block them or run their content, and readers can't open a file on your disk. A single letter, such as `C:`, isn't a scheme that browsers recognize. Inline images (`data:image/…`) are allowed.",
  howToFix: "Link to a page, to a file in the site, or to an `https://` URL.",
  whenToTurnOff: "Keep this rule on, because these links either don't work or run code in the reader's browser.",
  messages: {
    runs: "A `{scheme}:` link runs code instead of opening a page, which puts readers at risk unless the browser blocks it. Link to a page or to an `https://` URL.",
    data: "Browsers block `data:` links, so readers can't open this one. Link to a page or to an `https://` URL.",
    file: "A `file:` link refers to a file on one computer, so readers can't open it. Add the file to the site, and link to its path.",
    unknown:
      "`{scheme}:` isn't a scheme that browsers recognize, so readers can't open this URL. Use a path on this site or an `https://` URL.",
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

[Click]([|javascript:alert(1)|]) <a href="[|java&#115;cript:alert(1)|]">here</a>, [open]([|file:///etc/hosts|]).
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["index"] } }
//- index.mdx
---
title: Home
---

[Write to us](mailto:docs@example.com), [open the editor](vscode://file/x).

<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="A dot" />
`,
    },
  ],
  *check(subject, site) {
    for (const link of getLinks(subject, site)) {
      const { reference } = link;
      const scheme = findTargetOfKind(link, "unsafe")?.target.scheme;
      if (scheme === undefined) continue;
      const isImage = reference.targetKind === "file" && /^\s*data:(image|video|audio|font)\//i.test(reference.url);
      if (isImage) continue;
      const message = scheme === "data" || scheme === "file" ? scheme : scheme.length === 1 ? "unknown" : "runs";
      yield { message, args: { scheme }, at: reference.location };
    }
  },
});
