import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { combinedProblem, combineProblems } from "../engine/problem-groups.ts";
import { problemsOfSite } from "../engine/run-rules.ts";
import { languageGap } from "./language-gap.ts";

type Siblings = Readonly<Record<string, readonly (string | object)[]>>;

/** Returns the gaps between languages or versions that list these pages. All pages exist except for those in `gone`. */
function gaps(
  siblings: Siblings,
  kind: "language" | "version" = "language",
  gone: readonly string[] = [],
): string[] {
  const elements = Object.entries(siblings).map(([name, pages]) => ({ [kind]: name, pages }));
  const docs = JSON.stringify({ navigation: { [`${kind}s`]: elements } });
  const pages = Object.values(siblings)
    .flat()
    .flatMap((page) => (typeof page === "string" && !gone.includes(page) ? [page] : []));
  const site = siteOf(
    new Map([["docs.json", docs], ...pages.map((page) => [`${page}.mdx`, ""] as const)]),
    "mintlify",
  );
  return problemsOfSite(site, { rules: [languageGap] }).map(({ message, related }) => {
    const [, name = ""] = /(?:^| not in )`([^`]*)`(?: is missing |, so )/.exec(message) ?? [];
    return `${name}: ${related.map((one) => /`([^`]*)`\.$/.exec(one.message)?.[1]).join(" ")}`;
  });
}

const pages = ["start", "guides/a", "guides/b", "help"];
const below = (folder: string, names: readonly string[] = pages) => names.map((name) => `${folder}/${name}`);

