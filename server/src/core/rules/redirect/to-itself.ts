import { locationOfNode } from "../../config/json/json-tree.ts";
import { followRedirectChain, redirectsOf } from "../../site/links/redirects.ts";
import { truncateEnd } from "../../text/message.ts";
import { redirectData, removeRedirect } from "../subjects/fixes.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const toItself = defineRule({
  code: "redirect/to-itself",
  on: ["config"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "A redirect leads to its own source.",
  why: "Whoever opens the path is sent to the same path again, until the browser gives up. An anchor, a query or a slash at the end makes no difference: redirects compare paths alone.",
  messages: {
    itself:
      "The redirect of `{source}` leads to the same path again, so browsers give up and readers see an error. Write another destination or remove it.",
    remove: "Remove the redirect",
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
    for (const redirect of redirectsOf(site))
      if (followRedirectChain(site, redirect).kind === "to-itself")
        yield {
          message: "itself",
          args: { source: truncateEnd(redirect.source, 60) },
          at: locationOfNode(redirect.destinationNode),
          data: redirectData(redirect),
        };
  }),
  *fixes(finding, site) {
    const edits = removeRedirect(finding, site);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});
