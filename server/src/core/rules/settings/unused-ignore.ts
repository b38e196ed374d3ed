import { createIgnoredRuleRemovalEdits } from "../ignore-comments.ts";
import { defineRule, toFileEdits, type Finding } from "../rule.ts";

export const unusedIgnore = defineRule({
  code: "settings/unused-ignore",
  subjectKinds: ["page"],
  severity: "hint",
  summary: "An ignore comment that has no effect.",
  why: "The problem that the comment was hiding has been fixed or has moved. If you leave the comment in place, it hides the next problem of that kind on the same line.",
  howToFix: "Remove the rule's name from the comment, or remove the comment.",
  whenToTurnOff:
    "Turn off this rule if some of your comments are needed only in certain checks, for example, with another profile.",
  messages: {
    unused:
      "No `{code}` problem starts on the line that this comment applies to, so the comment can only hide future problems. Remove it.",
    remove: "Remove `{code}` from the comment",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n# docwright-ignore [|frontmatter/unknown-field|]\ndescription: Begin here.\n---\n\nWelcome.\n",
      good: "---\ntitle: Start\n# docwright-ignore frontmatter/unknown-field\nversoin: 2\n---\n\nWelcome.\n",
    },
  ],
  /** The findings of this rule depend on those of all other rules, so `run-rules.ts` creates them. */
  check: (): Finding<"unused">[] => [],
  createFixes({ at, args = {} }, { references }) {
    const page = references.get(at.file);
    const edits = page ? toFileEdits(at.file, createIgnoredRuleRemovalEdits(page, at.range)) : [];
    return edits.length > 0 ? [{ title: "remove", args: { code: args["code"] ?? "" }, edits }] : [];
  },
});
