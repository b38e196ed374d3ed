import assert from "node:assert/strict";
import { applyFix, checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createFixes, findSiteProblems } from "../engine/run-rules.ts";
import { missingField } from "../nav/missing-field.ts";
import { unknownLanguage } from "../nav/unknown-language.ts";
import { invalidValue } from "./invalid-value.ts";
import { missingSetting } from "./missing-setting.ts";
import { unknownSetting } from "./unknown-setting.ts";
import { valueNotAllowed } from "./value-not-allowed.ts";
import { wrongType } from "./wrong-type.ts";
import { testFixInEveryLayout } from "../../../../../test/harness/it-fixes-in-every-layout.ts";
import { fixTitles } from "../../../../../test/harness/fix-titles.ts";

describe("config/unknown-setting", () => {
  testFixInEveryLayout(
    unknownSetting,
    '{\n  "navigation": { "pages": ["index"] },\n  [|"navbr"|]: {\n    "links": []\n  }\n}\n',
    '{\n  "navigation": { "pages": ["index"] },\n  "navbar": {\n    "links": []\n  }\n}\n',
    /^Rename/,
  );
  testFixInEveryLayout(
    unknownSetting,
    '{\n  "name": "Acme",\n  [|"head"|]: {\n    "raw": "<x>"\n  },\n  "navigation": { "pages": ["index"] }\n}\n',
    '{\n  "name": "Acme",\n  "navigation": { "pages": ["index"] }\n}\n',
    /^Remove/,
  );
  testFixInEveryLayout(
    unknownSetting,
    '{\n  "navigation": { "pages": ["index"] },\n  "styling": {\n    [|"css"|]: "/style.css"\n  }\n}\n',
    '{\n  "navigation": { "pages": ["index"] },\n  "styling": {}\n}\n',
    /^Remove/,
  );

  testFixInEveryLayout(
    unknownSetting,
    '{\n  "name": "Acme",\n  [|"modeToggle"|]: {\n    "default": "dark",\n    "isHidden": true\n  },\n  "navigation": { "pages": ["index"] }\n}\n',
    '{\n  "name": "Acme",\n  "appearance": {\n    "default": "dark",\n    "strict": true\n  },\n  "navigation": { "pages": ["index"] }\n}\n',
    /^Move to `appearance`/,
  );

  it("doesn't offer to rename a setting whose value doesn't fit the other one", () => {
    const readTitles = (setting: string) =>
      fixTitles(unknownSetting, `{ "navigation": { "pages": ["index"] }, ${setting} }`);
    assert.deepEqual(readTitles('"navbr": { "links": [] }'), ["Rename to `navbar`", "Remove `navbr`"]);
    assert.deepEqual(readTitles('"font": { "body": { "family": "A" }, "headings": { "family": "B" } }'), [
      "Remove `font`",
    ]);
    // The service ignores an unknown setting in `navbar`, and doesn't accept a file without `navigation`.
    assert.deepEqual(readTitles('"navbr": { "links": [], "linsk": [] }'), ["Rename to `navbar`", "Remove `navbr`"]);
    const renamed = ["Rename to `navigation`", "Remove `navigtion`"];
    for (const navigation of ['{ "pages": [1] }', '{ "tabs": [{ "tab": "A", "pages": ["a"], "icno": "b" }] }'])
      assert.deepEqual([...fixTitles(unknownSetting, `{ [|"navigtion"|]: ${navigation} }`)], renamed);
    // The service rejects a file with such a link, but ignores an unknown setting.
    assert.deepEqual(readTitles('"navbr": { "links": [{ "label": 5 }] }'), ["Remove `navbr`"]);
    assert.deepEqual(readTitles('"navbr": { "linsk": [] }'), ["Remove `navbr`"]);
    const [problem] = checkRule(unknownSetting, '{ [|"navbr"|]: "links" }');
    assert.doesNotMatch(problem?.message ?? "", /Did you mean/);
  });

  it("suggests the key that has another name in mint.json or on web pages", () => {
    const suggestion = (settings: string) =>
      /(?<=Did you mean `).*(?=`)/.exec(checkRule(unknownSetting, `{ ${settings} }`)[0]?.message ?? "")?.[0];
    const anchor = (more: string) => `"navigation": { "anchors": [{ "anchor": "A", ${more} }] }`;
    assert.equal(suggestion(anchor('[|"url"|]: "https://a.com"')), "href");
    assert.equal(suggestion(anchor('"href": "https://b.com", [|"url"|]: "https://a.com"')), undefined);
    // In mint.json, this is the folder of the pages.
    assert.equal(suggestion(anchor('[|"url"|]: "a", "pages": ["a/b"]')), undefined);
    const pages = '"navigation": { "pages": ["index"] }';
    assert.equal(suggestion(`${pages}, "seo": { [|"metadata"|]: { "a": "b" } }`), "metatags");
  });

  it("leaves the name of another kind of navigation element to nav/missing-field", () => {
    const codesOf = (navigation: unknown, settings = "{}") =>
      findSiteProblems(
        siteOf(
          parseFixture(
            `//- docs.json\n${JSON.stringify({ navigation })}\n//- a.mdx\na\n//- .docwright.json\n${settings}\n`,
          ).files,
        ),
      )
        .map(({ code }) => code)
        .filter((code) => code.startsWith("config/") || code === "nav/missing-field");
    const tab = { tab: "A", pages: ["a"] };
    assert.deepEqual(codesOf({ languages: [{ language: "en", tabs: [tab, { group: "B", pages: ["a"] }] }] }), [
      "nav/missing-field",
    ]);
    assert.deepEqual(codesOf({ groups: [{ tab: "B", pages: ["a"] }] }), ["nav/missing-field"]);
    assert.deepEqual(codesOf({ groups: [{ tab: "B", pages: ["a"] }] }, '{ "rules": { "nav/missing-field": "off" } }'), [
      "config/unknown-setting",
    ]);
    // The item has its own name, so the other key has no effect.
    assert.deepEqual(codesOf({ tabs: [{ tab: "A", group: "B", pages: ["a"] }] }), ["config/unknown-setting"]);
  });

  it("suggests moving children into the navigation only if they are a list", () => {
    const message = (value: string) =>
      checkRule(unknownSetting, `{ [|"anchors"|]: ${value}, "navigation": { "pages": ["index"] } }`)[0]?.message;
    assert.match(message('[{ "name": "A", "url": "a", "icon": "b" }]') ?? "", /navigation/);
    assert.doesNotMatch(message('{ "style": "guide" }') ?? "", /navigation/);
  });

  it("reports which setting overrides another one", () => {
    const createDocs = (fonts: string) => `{ "navigation": { "pages": ["index"] }, "fonts": { ${fonts} } }`;
    const listMessages = (fonts: string) =>
      checkRule(unknownSetting, createDocs(fonts)).map(({ severity, message }) => `${severity} ${message}`);
    const one = '"family": "A"';
    const pair = (left = "", right = "") => `${left}"heading"${right}: { "family": "B" }`;
    assert.deepEqual(listMessages(`${one}, "weight": 700, ${pair("[|", "|]")}`), [
      "warning `fonts.heading` has no effect because the same object also has `family`. Remove one of the two.",
    ]);
    assert.deepEqual(listMessages(pair()), []);
    // Without `family`, the service accepts only `heading` and `body`.
    assert.match(listMessages(`[|"weight"|]: 700, ${pair()}`)[0] ?? "", /the service rejects the file/);
  });

  // @mintlify/validation 0.1.876 and 0.1.878: `validateDocsConfig` fails, and the build stops.
  it("suggests moving a list into the navigation only if it has no other list", () => {
    const getMessage = (navigation: string) =>
      checkRule(unknownSetting, `{ [|"groups"|]: [{ "group": "A", "pages": ["a"] }], ${navigation} }`)[0]?.message;
    assert.match(getMessage('"navigation": {}') ?? "", /Move it to `navigation\.groups`/);
    assert.equal(
      getMessage('"navigation": { "languages": [{ "language": "en", "pages": ["index"] }] }'),
      "`groups` isn't a setting, so it has no effect on the docs. Remove it, or check where it belongs.",
    );
  });

  it("suggests the value that differs only in its letter case", () => {
    const listMessages = (language: string) =>
      checkRule(
        valueNotAllowed,
        `{ "api": { "examples": { "languages": [${language}] } }, "navigation": { "pages": ["index"] } }`,
      ).map(({ message }) => message);
    assert.deepEqual(listMessages('[|"JavaScript"|]'), [
      "`JavaScript` isn't a valid value for `api.examples.languages[0]`, so it has no effect. Did you mean `javascript`?",
    ]);
    assert.match(listMessages('[|"Fortran"|]')[0] ?? "", /so it has no effect\. Use `/);
  });

  it("reports as an error that the published service rejects the file because of an unknown key", () => {
    for (const setting of [
      '"colors": { "primary": "#112233", [|"anchors"|]: "#112233" }',
      '"background": { "color": { [|"foo"|]: "#fff" } }',
      '"integrations": { [|"foo"|]: {} }',
      '"navigation": { "global": { [|"groups"|]: [] }, "pages": ["index"] }',
    ]) {
      const navigation = setting.includes("navigation") ? "" : ', "navigation": { "pages": ["index"] }';
      const [problem] = checkRule(unknownSetting, `{ ${setting}${navigation} }`, "mintlify");
      assert.equal(problem?.severity, "error", setting);
      assert.match(problem.message, /the service rejects the file/);
    }
    const [ignoredProblem] = checkRule(
      unknownSetting,
      '{ "seo": { [|"foo"|]: 1 }, "navigation": { "pages": ["index"] } }',
      "mintlify",
    );
    assert.equal(ignoredProblem?.severity, "warning");
  });

  it("offers to move a mint.json setting into its replacement, unless the replacement already has a value", () => {
    const createDocs = (appearance: string, more = "") =>
      `{\n  "appearance": ${appearance},\n${more}  "navigation": { "pages": ["index"] }\n}\n`;
    const oldText = '  [|"modeToggle"|]: { "default": "dark" },\n';
    checkFix(
      unknownSetting,
      createDocs('{ "strict": true }', oldText),
      {
        "docs.json": createDocs('{ "strict": true, "default": "dark" }'),
      },
      /^Move to `appearance`/,
    );
    assert.deepEqual(fixTitles(unknownSetting, createDocs('{ "default": "light" }', oldText)), ["Remove `modeToggle`"]);
  });

  it("moves mint.json settings that belong into an object of docs.json", () => {
    const pages = '"navigation": { "pages": ["index"] }';
    for (const [before, after, title] of [
      [`{ [|"openapi"|]: "a.json", ${pages} }`, `{ "api": { "openapi": "a.json" }, ${pages} }`, "api.openapi"],
      [
        `{ [|"asyncapi"|]: ["a.json"], ${pages}, "api": { "playground": { "display": "none" } } }`,
        `{ ${pages}, "api": { "playground": { "display": "none" }, "asyncapi": ["a.json"] } }`,
        "api.asyncapi",
      ],
      [
        `{ ${pages}, "api": { [|"baseUrl"|]: "https://a.example" } }`,
        `{ ${pages}, "api": { "mdx": { "server": "https://a.example" } } }`,
        "api.mdx.server",
      ],
      [
        `{ ${pages}, "api": { [|"baseUrl"|]: "https://a.example", "mdx": { "auth": { "method": "key" } } } }`,
        `{ ${pages}, "api": { "mdx": { "auth": { "method": "key" }, "server": "https://a.example" } } }`,
        "api.mdx.server",
      ],
      [
        `{ ${pages}, "api": { "auth": { "method": "key", [|"name"|]: "X-Key" }, "url": "full" } }`,
        `{ ${pages}, "api": { "url": "full", "mdx": { "auth": { "method": "key", "name": "X-Key" } } } }`,
        "api.mdx.auth",
      ],
      [
        `{ [|"topbarCtaButton"|]: { "name": "Start", "url": "/start", "style": "pill", "arrow": false }, ${pages} }`,
        `{ "navbar": { "primary": { "type": "button", "label": "Start", "href": "/start" } }, ${pages} }`,
        "navbar",
      ],
      [
        `{ [|"anchors"|]: [{ "name": "Chat", "icon": "slack", "url": "https://a.example" }], ${pages} }`,
        '{ "navigation": { "pages": ["index"], "global": { "anchors": [{ "anchor": "Chat", "icon": "slack", "href": "https://a.example" }] } } }',
        "navigation.global.anchors",
      ],
      [
        '{ [|"tabs"|]: [{ "name": "API", "url": "api" }], "navigation": { "groups": [{ "group": "A", "pages": ["index"] }, { "group": "B", "pages": ["api/users"] }] }, "name": "X" }',
        '{ "navigation": { "tabs": [{ "tab": "Documentation", "groups": [{ "group": "A", "pages": ["index"] }] }, { "tab": "API", "groups": [{ "group": "B", "pages": ["api/users"] }] }] }, "name": "X" }',
        "navigation.tabs",
      ],
      [
        '{ "navigation": { "groups": [{ "group": "A", [|"version"|]: "1", "pages": ["a"] }, { "group": "B", [|"version"|]: "2", "pages": ["b"] }] }, [|"versions"|]: ["1", "2"] }',
        '{ "navigation": { "versions": [{ "version": "1", "groups": [{ "group": "A", "pages": ["a"] }] }, { "version": "2", "groups": [{ "group": "B", "pages": ["b"] }] }] } }',
        "navigation.versions",
      ],
    ] as const) {
      const changed = applyFix(unknownSetting, before, `Move to \`${title}\``).get("docs.json") ?? "";
      assert.deepEqual(JSON.parse(changed), JSON.parse(after));
    }
  });

  it("doesn't offer to move a mint.json setting if the result would differ or the author must decide", () => {
    const listTitles = (text: string, key: string) =>
      fixTitles(unknownSetting, text.replace(`"${key}"`, `[|"${key}"|]`));
    const groups = '"navigation": { "groups": [{ "group": "A", "pages": ["a"] }] }';
    for (const [key, text] of [
      ["openapi", `{ "openapi": "a.json", "api": { "openapi": "b.json" }, ${groups} }`],
      ["baseUrl", `{ "api": { "baseUrl": "https://a.example", "mdx": { "server": "https://b.example" } }, ${groups} }`],
      ["versions", `{ "versions": ["1", "2"], ${groups} }`],
      ["tabs", '{ "tabs": [{ "name": "A", "url": "a" }], "navigation": { "tabs": [{ "tab": "X", "pages": ["a"] }] } }'],
      ["tabs", `{ "tabs": [{ "tab": "A", "pages": ["a"] }], ${groups} }`],
      [
        "anchors",
        '{ "anchors": [{ "name": "A", "url": "a" }], "navigation": { "tabs": [{ "tab": "X", "pages": ["a/b"] }] } }',
      ],
      ["baseUrl", `{ "api": { "baseUrl": "https://a.example", "mdx": { "$ref": "mdx.json" } }, ${groups} }`],
    ] as const)
      assert.deepEqual(listTitles(text, key), [`Remove \`${key}\``], text);
  });

  it("reports why a mint.json setting has no replacement", () => {
    const getMessage = (setting: string) =>
      checkRule(unknownSetting, `{ [|"${setting}"|]: "x", "navigation": { "pages": [] } }`)[0]?.message;
    for (const setting of ["feedback", "isWhiteLabeled"])
      assert.equal(
        getMessage(setting),
        `\`${setting}\` is a mint.json setting, so it has no effect in docs.json. Remove it, and change this setting in the service's dashboard.`,
      );
    for (const setting of ["layout", "rounded", "sidebar", "topbar"])
      assert.equal(
        getMessage(setting),
        `\`${setting}\` is a mint.json setting that docs.json doesn't support, so it has no effect. Remove it.`,
      );
  });

  it("offers a fix that changes only the file that docs.json includes", () =>
    checkFix(
      unknownSetting,
      '//- docs.json\n{ "navigation": { "$ref": "nav.json" } }\n//- nav.json\n{\n\t"groups": [\n\t\t{ "group": "a", [|"expandd"|]: true, "pages": [] }\n\t]\n}\n',
      { "nav.json": '{\n\t"groups": [\n\t\t{ "group": "a", "expanded": true, "pages": [] }\n\t]\n}\n' },
      /^Rename/,
    ));

  it("never offers to rename a key to an existing one", () => {
    const titles = [...fixTitles(unknownSetting, '{ "navbar": {}, [|"navbr"|]: {}, "navigation": { "pages": [] } }')];
    assert.deepEqual(titles, ["Remove `navbr`"]);
  });

  it("ignores keys in objects that accept any key", () =>
    checkRule(
      unknownSetting,
      '{ "variables": { "x y": "z" }, "seo": { "metatags": { "og:x": "y" } }, "navigation": { "pages": [] } }',
    ));
});

