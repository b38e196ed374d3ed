import assert from "node:assert/strict";
import { chmodSync, readdirSync, symlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientCapabilities, CodeAction, Range, WorkspaceEdit } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { moveFiles } from "../../server/src/protocol/refactoring.ts";
import { changeNavigation, navigation, type NavigationLocation } from "../../server/src/protocol/navigation.ts";
import { eventually } from "../harness/eventually.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, sites, TempFolder } from "./temp-folder.ts";

const files: Readonly<Record<string, string>> = {
  "docs.json": `{
  "navigation": {
    "groups": [
      { "group": "One", "pages": ["g/a", "g/b", "g/c"] },
      { "group": "Two", "pages": ["other"] }
    ]
  }
}
`,
  "g/a.mdx": "---\ntitle: A\n---\n\n[B](/g/b)\n",
  "g/b.mdx": "---\ntitle: B\n---\n\n[A](./a)\n",
  "g/c.mdx": "---\ntitle: C\n---\n\nText\n",
  "other.mdx": "---\ntitle: Other\n---\n\n[B](/g/b) and [C](/g/c)\n",
};

const capabilities: ClientCapabilities = {
  workspace: {
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      changeAnnotationSupport: {},
    },
  },
  textDocument: { rename: { prepareSupport: true } },
};

const nameOf = (uri: string) => uri.slice(uri.lastIndexOf("/") + 1);

const servers = new ServerPool();

