import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { type Config, readConfig } from "./config.ts";
import { type JsonFile, readJson } from "./json/json-tree.ts";
import { type ProfileName, profiles } from "./settings/profile.ts";
import { validateSettings } from "./validate-config.ts";
import { type SettingProblem } from "./settings/check-value.ts";

function createConfig(files: Readonly<Record<string, string>>): Config {
  const sources = new Map<string, JsonFile>(Object.entries(files).map(([path, text]) => [path, readJson(path, text)]));
  return readConfig("docs.json", sources);
}

/** Formats a fault as its kind and path, followed by the main details for its kind. */
function formatProblem(problem: SettingProblem): string {
  const more =
    problem.kind === "unknown-setting"
      ? (problem.nearestKey ?? problem.overriddenBy ?? problem.otherPaths.join())
      : problem.kind === "wrong-type"
        ? problem.expectedKinds.join("|")
        : problem.kind === "value-not-allowed"
          ? (problem.nearestValue ?? problem.effect)
          : problem.kind === "invalid-value"
            ? problem.reason
            : "";
  return `${problem.kind} ${problem.path} ${more}`.trim();
}

function listProblems(settings: string, profile: ProfileName = "standard"): string[] {
  const text = settings.includes('"navigation"')
    ? `{ ${settings} }`
    : `{ "navigation": { "pages": ["index"] }${settings === "" ? "" : ", "}${settings} }`;
  const file = readJson("docs.json", text);
  assert.deepEqual(file.problems, [], text);
  return validateSettings(createConfig({ "docs.json": text }), profiles[profile])
    .problems.map(formatProblem)
    .sort();
}

