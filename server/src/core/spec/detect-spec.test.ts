import assert from "node:assert/strict";
import { isRemoteSpec, createRemoteSpecPath, getSpecName } from "./detect-spec.ts";
import { findNamedSpec, findSpecs } from "./find-spec.ts";
import { readSpec, readWholeSpec } from "./read-spec.ts";

const text = `{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }`;

function readSpecs(...paths: readonly string[]) {
  return new Map(
    paths.map((path) => {
      const spec = readSpec(path, text);
      assert.ok(spec, path);
      return [path, spec];
    }),
  );
}

describe("copies of remote specifications", () => {
  const rows: readonly (readonly [url: string, isJson: boolean, path: string])[] = [
    ["https://example.com/openapi.json", true, "https://example.com/openapi.json"],
    ["https://example.com/openapi.YML", false, "https://example.com/openapi.YML"],
    ["https://example.com/openapi.json", false, "https://example.com/openapi.json#.yaml"],
    ["https://example.com/v3/api-docs", true, "https://example.com/v3/api-docs#.json"],
    ["https://example.com/openapi.yaml?raw=1", false, "https://example.com/openapi.yaml?raw=1#.yaml"],
  ];
  for (const [url, isJson, path] of rows)
    it(`are stored at ${path} for ${url} in ${isJson ? "JSON" : "YAML"}`, () => {
      assert.equal(createRemoteSpecPath(url, isJson), path);
      assert.equal(isRemoteSpec(path), true);
      assert.equal(getSpecName(path), url);
      const specs = readSpecs(path);
      for (const lookup of [findNamedSpec(specs, url), findSpecs(specs, url, "guides")])
        assert.equal(lookup.kind === "found" && lookup.specs[0]?.path, path);
    });

  it("are found only by their full URL", () => {
    const specs = readSpecs("https://example.com/openapi.json");
    assert.equal(findNamedSpec(specs, "https://example.com/other.json").kind, "remote");
    for (const reference of ["openapi.json", "openapi", "example.com/openapi.json", "example"])
      assert.equal(findSpecs(specs, reference, "").kind, "not-found", reference);
  });

  it("can't refer to files on the site", () => {
    const references = ["./other.json", "../../secret.json", "/secret.json", "https://example.com/other.json"];
    for (const reference of references) {
      const loadedPaths: string[] = [];
      readWholeSpec(
        "https://example.com/a/openapi.json",
        `{ "openapi": "3.1.0", "paths": { "/a": { "$ref": "${reference}" } } }`,
        (path) => {
          loadedPaths.push(path);
          return undefined;
        },
      );
      assert.deepEqual(loadedPaths, [], reference);
    }
  });
});
