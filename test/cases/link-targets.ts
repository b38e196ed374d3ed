import type { Case, Verdict } from "./case.ts";
import { pageWith } from "./page-case.ts";

const nowhere = ["warning link/page-not-found"];
const noAnchor = ["warning link/anchor-not-found"];

/**
 * The name of a case, a link on index.mdx, and the expected result. The `pages` of the case are listed next to
 * index.mdx.
 */
type Row = readonly [name: string, link: string, verdict: Verdict, more?: Omit<Case, "name" | "both">];

const user = {
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  servers: [{ url: "https://e.com" }],
  paths: {
    "/users": {
      get: { tags: ["users"], summary: "List users", responses: { 200: { description: "ok" } } },
      post: { tags: ["users"], summary: "Create a user", responses: { 201: { description: "ok" } } },
    },
    "/a/{id}/b": { get: { responses: { 200: { description: "ok" } } } },
  },
};
const api = (openapi: unknown) => ({
  nav: {
    groups: [
      { group: "Start", pages: ["index"] },
      { group: "API", openapi },
    ],
  },
  files: { "api.json": user },
});
const settingsFile = (value: unknown) => ({ files: { ".docwright.json": value } });
const redirected = (source: string, destination: string, ...pages: string[]) => ({
  settings: { redirects: [{ source, destination }] },
  nav: { pages: ["index", ...pages] },
  pages: ["index", ...pages].join(" "),
});
const page = (path: string, body: string, fields = "") => ({
  nav: { pages: ["index", path] },
  files: { [`${path}.mdx`]: pageWith(body, fields) },
});

const inSpanish = {
  nav: {
    languages: [
      { language: "en", pages: ["index"] },
      { language: "es", pages: ["es/a"] },
    ],
  },
  pages: "es/a",
};

