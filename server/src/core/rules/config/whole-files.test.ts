import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { maxJsonLength, readJson } from "../../config/json/json-tree.ts";
import { profiles } from "../../config/settings/profile.ts";
import { buildSite } from "../../site/site.ts";
import { noSettings } from "../../site/settings/site-settings.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import type { Rule } from "../rule.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { notAnObject } from "./not-an-object.ts";
import { tooDeep } from "./too-deep.ts";
import { tooLarge } from "./too-large.ts";
import { testFixInEveryLayout } from "../../../../../test/harness/it-fixes-in-every-layout.ts";
import { placesIn } from "../../../../../test/harness/choose-by-mode.ts";

function countProblems(rule: Rule, docs: string, profile: "standard" | "mintlify" = "standard"): number {
  return findSiteProblems(siteOf(new Map([["docs.json", docs]]), profile), { rules: [rule] }).length;
}

describe("config/not-an-object", () => {
  for (const text of ["", " ", "\ufeff", "null", "[]", '"x"', "3"])
    it(`reports ${JSON.stringify(text)}`, () => assert.equal(countProblems(notAnObject, text), 1));

  it("leaves invalid files and rejected files to other rules", () => {
    for (const text of ["@@@", "[".repeat(500), "{", '{"a'])
      assert.equal(countProblems(notAnObject, text), 0, text.slice(0, 10));
  });

  it("reports an empty file that docs.json includes", () => {
    checkRule(notAnObject, '//- docs.json\n{ "navigation": { "$ref": "nav.json" } }\n//- nav.json\n[||]');
  });
});

describe("config/too-deep and config/too-large", () => {
  it("report a single problem", () => {
    const deepSite = siteOf(new Map([["docs.json", "[".repeat(1_000_000)]]));
    assert.deepEqual(
      findSiteProblems(deepSite).map(({ code }) => code),
      ["config/too-deep"],
    );
    const largeSite = siteOf(new Map([["docs.json", `{ "navigation": {}, "name": "${"x".repeat(maxJsonLength)}" }`]]));
    assert.deepEqual(
      findSiteProblems(largeSite).map(({ code }) => code),
      ["config/too-large"],
    );
  });

  it("report a $ref that includes too much", () => {
    const files = new Map([["docs.json", '{ "navigation": { "pages": [{ "$ref": "f0.json" }] } }']]);
    for (let i = 0; i < 150; i++)
      files.set(`f${i}.json`, `{ "group": "g", "pages": [{ "group": "h", "pages": [{ "$ref": "f${i + 1}.json" }] }] }`);
    files.set("f150.json", '{ "group": "last", "pages": [] }');
    assert.ok(findSiteProblems(siteOf(files), { rules: [tooDeep, tooLarge] }).length > 0);
  });
});

describe("config/duplicate-key", () => {
  const fixture = '{\n  "name": "Acme",\n  [|"name"|]: "Acme docs",\n  "navigation": { "pages": ["index"] }\n}\n';
  const createFixed = (name: string) => `{\n  "name": "${name}",\n  "navigation": { "pages": ["index"] }\n}\n`;
  testFixInEveryLayout(duplicateKey, fixture, createFixed("Acme docs"), "Remove earlier `name`");
  testFixInEveryLayout(duplicateKey, fixture, createFixed("Acme"), "Remove this `name`");

  it("treats __proto__ as an ordinary key", () => {
    checkRule(duplicateKey, '{ "__proto__": 1, [|"__proto__"|]: 2, "navigation": { "pages": ["index"] } }');
  });
});

describe("config rules", () => {
  it("never fail if docs.json is cut off at any position or is missing any one character", () => {
    const text =
      '{\n  "theme": "mint", "name": "A", "colors": { "primary": "#0F766E" },\n  "navigation": { "tabs": [{ "tab": "T", "icon": { "name": "cog" }, "pages": ["index"] }] },\n  "navbar": { "primary": { "type": "button", "label": "x", "href": "/x" } }\n}\n';
    for (const i of placesIn(text.length, 3))
      for (const brokenText of [text.slice(0, i), text.slice(0, i) + text.slice(i + 1)]) {
        const site = buildSite({
          profile: profiles.mintlify,
          settings: noSettings,
          files: new Set(["docs.json"]),
          isIgnored: () => false,
          configSources: new Map([["docs.json", readJson("docs.json", brokenText)]]),
          pages: [],
          specs: [],
          loaded: { pages: true, specs: true },
        });
        for (const { at, message } of findSiteProblems(site)) {
          assert.ok(
            0 <= at.range.start && at.range.start <= at.range.end && at.range.end <= brokenText.length,
            message,
          );
          assert.ok(message.length <= 200, message);
        }
      }
  });
});
