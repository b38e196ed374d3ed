import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteFor } from "../../../../test/harness/site-in-preview.ts";
import { rules } from "../rules/engine/registry.ts";
import { problemsOfSubject, subjectsOf } from "../rules/engine/run-rules.ts";
import { pageListings } from "../site/navigation/navigation-pages.ts";
import { navigationOf } from "../site/settings/navigation.ts";
import type { Site } from "../site/site.ts";
import { type Config, readConfig } from "./config.ts";
import { type JsonNode, type JsonProperty, type JsonString, readJson } from "./json/json-tree.ts";
import {
  haveSameSharedSettings,
  mentionedMedia,
  navigationTexts,
  sharedSettings,
} from "./shared-settings.ts";

class UnsharedSetting extends Error {}

/**
 * Returns a copy of the configuration that throws an error if code reads a setting, or a string in the navigation, that
 * isn't shared. The text of each file is replaced with the names of the media files that it mentions.
 */
function trapped(config: Config): Config {
  const files = config.files.map((file) => {
    const text = [...mentionedMedia(file)].join("\n");
    return { ...file, text, root: limited(file.root) };
  });
  return { ...config, root: limited(config.root), files };
}

/**
 * Returns the settings, with traps in place of those that aren't shared. Adds `colors` so that each file has at least
 * one trap.
 */
function limited(root: JsonNode | undefined): JsonNode | undefined {
  if (root?.kind !== "object") return root;
  const colors: JsonProperty = { key: "colors", file: root.file, keyRange: root.range, value: undefined };
  const properties = [...root.properties.filter(({ key }) => key !== "colors"), colors].map((property) =>
    property.key === "navigation"
      ? { ...property, value: withoutTexts(property.value) }
      : sharedSettings.has(property.key)
        ? property
        : withTrap(property, property.key),
  );
  return { ...root, properties };
}

/** Returns the navigation, with a trap in place of each string that isn't shared. */
function withoutTexts(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.kind === "array")
    return { ...node, items: node.items.flatMap((item) => withoutTexts(item) ?? []) };
  if (node?.kind !== "object") return node;
  const properties = node.properties.map((property): JsonProperty => {
    const { key, value } = property;
    const isTrapped = value?.kind === "string" && navigationTexts.has(key);
    return { ...property, value: isTrapped ? withTrap(value, key) : withoutTexts(value) };
  });
  return { ...node, properties };
}

/** Returns a copy of the property or string that throws an error if its value is read. */
function withTrap<Part extends JsonProperty | JsonString>(part: Part, key: string): Part {
  return {
    ...part,
    get value(): never {
      throw new UnsharedSetting(`\`${key}\` was read`);
    },
  };
}

describe("shared settings", () => {
  it("are the only docs.json settings that rules for other files read", () => {
    let subjects = 0;
    const examples = rules.flatMap((rule) =>
      rule.examples.flatMap(({ bad, good, profile = rule.onlyIn ?? "standard" }) =>
        [bad, good].map((marked) => siteFor(rule, parseFixture(marked).files, profile)),
      ),
    );
    for (const site of examples) {
      if (!haveSameSharedSettings(site.config, site.config)) continue;
      const limitedSite: Site = { ...site, config: trapped(site.config) };
      for (const subject of subjectsOf(site)) {
        if (subject.kind === "config") continue;
        subjects++;
        assert.deepEqual(
          problemsOfSubject(subject, limitedSite).map(({ message }) => message),
          problemsOfSubject(subject, site).map(({ message }) => message),
        );
      }
    }
    assert.ok(subjects > 500, `only ${subjects} subjects`);
  }).timeout(60_000);

  it("can't be bypassed by a rule, because reading any other setting throws an error", () => {
    const config = trapped(configOf('{ "name": "Site" }'));
    assert.throws(() => readConfigValues(config), UnsharedSetting);
  });

  it("don't include group labels, because reading one throws an error", () => {
    const config = trapped(configOf('{ "navigation": { "pages": [{ "group": "A", "pages": ["a"] }] } }'));
    const [, group] = navigationOf(config).elements;
    assert.throws(() => group?.label?.value, UnsharedSetting);
    assert.deepEqual(
      pageListings(config).map(({ slug }) => slug),
      ["a"],
    );
  });

  const before =
    '{ "name": "Site", "colors": { "primary": "#000" }, "navigation": { "pages": ["a", 1, true, null, { "group": "G", "tag": "new", "pages": ["g"] }], "global": { "versions": [{ "version": "v1" }] } }, "api": { "name": "A" } }';
  const equal: Readonly<Record<string, string>> = {
    "a color": before.replace("#000", "#000000"),
    "a setting that isn't shared": before.replace('"name"', '"theme": "mint", "name"'),
    whitespace: before.replaceAll(" ", "\n  "),
    "a group's label": before.replace('"G"', '"Guides"'),
    "a badge": before.replace("new", "beta"),
    "how a letter is escaped": before.replace('"a"', String.raw`"\u0061"`),
  };
  for (const [what, after] of Object.entries(equal))
    it(`are the same after a change to ${what}`, () => {
      assert.equal(haveSameSharedSettings(configOf(before), configOf(after)), true);
    });

  const different: Readonly<Record<string, string>> = {
    "an entry": before.replace('"a"', '"b"'),
    "an entry's kind": before.replace("true", '"true"'),
    "a number": before.replace("1", "2"),
    "a list's length": before.replace(", null", ""),
    "an entry of a group": before.replace('"g"', '"h"'),
    "a group's label that isn't a string": before.replace('"G"', "1"),
    "a version's name": before.replace("v1", "v2"),
    "a name outside the navigation": before.replace('"A"', '"B"'),
    "an image in the navigation": before.replace('"new"', '"new.png"'),
    "a key": before.replace('"pages"', '"page"'),
    "the name of a shared setting": before.replace('"navigation"', '"redirects"'),
    "the set of shared settings": before.replace("{", '{ "api": {},'),
    "the number of times that a shared setting appears": before.replace("{", '{ "navigation": {},'),
    "an image's name in a setting that isn't shared": before.replace("Site", "a.png"),
    "an error in a setting that isn't shared": before.replace('"Site"', '"Site'),
    "the file's type": "[]",
    "a `$ref` that isn't found": before.replace('"#000"', '{ "$ref": "./missing.json" }'),
  };
  for (const [what, after] of Object.entries(different))
    it(`differ after a change to ${what}`, () => {
      assert.equal(haveSameSharedSettings(configOf(before), configOf(after)), false);
      assert.equal(haveSameSharedSettings(configOf(after), configOf(before)), false);
    });
});

function configOf(text: string): Config {
  return readConfig(
    "docs.json",
    new Map([
      ["docs.json", readJson("docs.json", text)],
      ["missing.json", null],
    ]),
  );
}

function readConfigValues({ root }: Config): unknown {
  return root?.kind === "object" ? root.properties.map(({ value }) => value) : undefined;
}
