import assert from "node:assert/strict";
import type {
  DocumentDiagnosticReport,
  FullDocumentDiagnosticReport,
  PublishDiagnosticsParams,
  WorkspaceDiagnosticReport,
} from "vscode-languageserver-protocol";
import { eventually } from "../harness/eventually.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

const faulty = `${page("Start")}\n<Card title="a">\n\nText\n`;

describe("MDX syntax problems in the editor", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  const start = async (pulls: boolean) => {
    folder = new TempFolder({
      "docs.json": docsJson("start", "other"),
      "start.mdx": page("Start"),
      "other.mdx": page("Other"),
    });
    const capabilities = pulls ? { textDocument: { diagnostic: {} } } : {};
    client = await servers.start({ folders: [folder.root], capabilities });
  };
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const pull = async (path: string) => {
    const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
      textDocument: { uri: uriOf(folder.at(path)) },
    });
    return report.kind === "full" ? report.items.map(({ code, range }) => `${code} ${range.start.line}`) : [];
  };

  it("are reported for the newest text at their position on every request", async () => {
    await start(true);
    await client.request("workspace/diagnostic", { previousResultIds: [] });
    client.open(folder.at("start.mdx"), faulty);
    const line = faulty.split("\n").findIndex((text) => text.startsWith("<Card"));
    assert.deepEqual(await pull("start.mdx"), [`mdx/syntax ${line}`]);
    for (let version = 2; version < 12; version++) {
      const moved = faulty.replace("<Card", `${"\n".repeat(version)}<Card`);
      client.change(folder.at("start.mdx"), version, moved);
      assert.deepEqual(await pull("start.mdx"), [`mdx/syntax ${line + version}`]);
    }
    client.change(folder.at("start.mdx"), 12, `${faulty}</Card>\n`);
    assert.deepEqual(await pull("start.mdx"), []);
  });

  it("don't flicker in a client that receives pushed diagnostics", async () => {
    await start(false);
    client.open(folder.at("start.mdx"), faulty);
    // Until all pages have been read, the server reports the other problems separately.
    await client.codes(folder.at("start.mdx"), ["mdx/syntax"]);
    for (let version = 2; version < 12; version++)
      client.change(folder.at("start.mdx"), version, faulty.replace("<Card", `${"\n".repeat(version)}<Card`));
    const ofVersion = (version: number) => (message: { readonly params?: unknown }) => {
      const params = message.params as PublishDiagnosticsParams | undefined;
      return params?.uri === uriOf(folder.at("start.mdx")) && params.version === version;
    };
    const { params } = await client.message(ofVersion(11), "the problems of the last version");
    const { diagnostics } = params as PublishDiagnosticsParams;
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["mdx/syntax"],
    );
  });

  it("are reported for closed pages when the server is idle", async () => {
    await start(true);
    folder.write("other.mdx", faulty);
    client.watched([folder.at("other.mdx"), 2]);
    await eventually(async () => {
      const { items } = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
        previousResultIds: [],
      });
      const codes = items.flatMap((report) => (report.kind === "full" ? report.items.map(({ code }) => code) : []));
      assert.ok(codes.includes("mdx/syntax"), `only ${codes.join(" ")}`);
    });
  });

  it("don't delay other problems on a page that can't be parsed in time", async () => {
    await start(true);
    client.open(folder.at("start.mdx"), `---\ntitle: [\n---\n\n${">".repeat(60_000)} a <b\n`);
    const from = client.received.length;
    const slow = pull("start.mdx");
    assert.deepEqual(await pull("other.mdx"), []);
    const codes = await slow;
    // The messages are compared in the server's order, because this process may have been delayed until both had
    // arrived.
    const [first] = client.received.slice(from).filter(({ method }) => method === undefined);
    const answer = first?.result as FullDocumentDiagnosticReport | undefined;
    assert.deepEqual(answer?.items, [], "the other page had to wait");
    assert.ok(codes.includes("mdx/syntax 0"), codes.join(", "));
    assert.ok(
      codes.some((code) => code.startsWith("frontmatter/syntax")),
      codes.join(", "),
    );
  });
});
