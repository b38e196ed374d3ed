import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findPage, isVisible, getListingsWithoutFile } from "../../site/navigation/navigation-pages.ts";
import { createPagePathEdits } from "../subjects/fixes.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const pageWrongCase = defineRule({
  code: "nav/page-wrong-case",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A page path whose letter case doesn't match its file.",
  why: "Paths are case-sensitive for the service, even if your disk ignores case. The page is missing from the published sidebar even if everything looks right on your computer.",
  howToFix: "Match the letter case of the file name.",
  whenToTurnOff:
    "Keep this rule on, because entries with the wrong letter case work on macOS and Windows but not on the published site.",
  messages: {
    case: "`{page}` differs from the file `{file}` only in letter case, so readers can't open it from the sidebar. Use `{slug}`.",
    use: "Change to `{slug}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": [[|"Guides/start"|]] } }
//- guides/start.mdx
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["guides/start"] } }
//- guides/start.mdx
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    for (const { entry, slug } of getListingsWithoutFile(site)) {
      const lookup = entry.isIgnored || slug === "" ? undefined : findPage(site, slug);
      if (lookup?.kind !== "wrong-case") continue;
      yield {
        message: "case",
        args: { page: entry.text, file: lookup.file, slug: lookup.slug },
        at: getNodeLocation(entry.node),
        data: { slug: lookup.slug },
        ...(!isVisible(entry.parent) && { severity: "warning" as const }),
      };
    }
  }),
  *createFixes({ at, data }) {
    const slug = data?.["slug"];
    if (typeof slug === "string")
      yield { title: "use", args: { slug }, edits: createPagePathEdits(at, slug), isSafe: true };
  },
});
