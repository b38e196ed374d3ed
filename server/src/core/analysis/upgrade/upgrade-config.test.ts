import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findSiteProblems } from "../../rules/engine/run-rules.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { parseOldSettings, planSettingsMigration, upgradeConfig, formatConfig } from "./upgrade-config.ts";
import type { JsonMap } from "./upgrade-navigation.ts";

const group = (name: string, ...pages: string[]): JsonMap => ({ group: name, pages });
const upgrade = (mint: JsonMap) => upgradeConfig({ name: "A", colors: { primary: "#ff0000" }, ...mint });
const getNavigation = (mint: JsonMap) => upgrade(mint).config["navigation"];
const getSkipped = (mint: JsonMap) => upgrade({ navigation: ["a"], ...mint }).skippedSettings.map(({ path }) => path);

const richConfig: JsonMap = {
  $schema: "https://mintlify.com/schema.json",
  name: "Acme",
  logo: { light: "/l.svg", dark: "/d.svg", href: "https://acme.com" },
  favicon: "/f.svg",
  colors: { primary: "#0d9373", light: "#07c983", dark: "#0d9373", background: { dark: "#090014" } },
  modeToggle: { default: "dark", isHidden: true },
  font: { family: "Inter", headings: { family: "Lora", weight: 600 } },
  topbarLinks: [
    { name: "Support", url: "https://acme.com/help" },
    { type: "github", url: "https://github.com/acme/x" },
  ],
  topbarCtaButton: { name: "Start", url: "https://acme.com" },
  tabs: [
    { name: "API", url: "api" },
    { name: "Blog", url: "https://acme.com/blog" },
  ],
  anchors: [
    { name: "Community", icon: "slack", url: "https://acme.com/chat" },
    { name: "SDKs", icon: "code", url: "guides/sdk" },
  ],
  navigation: [
    {
      group: "Start",
      icon: "rocket",
      iconType: "solid",
      pages: ["index", { group: "More", pages: ["guides/more"] }],
    },
    group("SDK", "guides/sdk/js"),
    group("Reference", "api/users"),
  ],
  footerSocials: { twitter: "https://x.com/acme", github: "https://github.com/acme" },
  search: { prompt: "Ask" },
  metadata: { "og:title": "Acme" },
  openapi: ["a.json", "b.json"],
  api: {
    baseUrl: "https://api.acme.com",
    auth: { method: "key", name: "X-Key" },
    playground: { mode: "simple", disableProxy: true },
    request: { example: { languages: ["curl"], showOptionalParams: true } },
  },
  analytics: { ga4: { measurementId: "G-X1234567" } },
  integrations: { intercom: "abc123" },
  redirects: [{ source: "/a", destination: "/index" }],
};

