import { createLinkFix, createLinkFixData } from "../subjects/fixes.ts";
import { correctScheme } from "../../site/pages/urls.ts";
import { defineRule } from "../rule.ts";
import { getLinks, linkSubjectKinds, findTargetOfKind } from "../subjects/site-subjects.ts";

export const misspelledScheme = defineRule({
  code: "link/misspelled-scheme",
  subjectKinds: linkSubjectKinds,
  requires: ["pages"],
  severity: "warning",
  summary: "A link with a misspelled `https://`, `http://`, or `mailto:`.",
  why: "Browsers treat a misspelled scheme as the scheme of another application or as a path on the site. Readers who follow the link get an error, or nothing happens. Application schemes, such as `vscode:`, are allowed.",
  howToFix: "Use the scheme suggested in the message.",
  whenToTurnOff:
    "Turn off this rule if you link to an application whose scheme is similar to `https:`, `http:`, or `mailto:`.",
  messages: {
    scheme: "The scheme of `{link}` is misspelled, so readers can't open the link. Did you mean `{near}`?",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: `---
title: Home
---

See [the console]([|htps://example.com|]), [the status]([|https//status.example.com|]), or [write to us]([|mialto:docs@example.com|]).
`,
      good: `---
title: Home
---

See [the console](https://example.com), [write to us](mailto:docs@example.com), or [open the editor](vscode://file/x).
`,
    },
  ],
  *check(subject, site) {
    for (const link of getLinks(subject, site)) {
      const { reference } = link;
      const suggestion = findTargetOfKind(link, "scheme") && correctScheme(reference.url);
      if (suggestion === undefined) continue;
      yield {
        message: "scheme",
        args: { link: reference.url, near: suggestion },
        at: reference.location,
        data: createLinkFixData(reference, suggestion),
      };
    }
  },
  createFixes: (finding) => createLinkFix(finding),
});