describe("config/wrong-type", () => {
  it("offers fixes only for unambiguous values", () => {
    const createFixture = (value: string) =>
      `{ "interaction": { "drilldown": [|${value}|] }, "navigation": { "pages": [] } }`;
    checkFix(wrongType, createFixture('"false"'), {
      "docs.json": parseFixture(createFixture("false")).files.get("docs.json") ?? "",
    });
    assert.deepEqual(fixTitles(wrongType, createFixture('"maybe"')), []);
    assert.deepEqual(fixTitles(wrongType, createFixture("1")), []);
  });

  it("marks only the bracket of an array or object", () => {
    checkRule(wrongType, '{ "name": [|{|] "a": 1 }, "navigation": { "pages": ["a", [|1|], [|null|]] } }');
  });
});

describe("config/value-not-allowed", () => {
  testFixInEveryLayout(
    valueNotAllowed,
    '{\n  "navigation": { "pages": ["index"] },\n  "api": {\n    "playground": { "display": [|"interactve"|] }\n  }\n}\n',
    '{\n  "navigation": { "pages": ["index"] },\n  "api": {\n    "playground": { "display": "interactive" }\n  }\n}\n',
  );

  it("offers the nearest value first, followed by the others if there are only a few", () => {
    assert.deepEqual(
      fixTitles(valueNotAllowed, '{ "appearance": { "default": "drk" }, "navigation": { "pages": [] } }'),
      ["Change to `dark`", "Change to `system`", "Change to `light`"],
    );
    assert.deepEqual(fixTitles(valueNotAllowed, '{ "theme": "x", "navigation": { "pages": [] } }'), []);
  });

  it("is a warning if the service ignores the value; otherwise, an error", () => {
    const listSeverities = (docs: string) =>
      findSiteProblems(siteOf(new Map([["docs.json", docs]])), { rules: [valueNotAllowed] }).map(
        ({ severity }) => severity,
      );
    assert.deepEqual(listSeverities('{ "api": { "examples": { "languages": ["cobol"] } }, "navigation": {} }'), [
      "warning",
    ]);
    assert.deepEqual(listSeverities('{ "styling": { "codeblocks": "github-dark" }, "navigation": {} }'), ["warning"]);
    assert.deepEqual(listSeverities('{ "styling": { "codeblocks": "nope" }, "navigation": {} }'), ["error"]);
  });
});

