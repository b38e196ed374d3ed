import assert from "node:assert/strict";
import { chmodSync, symlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientCapabilities, Location, Range, WorkspaceEdit } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { addRedirects, moveFiles } from "../../server/src/protocol/refactoring.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { removeOwnerAccess, openToAll } from "../harness/unprivileged-user.ts";
import { TempFolder } from "./temp-folder.ts";

const files: Readonly<Record<string, string>> = {
  "docs.json": `{
  "navigation": {
    "languages": [
      { "language": "en", "pages": ["guides/start", "guides/next"] },
      { "language": "fr", "pages": ["fr/guides/start", "fr/guides/next"] }
    ]
  }
}
`,
  "guides/start.mdx": "---\ntitle: Start\n---\n\n## Install it\n\n[Next](./next)\n",
  "guides/next.mdx": "---\ntitle: Next\n---\n\n[Start](/guides/start#install-it) ![P](/p.png)\n",
  "fr/guides/start.mdx": "---\ntitle: Début\n---\n\nBonjour\n",
  "fr/guides/next.mdx": "---\ntitle: Suite\n---\n\n[Début](/fr/guides/start)\n",
  "p.png": "x",
};

const capabilities: ClientCapabilities = {
  workspace: {
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      changeAnnotationSupport: { groupsOnLabel: true },
    },
  },
  textDocument: { rename: { prepareSupport: true }, definition: { linkSupport: true } },
};