describe("nav/language-gap", () => {
  it("reports nothing if every language lists the same pages", () => {
    assert.deepEqual(gaps({ en: pages, fr: below("fr"), de: below("de") }), []);
    assert.deepEqual(gaps({ en: below("en"), fr: below("fr") }), []);
    assert.deepEqual(gaps({ en: below("docs/en"), fr: below("docs/fr") }), []);
  });

  it("compares page paths relative to each language's folder", () => {
    const some = ["start", "guides/b", "help"];
    for (const [en, fr] of [
      [pages, below("fr", some)],
      [below("en"), below("fr", some)],
      [below("docs/en"), below("docs/fr", some)],
    ] as const)
      assert.deepEqual(gaps({ en, fr }), [`fr: ${en[1]}`]);
  });

  it("recognizes a language's folder if most of the language's pages are outside", () => {
    const en = ["home", "news", "v1/a", "v2/a", "en/start", "en/help"];
    const own = ["start", "help", "home", "news", "v1/a", "v2/a"];
    assert.deepEqual(gaps({ en, fr: below("fr", own) }), []);
    assert.deepEqual(gaps({ en, fr: below("fr", own.slice(1)) }), ["fr: en/start"]);
  });

  it("compares languages in both directions and reports each language once", () => {
    const found = gaps({ en: ["a", "b", "c", "x"], fr: below("fr", ["a", "b", "c", "y", "z"]) });
    assert.deepEqual(found, ["en: fr/y fr/z", "fr: x"]);
  });

  describe("in a site with languages and versions", () => {
    const messages = (languages: readonly object[], files: readonly string[]): string[] =>
      problemsOfSite(
        siteOf(
          new Map([
            ["docs.json", JSON.stringify({ navigation: { languages } })],
            ...files.map((slug) => [`${slug}.mdx`, ""] as const),
          ]),
          "mintlify",
        ),
        { rules: [languageGap] },
      ).map(({ message }) => message);
    const version = (name: string, folder: string, ...more: readonly string[]) => ({
      version: name,
      pages: [...below(`${folder}${name}`), ...more],
    });
    const all = ["v1", "v2", "es/v2", "v3", "es/v3"].flatMap((folder) => below(folder));

    it("skips the pages of versions that a language doesn't offer", () => {
      const en = ["v3", "v2", "v1"].map((name) => version(name, "", "changes"));
      const es = ["v3", "v2"].map((name) => version(name, "es/"));
      const inEnglish = { language: "en", versions: en };
      assert.deepEqual(messages([inEnglish, { language: "es", versions: es }], [...all, "changes"]), [
        "`changes` is in `en` but not in `es`, so readers can't find it there. Add it, or ignore this problem if that's intentional.",
      ]);
      assert.deepEqual(messages([inEnglish, { language: "es", pages: below("es/v3") }], all), []);
    });

    it("compares all pages if the names of the versions are translated", () => {
      const en = [version("v3", ""), version("v2", "")];
      const es = [{ ...version("v3", "es/"), version: "última" }];
      const [message = ""] = messages(
        [
          { language: "en", versions: en },
          { language: "es", versions: es },
        ],
        all,
      );
      assert.match(message, /^`es` doesn't list 4 of its pages /);
    });
  });

  it("explains that a page exists but isn't listed", () => {
    const siteWith = (own: readonly string[], ...files: readonly string[]) => {
      const languages = [
        { language: "en", pages },
        { language: "fr", pages: own },
      ];
      const texts = [...pages, ...own, ...files].map((slug) => [`${slug}.mdx`, ""] as const);
      return siteOf(new Map([["docs.json", JSON.stringify({ navigation: { languages } })], ...texts]));
    };
    const shown = (...parameters: Parameters<typeof siteWith>) =>
      problemsOfSite(siteWith(...parameters), { rules: [languageGap] }).map(({ message, related }) => [
        message.replace(/, (?:so|or) .*/, ""),
        ...related.map((one) => one.message),
      ]);
    assert.deepEqual(shown(below("fr", ["start", "guides/a", "guides/b"]), "fr/help"), [
      ["`fr/help` exists but isn't listed in `fr`", "`fr/help` exists, but `fr` doesn't list it."],
    ]);
    assert.deepEqual(shown(below("fr", ["start", "guides/a"]), "fr/help", "fr/guides/b"), [
      [
        "`fr` doesn't list 2 of its pages that others list, such as `fr/guides/b`",
        "`fr/guides/b` exists, but `fr` doesn't list it.",
        "`fr/help` exists, but `fr` doesn't list it.",
      ],
    ]);
    assert.deepEqual(shown(below("fr", ["start", "guides/a"]), "fr/help"), [
      [
        "`fr` is missing 2 pages that others list, such as `guides/b` in `en`",
        "`en` lists `guides/b`.",
        "`fr/help` exists, but `fr` doesn't list it.",
      ],
    ]);
  });

  it("offers to remove pages only if the default language doesn't list them", () => {
    const remediesFor = (siblings: Readonly<Record<string, readonly string[]>>): (string | undefined)[] => {
      const languages = Object.entries(siblings).map(([language, listed]) => ({ language, pages: listed }));
      const files = Object.values(siblings).flatMap((listed) =>
        listed.map((page) => [`${page}.mdx`, ""] as const),
      );
      const site = siteOf(new Map([["docs.json", JSON.stringify({ navigation: { languages } })], ...files]));
      return combineProblems(problemsOfSite(site, { rules: [languageGap] }), combinedProblem).map(
        ({ message }) => /there\. (.*)$/.exec(message)?.[1],
      );
    };
    const [one, both] = [["old"], ["old", "older"]].map((more) => below("fr", [...pages, ...more]));
    assert.deepEqual(remediesFor({ en: pages, fr: one ?? [] }), [
      "Add it, remove it from `fr`, or ignore this problem if that's intentional.",
    ]);
    assert.deepEqual(remediesFor({ en: pages, fr: both ?? [] }), [
      "Add or remove them, or ignore this problem if that's intentional.",
    ]);
    assert.deepEqual(remediesFor({ en: pages, fr: both ?? [], de: below("de") }), [
      "Add or remove them, or ignore this problem if that's intentional.",
    ]);
    assert.deepEqual(
      remediesFor({
        en: [...pages, "new"],
        fr: [...below("fr"), "fr/old"],
        de: below("de", [...pages, "new", "old"]),
      }),
      [
        "Add it, remove it from `fr`, or ignore this problem if that's intentional.",
        "Add it, or ignore this problem if that's intentional.",
      ],
    );
  });

  it("combines languages that are written separately or lack the same pages", () => {
    const shown = (siblings: Readonly<Record<string, readonly string[]>>): string[] => {
      const languages = Object.entries(siblings).map(([language, pages]) => ({ language, pages }));
      const site = siteOf(
        new Map([
          ["docs.json", JSON.stringify({ navigation: { languages } })],
          ...Object.values(siblings)
            .flat()
            .map((page) => [`${page}.mdx`, ""] as const),
        ]),
        "mintlify",
      );
      return combineProblems(problemsOfSite(site, { rules: [languageGap] }), combinedProblem).map(
        ({ message }) => message.replace(/, so .*/, ""),
      );
    };
    const many = Array.from({ length: 40 }, (_, i) => `p${i}`);
    // Only the first page is translated.
    assert.deepEqual(
      shown({
        en: many,
        de: ["de/p0"],
        fr: ["fr/p0"],
        es: below("es", many.slice(1)),
        it: below("it", many),
      }),
      [
        "2 languages, such as `de`, are missing pages that others list, such as `p1` in `en`",
        "`p0` is in `en` but not in `es`",
      ],
    );
    // Ten pages have other names in the translations.
    const renamed = [...many.slice(10), ...many.slice(0, 10).map((page) => `${page}-new`)];
    assert.deepEqual(shown({ en: many, de: below("de", renamed), fr: below("fr", renamed) }), [
      "3 languages, such as `en`, are missing pages that others list, such as `de/p0-new` in `de`",
    ]);
    assert.deepEqual(shown({ en: pages, de: below("de", pages.slice(1)), fr: below("fr", pages.slice(1)) }), [
      "2 languages, such as `de`, are missing pages that others list, such as `start` in `en`",
    ]);
    assert.deepEqual(
      shown({ en: pages, de: below("de", pages.slice(1)), fr: below("fr", pages.slice(0, -1)) }),
      ["`start` is in `en` but not in `de`", "`help` is in `en` but not in `fr`"],
    );
  });

  it("ignores languages without common pages", () => {
    assert.deepEqual(gaps({ en: pages, fr: ["fr/un", "fr/deux", "fr/trois"] }), []);
    assert.deepEqual(gaps({ en: pages, fr: [] }), []);
    assert.deepEqual(gaps({ en: pages }), []);
  });

  it("ignores a page that doesn't exist", () => {
    assert.deepEqual(gaps({ en: [...pages, "gone"], fr: below("fr") }, "language", ["gone"]), []);
  });

  it("counts the root page of a group as listed", () => {
    const inFrench = (group: object) =>
      gaps({ en: pages, fr: [...below("fr", ["start", "guides/b", "help"]), group] }, "language");
    assert.deepEqual(inFrench({ group: "G", root: "fr/guides/a", pages: [] }), []);
    assert.deepEqual(inFrench({ group: "G", root: "fr/guides/other", pages: [] }), ["fr: guides/a"]);
  });

  it("ignores versions because they differ intentionally", () => {
    const many = Array.from({ length: 12 }, (_, i) => `p${i}`);
    const [v3, v2, v1] = [many, below("v2", many.slice(1)), below("v1", many)];
    assert.deepEqual(gaps({ v3, v2 }, "version"), []);
    assert.deepEqual(gaps({ v3, v2, v1 }, "version"), []);
  });

  it("reports nothing if the navigation can't be read completely", () => {
    const languages = [
      { language: "en", pages: ["a", "b"] },
      { language: "fr", pages: ["fr/a", { $ref: "gone.json" }] },
    ];
    const docs = JSON.stringify({ navigation: { languages } });
    const site = siteOf(
      new Map([
        ["docs.json", docs],
        ["a.mdx", ""],
        ["b.mdx", ""],
        ["fr/a.mdx", ""],
      ]),
    );
    assert.deepEqual(problemsOfSite(site, { rules: [languageGap] }), []);
  });
});
