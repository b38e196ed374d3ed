import { createLinkFixData, createLinkFix } from "../subjects/fixes.ts";
import { getJsonValue } from "../../config/json/json-tree.ts";
import type { Redirect } from "../../site/links/redirects.ts";
import { getFinalTarget } from "../../site/links/resolve-link.ts";
import { getLinks, linkSubjectKinds, findTargetOfKind } from "../subjects/site-subjects.ts";
import { defineRule } from "../rule.ts";

export const linkToRedirect = defineRule({
  code: "link/to-redirect",
  subjectKinds: linkSubjectKinds,
  requires: ["pages"],
  severity: "hint",
  summary: "A link that goes through a redirect.",
  why: "A redirect costs readers an extra round trip and can't be removed while something still links to it. Docwright doesn't report links to other sites or temporary redirects, because those are usually intentional.",
  howToFix: "Link to the destination of the redirect.",
  whenToTurnOff:
    "Turn off this rule if you link to redirects intentionally, for example, so that you can change their destinations later.",
  messages: {
    redirected: "`{link}` redirects to `{now}`, which slows readers down. Link to `{now}` directly.",
    use: "Link to `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [{ "source": "/quickstart", "destination": "/guides/start" }]
}
//- index.mdx
---
title: Home
---

Read the [first steps]([|/quickstart#install|]).
//- guides/start.mdx
---
title: Start
---

## Install
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [
    { "source": "/quickstart", "destination": "/guides/start" },
    { "source": "/chat", "destination": "https://chat.example.com" }
  ]
}
//- index.mdx
---
title: Home
---

Read the [first steps](/guides/start#install) or [talk to us](/chat).
//- guides/start.mdx
---
title: Start
---

## Install
`,
    },
  ],
  *check(subject, site) {
    for (const link of getLinks(subject, site)) {
      const { reference, targets } = link;
      const redirectTarget = findTargetOfKind(link, "redirect");
      if (!redirectTarget || targets.length > 1) continue;
      const { destination, redirect } = redirectTarget.target;
      const { kind } = getFinalTarget(redirectTarget.target);
      const isFound = kind === "page" || kind === "generated" || kind === "file" || kind === "folder";
      if (!isFound || isTemporary(redirect)) continue;
      yield {
        message: "redirected",
        args: { link: reference.url, now: destination },
        at: reference.location,
        data: createLinkFixData(reference, destination),
      };
    }
  },
  createFixes: (finding) => createLinkFix(finding, { isSafe: true }),
});

function isTemporary({ node }: Redirect): boolean {
  const permanentNode = getJsonValue(node, "permanent");
  return permanentNode?.kind === "boolean" && !permanentNode.value;
}
