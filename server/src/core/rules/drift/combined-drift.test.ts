import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { fixedBy, getShownProblems, placesOf, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createFixes, findSiteProblems } from "../engine/run-rules.ts";
import type { Problem, Rule } from "../rule.ts";
import { driftMissingField } from "./missing-field.ts";
import { driftUnknownField } from "./unknown-field.ts";
import { driftWrongValue } from "./wrong-value.ts";

const names = ["alpha", "beta", "gamma", "delta", "epsilon"];
const text = { type: "string" };

/** Returns a site with a page that shows these code blocks, in which problems are marked. */
function createSite(blocks: string): string {
  const order = {
    type: "object",
    required: ["note", ...names, "limits"],
    properties: {
      note: text,
      ...Object.fromEntries(names.map((name) => [name, text])),
      limits: {
        type: "object",
        required: ["readiness_probe_failure_threshold", "readiness_probe_success_threshold"],
        properties: { readiness_probe_failure_threshold: text, readiness_probe_success_threshold: text, unit: text },
      },
    },
  };
  const stock = {
    type: "object",
    properties: {
      countries: { type: "array", items: { enum: ["us", "ca", "mx"] } },
      items: {
        type: "array",
        items: { type: "object", required: ["id"], properties: { id: text, title: text, size: text } },
      },
    },
  };
  const createPost = (schema: object) => ({
    post: {
      requestBody: { content: { "application/json": { schema } } },
      responses: { 200: { description: "Done" } },
    },
  });
  const spec = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example.com" }],
    paths: { "/orders": createPost(order), "/stock": createPost(stock) },
  };
  return `
//- docs.json
{ "navigation": { "groups": [{ "group": "A", "pages": ["page"] }, { "group": "B", "openapi": "shop.json" }] } }
//- page.mdx
---
title: Orders
---

${blocks}
//- shop.json
${JSON.stringify(spec)}
`;
}

const createCall = (body: string, path = "orders") =>
  `\`\`\`bash\ncurl -X POST https://shop.example.com/${path} -d '${body}'\n\`\`\`\n`;

function describeProblems(rule: Rule, blocks: string): (readonly [string, ...string[]])[] {
  return checkRule(rule, createSite(blocks)).map(({ message, relatedLocations }: Problem) => [
    message,
    ...relatedLocations.map((related) => related.message),
  ]);
}

function getPage(blocks: string): string {
  return parseFixture(createSite(blocks)).files.get("page.mdx") ?? "";
}

const complete = [...names, "note"].map((name) => `"${name}": "a"`).join(", ");

