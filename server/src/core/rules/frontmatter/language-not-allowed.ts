import { checkPage, defineRule, replaceAt } from "../rule.ts";

export const languageNotAllowed = defineRule({
  code: "frontmatter/language-not-allowed",
  on: ["page"],
  severity: "error",
  summary: "Frontmatter in another language than YAML.",
  why: "A word behind the opening `---` names a language. Readers of frontmatter may run `---js` as a program, so it is never opened here, whatever the word.",
  messages: {
    tag: "`{tag}` behind `---` asks for frontmatter in another language, which is never read or run here, so the page has no fields. Write `---` alone and use YAML.",
    plain: "Write `---` alone",
  },
  examples: [
    {
      bad: "//- page.mdx\n[|---js|]\ntitle: Start\n---\n",
      good: "---\ntitle: Start\n---\n",
    },
  ],
  check: checkPage(function* ({ references: { path, frontmatter } }) {
    for (const { kind, range, text = "" } of frontmatter.problems)
      if (kind === "language-not-allowed")
        yield { message: "tag", args: { tag: text }, at: { file: path, range } };
  }),
  *fixes({ at }) {
    yield { title: "plain", edits: replaceAt(at, "---") };
  },
});