// Simulates dragging after a `git pull`: files have changed on disk, and the events about them arrive late,
// incompletely, or not at all.
describe("edits made right after files change on disk", function () {
  this.timeout(120_000);
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root], capabilities });
    await client.request("textDocument/hover", at("docs.json", "g/b"));
    await client.request("textDocument/documentLink", { textDocument: at("g/a.mdx", "B").textDocument });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  function at(file: string, words: string) {
    const text = folder.read(file);
    const position = TextDocument.create("", "", 1, text).positionAt(text.indexOf(words) + 1);
    return { textDocument: { uri: uriOf(folder.at(file)) }, position };
  }
  const willRename = (from: string, to: string) =>
    client.request<WorkspaceEdit | null>("workspace/willRenameFiles", {
      files: [{ oldUri: uriOf(folder.at(from)), newUri: uriOf(folder.at(to)) }],
    });
  /** Applies an edit to the files on disk, except for the changes that need confirmation. */
  const apply = (edit: WorkspaceEdit | null) => {
    for (const change of edit?.documentChanges ?? []) {
      const path = (uri: string) => uri.slice(uriOf(folder.root).length + 1);
      if ("kind" in change) {
        if (change.kind === "rename") folder.rename(path(change.oldUri), path(change.newUri));
        continue;
      }
      const edits = change.edits.flatMap((one) => ("newText" in one && !("annotationId" in one) ? [one] : []));
      const file = path(change.textDocument.uri);
      folder.write(file, TextDocument.applyEdits(TextDocument.create("", "", 1, folder.read(file)), edits));
    }
  };
  const pagesListed = () =>
    (
      JSON.parse(folder.read("docs.json")) as { navigation: { groups: { pages: string[] }[] } }
    ).navigation.groups.flatMap(({ pages }) => pages);
  const insertAbove = (file: string, text = "{/* pulled */}\n\n") =>
    folder.write(
      file,
      folder.read(file).replace(/^(---\n[^]*?---\n\n)?/, (head) => head + text),
    );

  it("include a page that no event has reported yet", async () => {
    insertAbove("other.mdx");
    apply(await willRename("g/b.mdx", "g/new.mdx"));
    assert.equal(folder.read("other.mdx"), "---\ntitle: Other\n---\n\n{/* pulled */}\n\n[B](/g/new) and [C](/g/c)\n");
  });

  it("use the docs.json that an event has just reported", async () => {
    folder.write("docs.json", folder.read("docs.json").replace("{\n", '{\n  "name": "Pulled",\n'));
    client.watched([folder.at("docs.json"), 2]);
    apply(await willRename("g/b.mdx", "g/new.mdx"));
    assert.deepEqual(pagesListed(), ["g/a", "g/new", "g/c", "other"]);
  });

  it("include a change that affects neither the size nor the time of a file", async () => {
    const { utimes, stat } = await import("node:fs/promises");
    const before = await stat(folder.at("other.mdx"));
    folder.write("other.mdx", "---\ntitle: Other\n---\n\n[C](/g/c) and [B](/g/b)\n");
    await utimes(folder.at("other.mdx"), before.atime, before.mtime);
    apply(await willRename("g/b.mdx", "g/new.mdx"));
    assert.equal(folder.read("other.mdx"), "---\ntitle: Other\n---\n\n[C](/g/c) and [B](/g/new)\n");
  });

  it("include a page that a program is still writing", async () => {
    const text = folder.read("other.mdx");
    // The server waits for one second. On a slow machine, the text may arrive after that.
    for (let isLate = true; isLate;) {
      folder.write("other.mdx", "");
      const emptied = Date.now();
      client.watched([folder.at("other.mdx"), 2]);
      const moving = willRename("g/b.mdx", "g/new.mdx");
      await pause(100);
      folder.write("other.mdx", text);
      isLate = Date.now() - emptied > 800;
      const edit = await moving;
      if (!isLate) apply(edit);
    }
    assert.ok(folder.read("other.mdx").includes("[B](/g/new) and"));
  });

  it("include a new page that refers to the moved file", async () => {
    folder.write("fresh.mdx", "---\ntitle: Fresh\n---\n\n[B](/g/b)\n");
    apply(await willRename("g/b.mdx", "g/new.mdx"));
    assert.equal(folder.read("fresh.mdx"), "---\ntitle: Fresh\n---\n\n[B](/g/new)\n");
  });

  it("include all files of a burst of 300 changes", async () => {
    const paths = Array.from({ length: 300 }, (_, i) => `many/p${i}.mdx`);
    for (const path of paths) folder.write(path, `---\ntitle: P\n---\n\n[B](/g/b) ${path}\n`);
    insertAbove("other.mdx");
    for (const path of paths.slice(0, 100)) client.watched([folder.at(path), 1]);
    const moved = await client.request(moveFiles, {
      uri: uriOf(folder.at("g/b.mdx")),
      to: "g/new",
      movesCounterparts: false,
    });
    assert.ok(moved.ok);
    apply(moved.edit);
    for (const path of paths) assert.equal(folder.read(path), `---\ntitle: P\n---\n\n[B](/g/new) ${path}\n`);
    assert.ok(folder.read("other.mdx").includes("[B](/g/new) and"));
    assert.deepEqual(readdirSync(folder.at("g")).sort(), ["a.mdx", "c.mdx", "new.mdx"]);
  });

  it("are up to date if a link in an open page is renamed", async () => {
    client.open(folder.at("g/a.mdx"), folder.read("g/a.mdx"), 7);
    insertAbove("other.mdx");
    folder.write("docs.json", folder.read("docs.json").replace("{\n", '{\n  "name": "Pulled",\n'));
    const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
      ...at("g/a.mdx", "/g/b"),
      newName: "g/new",
    });
    const versions = (edit.documentChanges ?? []).flatMap((change) =>
      "kind" in change ? [] : [`${nameOf(change.textDocument.uri)} ${change.textDocument.version ?? "closed"}`],
    );
    assert.deepEqual(versions.sort(), ["a.mdx 7", "docs.json closed", "other.mdx closed"]);
    apply(edit);
    assert.deepEqual(pagesListed(), ["g/a", "g/new", "g/c", "other"]);
    assert.ok(folder.read("other.mdx").includes("[B](/g/new) and [C](/g/c)"));
  });

  it("are up to date if an entry is dragged in the navigation", async () => {
    const drag = (from: NavigationLocation, target: NavigationLocation) =>
      client.request(changeNavigation, { kind: "move", nodes: [from], target, position: "inside" });
    const [site] = await client.request(navigation);
    const [one, two] = site?.rows ?? [];
    const [dragged, target] = [one?.children[1]?.location, two?.location];
    assert.ok(dragged && target);
    // Because of the additional line and an entry of the same length before it, another entry is now at the position of
    // the dragged one.
    folder.write("docs.json", folder.read("docs.json").replace('"g/a", "g/b"', '"g/b", "g/a"'));
    const moved = await drag(dragged, target);
    assert.ok(moved.ok, JSON.stringify(moved));
    const before = folder.read("docs.json");
    apply(moved.edit);
    assert.deepEqual(pagesListed(), ["g/a", "g/c", "other", "g/b"]);
    folder.write("docs.json", before);
    const [now] = await client.request(navigation);
    const [first, second] = now?.rows ?? [];
    const [moving, into] = [first?.children[0]?.location, second?.location];
    assert.ok(moving && into);
    folder.write("docs.json", folder.read("docs.json").replace("\n}\n", ',\n  "name": "Pulled"\n}\n'));
    const changed = await drag(moving, into);
    assert.ok(changed.ok, JSON.stringify(changed));
    apply(changed.edit);
    assert.deepEqual(pagesListed(), ["g/a", "g/c", "other", "g/b"]);
  });

  it("are up to date if a quick fix changes another file", async () => {
    folder.write("docs.json", folder.read("docs.json").replace('"other"', '"other", "gone"'));
    client.watched([folder.at("docs.json"), 2]);
    client.open(folder.at("docs.json"), folder.read("docs.json"));
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    client.close(folder.at("docs.json"));
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    folder.write("docs.json", folder.read("docs.json").replace("{\n", '{\n  "name": "Pulled",\n'));
    const range: Range = { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } };
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: uriOf(folder.at("docs.json")) },
      range,
      context: { diagnostics: [] },
    });
    const remove = actions.find(({ title }) => /remove/i.test(title));
    assert.ok(remove?.edit, actions.map(({ title }) => title).join());
    apply(remove.edit);
    assert.deepEqual(pagesListed(), ["g/a", "g/b", "g/c", "other"]);
  });

  it("are rejected with a reason if files keep changing", async () => {
    let isDone = false;
    const writing = (async () => {
      for (let i = 0; !isDone; i++) {
        folder.write("other.mdx", `---\ntitle: Other\n---\n\n${"x".repeat(i % 50)} [B](/g/b)\n`);
        await pause(5);
      }
    })();
    try {
      // On a busy machine, the files may remain unchanged long enough for the server to return an edit.
      await eventually(async () => {
        const { error } = await client.ask("textDocument/rename", {
          ...at("g/a.mdx", "/g/b"),
          newName: "g/new",
        }).answer;
        assert.match(error?.message ?? "", /^The site's files keep changing on disk/);
      });
    } finally {
      isDone = true;
      await writing;
    }
  });

  it("don't block code actions while other files keep changing", async () => {
    folder.write("g/a.mdx", "---\ntitle: A\n---\n\n[B](/g/bb)\n");
    client.watched([folder.at("g/a.mdx"), 2]);
    client.open(folder.at("g/a.mdx"), folder.read("g/a.mdx"));
    await client.codes(folder.at("g/a.mdx"), ["link/page-not-found"]);
    let isDone = false;
    const writing = (async () => {
      for (let i = 0; !isDone; i++) {
        folder.write("other.mdx", `---\ntitle: Other\n---\n\n${"x".repeat(i % 50)} [B](/g/b)\n`);
        client.watched([folder.at("other.mdx"), 2]);
        await pause(5);
      }
    })();
    const { textDocument, position } = at("g/a.mdx", "/g/bb");
    await pause(200);
    try {
      const { result, error } = await client.ask("textDocument/codeAction", {
        textDocument,
        range: { start: position, end: position },
        context: { diagnostics: [] },
      }).answer;
      assert.equal(error, undefined);
      assert.ok((result as CodeAction[]).some(({ edit }) => edit));
    } finally {
      isDone = true;
      await writing;
    }
  });
});