describe("drift of a code sample", () => {
  it("is found and fixed quickly on a page with many code blocks", () => {
    const calls = Array.from({ length: 1500 }, (_, i) => createCall(`{ "countries": ["c${i}"] }`, "stock"));
    const site = siteOf(parseFixture(createSite(calls.join(""))).files);
    const options = { rules: [driftWrongValue] };
    const problems = findSiteProblems(site, options);
    assert.equal(problems.length, calls.length);
    assertQuick(500, () => {
      for (const problem of problems) createFixes(problem, site, options);
    });
  });

  it("is one problem for all missing fields, including those of inner objects", () =>
    assert.deepEqual(
      describeProblems(driftMissingField, createCall('[|{|] "note": "a", "limits": { "unit": "a" } }')),
      [
        [
          "`shop.json` requires `alpha`, `beta`, `gamma`, and 4 more in the request body of `POST /orders`, but they're missing here, so copied requests may fail. Add them, or make them optional.",
          ...names.map((name) => `\`${name}\` is required here.`),
          "`limits.readiness_probe_failure_threshold` is required here.",
          "`limits.readiness_probe_success_threshold` is required here.",
        ],
      ],
    ));

  it("lists fewer names if they're long", () =>
    assert.deepEqual(
      describeProblems(driftMissingField, createCall(`{ ${complete}, "limits": [|{|] "unit": "a" } }`)).map(
        ([message]) => message,
      ),
      [
        "`shop.json` requires `…_probe_failure_threshold` and 1 more in the request body of `POST /orders`, but they're missing here, so copied requests may fail. Add them, or make them optional.",
      ],
    ));

  it("is one problem for each code block and for each request", () => {
    const incomplete = `{ ${complete} }`;
    const marked = incomplete.replace("{", "[|{|]");
    const message =
      "`shop.json` requires `limits` in the request body of `POST /orders`, but it's missing here, so requests that readers copy may fail. Add it, or make it optional.";
    const problem = [message, "Required here."];
    assert.deepEqual(describeProblems(driftMissingField, createCall(marked) + createCall(marked)), [problem, problem]);
    const twoCalls = `${createCall(marked).replace(/\n```\n$/, "")}\n${createCall(marked).replace("```bash\n", "")}`;
    assert.deepEqual(describeProblems(driftMissingField, twoCalls), [problem, problem]);
  });

  it("is one problem for the same fields on several pages", () => {
    const call = createCall('{ "note": "a" }');
    const site = siteFrom(`//- other.mdx\n---\ntitle: Other\n---\n\n${call}\n${createSite(call).trimStart()}`);
    const [places, ...others] = placesOf("drift/missing-field", site);
    assert.deepEqual([places?.replaceAll(" shop.json", ""), others], ["other.mdx page.mdx", []]);
  });

  it("has a fix that adds all missing fields", () => {
    const limits = '{"readiness_probe_failure_threshold":"string","readiness_probe_success_threshold":"string"}';
    const fixed =
      '{ "note": "a", "limits": { "unit": "a", "readiness_probe_failure_threshold": "string", "readiness_probe_success_threshold": "string" }';
    const added = names.map((name) => `, "${name}": "string"`).join("");
    checkFix(driftMissingField, createSite(createCall('[|{|] "note": "a" }')), {
      "page.mdx": getPage(createCall(`{ "note": "a"${added}, "limits": ${limits} }`)),
    });
    checkFix(driftMissingField, createSite(createCall('[|{|] "note": "a", "limits": { "unit": "a" } }')), {
      "page.mdx": getPage(createCall(`${fixed}${added} }`)),
    });
  });

  it("is one problem for all items of an array", () => {
    assert.deepEqual(
      describeProblems(driftWrongValue, createCall('{ "countries": [[|"US"|], "mx", "CA"] }', "stock")),
      [
        [
          '`countries[]` in the request body of `POST /stock` has "US" and "CA" here, but one of "us", "ca", "mx" in `shop.json`, so copied samples may fail. Change one to match the other.',
          "The values are listed here.",
          '`countries[]` in the request body of `POST /stock` is "CA" here, but one of "us", "ca", "mx" in `shop.json`, so copied samples may fail. Change one to match the other.',
        ],
      ],
    );
    const items =
      '{ "items": [{ "id": "1", "title": "a", [|"sise"|]: "b" }, { "id": "2", "title": "a", "sise": "b" }] }';
    assert.deepEqual(
      describeProblems(driftUnknownField, createCall(items, "stock")).map(([, ...related]) => related.length),
      [2],
    );
    const missing = '{ "items": [[|{|] "title": "a" }, { "title": "b" }] }';
    assert.deepEqual(describeProblems(driftMissingField, createCall(missing, "stock")).length, 1);
    const site = siteOf(parseFixture(createSite(createCall(missing, "stock"))).files);
    const fixes = findSiteProblems(site, { rules: [driftMissingField] }).flatMap((problem) =>
      createFixes(problem, site),
    );
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ["Add `items[].id`"],
    );
  });

  it("is changed in all items of an array", () => {
    checkFix(driftWrongValue, createSite(createCall('{ "countries": [[|"US"|], "mx", "CA"] }', "stock")), {
      "page.mdx": getPage(createCall('{ "countries": ["us", "mx", "ca"] }', "stock")),
    });
  });

  it("is one problem for all unknown names in the same part of a request", () => {
    const call = (field: string) =>
      createCall(
        `{ ${complete}, "limits": { "readiness_probe_failure_threshold": "a", "readiness_probe_success_threshold": "a" }, "${field}": "a" }`,
      );
    const site = siteFrom(createSite(call("xylophone") + call("quartz") + call("xylophone")));
    const [problem, ...others] = getShownProblems("drift/unknown-field", site);
    assert.deepEqual(others, []);
    assert.equal(
      problem?.message,
      "`xylophone` and `quartz` are on this page, but not in the request body of `POST /orders` in `shop.json`, so one of the two is wrong. Change the page or the specification.",
    );
    assert.equal(problem?.relatedLocations.length, 3);
  });

  it("is one problem for different unknown names on several pages", () => {
    const call = (field: string) =>
      createCall(`{ "items": [{ "id": "a" }], "countries": ["us"], "${field}": "a" }`, "stock");
    const site = siteFrom(
      `//- other.mdx\n---\ntitle: Other\n---\n\n${call("quartz")}\n${createSite(call("xylophone")).trimStart()}`,
    );
    const [problem, ...more] = getShownProblems("drift/unknown-field", site);
    assert.match(problem?.message ?? "", /^Names such as `(?:quartz|xylophone)` are on several pages/);
    assert.deepEqual(more, []);
  });

  it("names a required field that the author may not have meant, without a fix", () => {
    const call = createCall(
      `{ ${complete}, "limits": { "readiness_probe_failure_threshold": "a", "readiness_probe_success_threshold": "a" } }`,
    ).replace('"alpha"', '"note_alpha_id"');
    const site = siteFrom(createSite(call).replaceAll('"alpha"', '"user_id"'));
    const problems = findSiteProblems(site, { rules: [driftUnknownField, driftMissingField] });
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        "`note_alpha_id` is on this page, but `shop.json` requires `user_id` in the request body of `POST /orders` instead, so one of the two is wrong. Change the page or the specification.",
      ],
    );
    assert.deepEqual(
      problems.flatMap((problem) => createFixes(problem, site)),
      [],
    );
  });

  it("has a fix for all places of the same mismatch", () => {
    const call = createCall('{ "countries": ["US"] }', "stock");
    const text = `//- other.mdx\n---\ntitle: Other\n---\n\n${call}\n${createSite(call + call).trimStart()}`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("drift/wrong-value", site);
    assert.ok(problem && others.length === 0);
    const fixed = fixedBy("Fix all 3 places", problem, site, text);
    for (const path of ["page.mdx", "other.mdx"]) assert.doesNotMatch(fixed.get(path) ?? "US", /US/);
  });

  it("isn't found if the operation consists only of texts, because the page describes it", () => {
    const page = "//- page.mdx\n---\nopenapi: GET /a\n---\n\n";
    const sample = "<ParamField query=\"page\" />\n\n```bash\ncurl 'https://shop.example.com/a?size=1'\n```\n";
    const list = (operation: object) => {
      const spec = {
        openapi: "3.1.0",
        servers: [{ url: "https://shop.example.com" }],
        paths: { "/a": { get: operation } },
      };
      return placesOf("drift/unknown-field", siteFrom(`${page}${sample}//- api.json\n${JSON.stringify(spec)}\n`));
    };
    assert.deepEqual(list({ summary: "List" }), []);
    assert.equal(list({ summary: "List", responses: { 200: { description: "OK" } } }).length, 1);
  });

  it("is one problem for wrong types of many fields of the same part", () => {
    const createSpecSite = (count: number) => {
      const properties = Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, { type: "string" }]));
      const schema = { type: "object", properties };
      const response = { description: "OK", content: { "application/json": { schema } } };
      const spec = { openapi: "3.1.0", paths: { "/a": { get: { responses: { 200: response } } } } };
      const fields = Object.keys(properties).map((name) => `<ResponseField name="${name}" type="integer" />\n`);
      return `//- page.mdx\n---\nopenapi: GET /a\n---\n\n${fields.join("\n")}//- specs/v1/specification.json\n${JSON.stringify(spec)}\n`;
    };
    const list = (count: number) => getShownProblems("drift/wrong-type", siteFrom(createSpecSite(count)));
    assert.equal(list(3).length, 3);
    const [problem, ...others] = list(12);
    assert.ok(problem && others.length === 0);
    assert.equal(
      problem.message,
      "`f0`, `f1`, `f2`, and 9 more in the response of `GET /a` have other types in `…/specification.json` than here, so readers can't tell which are correct. Change one to match the other.",
    );
    const fixed = fixedBy("Fix all 12 places", problem, siteFrom(createSpecSite(12)), createSpecSite(12));
    assert.doesNotMatch(fixed.get("page.mdx") ?? "integer", /integer/);
  });

  it("is one problem for a field of a response and a sample of the response", () => {
    const schema = { type: "object", properties: { id: { type: "string" }, size: { type: "string" } } };
    const response = { description: "OK", content: { "application/json": { schema } } };
    const spec = { openapi: "3.1.0", paths: { "/a": { get: { responses: { 200: response } } } } };
    const fields = '<ResponseField name="id" />\n\n<ResponseField name="quartz" />\n';
    const sample = '<ResponseExample>\n```json 200\n{ "id": "a", "quartz": "a" }\n```\n</ResponseExample>\n';
    const site = siteFrom(
      `//- page.mdx\n---\nopenapi: GET /a\n---\n\n${fields}\n${sample}//- api.json\n${JSON.stringify(spec)}\n`,
    );
    const [problem, ...others] = getShownProblems("drift/unknown-field", site);
    assert.deepEqual(others, []);
    assert.match(JSON.stringify(problem?.relatedLocations), /200 response/);
  });

  it("names all missing fields if samples lack different ones", () => {
    const calls = ['{ "note": "a", "alpha": "a" }', '{ "note": "a", "alpha": "a", "gamma": "a" }'].map((body) =>
      createCall(body),
    );
    const problems = getShownProblems("drift/missing-field", siteFrom(createSite(calls.join(""))));
    const names = problems.flatMap(({ message }) => [...message.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    assert.equal(problems.length, 2);
    assert.ok(names.includes("gamma"), names.join());
  });

  it("isn't found in the query string if the sample has the same name in the body", () => {
    const schema = { type: "object", required: ["input"], properties: { input: { type: "string" } } };
    const post = {
      parameters: [{ name: "input", in: "query", required: true, schema: { type: "string" } }],
      requestBody: { content: { "application/json": { schema } } },
      responses: { 200: { description: "OK" } },
    };
    const spec = { openapi: "3.1.0", servers: [{ url: "https://shop.example.com" }], paths: { "/a": { post } } };
    const list = (body: string) =>
      placesOf(
        "drift/missing-field",
        siteFrom(`//- page.mdx\n---\ntitle: A\n---\n\n${createCall(body, "a")}//- api.json\n${JSON.stringify(spec)}\n`),
      );
    assert.deepEqual(list('{ "input": "a" }'), []);
    assert.deepEqual(list('{ "input": { ... } }'), []);
    assert.equal(list('{ "other": "a" }').length, 1);
  });

  it("names the file and the field completely, and leaves out long lists of values", () => {
    const schema = {
      type: "object",
      properties: { document_type: { enum: ["cin", "cni", "passport", "permit", "card"] } },
    };
    const post = {
      requestBody: { content: { "application/json": { schema } } },
      responses: { 200: { description: "OK" } },
    };
    const spec = {
      openapi: "3.1.0",
      servers: [{ url: "https://shop.example.com" }],
      paths: { "/identity/verify": { post } },
    };
    const [problem] = getShownProblems(
      "drift/wrong-value",
      siteFrom(
        `//- page.mdx\n---\ntitle: A\n---\n\n${createCall('{ "document_type": "national_id" }', "identity/verify")}//- specifications/identity.json\n${JSON.stringify(spec)}\n`,
      ),
    );
    assert.equal(
      problem?.message,
      '`document_type` in the request body of `POST /identity/verify` is "national_id" here, but one of the listed values in `…/identity.json`, so copied samples may fail. Change one to match the other.',
    );
  });
});
