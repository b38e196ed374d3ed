import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";

const nowhere = ["warning link/page-not-found `/nowhere`"];

const op = (more: object) => ({ responses: { 200: { description: "ok" } }, ...more });
const spec = (paths: object) => ({
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  servers: [{ url: "https://e.com" }],
  paths,
});
const apiGroup = (link: string, paths: object, pages?: readonly string[]): Omit<Case, "name"> => ({
  nav: {
    groups: [
      { group: "Start", pages: ["index"] },
      { group: "API", openapi: "api.json", ...(pages && { pages }) },
    ],
  },
  files: { "api.json": spec(paths), "index.mdx": pageWith(`[x](${link})`) },
});

/** Pages and other files in the site. */
export const harderSites: readonly Case[] = [
  {
    name: "a page that starts with a byte order mark",
    files: { "index.mdx": `\uFEFF${pageWith("x")}` },
    both: "clean",
  },
  {
    name: "MDX in the frontmatter",
    files: { "index.mdx": pageWith("x", 'note: "a <br> {b} [x](/nowhere)"\n') },
    both: "clean",
  },
  {
    name: "a page with only frontmatter",
    files: { "index.mdx": "---\ntitle: A\ndescription: B.\n---" },
    both: "clean",
  },
  { name: "an empty page", files: { "index.mdx": "" }, both: "no error" },
  { name: "a page without frontmatter", files: { "index.mdx": "[x](/nowhere)\n" }, both: nowhere },
  {
    name: "a broken link in each language's page",
    nav: {
      languages: [
        { language: "en", pages: ["en/a"] },
        { language: "es", pages: ["es/a"] },
      ],
    },
    pages: "",
    files: { "en/a.mdx": pageWith("[x](/nowhere)"), "es/a.mdx": pageWith("[x](/nowhere)") },
    both: [...nowhere, ...nowhere],
  },
  {
    name: "a broken link in a snippet of two pages, which is reported once",
    nav: { pages: ["index", "a"] },
    pages: "",
    files: {
      "index.mdx": pageWith('import S from "/snippets/s.mdx";\n\n<S />'),
      "a.mdx": `---\ntitle: Beta\ndescription: B.\n---\n\nimport S from "/snippets/s.mdx";\n\n<S />\n`,
      "snippets/s.mdx": "[x](/nowhere)\n",
    },
    both: nowhere,
  },
  {
    name: "a snippet's link that works on only one page",
    nav: { pages: ["index", "guides/b", "a"] },
    pages: "a",
    files: {
      "index.mdx": pageWith('import S from "/snippets/s.mdx";\n\n<S />'),
      "guides/b.mdx": `---\ntitle: Beta\ndescription: B.\n---\n\nimport S from "/snippets/s.mdx";\n\n<S />\n`,
      "snippets/s.mdx": "[x](a)\n",
    },
    both: ["warning link/page-not-found `a`"],
  },
  {
    name: "a snippet's link to an anchor that each page has",
    nav: { pages: ["index"] },
    pages: "",
    files: {
      "index.mdx": pageWith('import S from "/snippets/s.mdx";\n\n<S />\n\n## Second part'),
      "snippets/s.mdx": "[x](#second-part)\n",
    },
    both: "clean",
  },
  {
    name: "a Markdown page",
    nav: { pages: ["index", "a"] },
    files: { "a.md": pageWith("[x](/nowhere)").replace("Alpha", "Beta") },
    both: nowhere,
  },
  {
    name: "a link to a language folder with a first page",
    nav: {
      languages: [
        { language: "en", pages: ["index"] },
        { language: "es", pages: ["es/index"] },
      ],
    },
    pages: "es/index",
    files: { "index.mdx": pageWith("[x](/es)") },
    both: "no error",
  },
  {
    name: "a link to a generated page that an entry lists",
    ...apiGroup(
      "/api-reference/users/list-users",
      { "/users": { get: op({ tags: ["users"], summary: "List users" }) } },
      ["GET /users"],
    ),
    both: "clean",
  },
  {
    name: "a link to a generated page whose operation isn't listed",
    ...apiGroup(
      "/api-reference/users/list-users",
      {
        "/users": {
          get: op({ tags: ["users"], summary: "List users" }),
          post: op({ tags: ["users"], summary: "Create" }),
        },
      },
      ["POST /users"],
    ),
    both: ["warning link/page-not-found"],
  },
  {
    name: "a link to an anchor of a generated page, which only the service knows",
    ...apiGroup("/api-reference/users/list-users#limit", {
      "/users": { get: op({ tags: ["users"], summary: "List users" }) },
    }),
    both: "clean",
  },
  {
    name: "a link to an excluded operation, which has no page",
    ...apiGroup("/api-reference/users/list-users", {
      "/users": {
        get: op({ tags: ["users"], summary: "List users", "x-excluded": true }),
        post: op({ tags: ["users"], summary: "Create" }),
      },
    }),
    both: ["warning link/page-not-found"],
  },
  {
    name: "a link to an operation with a custom URL",
    ...apiGroup("/own/place", {
      "/users": { get: op({ tags: ["users"], summary: "List users", "x-service": { href: "/own/place" } }) },
    }),
    both: "clean",
  },
  {
    name: "a link to the default URL of an operation with a custom URL",
    ...apiGroup("/api-reference/users/list-users", {
      "/users": { get: op({ tags: ["users"], summary: "List users", "x-service": { href: "/own/place" } }) },
    }),
    both: ["warning link/page-not-found"],
  },
  {
    name: "a link through a redirect with a trailing slash",
    settings: { redirects: [{ source: "/old/", destination: "/index" }] },
    files: { "index.mdx": pageWith("[x](/old)") },
    both: "clean",
  },
  {
    name: "a link that matches two redirect patterns",
    nav: { pages: ["index", "b/x"] },
    pages: "b/x",
    settings: {
      redirects: [
        { source: "/a/*", destination: "/b/*" },
        { source: "/:all*", destination: "/index" },
      ],
    },
    files: { "index.mdx": pageWith("[x](/a/x) [y](/c/d)") },
    both: "no error",
  },
  {
    name: "a comment that ignores an unknown component",
    files: { "index.mdx": pageWith("{/* docwright-ignore mdx/unknown-component */}\n<Zebra />") },
    both: "clean",
  },
  {
    name: "an ignore comment in a list",
    files: { "index.mdx": pageWith("- a\n  {/* docwright-ignore link/page-not-found */}\n  [x](/nowhere)") },
    both: "clean",
  },
  {
    name: "MDX that can't be parsed, with the rule turned off",
    files: { ".docwright.json": { rules: { "mdx/syntax": "off" } }, "index.mdx": pageWith("one<br>two") },
    both: "clean",
  },
];
