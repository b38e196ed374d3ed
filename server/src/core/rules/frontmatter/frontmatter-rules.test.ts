import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { applyFix, checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { apiMalformed } from "./api-malformed.ts";
import { apiWithoutServer } from "./api-without-server.ts";
import { authMethodWithoutEffect } from "./auth-method-without-effect.ts";
import { duplicateTitle } from "./duplicate-title.ts";
import { groupsWithoutEffect } from "./groups-without-effect.ts";
import { languageNotAllowed } from "./language-not-allowed.ts";
import { missingTitle } from "./missing-title.ts";
import { playgroundNeedsAuthentication } from "./playground-needs-authentication.ts";
import { severalTargets } from "./several-targets.ts";
import { syntax } from "./syntax.ts";
import { unknownField } from "./unknown-field.ts";
import { valueNotAllowed } from "./value-not-allowed.ts";
import { wrongType } from "./wrong-type.ts";

function createPage(text: string, config = '{ "navigation": { "pages": ["page"] } }'): string {
  return `//- docs.json\n${config}\n//- page.mdx\n${text}`;
}

describe("frontmatter/unknown-field", () => {
  it("accepts custom fields that the site uses", () => {
    const own = [
      "author",
      "tags",
      "group",
      "image",
      "versionTo",
      "weight",
      "updatedAt",
      "createdAt",
      "twitter:image:alt",
      "index",
      "shortTitle",
    ];
    deepStrictEqual(checkRule(unknownField, createPage(`---\n${own.map((key) => `${key}: x`).join("\n")}\n---\n`)), []);
  });

  it("reports typos", () => {
    const misspellings = [
      "Title",
      "sidebar_title",
      "gsidebarTitle",
      "descripton",
      "og_image",
      "openApi",
      "hideFooterpagination",
    ];
    checkRule(unknownField, createPage(`---\n${misspellings.map((key) => `[|${key}|]: x`).join("\n")}\n---\n`));
  });

  it("reports a translation of `title`, for which no title is missing", () => {
    for (const key of ["Titel", "título", "标题", "заголовок", "Title"]) {
      const text = `---\n[|${key}|]: A\n---\n`;
      checkFix(unknownField, createPage(text), { "page.mdx": "---\ntitle: A\n---\n" });
      strictEqual(checkRule(unknownField, createPage(text))[0]?.severity, "information");
      deepStrictEqual(checkRule(missingTitle, createPage(text.replaceAll(/\[\||\|\]/g, ""))), []);
      checkRule(missingTitle, createPage(`[|---|]\n${key}:\n---\n`));
    }
    deepStrictEqual(checkRule(unknownField, createPage("---\ntitle: A\nTitel: B\n---\n")), []);
  });

  it("ignores typos in snippets and on pages that also have the correct field", () => {
    deepStrictEqual(checkRule(unknownField, createPage("---\ntitle: a\nTitle: b\n---\n")), []);
    deepStrictEqual(checkRule(unknownField, "//- snippets/a.mdx\n---\nTitle: b\n---\n"), []);
  });

  it("offers a fix that changes only the field name, regardless of the surrounding text", () => {
    for (const text of ['---\r\n[|"og_image"|]:\t"/a.png" # x\r\n---\r\n', "---\n    [|og_image|]: /a.png\n---\n"]) {
      const unmarkedText = text.replace("[|", "").replace("|]", "");
      checkFix(unknownField, createPage(text), {
        "page.mdx": unmarkedText.replace(/"?og_image"?/, '"og:image"'),
      });
    }
  });
});

describe("frontmatter/wrong-type and value-not-allowed", () => {
  it("describe the items that a list can't contain", () => {
    const getMessage = (value: string) =>
      checkRule(wrongType, createPage(`---\nkeywords: [|${value}|]\n---\n`))[0]?.message;
    const createMessage = (found: string) =>
      `\`keywords\` can't be ${found}, so it has no effect on the page. Change it to a list of text.`;
    strictEqual(getMessage("[setup, {name: install}]"), createMessage("a list that contains a map"));
    strictEqual(getMessage("[[setup], install]"), createMessage("a list that contains a list"));
    strictEqual(getMessage("setup"), createMessage("text"));
    const [title] = checkRule(wrongType, createPage("---\ntitle: [|[a, {b: c}]|]\n---\n"));
    strictEqual(title?.message.includes("can't be a list, so"), true);
  });

  const text = '---\nopenapi: [|[a]|]\nhidden: [|"yes"|]\n---\n';
  it("set the severity by profile and field", () => {
    const listSeverities = (profile: "standard" | "mintlify") =>
      checkRule(wrongType, createPage(text), profile).map(({ severity }) => severity);
    deepStrictEqual(listSeverities("standard"), ["error", "error"]);
    deepStrictEqual(listSeverities("mintlify"), ["error", "warning"]);
    const [mode] = checkRule(valueNotAllowed, createPage("---\nmode: [|foo|]\n---\n"), "mintlify");
    strictEqual(mode?.severity, "warning");
  });

  it("offer a fix that changes only the value", () => {
    checkFix(wrongType, createPage('---\r\n  hidden:\t[|"yes"|]  # x\r\n  a: 1\r\n---\r\n'), {
      "page.mdx": "---\r\n  hidden:\ttrue  # x\r\n  a: 1\r\n---\r\n",
    });
    checkFix(valueNotAllowed, createPage("---\nmode: [|'Wide'|] # x\n---\n"), {
      "page.mdx": "---\nmode: wide # x\n---\n",
    });
  });
});

describe("frontmatter/api-malformed", () => {
  const targets = ["{base-url}/api/users", "users", "//host/users", "javascript:alert(1)"];

  it("warns about a target that the service shows as written but can't send requests to", () => {
    for (const target of targets) {
      const text = createPage(`---\napi: [|"get ${target}"|]\n---\n`);
      const found = checkRule(apiMalformed, text, "mintlify");
      deepStrictEqual(
        found.map(({ severity, message }) => [severity, message.startsWith(`\`${target}\` isn't a path`)]),
        [["warning", true]],
      );
      strictEqual(checkRule(apiMalformed, text, "standard")[0]?.severity, "error");
    }
  });

  it("accepts such a target on a page without a playground, which shows it as written", () => {
    for (const display of ["none", "simple"]) {
      const text = createPage(`---\napi: "GET {base-url}/users"\nplayground: ${display}\n---\n`);
      deepStrictEqual(checkRule(apiMalformed, text, "mintlify"), []);
      const setting = `{ "api": { "playground": { "display": "${display}" } }, "navigation": { "pages": ["page"] } }`;
      deepStrictEqual(
        checkRule(apiMalformed, createPage('---\napi: "GET {base-url}/users"\n---\n', setting), "mintlify"),
        [],
      );
      // The page shows no endpoint.
      checkRule(apiMalformed, createPage(`---\napi: [|FETCH /users|]\nplayground: ${display}\n---\n`), "mintlify");
    }
    checkRule(apiMalformed, createPage('---\napi: [|"GET users"|]\nplayground: interactive\n---\n'), "mintlify");
  });

  it("isn't reported together with a missing server", () => {
    for (const target of targets)
      deepStrictEqual(checkRule(apiWithoutServer, createPage(`---\napi: "GET ${target}"\n---\n`), "mintlify"), []);
  });

  it("reports an error if the service can't show an endpoint", () => {
    for (const api of ["GET", "/users", "FETCH /users", "GET /users all"])
      strictEqual(checkRule(apiMalformed, createPage(`---\napi: [|${api}|]\n---\n`), "mintlify")[0]?.severity, "error");
  });
});

describe("frontmatter/api-without-server", () => {
  const endpoint = "//- users.mdx\n---\napi: [|GET /users|]\n---\n";
  const applyServerFix = (config: string, profile: "standard" | "mintlify", file = "docs.json", rest = "") =>
    applyFix(apiWithoutServer, `//- docs.json\n${config}\n${rest}${endpoint}`, undefined, profile).get(file);

  it("offers to add the setting with the file's indentation and line endings", () => {
    strictEqual(
      applyServerFix('{\n\t"api": {\n\t\t"examples": {}\n\t},\n\t"navigation": { "pages": [] }\n}', "mintlify"),
      '{\n\t"api": {\n\t\t"examples": {},\n\t\t"mdx": {\n\t\t\t"server": "https://api.example.com"\n\t\t}\n\t},\n\t"navigation": { "pages": [] }\n}',
    );
    strictEqual(
      applyServerFix('{\r\n    "navigation": { "pages": [] }\r\n}', "standard"),
      '{\r\n    "navigation": { "pages": [] },\r\n    "api": {\r\n        "server": "https://api.example.com"\r\n    }\r\n}',
    );
  });

  it("offers to add the setting to the file that contains the other settings", () => {
    strictEqual(
      applyServerFix(
        '{ "api": { "$ref": "./api.json" }, "navigation": { "pages": [] } }',
        "standard",
        "api.json",
        '//- api.json\n{\n  "url": "full"\n}\n',
      ),
      '{\n  "url": "full",\n  "server": "https://api.example.com"\n}',
    );
  });

  it("accepts a server under any supported name and as an array, in either profile", () => {
    for (const config of [
      '"server": "https://x"',
      '"api": { "server": "https://x" }',
      '"api": { "mdx": { "server": ["https://x"] } }',
    ])
      for (const profile of ["standard", "mintlify"] as const)
        deepStrictEqual(
          checkRule(apiWithoutServer, `//- docs.json\n{ ${config} }\n${endpoint.replace(/\[\||\|\]/g, "")}`, profile),
          [],
        );
    for (const emptyTitle of ['""', "[]", "null"])
      checkRule(apiWithoutServer, `//- docs.json\n{ "server": ${emptyTitle} }\n${endpoint}`);
  });
});

describe("frontmatter/missing-title", () => {
  it("offers a title derived from the first heading or the file name", () => {
    checkFix(missingTitle, createPage("[|---|]\r\nicon: x\r\n---\r\n# The `Start`: now\r\n"), {
      "page.mdx": '---\r\ntitle: "The Start: now"\r\nicon: x\r\n---\r\n# The `Start`: now\r\n',
    });
    checkFix(
      missingTitle,
      '//- docs.json\n{ "navigation": { "pages": ["a/quick-start"] } }\n//- a/quick-start.mdx\n[||]Hi.\n',
      {
        "a/quick-start.mdx": '---\ntitle: "Quick start"\n---\n\nHi.\n',
      },
    );
    checkFix(missingTitle, createPage("---\n[|title|]:\nicon: x\n---\n"), {
      "page.mdx": '---\ntitle: "Page"\nicon: x\n---\n',
    });
  });

  it("offers to remove empty frontmatter before the fields", () => {
    for (const [eol, blankLines] of [
      ["\n", ""],
      ["\r\n", "\r\n"],
    ])
      checkFix(missingTitle, createPage(`[|---${eol}${blankLines}---|]${eol}title: A${eol}---${eol}Hi.${eol}`), {
        "page.mdx": `---${eol}title: A${eol}---${eol}Hi.${eol}`,
      });
  });

  // The service reads frontmatter only if the file starts with it.
  it("reports frontmatter after the first line, and removes blank lines before it", () => {
    const pageText = "---\ntitle: A\n---\n\nText.\n";
    const lateText = pageText.replace("---", "[|---|]");
    for (const prefix of ["\n", " \r\n\n"])
      checkFix(missingTitle, createPage(`${prefix}${lateText}`), { "page.mdx": pageText });
    // mdx/syntax reports a fence that isn't closed.
    checkRule(missingTitle, createPage("\n```mdx\n" + pageText));
    checkFix(missingTitle, createPage(`~~~markdown\n\n${lateText}~~~\n`), { "page.mdx": pageText });
    const [problem] = checkRule(missingTitle, createPage(`Translated:\n\n---\n\n${lateText}`));
    match(problem?.message ?? "", /Remove the lines before it\.$/);
    // Examples, and text between lines.
    for (const text of [
      `\`\`\`mdx\n${pageText}\`\`\`\n\nText.\n`,
      "```mdx\n---\ntitle: A\n---\n```\n",
      `Text:\n\`\`\`mdx\n${pageText}`,
      "Text.\n\n---\ntitle: A\n\nB\n\n---\n",
      "Text.\n\n---\n# A\ntitle: A\n---\n",
      "Text.\n\n---\nicon: a\n---\n",
      // Code, in which the lines aren't shown as text.
      `{/*\n${pageText}*/}\n`,
      `<!--\n${pageText}-->\n`,
      // The content of a component, which would lose its opening tag.
      `<Card>\n\n${pageText}\n</Card>\n`,
      `export const a = \`\n${pageText}\`;\n`,
      `~~~mdx a\`b\n${pageText}~~~\n\nText.\n`,
    ])
      match(checkRule(missingTitle, createPage(`[||]${text}`))[0]?.message ?? "", /^This page has no/);
  });

  it("reads long lines that look like fences in linear time", () => {
    for (const line of [`~~~${" ".repeat(50_000)}x\``, `${"~".repeat(50_000)}\``, `${" ".repeat(50_000)}~`])
      assertQuick(1000, () => void checkRule(missingTitle, createPage(`[||]${line}\n`)));
  });

  it("doesn't treat text after empty frontmatter as fields", () => {
    for (const text of [
      "Note: this.\n---\n",
      "title: A\n",
      "\nHi.\n\n---\n",
      "description: A\n---\n",
      "title: A\n# Note\n---\n",
    ])
      checkFix(missingTitle, createPage(`[|---|]\n---\n${text}`), {
        "page.mdx": `---\ntitle: "${text.includes("# Note") ? "Note" : "Page"}"\n---\n${text}`,
      });
  });

  it("reports an empty title that replaces an operation's summary", () => {
    checkRule(missingTitle, createPage('---\n[|title|]: "  "\nopenapi: GET /x\n---\n'));
  });

  it("ignores pages that can't be read, are unlisted, or get their title elsewhere", () => {
    for (const text of [
      "---\ntitle: 2024\n---\n",
      "---\nopenapi: GET /x\n---\n",
      "---\nurl: https://x\n---\n",
      "---\nmode: custom\n---\n",
      "---\ntitle: a: b\n---\n",
    ])
      deepStrictEqual(checkRule(missingTitle, createPage(text)), []);
    deepStrictEqual(checkRule(missingTitle, "//- docs.json\n{}\n//- CLAUDE.md\nHi.\n"), []);
  });
});

describe("frontmatter/duplicate-title", () => {
  const createTwins = (config: string) =>
    `//- docs.json\n${config}\n${["a", "b"].map((name) => `//- ${name}.mdx\n---\ntitle: T\ndescription: D\n---\n`).join("")}`;
  it("compares pages in the same division of the navigation", () => {
    const createDivisions = (key: string, kind: string) =>
      JSON.stringify({ navigation: { [key]: ["a", "b"].map((name) => ({ [kind]: name, pages: [name] })) } });
    const separateDocs = [
      '{ "navigation": { "languages": [{ "language": "en", "pages": ["a"] }, { "language": "fr", "pages": ["b"] }] } }',
      createDivisions("products", "product"),
      createDivisions("tabs", "tab"),
      createDivisions("dropdowns", "dropdown"),
      createDivisions("anchors", "anchor"),
      '{ "navigation": { "tabs": [{ "tab": "A", "groups": [{ "group": "A", "pages": ["a"] }] }, { "tab": "B", "pages": ["b"] }] } }',
      '{ "navigation": { "tabs": [{ "tab": "A", "menu": [{ "item": "A", "pages": ["a"] }, { "item": "B", "pages": ["b"] }] }] } }',
      '{ "navigation": { "pages": ["a"] } }',
      // Readers can't open a page that a redirect hides.
      '{ "navigation": { "pages": ["a", "b"] }, "redirects": [{ "source": "/b", "destination": "/a" }] }',
    ];
    for (const config of separateDocs) deepStrictEqual(checkRule(duplicateTitle, createTwins(config)), []);
    const combinedDocs = [
      createDivisions("groups", "group"),
      '{ "navigation": { "tabs": [{ "tab": "A", "pages": ["a", "b"] }, { "tab": "B", "pages": ["b"] }] } }',
      '{ "navigation": { "tabs": [{ "tab": "A", "pages": ["a", { "group": "B", "pages": ["b"] }] }] } }',
    ];
    for (const config of combinedDocs)
      checkRule(duplicateTitle, createTwins(config).replaceAll("title: T", "title: [|T|]"));
  });

  it("doesn't compare counterparts in sibling folders", () => {
    const createPages = (...slugs: string[]) =>
      `//- docs.json\n${JSON.stringify({ navigation: { pages: slugs } })}\n${slugs
        .map((slug) => `//- ${slug}.mdx\n---\ntitle: [|T|]\ndescription: D\n---\n`)
        .join("")}`;
    const removeMarks = (text: string) => text.replaceAll(/\[\||\|\]/g, "");
    for (const slugs of [
      ["sdk/python/foo", "sdk/typescript/foo"],
      ["python/sdk/foo", "typescript/sdk/foo", "go/sdk/foo"],
    ])
      deepStrictEqual(checkRule(duplicateTitle, removeMarks(createPages(...slugs))), []);
    for (const slugs of [
      ["sdk/python/foo", "sdk/python/bar"],
      ["sdk/python/foo", "sdk/typescript/bar"],
      ["sdk/python/foo", "sdk/foo"],
      ["sdk/python/v1/foo", "sdk/typescript/v2/foo"],
      ["sdk/python/foo", "sdk/typescript/foo", "sdk/foo"],
    ])
      checkRule(duplicateTitle, createPages(...slugs));
  });

  it("doesn't compare pages with the same file name in separate groups", () => {
    const createPages = (groups: readonly object[], slugs: readonly string[], title = "T") =>
      `//- docs.json\n${JSON.stringify({ navigation: { groups } })}\n${slugs
        .map((slug) => `//- ${slug}.mdx\n---\ntitle: ${title}\ndescription: D\n---\n`)
        .join("")}`;
    const slugs = ["runtimes/web/binding", "runtimes/apple/binding", "games/unity/binding"];
    const separateGroups = slugs.map((slug) => ({ group: slug, pages: [slug] }));
    const nestedGroups = [{ group: "Runtimes", pages: [{ group: "Native", pages: separateGroups }] }];
    deepStrictEqual(checkRule(duplicateTitle, createPages(separateGroups, slugs)), []);
    deepStrictEqual(checkRule(duplicateTitle, createPages(nestedGroups, slugs)), []);
    const [web = "", , unity = ""] = slugs;
    for (const groups of [
      [{ group: "A", pages: [web, unity] }],
      [{ group: "A", pages: [web, { group: "B", pages: [unity] }] }],
      [
        { group: "A", pages: [web] },
        { group: "B", pages: [web, unity] },
      ],
    ])
      checkRule(duplicateTitle, createPages(groups, [web, unity], "[|T|]"));
    const others = ["web/a", "unity/b"];
    const twoGroups = others.map((slug) => ({ group: slug, pages: [slug] }));
    checkRule(duplicateTitle, createPages(twoGroups, others, "[|T|]"));
  });

  it("ignores pages without a description", () => {
    deepStrictEqual(
      checkRule(
        duplicateTitle,
        createTwins('{ "navigation": { "pages": ["a", "b"] } }').replaceAll("description: D", "icon: x"),
      ),
      [],
    );
  });
});

describe("frontmatter/syntax for fields without `---` lines", () => {
  it("adds the missing lines", () => {
    const fix = (text: string, expected: string) => checkFix(syntax, createPage(text), { "page.mdx": expected });
    fix("[|title: 'A'\ndescription: B|]\n\nText.\n", "---\ntitle: 'A'\ndescription: B\n---\n\nText.\n");
    fix("[|title: A\r\nicon: flag|]\r\n", "---\r\ntitle: A\r\nicon: flag\r\n---\r\n");
    fix("\n\n[|title: A|]\n---\n\nText.\n", "---\ntitle: A\n---\n\nText.\n");
  });

  it("reports a warning in place of a missing title", () => {
    const page = createPage("[|description: A|]\n\nText.\n");
    deepStrictEqual(
      checkRule(syntax, page).map(({ severity }) => severity),
      ["warning"],
    );
    checkRule(missingTitle, page.replaceAll(/\[\||\|\]/g, ""));
  });

  it("accepts text, unknown fields, and snippets", () => {
    for (const text of ["title: A\nText.\n", "title: A\nanswer: b\n\nText.\n", "Text.\n\ntitle: A\n", "title:A\n"])
      checkRule(syntax, createPage(text));
    checkRule(
      syntax,
      `${createPage('import S from "/snippets/s.mdx";\n\n<S />\n')}\n//- snippets/s.mdx\ntitle: A\n\nText.\n`,
    );
  });
});

