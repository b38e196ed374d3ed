import { removeIgnoredCode } from "../ignore-comments.ts";
import { defineRule, editsOf, type Finding } from "../rule.ts";

export const unusedIgnore = defineRule({
  code: "settings/unused-ignore",
  on: ["page"],
  severity: "hint",
  summary: "An ignore comment that silences nothing.",
  why: "What it was written for is mended, or has moved. Left where it is, the comment would hide the next problem of that kind in this line.",
  messages: {
    unused:
      "No problem of `{code}` begins in the line that this comment is about, so it would only hide a later one. Remove it.",
    remove: "Remove `{code}` from the comment",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n# docwright-ignore [|frontmatter/unknown-field|]\ndescription: Begin here.\n---\n\nWelcome.\n",
      good: "---\ntitle: Start\n# docwright-ignore frontmatter/unknown-field\nversoin: 2\n---\n\nWelcome.\n",
    },
  ],
  /** It depends on the findings of all rules, so `run-rules.ts` creates this rule's findings. */
  check: (): Finding<"unused">[] => [],
  fixes({ at, args = {} }, { references }) {
    const page = references.get(at.file);
    const edits = page ? editsOf(at.file, removeIgnoredCode(page, at.range)) : [];
    return edits.length > 0 ? [{ title: "remove", args: { code: args["code"] ?? "" }, edits }] : [];
  },
});
