import assert from "node:assert/strict";
import { findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { assertQuickWith } from "../harness/assert-quick.ts";
import { siteOf } from "../harness/site-of.ts";

/**
 * A description, the content of a specification, and the expected errors and warnings of a site that generates pages
 * from it. They have the form `CODE at TEXT`, with long texts truncated. Rows that need the disk, the network, or the
 * worker thread are in workspace/specs/spec-references.test.ts, lsp/remote-specs.test.ts, and
 * workspace/spec-limits.test.ts.
 */
type Row = readonly [
  what: string,
  file: string,
  text: string,
  problems: readonly string[],
  files?: Readonly<Record<string, string>>,
];

const count = (n: number, make: (i: number) => string, between = ","): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(between);
const ok = '"responses": { "200": { "description": "ok" } }';
const get = `"get": { "summary": "A", ${ok} }`;
const json = (more: string, head = '"openapi": "3.1.0", "info": { "title": "A", "version": "1" }') =>
  `{ ${head}, "servers": [{ "url": "https://a.example" }], ${more} }`;
const spec = (what: string, more: string, problems: readonly string[], files = {}): Row => [
  what,
  "api.json",
  json(more),
  problems,
  files,
];
const schemas = (text: string) =>
  `"paths": { "/a": { "get": { "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/S0" } } } } } } } }, "components": { "schemas": { ${text} } }`;
const reference = (target: string) => `{ "$ref": "#/components/schemas/${target}" }`;
const yaml = (what: string, text: string, problems: readonly string[]): Row => [what, "api.yaml", text, problems];
const head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\nservers: [{ url: https://a.example }]\n";

const rows: readonly Row[] = [
  [
    "83 Swagger 2.0",
    "api.json",
    '{ "swagger": "2.0", "info": { "title": "A", "version": "1" }, "paths": {} }',
    ['openapi/spec-version-unsupported at "2.0"'],
  ],
  [
    "84 OpenAPI 4.0",
    "api.json",
    json('"paths": {}', '"openapi": "4.0.0"'),
    ['openapi/spec-version-unsupported at "4.0.0"'],
  ],
  [
    "84 a number as the version",
    "api.json",
    json('"paths": {}', '"openapi": 3.1'),
    ["openapi/spec-version-unsupported at 3.1"],
  ],
  ["84 the version 3", "api.json", json('"paths": {}', '"openapi": "3"'), ['openapi/spec-version-unsupported at "3"']],
  [
    "84 OpenAPI 3.2",
    "api.json",
    json(`"paths": { "/a": { ${get} } }`, '"openapi": "3.2.0", "info": { "title": "A", "version": "1" }'),
    [],
  ],
  ["85 a package.json", "api.json", '{ "name": "a", "version": "1.0.0" }', ['openapi/spec-not-found at "api.json"']],
  yaml("86 a tab", `${head}paths:\n\t/a: {}\n`, ["openapi/spec-syntax at \t"]),
  yaml("86 an incomplete key", `${head}paths:\n  /a:\n    get:\n      parame\n      responses: {}\n`, [
    "openapi/spec-syntax at parame",
  ]),
  yaml("86 a duplicate key", `${head}paths: {}\npaths: {}\n`, ["openapi/spec-syntax at paths"]),
  yaml(
    "86 an anchor",
    `${head}x-ok: &ok { '200': { description: ok } }\npaths:\n  /a: { get: { summary: A, responses: *ok } }\n`,
    [],
  ),
  yaml(
    "86 an alias bomb",
    `${head}paths: {}\nx0: &x0 [a]\n${count(20, (i) => `x${i + 1}: &x${i + 1} [${count(9, () => `*x${i}`)}]`, "\n")}\n`,
    [],
  ),
  yaml(
    "86 a self-referencing anchor",
    `${head}paths: {}\ncomponents: { schemas: { A: { properties: &a { b: { properties: *a } } } } }\n`,
    [],
  ),
  yaml("86 four million values", `${head}paths: {}\nx-a: [${"1,".repeat(4_000_000)}1]\n`, ["openapi/spec-syntax at o"]),
  ...["../secret.json", "/etc/hostname", "file:///etc/passwd", "%2e%2e/secret.json"].map((target) =>
    spec(`87 ${target}`, `"paths": { "/a": { "$ref": "${target}" } }`, [`openapi/external-ref at "${target}"`]),
  ),
  ...["../secret.json", "/etc/hostname"].map((target) =>
    spec(`87 ${target} in place of an operation`, `"paths": { "/a": { "get": { "$ref": "${target}" } } }`, [
      `openapi/external-ref at "${target}"`,
      'openapi/spec-invalid at "$ref"',
    ]),
  ),
  spec(
    "88 an operation in a separate file",
    '"paths": { "/a": { "get": { "$ref": "get.json" } } }',
    ['openapi/external-ref at "get.json"'],
    {
      "get.json": `{ "summary": "A", ${ok} }`,
    },
  ),
  spec(
    "89 operations that reference each other",
    '"paths": { "/a": { "get": { "$ref": "b.json" } } }',
    ['openapi/external-ref at "b.json"', 'openapi/spec-invalid at "$ref"'],
    { "b.json": '{ "$ref": "c.json" }', "c.json": '{ "$ref": "b.json" }' },
  ),
  spec("89 a schema that references itself", schemas(`"S0": ${reference("S0")}`), []),
  spec("89 two schemas that reference each other", schemas(`"S0": ${reference("S1")}, "S1": ${reference("S0")}`), []),
  spec(
    "89 a chain of 400",
    schemas(`${count(400, (i) => `"S${i}": ${reference(`S${i + 1}`)}`)}, "S400": { "type": "string" }`),
    [],
  ),
  spec(
    "89 a cycle of 1,000",
    schemas(count(1000, (i) => `"S${i}": { "properties": { "a": ${reference(`S${(i + 1) % 1000}`)} } }`)),
    [],
  ),
  spec(
    "89 25 levels with 8 references each",
    schemas(
      `${count(25, (i) => `"S${i}": { "properties": { ${count(8, (j) => `"p${j}": ${reference(`S${i + 1}`)}`)} } }`)}, "S25": { "type": "string" }`,
    ),
    [],
  ),
  ...["#/__proto__", "#/constructor/prototype", "#/components/schemas/toString"].map((target) =>
    spec(`90 ${target}`, schemas(`"S0": { "$ref": "${target}" }`), [`openapi/dangling-ref at "${target}"`]),
  ),
  spec(
    "91 escapes",
    schemas(
      '"S0": { "properties": { "a": { "$ref": "#/components/schemas/a~1b~0c%7B" } } }, "a/b~c{": { "type": "string" }',
    ),
    [
      // OpenAPI allows only letters, digits, dots, hyphens, and underscores in component names.
      'openapi/spec-invalid at "a/b~c{"',
    ],
  ),
  ...["-", "01", "2"].map((index) =>
    spec(
      `91 index ${index}`,
      schemas(`"S0": { "anyOf": [{ "type": "string" }, { "$ref": "#/components/schemas/S0/anyOf/${index}" }] }`),
      [`openapi/dangling-ref at "#/components/schemas/S0/anyOf/${index}"`],
    ),
  ),
  [
    "92 a missing `info`",
    "api.json",
    json(`"paths": { "/a": { ${get} } }`, '"openapi": "3.1.0"'),
    ['openapi/spec-invalid at "openapi"'],
  ],
  ["92 missing `paths`", "api.json", json('"tags": []'), ['openapi/spec-invalid at "openapi"']],
  spec("92 missing responses in 3.1", '"paths": { "/a": { "get": { "summary": "A" } } }', []),
  [
    "92 missing responses in 3.0",
    "api.json",
    json(
      '"paths": { "/a": { "get": { "summary": "A" } } }',
      '"openapi": "3.0.3", "info": { "title": "A", "version": "1" }',
    ),
    ['openapi/spec-invalid at "get"'],
  ],
  spec(
    "90 keys that every object has",
    '"paths": { "/a": { "get": { "__proto__": 1, "constructor": 2, "responses": {} } } }',
    [
      'openapi/spec-invalid at "__proto__"',
      'openapi/spec-invalid at "constructor"',
      'openapi/spec-invalid at "responses"',
    ],
  ),
  spec("92 a path without a leading slash", `"paths": { "a": { ${get} } }`, ['openapi/spec-invalid at "a"']),
  spec(
    "92 the same path twice",
    `"paths": { "/a/{x}": { "parameters": [{ "name": "x", "in": "path", "required": true, "schema": {} }], ${get} }, "/a/{y}": { "parameters": [{ "name": "y", "in": "path", "required": true, "schema": {} }], ${get} } }`,
    ['openapi/spec-invalid at "/a/{y}"'],
  ),
  spec('94 x-hidden: "true"', `"paths": { "/a": { "get": { "x-hidden": "true", "summary": "A", ${ok} } } }`, [
    'openapi/extension-invalid at "true"',
  ]),
  spec(
    "97 a long example",
    `"paths": { "/a": { "get": { "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": { "type": "string" }, "example": "${"x".repeat(5_000_000)}" } } } } } } }`,
    [],
  ),
  ...["javascript:alert(1)", "//h", "http://user:pw@h"].map((url): Row => [
    `98 ${url}`,
    "api.json",
    json(`"paths": { "/a": { ${get} } }`).replace("https://a.example", url),
    [],
  ]),
  spec(
    "100 a cycle of ten files with one missing",
    schemas('"S0": { "$ref": "f0.json" }'),
    ['openapi/external-ref at "f0.json"', 'openapi/dangling-ref at "f9.json"'],
    Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`f${i}.json`, `{ "properties": { "next": { "$ref": "f${i + 1}.json" } } }`]),
    ),
  ),
];

describe("hostile specifications", function () {
  this.timeout(60_000);
  for (const [what, file, text, expected, others] of rows)
    it(`have each problem reported once, at the right position: ${what}`, () => {
      const files = new Map(
        Object.entries({
          "docs.json": `{ "navigation": { "groups": [{ "group": "A", "openapi": "${file}" }] } }`,
          [file]: text,
          ...others,
        }),
      );
      let reported: string[] = [];
      const report = (site: ReturnType<typeof siteOf>) => {
        reported = findSiteProblems(site)
          .filter(({ severity }) => severity !== "hint")
          // docs.json reports the problem again at the reference to the file. If the file isn't a specification, only
          // docs.json reports the problem.
          .filter(({ at, code }, _, all) =>
            all.some((other) => other.at.file !== "docs.json") ? at.file !== "docs.json" : code.startsWith("openapi/"),
          )
          .map(({ code, at }) => `${code} at ${files.get(at.file)?.slice(at.range.start, at.range.end) ?? ""}`);
      };
      assertQuickWith(1000, () => siteOf(files, "standard"), report);
      assert.deepEqual(reported.toSorted(), expected.toSorted());
      assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
    });
});
