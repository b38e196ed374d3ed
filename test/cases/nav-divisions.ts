import type { Case } from "./case.ts";

const language = (code: string, ...pages: string[]) => ({ language: code, pages });
const version = (name: string, ...pages: string[]) => ({ version: name, pages });

const ofTheSpecification =
  "ar ca cs cn zh-Hant nl en fi fr de he hi hu id it jp ko lv no pl pt-BR ro ru es sv tr uk uz vi".split(" ");
const onlyMintlify = "zh zh-Hans zh-CN zh-TW fr-CA fr-ca ja ja-jp ja-JP pt da".split(" ");

/** Languages, versions and products. */
export const navDivisions: readonly Case[] = [
  // The supported language codes: 29 in the standard profile and 40 in the mintlify profile.
  ...ofTheSpecification.map((code) => ({
    name: `the language ${code}`,
    nav: { languages: [language(code, "index")] },
    both: "clean" as const,
  })),
  ...onlyMintlify.map((code) => ({
    name: `the language ${code}`,
    nav: { languages: [language(code, "index")] },
    standard: [`error nav/unknown-language \`${code}\``],
    mintlify: "clean" as const,
  })),
  // Language codes are case-sensitive, and unknown codes are errors.
  ...["EN", "zh-hant", "xx", "english", "__proto__"].map((code) => ({
    name: `the language ${code}`,
    nav: { languages: [language(code, "index")] },
    both: [`error nav/unknown-language \`${code}\``],
  })),
  // A repeated language, a repeated version, and a second default version are warnings.
  {
    name: "a repeated language",
    nav: { languages: [language("en", "a"), language("en", "b")] },
    pages: "a b",
    both: ["warning nav/duplicate-language"],
  },
  {
    name: "a repeated version",
    nav: { versions: [version("1", "a"), version("1", "b")] },
    pages: "a b",
    both: ["warning nav/duplicate-version"],
  },
  {
    name: "two default versions",
    nav: {
      versions: [
        { ...version("1", "a"), default: true },
        { ...version("2", "b"), default: true },
      ],
    },
    pages: "a b",
    both: ["warning nav/several-default-versions"],
  },
  {
    name: "one default version",
    nav: { versions: [version("1", "a"), { ...version("2", "b"), default: true, tag: "Latest" }] },
    pages: "a b",
    both: "clean",
  },
  {
    name: "a default as a string",
    nav: { versions: [{ ...version("1", "a"), default: "yes" }] },
    pages: "a",
    both: ["error config/wrong-type `yes`"],
  },
  {
    name: "a version as a number",
    nav: { versions: [{ version: 1, pages: ["a"] }] },
    pages: "a",
    both: ["error config/wrong-type `1`"],
  },
  {
    name: "the same version in two languages",
    nav: {
      languages: [
        { language: "en", versions: [{ ...version("1", "a"), default: true }] },
        { language: "fr", versions: [{ ...version("1", "b"), default: true }] },
      ],
    },
    pages: "a b",
    both: "clean",
  },
  {
    name: "the same version in two products",
    nav: {
      products: [
        { product: "A", versions: [version("1", "a")] },
        { product: "B", versions: [version("1", "b")] },
      ],
    },
    pages: "a b",
    both: "clean",
  },
  {
    name: "the same language in two versions",
    nav: {
      versions: [
        { version: "1", languages: [language("en", "a")] },
        { version: "2", languages: [language("en", "b")] },
      ],
    },
    pages: "a b",
    both: "clean",
  },
  // A page that is listed twice in the same version and language is a warning. Pages may be listed in several versions
  // and languages.
  {
    name: "a repeated page",
    nav: { pages: ["index", "index"] },
    both: ["warning nav/page-listed-twice `index`"],
  },
  {
    name: "a page in two groups",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        { group: "B", pages: ["index"] },
      ],
    },
    both: ["information nav/page-listed-twice `index`"],
  },
  {
    name: "a page in a group and in a group inside it",
    nav: { groups: [{ group: "A", pages: ["index", { group: "B", pages: ["index"] }] }] },
    both: ["information nav/page-listed-twice `index`"],
  },
  {
    name: "a page listed twice in one of two groups",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        { group: "B", pages: ["index", "index"] },
      ],
    },
    both: ["information nav/page-listed-twice `index`", "warning nav/page-listed-twice `index`"],
  },
  {
    name: "a page in a hidden group and in another one",
    nav: {
      groups: [
        { group: "A", hidden: true, pages: ["index"] },
        { group: "B", pages: ["index"] },
      ],
    },
    both: ["no nav/page-listed-twice"],
  },
  {
    name: "a page in two tabs",
    nav: {
      tabs: [
        { tab: "A", pages: ["index"] },
        { tab: "B", pages: ["index"] },
      ],
    },
    both: ["information nav/page-listed-twice `index`"],
  },
  {
    name: "a page listed twice in one version",
    nav: { versions: [version("1", "a", "a")] },
    pages: "a",
    both: ["warning nav/page-listed-twice `a`"],
  },
  {
    name: "a page in two versions",
    nav: { versions: [version("1", "a"), version("2", "a")] },
    pages: "a",
    both: "clean",
  },
  {
    name: "a page in two languages",
    nav: { languages: [language("en", "a"), language("fr", "a")] },
    pages: "a",
    both: "clean",
  },
  {
    name: "a page listed with and without a leading slash",
    nav: { pages: ["index", "/index"] },
    both: "fault",
  },
  {
    name: "a page in two versions of the same language",
    nav: { languages: [{ language: "en", versions: [version("1", "a"), version("2", "a")] }] },
    pages: "a",
    both: "clean",
  },
  // If a page is listed in one language but not in the others, this is reported as information.
  {
    name: "a page that is missing in one language",
    nav: { languages: [language("en", "en/a", "en/b", "en/c"), language("fr", "fr/a", "fr/b")] },
    pages: "en/a en/b en/c fr/a fr/b",
    both: ["information nav/language-gap"],
  },
  // Versions may differ intentionally, so nothing is reported.
  {
    name: "a page that is missing in one version",
    nav: { versions: [version("1", "v1/a", "v1/b", "v1/c"), version("2", "v2/a", "v2/b")] },
    pages: "v1/a v1/b v1/c v2/a v2/b",
    both: ["no nav/language-gap"],
  },
  {
    name: "a page that is missing in one version of a language",
    nav: {
      languages: ["en", "fr"].map((code) => ({
        language: code,
        versions: [version("1", `${code}/1/a`, `${code}/1/b`), version("2", `${code}/2/a`)],
      })),
    },
    pages: "en/1/a en/1/b en/2/a fr/1/a fr/1/b fr/2/a",
    both: ["no nav/language-gap"],
  },
  {
    name: "languages with the same pages",
    nav: { languages: [language("en", "a", "b"), language("fr", "fr/a", "fr/b")] },
    pages: "a b fr/a fr/b",
    both: ["no nav/language-gap"],
  },
  // Values are inherited through all kinds of divisions, regardless of how deeply they're nested.
  {
    name: "nested products, versions, languages, tabs, and groups",
    nav: {
      products: [
        {
          product: "P",
          versions: [
            {
              version: "1",
              languages: [{ language: "en", tabs: [{ tab: "T", groups: [{ group: "G", pages: ["index"] }] }] }],
            },
          ],
        },
      ],
    },
    both: "clean",
  },
];
