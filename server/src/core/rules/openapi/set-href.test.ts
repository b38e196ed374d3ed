import assert from "node:assert/strict";
import { applyFix } from "../../../../../test/harness/check-rule.ts";
import { fixTitles } from "../../../../../test/harness/fix-titles.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { problemsOfSite } from "../engine/run-rules.ts";
import { operationTwice } from "./operation-twice.ts";

interface FixCase {
  readonly name: string;
  /** The content of the specification. The file is `api.json` unless the content is YAML. */
  readonly spec: string;
  readonly fixed: string;
  readonly profile?: ProfileName;
  /** The path of the page that documents the same operation. */
  readonly page?: string;
}

const json = (operation: string) =>
  `{\n  "openapi": "3.1.0",\n  "info": { "title": "Acme", "version": "1" },\n  "servers": [{ "url": "https://api.acme.com" }],\n  "paths": {\n    "/users": {\n      "get": ${operation}\n    }\n  }\n}\n`;
const yaml = (operation: string) =>
  `openapi: 3.1.0\ninfo: { title: Acme, version: "1" }\nservers: [{ url: "https://api.acme.com" }]\npaths:\n  /users:\n    get:${operation}`;
const body = `"summary": "List",\n        "responses": { "200": { "description": "Done" } }`;
const block = `\n      summary: List # all\n      responses: { "200": { description: Done } }\n`;
const inTabs = (text: string) => text.replace(/^( {2})+/gm, (blanks) => "\t".repeat(blanks.length / 2));
const inCrlf = (text: string) => text.replaceAll("\n", "\r\n");

const plain = json(`{\n        ${body}\n      }`);
const plainFixed = json(
  `{\n        "x-service": {\n          "href": "/api-reference/list"\n        },\n        ${body}\n      }`,
);
const inOneLine = `{ "summary": "List", "responses": { "200": { "description": "Done" } } }`;

const cases: readonly FixCase[] = [
  { name: "JSON", spec: plain, fixed: plainFixed },
  { name: "JSON with tabs", spec: inTabs(plain), fixed: inTabs(plainFixed) },
  { name: "JSON with CRLF line endings", spec: inCrlf(plain), fixed: inCrlf(plainFixed) },
  {
    name: "an operation on one line",
    spec: json(inOneLine),
    fixed: json(inOneLine.replace("{ ", '{ "x-service": { "href": "/api-reference/list" }, ')),
  },
  {
    name: "the profile's own extension",
    profile: "mintlify",
    spec: plain,
    fixed: plainFixed.replace("x-service", "x-mint"),
  },
  {
    name: "an existing extension",
    spec: json(
      `{\n        ${body},\n        "x-service": {\n          "content": "Hello"\n        }\n      }`,
    ),
    fixed: json(
      `{\n        ${body},\n        "x-service": {\n          "href": "/api-reference/list",\n          "content": "Hello"\n        }\n      }`,
    ),
  },
  {
    name: "an existing empty extension of another profile",
    profile: "mintlify",
    spec: json(`{\n        ${body},\n        "x-service": {}\n      }`),
    fixed: json(`{\n        ${body},\n        "x-service": {"href": "/api-reference/list"}\n      }`),
  },
  {
    name: "a page that has the generated page's URL",
    page: "api-reference/list",
    spec: plain,
    fixed: plainFixed.replace("/api-reference/list", "/api-reference/list-reference"),
  },
  {
    name: "YAML",
    spec: yaml(block),
    fixed: yaml(`\n      x-service:\n        href: /api-reference/list${block}`),
  },
  {
    name: "YAML with CRLF line endings",
    spec: inCrlf(yaml(block)),
    fixed: inCrlf(yaml(`\n      x-service:\n        href: /api-reference/list${block}`)),
  },
  {
    name: "YAML in flow style",
    spec: yaml(` { summary: List, responses: { "200": { description: Done } } }\n`),
    fixed: yaml(
      ` { "x-service": { "href": "/api-reference/list" }, summary: List, responses: { "200": { description: Done } } }\n`,
    ),
  },
  {
    name: "YAML with an existing extension",
    spec: yaml(`${block}      x-service:\n        content: Hello\n`),
    fixed: yaml(`${block}      x-service:\n        href: /api-reference/list\n        content: Hello\n`),
  },
];

describe("openapi/operation-twice: fix that sets href", () => {
  for (const { name, spec, fixed, profile = "standard", page = "users" } of cases)
    it(`adds the extension field to ${name}`, () => {
      const file = spec.startsWith("{") ? "api.json" : "api.yaml";
      const marked = siteWith(file, spec, page);
      const title = /^Set the operation's `href` to `\/api-reference\/list(-reference)?`$/;
      const changed = applyFix(operationTwice, marked, title, profile);
      assert.deepEqual(Object.fromEntries(changed), { [file]: fixed });
      const { files } = parseFixture(marked);
      const reported = (all: ReadonlyMap<string, string>) =>
        problemsOfSite(siteOf(all, profile)).map(({ code }) => code);
      const left = reported(files).filter((code) => code !== "openapi/operation-twice");
      const remaining = reported(new Map([...files, ...changed]));
      assert.deepEqual(
        remaining.filter((code) => !left.includes(code)),
        [],
      );
    });

  it("isn't offered if it would change other operations or have no effect", () => {
    const anchored = yaml(` &list${block}`);
    const wrong = json(`{\n        ${body},\n        "x-service": "none"\n      }`);
    const elsewhere = `{ "openapi": "3.1.0", "paths": { "/users": { "$ref": "#/components/pathItems/u" } }, "components": { "pathItems": { "u": { "get": {} } } } }`;
    for (const spec of [anchored, wrong, elsewhere]) {
      const marked = siteWith(spec.startsWith("{") ? "api.json" : "api.yaml", spec, "users");
      assert.ok(!fixTitles(operationTwice, marked).some((title) => title.startsWith("Give")), spec);
    }
  });
});

function siteWith(file: string, spec: string, page: string): string {
  return `//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "${file}", "pages": ["${page}", [|"GET /users"|]] }] } }
//- ${page}.mdx
---
title: Users
description: All of them.
openapi: [|"GET /users"|]
---
//- ${file}
${spec}`;
}