describe("frontmatter/syntax and language-not-allowed", () => {
  it("offer to quote invalid values", () => {
    checkFix(syntax, createPage('---\r\ntitle: [|Say "a": b|] \r\nicon: x\r\n---\r\n'), {
      "page.mdx": '---\r\ntitle: "Say \\"a\\": b" \r\nicon: x\r\n---\r\n',
    });
    checkFix(syntax, createPage("---\ntitle: [|*new*|]\n---\n"), {
      "page.mdx": '---\ntitle: "*new*"\n---\n',
    });
  });

  // YAML 1.2, 7.3.2: in single quotes, only `''` is an escape sequence.
  it("offer to change single quotes with a backslash to double quotes", () => {
    const value = String.raw`'Use "l\'API" in C:\new, it''s'`;
    const [problem] = checkRule(syntax, createPage(`---\ntitle: [|${value}|]\nicon: x\n---\n`));
    match(problem?.message ?? "", /Write `''`, or use double quotes\.$/);
    checkFix(syntax, createPage(`---\ntitle: [|${value}|]\nicon: x\n---\n`), {
      "page.mdx": String.raw`---
title: "Use \"l'API\" in C:\\new, it's"
icon: x
---
`,
    });
  });

  it("offer to change single quotes with an apostrophe to double quotes", () => {
    const page = createPage("---\ntitle: [|'The store's \"first\" day, it''s new'|]\nicon: x\n---\n");
    const [problem] = checkRule(syntax, page);
    match(problem?.message ?? "", /^In single quotes, an apostrophe ends the value/);
    checkFix(syntax, page, {
      "page.mdx": `---\ntitle: "The store's \\"first\\" day, it's new"\nicon: x\n---\n`,
    });
  });

  it("offer to escape quotes in double quotes", () => {
    const page = createPage(String.raw`---
title: [|"The "caf\u00e9" menu in C:\\dir, it's \"new\" "here""|]
---
`);
    const [problem] = checkRule(syntax, page);
    match(problem?.message ?? "", /^Quotes inside this value end it/);
    checkFix(syntax, page, {
      "page.mdx": String.raw`---
title: "The \"caf\u00e9\" menu in C:\\dir, it's \"new\" \"here\""
---
`,
    });
  });

  it("also apply to snippets, because the service parses their frontmatter, too", () => {
    checkRule(syntax, '//- snippets/a.mdx\n---\ntitle: [|"x|]\n---\n');
    checkRule(languageNotAllowed, "//- snippets/a.mdx\n[|--- js|]\n(1)\n---\n");
  });
});

