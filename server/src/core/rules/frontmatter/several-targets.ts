import type { FrontmatterField } from "../../page/page.ts";
import { getFrontmatterField, getFieldKeyLocation } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

/** The fields that set a page's endpoint, in the service's order of precedence. */
const targetFieldKeys = ["openapi-schema", "openapi", "asyncapi", "api"] as const;

export const severalTargets = defineRule({
  code: "frontmatter/several-targets",
  subjectKinds: ["page"],
  severity: "warning",
  summary: "A page that documents more than one endpoint, schema, or channel.",
  why: "A page shows one endpoint, schema, or channel. The service uses the first of `openapi-schema`, `openapi`, `asyncapi`, and `api`, regardless of their order in the file.",
  howToFix: "Keep one of the fields, and create a separate page for each of the others.",
  whenToTurnOff: "Keep this rule on. If a page has several of these fields, the service ignores all but one.",
  messages: {
    lost: "`{loser}` is ignored because `{winner}` takes precedence on this page. Keep one of them, and move the other to its own page.",
    winner: "The service uses this `{winner}`.",
  },
  examples: [
    {
      bad: "---\ntitle: Users\n[|api|]: GET https://api.example.com/users\nopenapi: GET /users\n---\n",
      good: "---\ntitle: Users\nopenapi: GET /users\n---\n",
    },
  ],
  check: checkPage(function* (page) {
    const [usedField, ...ignoredFields] = targetFieldKeys.flatMap((key) => {
      const field = getFrontmatterField(page, key);
      return field && !isEmpty(field) ? [field] : [];
    });
    for (const ignoredField of ignoredFields) {
      if (!usedField) return;
      const args = { winner: usedField.key, loser: ignoredField.key };
      const relatedLocations = [{ at: getFieldKeyLocation(page, usedField), message: "winner" as const, args }];
      yield { message: "lost", args, at: getFieldKeyLocation(page, ignoredField), relatedLocations };
    }
  }),
});

/** Whether a field has no value, as in a template. */
function isEmpty({ value }: FrontmatterField): boolean {
  return value === null || (typeof value === "string" && value.trim() === "");
}
