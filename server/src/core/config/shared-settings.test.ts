import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteFor } from "../../../../test/harness/site-in-preview.ts";
import { rules } from "../rules/engine/registry.ts";
import { findSubjectProblems, listSubjects } from "../rules/engine/run-rules.ts";
import { getPageListings } from "../site/navigation/navigation-pages.ts";
import { getNavigation } from "../site/settings/navigation.ts";
import type { Site } from "../site/site.ts";
import { type Config, readConfig } from "./config.ts";
import { type JsonNode, type JsonProperty, type JsonString, readJson } from "./json/json-tree.ts";
import {
  haveSameSharedSettings,
  findMentionedMediaFiles,
  navigationLabelKeys,
  sharedSettings,
} from "./shared-settings.ts";

class UnsharedSetting extends Error {}

/**
 * Returns a copy of the configuration that throws an error if code reads a setting, or a string in the navigation, that
 * isn't shared. The text of each file is replaced with the names of the media files that it mentions.
 */
function createTrapped(config: Config): Config {
  const files = config.files.map((file) => {
    const text = [...findMentionedMediaFiles(file)].join("\n");
    return { ...file, text, root: limitSettings(file.root) };
  });
  return { ...config, root: limitSettings(config.root), files };
}

/**
 * Returns the settings, with traps in place of those that aren't shared. Adds `colors` so that each file has at least
 * one trap.
 */
function limitSettings(root: JsonNode | undefined): JsonNode | undefined {
  if (root?.kind !== "object") return root;
  const colors: JsonProperty = { key: "colors", file: root.file, keyRange: root.range, value: undefined };
  const properties = [...root.properties.filter(({ key }) => key !== "colors"), colors].map((property) =>
    property.key === "navigation"
      ? { ...property, value: removeTexts(property.value) }
      : sharedSettings.has(property.key)
        ? property
        : addTrap(property, property.key),
  );
  return { ...root, properties };
}

/** Returns the navigation, with a trap in place of each string that isn't shared. */
function removeTexts(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.kind === "array") return { ...node, items: node.items.flatMap((item) => removeTexts(item) ?? []) };
  if (node?.kind !== "object") return node;
  const properties = node.properties.map((property): JsonProperty => {
    const { key, value } = property;
    const isTrapped = value?.kind === "string" && navigationLabelKeys.has(key);
    return { ...property, value: isTrapped ? addTrap(value, key) : removeTexts(value) };
  });
  return { ...node, properties };
}

/** Returns a copy of the property or string that throws an error if its value is read. */
function addTrap<Part extends JsonProperty | JsonString>(part: Part, key: string): Part {
  return {
    ...part,
    get value(): never {
      throw new UnsharedSetting(`\`${key}\` was read`);
    },
  };
}

describe("shared settings", () => {
  it("are the only docs.json settings that rules for other files read", () => {
    let subjectCount = 0;
    const examples = rules.flatMap((rule) =>
      rule.examples.flatMap(({ bad, good, profile = rule.onlyProfile ?? "standard" }) =>
        [bad, good].map((fixture) => siteFor(rule, parseFixture(fixture).files, profile)),
      ),
    );
    for (const site of examples) {
      if (!haveSameSharedSettings(site.config, site.config)) continue;
      const limitedSite: Site = { ...site, config: createTrapped(site.config) };
      for (const subject of listSubjects(site)) {
        if (subject.kind === "config") continue;
        subjectCount++;
        assert.deepEqual(
          findSubjectProblems(subject, limitedSite).map(({ message }) => message),
          findSubjectProblems(subject, site).map(({ message }) => message),
        );
      }
    }
    assert.ok(subjectCount > 500, `only ${subjectCount} subjects`);
  }).timeout(60_000);

  it("can't be bypassed by a rule, because reading any other setting throws an error", () => {
    const config = createTrapped(createConfig('{ "name": "Site" }'));
    assert.throws(() => readConfigValues(config), UnsharedSetting);
  });

  it("don't include group labels, because reading one throws an error", () => {
    const config = createTrapped(createConfig('{ "navigation": { "pages": [{ "group": "A", "pages": ["a"] }] } }'));
    const [, group] = getNavigation(config).elements;
    assert.throws(() => group?.label?.value, UnsharedSetting);
    assert.deepEqual(
      getPageListings(config).map(({ slug }) => slug),
      ["a"],
    );
  });

  const before =
    '{ "name": "Site", "colors": { "primary": "#000" }, "navigation": { "pages": ["a", 1, true, null, { "group": "G", "tag": "new", "pages": ["g"] }], "global": { "versions": [{ "version": "v1" }] } }, "api": { "name": "A" } }';
  const equalTexts: Readonly<Record<string, string>> = {
    "a color": before.replace("#000", "#000000"),
    "a setting that isn't shared": before.replace('"name"', '"theme": "mint", "name"'),
    whitespace: before.replaceAll(" ", "\n  "),
    "a group's label": before.replace('"G"', '"Guides"'),
    "a badge": before.replace("new", "beta"),
    "how a letter is escaped": before.replace('"a"', String.raw`"\u0061"`),
  };
  for (const [caseName, after] of Object.entries(equalTexts))
    it(`are the same after a change to ${caseName}`, () => {
      assert.equal(haveSameSharedSettings(createConfig(before), createConfig(after)), true);
    });

  const differentTexts: Readonly<Record<string, string>> = {
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
  for (const [caseName, after] of Object.entries(differentTexts))
    it(`differ after a change to ${caseName}`, () => {
      assert.equal(haveSameSharedSettings(createConfig(before), createConfig(after)), false);
      assert.equal(haveSameSharedSettings(createConfig(after), createConfig(before)), false);
    });
});

function createConfig(text: string): Config {
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
