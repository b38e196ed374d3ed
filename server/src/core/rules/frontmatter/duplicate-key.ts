import { checkPage, defineRule } from "../rule.ts";

export const duplicateKey = defineRule({
  code: "frontmatter/duplicate-key",
  subjectKinds: ["page"],
  severity: "warning",
  summary: "A field that appears twice in the frontmatter.",
  why: "YAML allows each key only once. The service rejects frontmatter with a duplicate key.",
  howToFix: "Keep the field with the value that you want, and remove the other one.",
  whenToTurnOff: "Keep this rule on. If a field appears twice, the service may reject the page.",
  messages: {
    twice:
      "`{key}` appears twice in the frontmatter, so the service may reject the page or lose one of the values. Remove one of them.",
    first: "First defined here.",
  },
  examples: [
    {
      bad: "---\ntitle: Start\nicon: rocket\n[|title|]: Welcome\n---\n",
      good: "---\ntitle: Welcome\nicon: rocket\n---\n",
    },
  ],
  check: checkPage(function* ({ references: { path, frontmatter } }) {
    for (const { kind, range, text = "", first } of frontmatter.problems) {
      if (kind !== "duplicate-key") continue;
      const args = { key: text };
      const relatedLocations = first ? [{ at: { file: path, range: first }, message: "first" as const, args }] : [];
      yield { message: "twice", args, at: { file: path, range }, relatedLocations };
    }
  }),
});
