import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createCombinedProblem, combineProblems } from "../engine/problem-groups.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { languageGap } from "./language-gap.ts";

type Siblings = Readonly<Record<string, readonly (string | object)[]>>;

/**
 * Returns the gaps between languages or versions that list these pages. All pages exist except for those in
 * `missingFiles`.
 */
function listGaps(
  siblings: Siblings,
  kind: "language" | "version" = "language",
  missingFiles: readonly string[] = [],
): string[] {
  const elements = Object.entries(siblings).map(([name, pages]) => ({ [kind]: name, pages }));
  const docs = JSON.stringify({ navigation: { [`${kind}s`]: elements } });
  const pages = Object.values(siblings)
    .flat()
    .flatMap((page) => (typeof page === "string" && !missingFiles.includes(page) ? [page] : []));
  const site = siteOf(new Map([["docs.json", docs], ...pages.map((page) => [`${page}.mdx`, ""] as const)]), "mintlify");
  return findSiteProblems(site, { rules: [languageGap] }).map(({ message, relatedLocations }) => {
    const [, name = ""] = /(?:^| not in )`([^`]*)`(?: is missing |, so )/.exec(message) ?? [];
    return `${name}: ${relatedLocations.map((one) => /`([^`]*)`\.$/.exec(one.message)?.[1]).join(" ")}`;
  });
}

const pages = ["start", "guides/a", "guides/b", "help"];
const createSlugs = (folder: string, names: readonly string[] = pages) => names.map((name) => `${folder}/${name}`);

