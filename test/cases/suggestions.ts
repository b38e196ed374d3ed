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
];
