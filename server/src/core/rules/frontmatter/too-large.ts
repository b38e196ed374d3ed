import { checkPage, defineRule } from "../rule.ts";

export const tooLarge = defineRule({
  code: "frontmatter/too-large",
  subjectKinds: ["page"],
  severity: "error",
  summary: "Frontmatter that is too large or too deeply nested to be read.",
  why: "If frontmatter is larger than 256 KB, has more than 50,000 values (counting each use of a `*name` alias), or is nested more than 100 levels deep, Docwright doesn't read it or check its fields.",
  howToFix:
    "Move long text from the frontmatter to the body of the page, reduce the nesting, or use fewer `*` aliases.",
  whenToTurnOff: "Keep this rule on. Docwright doesn't read the fields even if you turn the rule off.",
  messages: {
    large:
      "This frontmatter is too large to read safely, so Docwright doesn't check or use its fields. Keep it under 256 KB, and use fewer `*` aliases.",
    deep: "Values in this frontmatter are nested more than 100 levels deep, so Docwright doesn't check or use its fields. Reduce the nesting.",
  },
  examples: [
    {
      bad: `//- page.mdx\n[|---|]\ntitle: Start\nkeywords: ${"[".repeat(101)}${"]".repeat(101)}\n---\n`,
      good: "---\ntitle: Start\nkeywords: [start]\n---\n",
    },
  ],
  check: checkPage(function* ({ references: { path, frontmatter } }) {
    for (const { kind, range } of frontmatter.problems) {
      if (kind === "too-large") yield { message: "large", at: { file: path, range } };
      else if (kind === "too-deep") yield { message: "deep", at: { file: path, range } };
    }
  }),
});