describe("config/invalid-value", () => {
  it("marks a repeated value and points to its first occurrence", () => {
    const [problem] = checkRule(
      invalidValue,
      '{ "contextual": { "options": ["copy", [|"copy"|]] }, "navigation": { "pages": ["index"] } }',
    );
    assert.equal(problem?.relatedLocations.length, 1);
  });
});

describe("config/missing-setting", () => {
  testFixInEveryLayout(
    missingSetting,
    '{\n  "navigation": { "pages": ["index"] },\n  [|"logo"|]: {\n    "light": "/images/light.svg"\n  }\n}\n',
    '{\n  "navigation": { "pages": ["index"] },\n  "logo": {\n    "light": "/images/light.svg",\n    "dark": "/images/dark.svg"\n  }\n}\n',
  );
  testFixInEveryLayout(
    missingSetting,
    '{\n  "navigation": { "pages": ["index"] },\n  [|"errors"|]: {}\n}\n',
    '{\n  "navigation": { "pages": ["index"] },\n  "errors": {\n    "404": { "redirect": true }\n  }\n}\n',
  );

  it("offers to add the setting to the file that docs.json includes", () =>
    checkFix(
      missingSetting,
      '//- docs.json\n{ "navigation": { "pages": [] }, "logo": { "$ref": "logo.json" } }\n//- logo.json\n[|{|]\r\n\t"light": "/a.svg"\r\n}\r\n',
      { "logo.json": '{\r\n\t"light": "/a.svg",\r\n\t"dark": "/images/dark.svg"\r\n}\r\n' },
    ));

  it("offers to add each setting that a profile requires", () => {
    const files = new Map([["docs.json", '{\n  "description": "x"\n}\n']]);
    for (let left = 4; left > 0; left--) {
      const site = siteOf(files, "mintlify");
      const problems = findSiteProblems(site, { rules: [missingSetting] });
      assert.equal(problems.length, left);
      const [fix] = problems.flatMap((problem) => createFixes(problem, site, { rules: [missingSetting] }));
      const [edit] = fix?.edits ?? [];
      assert.ok(edit?.kind === "edit");
      const text = files.get("docs.json") ?? "";
      files.set(
        "docs.json",
        edit.edits.reduce(
          (text, { range, newText }) => text.slice(0, range.start) + newText + text.slice(range.end),
          text,
        ),
      );
    }
    assert.equal(
      files.get("docs.json"),
      '{\n  "description": "x",\n  "name": "My product",\n  "theme": "mint",\n  "colors": { "primary": "#0F766E" },\n  "navigation": { "pages": ["index"] }\n}\n',
    );
  });
});

