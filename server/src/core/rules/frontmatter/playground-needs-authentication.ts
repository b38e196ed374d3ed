import { getFrontmatterField, getFieldText, locationOfFieldValue } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const playgroundNeedsAuthentication = defineRule({
  code: "frontmatter/playground-needs-authentication",
  on: ["page"],
  severity: "warning",
  summary: "A page whose playground is for logged-in readers, on a site without login.",
  why: "With `playground: auth` only readers who are logged in see the playground. On a site without authentication that is nobody.",
  messages: {
    without:
      "`auth` shows the playground to logged-in readers only, and `.docwright.json` says that nobody can log in, so no reader sees it. Choose `interactive` or `simple`.",
    unknown:
      "`auth` shows the playground to logged-in readers only. If nobody can log in to this site, no reader sees it. Set `authentication` in `.docwright.json`.",
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
    const at = locationOfFieldValue(page, field);
    if (settings.authentication === false) yield { message: "without", at };
    else yield { message: "unknown", at, severity: "hint" };
  }),
});
