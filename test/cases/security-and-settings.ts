import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";

// This text looks random. It's concatenated here, so that this file doesn't contain a key.
const random = ["k7Qz", "9fRw", "2LpX", "4vTn", "8sYb", "3cHd"].join("");
const key = `mint_${random}`;
const found = ["error security/key-in-source"];
const inFiles = (files: Readonly<Record<string, unknown>>): Pick<Case, "standard" | "mintlify" | "files"> => ({
  files,
  standard: "clean",
  mintlify: found,
});
const inPage = (body: string) => inFiles({ "index.mdx": pageWith(body) });

/** Cases about the administrator key prefix and `security/key-in-source`. */
export const security: readonly Case[] = [
  { name: "a key in a page", ...inPage(`Use ${key} here.`) },
  { name: "a key in a code block", ...inPage(`\`\`\`bash\ncurl -H "Authorization: Bearer ${key}"\n\`\`\``) },
  { name: "a key in inline code", ...inPage(`\`${key}\``) },
  { name: "a key in a comment", ...inPage(`{/* ${key} */}`) },
  { name: "a key in the frontmatter", ...inFiles({ "index.mdx": pageWith("x", `key: ${key}\n`) }) },
  { name: "a key in docs.json", settings: { description: key }, standard: "clean", mintlify: found },
  { name: "a key in a code file", ...inFiles({ "snippets/a.js": `export const a = "${key}";\n` }) },
  {
    name: "a key in a specification",
    ...inFiles({
      "api.json": {
        openapi: "3.1.0",
        info: { title: "A", version: "1", description: key },
        servers: [{ url: "https://e.com" }],
        paths: {},
      },
    }),
  },
  { name: "a key in a style sheet", ...inFiles({ "style.css": `/* ${key} */\n` }) },
  {
    name: "two keys",
    files: { "index.mdx": pageWith(`${key} and ${key}`) },
    standard: "clean",
    mintlify: [...found, ...found],
  },
  // The prefix must be followed by at least 20 characters that look random. Placeholders aren't keys.
  ...[
    `mint_${random.slice(0, 19)}`,
    `mint_${"x".repeat(24)}`,
    "mint_your_api_key_goes_right_here",
    "mint_YOUR_ADMIN_API_KEY_HERE",
    `mint_${"*".repeat(24)}`,
    "mint_<your-api-key>",
    "mint_1234567890...",
    // Keys with these prefixes aren't administrator keys.
    `mint_dsc_${random}`,
    `mint_us_${random}`,
    `sk_${random}`,
  ].map((text, index): Case => ({
    name: `text that isn't a key (${index + 1})`,
    files: { "index.mdx": pageWith(`\`${text}\``) },
    both: ["no security/key-in-source"],
  })),
  // By default, no prefix is defined. `keyPrefix` in `.docwright.json` sets one.
  {
    name: "a custom prefix",
    files: { ".docwright.json": { keyPrefix: "acme_" }, "index.mdx": pageWith(`\`acme_${random}\``) },
    both: found,
  },
  {
    name: "a placeholder after a custom prefix",
    files: {
      ".docwright.json": { keyPrefix: "acme_" },
      "index.mdx": pageWith("`acme_xxxxxxxxxxxxxxxxxxxxxxxx`"),
    },
    both: "clean",
  },
];

const lost = ["warning link/page-not-found `/nowhere`"];
const notAllowed = ["error settings/value-not-allowed"];
const withSettings = (value: unknown, body = "[x](/nowhere)", more?: Case["files"]) => ({
  files: { ".docwright.json": value, "index.mdx": pageWith(body), ...more },
});
const withBody = (body: string, fields = "") => ({ files: { "index.mdx": pageWith(body, fields) } });