describe("the effect of an invalid value in the navigation", () => {
  const rules = [wrongType, valueNotAllowed, invalidValue, missingSetting, missingField, unknownLanguage];
  const rejection = "the service rejects";
  const group = (fields: object) => ({ group: "G", pages: ["index"], ...fields });
  const createTab = (groups: unknown, fields: object = {}) => ({
    tabs: [{ tab: "Guides", groups, ...fields }],
  });
  const formatEmptied = (section: string) => `readers see nothing under \`${section}\``;
  const rows: readonly [name: string, navigation: object, severity: string, effect: string][] = [
    ["a group at the top level", { groups: [group({ hidden: "no" })] }, "error", rejection],
    ["the tab itself", createTab([group({})], { align: "left" }), "error", rejection],
    ["a link in `global`", { global: { anchors: [{ href: "/a" }] }, pages: ["index"] }, "error", rejection],
    ["a group in a tab", createTab([group({ hidden: "no" })]), "error", formatEmptied("Guides")],
    ["an icon in a tab", createTab([group({ icon: "fa-x" })]), "error", formatEmptied("Guides")],
    ["a value that isn't in the list", createTab([group({ directory: "x" })]), "error", formatEmptied("Guides")],
    [
      "a page in a nested group",
      createTab([group({ pages: [group({ pages: [1] })] })]),
      "error",
      formatEmptied("Guides"),
    ],
    ["a group without a name", createTab([{ pages: ["index"] }]), "error", formatEmptied("Guides")],
    ["a tab as a group", createTab([{ tab: "A", pages: ["index"] }]), "error", formatEmptied("Guides")],
    ["a list that is a string", createTab("index"), "error", formatEmptied("Guides")],
    [
      "a tab in a language",
      { languages: [{ language: "en", tabs: [{ tab: "Guides", icon: 1, pages: ["index"] }] }] },
      "error",
      formatEmptied("en"),
    ],
    [
      "a language in a version",
      { versions: [{ version: "v1", languages: [{ language: "xx", pages: ["index"] }] }] },
      "error",
      formatEmptied("v1"),
    ],
    [
      "a color in a tab",
      { tabs: [{ tab: "Guides", anchors: [{ anchor: "A", color: { light: "red" }, pages: ["index"] }] }] },
      "error",
      formatEmptied("Guides"),
    ],
    ["a group's specification", createTab([group({ openapi: 1 })]), "warning", "so the service ignores it"],
    ["a group's specification without a source", createTab([group({ openapi: {} })]), "warning", "ignores it"],
  ];
  for (const [name, navigation, severity, effect] of rows)
    it(`is described for ${name}`, () => {
      const files = new Map([
        ["docs.json", JSON.stringify({ theme: "mint", name: "A", colors: { primary: "#0F766E" }, navigation })],
        ["index.mdx", "---\ntitle: Home\n---\n"],
      ]);
      const [problem, ...others] = findSiteProblems(siteOf(files, "mintlify"), { rules });
      assert.equal(problem?.severity, severity, problem?.message);
      assert.ok(problem.message.includes(effect), problem.message);
      assert.deepEqual(others, []);
    });

  it("isn't reported if the service doesn't read the value", () => {
    const navigation = {
      tabs: [{ tab: "Guides", href: "https://example.com", pages: [1] }],
      pages: [{ group: "G", hidden: "no", pages: ["index"] }],
    };
    const files = new Map([["docs.json", JSON.stringify({ navigation })]]);
    assert.deepEqual(findSiteProblems(siteOf(files, "standard"), { rules }), []);
  });
});
