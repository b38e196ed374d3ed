import { getNodeLocation } from "../../config/json/json-tree.ts";
import { getUnusualListings } from "../../site/navigation/navigation-pages.ts";
import { createPageText, toTitle } from "../../site/pages/pages.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { checkConfig, defineRule, createMemberRemovalEdits } from "../rule.ts";
import { createPagePathEdits } from "../subjects/fixes.ts";

export const pageIsUrl = defineRule({
  code: "nav/page-is-url",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A URL instead of a page path.",
  why: "`pages` contains page paths. The service treats a URL as a path, mangles it (`https:/example.com`), and shows no link.",
  howToFix: "Create a page with `url` in its frontmatter, or use an anchor or a tab with `href`.",
  whenToTurnOff: "Keep this rule on. If an entry is a URL, readers don't see a link.",
  messages: {
    url: "`{url}` is a URL, but `pages` accepts only page paths, so readers see no link. Create a page with `url` in its frontmatter, or use an anchor with `href`.",
    page: "Create the page {fileName} with a link to this URL",
    remove: "Remove entry",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["index", [|"https://status.example.com"|]] } }
//- index.mdx
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["index", "status"] } }
//- index.mdx
//- status.mdx
---
title: "Status"
url: "https://status.example.com"
---
`,
    },
  ],
  check: checkConfig(function* (config) {
    for (const { entry, parsedEntry: pageEntry } of getUnusualListings(config))
      if (pageEntry.kind === "url" && !entry.isIgnored)
        yield {
          message: "url",
          args: { url: entry.text },
          at: getNodeLocation(entry.node),
          data: { url: entry.text },
        };
  }),
  *createFixes({ at, data }, { config, files }) {
    const url = data?.["url"];
    const slug = typeof url === "string" ? getSlugFromHost(url) : undefined;
    if (typeof url === "string" && slug !== undefined && !files.has(`${slug}.mdx`) && !files.has(`${slug}.md`)) {
      const file = `${slug}.mdx`;
      const text = createPageText(toTitle(slug), { url });
      yield {
        title: "page",
        args: { fileName: toVerbatim(file) },
        edits: [{ kind: "create", file, text }, ...createPagePathEdits(at, slug)],
      };
    }
    const edits = createMemberRemovalEdits(config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});

/**
 * Returns a slug that is derived from a URL's host, such as `status` for `https://status.example.com` or `github` for
 * `https://www.github.com/x`.
 */
function getSlugFromHost(url: string): string | undefined {
  const host = /^https?:\/\/(?:www\.)?([a-z0-9-]+)\./i.exec(url)?.[1];
  return host?.toLowerCase();
}
