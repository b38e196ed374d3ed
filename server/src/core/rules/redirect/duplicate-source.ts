import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findAnchorOrQuery, getRedirects, type Redirect } from "../../site/links/redirects.ts";
import { checkConfig, defineRule } from "../rule.ts";
import { createRedirectData, createRedirectRemovalEdits } from "../subjects/fixes.ts";

export const duplicateSource = defineRule({
  code: "redirect/duplicate-source",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "Two redirects with the same source.",
  why: "Sources must be unique. The service follows only one of the redirects, so the other has no effect. The service treats `/start` and `/start/` as different sources, so it accepts both.",
  howToFix: "Keep the redirect with the destination that you want, and remove the other one.",
  whenToTurnOff: "Keep this rule on. If two redirects have the same source, one of them has no effect.",
  messages: {
    other:
      "`{source}` is redirected twice, but only one of the redirects works. The first one redirects to `{first}`. Remove the one that you don't want.",
    same: "`{source}` is redirected twice to the same destination, but sources must be unique. Remove this redirect.",
    first: "The first redirect from this path.",
    remove: "Remove redirect",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [
    { "source": "/start", "destination": "/guides/start" },
    { "source": [|"/start"|], "destination": "/" }
  ]
}
//- index.mdx
//- guides/start.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [
    { "source": "/start", "destination": "/guides/start" },
    { "source": "/start/", "destination": "/guides/start" }
  ]
}
//- index.mdx
//- guides/start.mdx
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    const firstRedirectBySource = new Map<string, Redirect>();
    for (const redirect of getRedirects(site)) {
      if (findAnchorOrQuery(redirect.source) !== undefined) continue;
      const firstRedirect = firstRedirectBySource.get(redirect.source);
      if (!firstRedirect) {
        firstRedirectBySource.set(redirect.source, redirect);
        continue;
      }
      const hasSameDestination = firstRedirect.destination === redirect.destination;
      yield {
        message: hasSameDestination ? "same" : "other",
        args: { source: redirect.source, first: firstRedirect.destination },
        at: getNodeLocation(redirect.sourceNode),
        data: createRedirectData(redirect),
        relatedLocations: [{ at: getNodeLocation(firstRedirect.sourceNode), message: "first" }],
      };
    }
  }),
  *createFixes(finding, site) {
    const edits = createRedirectRemovalEdits(finding, site);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});
