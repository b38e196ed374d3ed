import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findPage, getUnusualListings } from "../../site/navigation/navigation-pages.ts";
import { createPagePathEdits } from "../subjects/fixes.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { checkConfig, defineRule, type Finding } from "../rule.ts";
import { createAllEdits, groupByTarget, maxSeparateFindings } from "../subjects/same-target.ts";

export const pageLeadingSlashOdd = defineRule({
  code: "nav/page-leading-slash-odd",
  subjectKinds: ["config"],
  // The service corrects these paths, so readers don't notice them.
  severity: "information",
  summary: "A page path with an extra slash, or with `.` or `..`.",
  why: "Page paths are relative to the site's folder and start with a name. The service corrects a slash at the start or end, `.`, and `..`, so the entry works but no longer matches the page's path.",
  howToFix: "Use the path suggested in the message.",
  whenToTurnOff: "Turn off this rule if you prefer entries with a leading slash.",
  messages: {
    leading:
      "`{page}` starts with a slash. The service removes it, but other tools treat the entry as a different page. Use `{slug}`.",
    leadings:
      "{count} entries, such as `{page}`, start with a slash. The service removes it, but other tools treat them as different pages. Remove the slashes.",
    trailing:
      "`{page}` ends with a slash. The service removes it, but other tools treat the entry as a different page. Use `{slug}`.",
    detour:
      "`{page}` isn't the shortest form of the path. The service shortens it, but other tools treat the entry as a different page. Use `{slug}`.",
    use: "Change to `{slug}`",
    useAll: "Remove the leading slash from all {count} entries",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": [[|"/start"|], [|"guides/"|], [|"./api/../more"|]] } }
//- start.mdx
//- guides.mdx
//- more.mdx
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["start", "guides", "more"] } }
//- start.mdx
//- guides.mdx
//- more.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    for (const { entry, parsedEntry: pageEntry } of getUnusualListings(config)) {
      if (entry.isIgnored || pageEntry.kind !== "page" || pageEntry.oddities.includes("extension")) continue;
      const { slug, oddities } = pageEntry;
      if (oddities.length === 0 || findPage(site, slug).kind !== "found") continue;
      const message = oddities.includes("trailing-slash")
        ? "trailing"
        : oddities.includes("detour")
          ? "detour"
          : "leading";
      yield {
        message,
        args: { page: entry.text, slug },
        at: getNodeLocation(entry.node),
        data: { slug, target: message },
      };
    }
  }),
  *createFixes(finding) {
    const edits = createSlugEdits(finding);
    if (edits.length > 0) yield { title: "use", args: finding.args ?? {}, edits };
  },
  grouping: groupByTarget({
    combinedMessages: { leading: "leadings" },
    maxSeparateProblems: maxSeparateFindings,
    *createFixes(findings) {
      const edits = createAllEdits(findings, createSlugEdits);
      if (edits.length > 0) yield { title: "useAll", args: { count: findings.length }, edits };
    },
  }),
});

function createSlugEdits({ at, data }: Finding): FileEdit[] {
  const slug = data?.["slug"];
  return typeof slug === "string" ? createPagePathEdits(at, slug) : [];
}
