import { checkPage, defineRule } from "../rule.ts";

export const tooLarge = defineRule({
  code: "frontmatter/too-large",
  on: ["page"],
  severity: "error",
  summary: "Frontmatter that is too large or too deep to be read.",
  why: "Frontmatter over 256 KB, with more than 50,000 values (each use of a `*name` counted) or over 100 levels deep is not read, so nothing in it is checked.",
  messages: {
    large:
      "This frontmatter holds more than can be read safely, so none of its fields are checked or used. Keep it under 256 KB and use fewer `*` references.",
    deep: "Values in this frontmatter are nested over 100 levels deep, so none of its fields are checked or used. Write them with fewer levels.",
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
