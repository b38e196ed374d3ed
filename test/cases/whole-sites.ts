import type { Case } from "./case.ts";
import { users } from "./specs.ts";

/** Returns a page in the form that translation services produce: translated text with the original IDs and links. */
const page = (title: string, body: string) => `---\ntitle: "${title}"\ndescription: "${title}."\n---\n\n${body}\n`;

const languages = {
  languages: [
    { language: "en", groups: [{ group: "Start", pages: ["index", "guides/setup"] }] },
    { language: "fr", groups: [{ group: "Démarrer", pages: ["fr/index", "fr/guides/setup"] }] },
    { language: "ko", groups: [{ group: "시작", pages: ["ko/index", "ko/guides/setup"] }] },
  ],
};

const operation = (id: string) => `get:
  operationId: ${id}
  summary: List
  responses: { "200": { $ref: "#/components/responses/Gone" } }
`;

/** Complete sites as services and generators create them. */
export const wholeSites: readonly Case[] = [
  {
    name: "a translated site",
    nav: languages,
    pages: "",
    files: {
      "index.mdx": page("Welcome", "[Set it up](/guides/setup#install-it)"),
      "guides/setup.mdx": page("Setup", "## Install it\n\n[Home](/) [Up](#install-it)"),
      "fr/index.mdx": page("Bienvenue", "[Installer](/fr/guides/setup#définir-la-clé)"),
      "fr/guides/setup.mdx": page("Configuration", "## Définir la clé\n\n[Accueil](/fr) [Haut](#définir-la-clé)"),
      "ko/index.mdx": page("환영합니다", "[설정](/ko/guides/setup#설치하기)"),
      "ko/guides/setup.mdx": page("설정", "## 설치하기\n\n[홈](/ko/index) [위](#설치하기)"),
    },
    both: "clean",
  },
  {
    name: "a translated site whose fragments are in the source language",
    nav: languages,
    pages: "index guides/setup ko/index ko/guides/setup",
    files: {
      "fr/index.mdx": page("Bienvenue", "[Installer](/fr/guides/setup#install-it)"),
      "fr/guides/setup.mdx": page("Configuration", "## Définir la clé"),
    },
    both: ["warning link/anchor-not-found `/fr/guides/setup#install-it`"],
  },
  {
    name: "a generated reference",
    nav: {
      tabs: [
        { tab: "Guides", pages: ["index"] },
        {
          tab: "API",
          openapi: "openapi.json",
          groups: [{ group: "API", pages: ["reference/list", "reference/create"] }],
        },
      ],
    },
    files: {
      "openapi.json": users,
      "reference/list.mdx": "---\ntitle: List users\nopenapi: get /users\n---\n",
      "reference/create.mdx": "---\ntitle: 'Create user'\nopenapi: openapi.json POST /users\n---\n",
    },
    // Generators write methods in lowercase, which only the mintlify profile accepts.
    standard: ["error openapi/method-not-uppercase `get`"],
    mintlify: "clean",
  },
  {
    name: "the sources of a bundled specification",
    nav: { groups: [{ group: "API", openapi: "openapi.json" }] },
    pages: "",
    files: {
      "openapi.json": users,
      "src/openapi.yaml":
        'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\n  /users: { $ref: paths/users.yaml }\n  /teams: { $ref: paths/teams.yaml }\n  /gone: { $ref: paths/gone.yaml }\n',
      "src/paths/users.yaml": operation("list"),
      "src/paths/teams.yaml": operation("list"),
    },
    both: "clean",
  },
  {
    name: "an unused specification with problems",
    nav: { groups: [{ group: "API", openapi: "openapi.json" }] },
    pages: "",
    files: {
      "openapi.json": users,
      "old.json": {
        openapi: "3.1.0",
        info: { title: "Old", version: "1" },
        paths: {
          "/a": {
            get: { operationId: "a", "x-mint": { href: 1 }, responses: { 200: { $ref: "#/gone" } } },
            put: { operationId: "a", "x-mint": { href: 1 }, responses: { 200: { $ref: "#/gone" } } },
          },
        },
      },
    },
    both: "clean",
    shown: ["information openapi/dangling-ref"],
  },
];
