import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";

const translated = {
  languages: [
    { language: "en", pages: ["index", "guide/part"] },
    { language: "fr", pages: ["fr/index", "fr/guide/part"] },
  ],
};
const moved = {
  "HEAD:index.mdx": "index.mdx",
  "HEAD:guides/install.mdx": "guides/first-steps.mdx",
};

const usersSpec = {
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  servers: [{ url: "https://e.com" }],
  paths: {
    "/users": {
      get: { tags: ["users"], summary: "List users", responses: { 200: { description: "ok" } } },
    },
  },
};

/** Suggested targets are in the page's language, and renames in Git are taken into account. */
export const suggestions: readonly Case[] = [
  {
    name: "a misspelled link in a translation",
    nav: translated,
    pages: "index guide/part fr/guide/part",
    files: { "fr/index.mdx": pageWith("[x](/guide/prt)") },
    both: ["warning link/page-not-found `/guide/prt`"],
    offers: ["Link to `/fr/guide/part`", "no Change to `/guide/part`"],
  },
  {
    name: "a link to a page that only the folder above the language has",
    nav: translated,
    pages: "index guide/part fr/guide/part install",
    files: { "fr/index.mdx": pageWith("[x](./install)") },
    both: ["warning link/page-not-found `./install`"],
    offers: ["no Link to `/install`"],
  },
  {
    name: "a redirect to a generated page that moved to another folder, like a written page",
    nav: {
      groups: [
        { group: "Start", pages: ["index", "cloud/list-users"] },
        { group: "API", openapi: "api.json" },
      ],
    },
    settings: { redirects: [{ source: "/old", destination: "/api-reference/agent/list-users" }] },
    pages: "index cloud/list-users",
    files: { "api.json": usersSpec },
    both: ["warning redirect/target-not-found"],
    offers: ["Redirect to `/api-reference/users/list-users`"],
  },
  {
    name: "a link to the default language with an anchor that only the translation has",
    nav: translated,
    files: {
      "index.mdx": pageWith("Text."),
      "guide/part.mdx": pageWith("## Plan emails"),
      "fr/guide/part.mdx": pageWith("## Planifier les envois"),
      "fr/index.mdx": pageWith("[x](/guide/part#planifier-les-envois)"),
    },
    both: ["warning link/anchor-not-found `/guide/part#planifier-les-envois`"],
    offers: ["Link to `/fr/guide/part#planifier-les-envois`"],
  },
  {
    name: "a link to the anchor that a converted heading formerly had",
    nav: { pages: ["index"] },
    files: { "index.mdx": pageWith('[x](#cli)\n\n## Set up the command line[](#cli "Direct link to heading")') },
    both: ["warning link/anchor-not-found `#cli`"],
    offers: ["Change to `#set-up-the-command-line`"],
  },
  {
    name: "a link to a heading with more words",
    nav: { pages: ["index"] },
    files: { "index.mdx": pageWith("## Run status / ps\n\n## Run ls\n\n[x](#run-ps)") },
    both: ["warning link/anchor-not-found `#run-ps`"],
    offers: ["Change to `#run-status-/-ps`"],
  },
  {
    name: "a link to a page that only another version has",
    nav: { pages: ["index", "2.x/install-guide"] },
    pages: "2.x/install-guide",
    files: { "index.mdx": pageWith("[x](/3.x/install-guide)") },
    both: ["warning link/page-not-found `/3.x/install-guide`"],
    offers: ["no Link to `/2.x/install-guide`"],
  },
  {
    name: "a link with the site's base path that a redirect without it serves",
    nav: { pages: ["index"] },
    settings: { redirects: [{ source: "/old", destination: "/index" }] },
    files: { "index.mdx": pageWith("[x](/docs/old)") },
    both: ["no link/page-not-found"],
  },
  {
    name: "a flag as text in a component that reads it as text",
    nav: { pages: ["index"] },
    files: { "index.mdx": pageWith('<Accordion title="A" defaultOpen="false">x</Accordion>') },
    both: "clean",
  },
  {
    name: "a flag as text in a component that accepts any text",
    nav: { pages: ["index"] },
    files: { "index.mdx": pageWith('<Expandable title="A" defaultOpen="false">x</Expandable>') },
    both: ["warning mdx/prop-value"],
  },
  {
    name: "a misspelled link in the default language",
    nav: translated,
    pages: "guide/part fr/index fr/guide/part",
    files: { "index.mdx": pageWith("[x](/guide/prt)") },
    both: ["warning link/page-not-found `/guide/prt`"],
    offers: ["Link to `/guide/part`", "no Change to `/fr/guide/part`"],
  },
  {
    name: "a link to a page that was renamed in Git, with a similarly named page next to it",
    nav: { pages: ["index", "guides/first-steps", "guides/installs"] },
    pages: "guides/first-steps guides/installs",
    files: { ...moved, "index.mdx": pageWith("[x](/guides/install)") },
    both: ["warning link/page-not-found `/guides/install`", "warning redirect/missing-for-moved-page"],
    offers: [
      "Link to `/guides/first-steps`",
      "no Link to `/guides/installs`",
      "Redirect `/guides/install` to `/guides/first-steps`",
      "no Redirect `/guides/install` to `/guides/installs`",
    ],
  },
  {
    name: "a parameter with its name in another prop",
    files: { "index.mdx": pageWith('<ParamField path="search" type="string" query>\n  x\n</ParamField>') },
    both: ["warning mdx/prop-value `query`"],
    offers: ['Change to `query="search"`'],
  },
  {
    name: "a translated component name",
    files: { "index.mdx": pageWith("<Catatan>\n  x\n</Catatan>") },
    both: ["warning mdx/unknown-component `Catatan`"],
    offers: ["Change to `Note`"],
  },
  {
    name: "a card whose title is the title of a page with another path",
    nav: { pages: ["index", "guides/alerting", "guides/other"] },
    pages: "guides/other",
    files: {
      "index.mdx": pageWith('<Card\n  title="Set up alerts"\n  href="/tools/notifications"\n>\n  Text.\n</Card>'),
      "guides/alerting.mdx": "---\ntitle: Set up alerts\ndescription: About alerts.\n---\n\nText.\n",
    },
    both: ["warning link/page-not-found `/tools/notifications`"],
    offers: ["Link to `/guides/alerting`"],
  },
  {
    name: "a link whose text is the title of a page with another path",
    nav: { pages: ["index", "guides/alerting"] },
    files: {
      "index.mdx": pageWith("See [set up alerts](/tools/notifications)."),
      "guides/alerting.mdx": "---\ntitle: Set up alerts\ndescription: About alerts.\n---\n\nText.\n",
    },
    both: ["warning link/page-not-found `/tools/notifications`"],
    offers: ["Link to `/guides/alerting`"],
  },
  {
    name: "a link whose text is the title of two pages",
    nav: { pages: ["index", "guides/alerting", "tools/alerting"] },
    files: {
      "index.mdx": pageWith("See [set up alerts](/notifications)."),
      "guides/alerting.mdx": "---\ntitle: Set up alerts\ndescription: About alerts.\n---\n\nText.\n",
      "tools/alerting.mdx": "---\ntitle: Set up alerts\ndescription: About tools.\n---\n\nText.\n",
    },
    both: ["warning link/page-not-found `/notifications`"],
    offers: ["no Link to `/guides/alerting`", "no Link to `/tools/alerting`"],
  },
  {
    name: "a link whose text is the common title of a page about another subject",
    nav: { pages: ["index", "billing/start"] },
    files: {
      "index.mdx": pageWith("See [Getting started](/desktop-app)."),
      "billing/start.mdx": "---\ntitle: Getting started\ndescription: About bills.\n---\n\nText.\n",
    },
    both: ["warning link/page-not-found `/desktop-app`"],
    offers: ["no Link to `/billing/start`"],
  },
  {
    name: "a link without a slash to the whole path of a page outside the navigation",
    nav: { pages: ["index", "releases/notes"] },
    pages: "index setup/postgres",
    files: { "releases/notes.mdx": pageWith("[x](setup/postgres)") },
    both: ["warning link/page-not-found `setup/postgres`"],
    offers: ["Link to `/setup/postgres`"],
  },
  {
    name: "a link with an additional pair of parentheses",
    nav: { pages: ["index", "guides/lineage"] },
    files: {
      "index.mdx": pageWith("[x]((/guides/lineage#columns))"),
      "guides/lineage.mdx": pageWith("## Columns"),
    },
    both: ["warning link/page-not-found `(/guides/lineage#columns)`"],
    offers: ["Link to `/guides/lineage#columns`", "no Create the page (/guides/lineage.mdx"],
  },
  {
    name: "a link on an index page that leads to a page only from the folder of the file",
    nav: { pages: ["index", "read/index", "read/basic"] },
    pages: "index read/basic",
    files: { "read/index.mdx": pageWith("[x](basic) [z](./basic) [a](/read/basic)") },
    both: ["warning link/page-not-found `basic`"],
    offers: ["Link to `/read/basic`"],
  },
  {
    name: "links on an index page that lead to pages only from the folder of the file",
    nav: { pages: ["index", "read/index", "read/basic", "read/batch"] },
    pages: "index read/basic read/batch",
    files: { "read/index.mdx": pageWith("[x](basic)\n\n[y](batch)\n\n[z](read/basic)") },
    both: ["warning link/page-not-found `basic`", "warning link/page-not-found `batch`"],
    shown: ["warning link/page-not-found"],
    offers: ["Link to `/read/basic`", "Link to `/read/batch`"],
  },
  {
    name: "links without the slash at the start",
    nav: { pages: ["index", "guides/one", "guides/two", "guides/three"] },
    pages: "index guides/two guides/three",
    files: { "guides/one.mdx": pageWith("[x](guides/two#gone) [y](guides/three)") },
    both: ["warning link/page-not-found `guides/two#gone`", "warning link/page-not-found `guides/three`"],
    shown: ["warning link/page-not-found"],
    offers: ["Link to `/guides/two`", "Link to `/guides/three`"],
  },
  {
    name: "links that lack the version",
    nav: {
      versions: [
        { version: "v1", pages: ["v1/index", "v1/prompts/one", "v1/prompts/two"] },
        { version: "v0", pages: ["v0/index", "v0/prompts/one"] },
      ],
    },
    pages: "v1/prompts/one v1/prompts/two v0/prompts/one",
    files: {
      "v1/index.mdx": pageWith("[x](/prompts/one) [y](/prompts/two)"),
      "v0/index.mdx": pageWith("[x](/prompts/one)"),
    },
    both: [
      "warning link/page-not-found `/prompts/one`",
      "warning link/page-not-found `/prompts/two`",
      "warning link/page-not-found `/prompts/one`",
    ],
    shown: ["warning link/page-not-found"],
    offers: ["Link to `/v1/prompts/one`", "Link to `/v1/prompts/two`", "Link to `/v0/prompts/one`"],
  },
  {
    name: "links to the HTML files of pages",
    nav: { pages: ["index", "ref/one", "ref/two"] },
    pages: "ref/one ref/two",
    files: { "index.mdx": pageWith("[x](ref/one.html) [y](/ref/two.html)") },
    both: ["warning link/file-not-found `ref/one.html`", "warning link/file-not-found `/ref/two.html`"],
    shown: ["warning link/file-not-found"],
    offers: ["Change to `/ref/one`", "Change to `/ref/two`"],
  },
  {
    name: "a link that lacks a folder to a page outside the navigation",
    nav: { pages: ["index", "dev/nav"] },
    pages: "index dev/features/openai",
    files: { "dev/nav.mdx": pageWith("[x](/features/openai)") },
    both: ["warning link/page-not-found `/features/openai`"],
    offers: ["Link to `/dev/features/openai`"],
  },
  {
    name: "a link without a folder to the site's only quickstart",
    nav: { pages: ["index", "getting-started/quickstart", "cli/demo"] },
    pages: "index getting-started/quickstart",
    files: { "cli/demo.mdx": pageWith("[x](/quickstart)") },
    both: ["warning link/page-not-found `/quickstart`"],
    offers: ["Link to `/getting-started/quickstart`"],
  },
  {
    name: "a placeholder in a template",
    files: { "index.mdx": pageWith("[x](API_REF_PATH)") },
    both: ["warning link/page-not-found `API_REF_PATH`"],
    offers: ["no Create the page API_REF_PATH.mdx"],
  },
  {
    name: "an anchor that starts the text of one heading on the highest level",
    files: {
      "index.mdx": pageWith(
        "[x](#file-authentication)\n\n## File authentication (with your own key and settings)\n\n### File authentication methods",
      ),
    },
    both: ["warning link/anchor-not-found `#file-authentication`"],
    offers: ["Change to `#file-authentication-with-your-own-key-and-settings`"],
  },
  {
    name: "an anchor that starts the text of two headings on the highest level",
    files: {
      "index.mdx": pageWith(
        "[x](#file-authentication)\n\n## File authentication methods\n\n## File authentication keys",
      ),
    },
    both: ["warning link/anchor-not-found `#file-authentication`"],
    offers: ["no Change to `#file-authentication-methods`", "no Change to `#file-authentication-keys`"],
  },
  {
    name: "the number of a repeated heading in its own section",
    files: { "index.mdx": pageWith("## Product\n\nText.\n\n## Product\n\n[x](#product-1)") },
    both: ["warning link/anchor-not-found `#product-1`"],
    offers: ["Change to `#product-2`"],
  },
  {
    name: "three anchors that differ from headings only in separators",
    files: {
      "index.mdx": pageWith(
        "[x](#one_type) [y](#two_type) [z](#three_type) [w](#gone)\n\n## One type\n\n## Two type\n\n## Three type",
      ),
    },
    both: [
      "warning link/anchor-not-found `#one_type`",
      "warning link/anchor-not-found `#two_type`",
      "warning link/anchor-not-found `#three_type`",
      "warning link/anchor-not-found `#gone`",
    ],
    shown: ["warning link/anchor-not-found", "warning link/anchor-not-found"],
    offers: ["Change to `#one-type`"],
  },
  {
    name: "an entry for a file that the service creates",
    nav: { pages: ["index", "/llms.txt"] },
    both: ["error nav/page-not-found `/llms.txt`"],
    offers: ["no Create the page llms.txt.mdx", "Remove entry"],
  },
  {
    name: "a part of a list that was copied",
    nav: { pages: ["index", "a", "b", "c", "d", "a", "b", "c", "d"] },
    pages: "index a b c d",
    both: ["a", "b", "c", "d"].map((page) => `warning nav/page-listed-twice \`${page}\``),
    shown: ["warning nav/page-listed-twice"],
  },
  {
    name: "an anchor without the separators of its heading",
    files: { "index.mdx": pageWith("[x](#awsec2imds_settings)\n\n## aws.ec2.imds_settings\n\n## aws.ec2") },
    both: ["warning link/anchor-not-found `#awsec2imds_settings`"],
    offers: ["Change to `#aws-ec2-imds_settings`"],
  },
  {
    name: "a link to a page with the same title in another section that exists",
    nav: { pages: ["index", "one/start", "two/alerting"] },
    pages: "index one/start",
    files: {
      "one/other.mdx": pageWith("[Set up alerts](/one/notifications)"),
      "two/alerting.mdx": "---\ntitle: Set up alerts\ndescription: About alerts.\n---\n\nText.\n",
    },
    both: ["warning link/page-not-found `/one/notifications`"],
    offers: ["no Link to `/two/alerting`"],
  },
  {
    name: "a whole path without a slash on a page about another language",
    nav: { pages: ["index", "sdks/go/tasks", "guides/parallel"] },
    pages: "index guides/parallel",
    files: { "sdks/go/tasks.mdx": pageWith("[x](guides/parallel)") },
    both: ["warning link/page-not-found `guides/parallel`"],
    offers: ["Link to `/guides/parallel`"],
  },
  {
    name: "a moved page with an anchor that is spelled differently",
    nav: { pages: ["index", "guides/semantic-layer"] },
    files: {
      "index.mdx": pageWith("[x](/semantic-layer#How-To-Work)"),
      "guides/semantic-layer.mdx": pageWith("## How to work"),
    },
    both: ["warning link/page-not-found `/semantic-layer#How-To-Work`"],
    offers: ["Link to `/guides/semantic-layer#how-to-work`"],
  },
  {
    name: "an anchor that is the name of another page in the folder",
    nav: { pages: ["index", "parts/badge", "parts/message-list", "parts/overview"] },
    pages: "index parts/message-list parts/overview",
    files: { "parts/badge.mdx": pageWith("[x](#messagelist) [y](#overview)\n\n## Use") },
    both: ["warning link/anchor-not-found `#messagelist`", "warning link/anchor-not-found `#overview`"],
    offers: ["Link to `/parts/message-list`", "no Link to `/parts/overview`"],
  },
  {
    name: "URLs in angle brackets in a prop",
    files: {
      "index.mdx": pageWith(
        '<Card title="A" href="<https://e.com/a>" />\n\n<Card title="B" href="<https://e.com/b>" />\n\n[C](<https://e.com/c>)',
      ),
    },
    both: ["warning link/page-not-found `<https://e.com/a>`", "warning link/page-not-found `<https://e.com/b>`"],
    shown: ["warning link/page-not-found"],
    offers: ["Link to `https://e.com/a`", "no Create the page <https://e.com/a>.mdx"],
  },
  {
    name: "a page with the same one-word name in a reference",
    nav: { pages: ["index", "plugins/reference/core/flows"] },
    pages: "plugins/reference/core/flows",
    files: { "index.mdx": pageWith('<Card title="Concepts" href="/concepts/flows" />') },
    both: ["warning link/page-not-found `/concepts/flows`"],
    offers: ["no Link to `/plugins/reference/core/flows`"],
  },
  {
    name: "an anchor in a link to the file from which a page was generated",
    nav: { pages: ["index", "guide"] },
    files: {
      "index.mdx": pageWith("[a](/guide.html#instal) [b](/guide.html#gone)"),
      "guide.mdx": pageWith("## Install"),
    },
    both: ["warning link/file-not-found `/guide.html#instal`", "warning link/file-not-found `/guide.html#gone`"],
    offers: ["Change to `/guide#install`", "Change to `/guide`", "no Change to `/guide#gone`"],
  },
  {
    name: "a link to a page that the navigation lists although it doesn't exist",
    nav: { pages: ["index", "guides/x"] },
    files: { "index.mdx": pageWith("[x](/guides/x) [y](/guides/y)") },
    both: [
      "error nav/page-not-found `guides/x`",
      "warning link/page-not-found `/guides/y`",
      "hint link/page-not-found",
    ],
  },
  {
    name: "links to pages in a folder that doesn't exist",
    files: { "index.mdx": pageWith("[x](/other/push) [y](/other/web) [z](/gone)") },
    both: [
      "warning link/page-not-found `/other/push`",
      "warning link/page-not-found `/other/web`",
      "warning link/page-not-found `/gone`",
    ],
    shown: ["warning link/page-not-found", "warning link/page-not-found"],
  },
  {
    name: "images in a folder that doesn't exist",
    files: { "index.mdx": pageWith("![x](/shots/a.png)\n\n![y](/shots/b.png)\n\n![z](/c.png)") },
    both: [
      "warning link/file-not-found `/shots/a.png`",
      "warning link/file-not-found `/shots/b.png`",
      "warning link/file-not-found `/c.png`",
    ],
    shown: ["warning link/file-not-found", "warning link/file-not-found"],
  },
  {
    name: "an image after a tag that is hidden",
    files: { "index.mdx": pageWith('<span id="top" style={{ display: "none" }} />\n\n![x](/gone.png)') },
    both: ["warning link/file-not-found `/gone.png`"],
  },
  {
    name: "a link whose text names a folder that has a similar name now",
    pages: "index guide/quickstart",
    files: { "index.mdx": pageWith("[Guides](/guides/quickstart)") },
    both: ["warning link/page-not-found `/guides/quickstart`"],
    offers: ["Link to `/guide/quickstart`"],
  },
  {
    name: "images that are in another folder",
    files: {
      "index.mdx": pageWith("![x](/shots/a.png)\n\n![y](/shots/b.png)\n\n![z](/shots/d.png)"),
      "images/a.png": "",
      "images/b.png": "",
      "shots/c.png": "",
      "pictures/d.png": "",
    },
    both: [
      "warning link/file-not-found `/shots/a.png`",
      "warning link/file-not-found `/shots/b.png`",
      "warning link/file-not-found `/shots/d.png`",
    ],
    shown: ["warning link/file-not-found", "warning link/file-not-found"],
    offers: ["Change to `/images/a.png`", "Change to `/pictures/d.png`"],
  },
  {
    name: "an image that its style hides",
    files: {
      "index.mdx": pageWith(
        '<img src="/a.png" alt="A" style={{ display: "none" }} />\n\n<img src="/b.png" alt="B" style={{ display: "block" }} />',
      ),
    },
    both: ["warning link/file-not-found `/b.png`", "hint link/file-not-found `/a.png`"],
  },
  {
    name: "a heading in a code block that isn't closed",
    files: {
      "index.mdx": pageWith(
        "### Serialize\n\n```js\nx\n\n### Deserialize\n\n```js\ny\n```\n\n[x](#deserialize) [y](#gone)",
      ),
    },
    both: ["warning mdx/syntax", "warning link/anchor-not-found `#gone`"],
  },
  {
    name: "icons of another library on pages and in props",
    nav: { pages: ["index", "a", "b", "c", "d"] },
    files: {
      "index.mdx": pageWith('<Card title="A" icon="app-window" href="/a" />'),
      ...Object.fromEntries(["a", "b", "c", "d"].map((page) => [`${page}.mdx`, pageWith("x", "icon: app-window\n")])),
    },
    both: ["a", "b", "c", "d"].map(() => "warning frontmatter/unknown-icon `app-window`"),
    shown: ["warning frontmatter/unknown-icon"],
  },
];
