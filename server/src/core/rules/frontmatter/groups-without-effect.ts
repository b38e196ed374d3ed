import { getPlaygroundDisplay } from "../../site/settings/site-settings.ts";
import { getFrontmatterField, getFieldKeyLocation, getFieldText } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const groupsWithoutEffect = defineRule({
  code: "frontmatter/groups-without-effect",
  subjectKinds: ["page"],
  onlyProfile: "standard",
  severity: "information",
  summary: "`groups` on a page without `playground: auth`.",
  why: "`groups` specifies which logged-in readers can use the playground, so it needs `playground: auth`. It never hides the page itself.",
  howToFix: "To restrict the playground, set `playground: auth`. Otherwise, remove `groups`.",
  whenToTurnOff: "Turn off this rule if your service uses `groups` to restrict access to whole pages.",
  messages: {
    public:
      "`groups` has an effect only with `playground: auth`, so it doesn't restrict the playground on this page. Set `playground: auth`, or remove `groups`.",
  },
  examples: [
    {
      bad: '---\ntitle: Users\nopenapi: GET /users\n[|groups|]: ["admin"]\n---\n',
      good: '---\ntitle: Users\nopenapi: GET /users\nplayground: auth\ngroups: ["admin"]\n---\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const field = getFrontmatterField(page, "groups");
    if (!field || (getFieldText(page, "playground") ?? getPlaygroundDisplay(site)) === "auth") return;
    yield { message: "public", at: getFieldKeyLocation(page, field) };
  }),
});
