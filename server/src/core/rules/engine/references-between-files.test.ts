import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { rules } from "./registry.ts";
import { problemsOfSite } from "./run-rules.ts";

const docs = `{ "navigation": { "groups": [{ "group": "API", "openapi": "a.yaml" }, { "group": "B", "openapi": "b.yaml" }] } }`;
const spec = (reference: string) =>
  `openapi: 3.1.0\npaths:\n  /x:\n    get:\n      parameters: [{ $ref: "${reference}" }, { $ref: "${reference}" }]\n`;

/** Returns the problems that concern a reference, formatted as `file code reference`. */
function problems(files: Readonly<Record<string, string>>, profile: ProfileName = "standard"): string[] {
  const site = siteOf(new Map(Object.entries({ "docs.json": docs, ...files })), profile);
  return problemsOfSite(site, { rules })
    .filter(({ code }) => code.endsWith("-ref"))
    .map(
      ({ at, code, severity, message }) =>
        `${at.file} ${severity} ${code} ${/`(.*?)`/.exec(message)?.[1] ?? ""}`,
    )
    .sort();
}

describe("references between a specification's files", () => {
  it("are reported once for each target in each referring file, but an invalid target is reported only once", () => {
    const files = {
      "a.yaml": spec("parts/p.yaml#/Page"),
      "b.yaml": spec("parts/p.yaml#/Page"),
      "parts/p.yaml": `Page: { name: page, in: query, schema: { $ref: "#/Gone" }, x: { $ref: "q.yaml#/X" } }\n`,
      "parts/q.yaml": "Y: {}\n",
    };
    assert.deepEqual(problems(files), [
      "a.yaml information openapi/external-ref parts/p.yaml#/Page",
      "b.yaml information openapi/external-ref parts/p.yaml#/Page",
      "parts/p.yaml error openapi/dangling-ref #/Gone",
      "parts/p.yaml error openapi/dangling-ref q.yaml#/X",
    ]);
    assert.deepEqual(problems(files, "mintlify"), [
      "a.yaml error openapi/external-ref parts/p.yaml#/Page",
      "a.yaml error openapi/external-ref parts/p.yaml#/Page",
      "b.yaml error openapi/external-ref parts/p.yaml#/Page",
      "b.yaml error openapi/external-ref parts/p.yaml#/Page",
    ]);
  });

  it("don't cause another specification's problems to be reported again", () => {
    const files = {
      "a.yaml": spec("b.yaml#/components/parameters/Page"),
      "b.yaml": `${spec("#/Lost")}components: { parameters: { Page: { name: p, in: query } } }\n`,
    };
    assert.deepEqual(problems(files), [
      "a.yaml information openapi/external-ref b.yaml#/components/parameters/Page",
      "b.yaml error openapi/dangling-ref #/Lost",
      "b.yaml error openapi/dangling-ref #/Lost",
    ]);
  });

  it("are reported as external if they leave the site, or as errors if the target is missing", () => {
    const only = (reference: string) => [
      ...new Set(problems({ "a.yaml": spec(reference), "b.yaml": "openapi: 3.1.0\n" })),
    ];
    assert.deepEqual(only("gone.yaml#/x"), ["a.yaml error openapi/dangling-ref gone.yaml#/x"]);
    assert.deepEqual(only("b.yaml#/x"), ["a.yaml error openapi/dangling-ref b.yaml#/x"]);
    for (const reference of ["../x.yaml", "http://127.0.0.1/x.yaml", "file:///x.yaml", "notes.txt"])
      assert.deepEqual(only(reference), [`a.yaml information openapi/external-ref ${reference}`]);
  });

  it("have a message that also applies to a schema with an `$id`, which isn't data", () => {
    const files = new Map([
      ["docs.json", '{ "navigation": { "groups": [{ "group": "API", "openapi": "a.yaml" }] } }'],
      [
        "a.yaml",
        'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\ncomponents: { schemas: { V: { $id: "https://example.com/v", properties: { r: { $ref: "w.json" } } } } }\n',
      ],
    ]);
    const [problem] = problemsOfSite(siteOf(files, "mintlify"), {
      rules: rules.filter(({ code }) => code === "openapi/external-ref"),
    });
    assert.match(
      problem?.message ?? "",
      /^`w\.json` isn't in this file\..* or replace it with the content\.$/,
    );
  });
});
