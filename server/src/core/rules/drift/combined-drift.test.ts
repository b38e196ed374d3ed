import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { placesOf, siteFrom } from "../../../../../test/harness/shown-problems.ts";
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
          '`countries[]` in the request body of `POST /stock` is "CA" here, but one of "us", "ca", "mx" in `shop.json`, so readers who copy the sample may get an error. Change one to match the other.',
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
});
