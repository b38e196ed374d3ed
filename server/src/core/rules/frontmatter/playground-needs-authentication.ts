import { getFrontmatterField, getFieldText, getFieldValueLocation } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const playgroundNeedsAuthentication = defineRule({
  code: "frontmatter/playground-needs-authentication",
  subjectKinds: ["page"],
  severity: "warning",
  summary: "A page with a playground for logged-in readers on a site without authentication.",
  why: "With `playground: auth`, only logged-in readers see the playground. On a site without authentication, no one sees it.",
  howToFix:
    "If readers can't log in to the site, use `interactive` or `simple`. If they can, set `authentication` to `true` in `.docwright.json`.",
  whenToTurnOff: "Keep this rule on. Without authentication, readers can't see a playground that's set to `auth`.",
  messages: {
    without:
      "`auth` shows the playground only to logged-in readers, but `authentication` is `false` in `.docwright.json`, so no one sees it. Use `interactive` or `simple`.",
    unknown:
      "`auth` shows the playground only to logged-in readers. If readers can't log in to this site, no one sees it. Set `authentication` in `.docwright.json`.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["users"] } }\n//- .docwright.json\n{ "authentication": false }\n//- users.mdx\n---\ntitle: Users\nplayground: [|auth|]\n---\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["users"] } }\n//- .docwright.json\n{ "authentication": true }\n//- users.mdx\n---\ntitle: Users\nplayground: auth\n---\n',
    },
  ],
  check: checkPage(function* (page, { settings }) {
    const field = getFrontmatterField(page, "playground");
    if (!field || getFieldText(page, "playground") !== "auth" || settings.authentication === true) return;
    const at = getFieldValueLocation(page, field);
    if (settings.authentication === false) yield { message: "without", at };
    else yield { message: "unknown", at, severity: "hint" };
  }),
});
