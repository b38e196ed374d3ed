import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { rules } from "./registry.ts";
import { findSiteProblems } from "./run-rules.ts";

const docs = `{ "navigation": { "groups": [{ "group": "API", "openapi": "a.yaml" }, { "group": "B", "openapi": "b.yaml" }] } }`;
const createSpec = (reference: string) =>
  `openapi: 3.1.0\npaths:\n  /x:\n    get:\n      parameters: [{ $ref: "${reference}" }, { $ref: "${reference}" }]\n`;

/** Returns the problems that concern a reference, formatted as `file code reference`. */
function listProblems(files: Readonly<Record<string, string>>, profile: ProfileName = "standard"): string[] {
  const site = siteOf(new Map(Object.entries({ "docs.json": docs, ...files })), profile);
  return findSiteProblems(site, { rules })
    .filter(({ code }) => code.endsWith("-ref"))
    .map(({ at, code, severity, message }) => `${at.file} ${severity} ${code} ${/`(.*?)`/.exec(message)?.[1] ?? ""}`)
    .sort();
}

describe("references between a specification's files", () => {
  it("are reported once for each target in each referring file, but an invalid target is reported only once", () => {
    const files = {
      "a.yaml": createSpec("parts/p.yaml#/Page"),
      "b.yaml": createSpec("parts/p.yaml#/Page"),
      "parts/p.yaml": `Page: { name: page, in: query, schema: { $ref: "#/Gone" }, x: { $ref: "q.yaml#/X" } }\n`,
      "parts/q.yaml": "Y: {}\n",
    };
    assert.deepEqual(listProblems(files), [
      "a.yaml information openapi/external-ref parts/p.yaml#/Page",
      "b.yaml information openapi/external-ref parts/p.yaml#/Page",
      "parts/p.yaml error openapi/dangling-ref #/Gone",
      "parts/p.yaml error openapi/dangling-ref q.yaml#/X",
    ]);
    assert.deepEqual(listProblems(files, "mintlify"), [
      "a.yaml error openapi/external-ref parts/p.yaml#/Page",
      "a.yaml error openapi/external-ref parts/p.yaml#/Page",
      "b.yaml error openapi/external-ref parts/p.yaml#/Page",
      "b.yaml error openapi/external-ref parts/p.yaml#/Page",
    ]);
  });

  it("don't cause another specification's problems to be reported again", () => {
    const files = {
      "a.yaml": createSpec("b.yaml#/components/parameters/Page"),
      "b.yaml": `${createSpec("#/Lost")}components: { parameters: { Page: { name: p, in: query } } }\n`,
    };
    assert.deepEqual(listProblems(files), [
      "a.yaml information openapi/external-ref b.yaml#/components/parameters/Page",
      "b.yaml error openapi/dangling-ref #/Lost",
      "b.yaml error openapi/dangling-ref #/Lost",
    ]);
  });

  it("are reported as external if they leave the site, or as errors if the target is missing", () => {
    const listUnique = (reference: string) => [
      ...new Set(listProblems({ "a.yaml": createSpec(reference), "b.yaml": "openapi: 3.1.0\n" })),
    ];
    assert.deepEqual(listUnique("gone.yaml#/x"), ["a.yaml error openapi/dangling-ref gone.yaml#/x"]);
    assert.deepEqual(listUnique("b.yaml#/x"), ["a.yaml error openapi/dangling-ref b.yaml#/x"]);
    for (const reference of ["../x.yaml", "http://127.0.0.1/x.yaml", "file:///x.yaml", "notes.txt"])
      assert.deepEqual(listUnique(reference), [`a.yaml information openapi/external-ref ${reference}`]);
  });

  it("have a message for a schema with an `$id`, and another one for examples and extensions", () => {
    const schemas =
      'components: { schemas: { V: { $id: "https://example.com/v", properties: { r: { $ref: "w.json" } } }, W: { example: { $ref: "x.json" } } } }\n';
    const head = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';
    const json =
      '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {}, "components": { "schemas": { "V": { "$id": "https://example.com/v", "properties": { "r": { "$ref": "w.json" } } }, "W": { "example": { "$ref": "x.json" } } } } }';
    for (const [file, text] of [
      ["a.json", json],
      ["a.yaml", `${head}${schemas}`],
      // Files with anchors are read in a different way.
      ["a.yaml", `${head}x-a: &a 1\nx-b: *a\n${schemas}`],
    ] as const) {
      const files = new Map([
        ["docs.json", `{ "navigation": { "groups": [{ "group": "API", "openapi": "${file}" }] } }`],
        [file, text],
      ]);
      const found = findSiteProblems(siteOf(files, "mintlify"), {
        rules: rules.filter(({ code }) => code === "openapi/external-ref"),
      });
      assert.deepEqual(found.map(({ message }) => message).sort(), [
        "`w.json` isn't in this file. The service ignores the schema's `$id`, resolves this `$ref`, and leaves out this whole file. Replace the `$ref` with the content.",
        "`x.json` isn't in this file. The service also resolves `$ref` in examples and extensions, so it leaves out this whole file. Rename or remove `$ref`.",
      ]);
    }
  });
});
