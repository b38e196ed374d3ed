import assert from "node:assert/strict";
import { applyFix } from "../../../../../test/harness/check-rule.ts";
import { fixTitles } from "../../../../../test/harness/fix-titles.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { operationTwice } from "./operation-twice.ts";

interface FixCase {
  readonly name: string;
  /** The content of the specification. The file is `api.json` unless the content is YAML. */
  readonly spec: string;
  readonly fixedText: string;
  /** The path of the page that documents the same operation. */
  readonly page?: string;
}

const createJson = (operation: string) =>
  `{\n  "openapi": "3.1.0",\n  "info": { "title": "Acme", "version": "1" },\n  "servers": [{ "url": "https://api.acme.com" }],\n  "paths": {\n    "/users": {\n      "get": ${operation}\n    }\n  }\n}\n`;
const createYaml = (operation: string) =>
  `openapi: 3.1.0\ninfo: { title: Acme, version: "1" }\nservers: [{ url: "https://api.acme.com" }]\npaths:\n  /users:\n    get:${operation}`;
const body = `"summary": "List",\n        "responses": { "200": { "description": "Done" } }`;
const block = `\n      summary: List # all\n      responses: { "200": { description: Done } }\n`;
const indentWithTabs = (text: string) => text.replace(/^( {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2));
const toCrlf = (text: string) => text.replaceAll("\n", "\r\n");

const plainJson = createJson(`{\n        ${body}\n      }`);
const fixedJson = createJson(
  `{\n        "x-service": {\n          "href": "/api-reference/list"\n        },\n        ${body}\n      }`,
);
const singleLine = `{ "summary": "List", "responses": { "200": { "description": "Done" } } }`;

const cases: readonly FixCase[] = [
  { name: "JSON", spec: plainJson, fixedText: fixedJson },
  { name: "JSON with tabs", spec: indentWithTabs(plainJson), fixedText: indentWithTabs(fixedJson) },
  { name: "JSON with CRLF line endings", spec: toCrlf(plainJson), fixedText: toCrlf(fixedJson) },
  {
    name: "an operation on one line",
    spec: createJson(singleLine),
    fixedText: createJson(singleLine.replace("{ ", '{ "x-service": { "href": "/api-reference/list" }, ')),
  },
  {
    name: "an existing extension",
    spec: createJson(`{\n        ${body},\n        "x-service": {\n          "content": "Hello"\n        }\n      }`),
    fixedText: createJson(
      `{\n        ${body},\n        "x-service": {\n          "href": "/api-reference/list",\n          "content": "Hello"\n        }\n      }`,
    ),
  },
  {
    name: "a page that has the generated page's URL",
    page: "api-reference/list",
    spec: plainJson,
    fixedText: fixedJson.replace("/api-reference/list", "/api-reference/list-reference"),
  },
  {
    name: "YAML",
    spec: createYaml(block),
    fixedText: createYaml(`\n      x-service:\n        href: /api-reference/list${block}`),
  },
  {
    name: "YAML with CRLF line endings",
    spec: toCrlf(createYaml(block)),
    fixedText: toCrlf(createYaml(`\n      x-service:\n        href: /api-reference/list${block}`)),
  },
  {
    name: "YAML in flow style",
    spec: createYaml(` { summary: List, responses: { "200": { description: Done } } }\n`),
    fixedText: createYaml(
      ` { "x-service": { "href": "/api-reference/list" }, summary: List, responses: { "200": { description: Done } } }\n`,
    ),
  },
  {
    name: "YAML with an existing extension",
    spec: createYaml(`${block}      x-service:\n        content: Hello\n`),
    fixedText: createYaml(`${block}      x-service:\n        href: /api-reference/list\n        content: Hello\n`),
  },
];

describe("openapi/operation-twice: fix that sets href", () => {
  for (const { name, spec, fixedText: fixed, page = "users" } of cases)
    it(`adds the extension field to ${name}`, () => {
      const file = spec.startsWith("{") ? "api.json" : "api.yaml";
      const fixture = createFixture(file, spec, page);
      const title = /^Set the operation's `href` to `\/api-reference\/list(-reference)?`$/;
      const changed = applyFix(operationTwice, fixture, title);
      assert.deepEqual(Object.fromEntries(changed), { [file]: fixed });
      const { files } = parseFixture(fixture);
      const listCodes = (siteFiles: ReadonlyMap<string, string>) =>
        findSiteProblems(siteOf(siteFiles, "standard")).map(({ code }) => code);
      const left = listCodes(files).filter((code) => code !== "openapi/operation-twice");
      const remainingCodes = listCodes(new Map([...files, ...changed]));
      assert.deepEqual(
        remainingCodes.filter((code) => !left.includes(code)),
        [],
      );
    });

  it("isn't offered in the published service, which also shows the page", () => {
    const fixture = createFixture("api.json", plainJson, "users");
    assert.deepEqual(fixTitles(operationTwice, fixture, "mintlify"), [
      "Remove entry `GET /users`",
      "Remove `openapi` from users.mdx, and remove the page from the navigation",
    ]);
  });

  it("keeps a page with other text in the navigation", () => {
    const fixture = createFixture("api.json", plainJson, "users").replace(
      /users\.mdx\n---\n[^]*?---\n/,
      (start) => `${start}\n## Sign in\n\n${"Send the key. ".repeat(50)}\n`,
    );
    assert.deepEqual(fixTitles(operationTwice, fixture, "mintlify"), [
      "Remove entry `GET /users`",
      "Remove `openapi` from users.mdx",
    ]);
  });

  it("isn't offered if it would change other operations or have no effect", () => {
    const anchoredYaml = createYaml(` &list${block}`);
    const wrongJson = createJson(`{\n        ${body},\n        "x-service": "none"\n      }`);
    const referencingJson = `{ "openapi": "3.1.0", "paths": { "/users": { "$ref": "#/components/pathItems/u" } }, "components": { "pathItems": { "u": { "get": {} } } } }`;
    for (const spec of [anchoredYaml, wrongJson, referencingJson]) {
      const fixture = createFixture(spec.startsWith("{") ? "api.json" : "api.yaml", spec, "users");
      assert.ok(!fixTitles(operationTwice, fixture).some((title) => title.startsWith("Give")), spec);
    }
  });
});

function createFixture(file: string, spec: string, page: string): string {
  return `//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "${file}", "pages": ["${page}", [|"GET /users"|]] }] } }
//- ${page}.mdx
---
title: Users
description: All of them.
openapi: "GET /users"
---
//- ${file}
${spec}`;
}

describe("openapi/operation-twice: a page outside the navigation", () => {
  it("replaces the entry", () => {
    const fixture = createFixture("api.json", plainJson, "users").replace('"users", ', "");
    for (const profile of ["standard", "mintlify"] as const) {
      assert.deepEqual(fixTitles(operationTwice, fixture, profile), ["Replace entry with `users`"]);
      const changed = applyFix(operationTwice, fixture, undefined, profile);
      assert.match(changed.get("docs.json") ?? "", /"pages": \["users"\]/);
    }
  });
});
