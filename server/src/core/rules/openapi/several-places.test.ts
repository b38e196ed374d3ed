import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteFor } from "../../../../../test/harness/site-in-preview.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import type { Problem, Rule } from "../rule.ts";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { operationOnSeveralPages } from "./operation-on-several-pages.ts";
import { operationTwice } from "./operation-twice.ts";
import { operationUndocumented } from "./operation-undocumented.ts";

const createSpec = (moreFields = "") =>
  `//- api.json\n{ "openapi": "3.1.0", "paths": { "/users": { "get": { "summary": "List"${moreFields} }, "post": {} } } }\n`;
const createPage = (path: string, openapi: string) => `//- ${path}\n---\nopenapi: ${openapi}\n---\n`;

const cases: readonly (readonly [name: string, rule: Rule, site: string])[] = [
  [
    "aren't reported if each language has one page",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["en/users"] },
  { "language": "fr", "pages": ["fr/users"] }
] } }
${createPage("en/users.mdx", "GET /users")}${createPage("fr/users.mdx", "GET /users")}${createSpec()}`,
  ],
  [
    "aren't reported if each product has one entry",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "products": [
  { "product": "Cloud", "openapi": "api.json", "pages": ["GET /users"] },
  { "product": "Own", "openapi": "api.json", "pages": ["GET /users"] }
] } }
${createSpec()}`,
  ],
  [
    "are reported at the second entry",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "groups": [
  { "group": "A", "openapi": "api.json", "pages": ["GET /users"] },
  { "group": "B", "openapi": "api.json", "pages": [[|"GET /users/"|]] }
] } }
${createSpec()}`,
  ],
  [
    "aren't reported if a redirect hides one of the pages",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "pages": ["users", "people"] }, "redirects": [{ "source": "/people", "destination": "/users" }] }
${createPage("users.mdx", "GET /users")}${createPage("people.mdx", "GET /users")}${createSpec()}`,
  ],
  [
    "aren't reported if the second page isn't in the navigation",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "pages": ["users"] } }
${createPage("users.mdx", "GET /users")}${createPage("draft.mdx", "GET /users")}${createSpec()}`,
  ],
  [
    "aren't reported as missing if an entry has a lowercase method, which is a separate problem",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["get /users", "POST /users"] }] } }
${createSpec()}`,
  ],
  [
    "aren't reported as missing if a page sets `api`, regardless of the method's letter case",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["POST /users", "a"] }] } }
//- a.mdx
---
api: get /users
---
${createSpec()}`,
  ],
  [
    "aren't reported if the entry and the page are in different versions",
    operationTwice,
    `//- docs.json
{ "navigation": { "versions": [
  { "version": "v1", "pages": ["users"] },
  { "version": "v2", "openapi": "api.json", "pages": ["GET /users"] }
] } }
${createPage("users.mdx", "GET /users")}${createSpec()}`,
  ],
  [
    "aren't reported if `href` moves the generated page",
    operationTwice,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["users", "GET /users"] }] } }
${createPage("users.mdx", "GET /users")}${createSpec(`, "x-service": { "href": "/reference/users" }`)}`,
  ],
  [
    "are reported if an entry and a page are in the same navigation",
    operationTwice,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["users", [|"GET /users"|]] }] } }
//- users.mdx
---
openapi: GET /users
---
${createSpec()}`,
  ],
  [
    "aren't reported as missing if pages are generated from the entire specification",
    operationUndocumented,
    `//- docs.json\n{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json" }] } }\n${createSpec()}`,
  ],
  [
    "aren't reported as missing if the specification isn't used",
    operationUndocumented,
    `//- docs.json\n{ "navigation": { "pages": [] } }\n${createSpec()}`,
  ],
  [
    "aren't reported as missing if pages are also generated from a remote specification",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "https://x.example/api.json" }, { "group": "B", "pages": ["users"] }] } }
${createPage("users.mdx", "get /users")}${createSpec()}`,
  ],
  [
    "are reported as missing unless a page documents them",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "pages": ["users"] } }
${createPage("users.mdx", "get /users")}//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, [|"post"|]: {}, "put": { "x-hidden": true }, "patch": { "x-excluded": true } } } }
`,
  ],
];

const listProblems = (rule: Rule, text: string): Problem[] =>
  findSiteProblems(siteFor(rule, parseFixture(text).files, "standard"), { rules: [rule] });

const createTabs = (...names: readonly string[]) =>
  `//- docs.json
{ "navigation": { "tabs": [${names.map((name) => `{ "tab": "${name}", "pages": ["${name}/ping"] }`).join(", ")}] } }
${names.map((name) => createPage(`${name}/ping.mdx`, "GET /users")).join("")}${createSpec()}`;

