import { checkPage, defineRule } from "../rule.ts";

export const notAMap = defineRule({
  code: "frontmatter/not-a-map",
  subjectKinds: ["page"],
  severity: "error",
  summary: "Frontmatter that isn't a set of `key: value` fields.",
  why: "The service looks for fields such as `title` between the `---` lines. It can't use a list or plain text.",
  howToFix: "Put each field on its own line: its name, a colon, a space, and its value.",
  whenToTurnOff:
    "Keep this rule on. If the frontmatter doesn't contain fields, the page has no title or other settings.",
  messages: {
    "not-a-map":
      "The frontmatter doesn't contain fields, so the page has no title, icon, or other settings. Write each field as a name, a colon, and a value, such as `title: Start`.",
  },
  examples: [{ bad: "---\n[|- Start\n- Welcome|]\n---\n", good: "---\ntitle: Start\n---\n" }],
  check: checkPage(function* ({ references: { path, frontmatter } }) {
    for (const { kind, range } of frontmatter.problems)
      if (kind === "not-a-map") yield { message: "not-a-map", at: { file: path, range } };
  }),
});
