import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { URI } from "vscode-uri";
import { createSiteStatus } from "../../server/src/lsp/features/site/site-status.ts";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { siteOf } from "../harness/site-of.ts";
import { SiteContext } from "../../client/src/status/site-status.ts";

type State = Parameters<SiteContext["update"]>[0];

const running = (...sites: readonly unknown[]): State => ({
  kind: "running",
  status: { sites: sites as Extract<State, { kind: "running" }>["status"]["sites"] },
});
const stopped: State = { kind: "stopped", reason: "not-started" };

const contexts = () => ["hasSite", "noSite"].map((key) => fakeEditor.contexts.get(`docwright.${key}`));

describe("site context keys", () => {
  beforeEach(() => {
    fakeEditor.contexts.clear();
    fakeEditor.found.length = 0;
  });

  it("aren't set before the folders have been searched", async () => {
    await new SiteContext().update({ kind: "starting" });
    assert.deepEqual(contexts(), [undefined, undefined]);
  });

  it("are updated when sites change", async () => {
    const context = new SiteContext();
    await context.update(running());
    assert.deepEqual(contexts(), [false, true]);
    assert.equal(fakeEditor.contexts.get("docwright.hasOldConfig"), false);
    await context.update(running({}));
    assert.deepEqual(contexts(), [true, false]);
  });

  it("indicate whether there's a remote specification to fetch, and whether a site documents an API", async () => {
    for (const [key, without, having] of [
      ["hasRemoteSpec", { remoteSpecCount: 0 }, { remoteSpecCount: 1 }],
      ["hasApi", { hasApi: false }, { hasApi: true }],
    ] as const) {
      const context = new SiteContext();
      const isSet = () => fakeEditor.contexts.get(`docwright.${key}`) === true;
      await context.update(running(without, having));
      assert.ok(isSet(), key);
      await context.update(running(without));
      assert.ok(!isSet(), key);
    }
  });

  it("depend on specifications, their URLs, and frontmatter fields for operations", () => {
    const hasApi = (groups: object, page: string, ...files: readonly (readonly [string, string])[]) => {
      const config = JSON.stringify({ navigation: { groups: [groups] } });
      const site = siteOf(new Map([["docs.json", config], ["a.mdx", `---\ntitle: A\n${page}---\n`], ...files]));
      const state = { current: { site }, root: "/site", problemStore: { counts: {} }, scanCount: 1 };
      const [of, session] = [state, { sites: { isIdle: () => true } }] as unknown as Parameters<
        typeof createSiteStatus
      >;
      return createSiteStatus(of, session).hasApi;
    };
    const guides = { group: "Guides", pages: ["a"] };
    assert.equal(hasApi(guides, ""), false);
    assert.equal(hasApi(guides, "api: GET https://example.com/users\n"), true);
    assert.equal(hasApi(guides, "openapi: GET /users\n"), true);
    assert.equal(hasApi({ ...guides, openapi: "https://example.com/api.json" }, ""), true);
    assert.equal(hasApi(guides, "", ["api.json", '{ "openapi": "3.1.0", "paths": {} }']), true);
  });

  for (const [name, state] of [
    ["a folder without a site", running()],
    ["a site", running({})],
  ] as const)
    it(`indicate whether ${name} contains a mint.json`, async () => {
      const hasOldConfig = () => fakeEditor.contexts.get("docwright.hasOldConfig");
      const oldConfig = URI.file("/site/mint.json");
      fakeEditor.found.push(oldConfig);
      const context = new SiteContext();
      await context.update(state);
      assert.equal(hasOldConfig(), true);
      fakeEditor.found.length = 0;
      fakeEditor.fileDeleted.fire(oldConfig);
      await Promise.resolve();
      assert.equal(hasOldConfig(), false);
      fakeEditor.fileCreated.fire(oldConfig);
      assert.equal(hasOldConfig(), true);
      context.dispose();
    });

  it("show the views with a message if the server has stopped, unless no folder contains a site", async () => {
    const context = new SiteContext();
    await context.update(stopped);
    assert.deepEqual(contexts(), [true, false]);
    await context.update(running());
    await context.update(stopped);
    assert.deepEqual(contexts(), [false, true]);
  });
});

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configurationDefaults: {
      readonly "comments.openView": string;
      readonly "[mdx]": Readonly<Record<string, unknown>>;
    };
    readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
    readonly viewsWelcome: readonly { readonly contents: string; readonly when: string }[];
  };
}

describe("extension manifest", () => {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", `file://${__dirname}/`), "utf8")) as Manifest;
  const { menus, keybindings, commands, views, viewsWelcome, configurationDefaults } = manifest.contributes;

  it("activates the extension for pages and, without a search, for docs.json or mint.json in the usual locations", () => {
    // If a pattern has no wildcard, VS Code only checks whether the file exists. Otherwise, it searches for files, but
    // stops after seven seconds.
    for (const file of ["docs.json", "docs/docs.json", "mint.json"])
      assert.ok(manifest.activationEvents.includes(`workspaceContains:${file}`), file);
    assert.ok(manifest.activationEvents.includes("onLanguage:mdx"));
  });

  it("hides every command that needs a site in folders without one", () => {
    const withoutSite = new Set(["docwright.createConfig", "docwright.restartServer", "docwright.showLog"]);
    const inPalette = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when ?? ""]));
    const visible = commands
      .map(({ command }) => command)
      .filter(
        (command) => !/^false$|docwright\.(hasSite|hasOldConfig|feedback\.\w+)\b/.test(inPalette.get(command) ?? ""),
      )
      .filter((command) => !withoutSite.has(command));
    assert.deepEqual(visible, []);
    assert.equal(inPalette.get("docwright.createConfig"), "!docwright.hasSite && workspaceFolderCount > 0");
    // VS Code may miss a mint.json that is created together with its folder, so sites always list the command.
    assert.equal(inPalette.get("docwright.upgradeSettings"), "docwright.hasOldConfig || docwright.hasSite");
  });

  it("previews a page in folders without a site, from the palette, the editor, the Explorer, and by key", () => {
    const places = [...Object.entries(menus), ["keybindings", keybindings] as const];
    const shown = places.flatMap(([place, entries]) =>
      entries.flatMap(({ command, when = "" }) =>
        /\.openPreview(ToSide)?$/.test(command) && when.startsWith("(docwright.hasSite || docwright.noSite) && ")
          ? [`${place} ${command}`]
          : [],
      ),
    );
    assert.deepEqual(shown.sort(), [
      "commandPalette docwright.openPreview",
      "commandPalette docwright.openPreviewToSide",
      "editor/title docwright.openPreviewToSide",
      "explorer/context docwright.openPreview",
      "keybindings docwright.openPreview",
      "keybindings docwright.openPreviewToSide",
    ]);
  });

  it("shows the next step in the navigation view, and no other view, in folders without a site", () => {
    // In an empty folder, nothing activates the extension until the user opens the view.
    const shown = views["docwright"]?.filter(({ when }) => !when?.includes("docwright.hasSite"));
    assert.deepEqual(
      shown?.map(({ id, when }) => [id, when]),
      [["docwright.navigation", undefined]],
    );
    for (const state of ["no-site", "invalid"])
      assert.ok(
        viewsWelcome.some(({ when }) => when === `docwright.navigation.empty == ${state}`),
        state,
      );
  });

  it("turns off word-based suggestions in pages", () => {
    assert.equal(configurationDefaults["[mdx]"]["editor.wordBasedSuggestions"], "off");
  });

  it("keeps VS Code's Comments view closed if there are reader feedback threads", () => {
    assert.equal(configurationDefaults["comments.openView"], "never");
  });
});