// These cases could easily cause false positives. Generated API pages, redirects, variables, the base path, and static
// routes must be recognized.
const rows: readonly Row[] = [
  // The slug of a generated page is `<directory|api-reference>/<tag>/<summary>`.
  ["a generated page", "[x](/api-reference/users/list-users)", "clean", api("api.json")],
  ["a generated page that doesn't exist", "[x](/api-reference/users/list-usrs)", nowhere, api("api.json")],
  ["a generated page without a tag or summary", "[x](/api-reference/get-a-b)", "clean", api("api.json")],
  [
    "a generated page in a custom directory",
    "[x](/ref/users/create-a-user)",
    "clean",
    api({ source: "api.json", directory: "ref" }),
  ],
  [
    "a generated page of a remote specification",
    "[x](/api-reference/users/list-users)",
    "clean",
    api("https://e.com/api.json"),
  ],
  // The paths of generated pages have at most two segments below their folder: a tag and a name.
  ...[
    ["/api-reference", "clean"],
    ["/api-reference/", "clean"],
    ["/api-reference/list-users", "clean"],
    ["/api-reference/list-users.md", "clean"],
    ["/api-reference/users/list-users/all", nowhere],
    ["/api-reference/users/List-users", nowhere],
    ["/api-reference/users/list%20users", nowhere],
    ["/reference/list-users", nowhere],
  ].map(([url, verdict]): Row => [
    `a remote specification and ${String(url)}`,
    `[x](${String(url)})`,
    verdict as Verdict,
    api({ source: "https://e.com/api.json" }),
  ]),
  [
    "a directory with several segments for a remote specification",
    "[x](/api/v1/users/list-users) [y](/api/v1/users/list-users/all) [z](/api/v2/users)",
    [...nowhere, ...nowhere],
    api({ source: "https://e.com/api.json", directory: "/api/v1/" }),
  ],
  [
    "an operation of a remote specification",
    "[x](/api-reference/users/list-users) [y](/api-reference/a/b/c)",
    nowhere,
    {
      nav: {
        groups: [
          { group: "A", pages: ["index"] },
          { group: "B", pages: ["https://e.com/api.json GET /users"] },
        ],
      },
    },
  ],
  // Links to `/llms.txt`, the RSS feed, sitemap.xml, static files, and pages of the host, such as `/pricing`.
  ["llms.txt", "[x](/llms.txt)", "clean"],
  ["llms-full.txt", "[x](/llms-full.txt)", "clean"],
  ["the sitemap", "[x](/sitemap.xml)", "clean"],
  ["a path on the site's host", "[x](/pricing)", "clean"],
  [
    "the RSS feed of a page",
    "[x](/changes/rss.xml)",
    "clean",
    page("changes", '<Update label="v1">x</Update>', "rss: true\n"),
  ],
  // The base path and the site's own URL.
  ["a link with the base path", "[x](/docs/index)", "clean", settingsFile({ basePath: "/docs" })],
  ["a broken link with the base path", "[x](/docs/nowhere)", nowhere, settingsFile({ basePath: "/docs" })],
  ["a link without the base path", "[x](/index)", "clean", settingsFile({ basePath: "/docs" })],
  [
    "a full URL on this site",
    "[x](https://docs.acme.com/index)",
    "clean",
    settingsFile({ siteUrl: "https://docs.acme.com" }),
  ],
  [
    "a full URL that isn't on this site",
    "[x](https://docs.acme.com/nowhere)",
    nowhere,
    settingsFile({ siteUrl: "https://docs.acme.com" }),
  ],
  [
    "a full URL on another site",
    "[x](https://acme.com/nowhere)",
    "clean",
    settingsFile({ siteUrl: "https://docs.acme.com" }),
  ],
  ["a full URL if the site's URL isn't set", "[x](https://docs.acme.com/nowhere)", "clean"],
  // Redirects with patterns.
  ["a redirect", "[x](/old)", "clean", redirected("/old", "/new", "new")],
  [
    "a redirect with a wildcard parameter",
    "[x](/old/a/b)",
    "clean",
    redirected("/old/:slug*", "/new/:slug*", "new/a/b"),
  ],
  ["a redirect with an asterisk", "[x](/old/a)", "clean", redirected("/old/*", "/new/*", "new/a")],
  ["a redirect with a parameter", "[x](/old/a)", "clean", redirected("/old/:id", "/new/:id", "new/a")],
  [
    "a redirect with a parameter to a missing page",
    "[x](/old/b)",
    nowhere,
    redirected("/old/:id", "/new/:id", "new/a"),
  ],
  ["a link that no redirect matches", "[x](/older)", nowhere, redirected("/old", "/new", "new")],
  [
    "a redirect parameter, which doesn't match a slash",
    "[x](/old/a/b)",
    nowhere,
    redirected("/old/:id", "/new", "new"),
  ],
  ["a redirect to another site", "[x](/old)", "clean", redirected("/old", "https://e.com")],
  ["a redirect and a missing anchor", "[x](/old#third)", noAnchor, redirected("/old", "/new", "new")],
  // Pages with `url`, `slug`, or `hidden` in their frontmatter.
  ["a page that links elsewhere", "[x](/away)", "clean", page("away", "x", "url: https://e.com\n")],
  ["a hidden page", "[x](/secret)", "clean", { files: { "secret.mdx": pageWith("x", "hidden: true\n") } }],
  ["a page outside the navigation", "[x](/loose)", "clean", { files: { "loose.mdx": pageWith("x") } }],
  // Variables in docs.json.
  [
    "a variable in a link",
    "[x](/{{v}}/a)",
    "clean",
    { nav: { pages: ["index", "v2/a"] }, pages: "v2/a", settings: { variables: { v: "v2" } } },
  ],
  [
    "a variable that links to a missing page",
    "[x](/{{v}}/a)",
    nowhere,
    { nav: { pages: ["index", "v2/a"] }, pages: "v2/a", settings: { variables: { v: "v3" } } },
  ],
  // A relative link in a snippet is resolved from each page that imports the snippet.
  [
    "a snippet's link relative to the importing page",
    'import S from "/snippets/s.mdx";\n\n<S />',
    "clean",
    { nav: { pages: ["index", "a"] }, pages: "a", files: { "snippets/s.mdx": "[x](./a)\n" } },
  ],
  [
    "a broken link in a snippet",
    'import S from "/snippets/s.mdx";\n\n<S />',
    nowhere,
    { files: { "snippets/s.mdx": "[x](/nowhere)\n" } },
  ],
  // In the navigation, a folder with an index page isn't a page. Links to the folder, however, are redirected.
  [
    "a folder with an index page",
    "[x](/guides)",
    "no error",
    { nav: { pages: ["index", "guides/index"] }, pages: "guides/index" },
  ],
  // Languages and versions.
  ["a link to a page in another language", "[x](/es/a)", "clean", inSpanish],
  ["a generated file of a language", "[x](/es/llms-full.txt)", "clean", inSpanish],
  [
    "a generated file of a language that the site doesn't have",
    "[x](/fr/llms-full.txt)",
    ["warning link/file-not-found"],
    inSpanish,
  ],
  // Files outside the site.
  [
    "a link to an ignored page",
    "[x](/drafts/a)",
    nowhere,
    { files: { ".mintignore": "drafts/\n", "drafts/a.mdx": pageWith("x") } },
  ],
  // Links to anchors.
  ["a heading on this page", "[x](#second-part)\n\n## Second part", "clean"],
  ["a missing heading on this page", "[x](#third-part)\n\n## Second part", noAnchor],
  ["a heading on another page", "[x](/a#second-part)", "clean", page("a", "## Second part")],
  ["a missing heading on another page", "[x](/a#third-part)", noAnchor, page("a", "## Second part")],
  ["a heading in a card's URL", '<Card title="A" href="/a#third-part" />', noAnchor, page("a", "## Second part")],
  ["the second of two headings with the same name", "[x](#setup-2)\n\n## Setup\n\n## Setup", "clean"],
  ["a missing third heading with the same name", "[x](#setup-3)\n\n## Setup\n\n## Setup", noAnchor],
  ["a heading with a colon in the service's notation", "[x](#step-2%3A-install)\n\n## Step 2: Install", "clean"],
  ["a heading with a colon in GitHub's notation", "[x](#step-2-install)\n\n## Step 2: Install", "clean"],
  ["a heading with code", "[x](#the-run-command)\n\n## The `run` command", "clean"],
  ["a heading in bold", "[x](#the-run-command)\n\n## The **run** command", "clean"],
  // Links without a target, and reference links whose label isn't defined.
  ["an empty target", "[x]()", ["warning link/empty `()`"]],
  ["an empty target in angle brackets", "[x](<>)", ["warning link/empty `<>`"]],
  ["an empty target in HTML", '<a href="">x</a>', ["warning link/empty"]],
  ["an empty image source", "![x]()", ["warning link/empty `()`"]],
  ["an empty image source in HTML", '<img src="" alt="x" />', ["warning link/empty"]],
  ["an empty target in a definition", "[x][y]\n\n[y]: <>", ["warning link/empty `<>`"]],
  ["the top of the page", "[x](#) <a href='#'>y</a>", "clean"],
  ["a card that isn't a link", '<Card title="A" href="">x</Card>', "clean"],
  ["an empty target in code", "`[x]()`\n\n```md\n[x]()\n```", "clean"],
  ["a call after an index", "`a[0]()`, and in \\[x\\]() nothing", "clean"],
  ["a label without a definition", "[x][nope]\n\n[y]: https://e.com", ["warning link/undefined-reference `nope`"]],
  ["an image's label without a definition", "![x][nope]", ["warning link/undefined-reference `nope`"]],
  [
    "a label in a table without a definition",
    "| A |\n|---|\n| [what it is][nope] |",
    ["warning link/undefined-reference"],
  ],
  [
    "a label after a name with capitals",
    "[GitHub][Repository]\n\n[y]: https://e.com",
    ["warning link/undefined-reference `Repository`"],
  ],
  [
    "a label in a component",
    "<Note>\n  [x][nope]\n</Note>\n\n[y]: https://e.com",
    ["warning link/undefined-reference"],
  ],
  ["a label in deleted text", "~~[how to install][nope]~~", ["warning link/undefined-reference `nope`"]],
  ["a defined label", "[x][Y  z]\n\n[y z]: https://e.com", "clean"],
  ["a label that is defined above", "[y]: https://e.com\n\n[x][y]", "clean"],
  ["a label that is defined in a list", "[x][y]\n\n- [y]: https://e.com", "clean"],
  [
    "a label that is defined only in a snippet",
    "[what it is][y]\n\nimport S from '/snippets/s.mdx';\n\n<S />",
    ["warning link/undefined-reference"],
    { files: { "snippets/s.mdx": "[y]: https://e.com\n" } },
  ],
  [
    "brackets that aren't links",
    "rows[i][j], [OPTIONS][FILE], [Number][StreetName], [StreetName][Number], [command][args...], +[country code][number], key=[name][value], [0][1], [a-z][0-9], [A-Za-z_][a-z], [[a][b]], [x][^1]\n\n[^1]: Note",
    "clean",
  ],
  ["two tags before a title", "* [3/n][Config] Flatten options", "clean"],
  ["two tags before a title on a page with definitions", "- [Fix][API] Flatten [it][y]\n\n[y]: https://e.com", "clean"],
  ["a list that is written twice", "Example: [ID_1, ID_2][ID_1, ID_2]", "clean"],
  ["a word and a number in brackets", "An array [optional][1] of names", "clean"],
  // Without a definition, a footnote is text (GFM, in remark-gfm of @mintlify/common 1.0.1176).
  ["a footnote without a definition", "A fact.[^1]\n\n[^2]: x", ["warning link/undefined-reference `^1`"]],
  ["a footnote in a component", "<Note>\n  A fact[^note].\n</Note>", ["warning link/undefined-reference `^note`"]],
  ["defined footnotes", "A fact[^Note].[^1]\n\n[^note]: x\n\n- [^1]: y", "clean"],
  ["footnotes in code", "`[^1]` and \\[^1]\n\n```\n[^1]\n```", "clean"],
  ["character classes", "Use [^a-z], [^abc]+, [^,], [^/]*, ([^x]), or [^\\s].", "clean"],
  ["a character class in a sentence", "Use [^aeiou] for consonants.", "clean"],
  [
    "an undefined footnote after a space, on a page with footnotes",
    "A fact [^own] and another.[^note]\n\n[^note]: Note",
    ["warning link/undefined-reference `^own`"],
  ],
  ["a number of a footnote after a space", "A fact [^1] here.", ["warning link/undefined-reference `^1`"]],
  [
    "a footnote that an imported snippet may define",
    "A fact.[^1]\n\nimport S from '/snippets/s.mdx';\n\n<S />",
    "clean",
    { files: { "snippets/s.mdx": "[^1]: Note\n" } },
  ],
  ["brackets in code and formulas", "`[a][b]` and $[a][b]$\n\n```\n[a][b]\n```", "clean"],
  ["brackets before a link", "[a][b](https://e.com)", "clean"],
  // Browsers can't open URLs with these schemes, and `mint` reports those that it treats as paths.
  ...[
    "htps://e.com",
    "htps:e.com",
    "ttps://e.com",
    "htttps://e.com",
    "httpss://e.com",
    "https//e.com",
    "http//e.com",
  ].map((url): Row => [`the scheme of ${url}`, `[x](${url})`, ["warning link/misspelled-scheme"]]),
  ...["http:://e.com", "https;//e.com", "https:/e.com", "https:e.com", "https://https://e.com", "mialto:a@e.com"].map(
    (url): Row => [`the scheme of ${url}`, `[x](${url})`, ["warning link/misspelled-scheme"]],
  ),
  [
    "a misspelled scheme in a card",
    '<Card title="A" href="htps://e.com">x</Card>',
    ["warning link/misspelled-scheme `htps://e.com`"],
  ],
  ["a misspelled scheme in an image", "![x](htps://e.com/a.png)", ["warning link/misspelled-scheme"]],
  ...[
    "vscode://file/x",
    "cursor://x",
    "ftp://e.com",
    "slack://open",
    "tel:+123",
    "sms:123",
    "hxxps://e.com",
    "http:///e.com",
    "HTTPS://e.com",
    "https://web.archive.org/web/2020/https://e.com",
    "https://http.cat/404",
    "https://http",
  ].map((url): Row => [`the scheme of ${url}`, `[x](${url})`, "clean"]),
  ["a heading with a link", "[x](#the-run-command)\n\n## The [run](https://e.com) command", "clean"],
  ["a heading with a custom ID", "[x](#own)\n\n## Second part {#own}", "clean"],
  ["a heading in another script", "[x](#安装)\n\n## 安装", "clean"],
  ["a heading in another script, encoded", "[x](#%E5%AE%89%E8%A3%85)\n\n## 安装", "clean"],
  ["an underlined heading", "[x](#second-part)\n\nSecond part\n-----------", "clean"],
  ["a heading in a code block", "[x](#second-part)\n\n```md\n## Second part\n```", noAnchor],
  ["a heading in a component", "[x](#second-part)\n\n<Note>\n\n## Second part\n\n</Note>", "clean"],
  ["the ID of an HTML element", '[x](#here)\n\n<div id="here">x</div>', "clean"],
  ["an accordion", '[x](#more-of-it)\n\n<Accordion title="More of it">x</Accordion>', "clean"],
  ["an accordion with a custom ID", '[x](#own)\n\n<Accordion title="A" id="own">x</Accordion>', "clean"],
  ["a tab", '[x](#more-of-it)\n\n<Tabs>\n  <Tab title="More of it">x</Tab>\n</Tabs>', "clean"],
  ["a step", '[x](#more-of-it)\n\n<Steps>\n  <Step title="More of it">x</Step>\n</Steps>', "clean"],
  ["a step with a custom ID", '[x](#own)\n\n<Steps>\n  <Step title="A" id="own">x</Step>\n</Steps>', "clean"],
  ["an update", '[x](#march)\n\n<Update label="March">x</Update>', "clean"],
  ["a missing accordion", '[x](#less-of-it)\n\n<Accordion title="More of it">x</Accordion>', noAnchor],
  [
    "a heading in a snippet",
    '[x](#in-snippet)\n\nimport S from "/snippets/s.mdx";\n\n<S />',
    "clean",
    { files: { "snippets/s.mdx": "## In snippet\n" } },
  ],
  [
    "a page whose headings may come from a code file",
    '[x](#anything)\n\nimport { S } from "/snippets/s.jsx";\n\n<S />',
    "clean",
    { files: { "snippets/s.jsx": "export const S = ({ at }) => <h2 id={at}>x</h2>;\n" } },
  ],
  ["an anchor and a query", "[x](/a?b=1#second-part)", "clean", page("a", "## Second part")],
  ["an anchor on another site", "[x](https://e.com/a#nope)", "clean"],
];