/** Cases about the site's settings file and ignore comments. */
export const settingsFile: readonly Case[] = [
  {
    name: "all settings",
    files: {
      ".docwright.json": {
        profile: "standard",
        rules: { "nav/*": "warning", "link/page-not-found": "off" },
        ignore: ["drafts/**"],
        overrides: [{ files: ["old/**"], rules: { "mdx/*": "off" } }],
        basePath: "/docs",
        siteUrl: "https://docs.acme.com",
        keyPrefix: "acme_",
        authentication: true,
      },
    },
    both: "clean",
  },
  { name: "an empty object", files: { ".docwright.json": {} }, both: "clean" },
  // A syntax error in the file is an error.
  {
    name: "a trailing comma",
    files: { ".docwright.json": '{ "profile": "standard", }' },
    both: ["error settings/syntax"],
  },
  {
    name: "a truncated file",
    files: { ".docwright.json": '{ "profile": ' },
    both: ["error settings/syntax"],
  },
  { name: "an array", files: { ".docwright.json": "[]" }, both: "fault" },
  { name: "an empty file", files: { ".docwright.json": "" }, both: "fault" },
  // An unknown key is a warning.
  {
    name: "an unknown key",
    files: { ".docwright.json": { rule: {} } },
    both: ["warning settings/unknown-key `rule`"],
  },
  {
    name: "an unknown key in an override",
    files: { ".docwright.json": { overrides: [{ files: ["a/**"], rules: {}, ignore: true }] } },
    both: ["warning settings/unknown-key `ignore`"],
  },
  // An unknown rule is a warning.
  {
    name: "an unknown rule",
    files: { ".docwright.json": { rules: { "nav/page-not-fond": "off" } } },
    both: ["warning settings/unknown-rule `nav/page-not-fond`"],
  },
  {
    name: "an unknown area",
    files: { ".docwright.json": { rules: { "navi/*": "off" } } },
    both: ["warning settings/unknown-rule `navi/*`"],
  },
  {
    name: "an unknown rule in an override",
    files: { ".docwright.json": { overrides: [{ files: ["a/**"], rules: { "link/nope": "off" } }] } },
    both: ["warning settings/unknown-rule `link/nope`"],
  },
  // A value that isn't allowed is an error.
  { name: "an unknown profile", files: { ".docwright.json": { profile: "mint" } }, both: notAllowed },
  {
    name: "an unknown severity",
    files: { ".docwright.json": { rules: { "nav/*": "fatal" } } },
    both: notAllowed,
  },
  {
    name: "a number as severity",
    files: { ".docwright.json": { rules: { "nav/*": 2 } } },
    both: notAllowed,
  },
  {
    name: "a string as `authentication`",
    files: { ".docwright.json": { authentication: "yes" } },
    both: notAllowed,
  },
  { name: "a string as `ignore`", files: { ".docwright.json": { ignore: "drafts/**" } }, both: notAllowed },
  { name: "a number as `basePath`", files: { ".docwright.json": { basePath: 3 } }, both: notAllowed },
  { name: "an object as `overrides`", files: { ".docwright.json": { overrides: {} } }, both: notAllowed },
  // The effects of settings.
  { name: "a site without the file", ...withBody("[x](/nowhere)"), both: lost },
  { name: "a rule turned off", ...withSettings({ rules: { "link/page-not-found": "off" } }), both: "clean" },
  { name: "an area turned off", ...withSettings({ rules: { "link/*": "off" } }), both: "clean" },
  { name: "another rule turned off", ...withSettings({ rules: { "link/to-redirect": "off" } }), both: lost },
  {
    name: "a rule made an error",
    ...withSettings({ rules: { "link/page-not-found": "error" } }),
    both: ["error link/page-not-found `/nowhere`"],
  },
  {
    name: "a rule made a hint",
    ...withSettings({ rules: { "link/page-not-found": "hint" } }),
    both: ["hint link/page-not-found `/nowhere`"],
  },
  {
    name: "an area turned off except for one rule",
    ...withSettings({ rules: { "link/*": "off", "link/page-not-found": "information" } }),
    both: ["information link/page-not-found `/nowhere`"],
  },
  {
    name: "a hint made a warning",
    ...withSettings({ rules: { "mdx/image-without-alt": "warning" } }, "![](https://e.com/a.png)"),
    both: ["warning mdx/image-without-alt"],
  },
  {
    name: "an override for a folder",
    ...withSettings({ overrides: [{ files: ["old/**"], rules: { "link/*": "off" } }] }, "x", {
      "old/a.mdx": pageWith("[x](/nowhere)"),
    }),
    both: "clean",
  },
  {
    name: "an override for another folder",
    ...withSettings({ overrides: [{ files: ["old/**"], rules: { "link/*": "off" } }] }, "x", {
      "new/a.mdx": pageWith("[x](/nowhere)"),
    }),
    both: lost,
  },
  {
    name: "an override that raises a severity",
    ...withSettings({ overrides: [{ files: ["index.mdx"], rules: { "link/page-not-found": "error" } }] }),
    both: ["error link/page-not-found `/nowhere`"],
  },
  {
    name: "an override for docs.json",
    nav: { pages: ["index", "nope"] },
    files: {
      ".docwright.json": {
        overrides: [{ files: ["docs.json"], rules: { "nav/page-not-found": "warning" } }],
      },
    },
    both: ["warning nav/page-not-found `nope`"],
  },
  {
    name: "an ignored folder",
    ...withSettings({ ignore: ["drafts/**"] }, "x", { "drafts/a.mdx": pageWith("[x](/nowhere) a <br> b") }),
    both: "clean",
  },
  // The effects of ignore comments.
  {
    name: "an ignore comment on the line above",
    ...withBody("{/* docwright-ignore link/page-not-found */}\n[x](/nowhere)"),
    both: "clean",
  },
  {
    name: "an ignore comment with another rule",
    ...withBody("{/* docwright-ignore link/to-redirect */}\n[x](/nowhere)"),
    both: [...lost, "hint settings/unused-ignore"],
  },
  {
    name: "an ignore comment two lines above",
    ...withBody("{/* docwright-ignore link/page-not-found */}\n\ny\n\n[x](/nowhere)"),
    both: [...lost, "hint settings/unused-ignore"],
  },
  {
    name: "an ignore comment below the line",
    ...withBody("[x](/nowhere)\n\n{/* docwright-ignore link/page-not-found */}"),
    both: [...lost, "hint settings/unused-ignore"],
  },
  {
    name: "an ignore comment without an effect",
    ...withBody("{/* docwright-ignore link/page-not-found */}\ntext"),
    both: ["hint settings/unused-ignore"],
  },
  {
    name: "an ignore comment for one of two problems on the line",
    ...withBody("{/* docwright-ignore link/page-not-found */}\n[x](/nowhere) ![a](/b.png)"),
    both: ["warning link/file-not-found `/b.png`"],
  },
  {
    name: "an ignore comment for one of two lines",
    ...withBody("{/* docwright-ignore link/page-not-found */}\n[x](/nowhere)\n\n[y](/nowhere)"),
    both: lost,
  },
  {
    name: "an ignore comment in a code block",
    ...withBody("```mdx\n{/* docwright-ignore link/page-not-found */}\n```\n[x](/nowhere)"),
    both: lost,
  },
  {
    name: "an ignore comment in the frontmatter",
    ...withBody("x", "# docwright-ignore frontmatter/boost-not-positive\nboost: -1\n"),
    both: "clean",
  },
  {
    name: "an ignore comment with another rule in the frontmatter",
    ...withBody("x", "# docwright-ignore frontmatter/unknown-field\nboost: -1\n"),
    both: ["warning frontmatter/boost-not-positive", "hint settings/unused-ignore"],
  },
  // `config/playground-needs-authentication` is a warning, or a hint if authentication is unknown.
  {
    name: "a playground for signed-in readers on a site without authentication",
    settings: { api: { playground: { display: "auth" } } },
    files: { ".docwright.json": { authentication: false } },
    both: ["warning config/playground-needs-authentication"],
  },
  {
    name: "a playground for signed-in readers on a site with authentication",
    settings: { api: { playground: { display: "auth" } } },
    files: { ".docwright.json": { authentication: true } },
    both: ["no config/playground-needs-authentication"],
  },
  {
    name: "a playground for signed-in readers without information about authentication",
    settings: { api: { playground: { display: "auth" } } },
    both: ["hint config/playground-needs-authentication"],
  },
];
