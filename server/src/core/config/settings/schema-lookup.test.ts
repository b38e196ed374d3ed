import assert from "node:assert/strict";
import { readJson } from "../json/json-tree.ts";
import { getAllowedSettings, findAllowedSchemas, type AllowedSchemas, getAllowedValues } from "./schema-lookup.ts";

function findShapes(path: readonly (string | number)[], text = "{}"): AllowedSchemas {
  const shapes = findAllowedSchemas(readJson("docs.json", text).root, path);
  assert.ok(shapes, path.join("."));
  return shapes;
}

function listKinds(path: readonly (string | number)[], text?: string): readonly string[] {
  return [...new Set(findShapes(path, text).schemas.map(({ kind }) => kind))];
}

function listKeys(
  path: readonly (string | number)[],
  text?: string,
  profile: "standard" | "mintlify" = "mintlify",
): string[] {
  return [...getAllowedSettings(findShapes(path, text), profile).keys()];
}

describe("shapeAt", () => {
  it("finds the top-level docs.json settings that the profile supports", () => {
    assert.ok(listKeys([]).includes("navigation"));
    assert.ok(!listKeys([]).includes("server"));
    assert.ok(listKeys([], "{}", "standard").includes("server"));
  });

  it("returns the values of a setting with their descriptions", () => {
    const values = getAllowedValues(findShapes(["api", "playground", "display"]), "standard");
    assert.deepEqual(
      values.map(({ json }) => json),
      ['"interactive"', '"simple"', '"none"', '"auth"'],
    );
    assert.ok(values.every(({ description }) => description !== undefined));
    assert.deepEqual(
      getAllowedValues(findShapes(["appearance", "strict"]), "standard").map(({ json }) => json),
      ["true", "false"],
    );
  });

  it("uses the profile's language codes", () => {
    const shapes = findShapes(["navigation", "languages", 0, "language"]);
    assert.equal(getAllowedValues(shapes, "standard").length, 29);
    assert.equal(getAllowedValues(shapes, "mintlify").length, 40);
  });

  it("finds elements at any depth", () => {
    const deepPath = ["navigation", "tabs", 0, "groups", 1, ...Array.from({ length: 40 }, () => ["pages", 0]).flat()];
    assert.ok(listKeys(deepPath).includes("expanded"));
    assert.deepEqual(listKinds(deepPath), ["string", "object"]);
  });

  it("offers only children that an element can contain", () => {
    const tabKeys = listKeys(["navigation", "tabs", 0]);
    assert.ok(tabKeys.includes("menu") && tabKeys.includes("groups") && !tabKeys.includes("tabs"));
    assert.ok(!listKeys(["navigation", "groups", 0]).includes("tabs"));
    const listMenuKeys = (profile: "standard" | "mintlify") =>
      listKeys(["navigation", "tabs", 0, "menu", 0], "{}", profile);
    assert.ok(listMenuKeys("mintlify").includes("versions"));
    assert.ok(!listMenuKeys("standard").includes("versions") && listMenuKeys("standard").includes("groups"));
    assert.ok(!listKeys(["navigation", "products", 0], "{}", "standard").includes("menu"));
  });

  it("selects the branch that matches an object's keys", () => {
    assert.deepEqual(listKeys(["fonts"], '{ "fonts": { "heading": {} } }'), ["heading", "body"]);
    assert.deepEqual(listKeys(["fonts"], '{ "fonts": { "family": "Inter" } }').includes("weight"), true);
    const fontKeys = listKeys(["fonts"], '{ "fonts": {} }');
    assert.ok(fontKeys.includes("family") && fontKeys.includes("heading"));
  });

  it("selects the branch by the value's type, or offers all branches if there's no value", () => {
    assert.deepEqual(listKinds(["logo"], '{ "logo": { } }'), ["object"]);
    assert.deepEqual(listKinds(["logo"], '{ "logo": }'), ["string", "object"]);
  });

  it("returns the setting for a value but not for list items", () => {
    assert.match(findShapes(["name"]).setting?.meaning ?? "", /Name of the project/);
    assert.equal(findShapes(["redirects", 0]).setting, undefined);
    assert.equal(findShapes(["redirects", 0, "source"]).setting?.required, true);
  });

  it("returns nothing for paths that don't exist", () => {
    for (const path of [["nothing"], ["name", "x"], ["__proto__"], ["redirects", "source"], ["constructor", "name"]])
      assert.equal(findAllowedSchemas(undefined, path), undefined, path.join("."));
    assert.ok(findAllowedSchemas(undefined, ["variables", "__proto__"]));
  });
});
