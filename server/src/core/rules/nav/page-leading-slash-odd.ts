import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findPage, getUnusualListings } from "../../site/navigation/navigation-pages.ts";
import { createPagePathEdits } from "../subjects/fixes.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { checkConfig, defineRule, type Finding } from "../rule.ts";
import { createAllEdits, groupByTarget, maxSeparateFindings } from "../subjects/same-target.ts";

export const pageLeadingSlashOdd = defineRule({
  code: "nav/page-leading-slash-odd",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A page path with an extra slash, or with `.` or `..`.",
  why: "Page paths are relative to the site's folder and start with a name. The service corrects a leading slash, `.`, and `..`, so the entry works but no longer matches the page's path. It doesn't remove a trailing slash, so it can't find the page.",
  howToFix: "Use the path suggested in the message.",
  whenToTurnOff:
    "Turn off this rule if you prefer entries with a leading slash. However, the service can't find the page if an entry has a trailing slash.",
  messages: {
    leading:
      "`{page}` starts with a slash. The service removes it, but other tools treat the entry as a different page. Use `{slug}`.",
    leadings:
      "{count} entries, such as `{page}`, start with a slash. The service removes it, but other tools treat them as different pages. Remove the slashes.",
    trailing:
      "`{page}` ends with a slash, so the service can't find the page and readers don't see this entry in the sidebar. Use `{slug}`.",
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
        // The service corrects the other paths, so readers don't notice them.
        ...(message !== "trailing" && { severity: "information" }),
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