describe("frontmatter rules that use data outside the page", () => {
  it("report playground-needs-authentication as a hint if it's unknown whether readers can sign in", () => {
    const [problem] = checkRule(playgroundNeedsAuthentication, createPage("---\nplayground: [|auth|]\n---\n"));
    strictEqual(problem?.severity, "hint");
  });

  it("accept groups if the whole site requires authentication for the playground", () => {
    const config = '{ "api": { "playground": { "display": "auth" } }, "navigation": { "pages": ["page"] } }';
    deepStrictEqual(checkRule(groupsWithoutEffect, createPage("---\ngroups: [a]\n---\n", config)), []);
    checkRule(groupsWithoutEffect, createPage("---\n[|groups|]: [a]\nplayground: simple\n---\n", config));
    deepStrictEqual(checkRule(groupsWithoutEffect, createPage("---\ngroups: [a]\n---\n"), "mintlify"), []);
  });

  it("check authMethod on pages with a specification only in the standard profile", () => {
    const text = "---\nopenapi: GET /x\nauthMethod: bearer\n---\n";
    deepStrictEqual(checkRule(authMethodWithoutEffect, createPage(text)), []);
    checkRule(authMethodWithoutEffect, createPage(text.replace("authMethod", "[|authMethod|]")), "mintlify");
  });

  it("report several-targets for each ignored target", () => {
    checkRule(severalTargets, createPage("---\n[|api|]: GET https://x/y\n[|asyncapi|]: a\nopenapi: GET /y\n---\n"));
  });

  it("ignore targets without a value", () => {
    checkRule(severalTargets, createPage('---\napi: ""\nasyncapi:\nopenapi: GET /y\n---\n'));
    checkRule(severalTargets, createPage("---\n[|api|]: GET https://x/y\nasyncapi: a\nopenapi: \n---\n"));
  });
});

describe("frontmatter/wrong-type for a value with a semicolon", () => {
  it("names the semicolon and removes it", () => {
    const text = "---\ntitle: A\nnoindex: [|true;|]\n---\n";
    match(checkRule(wrongType, text)[0]?.message ?? "", /^`noindex` ends with a semicolon/);
    checkFix(wrongType, text, { "page.mdx": "---\ntitle: A\nnoindex: true\n---\n" });
  });
});
