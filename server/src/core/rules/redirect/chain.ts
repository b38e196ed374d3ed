import { toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import { followRedirectChain, getDestinationPath, getRedirects, type Redirect } from "../../site/links/redirects.ts";
import { findPageBySlug } from "../../site/links/resolve-link.ts";
import { isHiddenPage } from "../../site/navigation/navigation-pages.ts";
import type { Site } from "../../site/site.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { isReported } from "../ignore-comments.ts";
import { checkConfig, defineRule, createReplaceEdits, type Finding } from "../rule.ts";
import { createAllEdits, maxSeparateFindings } from "../subjects/same-target.ts";
import { isTargetMissing } from "./target-not-found.ts";

export const redirectChain = defineRule({
  code: "redirect/chain",
  subjectKinds: ["config"],
  requires: ["pages", "specs"],
  severity: "information",
  summary: "A redirect to a path that's redirected again.",
  why: "A chain of redirects slows readers down, and search engines follow only a few redirects. If there's a page in the navigation at the intermediate path, see `redirect/shadows-page`.",
  howToFix: "Redirect directly to the final destination of the chain.",
  whenToTurnOff: "Turn off this rule if you prefer to keep existing redirects unchanged when pages move again.",
  messages: {
    chain: "`{destination}` is redirected again, which slows readers down. Redirect to `{end}` directly.",
    chains:
      "{count} redirects, such as the one to `{destination}`, lead to other redirects, which slows readers down. Redirect to the final destinations directly.",
    next: "The next redirect in the chain.",
    collapse: "Redirect to `{end}`",
    collapseAll: "Redirect all {count} directly",
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
      const at = getNodeLocation(redirect.destinationNode);
      // A missing destination is reported by redirect/target-not-found, unless that rule is off.
      if (
        isReported("redirect/target-not-found", at, site) &&
        isTargetMissing({ ...redirect, destination: outcome.destination }, site)
      )
        continue;
      yield {
        message: "chain",
        args: {
          destination: redirect.destination,
          end: outcome.destination,
        },
        at,
        relatedLocations: [{ at: getNodeLocation(outcome.nextRedirect.sourceNode), message: "next" }],
        data: { near: outcome.destination },
      };
    }
  }),
  *createFixes(finding) {
    const edits = createCollapseEdits(finding);
    if (edits.length > 0) yield { title: "collapse", args: { end: getFinalDestination(finding) ?? "" }, edits };
  },
  // Chains usually result from a few moves that affected many pages.
  grouping: {
    getCause: () => "chains",
    combinedMessage: "chains",
    maxSeparateProblems: maxSeparateFindings,
    *createFixes(findings) {
      const edits = createAllEdits(findings, createCollapseEdits);
      if (edits.length > 0) yield { title: "collapseAll", args: { count: findings.length }, edits };
    },
  },
});

function createCollapseEdits(finding: Finding): FileEdit[] {
  const end = getFinalDestination(finding);
  return end === undefined ? [] : createReplaceEdits(finding.at, toJsonString(end));
}

function getFinalDestination({ data }: Finding): string | undefined {
  const end = data?.["near"];
  return typeof end === "string" ? end : undefined;
}

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
  const [sourceSegments, targetSegments] = [path, getDestinationPath(site, destination) ?? ""].map((each) =>
    each.split("/"),
  );
  if (!pattern || !sourceSegments || !targetSegments || sourceSegments.length !== targetSegments.length) return false;
  const differingSegments = sourceSegments.flatMap((segment, i) => (segment === targetSegments[i] ? [] : [segment]));
  return differingSegments.length === 1 && versionAliases.has(differingSegments[0] ?? "");
}
