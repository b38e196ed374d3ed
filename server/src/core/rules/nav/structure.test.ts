import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { childOrder, type SectionKey, elementKinds } from "../../config/settings/navigation.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { rules as allRules } from "../engine/registry.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { directoryWithoutRoot } from "./directory-without-root.ts";
import { emptyElement } from "./empty-element.ts";
import { expandedWithoutEffect } from "./expanded-without-effect.ts";
import { misplacedChild } from "./misplaced-child.ts";
import { rootPageNotFound } from "./root-page-not-found.ts";
import { severalRootPatterns } from "./several-root-patterns.ts";

const rules = allRules.filter(({ code }) => code.startsWith("nav/") || code.startsWith("config/"));

/**
 * Returns a line such as `error nav/mixed-children` for each warning and error. Only the pages `p`, `q`, and `r` and
 * the files in `more` exist.
 */
function listProblems(
  navigation: unknown,
  profile: ProfileName = "standard",
  more: Record<string, string> = {},
): string[] {
  const text = typeof navigation === "string" ? navigation : JSON.stringify(navigation);
  const docs = `{"theme":"mint","name":"x","colors":{"primary":"#166E3F"},"navigation":${text}}`;
  const pages = ["p", "q", "r"].map((page) => [`${page}.mdx`, ""] as const);
  const site = siteOf(new Map([["docs.json", docs], ...pages, ...Object.entries(more)]), profile);
  return findSiteProblems(site, { rules })
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ severity, code }) => `${severity} ${code}`);
}

const keys = Object.keys(elementKinds) as SectionKey[];

/** Returns a named element that is valid in the array under this key. */
function createElement(key: SectionKey, more: object = {}): unknown {
  if (key === "pages") return "p";
  const kind = elementKinds[key];
  return { [kind]: kind === "language" ? "en" : "One", ...more };
}

/** Returns a value of this key for a test: a list of one element with a page. */
function createValue(key: SectionKey): unknown[] {
  return [key === "pages" ? "p" : createElement(key, { pages: ["q"] })];
}

