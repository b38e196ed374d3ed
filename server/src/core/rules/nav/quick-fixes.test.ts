import assert from "node:assert/strict";
import { applyFix, checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { layouts } from "../../../../../test/harness/layouts.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import type { Rule } from "../rule.ts";
import { expandedWithoutEffect } from "./expanded-without-effect.ts";
import { languageGap } from "./language-gap.ts";
import { missingField } from "./missing-field.ts";
import { mixedChildren } from "./mixed-children.ts";
import { pageHasExtension } from "./page-has-extension.ts";
import { pageIsUrl } from "./page-is-url.ts";
import { pageListedTwice } from "./page-listed-twice.ts";
import { pageNotFound } from "./page-not-found.ts";
import { pageNotInNavigation } from "./page-not-in-navigation.ts";
import { pageWrongCase } from "./page-wrong-case.ts";
import { rootPageNotFound } from "./root-page-not-found.ts";
import { unknownLanguage } from "./unknown-language.ts";

interface FixCase {
  readonly name: string;
  readonly rule: Rule;
  /** docs.json with a marker at the problem. */
  readonly docs: string;
  /** The expected docs.json after the fix. Lines outside the diff must not change. */
  readonly fixedText: string;
  readonly title: RegExp;
  /** The other files, all of which are empty pages. */
  readonly pages?: readonly string[];
  /** The files that the fix creates, with their expected text. */
  readonly createdFiles?: Readonly<Record<string, string>>;
  readonly profile?: ProfileName;
}

const cases: readonly FixCase[] = [
  {
    name: "removes an entry with its line",
    rule: pageNotFound,
    docs: '{\n  "navigation": {\n    "pages": [\n      "a",\n      [|"gone"|],\n      "b"\n    ]\n  }\n}\n',
    fixedText: '{\n  "navigation": {\n    "pages": [\n      "a",\n      "b"\n    ]\n  }\n}\n',
    title: /^Remove/,
    pages: ["a.mdx", "b.mdx"],
  },
  {
    name: "removes the last entry with the comma before it",
    rule: pageNotFound,
    docs: '{\n  "navigation": {\n    "pages": [\n      "a",\n      [|"gone"|]\n    ]\n  }\n}\n',
    fixedText: '{\n  "navigation": {\n    "pages": [\n      "a"\n    ]\n  }\n}\n',
    title: /^Remove/,
    pages: ["a.mdx"],
  },
  {
    name: "changes an entry to the intended page",
    rule: pageNotFound,
    docs: '{\n  "navigation": {\n    "pages": [\n      [|"guides/strat"|]\n    ]\n  }\n}\n',
    fixedText: '{\n  "navigation": {\n    "pages": [\n      "guides/start"\n    ]\n  }\n}\n',
    title: /^Change to `guides\/start`$/,
    pages: ["guides/start.mdx"],
  },
  {
    name: "changes the letter case to match the file",
    rule: pageWrongCase,
    docs: '{\n  "navigation": {\n    "pages": [\n      [|"Guides/Start.mdx"|]\n    ]\n  }\n}\n',
    fixedText: '{\n  "navigation": {\n    "pages": [\n      "guides/start"\n    ]\n  }\n}\n',
    title: /^Change to `guides\/start`$/,
    pages: ["guides/start.mdx"],
  },
  {
    name: "removes the extension",
    rule: pageHasExtension,
    docs: '{\n  "navigation": { "pages": [[|"start.mdx"|]] }\n}\n',
    fixedText: '{\n  "navigation": { "pages": ["start"] }\n}\n',
    title: /^Change to `start`$/,
    pages: ["start.mdx"],
  },
  {
    name: "creates a page that links to a URL",
    rule: pageIsUrl,
    docs: '{\n  "navigation": {\n    "pages": [\n      [|"https://status.example.com/now"|]\n    ]\n  }\n}\n',
    fixedText: '{\n  "navigation": {\n    "pages": [\n      "status"\n    ]\n  }\n}\n',
    title: /^Create the page status\.mdx/,
    createdFiles: { "status.mdx": '---\ntitle: "Status"\nurl: "https://status.example.com/now"\n---\n' },
  },
  {
    name: "removes the second listing",
    rule: pageListedTwice,
    docs: '{\n  "navigation": {\n    "pages": [\n      "a",\n      [|"a"|],\n      "b"\n    ]\n  }\n}\n',
    fixedText: '{\n  "navigation": {\n    "pages": [\n      "a",\n      "b"\n    ]\n  }\n}\n',
    title: /^Remove/,
    pages: ["a.mdx", "b.mdx"],
  },
  {
    name: "removes `root`",
    rule: rootPageNotFound,
    docs: '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "G",\n        "root": [|"gone"|],\n        "pages": ["a"]\n      }\n    ]\n  }\n}\n',
    fixedText:
      '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "G",\n        "pages": ["a"]\n      }\n    ]\n  }\n}\n',
    title: /^Remove/,
    pages: ["a.mdx"],
  },
  {
    name: "removes `expanded`",
    rule: expandedWithoutEffect,
    docs: '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "G",\n        [|"expanded"|]: true,\n        "pages": ["a"]\n      }\n    ]\n  }\n}\n',
    fixedText:
      '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "G",\n        "pages": ["a"]\n      }\n    ]\n  }\n}\n',
    title: /^Remove/,
  },
  {
    name: "changes the language code",
    rule: unknownLanguage,
    docs: '{\n  "navigation": {\n    "languages": [\n      { "language": [|"pt-br"|], "pages": ["a"] }\n    ]\n  }\n}\n',
    fixedText:
      '{\n  "navigation": {\n    "languages": [\n      { "language": "pt-BR", "pages": ["a"] }\n    ]\n  }\n}\n',
    title: /^Change to `pt-BR`$/,
  },
  {
    name: "names a group after the folder of its pages",
    rule: missingField,
    docs: '{\n  "navigation": {\n    "groups": [\n      {\n        [|"pages"|]: ["how-to/start"]\n      }\n    ]\n  }\n}\n',
    fixedText:
      '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "How to",\n        "pages": ["how-to/start"]\n      }\n    ]\n  }\n}\n',
    title: /^Add `group`$/,
  },
  {
    name: "adds an array of pages after a group's name",
    rule: missingField,
    docs: '{\n  "navigation": {\n    "groups": [\n      {\n        "group": [|"G"|],\n        "icon": "x"\n      }\n    ]\n  }\n}\n',
    fixedText:
      '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "G",\n        "pages": [],\n        "icon": "x"\n      }\n    ]\n  }\n}\n',
    title: /^Add `pages`$/,
  },
  {
    name: "renames a key that belongs to a different kind of element",
    rule: missingField,
    docs: '{\n  "navigation": {\n    "tabs": [\n      { [|"group"|]: "G", "pages": ["a"] }\n    ]\n  }\n}\n',
    fixedText: '{\n  "navigation": {\n    "tabs": [\n      { "tab": "G", "pages": ["a"] }\n    ]\n  }\n}\n',
    title: /^Rename `group` to `tab`$/,
  },
  {
    name: "moves pages into a new group next to the other groups",
    rule: mixedChildren,
    docs: `{
  "navigation": {
    "tabs": [
      {
        "tab": "T",
        [|"pages"|]: [
          "a",
          "b"
        ],
        [|"groups"|]: [
          {
            "group": "G",
            "pages": ["c"]
          }
        ]
      }
    ]
  }
}
`,
    fixedText: `{
  "navigation": {
    "tabs": [
      {
        "tab": "T",
        "groups": [
          {
            "group": "G",
            "pages": ["c"]
          },
          {
            "group": "T",
            "pages": [
              "a",
              "b"
            ]
          }
        ]
      }
    ]
  }
}
`,
    title: /^Move `pages` into `groups`$/,
  },
  {
    name: "lists pages that a language lacks, and creates those that don't exist",
    rule: languageGap,
    docs: `{
  "navigation": {
    "languages": [
      {
        "language": "en",
        "pages": ["a", "b", "c", "d", "e"]
      },
      {
        "language": [|"fr"|],
        "pages": [
          "fr/a",
          "fr/d",
          "fr/e"
        ]
      }
    ]
  }
}
`,
    fixedText: `{
  "navigation": {
    "languages": [
      {
        "language": "en",
        "pages": ["a", "b", "c", "d", "e"]
      },
      {
        "language": "fr",
        "pages": [
          "fr/a",
          "fr/b",
          "fr/c",
          "fr/d",
          "fr/e"
        ]
      }
    ]
  }
}
`,
    title: /^Add missing pages to fr$/,
    pages: ["a.mdx", "b.mdx", "c.mdx", "d.mdx", "e.mdx", "fr/a.mdx", "fr/b.mdx", "fr/d.mdx", "fr/e.mdx"],
    createdFiles: { "fr/c.mdx": '---\ntitle: "C"\n---\n' },
  },
  {
    name: "lists a page after its neighbor",
    rule: pageNotInNavigation,
    docs: '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "G",\n        "pages": [\n          "g/a",\n          "g/c"\n        ]\n      }\n    ]\n  }\n}\n\n//- g/b.mdx\n[||]',
    fixedText:
      '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "G",\n        "pages": [\n          "g/a",\n          "g/b",\n          "g/c"\n        ]\n      }\n    ]\n  }\n}\n',
    title: /^Add to G in docs\.json$/,
    pages: ["g/a.mdx", "g/c.mdx"],
  },
];

describe("quick fix for a nav rule", () => {
  for (const { name, rule, docs, fixedText: fixed, title, pages = [], createdFiles: made = {}, profile } of cases) {
    const others = pages.map((page) => `\n//- ${page}`).join("");
    for (const layout of layouts)
      it(`${name} (${layout.name})`, () => {
        const fixture = layout.apply(`//- docs.json\n${docs}${others}`).replace(/\r?(\n|^)(\/\/- .*)\r?/g, "$1$2");
        checkFix(rule, fixture, { "docs.json": layout.apply(fixed), ...made }, title, profile);
      });

    it(`${name} (in a file that a $ref includes)`, () => {
      const extractNavigation = (text: string) => text.replace(/^\{\n {2}"navigation": /, "").replace(/\n?\}\n$/, "");
      const [config, rest] = splitOnce(docs, "\n//- ");
      const [start, end] = [config.indexOf(": ") + 2, config.lastIndexOf("}")];
      const nav = config.slice(start, end).trimEnd() + "\n";
      const after = extractNavigation(fixed);
      const entry = '{ "navigation": { "$ref": "./config/nav.json" } }';
      const fixture = `//- docs.json\n${entry}\n//- config/nav.json\n${nav}${rest && `\n//- ${rest}`}${others}`;
      const changed = applyFix(rule, fixture, toFilePattern(title), profile);
      assert.deepEqual(Object.fromEntries(changed), { "config/nav.json": `${after}\n`, ...made });
    });
  }

  it("isn't offered if a list in the element isn't closed", () => {
    const docs =
      '{ "navigation": { "tabs": [{ "tab": "T", "pages": ["a", "b"], "groups": [ { "group": "G", "pages": ["c"\n ] ] } ] } }\n//- a.mdx\n//- b.mdx\n//- c.mdx\n';
    assert.deepEqual(checkRule(mixedChildren, `//- docs.json\n${docs}`), []);
    // This text is the same except for the bracket that closes the list.
    const closedDocs = docs
      .replace('"c"\n ]', '"c"] }')
      .replace('"pages": ["a"', '[|"pages"|]: ["a"')
      .replace('"groups"', '[|"groups"|]');
    assert.equal(checkRule(mixedChildren, `//- docs.json\n${closedDocs}`).length, 2);
  });
});

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + separator.length)];
}

/** Returns the pattern for a title that mentions the edited file instead of docs.json. */
function toFilePattern(title: RegExp): RegExp {
  return new RegExp(title.source.replace("docs\\.json", "config/nav\\.json"));
}
