import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { placesIn } from "../../../../test/harness/choose-by-mode.ts";
import type { TextRange } from "../text/text-edit.ts";
import { readSpec } from "./read-spec.ts";
import type { SpecOutline } from "./spec-outline.ts";

function read(path: string, text: string): SpecOutline {
  const outline = readSpec(path, text);
  assert.ok(outline, `${path} wasn't recognized as a specification`);
  return outline;
}

const listOperations = (outline: SpecOutline) => outline.operations.map(({ method, path }) => `${method} ${path}`);
const getText = (text: string, range: TextRange | undefined) => range && text.slice(range.start, range.end);

const usersJson = `{
  "openapi": "3.2.0",
  "info": { "title": "Users", "version": "1" },
  "servers": [{ "url": "https://api.example.com" }],
  "tags": [{ "name": "Users", "x-group": "People" }, { "name": "Old", "parent": "Users", "summary": "Legacy" }],
  "paths": {
    "x-note": {},
    "/users/{id}": {
      "parameters": [],
      "get": {
        "operationId": "getUser", "summary": "Get a user", "tags": ["Users"],
        "x-mint": { "href": "/people/get", "metadata": { "boost": 2, "__proto__": { "a": 1 } } }
      },
      "delete": { "deprecated": true, "x-hidden": true }
    },
    "/exports": { "post": { "x-excluded": true } }
  },
  "webhooks": { "user.created": { "post": { "summary": "User created" } } },
  "components": { "schemas": { "User": { "type": "object" } } }
}`;

