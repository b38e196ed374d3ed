import type { RenderedIssue } from "../../page/syntax-problem.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { getLinks, findTargetOfKind } from "../subjects/site-subjects.ts";
import { createPreviewFindings } from "../findings/mdx-findings.ts";
import { checkFile, defineRule } from "../rule.ts";

export const contentNotRendered = defineRule({
  code: "mdx/not-rendered",
  subjectKinds: ["file"],
  requires: ["pages"],
  severity: "information",
  summary: "Content that the open preview can't show as readers will see it.",
  why: "The preview evaluates expressions, snippets, and components itself instead of running their code, and leaves out anything that could run scripts or load external content. Such content may still work on the published page. Docwright reports this problem only while the page is open in a preview.",
  howToFix:
    "If the published page is correct, you don't need to change anything. To see the content in the preview, use a simpler expression. For a component from a file, you can also select **Run component**.",
  whenToTurnOff: "Turn off this rule if your site has many interactive components.",
  messages: {
    // The preview's message, which contains the problem, its effect on readers, and the fix.
    rendered: "{start} {rest}",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n[|<script|] src="https://example.com/tour.js" />\n',
      good: '---\ntitle: Start\n---\n\n<iframe src="https://example.com/tour" title="A tour" />\n',
    },
  ],
  check: checkFile((file, site) =>
    createPreviewFindings(file, site, (issue) => issue.kind !== "formula" && !isUnsafeLink(issue, file, site)),
  ),
});

/** Whether `link/unsafe-scheme` already reports this problem. */
function isUnsafeLink({ kind, range }: RenderedIssue, file: SitePath, site: Site): boolean {
  const [outline, references] = [site.pages.get(file), site.references.get(file)];
  if (kind !== "unsafe" || !outline || !references) return false;
  for (const link of getLinks({ kind: "page", value: { outline, references } }, site)) {
    const { location } = link.reference;
    const isWithin = location.range.start >= range.start && location.range.end <= range.end;
    if (isWithin && findTargetOfKind(link, "unsafe")) return true;
  }
  return false;
}