describe("moving a page in a folder that has just become part of another site", function () {
  this.timeout(120_000);
  it("updates either all links on the site or none", async () => {
    const folder = new TempFolder({
      "docs.json": docsJson("a"),
      ".docwright.json": sites("inner"),
      "a.mdx": `${page("A")}\n[B](/inner/b)\n`,
      "inner/docs.json": docsJson("b"),
      "inner/b.mdx": page("B"),
    });
    const client = await servers.start({ folders: [folder.root], capabilities });
    const move = { oldUri: uriOf(folder.at("inner/b.mdx")), newUri: uriOf(folder.at("inner/c.mdx")) };
    const willRename = () => client.request<WorkspaceEdit | null>("workspace/willRenameFiles", { files: [move] });
    const changed = (edit: WorkspaceEdit | null) =>
      edit?.documentChanges
        ?.flatMap((change) => ("kind" in change ? [] : [change.textDocument.uri.slice(uriOf(folder.root).length + 1)]))
        .sort();
    // The outer site's files that change: the page with the link, and docs.json, which gets a redirect.
    const ofOuterSite = ["a.mdx", "docs.json"];
    try {
      assert.deepEqual(changed(await willRename()), ["inner/docs.json"]);
      client.watched([folder.write(".docwright.json", "{}"), 2]);
      const edit = await willRename();
      if (edit) assert.deepEqual(changed(edit), ofOuterSite);
      assert.deepEqual(changed(await willRename()), ofOuterSite);
    } finally {
      await servers.release(client);
      folder.remove();
    }
  });
});

