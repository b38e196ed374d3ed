import { getNodeLocation } from "../../config/json/json-tree.ts";
import { followRedirectChain, getDestinationPath, type Redirect, getRedirects } from "../../site/links/redirects.ts";
import { getPublishedPages } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const redirectLoop = defineRule({
  code: "redirect/loop",
  subjectKinds: ["config"],
  requires: ["pages"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "Redirects that form a loop.",
  why: "Readers who open one of the paths are redirected from one to the next and back to the first, until the browser gives up. A source with a wildcard that also matches its own destination has the same effect.",
  howToFix: "Change the destination of one of the redirects, or remove that redirect.",
  whenToTurnOff: "Keep this rule on. If redirects form a loop, readers see an error instead of a page.",
  messages: {
    loop: "`{source}` redirects through `{next}` back to itself, so browsers give up and readers see an error. Change the destination of one of the redirects.",
    growing:
      "`{next}` also matches the source `{source}`, so the redirect never ends and readers see an error. Redirect to a path that the source doesn't match.",
    next: "This redirect continues to `{destination}`.",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index"] },
  "redirects": [{ "source": "/help/:slug*", "destination": [|"/help/new/:slug*"|] }]
}
//- index.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index", "help/start"] },
  "redirects": [{ "source": "/old-help/:slug*", "destination": "/help/:slug*" }]
}
//- index.mdx
//- help/start.mdx
`,
    },
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index"] },
  "redirects": [
    { "source": "/help/:slug*", "destination": [|"/support/:slug*"|] },
    { "source": "/support/:slug*", "destination": "/help/:slug*" }
  ]
}
//- index.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index", "help/start"] },
  "redirects": [{ "source": "/support/:slug*", "destination": "/help/:slug*" }]
}
//- index.mdx
//- help/start.mdx
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    const reportedRedirects = new Set<Redirect>();
    for (const redirect of getRedirects(site)) {
      const outcome = followRedirectChain(site, redirect);
      if (outcome.kind !== "loop" || (outcome.isGrowing && leadsToPage(redirect, site))) continue;
      // Changing one redirect resolves the entire loop.
      if (reportedRedirects.has(redirect)) continue;
      for (const loopRedirect of outcome.redirects) reportedRedirects.add(loopRedirect);
      yield {
        message: outcome.isGrowing ? "growing" : "loop",
        args: { source: redirect.source, next: redirect.destination },
        at: getNodeLocation(redirect.destinationNode),
        relatedLocations: outcome.redirects.map(({ destination, destinationNode }) => ({
          at: getNodeLocation(destinationNode),
          message: "next" as const,
          args: { destination },
        })),
      };
    }
  }),
});

/**
 * Whether the redirect's destination is a published page. In this case, it depends on the service whether the page or
 * the redirect takes precedence, so a pattern such as `/:all*` isn't reported.
 */
function leadsToPage({ destination }: Redirect, site: Site): boolean {
  const path = getDestinationPath(site, destination);
  return path !== undefined && getPublishedPages(site.pages).pagesBySlug.has(path === "" ? "index" : path);
}