describe("upgrading mint.json to docs.json", () => {
  it("creates a docs.json with no errors or warnings", () => {
    const { config } = upgradeConfig(richConfig);
    const page = "---\ntitle: A page\n---\n\nHi\n";
    const spec = '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }';
    const site = siteOf(
      new Map([
        ["docs.json", JSON.stringify(config)],
        ...["index", "guides/more", "guides/sdk/js", "api/users"].map((slug): [string, string] => [
          `${slug}.mdx`,
          page,
        ]),
        ["a.json", spec],
        ["b.json", spec],
        ...["l.svg", "d.svg", "f.svg"].map((file): [string, string] => [file, "<svg/>"]),
      ]),
    );
    const problems = [...findSiteProblems(site).values()].flat();
    const severeProblems = problems.filter(({ severity }) => severity === "error" || severity === "warning");
    assert.deepEqual(
      severeProblems.map(({ code, at }) => [code, at.file]).filter(([, file]) => file === "docs.json"),
      [],
    );
  });

  it("converts every setting", () => {
    const { config, skippedSettings: left } = upgradeConfig(richConfig);
    assert.deepEqual(left, []);
    assert.deepEqual(config["appearance"], { default: "dark", strict: true });
    assert.deepEqual(config["fonts"], {
      heading: { family: "Lora", weight: 600 },
      body: { family: "Inter" },
    });
    assert.deepEqual(config["navbar"], {
      links: [
        { label: "Support", href: "https://acme.com/help" },
        { type: "github", href: "https://github.com/acme/x" },
      ],
      primary: { type: "button", label: "Start", href: "https://acme.com" },
    });
    assert.deepEqual(config["footer"], {
      socials: { x: "https://x.com/acme", github: "https://github.com/acme" },
    });
    assert.deepEqual(config["integrations"], {
      ga4: { measurementId: "G-X1234567" },
      intercom: { appId: "abc123" },
    });
    assert.deepEqual(config["api"], {
      openapi: ["a.json", "b.json"],
      mdx: { server: "https://api.acme.com", auth: { method: "key", name: "X-Key" } },
      playground: { display: "simple", proxy: false },
      examples: { languages: ["curl"], defaults: "all" },
    });
  });

  it("converts the columns of links in the footer", () => {
    const link = { label: "Blog", url: "https://acme.com/blog" };
    const { config, skippedSettings: left } = upgradeConfig({
      ...richConfig,
      footer: {
        links: [{ title: "Company", links: [link, { ...link, icon: "rss" }, "x"] }, { links: [link] }],
      },
    });
    const item = { label: "Blog", href: "https://acme.com/blog" };
    assert.deepEqual((config["footer"] as JsonMap)["links"], [
      { header: "Company", items: [item, item] },
      { items: [item] },
    ]);
    assert.deepEqual(left, [
      { path: "footer.links[0].links[1].icon", reason: "no equivalent in docs.json" },
      { path: "footer.links[0].links[2]", reason: "not an object" },
    ]);
  });

  it("moves groups into the tabs and anchors for their folders", () =>
    assert.deepEqual(upgradeConfig(richConfig).config["navigation"], {
      global: { anchors: [{ anchor: "Community", icon: "slack", href: "https://acme.com/chat" }] },
      tabs: [
        {
          tab: "Documentation",
          anchors: [
            {
              anchor: "Documentation",
              groups: [
                {
                  group: "Start",
                  icon: { name: "rocket", style: "solid" },
                  pages: ["index", { group: "More", pages: ["guides/more"] }],
                },
              ],
            },
            { anchor: "SDKs", icon: "code", groups: [group("SDK", "guides/sdk/js")] },
          ],
        },
        { tab: "API", groups: [group("Reference", "api/users")] },
        { tab: "Blog", href: "https://acme.com/blog" },
      ],
    }));

  it("lists the pages of an unnamed group next to the other groups", () => {
    assert.deepEqual(
      getNavigation({
        navigation: [group("", "index"), { group: "A", pages: ["a", { group: " ", pages: ["b", group("C", "c")] }] }],
      }),
      { pages: ["index", { group: "A", pages: ["a", "b", group("C", "c")] }] },
    );
  });

  it("adds each group to its version, or to all versions if it doesn't specify one", () =>
    assert.deepEqual(
      getNavigation({
        versions: ["v2", { name: "v1", default: true }],
        navigation: [
          { ...group("New", "a"), version: "v2" },
          { ...group("Old", "b"), version: "v1" },
          group("Both", "c"),
        ],
      }),
      {
        versions: [
          { version: "v2", groups: [group("New", "a"), group("Both", "c")] },
          { version: "v1", default: true, groups: [group("Old", "b"), group("Both", "c")] },
        ],
      },
    ));

  it("converts versions with a locale to languages", () =>
    assert.deepEqual(
      getNavigation({
        versions: [
          { name: "English", locale: "en" },
          { name: "Français", locale: "fr" },
        ],
        navigation: [
          { ...group("A", "a"), version: "English" },
          { ...group("A", "fr/a"), version: "Français" },
        ],
      }),
      {
        languages: [
          { language: "en", groups: [group("A", "a")] },
          { language: "fr", groups: [group("A", "fr/a")] },
        ],
      },
    ));

  it("keeps pages that aren't in a group", () =>
    assert.deepEqual(getNavigation({ navigation: ["a", group("G", "b")] }), {
      pages: ["a", group("G", "b")],
    }));
});

