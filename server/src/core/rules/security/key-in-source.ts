import { keyPatternOf } from "../../site/settings/secret-keys.ts";
import { checkFile, defineRule } from "../rule.ts";

export const keyInSource = defineRule({
  code: "security/key-in-source",
  on: ["file"],
  severity: "error",
  summary: "A file of the site holds what looks like an administrator key.",
  why: "Whoever can read the sources of the site, or the page it is shown on, can act as its administrator with it. Taking the text out is not enough: it stays in the history of the sources. Files that `.mintignore` leaves out are looked at too; files that the site's `.gitignore` leaves out are not. The prefix of keys is the profile's, or `keyPrefix` in `.docwright.json`. The key itself is never shown.",
  messages: {
    key: "This looks like an administrator key: whoever sees these sources can change the site. Revoke it in the dashboard, then remove it here.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["index"] } }
//- .docwright.json
{ "keyPrefix": "acme" }
//- index.mdx
Send the header \`Authorization: Bearer [|acme_q7Rk2VxN9pLm4TzW8bYc|]\`.
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["index"] } }
//- .docwright.json
{ "keyPrefix": "acme" }
//- index.mdx
Send the header \`Authorization: Bearer acme_your_api_key_goes_here\`.
`,
    },
  ],
  check: checkFile(function* (file, site) {
    if (!keyPatternOf(site.profile, site.settings)) return;
    for (const range of site.keys.get(file) ?? []) yield { message: "key", at: { file, range } };
  }),
});