describe("proposed rename that the author discarded", function () {
  this.timeout(120_000);
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root], capabilities });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });
  const propose = (link = "/g/b") => {
    const text = files["other.mdx"] ?? "";
    return client.request<WorkspaceEdit>("textDocument/rename", {
      textDocument: { uri: uriOf(folder.at("other.mdx")) },
      position: TextDocument.create("", "", 1, text).positionAt(text.indexOf(link) + 1),
      newName: "g/zed",
    });
  };
  const inExplorer = () =>
    client.request<WorkspaceEdit | null>("workspace/willRenameFiles", {
      files: [{ oldUri: uriOf(folder.at("g/b.mdx")), newUri: uriOf(folder.at("g/zed.mdx")) }],
    });
  const changedFiles = (edit: WorkspaceEdit | null) =>
    (edit?.documentChanges ?? [])
      .flatMap((change) => ("kind" in change ? [] : [nameOf(change.textDocument.uri)]))
      .sort();

  it("doesn't block the rename that the author makes afterward", async () => {
    const proposed = await propose();
    assert.deepEqual(changedFiles(await inExplorer()), changedFiles(proposed));
    assert.deepEqual(changedFiles(await inExplorer()), ["a.mdx", "docs.json", "other.mdx"]);
  });

  it("doesn't block the next rename if the author makes one of the proposed edits manually", async () => {
    const proposed = await propose();
    folder.write("docs.json", folder.read("docs.json").replace("g/b", "g/zed"));
    client.watched([folder.at("docs.json"), 2]);
    assert.ok(changedFiles(proposed).includes("docs.json"));
    assert.deepEqual(changedFiles(await inExplorer()), ["a.mdx", "docs.json", "other.mdx"]);
  });

  const texts = (edit: WorkspaceEdit) =>
    (edit.documentChanges ?? []).flatMap((change): (readonly [path: string, text: string])[] => {
      if ("kind" in change) return [];
      const path = change.textDocument.uri.slice(uriOf(folder.root).length + 1);
      const document = TextDocument.create("", "", 1, folder.read(path));
      const edits = change.edits.flatMap((one) => ("newText" in one && !("annotationId" in one) ? [one] : []));
      return [[path, TextDocument.applyEdits(document, edits)]];
    });

  it("doesn't repeat an edit that was applied in the editor or on disk", async () => {
    for (const where of ["editor", "disk"]) {
      for (const [path, text] of texts(await propose())) {
        if (where === "disk") folder.write(path, text);
        else {
          client.open(folder.at(path), folder.read(path));
          client.change(folder.at(path), 2, text);
        }
      }
      assert.equal(await inExplorer(), null);
      for (const path of Object.keys(files)) client.close(folder.at(path));
    }
  });

  // This is more than the number of proposals that the server stores.
  const times = 25;

  it("doesn't repeat an edit that was applied after many other proposals", async () => {
    const proposed = await propose();
    for (let i = 0; i < times; i++) await propose("/g/c");
    for (const [path, text] of texts(proposed)) folder.write(path, text);
    assert.equal(await inExplorer(), null);
  });

  it("doesn't repeat an edit that was applied after many code actions on unused files", async () => {
    const unused = Array.from({ length: times }, (_, i) => `snippets/unused${i}.mdx`);
    client.watched(...unused.map((path) => [folder.write(path, "Text\n"), 1] as const));
    for (const path of unused) await client.codes(folder.at(path), ["mdx/unused-snippet"]);
    const proposed = await propose();
    const start = { line: 0, character: 0 };
    for (const path of unused) {
      const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
        textDocument: { uri: uriOf(folder.at(path)) },
        range: { start, end: start },
        context: { diagnostics: [] },
      });
      assert.ok(actions.some(({ title }) => title.startsWith("Delete")));
    }
    for (const [path, text] of texts(proposed)) folder.write(path, text);
    assert.equal(await inExplorer(), null);
  });
});

