import assert from "node:assert/strict";
import { createCombinedProblem, combineProblems } from "../engine/problem-groups.ts";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { asyncapiSpecInvalid } from "../asyncapi/spec-invalid.ts";
import type { Subject } from "../rule.ts";
import { findSubjectProblems } from "../engine/run-rules.ts";
import { operationLeftOut } from "./operation-left-out.ts";
import { specInvalid } from "./spec-invalid.ts";

const usedFixture = `//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
info: { title: Users, version: "1" }
`;
const unusedFixture = usedFixture.replace(', "openapi": "api.yaml"', ', "pages": []');

const operationText = `paths:
  /users:
    get:
      [|sumary|]: List
`;
const componentText = `paths:
  /users:
    get: { responses: { "200": { $ref: "#/components/responses/Users" } } }
components:
  responses:
    [|Users|]: { content: {} }
`;
const samePaths = ["/a/{x}", "[|/a/{y}|]"]
  .map((path, i) => {
    const name = ["x", "y"][i];
    return `  ${path}: { parameters: [{ name: ${name}, in: path, required: true, schema: {} }], get: {} }`;
  })
  .join("\n");
const fileText = "paths: {}\n[|sever|]: []\n";

describe("openapi/spec-invalid", () => {
  const effects: readonly (readonly [string, ProfileName, RegExp])[] = [
    [operationText, "standard", /this operation is left out of the docs/],
    [operationText, "mintlify", /no pages are generated from this file/],
    [componentText, "standard", /operations that use it are left out/],
    [componentText, "mintlify", /no pages are generated from this file/],
    [fileText, "standard", /no pages are generated from this file/],
    [fileText, "mintlify", /no pages are generated from this file/],
  ];
  for (const [text, profile, effect] of effects)
    it(`explains the effect on the docs: ${effect.source} (${profile})`, () => {
      const [problem] = checkRule(specInvalid, usedFixture + text, profile);
      assert.match(problem?.message ?? "", effect);
      assert.equal(problem?.severity, "error");
    });

  // In YAML, `null` without quotes is an empty value, and JSON Schema requires the name of a type.
  it("adds quotes to the type `null`", () => {
    const createSchema = (type: string) =>
      `${usedFixture}paths: {}\ncomponents: { schemas: { A: { type: ${type} }, B: { type: [string, "null"] } } }\n`;
    for (const [bad, good] of [
      ["[string, [|null|]]", '[string, "null"]'],
      ["[|null|]", '"null"'],
    ] as const) {
      const [problem] = checkRule(specInvalid, createSchema(bad), "mintlify");
      assert.match(problem?.message ?? "", /^`null` is used where `"null"` is required/);
      checkFix(specInvalid, createSchema(bad), {
        "api.yaml": createSchema(good).split("//- api.yaml\n")[1] ?? "",
      });
    }
  });

  it("explains the effect on pages if only they refer to the file", () => {
    const page = "//- users.mdx\n---\nopenapi: api.yaml GET /users\n---\n";
    const getMessage = (site: string) => {
      const [problem] = checkRule(
        specInvalid,
        site.replace("//- api.yaml", `${page}//- api.yaml`) + operationText,
        "mintlify",
      );
      return problem?.message ?? "";
    };
    const onlyApi = unusedFixture.replace('{ "navigation"', '{ "api": { "openapi": "api.yaml" }, "navigation"');
    for (const site of [unusedFixture, onlyApi])
      assert.match(getMessage(site), /so readers see nothing from this file on pages that refer to it\./);
    const entry = unusedFixture.replace('"pages": []', '"pages": ["api.yaml GET /users"]');
    for (const site of [usedFixture, entry])
      assert.match(getMessage(site), /so no pages are generated from this file\./);
  });

  it("reports a problem in an included file at its position in that file", () => {
    const site = siteOf(
      parseFixture(
        `${usedFixture}paths:\n  /users:\n    $ref: "paths/users.yaml"\n//- paths/users.yaml\nget:\n  sumary: List\n  responses: { "200": { description: ok } }\n`,
      ).files,
    );
    const find = (subject: Subject) => findSubjectProblems(subject, site, { rules: [specInvalid] });
    const spec = site.specs.get("api.yaml");
    assert.ok(spec);
    assert.deepEqual(find({ kind: "spec", value: spec }), []);
    const [problem] = find({ kind: "file", value: "paths/users.yaml" });
    assert.equal(problem?.at.file, "paths/users.yaml");
    assert.match(problem?.message ?? "", /`sumary` isn't a valid key/);
  });

  it("checks an included file only if the site uses a specification that includes it", () => {
    const parts = `paths: { /a: { $ref: "a.yaml" } }\n`;
    const unusedSpec = `//- 0.yaml\nopenapi: 3.0.0\ninfo: { title: A, version: "1" }\n${parts}`;
    const files = parseFixture(`${usedFixture}${parts}//- a.yaml\nget: { summary: 5 }\n${unusedSpec}`).files;
    const listReported = (profile: ProfileName) =>
      findSubjectProblems({ kind: "file", value: "a.yaml" }, siteOf(files, profile), {
        rules: [specInvalid],
      });
    // In OpenAPI 3.0, a missing `responses` would also be an error.
    assert.deepEqual(
      listReported("standard").map(({ severity }) => severity),
      ["error"],
    );
    assert.deepEqual(listReported("mintlify"), [], "an error in an unread file was reported");
  });

  it("accepts numbers that only the service's YAML parser resolves", () => {
    const oldFixture = usedFixture.replace("3.1.0", "3.0.0");
    const createSchemas = (limit: string) =>
      `${oldFixture}paths: {}\ncomponents: { schemas: { List: { type: array, maxItems: ${limit} } } }\n`;
    assert.deepEqual(checkRule(specInvalid, createSchemas("0b11"), "mintlify"), []);
    const [problem] = checkRule(specInvalid, createSchemas("[|100_000|]"), "mintlify");
    // Version 4.1 of the parser accepts underscores, and 4.3 doesn't.
    assert.equal(problem?.severity, "warning");
    assert.match(problem.message, /^`maxItems` has underscores/);
    for (const limit of ['[|"100_000"|]', "[|100_|]", "[|1_a|]"])
      assert.equal(checkRule(specInvalid, createSchemas(limit), "mintlify")[0]?.severity, "error", limit);
    const text = createSchemas("100000").slice(createSchemas("").indexOf("openapi: 3.0.0"));
    checkFix(specInvalid, createSchemas("[|100_000|]"), { "api.yaml": text }, /^Change to `100000`$/);
  });

  const acceptedCases: readonly (readonly [string, string])[] = [
    ["a missing version", "openapi: 3.0.3\n[|info|]: { title: A }\npaths: {}\n"],
    ["an empty version", "openapi: 3.1.0\ninfo:\n  title: A\n  [|version|]:\npaths: {}\n"],
    [
      "an optional path parameter",
      `openapi: 3.0.3
info: { title: A, version: "1" }
paths:
  /a/{id}:
    get:
      parameters: [{ name: id, in: path, required: [|false|], schema: { type: string } }]
      responses: { "200": { description: OK } }
`,
    ],
    [
      "an operation without responses in OpenAPI 3.1",
      `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a: { get: { [|responses|]: {} } } }\n`,
    ],
    [
      "a space in the name of a component in OpenAPI 3.1",
      `openapi: 3.1.0\ninfo: { title: A, version: "1" }\ncomponents: { schemas: { [|A B|]: {} } }\n`,
    ],
    [
      "an unknown key in a header in OpenAPI 3.1",
      `openapi: 3.1.0
info: { title: A, version: "1" }
components: { headers: { X-A: { schema: {}, [|name|]: X-A } } }
`,
    ],
  ];
  for (const [title, text] of acceptedCases)
    it(`is only information if the service's schema accepts ${title}`, () => {
      const file = `${usedFixture.slice(0, usedFixture.indexOf("openapi: 3.1.0"))}${text}`;
      const [problem] = checkRule(specInvalid, file, "mintlify");
      assert.equal(problem?.severity, "information");
      assert.match(problem?.message ?? "", /The service generates pages anyway/);
      assert.equal(checkRule(specInvalid, file)[0]?.severity, "error");
    });

  it("combines errors that the service accepts only with each other", () => {
    const names = ["A B", "C D", "E F", "G H", "I J"];
    const text = `openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: https://example.com, urll: 1, urlll: 1, urllll: 1, urlllll: 1, urllllll: 1 }]
components: { schemas: { ${names.map((name) => `${name}: {}`).join(", ")} } }
`;
    const file = `${usedFixture.slice(0, usedFixture.indexOf("openapi: 3.1.0"))}${text}`;
    const messages = getShownProblems(specInvalid.code, siteFrom(file)).map(({ message }) => message);
    const more = messages.filter((message) => message.includes("more"));
    assert.equal(more.length, 2, messages.join("\n"));
    assert.ok(
      more.includes("2 more problems follow. The service generates pages anyway, but other tools may reject the file."),
      more.join("\n"),
    );
  });

  it("is an error if the service's schema doesn't accept a similar value", () => {
    const title =
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }\n//- api.yaml\n';
    for (const text of [
      "openapi: 3.0.3\ninfo: { title: A, version: [|1.0|] }\npaths: {}\n",
      `openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: { /a: { get: { [|responses|]: {} } } }\n`,
      `openapi: 3.1.0\ninfo: { title: A, version: "1" }\ncomponents: { schemas: { [|A<B>|]: {} } }\n`,
      `openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\ncomponents: { headers: { X-A: { schema: {}, [|name|]: X-A } } }\n`,
    ])
      assert.equal(checkRule(specInvalid, title + text, "mintlify")[0]?.severity, "error", text);
  });

  it("doesn't accept a date without quotes in place of a string", () => {
    const createVersion = (text: string) => `${usedFixture.replace('"1"', text)}paths: {}\n`;
    for (const date of ["2026-11-29", "2026-1-2T03:04:05Z", "2026-11-29 10:00:00.5 +1:00"])
      assert.equal(checkRule(specInvalid, createVersion(`[|${date}|]`), "mintlify")[0]?.severity, "error", date);
    for (const text of ['"2026-11-29"', "2026-11", "2026-11-29-beta", "v2026-11-29"])
      checkRule(specInvalid, createVersion(text), "mintlify");
    const examples = `components:
  parameters: { Since: { name: since, in: query, schema: {}, example: 2026-11-29 } }
`;
    checkRule(specInvalid, usedFixture.replace("3.1.0", "3.0.3") + "paths: {}\n" + examples, "mintlify");
    const fixture = createVersion("[|2026-11-29|]");
    const text = fixture.slice(fixture.indexOf("openapi: 3.1.0")).replace("[|2026-11-29|]", '"2026-11-29"');
    checkFix(specInvalid, fixture, { "api.yaml": text }, /^Change to `"2026-11-29"`$/);
  });

  it("has a low severity in an unused file", () => {
    const [problem] = checkRule(specInvalid, unusedFixture + operationText);
    assert.equal(problem?.severity, "information");
  });

  it("has a low severity if services generate the page despite the problem", () => {
    const [twice, parameter] = checkRule(
      specInvalid,
      `${usedFixture}paths:\n${samePaths}\n  /b/{id}:\n    [|get|]: {}\n`,
      "mintlify",
    );
    assert.equal(twice?.severity, "information");
    assert.equal(twice?.relatedLocations.length, 1);
    assert.equal(
      twice?.message,
      "This path differs from another one only in its parameter names. The service generates pages for both, but other tools may reject the file. Merge them, or change a path.",
    );
    assert.equal(parameter?.severity, "information");
  });

  it("is a hint if services tolerate the problem and no page shows the operation", () => {
    const createSite = (pages: string) =>
      `${usedFixture.replace('"openapi": "api.yaml"', `"openapi": "api.yaml", "pages": ${pages}`)}paths:
  /a: { get: {}, post: {} }
  /b/{id}:
    [|get|]: {}
    put: { parameters: [{ name: id, in: path, required: true, schema: {} }] }
  [|/c/{id}|]: { get: {}, put: {} }
`;
    const listSeverities = (pages: string) =>
      checkRule(specInvalid, createSite(pages), "mintlify").map(({ severity }) => severity);
    assert.deepEqual(listSeverities('["GET /a"]'), ["hint", "hint"]);
    assert.deepEqual(listSeverities('["GET /b/{id}"]'), ["information", "hint"]);
    assert.deepEqual(listSeverities('["PUT /c/{id}", "PUT /b/{id}"]'), ["hint", "information"]);
    // Errors that services don't tolerate remain errors.
    const [missing] = checkRule(
      specInvalid,
      createSite('["GET /a"]')
        .replaceAll(/\[\||\|\]/g, "")
        .replace("{ get: {}, post: {} }", "{ [|gett|]: {} }")
        .replaceAll("{id}", "x")
        .replace("name: id, in: path, required: true", "name: id, in: query"),
      "mintlify",
    );
    assert.equal(missing?.severity, "error");
  });

  it("shows the three most severe problems, followed by the number and locations of the others", () => {
    const paths = Array.from({ length: 40 }, (_, i) => `  [|p${i}|]: {}`);
    const problems = checkRule(specInvalid, `${usedFixture}paths:\n${samePaths}\n${paths.join("\n")}\n`, "mintlify");
    const combinedProblems = combineProblems(problems, createCombinedProblem);
    assert.deepEqual(
      combinedProblems.map(({ severity, message }) => `${severity} ${message.split(",")[0] ?? ""}`),
      [
        "error `p0` isn't valid (it must be a path that starts with `/`)",
        "error `p1` isn't valid (it must be a path that starts with `/`)",
        "error `p2` isn't valid (it must be a path that starts with `/`)",
        "error 38 more errors follow",
      ],
    );
    const relatedLocations = combinedProblems.at(-1)?.relatedLocations ?? [];
    assert.equal(relatedLocations.length, 38);
    assert.match(relatedLocations[0]?.message ?? "", /^`p3` isn't valid/);
  });

  it("shows a fourth problem in the same way as the first three", () => {
    const paths = Array.from({ length: 4 }, (_, i) => `  [|p${i}|]: {}`);
    const problems = checkRule(specInvalid, `${usedFixture}paths:\n${paths.join("\n")}\n`);
    assert.deepEqual(combineProblems(problems, createCombinedProblem), problems);
  });

  it("ignores unsupported versions and files that can't be read", () => {
    checkRule(specInvalid, `${usedFixture.replace("3.1.0", "4.0.0")}nonsense: 5\n`);
    checkRule(specInvalid, `${usedFixture}nonsense: [\n`);
    checkRule(specInvalid, `${usedFixture.replace("openapi: 3.1.0", 'swagger: "2.0"')}nonsense: 5\n`);
  });

  it("ignores files that aren't specifications", () => {
    checkRule(
      specInvalid,
      `//- docs.json\n{}\n//- package.json\n{ "name": "a", "version": 5, "openapi": "./api.yaml" }\n`,
    );
  });

  it("offers a fix that changes only the misspelled key", () => {
    const fixture = usedFixture + operationText;
    const text = fixture.slice(fixture.indexOf("openapi: 3.1.0")).replace("[|sumary|]", "summary");
    checkFix(specInvalid, fixture, { "api.yaml": text }, /^Rename to `summary`$/);
  });

  it("reports a misnamed path parameter once", () => {
    const createPath = (name: string, more = "") =>
      `${usedFixture}paths:\n  /orders/{order}${more}:\n    get: { parameters: [{ name: ${name}, in: path, required: true, schema: {} }], responses: { "200": { description: Done } } }\n`;
    const [problem, ...others] = checkRule(specInvalid, createPath("[|id|]"));
    assert.deepEqual(others, []);
    assert.match(problem?.message ?? "", /`id` isn't in the path.* Did you mean `order`\?/);
    checkFix(specInvalid, createPath("[|id|]"), { "api.yaml": createPath("order").split("//- api.yaml\n")[1] ?? "" });
    const site = siteFrom(createPath("id", "/{item}"));
    assert.equal(getShownProblems("openapi/spec-invalid", site).length, 3);
  });

  it("lists an error that the service accepts once if many files have it", () => {
    const listShown = (count: number, more = "") => {
      const names = Array.from({ length: count }, (_, i) => `${i}.yaml`);
      const docs = JSON.stringify({ navigation: { groups: [{ group: "API", openapi: names }] } });
      const specs = names.map((name) => `//- ${name}\nopenapi: 3.1.0\ninfo: { title: A }\npaths: {}\n${more}`);
      return getShownProblems(specInvalid.code, siteFrom(`//- docs.json\n${docs}\n${specs.join("")}`)).map(
        ({ message, relatedLocations }) => [/`(.*?)`/.exec(message)?.[1], relatedLocations.length],
      );
    };
    assert.deepEqual(listShown(4), [["version", 3]]);
    assert.deepEqual(listShown(4, "components: { schemas: { A B: {} } }\n"), [
      ["version", 3],
      ["A B", 3],
    ]);
    assert.deepEqual(listShown(3), [
      ["version", 0],
      ["version", 0],
      ["version", 0],
    ]);
  });
});

describe("openapi/operation-left-out", () => {
  it("reports each operation that uses an invalid component once", () => {
    checkRule(
      operationLeftOut,
      `${usedFixture}paths:
  /users:
    [|get|]: { responses: { "200": { $ref: "#/components/responses/A" }, "201": { $ref: "#/components/responses/B" } } }
    put: { responses: { "200": { description: OK } } }
    post: { x-hidden: true, responses: { "200": { $ref: "#/components/responses/A" } } }
components:
  responses:
    A: { $ref: "#/components/responses/B" }
    B: { description: 5, sumary: 6 }
`,
    );
  });

  it("doesn't report an operation that openapi/spec-invalid reports", () => {
    checkRule(
      operationLeftOut,
      `${usedFixture}paths:
  /users:
    get: { sumary: List, responses: { "200": { $ref: "#/components/responses/A" } } }
components: { responses: { A: {} } }
`,
    );
  });

  it("reports nothing if no pages are generated from the file", () => {
    checkRule(operationLeftOut, unusedFixture + componentText.replace(/\[\||\|\]/g, ""));
  });
});

describe("asyncapi/spec-invalid", () => {
  it("reports the channel, or the file if the service excludes the entire file", () => {
    const chat = `//- docs.json
{ "navigation": { "groups": [{ "group": "Live", "asyncapi": "chat.json" }] } }
//- chat.json
{ "asyncapi": "3.0.0", "info": { "title": "Chat", "version": "1" }, "channels": { "chat": { [|"adress"|]: "/" } } }
`;
    assert.match(checkRule(asyncapiSpecInvalid, chat)[0]?.message ?? "", /this channel is left out/);
    assert.match(
      checkRule(asyncapiSpecInvalid, chat, "mintlify")[0]?.message ?? "",
      /no pages are generated from this file/,
    );
  });
});