describe("settings that docs.json doesn't support", () => {
  it("are reported individually", () =>
    assert.deepEqual(
      getSkipped({
        feedback: { thumbsRating: true, raiseIssue: true },
        layout: "sidenav",
        theme: "venus",
        colors: { primary: "#ff0000", anchors: { from: "#000000", to: "#ffffff" } },
        api: { auth: { method: "bearer", inputPrefix: "Bearer" } },
        analytics: { cloudflare: { token: "x" } },
        made: { up: [1] },
      }).sort(),
      [
        "analytics.cloudflare",
        "api.auth.inputPrefix",
        "colors.anchors.from",
        "colors.anchors.to",
        "feedback",
        "layout",
        "made.up",
        "theme",
      ],
    ));

  // `upgradeToDocsConfig` in @mintlify/validation 0.1.876 leaves out an anchor without pages. As a link, it would be dead.
  it("include anchors for folders without pages", () => {
    const mint: JsonMap = {
      anchors: [
        { name: "Accounts", url: "accounts" },
        { name: "Changes", url: "/changes" },
        { name: "API", url: "api", openapi: "api.json" },
        { name: "Chat", url: "https://acme.com/chat" },
      ],
    };
    assert.deepEqual(getSkipped(mint), ["anchors[0]"]);
    assert.doesNotMatch(JSON.stringify(getNavigation({ ...mint, navigation: [group("G", "a")] })), /accounts/i);
    assert.match(JSON.stringify(getNavigation({ ...mint, navigation: [group("G", "accounts/a")] })), /"Accounts"/);
  });

  it("don't include anchors for pages in the navigation, fragments, and hosts", () => {
    const mint: JsonMap = {
      anchors: [
        { name: "Changes", url: "changelog" },
        { name: "Top", url: "#top" },
        { name: "Chat", url: "chat.acme.com/x" },
      ],
      navigation: [{ group: "G", pages: ["a", group("H", "changelog")] }],
    };
    assert.deepEqual(getSkipped(mint), []);
    for (const name of ["Changes", "Top", "Chat"])
      assert.match(JSON.stringify(getNavigation(mint)), new RegExp(`"anchor":"${name}"`));
  });

  it("are also reported in tabs, anchors, and versions", () =>
    assert.deepEqual(
      getSkipped({
        tabs: [{ name: "No url" }],
        anchors: [{ name: "C", url: "https://c.com", color: { from: "#000000", to: "#ffffff" }, odd: 1 }],
        versions: [{ default: true }],
        navigation: [{ ...group("G", "a"), version: "v9" }],
      }).sort(),
      ["anchors[0].color", "anchors[0].odd", "navigation[0].version", "tabs[0]", "versions[0]"],
    ));
});

function migrate(
  docs: string,
  upgradedConfig: Parameters<typeof planSettingsMigration>[1],
  more: readonly [string, string][] = [],
) {
  const { config } = siteOf(new Map([["docs.json", docs], ...more]));
  const found = planSettingsMigration(config, upgradedConfig);
  if (!found) return undefined;
  assert.equal(found.edit.file, "docs.json");
  return found.edit.kind === "edit" ? applyEdits(docs, found.edit.edits) : undefined;
}

describe("takeOver", () => {
  const upgradedConfig = { $schema: "x", name: "Old", footer: { socials: { x: "y" } }, redirects: [] };

  it("adds missing settings after the existing ones and leaves those unchanged", () =>
    assert.equal(
      migrate('{\n\t"name": "New",\n\t"navigation": { "pages": ["a"] }\n}\n', upgradedConfig),
      '{\n\t"name": "New",\n\t"navigation": { "pages": ["a"] },\n\t"footer": {\n\t\t"socials": {\n\t\t\t"x": "y"\n\t\t}\n\t},\n\t"redirects": []\n}\n',
    ));

  it("preserves the byte order mark, line endings, and comments", () => {
    const docs = '\ufeff{\r\n  // mine\r\n  "name": "New" // too\r\n}\r\n';
    const after = migrate(docs, { name: "Old", search: { prompt: "Ask" } }) ?? "";
    assert.ok(after.startsWith('\ufeff{\r\n  // mine\r\n  "name": "New"'));
    assert.match(after, /\/\/ too/);
    assert.equal(after.replaceAll("\r\n", "").includes("\n"), false);
    const textWithoutComments = after.slice(1).replace(/\/\/.*/g, "");
    assert.deepEqual(JSON.parse(textWithoutComments), { name: "New", search: { prompt: "Ask" } });
  });

  it("adds settings to an empty object and to an object that includes settings from other files", () => {
    assert.deepEqual(JSON.parse(migrate("{}", upgradedConfig) ?? ""), {
      name: "Old",
      footer: upgradedConfig.footer,
      redirects: [],
    });
    const docs = '{ "name": "N", "redirects": { "$ref": "./r.json" } }';
    assert.deepEqual(JSON.parse(migrate(docs, upgradedConfig, [["r.json", "[]"]]) ?? ""), {
      name: "N",
      redirects: { $ref: "./r.json" },
      footer: upgradedConfig.footer,
    });
  });

  it("returns undefined if no setting is missing or docs.json can't be read", () => {
    assert.equal(migrate('{ "name": "a", "footer": {}, "redirects": [] }', upgradedConfig), undefined);
    assert.equal(migrate("[]", upgradedConfig), undefined);
    assert.equal(migrate("", upgradedConfig), undefined);
  });
});

describe("oldSettingsIn", () => {
  it("reads only JSON objects", () => {
    assert.deepEqual(parseOldSettings('\ufeff{ "name": "A" }'), { name: "A" });
    for (const text of ["", "[]", "null", "{", "3", '{ "a": 1, }'])
      assert.equal(parseOldSettings(text), undefined, text);
    assert.equal(formatConfig({ name: "A" }), '{\n  "name": "A"\n}\n');
  });
});
