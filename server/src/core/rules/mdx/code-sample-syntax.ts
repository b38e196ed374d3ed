import type { PageCodeBlock, PageReferences } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { findSampleProblem } from "../../spec/example-values.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { compactList, derive } from "../../text/maps.ts";
import { getLocation } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const codeSampleSyntax = defineRule({
  code: "mdx/code-sample-syntax",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "hint",
  summary: "A JSON or YAML sample with a syntax error.",
  why: "Readers copy samples, and a JSON or YAML sample fails even if only a comma or a quote is missing. Docwright doesn't check samples that contain comments, ellipses, or placeholders.",
  howToFix:
    "Fix the sample. If it's intentionally incomplete, replace the omitted part with an ellipsis, or use `text` as the language of the code block.",
  whenToTurnOff: "Turn off this rule if many of your samples are intentionally incomplete.",
  messages: {
    fault:
      "This {format} isn't valid ({reason}), so readers who copy it get an error. Fix it, or choose another language for the code block.",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n```json\n{\n  "name": "Ada"[|,|]\n}\n```\n',
      good: '---\ntitle: Start\n---\n\n```json\n{\n  "name": "Ada",\n  ...\n}\n```\n\n```json\n{ "name": "Ada" }\n```\n',
    },
  ],
  check: checkPage(function* (page, site) {
    if (!isFileUsed(site, page.references.path)) return;
    for (const { args, range } of findSyntaxErrors(page.references))
      yield { message: "fault", args, at: getLocation(page, range) };
  }),
});

/** The errors in a page's samples. They're cached, because parsing code is slow and doesn't depend on other files. */
const findSyntaxErrors = derive(({ text, codeBlocks }: PageReferences) =>
  compactList(codeBlocks.flatMap((block) => findSyntaxError(text, block) ?? [])),
);

function findSyntaxError(text: string, { language, contentRange }: PageCodeBlock) {
  const kind = language?.toLowerCase();
  if (kind !== "json" && kind !== "yaml" && kind !== "yml") return undefined;
  const syntaxError = findSampleProblem(kind, text.slice(contentRange.start, contentRange.end));
  if (!syntaxError) return undefined;
  const start = contentRange.start + syntaxError.range.start;
  const end = Math.max(start + 1, contentRange.start + syntaxError.range.end);
  const args = { format: toVerbatim(kind === "json" ? "JSON" : "YAML"), reason: syntaxError.reason };
  return { range: { start, end }, args };
}
