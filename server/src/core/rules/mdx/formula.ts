import { createPreviewFindings } from "../findings/mdx-findings.ts";
import { checkFile, defineRule } from "../rule.ts";

export const formula = defineRule({
  code: "mdx/formula",
  subjectKinds: ["file"],
  requires: ["pages"],
  severity: "warning",
  summary: "A formula that can't be parsed.",
  why: "KaTeX typesets formulas and shows anything it can't parse as red source text. Docwright reports this problem while the page is open in a preview.",
  howToFix: "Fix the formula. If the text isn't a formula, escape its dollar signs with backslashes.",
  whenToTurnOff: "Turn off this rule if the service supports commands in formulas that the preview doesn't.",
  messages: {
    // The preview's message, which contains the problem, its effect on readers, and the fix.
    rendered: "{start} {rest}",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n---\n\n[|$$\n\\frca{1}{2}\n$$|]\n",
      good: "---\ntitle: Start\n---\n\n$$\n\\frac{1}{2}\n$$\n",
    },
  ],
  check: checkFile((file, site) => createPreviewFindings(file, site, ({ kind }) => kind === "formula")),
});
