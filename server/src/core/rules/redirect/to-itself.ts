import { getNodeLocation } from "../../config/json/json-tree.ts";
import { followRedirectChain, getRedirects } from "../../site/links/redirects.ts";
import { createRedirectData, createRedirectRemovalEdits } from "../subjects/fixes.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const redirectToItself = defineRule({
  code: "redirect/to-itself",
  subjectKinds: ["config"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "A redirect to its own source.",
  why: "Readers who open the path are redirected to the same path again, until the browser gives up. An anchor, a query string, or a trailing slash makes no difference, because redirects match only the path.",
  howToFix: "Change the destination, or remove the redirect.",
  whenToTurnOff: "Keep this rule on. If a path redirects to itself, readers see an error instead of a page.",
  messages: {
    itself:
      "`{source}` redirects to itself, so browsers give up and readers see an error. Change the destination, or remove the redirect.",
    remove: "Remove redirect",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index"] },
  "redirects": [
    { "source": "/start", "destination": [|"/start"|] },
    { "source": "/old/:slug*", "destination": [|"/old/:slug*"|] }
  ]
}
//- index.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index"] },
  "redirects": [{ "source": "/start", "destination": "/" }]
}
//- index.mdx
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    for (const redirect of getRedirects(site))
      if (followRedirectChain(site, redirect).kind === "to-itself")
        yield {
          message: "itself",
          args: { source: redirect.source },
          at: getNodeLocation(redirect.destinationNode),
          data: createRedirectData(redirect),
        };
  }),
  *createFixes(finding, site) {
    const edits = createRedirectRemovalEdits(finding, site);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});
