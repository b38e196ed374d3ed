import { findProperty, type JsonObject, getKeyLocation } from "../../config/json/json-tree.ts";
import { addRedirects } from "../../config/redirect-edits.ts";
import { formatRedirectPath } from "../../site/links/redirects.ts";
import { findNearestTarget } from "../../site/links/link-suggestions.ts";
import { findRemovedPages } from "../../site/links/resolve-link.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { checkConfig, defineRule, toFileEdits } from "../rule.ts";

export const missingForMovedPage = defineRule({
  code: "redirect/missing-for-moved-page",
  subjectKinds: ["config"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A published page that was removed or moved without a redirect.",
  why: "Search engines, bookmarks, and other sites keep linking to the old path for years. Without a redirect, these links lead to a 404 page. Docwright compares the site with the revision in `--changed-since` or, in a trusted workspace in the editor, with the last commit. (In the example, `HEAD:` marks files from the last commit.)",
  howToFix: "Add a redirect from the old path to the page that replaces it.",
  whenToTurnOff:
    "Turn off this rule if your site isn't published yet, or if your redirects aren't in docs.json, for example, because a reverse proxy handles them.",
  messages: {
    moved:
      "`{page}` was removed or moved, so existing links to it lead to a 404 page. If it's now `{near}`, add a redirect to it.",
    gone: "`{page}` was removed or moved, so existing links to it lead to a 404 page. Add a redirect to the page that replaces it.",
    add: "Redirect `{page}` to `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/install"] },
  [|"redirects"|]: []
}
//- index.mdx
//- guides/install.mdx
//- HEAD:index.mdx
//- HEAD:setup/install.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/install"] },
  "redirects": [{ "source": "/setup/install", "destination": "/guides/install" }]
}
//- index.mdx
//- guides/install.mdx
//- HEAD:index.mdx
//- HEAD:setup/install.mdx
`,
    },
  ],
  check: checkConfig(function* ({ root }, site) {
    const at = root?.kind === "object" ? findReportLocation(root) : undefined;
    if (!at) return;
    for (const slug of findRemovedPages(site)) {
      const page = formatRedirectPath(site, slug);
      const suggestion = findNearestTarget(site, slug, undefined);
      if (suggestion === undefined) yield { message: "gone", args: { page }, at };
      else
        yield {
          message: "moved",
          args: { page, near: suggestion },
          at,
          data: { page, near: suggestion },
        };
    }
  }),
  *createFixes({ data }, site) {
    const page = data?.["page"];
    const suggestion = data?.["near"];
    if (typeof page !== "string" || typeof suggestion !== "string") return;
    const redirectEdits = addRedirects(site.config, [{ source: page, destination: suggestion }]);
    const edits = redirectEdits ? toFileEdits(redirectEdits.file, redirectEdits.edits) : [];
    if (edits.length > 0) yield { title: "add", args: { page, near: suggestion }, edits };
  },
});

/**
 * Returns the location of the `redirects` key or, if the key is missing, the location of the first key. Returns
 * undefined if docs.json has no keys.
 */
function findReportLocation(root: JsonObject): SiteLocation | undefined {
  const property = findProperty(root, "redirects") ?? root.properties[0];
  return property && getKeyLocation(property);
}
