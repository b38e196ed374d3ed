import { quoted } from "../../config/json/json-edit.ts";
import { locationOfNode } from "../../config/json/json-tree.ts";
import { followRedirectChain, destinationPath, redirectsOf } from "../../site/links/redirects.ts";
import { pageAt } from "../../site/links/resolve-link.ts";
import { truncateEnd, truncateStart } from "../../text/message.ts";
import { checkConfig, defineRule, replaceAt } from "../rule.ts";

export const chain = defineRule({
  code: "redirect/chain",
  on: ["config"],
  needs: ["pages"],
  severity: "information",
  summary: "A redirect leads to a path that is redirected again.",
  why: "Readers and search engines are sent on twice or more, which takes longer, and search engines follow only a few steps. A page that was moved again is best named at once. Where a page lies at the path between, see `redirect/shadows-page`.",
  messages: {
    chain:
      "`{destination}` is redirected again, so readers arrive one or more steps later than they could. Lead there directly: `{end}`.",
    next: "This redirect sends readers on.",
    collapse: "Lead to `{end}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["guides/start"] },
  "redirects": [
    { "source": "/start", "destination": [|"/quickstart"|] },
    { "source": "/quickstart", "destination": "/guides/start" }
  ]
}
//- guides/start.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["guides/start"] },
  "redirects": [
    { "source": "/start", "destination": "/guides/start" },
    { "source": "/quickstart", "destination": "/guides/start" }
  ]
}
//- guides/start.mdx
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    for (const redirect of redirectsOf(site)) {
      const course = followRedirectChain(site, redirect);
      if (course.kind !== "chain") continue;
      const path = destinationPath(site, redirect.destination);
      if (path === undefined || pageAt(site.pages, path)) continue;
      yield {
        message: "chain",
        args: {
          destination: truncateEnd(redirect.destination, 45),
          end: truncateStart(course.destination, 55),
        },
        at: locationOfNode(redirect.destinationNode),
        related: [{ at: locationOfNode(course.next.sourceNode), message: "next" }],
        data: { end: course.destination },
      };
    }
  }),
  *fixes({ at, data }) {
    const end = data?.["end"];
    if (typeof end === "string")
      yield { title: "collapse", args: { end }, edits: replaceAt(at, quoted(end)) };
  },
});
