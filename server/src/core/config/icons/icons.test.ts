import assert from "node:assert/strict";
import { getIconNames } from "./icon-names.ts";
import { iconLibraries, isIconName, hasIcon, findNearestIcon } from "./icons.ts";

describe("icons", () => {
  it("are recognized by their current and former names", () => {
    for (const name of [
      "house",
      "home",
      "gear",
      "cog",
      "circle-info",
      "info-circle",
      "github",
      "x-twitter",
      "sparkles",
      "d",
    ])
      assert.ok(hasIcon("fontawesome", name), name);
    for (const name of ["house", "home", "settings", "cog", "github", "circle-help", "life-buoy"])
      assert.ok(hasIcon("lucide", name), name);
    for (const name of ["home", "settings", "brand-github"]) assert.ok(hasIcon("tabler", name), name);
  });

  it("are recognized in any letter case, and by programming language in Font Awesome", () => {
    assert.ok(hasIcon("fontawesome", "GitHub"));
    assert.ok(hasIcon("lucide", "Life-Buoy"));
    for (const name of ["typescript", "TS", "c++", "csharp"]) assert.ok(hasIcon("fontawesome", name), name);
    assert.ok(!hasIcon("lucide", "typescript"));
  });

  it("aren't recognized by names from a different library or by names of object properties", () => {
    assert.ok(!hasIcon("fontawesome", "life-buoy"));
    for (const library of iconLibraries)
      for (const name of ["constructor", "__proto__", "", " ", "rocket server"]) assert.ok(!hasIcon(library, name));
  });

  it("have kebab-case names and number over 2,000 in each library", () => {
    for (const library of iconLibraries) {
      assert.ok(getIconNames(library).size > 2000);
      for (const name of getIconNames(library)) assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
  });

  it("are suggested if their names are misspelled", () => {
    assert.equal(findNearestIcon("fontawesome", "rockett"), "rocket");
    assert.equal(findNearestIcon("lucide", "Rocket"), "rocket");
    assert.equal(findNearestIcon("lucide", "rockt"), "rocket");
    assert.equal(findNearestIcon("tabler", "qqqqqqqqqq"), undefined);
  });

  it("are suggested if their words are in another order, singular or plural, or have a prefix", () => {
    assert.equal(findNearestIcon("lucide", "left-arrow"), "arrow-left");
    assert.equal(findNearestIcon("lucide", "gamepad2"), "gamepad-2");
    assert.equal(findNearestIcon("fontawesome", "column"), "columns");
    assert.equal(findNearestIcon("fontawesome", "brand-github"), "github");
    assert.equal(findNearestIcon("fontawesome", "fa-rocket"), "rocket");
    assert.equal(findNearestIcon("lucide", "shield-chekc"), undefined);
    assert.equal(findNearestIcon("lucide", "sheild-check"), "shield-check");
  });

  it("aren't suggested for other words with similar letters", () => {
    for (const name of ["raft", "cave", "boot", "loan", "map-pan", "deer"])
      assert.equal(findNearestIcon("lucide", name), undefined, name);
    for (const name of ["cave", "loan", "brand-acme"]) assert.equal(findNearestIcon("fontawesome", name), undefined);
  });

  it("are distinguished from paths, URLs, emoji, and SVG", () => {
    for (const text of ["ℹ️", "ℹ️ info"]) assert.ok(!isIconName(text), text);
    for (const text of ["rocket", "fa rocket", "Triangle", "frage", "支払い", "größe"])
      assert.ok(isIconName(text), text);
    for (const text of ["/icons/a.svg", "a.svg", "https://x.y/z.png", "🚀", "<svg onload=x>", "", "{icon}"])
      assert.ok(!isIconName(text), text);
  });
});

describe("nearestIcon for a brand", () => {
  it("doesn't find another brand with a similar name", () => {
    assert.equal(findNearestIcon("fontawesome", "binance"), undefined);
    assert.equal(findNearestIcon("lucide", "Binance"), undefined);
  });

  it("finds a brand with a typo, and the brand itself in a library that has a prefix for brands", () => {
    assert.equal(findNearestIcon("fontawesome", "githbu"), "github");
    assert.equal(findNearestIcon("tabler", "binance"), "brand-binance");
  });
});
