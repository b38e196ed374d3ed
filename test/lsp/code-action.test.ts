import assert from "node:assert/strict";
import type {
  ClientCapabilities,
  CodeAction,
  CreateFile,
  Diagnostic,
  TextDocumentEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

const versioned: ClientCapabilities = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
};

describe("code actions", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({
      "docs.json": docsJson("start"),
      "start.mdx": page("Start"),
      "guides/next.mdx": page("Next"),
    });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const actions = (path: string, diagnostics: readonly Diagnostic[], only?: readonly string[]) =>
    client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: uriOf(folder.at(path)) },
      range: diagnostics[0]?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics, ...(only ? { only } : {}) },
    });
  const titled = (all: readonly CodeAction[], title: RegExp): CodeAction => {
    const found = all.find((action) => title.test(action.title));
    assert.ok(found, `no ${String(title)} among ${all.map((action) => action.title).join(" | ")}`);
    return found;
  };
  /** Applies an edit to the text in the same way as VS Code, and writes the files that the edit creates to disk. */
  const applied = (path: string, text: string, edit: WorkspaceEdit | undefined): string => {
    const document = TextDocument.create(uriOf(folder.at(path)), "json", 1, text);
    const edits = edit?.documentChanges
      ? (edit.documentChanges as TextDocumentEdit[]).flatMap((change) =>
          change.textDocument.uri === document.uri ? change.edits : [],
        )
      : (edit?.changes?.[document.uri] ?? []);
    return TextDocument.applyEdits(document, edits as { range: Diagnostic["range"]; newText: string }[]);
  };

  it("fix either one or all locations of a combined problem", async () => {
    const hidden = { "guides/a.mdx": page("A"), "guides/b.mdx": page("B"), "guides/next.mdx": page("Next") };
    for (const [path, text] of Object.entries(hidden)) folder.write(path, text);
    client = await servers.start({ folders: [folder.root], capabilities: versioned });
    // The server may publish the problem before it has checked the other pages.
    const problems = await client.diagnosed(
      folder.at("guides/a.mdx"),
      ([problem]) => problem?.relatedInformation?.length === 2,
    );
    const all = await actions("guides/a.mdx", problems);
    titled(all, /^Hide all 3 pages$/);
    titled(all, /^Hide page$/);
    const [first] = problems;
    assert.equal(first?.code, "nav/page-not-in-navigation");
    const place = await actions("guides/b.mdx", [{ ...first, relatedInformation: [] }]);
    titled(place, /^Hide page$/);
    assert.ok(!place.some(({ title }) => title.startsWith("Hide all")));
  });

  it("change all links to a missing page, wherever the cursor is in an open file", async () => {
    const links = page("Links") + "\n[x](/guides/nxt) [y](/guides/nxt)\n";
    for (const path of ["a.mdx", "b.mdx"]) folder.write(path, links);
    client = await servers.start({ folders: [folder.root], capabilities: versioned });
    const code = "link/page-not-found";
    const others = "nav/page-not-in-navigation";
    await client.codes(folder.at("a.mdx"), [code, others]);
    client.open(folder.at("b.mdx"), links);
    const problems = (await client.codes(folder.at("b.mdx"), [code, code, others])).filter(
      (problem) => problem.code === code,
    );
    const { edit } = titled(await actions("b.mdx", problems), /^Change all 4 links to `\/guides\/next`$/);
    for (const path of ["a.mdx", "b.mdx"])
      assert.equal(applied(path, links, edit), links.replaceAll("/guides/nxt", "/guides/next"));
  });

  it("are in the client's language, as are the problems", async () => {
    client = await servers.start({ folders: [folder.root], capabilities: versioned, locale: "de-AT" });
    client.open(folder.at("docs.json"), docsJson("start", "guides/nxt"));
    const problems = await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    assert.match(JSON.stringify(problems[0]?.message), /nicht vorhanden.*Seitenleiste/);
    const titles = (await actions("docs.json", problems)).map(({ title }) => title);
    assert.ok(titles.length > 1);
    for (const title of titles) assert.doesNotMatch(title, /\b(?:the|to|with|on this line)\b/);
  });

  for (const [name, text] of [
    [
      "two-space indentation",
      '{\n  "navigation": {\n    "pages": [\n      "start",\n      "guides/nxt"\n    ]\n  }\n}\n',
    ],
    [
      "tabs and CRLF line endings",
      '{\r\n\t"navigation": {\r\n\t\t"pages": [\r\n\t\t\t"start",\r\n\t\t\t"guides/nxt"\r\n\t\t]\r\n\t}\r\n}\r\n',
    ],
  ] as const)
    it(`resolve the problem when applied: ${name}`, async () => {
      client = await servers.start({ folders: [folder.root], capabilities: versioned });
      client.open(folder.at("docs.json"), text, 7);
      const problems = await client.codes(folder.at("docs.json"), ["nav/page-not-found"], 7);
      const action = titled(await actions("docs.json", problems), /guides\/next/);
      assert.equal(action.kind, "quickfix");
      assert.deepEqual(action.diagnostics, problems);
      const [change] = (action.edit?.documentChanges ?? []) as TextDocumentEdit[];
      assert.equal(change?.textDocument.version, 7);
      const fixed = applied("docs.json", text, action.edit);
      assert.equal(fixed, text.replace("guides/nxt", "guides/next"));
      client.change(folder.at("docs.json"), 8, fixed);
      await client.codes(folder.at("docs.json"), [], 8);
    });

  it("create files if the client supports it", async () => {
    client = await servers.start({ folders: [folder.root], capabilities: versioned });
    client.open(folder.at("docs.json"), docsJson("start", "new/page"));
    const problems = await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    const action = titled(await actions("docs.json", problems), /[Cc]reate/);
    const [create, write] = (action.edit?.documentChanges ?? []) as [CreateFile, TextDocumentEdit];
    assert.equal(create.kind, "create");
    assert.equal(create.uri, uriOf(folder.at("new/page.mdx")));
    assert.equal(write.textDocument.uri, create.uri);
    const [content] = write.edits as { newText: string }[];
    client.watched([folder.write("new/page.mdx", content?.newText ?? ""), 1]);
    await client.codes(folder.at("docs.json"), []);
  });

  it("contain plain changes if the client doesn't support versioned edits or file creation", async () => {
    client = await servers.start({ folders: [folder.root] });
    const text = docsJson("start", "guides/nxt");
    client.open(folder.at("docs.json"), text);
    const problems = await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    const all = await actions("docs.json", problems);
    assert.ok(all.every(({ edit }) => edit?.changes !== undefined && edit.documentChanges === undefined));
    assert.ok(!all.some(({ title }) => /create/i.test(title)));
    assert.equal(applied("docs.json", text, titled(all, /guides\/next/).edit), docsJson("start", "guides/next"));
  });

  it("are offered in a file that a $ref includes, whether it's open or closed", async () => {
    folder.write("docs.json", '{ "navigation": { "$ref": "./nav.json" } }');
    const text = '{\r\n    "pages": ["start", "guides/nxt"]\r\n}';
    folder.write("nav.json", text);
    client = await servers.start({ folders: [folder.root], capabilities: versioned });
    const problems = await client.codes(folder.at("nav.json"), ["nav/page-not-found"]);
    const action = titled(await actions("nav.json", problems), /guides\/next/);
    const [change] = (action.edit?.documentChanges ?? []) as TextDocumentEdit[];
    assert.deepEqual(change?.textDocument, { uri: uriOf(folder.at("nav.json")), version: null });
    assert.equal(applied("nav.json", text, action.edit), text.replace("nxt", "next"));
  });

  it("apply every safe fix in a file with source.fixAll", async () => {
    client = await servers.start({ folders: [folder.root], capabilities: versioned });
    const text = '{ "navigation": { "pages": ["Start", "guides/NEXT",], }, }';
    client.open(folder.at("docs.json"), text);
    const problems = await client.diagnosed(folder.at("docs.json"), (all) => all.length === 5);
    assert.deepEqual(await actions("docs.json", problems, ["refactor"]), []);
    assert.ok(!(await actions("docs.json", problems)).some(({ kind }) => kind !== "quickfix"));
    const all = await actions("docs.json", [], ["source.fixAll"]);
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ["source.fixAll.docwright"],
    );
    const fixed = applied("docs.json", text, all[0]?.edit);
    assert.equal(fixed.replace(/\s/g, ""), '{"navigation":{"pages":["start","guides/next"]}}');
    client.change(folder.at("docs.json"), 2, fixed);
    await client.codes(folder.at("docs.json"), [], 2);
  });

  it("fix all problems of a kind in a file and offer to turn off the rule last", async () => {
    client = await servers.start({ folders: [folder.root], capabilities: versioned });
    const text = '{ "navigation": { "pages": ["Start", "guides/NEXT"] } }';
    client.open(folder.at("docs.json"), text);
    const [problem] = await client.diagnosed(folder.at("docs.json"), (all) => all.length === 2);
    assert.ok(problem);
    const all = await actions("docs.json", [problem]);
    const [kind, off] = all.slice(-2);
    assert.equal(kind?.title, "Fix all 2 problems of this kind in this file");
    assert.match(applied("docs.json", text, kind.edit), /"start", "guides\/next"/);
    assert.equal(off?.title, "Turn off `nav/page-wrong-case` in .docwright.json");
    assert.deepEqual([kind.isPreferred, off.isPreferred], [undefined, undefined]);
    assert.equal(all[0]?.isPreferred, true);
  });

  it("use the latest text, even right after an edit", async () => {
    client = await servers.start({ folders: [folder.root], capabilities: versioned });
    client.open(folder.at("docs.json"), docsJson("start"));
    await client.codes(folder.at("docs.json"), [], 1);
    const text = `\n\n${docsJson("start", "guides/nxt")}`;
    client.change(folder.at("docs.json"), 2, text);
    const line = text.split("\n").findIndex((content) => content.includes("nxt"));
    const all = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: uriOf(folder.at("docs.json")) },
      range: { start: { line, character: 8 }, end: { line, character: 8 } },
      context: { diagnostics: [] },
    });
    assert.equal(applied("docs.json", text, titled(all, /guides\/next/).edit), text.replace("nxt", "next"));
  });
});
