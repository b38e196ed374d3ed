import { getFrontmatterField, locationOfFieldKey } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

/** In the service's order of precedence. */
const targets = ["openapi-schema", "openapi", "asyncapi", "api"] as const;

export const severalTargets = defineRule({
  code: "frontmatter/several-targets",
  on: ["page"],
  severity: "warning",
  summary: "A page that names more than one thing it documents.",
  why: "A page shows one endpoint, schema or channel. The service takes the first of `openapi-schema`, `openapi`, `asyncapi` and `api`, whatever their order in the file.",
  messages: {
    lost: "This page documents what `{winner}` names, so what `{loser}` names does not show. Keep one of the two, and give the other a page of its own.",
    winner: "`{winner}` is taken.",
  },
  examples: [
    {
      bad: "---\ntitle: Users\n[|api|]: GET https://api.example.com/users\nopenapi: GET /users\n---\n",
      good: "---\ntitle: Users\nopenapi: GET /users\n---\n",
    },
  ],
  check: checkPage(function* (page) {
    const [winner, ...losers] = targets.flatMap((key) => getFrontmatterField(page, key) ?? []);
    for (const loser of losers) {
      if (!winner) return;
      const args = { winner: winner.key, loser: loser.key };
      const related = [{ at: locationOfFieldKey(page, winner), message: "winner" as const, args }];
      yield { message: "lost", args, at: locationOfFieldKey(page, loser), related };
    }
  }),
});
