import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { URI } from "vscode-uri";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { SiteOverviews } from "../../client/src/overview/overview.ts";
import { movePage } from "../../client/src/refactoring/move-page.ts";
import { findFileToPreview, hasPlayground } from "../../client/src/preview/previews.ts";
import { EditorContext } from "../../client/src/status/site-status.ts";

type Server = Parameters<typeof movePage>[0];

const config = URI.file("/site/docs.json");
const page = URI.file("/site/guides/start.mdx");

/** Opens a file with this text in the active editor. */
const edit = (path: string, text: string) => {
  const document = { uri: URI.file(path), getText: () => text };
  fakeEditor.activeEditor = { document, selection: { active: { line: 1, character: 2 } } };
  return document;
};
/** Returns the last message and the titles of its buttons. */
const message = () => {
  const { text, options } = fakeEditor.asked.at(-1) ?? { text: "", options: [] };
  return [text, ...(options as unknown[]).slice(1)];
};

describe("palette commands", () => {
  beforeEach(() => {
    fakeEditor.asked.length = 0;
    fakeEditor.answers.length = 0;
    fakeEditor.executed.length = 0;
    fakeEditor.activeEditor = undefined;
    fakeEditor.results.clear();
    fakeEditor.visible.length = 0;
  });

  describe("Move or Rename Page", () => {
    const server = {
      getSites: async () => [{ root: "file:///site" }],
    } as unknown as Server;
    const movedPath = () => {
      const [input] = (fakeEditor.asked.at(-1)?.options ?? []) as { value: string }[];
      return input?.value;
    };
    const summary = {} as Parameters<typeof movePage>[1];

    it("moves the page of the navigation entry at the cursor", async () => {
      edit(config.path, "{}");
      for (const target of [{ uri: page }, { targetUri: page }]) {
        fakeEditor.results.set("vscode.executeDefinitionProvider", [target]);
        await movePage(server, summary, undefined);
        assert.equal(movedPath(), "guides/start");
      }
      assert.deepEqual(fakeEditor.executed[0], ["vscode.executeDefinitionProvider", config, { line: 1, character: 2 }]);
    });

    it("explains what to do if the cursor is elsewhere in docs.json", async () => {
      edit(config.path, "{}");
      fakeEditor.results.set("vscode.executeDefinitionProvider", [{ uri: URI.file("/site/api.yaml") }]);
      await movePage(server, summary, undefined);
      assert.deepEqual(message(), ["To move a page from docs.json, place the cursor on its navigation entry."]);
    });

    it("moves the page in the editor regardless of the cursor position", async () => {
      edit(page.path, "[Next](/next)");
      fakeEditor.results.set("vscode.executeDefinitionProvider", [{ uri: URI.file("/site/next.mdx") }]);
      await movePage(server, summary, undefined);
      assert.equal(movedPath(), "guides/start");
    });
  });

  describe("Show Site Overview without a site", () => {
    const show = (kind: string) => {
      const server = { getSites: async () => [], state: { kind } } as unknown as Server;
      const event = () => ({ dispose: () => undefined });
      Object.assign(server, { onDidChangeOverviews: event, onDidChangeStatus: event });
      const feedback = { onDidChange: event } as unknown as ConstructorParameters<typeof SiteOverviews>[2];
      return new SiteOverviews(URI.file("/extension"), server, feedback).show(undefined);
    };

    it("explains why and offers the next step", async () => {
      fakeEditor.answers.push("Create docs.json");
      await show("running");
      assert.deepEqual(message(), [
        "The site overview isn't available because no open folder contains a docs.json.",
        "Create docs.json",
      ]);
      assert.deepEqual(fakeEditor.executed, [["docwright.createConfig"]]);
    });

    it("reports that the server has stopped or is still loading the site", async () => {
      fakeEditor.answers.push("Restart");
      await show("stopped");
      assert.deepEqual(message(), [
        "The site overview isn't available because the Docwright language server has stopped.",
        "Restart",
      ]);
      assert.deepEqual(fakeEditor.executed, [["docwright.restartServer"]]);
      await show("starting");
      assert.deepEqual(message(), ["Docwright is still reading the folder. Try again in a moment."]);
    });
  });

  describe("Open Preview", () => {
    const ask = async (sites: readonly { readonly name: string; readonly root: string }[], given?: unknown) => {
      const server = { getSites: async () => sites } as unknown as Parameters<typeof findFileToPreview>[0];
      return (await findFileToPreview(server, given))?.toString();
    };
    const sites = ["one", "two"].map((name) => ({ name, root: `file:///${name}` }));

    it("shows the given file or the file in the active editor", async () => {
      edit(config.path, "{}");
      assert.equal(await ask(sites, page), page.toString());
      assert.equal(await ask(sites), config.toString());
    });

    it("shows a visible page or the first page of the site if there's no active editor", async () => {
      assert.equal(await ask(sites.slice(0, 1)), "file:///one/docs.json");
      fakeEditor.answers.push(1);
      assert.equal(await ask(sites), "file:///two/docs.json");
      fakeEditor.answers.push(undefined);
      assert.equal(await ask(sites), undefined);
      fakeEditor.visible.push({ document: { uri: config } }, { document: { uri: page } });
      assert.equal(await ask(sites), page.toString());
    });

    it("explains what to do if there's nothing to preview", async () => {
      assert.equal(await ask([]), undefined);
      assert.deepEqual(message(), ["Open a page first."]);
    });
  });

  describe("Open API Playground", () => {
    const ask = (kind: string | undefined) =>
      hasPlayground({ request: async () => (kind === undefined ? undefined : { kind }) } as unknown as Server, page);

    it("opens on a page with an operation, even if the server isn't running", async () => {
      assert.equal(await ask("available"), true);
      assert.equal(await ask(undefined), true);
      assert.deepEqual(fakeEditor.asked, []);
    });

    it("explains why a page has no playground", async () => {
      for (const [kind, why] of [
        ["no-page", /^Open a page on a site first\.$/],
        ["no-operation", /doesn't document an operation\. Set “openapi” or “api”/],
        ["unresolved", /in its frontmatter doesn't exist\. See the Problems view\.$/],
      ] as const) {
        assert.equal(await ask(kind), false);
        assert.match(String(message()[0]), why);
      }
      assert.equal(await hasPlayground({} as Server, undefined), false);
      assert.equal(message()[0], "Open a page on a site first.");
    });

    it("offers to fetch a specification that hasn't been fetched", async () => {
      fakeEditor.answers.push("Fetch Specification");
      assert.equal(await ask("unfetched"), false);
      await Promise.resolve();
      assert.match(String(message()[0]), /because its specification hasn't been fetched\.$/);
      assert.deepEqual(fakeEditor.executed, [["docwright.fetchSpecification"]]);
    });
  });

  describe("Convert Swagger 2.0", () => {
    const isOffered = (path: string, text: string): boolean => {
      fakeEditor.contexts.delete("docwright.inSwagger");
      edit(path, text);
      new EditorContext().dispose();
      return fakeEditor.contexts.get("docwright.inSwagger") === true;
    };

    it("is offered only in a Swagger 2.0 file", () => {
      assert.ok(isOffered("/site/api.json", '{"swagger":"2.0","paths":{}}'));
      assert.ok(isOffered("/site/api.json", '{\n  "swagger": "2.0"\n}'));
      assert.ok(isOffered("/site/api.yaml", '# An API\nswagger: "2.0"\n'));
      assert.ok(!isOffered("/site/api.yaml", "openapi: 3.1.0\ninfo: { description: from swagger 2 }\n"));
      assert.ok(!isOffered("/site/docs.json", '{ "name": "Docs" }'));
      assert.ok(!isOffered("/site/start.mdx", "swagger: 2.0"));
    });

    it("is updated when the text or the active editor changes", () => {
      const context = new EditorContext();
      const shown = () => fakeEditor.contexts.get("docwright.inSwagger");
      const document = edit("/site/api.yaml", "swagger: 2.0");
      fakeEditor.documentChanged.fire({ document });
      assert.equal(shown(), true);
      fakeEditor.activeEditor = undefined;
      fakeEditor.activeEditorChanged.fire(undefined);
      assert.equal(shown(), false);
      context.dispose();
    });
  });

  it("are hidden where they don't apply", () => {
    const { contributes } = JSON.parse(readFileSync(new URL("../../package.json", `file://${__dirname}/`), "utf8")) as {
      contributes: { menus: { commandPalette: readonly { command: string; when: string }[] } };
    };
    const when = (command: string) => contributes.menus.commandPalette.find((entry) => entry.command === command)?.when;
    assert.equal(when("docwright.convertSpecification"), "docwright.hasSite && docwright.inSwagger");
    assert.equal(when("docwright.fetchSpecification"), "docwright.hasSite && docwright.hasRemoteSpec");
    for (const command of [
      "docwright.openPlayground",
      "docwright.checkPlaygroundProxy",
      "docwright.importVariables",
      "docwright.migrateEndpointPages",
    ])
      assert.match(when(command) ?? "", /^docwright\.hasSite && docwright\.hasApi(?: && |$)/, command);
    assert.match(when("docwright.compareSpecification") ?? "", /resourceFilename != docs\.json/);
  });
});