const cases: readonly (readonly [settings: string, ...faults: string[]])[] = [
  [""],
  // keys
  ['"navbr": {}', "unknown-setting navbr navbar"],
  ['"__proto__": {}, "constructor": 1', "unknown-setting __proto__", "unknown-setting constructor"],
  ['"openapi": "api.json"', "unknown-setting openapi navigation.openapi,api.openapi"],
  ['"head": [{ "anything": { "goes": 1 } }]', "unknown-setting head"],
  ['"variables": { "any-name": "x", "__proto__": "y" }'],
  ['"seo": { "metatags": { "og:image": "x", "constructor": "y" } }'],
  ['"colors": { "primary": "#fff", "secondary": "#000" }', "unknown-setting colors.secondary"],
  ['"integrations": { "foo": {} }', "unknown-setting integrations.foo"],
  ['"footer": { "socials": { "mastodon": "https://m.s" } }', "unknown-setting footer.socials.mastodon"],
  ['"fonts": { "heading": { "family": "x", "display": "swap" } }', "unknown-setting fonts.heading.display"],
  [
    '"fonts": { "family": "x", "heading": { "family": "y" }, "body": { "display": "swap" } }',
    "unknown-setting fonts.body family",
    "unknown-setting fonts.heading family",
  ],
  ['"fonts": { "heading": { "family": "x" }, "weight": 400 }', "unknown-setting fonts.weight heading"],
  ['"theme": "mint", "variations": { "options": [] }', "unknown-setting variations"],
  ['"theme": "willow", "variations": { "options": [] }'],
  // kinds
  ['"name": 3', "wrong-type name string"],
  ['"name": null', "wrong-type name string"],
  ['"navbar": []', "wrong-type navbar object"],
  ['"redirects": { "source": "/a" }', "wrong-type redirects list"],
  ['"logo": true', "wrong-type logo string|object"],
  ['"api": { "asyncapi": [{ "source": "a.json" }] }', "wrong-type api.asyncapi[0] string"],
  ['"api": { "openapi": ["a.json", { "source": "b.json" }] }'],
  ['"api": { "mdx": { "server": ["https://a.b"] } }'],
  ['"variables": { "a": 1 }', "wrong-type variables.a string"],
  ['"banner": { "content": "x", "color": "#fff" }', "wrong-type banner.color object"],
  ['"name": { "$ref": 1 }', "wrong-type name string"],
  ['"colors": { "$ref": 1 }', "wrong-type colors.$ref string"],
  // values
  ['"theme": "mintt"', "value-not-allowed theme mint"],
  ['"api": { "playground": { "display": "full" } }', "value-not-allowed api.playground.display refused"],
  ['"api": { "mdx": { "auth": { "method": "none" } } }', "value-not-allowed api.mdx.auth.method refused"],
  ['"api": { "auth": { "method": "none" }, "server": "https://a.b" }, "server": "https://a.b"'],
  ['"api": { "examples": { "languages": ["bash", "cobol"] } }', "value-not-allowed api.examples.languages[1] ignored"],
  ['"styling": { "codeblocks": "github-dark" }', "value-not-allowed styling.codeblocks disputed"],
  [
    '"styling": { "codeblocks": { "theme": { "light": "nord", "dark": "norde" } } }',
    "value-not-allowed styling.codeblocks.theme.dark nord",
  ],
  ['"contextual": { "options": ["devin-desktop"] }', "value-not-allowed contextual.options[0] disputed"],
  ['"navbar": { "links": [{ "type": "anything", "label": "a", "href": "/a" }] }'],
  // Invalid strings, numbers, and lists.
  ['"name": "  "', "invalid-value name empty"],
  ['"banner": { "content": "" }', "invalid-value banner.content empty"],
  ['"logo": "a"', "invalid-value logo too-short"],
  ['"colors": { "primary": "red" }', "invalid-value colors.primary color"],
  ['"api": { "mdx": { "server": "/v1" } }', "invalid-value api.mdx.server url"],
  ['"footer": { "socials": { "x": "http://x.com/a" } }', "invalid-value footer.socials.x profile-url"],
  ['"footer": { "links": [] }', "invalid-value footer.links too-few"],
  [
    '"footer": { "links": [{ "title": "A", "items": [{ "label": "B", "href": "/b" }] }] }',
    "unknown-setting footer.links[0].title header",
  ],
  ['"footer": { "links": [{ "items": [] }] }', "invalid-value footer.links[0].items too-few"],
  ['"contextual": { "options": ["copy", "view", "copy"] }', "invalid-value contextual.options repeated"],
  [
    '"seo": { "paths": [{ "path": "a", "metatags": {} }, { "path": "a", "metatags": {} }] }',
    "invalid-value seo.paths repeated",
  ],
  ['"fonts": { "family": "x", "weight": 1e999 }', "invalid-value fonts.weight not-finite"],
  [
    '"integrations": { "ga4": { "measurementId": "UA-1" } }',
    "invalid-value integrations.ga4.measurementId starts-with-g",
  ],
  ['"redirects": [{ "source": "/a", "destination": "/b" }, { "source": "/a", "destination": "/c" }]'],
  // Missing required settings.
  ['"logo": { "light": "/a.svg" }', "missing-setting logo.dark"],
  ['"errors": {}', "missing-setting errors.404"],
  ['"fonts": { "family": "x", "source": "/a.woff" }', "missing-setting fonts.format"],
  ['"navbar": { "links": [{ "href": "/a" }] }', "missing-setting navbar.links[0].label"],
  ['"navbar": { "links": [{ "type": "github", "href": "/a" }] }'],
  ['"navbar": { "primary": { "type": "button", "href": "/a" } }', "missing-setting navbar.primary.label"],
  ['"navbar": { "primary": { "type": "github", "href": "/a" } }'],
  ['"navbar": { "primary": { "type": "link", "href": "/a" } }', "value-not-allowed navbar.primary.type refused"],
  // navigation
  ['"navigation": {}'],
  ['"navigation": []', "wrong-type navigation object"],
  ['"navigation": { "tabs": {} }', "wrong-type navigation.tabs list"],
  ['"navigation": { "tabs": ["a"] }', "wrong-type navigation.tabs[0] object"],
  [
    '"navigation": { "pages": ["a", 1, null, ["b"]] }',
    "wrong-type navigation.pages[1] string|object",
    "wrong-type navigation.pages[2] string|object",
    "wrong-type navigation.pages[3] string|object",
  ],
  ['"navigation": { "groups": [{ "pages": [] }], "tabs": [{ "pages": [] }] }'],
  ['"navigation": { "groups": [{ "group": " ", "pages": [] }] }'],
  ['"navigation": { "groups": [{ "group": "", "pages": [] }] }', "invalid-value navigation.groups[0].group empty"],
  [
    '"navigation": { "groups": [{ "group": "a", "collapsed": true, "pages": [] }] }',
    "unknown-setting navigation.groups[0].collapsed",
  ],
  ['"navigation": { "groups": [{ "group": "a", "tabs": [{ "wrong": 1 }], "pages": [] }] }'],
  ['"navigation": { "groups": [{ "group": "a", "boost": -1, "pages": [] }] }'],
  [
    '"navigation": { "groups": [{ "group": "a", "boost": "2", "pages": [] }] }',
    "wrong-type navigation.groups[0].boost number",
  ],
  [
    '"navigation": { "groups": [{ "group": "a", "icon": "fa-home", "pages": [] }] }',
    "invalid-value navigation.groups[0].icon icon-name",
  ],
  [
    '"navigation": { "groups": [{ "group": "a", "icon": { "name": "home", "library": "x" }, "pages": [] }] }',
    "value-not-allowed navigation.groups[0].icon.library refused",
  ],
  ['"navigation": { "languages": [{ "language": "xx", "pages": [] }] }'],
  [
    '"navigation": { "languages": [{ "language": 1, "pages": [] }] }',
    "wrong-type navigation.languages[0].language string",
  ],
  [
    '"navigation": { "languages": [{ "language": "en", "icon": "flag", "banner": {}, "pages": [] }] }',
    "missing-setting navigation.languages[0].banner.content",
    "unknown-setting navigation.languages[0].icon",
  ],
  [
    '"navigation": { "tabs": [{ "tab": "a", "directory": "list", "pages": [] }] }',
    "value-not-allowed navigation.tabs[0].directory refused",
  ],
  [
    '"navigation": { "tabs": [{ "tab": "a", "href": "example.com" }] }',
    "invalid-value navigation.tabs[0].href ignored-href",
  ],
  ['"navigation": { "tabs": [{ "sourceRef": "other" }] }'],
  [
    '"navigation": { "tabs": [{ "sourceRef": "other", "tab": "a" }] }',
    "unknown-setting navigation.tabs[0].tab sourceRef",
  ],
  ['"navigation": { "pages": [], "global": { "anchors": [{ "anchor": "a", "href": "http://a.b" }] } }'],
  [
    '"navigation": { "pages": [], "global": { "anchors": [{ "anchor": "a" }], "groups": [] } }',
    "missing-setting navigation.global.anchors[0].href",
    "unknown-setting navigation.global.groups",
  ],
  [
    '"navigation": { "groups": [{ "group": "a", "graphql": "x", "pages": [] }] }',
    "unknown-setting navigation.groups[0].graphql",
  ],
];

