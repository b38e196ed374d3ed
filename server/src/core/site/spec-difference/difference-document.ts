import { changelogDraft, type ChangelogHead } from "./changelog-draft.ts";
import type { LostPlace, SpecDifference } from "./difference.ts";
import { differenceReport } from "./difference-report.ts";

/** The difference as a Markdown document, with the draft of a changelog entry to be copied. */
export function differenceDocument(
  difference: SpecDifference,
  title: string,
  head: ChangelogHead,
  lineOf: (place: LostPlace) => string,
): string {
  const report = differenceReport(difference, title, lineOf);
  const changelog = changelogDraft(difference, head);
  if (changelog === undefined) return report;
  return `${report}\n## Draft of a changelog entry\n\n\`\`\`mdx\n${changelog}\`\`\`\n`;
}
