import type { Case } from "./case.ts";

const page = "---\ntitle: A page\ndescription: It is here.\n---\n\nText.\n";
const listed = (...pages: unknown[]) => ({ pages: ["index", ...pages] });

/** Page entries and their files. */
export const navPages: readonly Case[] = [
  // An entry without a file is an error. A folder with an index page isn't a page.
  { name: "a page", nav: listed("guides/a"), pages: "index guides/a", both: "clean" },
  { name: "a missing page", nav: listed("nope"), both: ["error nav/page-not-found `nope`"] },
  {
    name: "a missing page inside three elements",
    nav: {
      tabs: [{ tab: "T", groups: [{ group: "G", pages: ["index", { group: "H", pages: ["nope"] }] }] }],
    },
    both: ["error nav/page-not-found `nope`"],
  },
  {
    name: "a folder with an index page",
    nav: listed("guides"),
    pages: "index guides/index",
    both: ["warning nav/page-not-found `guides`"],
  },
  { name: "an index page", nav: listed("guides/index"), pages: "index guides/index", both: "clean" },
  { name: "a page with .md", nav: listed("a"), files: { "a.md": page }, both: "clean" },
  { name: "a page with spaces", nav: listed("my page"), files: { "my page.mdx": page }, both: "clean" },
  { name: "a page with accents", nav: listed("é"), files: { "é.mdx": page }, both: "clean" },
  // The name is valid and the page is in the site, but folders whose names start with a dot are ignored.
  {
    name: "a page in a folder whose name starts with dots",
    nav: listed("..a/b"),
    files: { "..a/b.mdx": page },
    both: ["error nav/page-not-found `..a/b`"],
  },
  // A path whose letter case differs from the file's is an error.
  {
    name: "an entry whose letter case differs from the file's",
    nav: listed("Guides/A"),
    pages: "index guides/a",
    both: ["error nav/page-wrong-case `Guides/A`"],
  },
  {
    name: "a file whose letter case differs from the entry's",
    nav: listed("guides/a"),
    pages: "index guides/A",
    both: ["error nav/page-wrong-case `guides/a`"],
  },
  // An entry with an extension or unusual leading slashes, and an entry that is a URL, are warnings.
  {
    name: "an entry with a file extension",
    nav: listed("a.mdx"),
    pages: "index a",
    both: ["warning nav/page-has-extension `a.mdx`"],
  },
  {
    name: "an entry with a file extension for a missing page",
    nav: listed("nope.mdx"),
    both: ["error nav/page-not-found `nope.mdx`"],
  },
  {
    name: "an entry with a leading slash",
    nav: listed("/a"),
    pages: "index a",
    both: ["information nav/page-leading-slash-odd `/a`"],
  },
  { name: "an entry with two leading slashes", nav: listed("//a"), pages: "index a", both: "fault" },
  { name: "an entry with a leading dot segment", nav: listed("./a"), pages: "index a", both: "no error" },
  {
    // `generateDecoratedDocsNavigationFromPages` of @mintlify/prebuild 4.2.941 removes the slash.
    name: "an entry with a trailing slash",
    nav: listed("a/"),
    pages: "index a",
    both: ["information nav/page-leading-slash-odd `a/`"],
  },
  {
    name: "an entry that is a URL",
    nav: listed("https://example.com/a"),
    both: ["warning nav/page-is-url `https://example.com/a`"],
  },
  { name: "an entry with an anchor", nav: listed("a#b"), pages: "index a", both: "fault" },
  { name: "an entry with a query", nav: listed("a?b"), pages: "index a", both: "fault" },
  { name: "an empty entry", nav: listed(""), both: "fault" },
  { name: "an entry that is a single space", nav: listed(" "), both: "fault" },
  // A path outside the site has exactly one problem.
  ...[
    "../../secrets",
    "/etc/passwd",
    "..\\..\\x",
    "C:\\Windows\\win.ini",
    "C:x",
    "//srv/share",
    "\\\\srv\\share",
    "%2e%2e/%2e%2e/x",
    "..%2f",
    "a\u0000",
    "\ud800",
    "___/../../x",
    "x".repeat(5000),
    "\u0430",
  ].map((entry) => ({
    name: `the entry ${JSON.stringify(entry).slice(0, 40)}`,
    nav: listed(entry),
    files: { "a.mdx": page },
    both: "fault" as const,
  })),
  // The service ignores these files.
  {
    name: "an entry for a README",
    nav: listed("README"),
    files: { "README.md": page },
    both: ["error nav/page-not-found `README`"],
  },
  // README, LICENSE, CHANGELOG, and CONTRIBUTING are ignored only with the extension .md.
  { name: "an entry for README.mdx", nav: listed("README"), files: { "README.mdx": page }, both: "clean" },
  {
    name: "a page in .github",
    nav: listed(".github/a"),
    files: { ".github/a.mdx": page },
    both: ["error nav/page-not-found"],
  },
  {
    name: "a page in node_modules",
    nav: listed("node_modules/a"),
    files: { "node_modules/a.mdx": page },
    both: ["error nav/page-not-found"],
  },
  {
    name: "a page that .mintignore excludes",
    nav: listed("drafts/a"),
    files: { "drafts/a.mdx": page, ".mintignore": "drafts/\n" },
    both: ["error nav/page-not-found `drafts/a`"],
  },
  {
    name: "a page that .mintignore includes again",
    nav: listed("drafts/a"),
    files: { "drafts/a.mdx": page, ".mintignore": "drafts/*\n!drafts/a.mdx\n" },
    both: "clean",
  },
  {
    name: "an invalid page that .mintignore excludes",
    files: { "drafts/a.mdx": '---\ntitle: "x\n---\n', ".mintignore": "drafts\n" },
    both: "clean",
  },
  {
    name: "an invalid README",
    files: { "README.md": '---\ntitle: "x\n---\n', "docs/CONTRIBUTING.md": "---\na: [\n---\n" },
    both: "clean",
  },
  // Files in `/snippets/` are never pages.
  {
    name: "an entry for a snippet",
    nav: listed("snippets/a"),
    files: { "snippets/a.mdx": "Text.\n" },
    both: ["error nav/page-not-found `snippets/a`"],
  },
  {
    name: "snippets outside the navigation",
    files: { "snippets/a.mdx": "Text.\n", "README.md": "# Read me\n" },
    both: ["no nav/page-not-in-navigation"],
  },
  // An imported file is never a page.
  {
    name: "an imported file outside the navigation",
    files: {
      "index.mdx": '---\ntitle: A\n---\n\nimport B from "/parts/b.mdx";\n\n<B />\n',
      "parts/b.mdx": "Text.\n",
    },
    both: ["no nav/page-not-in-navigation"],
  },
  // A page that isn't in the navigation is a hint, because readers can still reach it by its URL. `hidden: true` turns
  // off the hint.
  { name: "a page outside the navigation", pages: "index lost", both: ["hint nav/page-not-in-navigation"] },
  {
    name: "a hidden page outside the navigation",
    files: { "lost.mdx": "---\ntitle: Lost\nhidden: true\n---\n" },
    both: ["no nav/page-not-in-navigation"],
  },
  {
    name: "a hidden page in the navigation",
    nav: listed("a"),
    files: { "a.mdx": "---\ntitle: A\nhidden: true\n---\n" },
    both: "clean",
  },
  // Readers don't see any entry of a hidden group.
  {
    name: "a missing page in a hidden group",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        { group: "B", hidden: true, pages: ["gone"] },
      ],
    },
    both: ["warning nav/page-not-found `gone`"],
  },
  {
    name: "a page with another letter case in a hidden group",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        { group: "B", hidden: true, pages: ["Lost"] },
      ],
    },
    pages: "index lost",
    both: ["warning nav/page-wrong-case `Lost`"],
  },
  // Two pages with the same URL are a warning at both locations, even if one of the pages is generated.
  {
    name: "a page as both .md and .mdx",
    nav: listed("a"),
    pages: "index a",
    files: { "a.md": page },
    both: "fault",
  },
  {
    name: "a page that is an external link",
    nav: listed("a"),
    files: { "a.mdx": "---\ntitle: A\nurl: https://e.com\n---\n" },
    both: "clean",
  },
  {
    name: "a page without frontmatter",
    nav: listed("a"),
    files: { "a.mdx": "# A\n\nText.\n" },
    both: "clean",
  },
  { name: "an empty page", nav: listed("a"), files: { "a.mdx": "" }, both: "clean" },
];