describe("validateSettings", () => {
  for (const [settings, ...expected] of cases)
    it(settings === "" ? "accepts the minimal site" : `finds the expected problems in ${settings}`, () => {
      assert.deepEqual(listProblems(settings), expected.sort());
    });

  it("requires the settings that the profile requires", () => {
    assert.deepEqual(listProblems('"navigation": {}', "mintlify"), [
      "missing-setting colors",
      "missing-setting name",
      "missing-setting theme",
    ]);
    assert.deepEqual(listProblems('"theme": "mint", "name": "x", "colors": {}', "mintlify"), [
      "missing-setting colors.primary",
    ]);
    assert.deepEqual(listProblems('"colors": {}'), []);
  });

  it("validates the effective value if a key is repeated", () => {
    const { problems } = validateSettings(
      createConfig({ "docs.json": '{ "navigation": {}, "name": 1, "name": "x" }' }),
      profiles.standard,
    );
    assert.deepEqual(problems, []);
  });

  it("reports problems once for a file that is included twice with the same meaning", () => {
    const nav = {
      groups: [
        { group: "A", pages: { $ref: "a.json" } },
        { group: "B", pages: { $ref: "a.json" } },
      ],
    };
    const config = createConfig({
      "docs.json": JSON.stringify({ navigation: nav }),
      "a.json": '[{ "grup": "x" }]',
    });
    const lines = validateSettings(config, profiles.standard).problems.map(formatProblem);
    assert.equal(lines.filter((problem) => problem.includes("grup")).length, 1, lines.join());
  });

  it("reports problems in the file that contains the value", () => {
    const config = createConfig({
      "docs.json": '{ "navigation": { "$ref": "nav.json" }, "colors": { "$ref": "colors.json" } }',
      "nav.json": '{ "groups": [{ "group": "a", "expanded": "yes", "pages": [] }] }',
      "colors.json": '{ "light": "#fff" }',
    });
    const { problems } = validateSettings(config, profiles.mintlify);
    const places = problems.map((problem) => [
      formatProblem(problem),
      problem.kind === "wrong-type" ? problem.node.file : problem.kind === "missing-setting" ? problem.parent.file : "",
    ]);
    assert.ok(places.some(([problem, file]) => problem?.startsWith("wrong-type") && file === "nav.json"));
    assert.ok(places.some(([problem, file]) => problem === "missing-setting colors.primary" && file === "colors.json"));
  });

  it("doesn't report missing settings in a truncated file or for a broken $ref", () => {
    const cutConfig = createConfig({ "docs.json": '{ "logo": { "light": "/a.svg" ' });
    assert.deepEqual(validateSettings(cutConfig, profiles.mintlify).problems, []);
    const brokenConfig = createConfig({ "docs.json": '{ "navigation": { "$ref": "gone.json" } }' });
    assert.deepEqual(validateSettings(brokenConfig, profiles.standard).problems, []);
  });

  it("collects the files and icons that settings refer to", () => {
    const { files, icons } = validateSettings(
      createConfig({
        "docs.json": `{ "favicon": "/f.svg", "fonts": { "family": "x", "source": "/a.woff", "format": "woff" },
          "navigation": { "groups": [{ "group": "a", "icon": "home", "pages": [
            { "group": "b", "icon": { "name": "cog", "library": "lucide" }, "pages": [] }] }] } }`,
      }),
      profiles.standard,
    );
    assert.deepEqual(files.map(({ node, fileKind: file }) => `${node.value} ${file}`).sort(), [
      "/a.woff font",
      "/f.svg image",
    ]);
    assert.deepEqual(icons.map(({ node, library }) => `${node.value} ${library}`).sort(), [
      "cog lucide",
      "home undefined",
    ]);
  });

  it("takes time proportional to the file size, regardless of nesting and shared values", function () {
    this.timeout(60_000);
    const pages = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => `guides/page-${i}`));
    const groups = '{"group":"g","pages":['.repeat(90) + "]}".repeat(90);
    const sharedFiles = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `f${i}.json`,
        `{ "group": "g", "pages": [{ "$ref": "f${i + 1}.json" }, { "$ref": "f${i + 1}.json" }] }`,
      ]),
    );
    const sites = [
      { "docs.json": `{ "navigation": { "pages": ${pages} } }` },
      { "docs.json": `{ "navigation": { "pages": [${groups}] } }` },
      {
        "docs.json": '{ "navigation": { "pages": [{ "$ref": "f0.json" }] } }',
        ...sharedFiles,
        "f60.json": '"page"',
      },
      {
        "docs.json": `{ "navigation": {}, ${Array.from({ length: 50_000 }, (_, i) => `"unknown${i}": 1`).join()} }`,
      },
    ];
    for (const files of sites) {
      const config = createConfig(files);
      assertQuick(1000, () => validateSettings(config, profiles.mintlify));
      assert.ok(validateSettings(config, profiles.mintlify).problems.length <= 2100);
    }
  });
});
