import { getKeyPattern } from "../../site/settings/secret-keys.ts";
import { checkFile, defineRule } from "../rule.ts";

export const keyInSource = defineRule({
  code: "security/key-in-source",
  subjectKinds: ["file"],
  severity: "error",
  summary: "A file in the site that appears to contain an administrator key.",
  why: "Anyone who can read the site's source files, or a page that shows the key, can use the key to act as the site's administrator. Removing the key isn't enough, because it remains in the version history. Docwright also checks files that `.mintignore` excludes, but not files that the site's `.gitignore` excludes. The key prefix comes from the profile, or from `keyPrefix` in `.docwright.json`. Docwright never shows the key itself.",
  howToFix:
    "Revoke the key in the dashboard, and remove it from the file. If you need a key, create a new one, and store it outside the site.",
  whenToTurnOff: "Keep this rule on, because anyone with the key can change the site.",
  messages: {
    key: "This looks like an administrator key, so anyone who can read this file can change the site. Revoke the key in the dashboard, then remove it here.",
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
    if (!getKeyPattern(site.profile, site.settings)) return;
    // Anyone can read the key in the source, even if readers don't find the page in the navigation.
    for (const range of site.keys.get(file) ?? []) yield { message: "key", at: { file, range }, severity: "error" };
  }),
});
