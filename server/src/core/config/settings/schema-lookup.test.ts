import assert from "node:assert/strict";
import { readJson } from "../json/json-tree.ts";
import {
  getAllowedSettings,
  findAllowedShapes,
  type AllowedShapes,
  getAllowedValues,
} from "./schema-lookup.ts";

function placeAt(path: readonly (string | number)[], text = "{}"): AllowedShapes {
  const place = findAllowedShapes(readJson("docs.json", text).root, path);
  assert.ok(place, path.join("."));
  return place;
}

function kindsAt(path: readonly (string | number)[], text?: string): readonly string[] {
  return [...new Set(placeAt(path, text).shapes.map(({ kind }) => kind))];
}

function keysAt(
  path: readonly (string | number)[],
  text?: string,
  profile: "standard" | "mintlify" = "mintlify",
): string[] {
  return [...getAllowedSettings(placeAt(path, text), profile).keys()];
}

describe("shapeAt", () => {
  it("finds the top-level docs.json settings that the profile supports", () => {
    assert.ok(keysAt([]).includes("navigation"));
    assert.ok(!keysAt([]).includes("server"));
    assert.ok(keysAt([], "{}", "standard").includes("server"));
  });

  it("returns the values of a setting with their descriptions", () => {
    const values = getAllowedValues(placeAt(["api", "playground", "display"]), "standard");
    assert.deepEqual(
      values.map(({ json }) => json),
      ['"interactive"', '"simple"', '"none"', '"auth"'],
    );
    assert.ok(values.every(({ description }) => description !== undefined));
    assert.deepEqual(
      getAllowedValues(placeAt(["appearance", "strict"]), "standard").map(({ json }) => json),
      ["true", "false"],
    );
  });

  it("uses the profile's language codes", () => {
    const place = placeAt(["navigation", "languages", 0, "language"]);
    assert.equal(getAllowedValues(place, "standard").length, 29);
    assert.equal(getAllowedValues(place, "mintlify").length, 40);
  });

  it("finds elements at any depth", () => {
    const deep = [
      "navigation",
      "tabs",
      0,
      "groups",
      1,
      ...Array.from({ length: 40 }, () => ["pages", 0]).flat(),
    ];
    assert.ok(keysAt(deep).includes("expanded"));
    assert.deepEqual(kindsAt(deep), ["string", "object"]);
  });

  it("offers only children that an element can contain", () => {
    const inTab = keysAt(["navigation", "tabs", 0]);
    assert.ok(inTab.includes("menu") && inTab.includes("groups") && !inTab.includes("tabs"));
    assert.ok(!keysAt(["navigation", "groups", 0]).includes("tabs"));
    const inMenu = (profile: "standard" | "mintlify") =>
      keysAt(["navigation", "tabs", 0, "menu", 0], "{}", profile);
    assert.ok(inMenu("mintlify").includes("versions"));
    assert.ok(!inMenu("standard").includes("versions") && inMenu("standard").includes("groups"));
    assert.ok(!keysAt(["navigation", "products", 0], "{}", "standard").includes("menu"));
  });

  it("selects the branch that matches an object's keys", () => {
    assert.deepEqual(keysAt(["fonts"], '{ "fonts": { "heading": {} } }'), ["heading", "body"]);
    assert.deepEqual(keysAt(["fonts"], '{ "fonts": { "family": "Inter" } }').includes("weight"), true);
    const open = keysAt(["fonts"], '{ "fonts": {} }');
    assert.ok(open.includes("family") && open.includes("heading"));
  });

  it("selects the branch by the value's type, or offers all branches if there's no value", () => {
    assert.deepEqual(kindsAt(["logo"], '{ "logo": { } }'), ["object"]);
    assert.deepEqual(kindsAt(["logo"], '{ "logo": }'), ["string", "object"]);
  });

  it("returns the setting for a value but not for list items", () => {
    assert.match(placeAt(["name"]).setting?.meaning ?? "", /Name of the project/);
    assert.equal(placeAt(["redirects", 0]).setting, undefined);
    assert.equal(placeAt(["redirects", 0, "source"]).setting?.required, true);
  });

  it("returns nothing for paths that don't exist", () => {
    for (const path of [
      ["nothing"],
      ["name", "x"],
      ["__proto__"],
      ["redirects", "source"],
      ["constructor", "name"],
    ])
      assert.equal(findAllowedShapes(undefined, path), undefined, path.join("."));
    assert.ok(findAllowedShapes(undefined, ["variables", "__proto__"]));
  });
});
