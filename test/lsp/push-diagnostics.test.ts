import assert from "node:assert/strict";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { hostDidChange } from "../../server/src/protocol/site.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

describe("pushed diagnostics", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({ "docs.json": docsJson("start"), "start.mdx": page("Start") });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  it("include files that aren't open", async () => {
    folder.write("docs.json", docsJson("start", "gone"));
    client = await servers.start({ folders: [folder.root] });
    const [problem] = await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    assert.equal(problem?.source, "docwright");
    assert.equal(problem?.severity, 1);
    assert.deepEqual(problem?.range, { start: { line: 4, character: 6 }, end: { line: 4, character: 12 } });
    assert.equal(
      problem?.codeDescription?.href,
      "https://github.com/docwright/docwright/blob/main/docs/rules/nav/page-not-found.mdx",
    );
    assert.equal(client.published(folder.at("docs.json"))?.version, undefined);
  });

  it("use an unsaved buffer instead of the file until the buffer is closed", async () => {
    client = await servers.start({ folders: [folder.root] });
    client.open(folder.at("docs.json"), docsJson("start"));
    await client.codes(folder.at("docs.json"), [], 1);
    client.change(folder.at("docs.json"), 2, docsJson("start", "gone"));
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"], 2);
    folder.write("docs.json", docsJson("start", "other", "third"));
    client.watched([folder.at("docs.json"), 2]);
    await client.quiet();
    assert.equal(
      client.published(folder.at("docs.json"))?.diagnostics.length,
      1,
      "the file was used instead of the buffer",
    );
    client.close(folder.at("docs.json"));
    await client.codes(folder.at("docs.json"), ["nav/page-not-found", "nav/page-not-found"]);
  });

  it("include an open file's problems that are combined with a problem in another file", async () => {
    const links = page("Links") + "\n[x](/gone) [y](/gone)\n";
    folder.write("docs.json", docsJson("start", "a", "b"));
    for (const name of ["a.mdx", "b.mdx"]) folder.write(name, links);
    client = await servers.start({ folders: [folder.root] });
    const code = "link/page-not-found";
    const textOf = (problem: Diagnostic | undefined) => (typeof problem?.message === "string" ? problem.message : "");
    const [combined] = await client.codes(folder.at("a.mdx"), [code]);
    assert.match(textOf(combined), /^`\/gone` isn't a page on this site, so 4 links lead/);
    await client.quiet();
    assert.equal(client.published(folder.at("b.mdx")), undefined);

    client.open(folder.at("b.mdx"), links);
    const own = await client.codes(folder.at("b.mdx"), [code, code], 1);
    for (const problem of own) assert.match(textOf(problem), /who follow the link get a 404 page/);
    client.open(folder.at("a.mdx"), links);
    const [lead] = await client.codes(folder.at("a.mdx"), [code, code], 1);
    assert.match(textOf(lead), /4 links/);
    client.change(folder.at("b.mdx"), 2, links.replaceAll("/gone", "/start"));
    await client.codes(folder.at("b.mdx"), [], 2);
    client.change(folder.at("b.mdx"), 3, links);
    await client.codes(folder.at("b.mdx"), [code, code], 3);

    client.close(folder.at("b.mdx"));
    await client.codes(folder.at("b.mdx"), []);
    await client.codes(folder.at("a.mdx"), [code, code]);
    client.close(folder.at("a.mdx"));
    await client.codes(folder.at("a.mdx"), [code]);
  });

  it("include pages that exist only in the editor", async () => {
    folder.write("docs.json", docsJson("start", "new"));
    client = await servers.start({ folders: [folder.root] });
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    client.open(folder.at("new.mdx"), page("New"));
    await client.codes(folder.at("docs.json"), []);
    client.close(folder.at("new.mdx"));
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
  });

  it("include the document version, which never decreases", async () => {
    client = await servers.start({ folders: [folder.root] });
    client.open(folder.at("docs.json"), docsJson("start"));
    for (let version = 2; version <= 100; version++)
      client.change(
        folder.at("docs.json"),
        version,
        docsJson("start", ...Array.from({ length: version % 5 }, (_, i) => `x${i}`)),
      );
    client.change(folder.at("docs.json"), 101, docsJson("start", "gone"));
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"], 101);
    await client.quiet();
    const versions = client
      .allPublished()
      .filter(({ uri }) => uri === uriOf(folder.at("docs.json")))
      .flatMap(({ version }) => version ?? []);
    assert.deepEqual(
      versions,
      [...versions].sort((a, b) => a - b),
    );
    assert.equal(versions.at(-1), 101);
    assert.ok(versions.length <= 10, `${versions.length} publications for a burst of a hundred edits`);
  });

  it("match the text of their version, regardless of other changes", async () => {
    client = await servers.start({ folders: [folder.root] });
    const names = Array.from({ length: 12 }, (_, i) => `x${i}`);
    client.open(folder.at("docs.json"), docsJson("start", ...names));
    await client.codes(
      folder.at("docs.json"),
      names.map(() => "nav/page-not-found"),
      1,
    );
    for (let version = 2; version <= 120; version++) {
      client.change(folder.at("docs.json"), version, docsJson("start", ...names.slice(0, 2 * (version % 6))));
      if (version % 2 === 0) client.open(folder.at("x0.mdx"), page("X"));
      else client.close(folder.at("x0.mdx"));
      await new Promise((resolve) => setTimeout(resolve, version % 9));
    }
    await client.quiet();
    for (const { uri, version = 0, diagnostics } of client.allPublished()) {
      if (uri !== uriOf(folder.at("docs.json")) || version < 2) continue;
      const missing = diagnostics.filter(({ code }) => code === "nav/page-not-found").length;
      // In VS Code, the number is lower by one while the page is open.
      const written = 2 * (version % 6);
      assert.ok(missing === written || missing === written - 1, `version ${version}: ${missing} of ${written}`);
    }
  });

  it("are updated in docs.json when an edit to a page affects it and when that edit is reverted", async () => {
    client = await servers.start({ folders: [folder.root] });
    client.open(folder.at("start.mdx"), page("Start"));
    await client.codes(folder.at("start.mdx"), [], 1);
    client.change(folder.at("start.mdx"), 2, "---\ntitle: [Start\n---\n");
    await client.codes(folder.at("start.mdx"), ["frontmatter/syntax"], 2);
    client.change(folder.at("start.mdx"), 3, page("Start"));
    await client.codes(folder.at("start.mdx"), [], 3);
  });

  it("appear in the file that a $ref includes, at their current position", async () => {
    folder.write("docs.json", '{ "navigation": { "$ref": "./nav.json" } }');
    folder.write("nav.json", '{ "pages": ["start", "gone"] }');
    client = await servers.start({ folders: [folder.root] });
    await client.codes(folder.at("nav.json"), ["nav/page-not-found"]);
    client.open(folder.at("nav.json"), '{ "pages": ["start"] }');
    await client.codes(folder.at("nav.json"), [], 1);
    client.change(folder.at("nav.json"), 2, '{\n"pages": ["gone", "start"] }');
    const [problem] = await client.codes(folder.at("nav.json"), ["nav/page-not-found"], 2);
    assert.deepEqual(problem?.range.start, { line: 1, character: 10 });
  });

  it("reflect the unsaved text of a specification", async () => {
    const spec = (paths: unknown) =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        servers: [{ url: "https://a.example" }],
        paths,
      });
    const get = { get: { responses: { 200: { description: "Good" } } } };
    folder.write(
      "docs.json",
      JSON.stringify({
        navigation: { groups: [{ group: "API", openapi: "api.json", pages: ["start", "GET /eggs"] }] },
      }),
    );
    folder.write("api.json", spec({ "/eggs": get }));
    client = await servers.start({ folders: [folder.root], options: { siteStatus: true } });
    client.open(folder.at("docs.json"), folder.read("docs.json"));
    await client.codes(folder.at("docs.json"), [], 1);
    client.open(folder.at("api.json"), spec({ "/nests": get }));
    await client.codes(folder.at("docs.json"), ["openapi/operation-not-found"]);
    client.change(folder.at("api.json"), 2, spec({ "/eggs": get }));
    await client.codes(folder.at("docs.json"), []);
  });

  it("are updated as .docwright.json is edited", async () => {
    folder.write("docs.json", docsJson("start", "gone"));
    client = await servers.start({ folders: [folder.root] });
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    client.open(folder.at(".docwright.json"), '{ "rules": { "nav/*": "off" } }');
    await client.codes(folder.at("docs.json"), []);
    client.change(folder.at(".docwright.json"), 2, '{ "rules": { "nav/page-not-found": "hint" } }');
    const [problem] = await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    assert.equal(problem?.severity, 4);
  });

  it("use the requested profile instead of the site's", async () => {
    folder.write(
      "docs.json",
      JSON.stringify({ $schema: "https://mintlify.com/docs.json", navigation: { pages: ["start"] } }),
    );
    client = await servers.start({ folders: [folder.root], options: { profile: "standard" } });
    client.open(folder.at("docs.json"), folder.read("docs.json"));
    await client.codes(folder.at("docs.json"), [], 1);
  });

  it("omit problems that the editor reports, and include them again when it stops", async () => {
    const text = '{ "navigation": { "pages": ["start",] }, "navigation": { "pages": ["start"] } }';
    client = await servers.start({ folders: [folder.root], options: { host: { jsonSyntax: true } } });
    client.open(folder.at("docs.json"), text);
    await client.codes(folder.at("docs.json"), [], 1);
    client.notify(hostDidChange, { host: { jsonSyntax: false } });
    await client.codes(folder.at("docs.json"), ["config/duplicate-key", "config/syntax"]);
    client.notify(hostDidChange, {
      uri: uriOf(folder.at("docs.json")),
      host: { jsonSyntax: true },
    });
    await client.codes(folder.at("docs.json"), []);
    client.close(folder.at("docs.json"));
    folder.write("docs.json", text);
    client.watched([folder.at("docs.json"), 2]);
    await client.codes(folder.at("docs.json"), ["config/duplicate-key", "config/syntax"]);
  });

  it("have valid ranges in lines with CRLF, emoji, and a byte order mark", async () => {
    const text = '{\r\n  "😀": "é", "navigation": { "pages": ["start", "gone😀"] }\r\n}';
    folder.write("docs.json", `\u{feff}${text}`);
    client = await servers.start({ folders: [folder.root] });
    const [closed] = (
      await client.diagnosed(folder.at("docs.json"), (all) => all.some(({ code }) => code === "nav/page-not-found"))
    ).filter(({ code }) => code === "nav/page-not-found");
    const start = text.split("\r\n")[1]?.indexOf('"gone') ?? -1;
    const range = { start: { line: 1, character: start }, end: { line: 1, character: start + 8 } };
    assert.deepEqual(closed?.range, range);
    client.open(folder.at("docs.json"), text);
    const open = await client.diagnosed(folder.at("docs.json"), (_, version) => version === 1);
    assert.deepEqual(open.find(({ code }) => code === "nav/page-not-found")?.range, range);
  });

  it("remain correct after invalid edits", async () => {
    client = await servers.start({ folders: [folder.root] });
    const path = folder.at("docs.json");
    client.change(path, 9, docsJson("never", "opened"));
    client.open(path, docsJson("first", "opening"), 5);
    client.open(path, docsJson("start"), 3);
    await client.codes(path, [], 3);
    const end = { line: 900, character: 900 };
    client.change(path, 4, docsJson("gone"), { start: end, end: { line: -1, character: -7 } });
    await client.codes(path, ["nav/page-not-found"], 4);
    client.change(path, 2, docsJson("gone", "lost"), { start: { line: 0, character: -1 }, end });
    await client.codes(path, ["nav/page-not-found", "nav/page-not-found"], 2);
  });

  it("aren't reported for documents outside a site", async () => {
    client = await servers.start({ folders: [folder.root] });
    for (const uri of [
      "untitled:docs.json",
      "git:/x/docs.json?ref",
      "vscode-vfs://github/x/docs.json",
      "not a uri",
      "file://elsewhere/docs.json",
    ])
      client.notify("textDocument/didOpen", {
        textDocument: { uri, languageId: "json", version: 1, text: "{" },
      });
    await client.quiet();
    assert.deepEqual(
      client.allPublished().filter(({ diagnostics }) => diagnostics.length > 0),
      [],
    );
  });

  it("are matched to a document regardless of how its URI is encoded, and use the client's encoding", async () => {
    folder.write(".docwright.json", JSON.stringify({ sites: ["größe & mehr#1"] }));
    folder.write("größe & mehr#1/docs.json", docsJson("gone"));
    client = await servers.start({ folders: [folder.root] });
    const plain = uriOf(folder.at("größe & mehr#1/docs.json"));
    const spelled = plain.replace("ö", encodeURIComponent("ö")).replace("&", "%26").replace("docs.json", "%64ocs.json");
    assert.notEqual(spelled, plain);
    client.notify("textDocument/didOpen", {
      textDocument: { uri: spelled, languageId: "json", version: 4, text: docsJson("gone", "lost") },
    });
    await client.message(({ params }) => {
      const published = params as { uri?: string; version?: number; diagnostics?: unknown[] } | undefined;
      return published?.uri === spelled && published.version === 4 && published.diagnostics?.length === 2;
    }, "diagnostics in the client's spelling");
  });

  it("are cleared under the client's own URI when the document is closed", async () => {
    folder.write("docs.json", docsJson("gone"));
    client = await servers.start({ folders: [folder.root] });
    const plain = uriOf(folder.at("docs.json"));
    const spelled = plain.replace("docs.json", "%64ocs.json");
    const problemsAt = (uri: string) =>
      client.allPublished().findLast((params) => params.uri === uri)?.diagnostics.length;
    const shown = (atPlain: number, atSpelled: number) =>
      client.message(() => problemsAt(plain) === atPlain && problemsAt(spelled) === atSpelled, "one of both");
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    const textDocument = { uri: spelled, languageId: "json", version: 1, text: docsJson("gone", "lost") };
    client.notify("textDocument/didOpen", { textDocument });
    await shown(0, 2);
    client.notify("textDocument/didClose", { textDocument: { uri: spelled } });
    await shown(1, 0);
  });
});