describe("nav/language-gap", () => {
  it("reports nothing if every language lists the same pages", () => {
    assert.deepEqual(listGaps({ en: pages, fr: createSlugs("fr"), de: createSlugs("de") }), []);
    assert.deepEqual(listGaps({ en: createSlugs("en"), fr: createSlugs("fr") }), []);
    assert.deepEqual(listGaps({ en: createSlugs("docs/en"), fr: createSlugs("docs/fr") }), []);
  });

  it("compares page paths relative to each language's folder", () => {
    const somePages = ["start", "guides/b", "help"];
    for (const [en, fr] of [
      [pages, createSlugs("fr", somePages)],
      [createSlugs("en"), createSlugs("fr", somePages)],
      [createSlugs("docs/en"), createSlugs("docs/fr", somePages)],
    ] as const)
      assert.deepEqual(listGaps({ en, fr }), [`fr: ${en[1]}`]);
  });

  it("recognizes a language's folder if most of the language's pages are outside", () => {
    const en = ["home", "news", "v1/a", "v2/a", "en/start", "en/help"];
    const own = ["start", "help", "home", "news", "v1/a", "v2/a"];
    assert.deepEqual(listGaps({ en, fr: createSlugs("fr", own) }), []);
    assert.deepEqual(listGaps({ en, fr: createSlugs("fr", own.slice(1)) }), ["fr: en/start"]);
  });

  it("accepts pages whose file names are translated", () => {
    const createGroups = (folder: string, ...groups: readonly (readonly string[])[]) =>
      groups.map((names, index) => ({ group: `${folder}${index}`, pages: createSlugs(folder, names) }));
    const listMessages = (
      en: readonly (readonly string[])[],
      de: readonly (readonly string[])[],
      more: object[] = [],
    ) => {
      const languages = [
        { language: "en", groups: createGroups("en", ...en) },
        { language: "de", groups: createGroups("de", ...de) },
        ...more,
      ];
      const slugs = [
        ...en.flatMap((names) => createSlugs("en", names)),
        ...de.flatMap((names) => createSlugs("de", names)),
      ];
      const files = slugs.map((slug) => [`${slug}.mdx`, ""] as const);
      const site = siteOf(
        new Map([["docs.json", JSON.stringify({ navigation: { languages } })], ...files]),
        "mintlify",
      );
      return findSiteProblems(site, { rules: [languageGap] }).map(({ message }) => message.replace(/, so .*/, ""));
    };
    const shared = ["start", "a", "b"];
    assert.deepEqual(listMessages([shared, ["help", "call-history"]], [shared, ["help", "anrufliste"]]), []);
    // A page is added, so one of the two has no counterpart.
    assert.deepEqual(listMessages([shared, ["help", "call-history"]], [shared, ["help", "anrufliste", "preise"]]), [
      "`en` is missing 2 pages that others list, such as `de/anrufliste` in `de`",
      "`en/call-history` is in `en` but not in `de`",
    ]);
    // A third language lists both, so they're different pages.
    const french = { language: "fr", groups: createGroups("fr", shared, ["help", "call-history", "anrufliste"]) };
    assert.equal(
      listMessages([shared, ["help", "call-history"]], [shared, ["help", "anrufliste"]], [french]).length,
      2,
    );
  });

  it("compares languages in both directions and reports each language once", () => {
    const found = listGaps({ en: ["a", "b", "c", "x"], fr: createSlugs("fr", ["a", "b", "c", "y", "z"]) });
    assert.deepEqual(found, ["en: fr/y fr/z", "fr: x"]);
  });

  it("leaves out pages that were moved in the other language", () => {
    const listMessages = (redirects: readonly object[]) => {
      const languages = [
        { language: "en", pages },
        { language: "fr", pages: createSlugs("fr", ["start", "help", "guides/a"]) },
      ];
      const docs = JSON.stringify({ navigation: { languages }, redirects });
      const files = [...pages, ...createSlugs("fr")].map((page) => [`${page}.mdx`, ""] as const);
      const site = siteOf(new Map([["docs.json", docs], ...files]), "mintlify");
      return findSiteProblems(site, { rules: [languageGap] }).length;
    };
    assert.equal(listMessages([]), 1);
    assert.equal(listMessages([{ source: "/fr/guides/b", destination: "/fr/guides/a" }]), 0);
  });

  it("leaves out pages of a tab that the other language links to", () => {
    const listMessages = (href: string) => {
      const createTabs = (folder: string, api: object) => [
        { tab: "Docs", pages: createSlugs(folder) },
        { tab: "API", ...api },
      ];
      const languages = [
        { language: "en", tabs: createTabs("en", { pages: ["en/api/start", "en/api/users"] }) },
        { language: "fr", tabs: createTabs("fr", { href }) },
      ];
      const slugs = [...createSlugs("en"), ...createSlugs("fr"), "en/api/start", "en/api/users"];
      const files = slugs.map((slug) => [`${slug}.mdx`, ""] as const);
      const site = siteOf(
        new Map([["docs.json", JSON.stringify({ navigation: { languages } })], ...files]),
        "mintlify",
      );
      return findSiteProblems(site, { rules: [languageGap] }).map(({ message }) => message);
    };
    assert.deepEqual(listMessages("https://docs.example.com/en/api/start"), []);
    assert.deepEqual(listMessages("/en/api/users/"), []);
    assert.equal(listMessages("https://docs.example.com/en/api").length, 1);
  });

  describe("in a site with languages and versions", () => {
    const listMessages = (languages: readonly object[], files: readonly string[]): string[] =>
      findSiteProblems(
        siteOf(
          new Map([
            ["docs.json", JSON.stringify({ navigation: { languages } })],
            ...files.map((slug) => [`${slug}.mdx`, ""] as const),
          ]),
          "mintlify",
        ),
        { rules: [languageGap] },
      ).map(({ message }) => message);
    const createVersion = (name: string, folder: string, ...more: readonly string[]) => ({
      version: name,
      pages: [...createSlugs(`${folder}${name}`), ...more],
    });
    const allPages = ["v1", "v2", "es/v2", "v3", "es/v3"].flatMap((folder) => createSlugs(folder));

    it("skips the pages of versions that a language doesn't offer", () => {
      const en = ["v3", "v2", "v1"].map((name) => createVersion(name, "", "changes"));
      const es = ["v3", "v2"].map((name) => createVersion(name, "es/"));
      const english = { language: "en", versions: en };
      assert.deepEqual(listMessages([english, { language: "es", versions: es }], [...allPages, "changes"]), [
        "`changes` is in `en` but not in `es`, so readers can't find it there. Add it, or ignore this problem if that's intentional.",
      ]);
      assert.deepEqual(listMessages([english, { language: "es", pages: createSlugs("es/v3") }], allPages), []);
    });

    it("compares all pages if the names of the versions are translated", () => {
      const en = [createVersion("v3", ""), createVersion("v2", "")];
      const es = [{ ...createVersion("v3", "es/"), version: "última" }];
      const [message = ""] = listMessages(
        [
          { language: "en", versions: en },
          { language: "es", versions: es },
        ],
        allPages,
      );
      assert.match(message, /^`es` doesn't list 4 of its pages /);
    });
  });

  it("explains that a page exists but isn't listed", () => {
    const createSite = (own: readonly string[], ...files: readonly string[]) => {
      const languages = [
        { language: "en", pages },
        { language: "fr", pages: own },
      ];
      const texts = [...pages, ...own, ...files].map((slug) => [`${slug}.mdx`, ""] as const);
      return siteOf(new Map([["docs.json", JSON.stringify({ navigation: { languages } })], ...texts]));
    };
    const listShown = (...parameters: Parameters<typeof createSite>) =>
      findSiteProblems(createSite(...parameters), { rules: [languageGap] }).map(({ message, relatedLocations }) => [
        message.replace(/, (?:so|or) .*/, ""),
        ...relatedLocations.map((one) => one.message),
      ]);
    assert.deepEqual(listShown(createSlugs("fr", ["start", "guides/a", "guides/b"]), "fr/help"), [
      ["`fr/help` exists but isn't listed in `fr`", "`fr/help` exists, but `fr` doesn't list it."],
    ]);
    assert.deepEqual(listShown(createSlugs("fr", ["start", "guides/a"]), "fr/help", "fr/guides/b"), [
      [
        "`fr` doesn't list 2 of its pages that others list, such as `fr/guides/b`",
        "`fr/guides/b` exists, but `fr` doesn't list it.",
        "`fr/help` exists, but `fr` doesn't list it.",
      ],
    ]);
    assert.deepEqual(listShown(createSlugs("fr", ["start", "guides/a"]), "fr/help"), [
      [
        "`fr` is missing 2 pages that others list, such as `guides/b` in `en`",
        "`en` lists `guides/b`.",
        "`fr/help` exists, but `fr` doesn't list it.",
      ],
    ]);
  });

  it("offers to remove pages only if the default language doesn't list them", () => {
    const listRemedies = (siblings: Readonly<Record<string, readonly string[]>>): (string | undefined)[] => {
      const languages = Object.entries(siblings).map(([language, slugs]) => ({ language, pages: slugs }));
      const files = Object.values(siblings).flatMap((slugs) => slugs.map((page) => [`${page}.mdx`, ""] as const));
      const site = siteOf(new Map([["docs.json", JSON.stringify({ navigation: { languages } })], ...files]));
      return combineProblems(findSiteProblems(site, { rules: [languageGap] }), createCombinedProblem).map(
        ({ message }) => /there\. (.*)$/.exec(message)?.[1],
      );
    };
    const [one, sharedPages] = [["old"], ["old", "older"]].map((more) => createSlugs("fr", [...pages, ...more]));
    assert.deepEqual(listRemedies({ en: pages, fr: one ?? [] }), [
      "Add it, remove it from `fr`, or ignore this problem if that's intentional.",
    ]);
    assert.deepEqual(listRemedies({ en: pages, fr: sharedPages ?? [] }), [
      "Add or remove them, or ignore this problem if that's intentional.",
    ]);
    assert.deepEqual(listRemedies({ en: pages, fr: sharedPages ?? [], de: createSlugs("de") }), [
      "Add or remove them, or ignore this problem if that's intentional.",
    ]);
    assert.deepEqual(
      listRemedies({
        en: [...pages, "new"],
        fr: [...createSlugs("fr"), "fr/old"],
        de: createSlugs("de", [...pages, "new", "old"]),
      }),
      [
        "Add it, remove it from `fr`, or ignore this problem if that's intentional.",
        "Add it, or ignore this problem if that's intentional.",
      ],
    );
  });

  it("combines languages that are written separately or lack the same pages", () => {
    const listShown = (siblings: Readonly<Record<string, readonly string[]>>): string[] => {
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
      return combineProblems(findSiteProblems(site, { rules: [languageGap] }), createCombinedProblem).map(
        ({ message }) => message.replace(/, so .*/, ""),
      );
    };
    const manyPages = Array.from({ length: 40 }, (_, i) => `p${i}`);
    // Only the first page is translated.
    assert.deepEqual(
      listShown({
        en: manyPages,
        de: ["de/p0"],
        fr: ["fr/p0"],
        es: createSlugs("es", manyPages.slice(1)),
        it: createSlugs("it", manyPages),
      }),
      [
        "2 languages, such as `de`, are missing pages that others list, such as `p1` in `en`",
        "`p0` is in `en` but not in `es`",
      ],
    );
    // Ten pages have other names in the translations.
    const renamedPages = [...manyPages.slice(10), ...manyPages.slice(0, 10).map((page) => `${page}-new`)];
    assert.deepEqual(
      listShown({ en: manyPages, de: createSlugs("de", renamedPages), fr: createSlugs("fr", renamedPages) }),
      ["3 languages, such as `en`, are missing pages that others list, such as `de/p0-new` in `de`"],
    );
    assert.deepEqual(
      listShown({ en: pages, de: createSlugs("de", pages.slice(1)), fr: createSlugs("fr", pages.slice(1)) }),
      ["2 languages, such as `de`, are missing pages that others list, such as `start` in `en`"],
    );
    assert.deepEqual(
      listShown({
        en: pages,
        de: createSlugs("de", pages.slice(1)),
        fr: createSlugs("fr", pages.slice(0, -1)),
      }),
      ["`start` is in `en` but not in `de`", "`help` is in `en` but not in `fr`"],
    );
  });

  it("ignores languages without common pages", () => {
    assert.deepEqual(listGaps({ en: pages, fr: ["fr/un", "fr/deux", "fr/trois"] }), []);
    assert.deepEqual(listGaps({ en: pages, fr: [] }), []);
    assert.deepEqual(listGaps({ en: pages }), []);
  });

  it("ignores a page that doesn't exist", () => {
    assert.deepEqual(listGaps({ en: [...pages, "gone"], fr: createSlugs("fr") }, "language", ["gone"]), []);
  });

  it("counts the root page of a group as listed", () => {
    const listFrenchGaps = (group: object) =>
      listGaps({ en: pages, fr: [...createSlugs("fr", ["start", "guides/b", "help"]), group] }, "language");
    assert.deepEqual(listFrenchGaps({ group: "G", root: "fr/guides/a", pages: [] }), []);
    assert.deepEqual(listFrenchGaps({ group: "G", root: "fr/guides/other", pages: [] }), ["fr: guides/a"]);
  });

  it("ignores versions because they differ intentionally", () => {
    const manyPages = Array.from({ length: 12 }, (_, i) => `p${i}`);
    const [v3, v2, v1] = [manyPages, createSlugs("v2", manyPages.slice(1)), createSlugs("v1", manyPages)];
    assert.deepEqual(listGaps({ v3, v2 }, "version"), []);
    assert.deepEqual(listGaps({ v3, v2, v1 }, "version"), []);
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
    assert.deepEqual(findSiteProblems(site, { rules: [languageGap] }), []);
  });
});
