import { toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findAnchorOrQuery, getDestinationPath, findRedirect, getRedirects } from "../../site/links/redirects.ts";
import { resolveLink } from "../../site/links/resolve-link.ts";
import { getPartRange } from "../../spec/edit-spec.ts";
import { checkConfig, defineRule, createReplaceEdits } from "../rule.ts";
import {
  createRedirectData,
  findRedirectOfFinding,
  createRedirectRemovalFix,
  createRedirectRemovalEdits,
} from "../subjects/fixes.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";

export const sourceWithAnchorOrQuery = defineRule({
  code: "redirect/source-with-anchor-or-query",
  subjectKinds: ["config"],
  requires: ["pages"],
  severity: "warning",
  summary: "A redirect source that never matches because it contains an anchor or query string.",
  why: "Browsers don't send anything after `#` to the server, and redirects match only the path, without the query string.",
  howToFix:
    "Use only the path as the source. If the path is a page or the source of another redirect, remove the redirect. If a heading was moved to another page, add a link to it in its previous location instead.",
  whenToTurnOff: "Keep this rule on. A redirect has no effect if its source contains an anchor or query string.",
  messages: {
    anchor:
      "`{extra}` is never sent to the server, so readers aren't redirected. Use only the path, or remove the redirect.",
    query:
      "`{extra}` isn't part of the path, and redirects match only the path, so readers aren't redirected. Use only the path, or remove the redirect.",
    usedAnchor: "`{extra}` is never sent to the server, so this redirect has no effect. Remove the redirect.",
    usedQuery:
      "`{extra}` isn't part of the path, and redirects match only the path, so this redirect has no effect. Remove the redirect.",
    anchors:
      "The sources of {count} redirects add an anchor to `{path}`. Browsers don't send anchors to the server, so readers aren't redirected. Use only the path in one redirect, or remove the redirects.",
    queries:
      "The sources of {count} redirects contain `{extra}`, but redirects match only the path, so readers aren't redirected. Use only the paths, or remove the redirects.",
    usedAnchors:
      "The sources of {count} redirects add an anchor to `{path}`. Browsers don't send anchors to the server, so these redirects have no effect. Remove them.",
    usedQueries:
      "The sources of {count} redirects contain `{extra}`, but redirects match only the path, so these redirects have no effect. Remove them.",
    cut: "Change to `{path}`",
    remove: "Remove redirect",
    removeAll: "Remove all {count} redirects",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index"] },
  "redirects": [
    { "source": "/start[|#install|]", "destination": "/" },
    { "source": "/begin[|?from=mail|]", "destination": "/" }
  ]
}
//- index.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index"] },
  "redirects": [{ "source": "/start", "destination": "/#install" }]
}
//- index.mdx
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    for (const redirect of getRedirects(site)) {
      const { source, sourceNode, path, destination } = redirect;
      const start = findAnchorOrQuery(source);
      if (start === undefined) continue;
      const { file, range } = getNodeLocation(sourceNode);
      // Readers who open the path see its page or follow its own redirect.
      const isUsed =
        path === "" ||
        resolveLink(site, `/${path}`, undefined).kind !== "missing" ||
        findRedirect(site, path) !== undefined ||
        getDestinationPath(site, destination) === path;
      const isAnchor = source[start] === "#";
      const message = isUsed ? (isAnchor ? "usedAnchor" : "usedQuery") : isAnchor ? "anchor" : "query";
      yield {
        message,
        args: { extra: source.slice(start), path: source.slice(0, start) },
        at: { file, range: getPartRange(source, range, { start, end: source.length }) },
        // Such redirects usually have a common cause. Either a page's headings were moved, or many old links have the
        // same query string.
        data: {
          ...createRedirectData(redirect),
          ...createTargetData(isAnchor ? path : source.slice(start), message),
          ...(!isUsed && { path: source.slice(0, start) }),
        },
      };
    }
  }),
  *createFixes(finding, site) {
    const redirect = findRedirectOfFinding(finding, site);
    const path = finding.data?.["path"];
    if (redirect && typeof path === "string")
      yield {
        title: "cut",
        args: { path },
        edits: createReplaceEdits(getNodeLocation(redirect.sourceNode), toJsonString(path)),
      };
    const edits = createRedirectRemovalEdits(finding, site);
    if (edits.length > 0) yield { title: "remove", edits };
  },
  grouping: groupByTarget({
    combinedMessages: { anchor: "anchors", query: "queries", usedAnchor: "usedAnchors", usedQuery: "usedQueries" },
    createFixes: createRedirectRemovalFix,
  }),
});