describe("navigation structure", () => {
  describe("with the nesting in reference/navigation-nesting.json", () => {
    for (const parent of keys.filter((key) => key !== "menu"))
      for (const child of keys)
        for (const profile of ["standard", "mintlify"] as const) {
          const kind = elementKinds[parent];
          const isAllowed =
            childOrder[kind].includes(child) && !(profile === "standard" && kind === "product" && child === "menu");
          it(`${isAllowed ? "accepts" : "rejects"} ${child} in ${parent} (${profile})`, () => {
            if (parent === "pages") return;
            const element = createElement(parent, {
              [child]: createValue(child),
              ...(parent === "groups" ? { pages: ["r"] } : {}),
            });
            const expected = isAllowed ? [] : ["error nav/misplaced-child"];
            assert.deepEqual(listProblems({ [parent]: [element] }, profile), expected);
          });
        }
  });

  it("allows groups, pages, and links in menu items in `standard`, and any section except menus in `mintlify`", () => {
    for (const child of keys) {
      const navigation = { tabs: [{ tab: "T", menu: [{ item: "I", [child]: createValue(child) }] }] };
      const standardProblems = child === "groups" || child === "pages" ? [] : ["error nav/misplaced-child"];
      assert.deepEqual(listProblems(navigation, "standard"), standardProblems, child);
      assert.deepEqual(
        listProblems(navigation, "mintlify"),
        child === "menu" ? ["error nav/misplaced-child"] : [],
        child,
      );
    }
    assert.deepEqual(listProblems({ tabs: [{ tab: "T", menu: [{ item: "I", href: "https://example.com" }] }] }), []);
  });

  const cases: readonly [
    what: string,
    navigation: unknown,
    standard: readonly string[],
    mintlify?: readonly string[],
  ][] = [
    ["accepts one pattern", { pages: ["p"] }, []],
    ["reports an empty object", {}, ["error nav/no-root-pattern"]],
    [
      "reports `global` without a pattern",
      { global: { anchors: [{ anchor: "A", href: "/p" }] } },
      ["error nav/no-root-pattern"],
    ],
    ["reports `menu` without a pattern", { menu: [{ item: "I", pages: ["p"] }] }, ["error nav/misplaced-child"]],
    ["reports a pattern of the wrong type", { tabs: "x" }, ["error config/wrong-type"]],
    [
      "reports each pattern that another one overrides",
      {
        tabs: [createElement("tabs", { pages: ["p"] })],
        pages: ["q"],
        anchors: [createElement("anchors", { pages: ["r"] })],
      },
      ["error nav/several-root-patterns", "error nav/several-root-patterns"],
      ["warning nav/several-root-patterns", "warning nav/several-root-patterns"],
    ],
    [
      "accepts `global` next to a pattern",
      { pages: ["p"], global: { tabs: [{ tab: "T", href: "/p" }], anchors: [{ anchor: "A", href: "/q" }] } },
      [],
    ],
    [
      "reports each of two kinds of children",
      { tabs: [{ tab: "T", pages: ["p"], groups: [{ group: "G", pages: ["q"] }] }] },
      ["error nav/mixed-children", "error nav/mixed-children"],
      ["warning nav/mixed-children", "warning nav/mixed-children"],
    ],
    ["accepts `openapi` next to `pages`", { tabs: [{ tab: "T", openapi: "api.json", pages: ["p"] }] }, []],
    [
      "reports a link with pages",
      { tabs: [{ tab: "T", href: "/p", pages: ["q"] }] },
      ["warning nav/href-with-children"],
    ],
    [
      "reports a link with pages and groups, once for each",
      { tabs: [{ tab: "T", href: "/p", pages: ["q"], groups: [] }] },
      ["warning nav/href-with-children", "warning nav/href-with-children"],
    ],
    [
      "reports a global link with pages",
      { pages: ["p"], global: { anchors: [{ anchor: "A", href: "/p", pages: ["q"] }] } },
      ["warning nav/href-with-children"],
    ],
    [
      "reports a group without pages",
      { groups: [{ group: "G" }] },
      ["error nav/missing-field"],
      ["warning nav/empty-element"],
    ],
    ["accepts a group with `openapi` instead of pages", { groups: [{ group: "G", openapi: "api.json" }] }, []],
    ["accepts a group with `asyncapi` instead of pages", { groups: [{ group: "G", asyncapi: "api.json" }] }, []],
    [
      "reports a group that only inherits `openapi`, in standard",
      { openapi: "api.json", groups: [{ group: "G" }] },
      ["error nav/missing-field"],
      [],
    ],
    [
      "accepts an empty group that inherits `openapi`",
      { openapi: "api.json", groups: [{ group: "G", pages: [] }] },
      [],
    ],
    ["reports an empty group", { groups: [{ group: "G", pages: [] }] }, ["warning nav/empty-element"]],
    ["accepts an empty hidden group", { groups: [{ group: "G", pages: [], hidden: true }] }, []],
    ["reports an empty tab", { tabs: [{ tab: "T" }] }, ["warning nav/empty-element"]],
    [
      "reports an empty group in an otherwise empty tab once",
      { tabs: [{ tab: "T", groups: [{ group: "G", pages: [] }] }] },
      ["warning nav/empty-element"],
    ],
    ["reports an empty pattern that the service rejects as an error", { tabs: [] }, ["error nav/empty-element"]],
    ["reports an empty pattern that the service accepts as a warning", { pages: [] }, ["warning nav/empty-element"]],
    ["accepts a tab whose content is in another repository", { tabs: [{ sourceRef: "other" }] }, []],
    ["reports a name of the wrong type", { versions: [{ version: 1, pages: ["p"] }] }, ["error config/wrong-type"]],
    ["reports an empty name", { tabs: [{ tab: "", pages: ["p"] }] }, ["error config/invalid-value"]],
    ["reports `pages` that isn't an array", { tabs: [{ tab: "T", pages: { a: 1 } }] }, ["error config/wrong-type"]],
    ["reports a number among pages", { pages: ["p", 3] }, ["error config/wrong-type"]],
    [
      "reports a string as `boost`",
      { groups: [{ group: "G", boost: "2", pages: ["p"] }] },
      ["error config/wrong-type"],
    ],
    ["reports a missing name in both profiles", { products: [{ pages: ["p"] }] }, ["error nav/missing-field"]],
    ["reports an unknown language", { languages: [{ language: "xx", pages: ["p"] }] }, ["error nav/unknown-language"]],
    [
      "reports a language that only mintlify supports, in standard",
      { languages: [{ language: "ja", pages: ["p"] }] },
      ["error nav/unknown-language"],
      [],
    ],
    [
      "doesn't report problems in content that the service ignores",
      { tabs: [{ tab: "T", href: "/p", groups: [{ pages: ["gone"], boost: -1 }] }] },
      ["warning nav/href-with-children"],
    ],
  ];
  for (const [caseName, navigation, standard, mintlify = standard] of cases)
    it(caseName, () => {
      assert.deepEqual(listProblems(navigation, "standard"), standard, "standard");
      assert.deepEqual(listProblems(navigation, "mintlify"), mintlify, "mintlify");
    });

  it("doesn't report other problems if a $ref can't be resolved", () => {
    assert.deepEqual(listProblems({ $ref: "gone.json" }), ["error config/ref-not-found"]);
    assert.deepEqual(listProblems({ groups: [{ group: "G", pages: [{ $ref: "gone.json" }] }] }), [
      "error config/ref-not-found",
    ]);
    assert.deepEqual(listProblems({ groups: [{ group: "G", pages: { $ref: "gone.json" } }] }), [
      "error config/ref-not-found",
    ]);
  });

  it("doesn't report missing values in incomplete JSON", () => {
    for (const typedText of ['{"groups":[{"group":"G","pages":["p"]},{', '{"tabs":[{"tab":"T",', "{"])
      assert.deepEqual([...new Set(listProblems(typedText))], ["error config/syntax"], typedText);
  });

  it("checks a file that is included twice only once", () => {
    const navigation = {
      tabs: [
        { tab: "T", groups: [{ $ref: "g.json" }] },
        { tab: "U", groups: [{ $ref: "g.json" }] },
      ],
    };
    const problems = listProblems(navigation, "mintlify", {
      "g.json": '{ "group": "G", "pages": [], "boost": 0 }',
    });
    assert.deepEqual(problems.sort(), ["warning nav/boost-not-positive", "warning nav/empty-element"]);
  });

  it("reports two kinds of children of one element once", () => {
    const shown = (children: string) =>
      getShownProblems(
        "nav/mixed-children",
        siteFrom(`//- docs.json\n{ "navigation": { "tabs": [{ "tab": "A", ${children} }] } }\n//- p.mdx\n//- q.mdx\n`),
      ).map(({ message }) => message.split(",", 1)[0]);
    const groups = '"groups": [{ "group": "B", "pages": ["q"] }]';
    assert.deepEqual(shown(`"pages": ["p"], ${groups}`), ["`A` has both `groups` and `pages`"]);
    assert.equal(shown(`"pages": ["p"], ${groups}, "anchors": [{ "anchor": "C", "pages": ["r"] }]`).length, 3);
  });

  it("advises `global` for links next to another kind of children", () => {
    const messages = (anchors: string) =>
      checkRule(
        severalRootPatterns,
        `{ "navigation": { "languages": [{ "language": "en", "pages": ["p"] }], [|"anchors"|]: [${anchors}] } }`,
      ).map(({ finding }) => finding.message);
    const link = '{ "anchor": "A", "href": "https://e.com" }';
    assert.deepEqual(messages(link), ["links"]);
    assert.deepEqual(messages('{ "anchor": "A", "url": "https://e.com" }'), ["links"]);
    assert.deepEqual(messages(`${link}, { "anchor": "B", "pages": ["q"] }`), ["dropped"]);
    for (const key of ["openapi", "asyncapi"])
      assert.deepEqual(messages(`${link}, { "anchor": "B", "${key}": "a.json" }`), ["dropped"], key);
  });

  it("lists the allowed parents of a menu for each profile", () => {
    const [problem] = checkRule(
      misplacedChild,
      '{ "navigation": { "versions": [{ "version": "1", [|"menu"|]: [] }] } }',
    );
    assert.match(problem?.message ?? "", /`tabs`\.$/);
    checkRule(misplacedChild, '{ "navigation": { "products": [{ "product": "P", "menu": [] }] } }', "mintlify");
  });

  it("accepts `directory` and `expanded` where they have an effect", () => {
    checkRule(
      directoryWithoutRoot,
      '{ "navigation": { "directory": "card", "tabs": [{ "tab": "T", "groups": [{ "group": "G", "pages": [{ "group": "H", "root": "p", "pages": [] }] }] }] } }',
    );
    checkRule(directoryWithoutRoot, '{ "navigation": { "directory": "none", "pages": ["p"] } }');
    checkRule(directoryWithoutRoot, '{ "navigation": { [|"directory"|]: "accordion", "pages": ["p"] } }');
    checkRule(
      expandedWithoutEffect,
      '{ "navigation": { "pages": [{ "group": "G", [|"expanded"|]: false, "pages": [{ "group": "H", "expanded": false, "pages": [] }] }] } }',
    );
    checkRule(emptyElement, '{ "navigation": { "groups": [{ "group": "G", "root": "p", "pages": [] }] } }');
  });
});

describe("nav/root-page-not-found", () => {
  it("quickly finds the pages in the folders of many groups", () => {
    const createGroups = (getRoot: (i: number) => string) =>
      Array.from({ length: 5000 }, (_, i) => ({ group: `G${i}`, root: getRoot(i), pages: [`${getRoot(i)}/p${i}`] }));
    for (const getRoot of [() => "z", (i: number) => `z${i}`]) {
      const groups = createGroups(getRoot);
      const site = siteOf(
        new Map([
          ["docs.json", JSON.stringify({ navigation: { groups } })],
          ...groups.flatMap(({ pages }) => pages.map((page) => [`${page}.mdx`, ""] as const)),
        ]),
      );
      const findSuggestions = () =>
        findSiteProblems(site, { rules: [rootPageNotFound] }).map(({ finding }) => finding.data?.["near"]);
      assert.deepEqual(
        findSuggestions(),
        groups.flatMap(({ pages }) => pages),
      );
      assertQuick(300, () => void findSuggestions());
    }
  });
});
