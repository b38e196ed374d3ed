import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";

const languages = (...codes: readonly string[]) => ({
  languages: codes.map((language) => ({
    language,
    pages: language === "en" ? ["index", "a"] : [`${language}/index`, `${language}/a`],
  })),
});

/** Returns versions that each contain the pages `index` and `a` in their own folder. The default version is last. */
const versions = (folder: string, ...names: readonly string[]) => ({
  versions: names.map((version, i) => ({
    version,
    default: i === names.length - 1,
    pages: ["index", "a"].map((page) => `${folder}${version}/${page}`),
  })),
});

/** Problems that occur in several languages or versions are shown as one problem. */
export const causesInDivisions: readonly Case[] = [
  {
    name: "four links to a missing page that translations repeat",
    nav: languages("en", "de", "fr"),
    pages: "index de/index fr/index",
    files: Object.fromEntries(
      ["", "de/", "fr/"].map((folder) => [
        `${folder}a.mdx`,
        pageWith(`[1](/${folder}gone) [2](/${folder}gone) [3](/${folder}gone) [4](/${folder}gone)`),
      ]),
    ),
    both: "fault",
    shown: ["warning link/page-not-found"],
  },
  {
    name: "four links to a missing page in two versions",
    nav: versions("", "v1", "v2"),
    pages: "v1/index v2/index",
    files: Object.fromEntries(
      ["v1", "v2"].map((version) => [
        `${version}/a.mdx`,
        pageWith([1, 2, 3, 4].map((n) => `[${n}](/${version}/gone)`).join(" ")),
      ]),
    ),
    both: "fault",
    shown: ["warning link/page-not-found"],
  },
  {
    name: "a broken link on a page and its translations",
    nav: languages("en", "de", "fr"),
    pages: "index de/index fr/index",
    files: {
      "a.mdx": pageWith("[x](/gone)"),
      "de/a.mdx": pageWith("[x](/de/gone)"),
      "fr/a.mdx": pageWith("[x](/fr/gone)"),
    },
    both: "fault",
    shown: ["warning link/page-not-found"],
  },
  {
    name: "a broken link that two translations have",
    nav: languages("en", "de", "fr"),
    pages: "index a de/index fr/index",
    files: { "de/a.mdx": pageWith("[x](/de/gone)"), "fr/a.mdx": pageWith("[x](/fr/gone)") },
    both: "fault",
    shown: ["warning link/page-not-found", "warning link/page-not-found"],
  },
  {
    name: "a broken link on a page in several versions",
    nav: versions("", "v1", "v2", "v10.1"),
    pages: "v1/index v2/index v10.1/index",
    files: {
      "v1/a.mdx": pageWith("[x](/v1/gone) [y](#gone)"),
      "v2/a.mdx": pageWith("Text. [x](/v2/gone)"),
      "v10.1/a.mdx": pageWith("Text.\n\n[x](/v10.1/gone) [y](#gone)"),
    },
    both: "fault",
    shown: ["warning link/page-not-found", "warning link/anchor-not-found"],
  },
  {
    name: "a page that two versions list twice",
    nav: {
      versions: ["v1", "v2"].map((version) => ({
        version,
        pages: [`${version}/index`, `${version}/a`, `${version}/a`],
      })),
    },
    pages: "v1/index v1/a v2/index v2/a",
    both: "fault",
    shown: ["warning nav/page-listed-twice"],
  },
  {
    name: "a page that two languages list twice",
    nav: {
      languages: [
        { language: "en", pages: ["index", "a", "a"] },
        { language: "fr", pages: ["fr/index", "fr/a", "fr/a"] },
      ],
    },
    pages: "index a fr/index fr/a",
    both: "fault",
    shown: ["warning nav/page-listed-twice"],
  },
  {
    name: "different broken links in two versions",
    nav: versions("", "v1", "v2"),
    pages: "v1/index v2/index",
    files: { "v1/a.mdx": pageWith("[x](/v1/gone)"), "v2/a.mdx": pageWith("[x](/v2/lost)") },
    both: "fault",
    shown: ["warning link/page-not-found", "warning link/page-not-found"],
  },
  {
    name: "a broken link on a page that isn't in its version's navigation",
    nav: versions("", "v1", "v2"),
    pages: "v1/index v2/index v1/a v2/a",
    files: { "v1/b/c.mdx": pageWith("[x](/v1/gone)"), "v2/b/c.mdx": pageWith("[x](/v2/gone)") },
    both: "fault",
    shown: ["warning link/page-not-found"],
  },
  {
    name: "a broken link in two translations of each version",
    nav: {
      languages: ["en", "de", "fr"].map((language) => ({
        language,
        ...versions(`${language}/`, "v1", "v2"),
      })),
    },
    pages: ["en", "de", "fr"].flatMap((code) => [`${code}/v1/index`, `${code}/v2/index`]).join(" "),
    files: {
      ...Object.fromEntries(
        ["de/v1", "de/v2", "fr/v1", "fr/v2"].map((folder) => [`${folder}/a.mdx`, pageWith("[x](#gone)")]),
      ),
      "en/v1/a.mdx": pageWith("Text."),
      "en/v2/a.mdx": pageWith("Text."),
    },
    both: "fault",
    shown: ["warning link/anchor-not-found", "warning link/anchor-not-found"],
  },
  {
    name: "a language without any of its pages",
    nav: languages("en", "fr"),
    pages: "index a",
    both: "fault",
    shown: ["error nav/page-not-found"],
  },
  {
    name: "a language without one of its pages",
    nav: languages("en", "fr"),
    pages: "index a fr/index",
    both: ["error nav/page-not-found `fr/a`"],
    shown: ["error nav/page-not-found"],
  },
  {
    name: "groups without pages in two languages, and two languages without pages",
    nav: {
      languages: [
        {
          language: "en",
          groups: [
            { group: "A", pages: ["index"] },
            { group: "Later", pages: [] },
          ],
        },
        {
          language: "fr",
          groups: [
            { group: "A", pages: ["fr/index"] },
            { group: "Plus tard", pages: [] },
          ],
        },
        { language: "de", pages: [] },
        { language: "es", pages: [] },
      ],
    },
    pages: "index fr/index",
    both: "fault",
    shown: ["warning nav/empty-element", "warning nav/empty-element", "warning nav/empty-element"],
  },
  {
    name: "two groups without pages in one language",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        { group: "B", pages: [] },
        { group: "C", pages: [] },
      ],
    },
    both: "fault",
    shown: ["warning nav/empty-element", "warning nav/empty-element"],
  },
  {
    name: "a link without a target on a page and in its translations",
    nav: {
      languages: [
        { language: "en", pages: ["index"] },
        { language: "fr", pages: ["fr/index"] },
      ],
    },
    files: {
      "index.mdx": pageWith("[Start]()"),
      "fr/index.mdx": pageWith("[Démarrer]()"),
    },
    both: "fault",
    shown: ["warning link/empty"],
  },
  {
    name: "a wrong highlight in the translations of a page",
    nav: {
      languages: ["en", "fr", "de"].map((language) => ({
        language,
        pages: [language === "en" ? "index" : `${language}/index`],
      })),
    },
    files: Object.fromEntries(
      ["fr", "de"].map((code) => [`${code}/index.mdx`, pageWith("```js highlight={9}\nrun();\n```")]),
    ),
    both: "fault",
    shown: ["warning mdx/code-block-meta"],
  },
  {
    name: "a wrong highlight in two blocks of a page",
    files: { "index.mdx": pageWith("```js highlight={9}\nrun();\n```\n\n```js highlight={9}\nstop();\n```") },
    both: "fault",
    shown: ["warning mdx/code-block-meta", "warning mdx/code-block-meta"],
  },
  {
    name: "a page in two tabs of each language",
    pages: "index a fr/index fr/a",
    nav: {
      languages: ["", "fr/"].map((folder) => ({
        language: folder === "" ? "en" : "fr",
        tabs: [
          { tab: `${folder}Guides`, pages: [`${folder}index`, `${folder}a`] },
          { tab: `${folder}API`, pages: [`${folder}a`] },
        ],
      })),
    },
    both: "clean",
    shown: ["information nav/page-listed-twice"],
  },
];
