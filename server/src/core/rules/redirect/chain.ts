import { toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import { followRedirectChain, getDestinationPath, getRedirects, type Redirect } from "../../site/links/redirects.ts";
import { findPageBySlug } from "../../site/links/resolve-link.ts";
import { isHiddenPage } from "../../site/navigation/navigation-pages.ts";
import type { Site } from "../../site/site.ts";
import { checkConfig, defineRule, createReplaceEdits } from "../rule.ts";
import { changeAllJsonStrings, createTargetData, groupByTarget } from "../subjects/same-target.ts";

export const chain = defineRule({
  code: "redirect/chain",
  subjectKinds: ["config"],
  requires: ["pages"],
  severity: "information",
  summary: "A redirect to a path that's redirected again.",
  why: "A chain of redirects slows readers down, and search engines follow only a few redirects. If there's a page in the navigation at the intermediate path, see `redirect/shadows-page`.",
  howToFix: "Redirect directly to the final destination of the chain.",
  whenToTurnOff: "Turn off this rule if you prefer to keep existing redirects unchanged when pages move again.",
  messages: {
    chain: "`{destination}` is redirected again, which slows readers down. Redirect to `{end}` directly.",
    chains:
      "`{destination}` is redirected again, so {count} redirects are slower for readers. Redirect to `{end}` directly.",
    next: "The next redirect in the chain.",
    collapse: "Redirect to `{end}`",
    useAll: "Change all {count} to `{near}`",
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
    for (const redirect of getRedirects(site)) {
      const outcome = followRedirectChain(site, redirect);
      if (outcome.kind !== "chain") continue;
      const path = getDestinationPath(site, redirect.destination);
      if (path === undefined || isShownPage(site, path) || isVersionAlias(site, outcome.nextRedirect)) continue;
      yield {
        message: "chain",
        args: {
          destination: redirect.destination,
          end: outcome.destination,
        },
        at: getNodeLocation(redirect.destinationNode),
        relatedLocations: [{ at: getNodeLocation(outcome.nextRedirect.sourceNode), message: "next" }],
        data: { ...createTargetData(path, outcome.destination), near: outcome.destination },
      };
    }
  }),
  *createFixes({ at, data }) {
    const end = data?.["near"];
    if (typeof end === "string")
      yield { title: "collapse", args: { end }, edits: createReplaceEdits(at, toJsonString(end)) };
  },
  grouping: groupByTarget({
    combinedMessages: { chain: "chains" },
    createFixes: (findings) => changeAllJsonStrings(findings),
  }),
});

/**
 * Whether there's a page in the navigation at the path. The author probably wants readers to see it, so the redirect
 * that hides it is the error, which `redirect/shadows-page` reports.
 */
function isShownPage(site: Site, path: string): boolean {
  const page = findPageBySlug(site.pages, path);
  return page !== undefined && !isHiddenPage(site, page.path);
}

const versionAliases: ReadonlySet<string> = new Set(["canary", "current", "edge", "latest", "main", "next", "stable"]);

/**
 * Whether the redirect sends readers from an alias such as `/spec/latest/:slug*` to the same path in a version. Authors
 * link to the alias so that only one redirect changes with each version.
 */
function isVersionAlias(site: Site, { path, pattern, destination }: Redirect): boolean {
  const [source, target] = [path, getDestinationPath(site, destination) ?? ""].map((each) => each.split("/"));
  if (!pattern || !source || !target || source.length !== target.length) return false;
  const differences = source.flatMap((segment, i) => (segment === target[i] ? [] : [segment]));
  return differences.length === 1 && versionAliases.has(differences[0] ?? "");
}