describe("operations in several sections", () => {
  const sections = listProblems(operationOnSeveralPages, createTabs("a", "b", "c"));

  it("are one piece of information that lists all pages, because authors show common operations on purpose", () => {
    assert.deepEqual(
      sections.map(({ severity, at, relatedLocations }) => [
        severity,
        at.file,
        relatedLocations.map(({ at }) => at.file),
      ]),
      [["information", "a/ping.mdx", ["b/ping.mdx", "c/ping.mdx"]]],
    );
  });

  it("are information if each section has an entry for them", () => {
    const entries = `{ "tab": "A", "openapi": "api.json", "pages": ["GET /users"] }, { "tab": "B", "openapi": "api.json", "pages": ["GET /users"] }`;
    const problems = listProblems(
      operationOnSeveralPages,
      `//- docs.json\n{ "navigation": { "tabs": [${entries}] } }\n${createSpec()}`,
    );
    assert.deepEqual(
      problems.map(({ severity }) => severity),
      ["information"],
    );
  });

  it("are one warning for the pages of the same section", () => {
    const problems = listProblems(
      operationOnSeveralPages,
      `//- docs.json
{ "navigation": { "tabs": [{ "tab": "A", "pages": ["a", "b", "c"] }, { "tab": "B", "pages": ["d"] }] } }
${["a", "b", "c", "d"].map((name) => createPage(`${name}.mdx`, "GET /users")).join("")}${createSpec()}`,
    );
    assert.deepEqual(
      problems.map(({ severity, at }) => `${severity} ${at.file}`),
      ["warning a.mdx"],
    );
    assert.match(problems[0]?.message ?? "", /on 2 other pages, such as `b.mdx`/);
  });

  it("are one piece of information if the pages are in different groups or have different titles", () => {
    const list = (navigation: string, ...titles: readonly string[]) =>
      listProblems(
        operationOnSeveralPages,
        `//- docs.json
{ "navigation": ${navigation} }
${["a", "b"].map((name, i) => createPage(`${name}.mdx`, `GET /users\ntitle: ${titles[i] ?? "Users"}`)).join("")}${createSpec()}`,
      ).map(
        ({ severity, at, relatedLocations }) =>
          `${severity} ${at.file} ${relatedLocations.map(({ at }) => at.file).join(" ")}`,
      );
    const groups = '{ "groups": [{ "group": "A", "pages": ["a"] }, { "group": "B", "pages": ["b"] }] }';
    assert.deepEqual(list('{ "pages": ["a", "b"] }'), ["warning a.mdx b.mdx"]);
    assert.deepEqual(list('{ "pages": ["a", "b"] }', "Card", "Bank"), ["information a.mdx b.mdx"]);
    assert.deepEqual(list(groups), ["information a.mdx b.mdx"]);
    // Each page describes one use of the operation.
    const [card, bank] = ["Card\ndescription: By card.", "Bank\ndescription: By bank."];
    assert.deepEqual(list('{ "pages": ["a", "b"] }', card, bank), ["hint a.mdx b.mdx"]);
    assert.deepEqual(list('{ "pages": ["a", "b"] }', card, "Bank\ndescription: By card."), ["information a.mdx b.mdx"]);
    const entries = (name: string) => `{ "group": "${name}", "openapi": "api.json", "pages": ["GET /users"] }`;
    assert.deepEqual(
      listProblems(
        operationOnSeveralPages,
        `//- docs.json\n{ "navigation": { "groups": [${entries("A")}, ${entries("B")}] } }\n${createSpec()}`,
      ).map(({ severity }) => severity),
      ["information"],
    );
  });

  // Readers find the endpoint twice only because of the pages with the same title.
  it("are reported only for pages that compete with each other", () => {
    const list = (navigation: string, ...titles: readonly string[]) =>
      listProblems(
        operationOnSeveralPages,
        `//- docs.json
{ "navigation": ${navigation} }
${titles.map((title, i) => createPage(`p${i}.mdx`, `GET /users\ntitle: ${title}`)).join("")}${createSpec()}`,
      ).map(
        ({ severity, at, relatedLocations }) =>
          `${severity} ${at.file} ${relatedLocations.map(({ at }) => at.file).join(" ")}`,
      );
    const pages = '{ "pages": ["p0", "p1", "p2", "p3"] }';
    assert.deepEqual(list(pages, "A", "B", "B", "C"), ["warning p1.mdx p2.mdx"]);
    assert.deepEqual(list(pages, "A", "B", "B", "A"), ["warning p0.mdx p3.mdx", "warning p1.mdx p2.mdx"]);
    assert.deepEqual(list(pages, "A", "B", "C", "D"), ["information p0.mdx p1.mdx p2.mdx p3.mdx"]);
    assert.match(
      getShownProblems(
        "openapi/operation-on-several-pages",
        siteFrom(
          `//- docs.json\n{ "navigation": ${pages} }\n${["A", "B", "C", "D"].map((title, i) => createPage(`p${i}.mdx`, `GET /users\ntitle: ${title}`)).join("")}${createSpec()}`,
        ),
      )
        .map(({ message }) => message)
        .join("\n"),
      /^`GET \/users` is on 4 pages, here and on pages such as `p1\.mdx`, so changes to one page don't appear on the others\.$/,
    );
    const tabs = '{ "tabs": [{ "tab": "A", "pages": ["p0"] }, { "tab": "B", "pages": ["p1", "p2"] }] }';
    assert.deepEqual(list(tabs, "A", "A", "A"), ["warning p1.mdx p2.mdx"]);
  });

  for (const title of ["", "\ntitle: Instructions"])
    it(`are probably a wrong path if an operation below has no page${title === "" ? "" : ", whatever the titles"}`, () => {
      const problems = listProblems(
        operationOnSeveralPages,
        `//- docs.json
{ "navigation": { "pages": ["bank", "bank-instructions"] } }
${createPage("bank.mdx", "GET /banks/{id}")}${createPage("bank-instructions.mdx", `GET /banks/{id}${title}`)}//- api.json
{ "openapi": "3.1.0", "paths": { "/banks/{id}": { "get": {} }, "/banks/{id}/instructions": { "get": {} } } }
`,
      );
      assert.deepEqual(
        problems.map(({ at, message }) => `${at.file}: ${message}`),
        [
          "bank-instructions.mdx: `GET /banks/{id}` is also on the page `bank.mdx`, but `GET /banks/{id}/instructions` isn't on any page. Did you mean `GET /banks/{id}/instructions` on one of them?",
        ],
      );
    });
});

