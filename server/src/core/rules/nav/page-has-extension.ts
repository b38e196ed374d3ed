import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findPage, getUnusualListings } from "../../site/navigation/navigation-pages.ts";
import { createPagePathEdits } from "../subjects/fixes.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const pageHasExtension = defineRule({
  code: "nav/page-has-extension",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A page path that ends in `.mdx` or `.md`.",
  why: "Entries refer to pages, not files. The service removes the extension, so the entry works, but it no longer matches the path that links, redirects, and other tools use for the page.",
  howToFix: "Remove the extension.",
  whenToTurnOff: "Turn off this rule if you prefer entries with extensions. The service accepts them.",
  messages: {
    extension:
      "`{page}` has a file extension. The service removes it, but other tools treat the entry as a different page. Use `{slug}`.",
    use: "Change to `{slug}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": [[|"start.mdx"|]] } }
//- start.mdx
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["start"] } }
//- start.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    for (const { entry, parsedEntry: pageEntry } of getUnusualListings(config)) {
      if (entry.isIgnored || pageEntry.kind !== "page" || !pageEntry.oddities.includes("extension")) continue;
      if (findPage(site, pageEntry.slug).kind !== "found") continue;
      yield {
        message: "extension",
        args: { page: entry.text, slug: pageEntry.slug },
        at: getNodeLocation(entry.node),
        data: { slug: pageEntry.slug },
      };
    }
  }),
  *createFixes({ at, data }) {
    const slug = data?.["slug"];
    if (typeof slug === "string") yield { title: "use", args: { slug }, edits: createPagePathEdits(at, slug) };
  },
});