describe("page that is open in the editor", function () {
  this.timeout(120_000);
  it("isn't removed if its file is deleted in a burst of changes", async () => {
    const hidden = "---\ntitle: P\nhidden: true\n---\n\n## Part\n";
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`many/p${i}.mdx`, hidden]));
    const folder = new TempFolder({ ...files, ...many });
    const client = await servers.start({ folders: [folder.root], capabilities });
    const symbols = async () => {
      const found = await client.request<{ name: string }[] | null>("textDocument/documentSymbol", {
        textDocument: { uri: uriOf(folder.at("many/p3.mdx")) },
      });
      return found?.map(({ name }) => name);
    };
    client.open(folder.at("many/p3.mdx"), `${hidden}\n[x](/nowhere)\n`);
    await client.codes(folder.at("many/p3.mdx"), ["link/page-not-found"]);
    assert.deepEqual(await symbols(), ["Part"]);
    folder.delete("many");
    client.watched(...Object.keys(many).map((path) => [folder.at(path), 3] as const));
    // The inner site doesn't contain the other pages, so the link to one of them is broken.
    client.open(folder.at("g/c.mdx"), "---\ntitle: C\n---\n\n[P](/many/p4)\n");
    await client.codes(folder.at("g/c.mdx"), ["link/page-not-found"]);
    assert.deepEqual(await symbols(), ["Part"]);
    await client.codes(folder.at("many/p3.mdx"), ["link/page-not-found"]);
    client.close(folder.at("many/p3.mdx"));
    await client.codes(folder.at("many/p3.mdx"), []);
    await servers.release(client);
    folder.remove();
  });
});

describe("moving a page on a site with files that aren't read up front", function () {
  this.timeout(120_000);
  let folder: TempFolder;
  let client: LspClient | undefined;
  beforeEach(() => {
    folder = new TempFolder(files);
  });
  afterEach(async () => {
    if (client) await servers.release(client);
    client = undefined;
    folder.remove();
  });
  const start = async (asNobody = false) => {
    client = await servers.start({ folders: [folder.root], capabilities, asNobody });
    const started = client;
    const filesToEdit = async (): Promise<string[]> => {
      const edit = await started.request<WorkspaceEdit | null>("workspace/willRenameFiles", {
        files: [{ oldUri: uriOf(folder.at("g/b.mdx")), newUri: uriOf(folder.at("g/zed.mdx")) }],
      });
      return (edit?.documentChanges ?? []).flatMap((change) =>
        "kind" in change ? [] : [nameOf(change.textDocument.uri)],
      );
    };
    return { started, filesToEdit };
  };
  const expected = ["docs.json", "a.mdx", "other.mdx"].sort();

  it("returns all edits after pages are added to and removed from a nested site", async () => {
    folder.write(".docwright.json", sites("inner"));
    folder.write("inner/docs.json", docsJson("x"));
    folder.write("inner/x.mdx", page("X"));
    const { started, filesToEdit } = await start();
    assert.deepEqual((await filesToEdit()).sort(), expected);
    started.watched([folder.write("inner/new.mdx", page("New")), 1], [folder.delete("inner/x.mdx"), 3]);
    await started.request("workspace/symbol", { query: "" });
    assert.deepEqual((await filesToEdit()).sort(), expected);
  });

  it("returns all edits after a file change is reported through a symbolic link", async () => {
    folder.write("real/x.mdx", page("X"));
    symlinkSync(folder.at("real"), folder.at("link"));
    const { started, filesToEdit } = await start();
    started.watched([folder.at("link/x.mdx"), 2]);
    await started.request("workspace/symbol", { query: "" });
    assert.deepEqual((await filesToEdit()).sort(), expected);
  });

  it("returns all edits if a folder can be listed but not entered", async () => {
    folder.write("locked/x.txt", "x");
    chmodSync(folder.at("locked"), 0o744);
    for (const path of ["", "g", "docs.json", "g/a.mdx", "g/b.mdx", "g/c.mdx", "other.mdx"])
      chmodSync(folder.at(path), 0o777);
    const { filesToEdit } = await start(true);
    assert.deepEqual((await filesToEdit()).sort(), expected);
  });
});