describe("operations that have several pages or none", () => {
  for (const [name, rule, site] of cases)
    it(name, () => {
      checkRule(rule, site);
    });
});

describe("openapi/duplicate-operation-id", () => {
  it("is one problem for all operations of a specification", () => {
    const createSite = (count: number) => {
      const paths = Object.fromEntries(
        ["/a", "/b", "/c", "/d"].map((path, i) => [path, { get: { operationId: i <= count ? "list" : `list${i}` } }]),
      );
      return siteFrom(
        `//- docs.json\n{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json" }] } }\n//- api.json\n${JSON.stringify({ openapi: "3.1.0", paths })}\n`,
      );
    };
    const list = (count: number) =>
      getShownProblems("openapi/duplicate-operation-id", createSite(count)).map(({ message }) => message);
    assert.deepEqual(list(0), []);
    assert.deepEqual(list(1), [
      "`list` is already the ID of another operation, so generated clients reach only one of them. Use a unique ID.",
    ]);
    assert.deepEqual(list(3), [
      "3 operations, such as one with `list`, have the ID of another one, so generated clients don't reach all of them. Use unique IDs.",
    ]);
  });
});

describe("a specification with the wrong extension", () => {
  it("is named with the right one", () => {
    const getMessages = (spec: string) =>
      getShownProblems(
        "openapi/spec-syntax",
        siteFrom(
          `//- docs.json\n{ "navigation": { "groups": [{ "group": "A", "openapi": "v1/api.json" }] } }\n//- v1/api.json\n${spec}`,
        ),
      ).map(({ severity, message }) => `${severity} ${message}`);
    const paths = '"paths": { "/a": { "get": {} } }';
    assert.deepEqual(getMessages(`openapi: 3.1.0\ninfo: { title: A, version: "1" }\n${paths}\n`), [
      "information This file contains YAML, not JSON. The service reads it anyway, so its operations get pages, but other tools can't read it. Rename it to `api.yaml`, and change the references to it.",
    ]);
    assert.match(getMessages(`{ openapi: "3.1.0", ${paths} }`).join(""), /^information This isn't valid JSON/);
  });
});

describe("path parameters that no parameter describes", () => {
  it("are one problem for the site if there are many", () => {
    const createSite = (count: number) =>
      siteFrom(
        `//- docs.json\n{ "navigation": { "groups": [{ "group": "A", "openapi": "a.json" }, { "group": "B", "openapi": "b.json" }] } }\n${[
          "a",
          "b",
        ]
          .map((name) => {
            const paths = Object.fromEntries(
              Array.from(
                { length: count },
                (_, i) => [`/${name}${i}/{id}`, { get: { summary: `${name}${i}` } }] as const,
              ),
            );
            const spec = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths };
            return `//- ${name}.json\n${JSON.stringify(spec)}\n`;
          })
          .join("")}`,
      );
    const list = (count: number) =>
      getShownProblems("openapi/spec-invalid", createSite(count)).map(({ message }) => message);
    assert.deepEqual(
      list(1),
      Array.from(
        { length: 2 },
        () =>
          "`id` is in braces, but no parameter describes it, so the playground has no field for it. Add it to `parameters`.",
      ),
    );
    assert.deepEqual(list(4), [
      "8 names in braces, such as `id`, aren't described by a parameter, so the playground has no fields for them. Add them to `parameters`.",
    ]);
  });
});
