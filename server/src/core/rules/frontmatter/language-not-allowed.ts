import { checkPage, defineRule, createReplaceEdits } from "../rule.ts";

export const languageNotAllowed = defineRule({
  code: "frontmatter/language-not-allowed",
  subjectKinds: ["page"],
  severity: "error",
  summary: "Frontmatter in a language other than YAML.",
  why: "A word after the opening `---` specifies a language. Some frontmatter parsers run `---js` frontmatter as code, so Docwright never parses frontmatter that specifies a language.",
  howToFix: "Use `---` without a language, and write the fields in YAML.",
  whenToTurnOff: "Keep this rule on. Docwright doesn't read the fields even if you turn the rule off.",
  messages: {
    tag: "`{tag}` after `---` specifies another language, which Docwright never reads or runs, so the page has no fields. Use `---` alone, and write the fields in YAML.",
    plain: "Change to `---`",
  },
  examples: [
    {
      bad: "//- page.mdx\n[|---js|]\ntitle: Start\n---\n",
      good: "---\ntitle: Start\n---\n",
    },
  ],
  check: checkPage(function* ({ references: { path, frontmatter } }) {
    for (const { kind, range, text = "" } of frontmatter.problems)
      if (kind === "language-not-allowed") yield { message: "tag", args: { tag: text }, at: { file: path, range } };
  }),
  *createFixes({ at }) {
    yield { title: "plain", edits: createReplaceEdits(at, "---") };
  },
});