describe("symbol provider for pages, headings, and files", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async function () {
    this.timeout(60_000);
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root], capabilities });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const at = (file: string, words: string, from = files) => {
    const text = from[file] ?? "";
    const position = TextDocument.create("", "", 1, text).positionAt(text.indexOf(words) + 1);
    return { textDocument: { uri: uriOf(folder.at(file)) }, position };
  };
  /** Returns the text of each file after an edit. `groups` contains the groups of changes that the user confirms. */
  const after = (
    edit: WorkspaceEdit | null,
    groups: readonly string[] = [],
    before = files,
  ): Record<string, string> => {
    const result: Record<string, string> = { ...before };
    const annotations = edit?.changeAnnotations ?? {};
    const isAgreed = (id: string | undefined) =>
      id === undefined || !annotations[id]?.needsConfirmation || groups.includes(annotations[id].label);
    const nameOf = (uri: string) => uri.slice(uriOf(folder.root).length + 1);
    for (const change of edit?.documentChanges ?? []) {
      if ("kind" in change) {
        assert.equal(change.kind, "rename");
        const [from, to] = [nameOf(change.oldUri), nameOf(change.newUri)];
        result[to] = result[from] ?? "";
        Reflect.deleteProperty(result, from);
        continue;
      }
      const name = nameOf(change.textDocument.uri);
      const document = TextDocument.create("", "", 1, result[name] ?? "");
      const edits = change.edits.flatMap((one) =>
        "newText" in one && isAgreed("annotationId" in one ? one.annotationId : undefined) ? [one] : [],
      );
      result[name] = TextDocument.applyEdits(document, edits);
    }
    return result;
  };

  it("resolves a link to the heading and returns the link's range", async () => {
    const found = await client.request<{ targetUri: string; targetRange: Range }[]>(
      "textDocument/definition",
      at("guides/next.mdx", "install-it"),
    );
    assert.deepEqual(
      found.map(({ targetUri, targetRange }) => [targetUri, targetRange.start]),
      [[uriOf(folder.at("guides/start.mdx")), { line: 4, character: 3 }]],
    );
  });

  it("resolves an entry to its page, and the page's title to the entry", async () => {
    const [page] = await client.request<{ targetUri: string }[]>(
      "textDocument/definition",
      at("docs.json", "guides/start"),
    );
    assert.equal(page?.targetUri, uriOf(folder.at("guides/start.mdx")));
    const [entry] = await client.request<{ targetUri: string; targetRange: Range }[]>(
      "textDocument/definition",
      at("guides/start.mdx", "Start"),
    );
    assert.equal(entry?.targetUri, uriOf(folder.at("docs.json")));
    assert.equal(entry?.targetRange.start.line, 3);
  });

  it("finds all references to a page", async () => {
    const found = await client.request<Location[]>("textDocument/references", {
      ...at("docs.json", "guides/start"),
      context: { includeDeclaration: false },
    });
    assert.deepEqual(
      found.map(({ uri, range }) => [uri, range.start.line]),
      [
        [uriOf(folder.at("docs.json")), 3],
        [uriOf(folder.at("guides/next.mdx")), 4],
      ],
    );
  });

  it("moves the page in every language when a link is renamed, and offers redirects", async () => {
    const start = await client.request<{ range: Range; placeholder: string }>(
      "textDocument/prepareRename",
      at("guides/next.mdx", "guides/start"),
    );
    assert.equal(start.placeholder, "guides/start");
    assert.deepEqual(start.range, { start: { line: 4, character: 8 }, end: { line: 4, character: 21 } });
    const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
      ...at("guides/next.mdx", "guides/start"),
      newName: "learn/first",
    });
    const moved = after(edit);
    assert.equal(moved["docs.json"], files["docs.json"]?.replaceAll("guides/start", "learn/first"));
    assert.equal(moved["learn/first.mdx"], files["guides/start.mdx"]?.replace("./next", "../guides/next"));
    assert.equal(moved["guides/next.mdx"], files["guides/next.mdx"]?.replace("/guides/start", "/learn/first"));
    assert.equal(moved["fr/learn/first.mdx"], files["fr/guides/start.mdx"]);
    assert.equal(moved["guides/start.mdx"], undefined);
    const agreed = JSON.parse(after(edit, ["Add redirects"])["docs.json"] ?? "") as { redirects: unknown };
    assert.deepEqual(agreed.redirects, [
      { source: "/guides/start", destination: "/learn/first" },
      { source: "/fr/guides/start", destination: "/fr/learn/first" },
    ]);
  });

  it("updates links when a heading is renamed", async () => {
    const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
      ...at("guides/start.mdx", "Install it"),
      newName: "Set it up",
    });
    const now = after(edit);
    assert.match(now["guides/start.mdx"] ?? "", /^## Set it up$/m);
    assert.match(now["guides/next.mdx"] ?? "", /\/guides\/start#set-it-up/);
  });

  it("rejects a rename to an existing or invalid name with the reason", async () => {
    for (const [newName, reason] of [
      ["guides/next", /guides\/next\.mdx already exists/],
      ["../start", /isn't a valid path on this site/],
      ["aux", /device name that Windows reserves/],
      ["", /The name is missing/],
      [" ", /The name is missing/],
      ["guides/", /The name is missing/],
      [".mdx", /The name is missing/],
    ] as const)
      await assert.rejects(
        client.request("textDocument/rename", { ...at("guides/next.mdx", "guides/start"), newName }),
        reason,
      );
  });

  it("updates links in unsaved text when the editor moves a file", async () => {
    client.open(folder.at("guides/next.mdx"), `Unsaved\n${files["guides/next.mdx"] ?? ""}`, 7);
    const edit = await client.request<WorkspaceEdit>("workspace/willRenameFiles", {
      files: [{ oldUri: uriOf(folder.at("p.png")), newUri: uriOf(folder.at("images/p.png")) }],
    });
    const [change] = edit.documentChanges ?? [];
    assert.ok(change && "textDocument" in change && edit.documentChanges?.length === 1);
    assert.equal(change.textDocument.version, 7);
    assert.deepEqual(change.edits, [
      {
        range: { start: { line: 5, character: 39 }, end: { line: 5, character: 45 } },
        newText: "/images/p.png",
      },
    ]);
  });

  describe("snippet links that no edit can preserve for every page", () => {
    const shown = 'import Note from "/snippets/note.mdx";\n\n<Note />\n';
    const own: Readonly<Record<string, string>> = {
      ...files,
      "snippets/note.mdx": "[Next](./next)\n",
      "guides/a.mdx": shown,
      "fr/guides/b.mdx": `${shown}\n[A](/guides/a)\n`,
    };
    const move = () => ({
      files: [{ oldUri: uriOf(folder.at("guides/a.mdx")), newUri: uriOf(folder.at("a.mdx")) }],
    });
    const warnings = () =>
      client.received.filter(({ method }) => method?.startsWith("window/showMessage")).map(({ params }) => params);
    beforeEach(() => {
      for (const [file, text] of Object.entries(own)) folder.write(file, text);
      client.watched(...Object.keys(own).map((file) => [folder.at(file), 1] as const));
    });

    it("are listed in one warning for a move in the editor, even if files change during the move", async () => {
      let isAnswered = false;
      const answer = client.request<WorkspaceEdit | null>("workspace/willRenameFiles", move()).finally(() => {
        isAnswered = true;
      });
      // Each file change while the edit is being computed restarts the computation.
      for (let i = 0; i < 5 && !isAnswered; i++) {
        folder.write("guides/next.mdx", `${own["guides/next.mdx"] ?? ""}${"x".repeat(i)}\n`);
        await pause(10);
      }
      assert.ok(await answer);
      const [warning, ...others] = warnings();
      assert.match(JSON.stringify(warning), /updated manually: \.\/next in snippets\/note\.mdx\./);
      assert.deepEqual(others, []);
    });

    it("are listed in one warning for a rename, which isn't repeated when the editor moves the file", async () => {
      const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
        ...at("fr/guides/b.mdx", "guides/a", own),
        newName: "a",
      });
      assert.equal(warnings().length, 1);
      const now = after(edit, [], own);
      for (const file of ["docs.json", "fr/guides/b.mdx"]) folder.write(file, now[file] ?? "");
      assert.equal(await client.request("workspace/willRenameFiles", move()), null);
      assert.equal(warnings().length, 1);
    });
  });

  it("doesn't require additional edits when a file moves because of a rename", async () => {
    const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
      ...at("guides/next.mdx", "guides/start"),
      newName: "learn/first",
    });
    const moved = [{ oldUri: uriOf(folder.at("guides/start.mdx")), newUri: uriOf(folder.at("learn/first.mdx")) }];
    // VS Code changes the texts before it moves the files.
    folder.write("docs.json", after(edit)["docs.json"] ?? "");
    folder.write("guides/next.mdx", after(edit)["guides/next.mdx"] ?? "");
    folder.write("guides/start.mdx", after(edit)["learn/first.mdx"] ?? "");
    assert.equal(await client.request("workspace/willRenameFiles", { files: moved }), null);
    assert.notEqual(await client.request("workspace/willRenameFiles", { files: moved }), null);
  });

  it("updates links for a folder that the editor moves", async () => {
    const edit = await client.request<WorkspaceEdit>("workspace/willRenameFiles", {
      files: [{ oldUri: uriOf(folder.at("guides")), newUri: uriOf(folder.at("learn")) }],
    });
    const now = after(edit);
    assert.match(now["docs.json"] ?? "", /"learn\/start", "learn\/next"/);
    assert.match(now["guides/next.mdx"] ?? "", /\/learn\/start#install-it/);
  });

  it("removes deleted files from the navigation and reports remaining references", async () => {
    const edit = await client.request<WorkspaceEdit>("workspace/willDeleteFiles", {
      files: [{ uri: uriOf(folder.at("guides/start.mdx")) }],
    });
    const now = after(edit, ["Add redirects"]);
    const config = JSON.parse(now["docs.json"] ?? "") as {
      navigation: { languages: { pages: string[] }[] };
      redirects: unknown;
    };
    assert.deepEqual(config.navigation.languages[0]?.pages, ["guides/next"]);
    assert.deepEqual(config.redirects, [{ source: "/guides/start", destination: "/guides/next" }]);
    const messages = client.received.find(({ method }) => method?.startsWith("window/showMessage"));
    assert.match(JSON.stringify(messages?.params), /guides\/start\.mdx is still used in guides\/next\.mdx/);
  });

  it("returns the edit for docwright/moveFiles, or the reason why there isn't one", async () => {
    const ask = (to: string, counterparts = false) =>
      client.request(moveFiles, {
        uri: uriOf(folder.at("guides/start.mdx")),
        to,
        movesCounterparts: counterparts,
      });
    const moved = await ask("/learn/first");
    assert.ok(moved.ok);
    assert.deepEqual(moved.redirects, [{ source: "/guides/start", destination: "/learn/first" }]);
    assert.ok(after(moved.edit)["fr/guides/start.mdx"]);
    const refused = await ask("guides/next");
    assert.ok(!refused.ok);
    assert.match(refused.reason, /already exists/);
  });

  it("selects redirects by default for a published site", async () => {
    const published = `{ "redirects": [{ "source": "/a", "destination": "/p" }], ${files["docs.json"]?.trim().slice(1)}`;
    const uri = uriOf(folder.at("guides/start.mdx"));
    const ask = async (redirects?: "add" | "confirm" | "omit") => {
      const moved = await client.request(moveFiles, {
        uri,
        to: "learn/first",
        movesCounterparts: false,
        ...(redirects && { redirects }),
      });
      assert.ok(moved.ok);
      const annotation = Object.values(moved.edit.changeAnnotations ?? {}).find(
        ({ label }) => label === "Add redirects",
      );
      return [moved.isPublished, annotation?.needsConfirmation];
    };
    assert.deepEqual(await ask(), [false, true]);
    client.open(folder.at("docs.json"), published);
    assert.deepEqual(await ask(), [true, false]);
    assert.deepEqual(await ask("confirm"), [true, true]);
    assert.deepEqual(await ask("omit"), [true, undefined]);
    const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
      ...at("guides/next.mdx", "guides/start"),
      newName: "learn/first",
    });
    const now = JSON.parse(after(edit, [], { ...files, "docs.json": published })["docs.json"] ?? "") as {
      redirects: unknown[];
    };
    assert.deepEqual(now.redirects[1], { source: "/guides/start", destination: "/learn/first" });
  });

  it("returns the edit for docwright/addRedirects, without redirects that exist or would hide a page", async () => {
    const gone = { source: "/old/page", destination: "/guides/next" };
    const ask = (...redirects: (typeof gone)[]) =>
      client.request(addRedirects, { root: uriOf(folder.root), redirects });
    const hiding = [
      { source: "/guides/start", destination: "/guides/next" },
      { source: "/guides/:slug*", destination: "/learn/:slug*" },
    ];
    assert.deepEqual(await ask(...hiding), { ok: true, redirects: [] });
    const added = await ask(gone, ...hiding);
    assert.ok(added.ok && added.edit);
    assert.deepEqual(added.redirects, [gone]);
    const text = after(added.edit)["docs.json"] ?? "";
    assert.deepEqual((JSON.parse(text) as { redirects: unknown }).redirects, [gone]);
    client.open(folder.at("docs.json"), text);
    assert.deepEqual(await ask(gone), { ok: true, redirects: [] });
    client.change(folder.at("docs.json"), 2, "[]");
    const refused = await ask({ source: "/older", destination: "/guides/next" });
    assert.ok(!refused.ok);
    assert.match(refused.reason, /because docs\.json has errors/);
  });

  it("restores every link to its original text when a page moves back", async () => {
    const before = {
      ...files,
      "guides/deep/index.mdx": "Deep\n",
      "guides/next.mdx": "[a](/guides/deep/index) [b](/guides/deep)\n",
    };
    const write = (texts: Readonly<Record<string, string>>, gone: string, come: string) => {
      for (const [file, text] of Object.entries(texts)) folder.write(file, text);
      folder.delete(gone);
      const changed = Object.keys(texts).filter((file) => file !== come);
      client.watched(
        ...changed.map((file) => [folder.at(file), 2] as const),
        [folder.at(gone), 3],
        [folder.at(come), 1],
      );
    };
    const move = async (from: string, to: string) => {
      const params = { uri: uriOf(folder.at(from)), to, movesCounterparts: false };
      const moved = await client.request(moveFiles, params);
      assert.ok(moved.ok, moved.ok ? "" : moved.reason);
      return moved.edit;
    };
    write(before, "nothing.mdx", "guides/deep/index.mdx");
    const there = after(await move("guides/deep/index.mdx", "learn/all"), [], before);
    assert.equal(there["guides/next.mdx"], "[a](/learn/all) [b](/learn/all)\n");
    write(there, "guides/deep/index.mdx", "learn/all.mdx");
    const back = after(await move("learn/all.mdx", "guides/deep/index"), [], there);
    assert.deepEqual(back, before);
  });

  it("moves a link even if its target is read-only", async function () {
    this.timeout(60_000);
    await servers.release(client);
    removeOwnerAccess(folder.root);
    const outside = new TempFolder({ "logo.png": "x" });
    openToAll(outside.root);
    chmodSync(outside.at("logo.png"), 0o444);
    folder.delete("p.png");
    symlinkSync(outside.at("logo.png"), folder.at("p.png"));
    try {
      client = await servers.start({ folders: [folder.root], capabilities, asNobody: true });
      const edit = await client.request<WorkspaceEdit | null>("workspace/willRenameFiles", {
        files: [{ oldUri: uriOf(folder.at("p.png")), newUri: uriOf(folder.at("logo.png")) }],
      });
      assert.match(after(edit)["guides/next.mdx"] ?? "", /\(\/logo\.png\)/);
    } finally {
      outside.remove();
    }
  });

  it("reports a read-only file before making any changes", async function () {
    this.timeout(60_000);
    await servers.release(client);
    removeOwnerAccess(folder.root);
    client = await servers.start({ folders: [folder.root], capabilities, asNobody: true });
    chmodSync(folder.at("guides/next.mdx"), 0o444);
    await assert.rejects(
      client.request("textDocument/rename", { ...at("docs.json", "guides/start"), newName: "first" }),
      /is read-only/,
    );
  });
});