/** Targets of links. */
export const linkTargets: readonly Case[] = [
  ...rows.map(([name, link, both, more]): Case => ({
    name,
    both,
    pages: "",
    ...more,
    files: { ...more?.files, "index.mdx": pageWith(link) },
  })),
  // No pages are generated from a specification that the service doesn't use.
  {
    name: "a remote specification after another one",
    ...api(["api.json", "https://e.com/api.json"]),
    pages: "",
    files: { "api.json": user, "index.mdx": pageWith("[x](/api-reference/users/remove-a-user)") },
    standard: "clean",
    mintlify: ["warning openapi/only-first-spec-used", "warning link/page-not-found"],
  },
  {
    name: "an entry that is nested too deeply for a remote specification",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        {
          group: "B",
          openapi: "https://e.com/api.json",
          pages: ["api-reference/users/list-users", "api-reference/users/list-users/all"],
        },
      ],
    },
    both: ["error nav/page-not-found `api-reference/users/list-users/all`"],
  },
  // `mint` accepts links to folders of pages without an index page in these forms, and redirects to these folders.
  ...[
    "/guide",
    "/guide/",
    "guide",
    "./guide",
    "guide/",
    "/guide#a",
    "/guide?a=1",
    "/%67uide",
    "/guide//",
    "/deep",
    "/deep/a/",
  ].map((url): Case => ({
    name: `the link ${url} to a folder without an index page`,
    nav: { pages: ["index", "guide/start", "deep/a/b"] },
    pages: "guide/start deep/a/b",
    settings: { redirects: [{ source: "/r", destination: url.replace(/^\.\/(?=.)/, "") }] },
    files: {
      "index.mdx": pageWith(`[x](${url}) [y](/r) <Card title="A" href="${url}">x</Card>`),
      "guide/start.mdx": pageWith("## A"),
    },
    both: "clean",
  })),
  ...["/guide/index", "/guide.mdx", "/guides", "/deep/b"].map((url): Case => ({
    name: `the link ${url} to a folder without an index page`,
    nav: { pages: ["index", "guide/start", "deep/a/b"] },
    pages: "guide/start deep/a/b",
    settings: { redirects: [{ source: "/r", destination: url }] },
    files: { "index.mdx": pageWith(`[x](${url})`) },
    both: ["warning link/page-not-found", "warning redirect/target-not-found"],
  })),
  ...["/Guide", "/GUIDE/", "/Guide/start", "/guide/Start"].map((url): Case => ({
    name: `the link ${url} in another letter case`,
    nav: { pages: ["index", "guide/start"] },
    pages: "guide/start",
    settings: { redirects: [{ source: "/r", destination: url }] },
    files: { "index.mdx": pageWith(`[x](${url})`) },
    both: ["warning link/wrong-case", "warning redirect/target-not-found"],
  })),
  // Links to parameters.
  {
    name: "a parameter of a page",
    files: {
      "index.mdx": pageWith('[x](#param-user-id)\n\n<ParamField query="user_id" type="string">x</ParamField>'),
    },
    standard: "no error",
    mintlify: "no error",
  },
  {
    name: "a parameter of a page by its ID",
    files: {
      "index.mdx": pageWith('[x](#param-limit)\n\n<ParamField query="limit" type="string">x</ParamField>'),
    },
    standard: "no error",
    mintlify: "clean",
  },
  {
    name: "a link to /docs that differs from a page only in letter case",
    pages: "index Docs",
    files: { "index.mdx": pageWith("[x](/docs)") },
    both: ["warning link/wrong-case `/docs`"],
  },
  {
    name: "a link to /docs on a site at the root of its host",
    settings: { seo: { metatags: { canonical: "https://docs.example.com" } } },
    files: { "index.mdx": pageWith("[x](/docs)") },
    both: ["warning link/page-not-found `/docs`"],
  },
];