describe("readSpec", () => {
  it("outlines a JSON file with the position of every name", () => {
    const outline = read("api.json", usersJson);
    assert.deepEqual(listOperations(outline), ["GET /users/{id}", "DELETE /users/{id}", "POST /exports"]);
    const [get, remove, post] = outline.operations;
    assert.equal(getText(usersJson, get?.range), '"get"');
    assert.equal(getText(usersJson, get?.pathRange), '"/users/{id}"');
    assert.equal(getText(usersJson, get?.operationIdRange), '"getUser"');
    assert.deepEqual([get?.summary, get?.tags, get?.isHidden], ["Get a user", ["Users"], false]);
    assert.equal(get?.extensions[0]?.href, "/people/get");
    assert.equal(get?.extensions[0]?.metadata?.["boost"], 2);
    assert.deepEqual([remove?.deprecated, remove?.isHidden, post?.isExcluded], [true, true, true]);
    assert.deepEqual(
      outline.webhooks.map(({ path }) => path),
      ["user.created"],
    );
    assert.deepEqual(
      outline.schemas.map(({ range }) => getText(usersJson, range)),
      ['"User"'],
    );
    assert.deepEqual(
      outline.tags.map(({ label }) => label),
      ["People", "Legacy"],
    );
    assert.equal(getText(usersJson, outline.versionRange), '"3.2.0"');
    assert.ok(outline.isSupported && outline.hasServers);
    assert.deepEqual(outline.problems, []);
  });

  it("doesn't modify object prototypes", () => {
    read("api.json", usersJson);
    assert.equal(({} as Record<string, unknown>)["a"], undefined);
  });

  it("outlines YAML that contains anchors, flow style, quoted keys, and merge keys, with the correct positions", () => {
    const text = [
      "\ufeffopenapi: '3.0.3'",
      "paths:",
      '  "/a b": &first',
      "    get: { operationId: one, tags: [A, B] }",
      "  /second: *first",
      "  /third:",
      "    <<: *first",
      "    'post': {summary: Third}",
    ].join("\r\n");
    const outline = read("api.yaml", text);
    assert.deepEqual(listOperations(outline), ["GET /a b", "GET /second", "POST /third", "GET /third"]);
    const ranges = outline.operations.map(({ range, pathRange }) => [getText(text, pathRange), getText(text, range)]);
    assert.deepEqual(ranges, [
      ['"/a b"', "get"],
      ["/second", "get"],
      ["/third", "'post'"],
      ["/third", "get"],
    ]);
    assert.deepEqual(outline.problems, [], "one anchor in three locations was reported as a duplicate operationId");
    assert.deepEqual(outline.operations[0]?.tags, ["A", "B"]);
  });

  it("follows a reference to a path item under components", () => {
    const outline = read(
      "api.json",
      `{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/components/pathItems/a~1b"}},"components":{"pathItems":{"a/b":{"get":{}}}}}`,
    );
    assert.deepEqual(listOperations(outline), ["GET /a"]);
    assert.deepEqual(outline.problems, []);
  });

  it("supports the methods of OpenAPI 3.2", () => {
    const outline = read(
      "api.json",
      `{"openapi":"3.2.0","paths":{"/a":{"query":{},"additionalOperations":{"COPY":{},"Move":{}}}}}`,
    );
    assert.deepEqual(listOperations(outline), ["QUERY /a", "COPY /a", "Move /a"]);
    assert.ok(outline.isSupported);
  });

  it("outlines AsyncAPI channels", () => {
    const text = `asyncapi: 3.0.0
channels:
  chat:
    title: Chat
    address: /chat
    tags: [{ $ref: '#/components/tags/live' }, { name: text }]
components:
  tags:
    live: { name: live }
`;
    const outline = read("ws.yml", text);
    assert.deepEqual(
      outline.channels.map(({ id, title, tags }) => [id, title, tags]),
      [["chat", "Chat", ["live", "text"]]],
    );
    assert.equal(getText(text, outline.channels[0]?.range), "chat");
    assert.ok(outline.isSupported);
  });

  it("reports whether the file's version is supported", () => {
    const results: [string, boolean, string][] = [
      [`{"openapi":"3.0.0","paths":{}}`, true, "3.0.0"],
      [`{"openapi":"3.2.1","paths":{}}`, true, "3.2.1"],
      [`{"openapi":"4.0.0","paths":{}}`, false, "4.0.0"],
      [`{"openapi":"3","paths":{}}`, false, "3"],
      [`{"openapi":3.1,"paths":{}}`, false, "3.1"],
      [`{"openapi":null,"paths":{}}`, false, ""],
      [`{"swagger":"2.0","paths":{}}`, false, "2.0"],
      [`{"asyncapi":"2.6.0","channels":{}}`, false, "2.6.0"],
    ];
    for (const [text, supported, version] of results) {
      const outline = read("a.json", text);
      assert.deepEqual([outline.isSupported, outline.version], [supported, version], text);
    }
    assert.equal(read("a.yaml", "openapi: 3.1\npaths: {}\n").isVersionString, false);
  });

  it("doesn't treat other JSON and YAML as specifications", () => {
    const others = [
      ["package.json", `{"name":"x","dependencies":{"openapi":"1.0.0"}}`],
      ["docs.json", `{"name":"x","api":{"openapi":"o.json"},"navigation":{"pages":[]}}`],
      ["mint.json", `{"openapi":"/api/openapi.json","navigation":[]}`],
      ["empty.json", ""],
      ["bom.yaml", "\ufeff"],
      ["list.json", "[]"],
      ["ci.yaml", "jobs:\n  openapi:\n    run: lint\n"],
      ["broken.json", `{"name": "x", "api": {"openapi": "3.0.0"},`],
      ["page.mdx", "openapi: 3.1.0"],
    ];
    for (const [path = "", text = ""] of others) assert.equal(readSpec(path, text), undefined, path);
  });

  it("reads JSON with trailing commas as YAML and reports the position of each comma", () => {
    const text = `{"openapi":"3.0.0","paths":{"/a":{"get":{"tags":["a",],},},},}`;
    const outline = read("comma.json", text);
    assert.deepEqual([listOperations(outline), outline.problems], [["GET /a"], []]);
    assert.deepEqual(
      outline.trailingCommas?.map(({ start, end }) => [text.slice(start, end), text[end]].join("")),
      [",]", ",}", ",}", ",}", ",}"],
    );
    const twice = `{"openapi":"3.0.0","paths":{"/a":{"get":{}},},"paths":{}}`;
    const [problem, ...others] = read("twice.json", twice).problems;
    assert.deepEqual(
      [problem && "reason" in problem && problem.reason, problem?.range.start, others],
      [{ phrase: "the key `{key}` appears twice", values: { key: "paths" } }, twice.lastIndexOf('"paths"'), []],
    );
    const other = `{"openapi":"3.0.0", // why\n"paths":{},}`;
    assert.equal(read("comment.json", other).problems[0]?.kind, "syntax");
  });

  it("reads a JSON file that contains YAML as the service does, and reports the first error in its JSON", () => {
    const cases: readonly (readonly [text: string, at: string])[] = [
      ["openapi: 3.0.0\npaths:\n  /a: { get: {} }\n", "o"],
      ["# API\nopenapi: 3.0.0\npaths: { /a: { get: {} } }\n", "#"],
      ["{'openapi': '3.0.0', 'paths': {'/a': {'get': {}}}}", "'openapi'"],
      ['{openapi: 3.0.0, "paths": {"/a": {"get": {}}}}', "openapi"],
      ['{"openapi": "3.0.0", "paths": {"/a": {"get": {},}, /b: {}}}', ""],
    ];
    for (const [text, at] of cases) {
      const { jsonError, problems, ...outline } = read("api.json", text);
      assert.deepEqual([listOperations({ ...outline, problems }), problems], [["GET /a"], []], text);
      assert.ok(jsonError && text.slice(jsonError.range.start).startsWith(at), text);
    }
    for (const text of ['{"openapi": "3.0.0", "paths": {"/a" {}}}', '{"openapi": "3.0.0", /* API */ "paths": {}}'])
      assert.equal(read("api.json", text).problems[0]?.kind, "syntax", text);
  });

  it("reports a duplicate key in JSON, which YAML doesn't allow", () => {
    const many = Array.from({ length: 30 }, (_, i) => `"k${i}": ${i}`).join();
    for (const second of ['"a"', '"\\u0061"', '"k0"', '"k29"']) {
      const first = second.includes("k") ? many : '"a": { "b": 1 }';
      const text = `{ "openapi": "3.1.0", "x-data": [{ ${first}, ${second}: 2 }], "paths": { "/a": { "get": {} } } }`;
      const [problem] = read("api.json", text).problems;
      assert.equal(problem?.kind, "syntax");
      assert.equal(problem.range.start, text.lastIndexOf(second), second);
      assert.equal(text.slice(problem.range.start, problem.range.end), second);
    }
    const text = `{ "openapi": "3.1.0", "x-a": { "a": { "a": 1 }, "b": [{ "a": 1 }, { "a": 1 }], "A": 1, "c": "a" } }`;
    assert.deepEqual(read("api.json", text).problems, []);
  });

  it("reports the position of a syntax error and still detects the kind of specification", () => {
    const cases: [string, string, string, string][] = [
      ["comma.json", `{"openapi":"3.0.0","paths":{"/a":{"get":{"tags":["a",,]}}}}`, "syntax", ","],
      ["cut.json", `{"openapi":"3.0.0","paths":{"/a":{"get"`, "syntax", '"get"'],
      ["indent.yaml", "openapi: 3.0.0\npaths:\n  /a:\n   - x\n  get: [", "syntax", "["],
      ["twice.yaml", "openapi: 3.0.0\ninfo: {}\ninfo: {}\n", "syntax", "info"],
      ["alias.yaml", "openapi: 3.0.0\ninfo: *nobody\n", "syntax", "*nobody"],
      ["tag.yaml", "openapi: 3.0.0\ninfo: !!js/function 'x'\n", "syntax", "!!js/function"],
      ["second.yaml", "openapi: 3.0.0\npaths: {}\n---\nopenapi: 3.0.0\n", "syntax", "---"],
    ];
    for (const [path, text, kind, at] of cases) {
      const outline = read(path, text);
      assert.deepEqual([outline.kind, outline.problems.length, outline.problems[0]?.kind], ["openapi", 1, kind], path);
      assert.equal(getText(text, outline.problems[0]?.range), at, path);
    }
  });

  it("keeps the valid parts of invalid JSON", () => {
    assert.deepEqual(listOperations(read("a.json", `{"openapi":"3.0.0","paths":{"/a":{"get":{},}}}`)), ["GET /a"]);
  });

  it("rejects content that is too large or too deep with a single problem", () => {
    const cases: [string, string, string][] = [
      ["large.json", `{"openapi":"3.0.0","x":"${"x".repeat(20_000_000)}"}`, "too-large"],
      ["deep.json", `{"openapi":"3.0.0","x":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, "too-deep"],
      ["deeper.json", `{"openapi":"3.0.0","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "too-deep"],
      ["open.json", `{"openapi":"3.0.0","x":${"[".repeat(100_000)}`, "too-deep"],
      ["deep.yaml", `openapi: 3.0.0\nx: ${"[".repeat(5_000)}${"]".repeat(5_000)}\n`, "too-deep"],
    ];
    for (const [path, text, kind] of cases)
      assert.deepEqual(
        read(path, text).problems.map((problem) => problem.kind),
        [kind],
        path,
      );
  });

  it("parses an alias bomb in time proportional to its text", () => {
    const levels = Array.from({ length: 24 }, (_, i) =>
      i === 0
        ? "l0: &l0 { x: lol }"
        : `l${i}: &l${i} [${Array(9)
            .fill(`*l${i - 1}`)
            .join(", ")}]`,
    );
    const text = `openapi: 3.0.0\n${levels.join("\n")}\npaths: { /a: { get: { x-mint: { metadata: { a: *l23 } } } } }\n`;
    assertQuick(1000, () => assert.deepEqual(listOperations(read("bomb.yaml", text)), ["GET /a"]));
  });

  it("limits merge keys that copy too much and accepts circular merge keys", () => {
    const keys = Array.from({ length: 4_000 }, (_, i) => `  k${i}: 1`).join("\n");
    const merges = Array.from({ length: 90 }, (_, i) => `m${i}:\n  <<: *base`).join("\n");
    const bomb = read("merge.yaml", `openapi: 3.0.0\nbase: &base\n${keys}\n${merges}\n`);
    assert.deepEqual(
      bomb.problems.map(({ kind }) => kind),
      ["too-large"],
    );
    const circle = read("circle.yaml", "openapi: 3.0.0\npaths: &p\n  /a:\n    get:\n      x: *p\n");
    assert.deepEqual(listOperations(circle), ["GET /a"]);
  });

  it("limits merge keys that repeat a list, regardless of its items", () => {
    for (const item of ["1", "{}", "*empty"]) {
      const list = Array(2_000).fill(item).join(", ");
      const text = `openapi: 3.0.0\nempty: &empty {}\nlist: &list [${list}]\nx:\n${"  <<: *list\n".repeat(20_000)}`;
      assertQuick(1000, () =>
        assert.deepEqual(
          read("merge.yaml", text).problems.map(({ kind }) => kind),
          ["too-large"],
        ),
      );
    }
  });

  it("never fails if a file is cut off at any position or is missing any one character", () => {
    const yaml = "openapi: 3.1.0\npaths:\n  '/a': &x\n    get: {tags: [\"q\\n\", b], x-mint: {href: /x}}\n  /b: *x\n";
    for (const [path, text] of [
      ["a.json", usersJson],
      ["a.yaml", yaml],
    ] as const)
      for (const i of placesIn(text.length, 5))
        for (const variant of [text.slice(0, i), text.slice(0, i) + text.slice(i + 1)])
          for (const range of listRanges(readSpec(path, variant)))
            assert.ok(range.start >= 0 && range.start <= range.end && range.end <= variant.length, variant.slice(0, i));
  }).timeout(60_000);
});

function listRanges(value: unknown): TextRange[] {
  if (typeof value !== "object" || value === null) return [];
  const { start, end } = value as Partial<TextRange>;
  const own = typeof start === "number" && typeof end === "number" ? [{ start, end }] : [];
  return [...own, ...Object.values(value).flatMap(listRanges)];
}
