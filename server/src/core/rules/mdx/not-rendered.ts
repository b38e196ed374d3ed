import type { RenderedIssue } from "../../page/rendered-issue.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { leadTo, linksOf } from "../subjects/site-subjects.ts";
import { renderedFindings } from "../findings/mdx-findings.ts";
import { checkFile, defineRule } from "../rule.ts";

export const notRendered = defineRule({
  code: "mdx/not-rendered",
  on: ["file"],
  needs: ["pages"],
  severity: "information",
  summary: "Something that an open preview cannot show as readers will see it.",
  why: "The preview runs nothing: it works out expressions, snippets and components by itself, and leaves out what could run or load something. What it leaves out may well be there on the published page, or fail there too. Told while the page is open in a preview.",
  messages: {
    // The preview's message, which contains the problem, its effect on readers, and the fix.
    told: "{begin} {end}",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n[|<script|] src="https://example.com/tour.js" />\n',
      good: '---\ntitle: Start\n---\n\n<iframe src="https://example.com/tour" title="A tour" />\n',
    },
  ],
  check: checkFile((file, site) =>
    renderedFindings(file, site, (issue) => issue.kind !== "formula" && !isUnsafeLink(issue, file, site)),
  ),
});

/** Problems reported by `link/unsafe-scheme` aren't reported twice. */
function isUnsafeLink({ kind, range }: RenderedIssue, file: SitePath, site: Site): boolean {
  const [outline, references] = [site.pages.get(file), site.references.get(file)];
  if (kind !== "unsafe" || !outline || !references) return false;
  for (const link of linksOf({ kind: "page", value: { outline, references } }, site)) {
    const { at } = link.place;
    const isWithin = at.range.start >= range.start && at.range.end <= range.end;
    if (isWithin && leadTo(link, "unsafe")) return true;
  }
  return false;
}
