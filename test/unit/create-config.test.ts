import assert from "node:assert/strict";
import { URI } from "vscode-uri";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { createConfig } from "../../client/src/new-site/create-config.ts";

const config = "file:///site/docs.json";

describe("Create docs.json", () => {
  beforeEach(() => {
    fakeEditor.written.clear();
    fakeEditor.asked.length = 0;
    fakeEditor.shown.length = 0;
    fakeEditor.found.splice(0, Infinity, URI.file("/site/index.mdx"), URI.file("/site/guides/start.mdx"));
  });

  // The fake editor is shared with other test files.
  afterEach(() => {
    fakeEditor.isReadOnly = false;
  });

  it("creates the file from the folder's pages and opens it", async () => {
    await createConfig();
    const text = fakeEditor.written.get(config) ?? "";
    assert.match(text, /"name": "site"/);
    assert.match(text, /"index"[^]*"Guides"[^]*"guides\/start"/);
    assert.deepEqual(
      fakeEditor.shown.map(({ uri }) => uri.toString()),
      [config],
    );
  });

  it("opens an existing file and doesn't change it", async () => {
    fakeEditor.written.set(config, "{}");
    await createConfig();
    assert.equal(fakeEditor.written.get(config), "{}");
    assert.equal(fakeEditor.shown.length, 1);
  });

  it("offers to open the parent folder that contains a docs.json, and doesn't create another one unless asked to", async () => {
    const above = "file:///docs.json";
    for (const [answer, isCreated, executed] of [
      ["Open Folder", false, [["vscode.openFolder", URI.file("/")]]],
      [undefined, false, []],
      ["Create Anyway", true, []],
    ] as const) {
      fakeEditor.written.clear();
      fakeEditor.executed.length = 0;
      fakeEditor.asked.length = 0;
      fakeEditor.written.set(above, "{}");
      fakeEditor.answers.push(answer);
      await createConfig();
      assert.equal(fakeEditor.asked.length, 1);
      assert.equal(fakeEditor.written.has(config), isCreated, answer);
      assert.deepEqual(
        fakeEditor.executed.map(([command, uri]) => [command, String(uri)]),
        executed.map(([command, uri]) => [command, String(uri)]),
      );
    }
  });

  it("explains why it failed in a read-only folder", async () => {
    fakeEditor.isReadOnly = true;
    await createConfig();
    assert.equal(fakeEditor.shown.length, 0);
    assert.deepEqual(
      fakeEditor.asked.map(({ kind, text }) => [kind, text]),
      [["error", "Couldn't create docs.json in site. Check that you can write to this folder."]],
    );
  });
});
