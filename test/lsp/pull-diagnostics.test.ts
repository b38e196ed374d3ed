import assert from "node:assert/strict";
import type {
  ClientCapabilities,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from "vscode-languageserver-protocol";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

const pulling: ClientCapabilities = {
  textDocument: { diagnostic: { relatedDocumentSupport: false } },
  workspace: { diagnostics: { refreshSupport: true } },
};

describe("pulled diagnostics", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({ "docs.json": docsJson("start", "gone"), "start.mdx": page("Start") });
    client = await servers.start({ folders: [folder.root], capabilities: pulling });
  });
  afterEach(async () => {
    assert.deepEqual(client.allPublished(), [], "a client with pull diagnostics got a notification");
    await servers.release(client);
    folder.remove();
  });

  const pull = (path: string, previousResultId?: string) =>
    client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
      textDocument: { uri: uriOf(folder.at(path)) },
      ...(previousResultId === undefined ? {} : { previousResultId }),
    });
  const codesOf = (report: DocumentDiagnosticReport) =>
    report.kind === "full" ? report.items.map(({ code }) => code) : report.kind;
  const refreshes = () => client.received.filter(({ method }) => method === "workspace/diagnostic/refresh").length;

  it("reflect the latest text immediately after an edit", async () => {
    client.open(folder.at("docs.json"), docsJson("start", "gone"));
    assert.deepEqual(codesOf(await pull("docs.json")), ["nav/page-not-found"]);
    client.change(folder.at("docs.json"), 2, docsJson("start"));
    assert.deepEqual(codesOf(await pull("docs.json")), []);
    client.change(folder.at("docs.json"), 3, docsJson("start", "a", "b"));
    assert.deepEqual(codesOf(await pull("docs.json")), ["nav/page-not-found", "nav/page-not-found"]);
  });

  it("include an open file's problems that are combined with a problem in another file", async () => {
    const links = page("Links") + "\n[x](/gone) [y](/gone)\n";
    for (const name of ["a.mdx", "b.mdx"]) folder.write(name, links);
    client.watched([folder.at("a.mdx"), 1], [folder.at("b.mdx"), 1]);
    const linksIn = async (path: string, previous?: string) => {
      const report = await pull(path, previous);
      assert.ok(report.kind === "full");
      return [report.items.filter(({ code }) => code === "link/page-not-found").length, report.resultId] as const;
    };
    // The server responds once all files are up to date.
    await client.request("workspace/diagnostic", { previousResultIds: [] });
    const [closed, first] = await linksIn("b.mdx");
    client.open(folder.at("b.mdx"), links);
    const [opened, second] = await linksIn("b.mdx", first);
    client.close(folder.at("b.mdx"));
    const [reclosed] = await linksIn("b.mdx", second);
    assert.deepEqual([closed, opened, reclosed], [0, 2, 0]);
  });

  it("are reported as unchanged if nothing has changed", async () => {
    const first = await pull("docs.json");
    assert.ok(first.kind === "full" && first.resultId !== undefined);
    assert.deepEqual(await pull("docs.json", first.resultId), {
      kind: "unchanged",
      resultId: first.resultId,
    });
    client.open(folder.at("docs.json"), docsJson("start", "lost"));
    const second = await pull("docs.json", first.resultId);
    assert.equal(second.kind, "full");
    assert.notEqual(second.resultId, first.resultId);
  });

  it("include every file in the workspace", async () => {
    folder.write("start.mdx", "---\ntitle: [\n---\n");
    client.watched([folder.at("start.mdx"), 2]);
    const ask = (previousResultIds: { uri: string; value: string }[]) =>
      client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", { previousResultIds });
    const first = await ask([]);
    assert.deepEqual(first.items.map(({ uri, kind }) => `${kind} ${uri}`).sort(), [
      `full ${uriOf(folder.at("docs.json"))}`,
      `full ${uriOf(folder.at("start.mdx"))}`,
    ]);
    const ids = first.items.map(({ uri, resultId }) => ({ uri, value: resultId ?? "" }));
    assert.deepEqual([...new Set((await ask(ids)).items.map(({ kind }) => kind))], ["unchanged"]);
    folder.write("start.mdx", page("Start"));
    client.watched([folder.at("start.mdx"), 2]);
    const third = await ask(ids);
    const start = third.items.find(({ uri }) => uri === uriOf(folder.at("start.mdx")));
    assert.deepEqual(start?.kind === "full" ? start.items : start, []);
    assert.equal(third.items.find(({ uri }) => uri === uriOf(folder.at("docs.json")))?.kind, "unchanged");
  });

  it("list the files with the most severe problems first, and each file's most severe problems first", async () => {
    folder.write("docs.json", `{ "navbr": {}, ${docsJson("start", "gone", "zone").slice(1)}`);
    folder.write("start.mdx", `${page("Start")}\n[a](/x)\n`);
    folder.write("zone.mdx", "---\ntitle: [\n---\n");
    for (const path of ["docs.json", "start.mdx", "zone.mdx"]) client.watched([folder.at(path), 2]);
    const report = await pull("docs.json");
    assert.ok(report.kind === "full");
    assert.deepEqual(
      report.items.map(({ severity, code }) => `${String(severity)} ${String(code)}`),
      ["1 nav/page-not-found", "2 config/unknown-setting"],
    );
    const { items } = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds: [],
    });
    const worst = items.map((item) => (item.kind === "full" ? item.items[0]?.severity : undefined));
    assert.deepEqual(
      worst,
      worst.toSorted((a, b) => (a ?? 5) - (b ?? 5)),
    );
    assert.deepEqual(worst.slice(0, 3), [1, 1, 2]);
  });

  it("are refreshed when another file changes them", async () => {
    client.open(folder.at("docs.json"), docsJson("start", "gone"));
    const first = await pull("docs.json");
    await client.quiet();
    const before = refreshes();
    folder.write("gone.mdx", page("Gone"));
    client.watched([folder.at("gone.mdx"), 1]);
    await client.message(() => refreshes() > before, "a refresh");
    assert.deepEqual(codesOf(await pull("docs.json", first.resultId)), []);
  });

  it("aren't refreshed for changes that the client has just received", async () => {
    client.open(folder.at("start.mdx"), page("Start"));
    await pull("start.mdx");
    await client.quiet();
    const before = refreshes();
    client.change(folder.at("start.mdx"), 2, `${page("Start")}More text.\n`);
    await pull("start.mdx");
    await client.quiet();
    assert.equal(refreshes(), before);
  });

  it("are empty for a file outside a site", async () => {
    const outside = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
      textDocument: { uri: "untitled:Untitled-1" },
    });
    assert.deepEqual(outside, { kind: "full", items: [] });
  });

  it("return -32800 when canceled", async () => {
    for (let i = 0; i < 400; i++) folder.write(`many/${i}.mdx`, page(`Page ${i}`).repeat(50));
    await servers.release(client);
    client = await servers.start({ folders: [folder.root], capabilities: pulling });
    // Both messages are sent in a single write, because a delay of this process between them could be longer than the
    // server takes to respond.
    client.child.stdin.cork();
    const { id, answer } = client.ask("workspace/diagnostic", { previousResultIds: [] });
    client.notify("$/cancelRequest", { id });
    client.child.stdin.uncork();
    const begin = performance.now();
    assert.equal((await answer).error?.code, -32800);
    const cancelled = performance.now() - begin;
    const again = performance.now();
    await client.request("workspace/diagnostic", { previousResultIds: [] });
    const full = performance.now() - again;
    assert.ok(
      cancelled < Math.max(5000, full),
      `canceled after ${cancelled} ms, but a complete request takes ${full} ms`,
    );
  });
});
